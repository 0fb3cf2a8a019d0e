"""`kb review` and `kb add` as a user meets them."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.support.command import thresher
from tests.support.fishboard import markup, plain
from tests.support.pages import TIME

from thresher.catalog import open_catalog
from thresher.crawl.mender import Mended
from thresher.crawl.mends import SCHEMA, Kept, as_yaml, keep_mended, name_of
from thresher.learn.mending import Mend

AUTHOR = "span[@class~='by']"
LEVEL: dict[str, Any] = {
    "name": "post",
    "kind": "terminal",
    "detect": [],
    "extract": [{"object": "BlogPost", "fields": {"author": [AUTHOR]}}],
}


def mended_files(folder: Path, root: str) -> Path:
    (folder / "knowledge").mkdir(parents=True)
    kept = Kept(root, "ghost", LEVEL, "BlogPost.author", 6, 0.25, 1.0, "2026-11-16T12:00:00+00:00")
    path = folder / "knowledge" / f"{name_of(root, 'ghost')}.yaml"
    path.write_text(as_yaml(root, "ghost", [kept]), encoding="utf-8")
    return folder


def mended_catalog(folder: Path, root: str) -> Path:
    folder.mkdir()
    catalog = open_catalog(folder / "catalog.db")
    catalog.connection.executescript(SCHEMA)
    keep_mended(catalog, [Mended(root, "ghost", Mend(LEVEL, ("BlogPost.author",), 4, 0.5, 1.0))], TIME)
    catalog.close()
    return folder


def test_review_proposes_what_held_in_a_collection_and_in_a_folder_of_files(tmp_path: Path) -> None:
    one, other = (
        mended_catalog(tmp_path / "a", "https://a.example/"),
        mended_files(tmp_path / "b", "https://b.example/"),
    )

    done = thresher("kb", "review", str(one), str(other))

    assert (done.returncode, done.stderr) == (0, "")
    assert "held at a.example (4 pages, read rightly: 50% before, 100% after, 2024-06-01)" in done.stdout
    assert "held at b.example (6 pages, read rightly: 25% before, 100% after, 2026-11-16)" in done.stdout
    assert f'+            - "{AUTHOR}"' in done.stdout
    assert "Nothing was changed." in done.stdout


def test_review_writes_types_that_are_accepted_and_overwrites_nothing(tmp_path: Path) -> None:
    folders = [str(mended_files(tmp_path / name, f"https://{name}.example/")) for name in "ab"]
    mine = tmp_path / "mine"

    done = thresher("kb", "review", *folders, "--write", str(mine), "--json")
    again = thresher("kb", "review", *folders, "--write", str(mine))

    (line,) = map(json.loads, done.stdout.splitlines())
    assert (line["type"], line["sites"], len(line["proposed"])) == ("ghost", ["a.example", "b.example"], 1)
    assert line["written"] == str(mine / "blog" / "ghost.yaml")
    assert thresher("kb", "check", str(mine)).returncode == 0
    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_review_says_what_was_seen_once(tmp_path: Path) -> None:
    done = thresher("kb", "review", str(mended_files(tmp_path / "a", "https://a.example/")))

    assert "Seen once, not proposed:" in done.stdout
    assert "Nothing to propose" in done.stdout


def test_review_says_when_there_is_nothing(tmp_path: Path) -> None:
    catalog = open_catalog(tmp_path / "catalog.db")
    catalog.close()

    nothing = thresher("kb", "review", str(tmp_path))
    missing = thresher("kb", "review", str(tmp_path / "nosuch"))

    assert (nothing.returncode, "Nothing to review" in nothing.stdout) == (0, True)
    assert (missing.returncode, "There is no folder" in missing.stderr) == (3, True)


def test_review_names_a_file_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("type: [", encoding="utf-8")

    done = thresher("kb", "review", str(tmp_path))

    assert (done.returncode, "broken.yaml" in done.stderr) == (2, True)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("saved")
    places = []
    for number, (url, text) in enumerate(markup().items()):
        path = folder / f"{number}.html"
        path.write_text(text, encoding="utf-8")
        places.append(f"{path}={url}")
    return places


def test_add_writes_a_draft_that_is_accepted(saved: list[str], tmp_path: Path) -> None:
    done = thresher("kb", "add", "--name", "fishboard", "--category", "forum", "-o", str(tmp_path), "--from", *saved)

    assert done.returncode == 0, done.stderr
    assert "8 of 8 recognised" in done.stderr
    assert "levels: 6 thread, 2 board" in done.stderr
    assert yaml.safe_load((tmp_path / "fishboard.yaml").read_text())["extends"] == "forum"
    assert thresher("kb", "check", str(tmp_path)).returncode == 0


def test_add_prints_the_draft_and_facts_as_json(saved: list[str]) -> None:
    done = thresher("kb", "add", "--name", "fishboard", "--category", "forum", "--json", "--from", *saved)

    found = json.loads(done.stdout)
    assert (found["pages"], found["sites"], found["file"]) == (8, ["a.example", "b.example"], None)
    assert found["tried"]["objects"]["BoardPost"] == 24
    assert found["yaml"].startswith("# A draft: what 8 pages of 2 sites")


def test_add_takes_the_address_that_a_page_gives_itself(tmp_path: Path) -> None:
    head = "<head><link rel='canonical' href='http://c.example/chat/1'>"
    (tmp_path / "chat.html").write_text(plain(1).replace("<head>", head), encoding="utf-8")

    done = thresher(
        "kb", "add", "--name", "chat", "--category", "forum", "--json", "--from", str(tmp_path / "chat.html")
    )

    assert json.loads(done.stdout)["sites"] == ["c.example"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--name", "x", "--category", "forum"], "No example page was given."),
        (["--name", "X!", "--category", "forum", "--from", "a.html"], "is no name for a type"),
        (["--name", "x", "--category", "shop", "--from", "a.html"], "There is no category 'shop'."),
        (["--name", "phpbb3", "--category", "forum", "--from", "a.html"], "There is a type 'phpbb3' already."),
        (["--name", "x", "--category", "forum", "--from", "nosuch.html"], "nosuch.html cannot be read"),
        (
            ["--name", "x", "--category", "forum", "--url", "http://a.example/", "--from", "a", "b"],
            "--url is for a single",
        ),
    ],
)
def test_add_says_what_is_wrong_with_a_way_out(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    done = thresher("kb", "add", *arguments, cwd=tmp_path)

    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 2
