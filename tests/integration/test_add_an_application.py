"""docs/howto/add-an-application.md, followed as written against the demo site's board."""

import json
import re
import urllib.request
from pathlib import Path

import pytest
from tests.support.command import thresher

from thresher.demo import DemoServer, expected

HOWTO = Path(__file__).parents[2] / "docs/howto/add-an-application.md"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """The folders that the how-to fills: types and tests."""
    blocks = re.findall(r"`(my-[\w-]+/[\w.]+)`[^\n]*\n\n```yaml\n(.*?)```", HOWTO.read_text(), re.S)
    for name, text in blocks:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path / "my-types", tmp_path / "my-tests"


def test_the_type_of_the_how_to_is_right_and_its_case_too(folders: tuple[Path, Path]) -> None:
    types, tests = folders
    with DemoServer() as server:
        thread = f"{server.origin}/forum/topic.php?t=68"
        (tests / "thread.html").write_bytes(urllib.request.urlopen(thread, timeout=5).read())

    checked = thresher("kb", "check", str(types))
    tried = thresher("kb", "test", str(tests), "--kb", str(types))

    assert checked.returncode == 0, checked.stdout
    assert tried.returncode == 0, tried.stdout


def test_explain_shows_application_level_links_and_posts(folders: tuple[Path, Path]) -> None:
    with DemoServer() as server:
        place = f"{server.origin}/forum/topic.php?t=68"
        shown = thresher("explain", place, "--kb", str(folders[0]), "--json")

    found = json.loads(shown.stdout)
    assert (found["application"], found["level"]) == ("oakboard", "thread")
    assert {f"{place}&start={start}" for start in (10, 20, 30, 40)} <= {link["url"] for link in found["follow"]}
    assert [one["type"] for one in found["objects"]] == ["Thread", *["BoardPost"] * 10]
    assert any("print" in link["reason"] for link in found["skip"])


def test_the_board_is_kept_whole_with_few_requests(folders: tuple[Path, Path], tmp_path: Path) -> None:
    village = tmp_path / "village"
    with DemoServer() as server:
        options = ["--kb", str(folders[0]), "--delay", "0", "--resources", "none", "--strategy", "known"]
        crawl = thresher("crawl", f"{server.origin}/forum/", *options, "-o", str(village))
        truth = expected(server.origin)
        asked = server.requests

    objects = [json.loads(line) for line in thresher("objects", str(village)).stdout.splitlines()]

    assert crawl.returncode == 0, crawl.stderr
    posts = [one for one in objects if one["type"] == "BoardPost"]
    assert len(posts) == truth.forum_posts
    assert len([one for one in objects if one["type"] == "Thread"]) == truth.threads
    assert all(post["author"] and post["published"] and post["text"] for post in posts)
    assert asked < 150


def test_the_known_rung_alone_says_so_when_no_type_matches(tmp_path: Path) -> None:
    with DemoServer() as server:
        options = ["--delay", "0", "--resources", "none", "--strategy", "known"]
        crawl = thresher("crawl", f"{server.origin}/forum/", *options, "-o", str(tmp_path / "c"))

    assert crawl.returncode == 6
    assert "No application type of the knowledge base matches" in crawl.stderr
    assert "--type" in crawl.stderr


def test_a_type_that_is_named_is_believed(folders: tuple[Path, Path], tmp_path: Path) -> None:
    types = folders[0] / "oakboard.yaml"
    types.write_text(re.sub(r"detect:\n(  - .*\n)+levels", "levels", types.read_text()))
    with DemoServer() as server:
        place = f"{server.origin}/forum/topic.php?t=68"
        shown = thresher("explain", place, "--kb", str(folders[0]), "--type", "oakboard", "--json")

    found = json.loads(shown.stdout)
    assert (found["application"], found["level"]) == ("oakboard", "thread")
