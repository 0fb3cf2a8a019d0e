"""`thresher diff` and `thresher tree` on a collection that was visited twice, as a user starts them."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import thresher
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import RawServer, html, raw_server
from tests.support.small_blog import Blog, entries, redirect

from thresher.crawl.update import update
from thresher.model import Resources

BLOG = Blog(entries(12))
EDITED, GONE, MOVED = BLOG.entries[3], BLOG.entries[5], BLOG.entries[7]
HOME = "/elsewhere/a-new-home/"


@dataclass(frozen=True)
class Visited:
    """A collection of two visits, and the site that it is of."""

    root: Path
    site: str

    def diff(self, path: str, *more: str) -> dict[str, Any]:
        return asked("diff", str(self.root), self.site + path, *more)

    def tree(self, *more: str) -> dict[str, Any]:
        return asked("tree", str(self.root), *more)


def asked(*arguments: str) -> dict[str, Any]:
    done = thresher(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@contextmanager
def served(root: Path) -> Iterator[RawServer]:
    with raw_server({}) as server:
        server.answers.update(BLOG.answers(server.url))
        assert run_crawl(root, crawl_settings(server.url + "/", attempts=1)).exit_code == 0
        yield server


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Visited:
    """A blog of which one post was edited, one deleted, one moved, and one is new."""
    root = tmp_path_factory.mktemp("change") / "c"
    edited = replace(
        EDITED, paragraphs=("A sentence about lanterns that nobody has read here before.", *EDITED.paragraphs)
    )
    kept = tuple(edited if one is EDITED else one for one in BLOG.entries if one is not GONE)
    with served(root) as server:
        server.answers.clear()
        time.sleep(1.1)  # captures are told apart by seconds
        later = replace(BLOG, entries=(*entries(13)[:1], *kept))
        answers = later.answers(server.url)
        answers[HOME] = answers[MOVED.path]
        answers[MOVED.path] = redirect(server.url + HOME)
        server.answers.update(answers)
        assert update(root).ended == "complete"
        return Visited(root, server.url)


def test_an_edited_post_is_content_and_the_object_is_named(visited: Visited) -> None:
    found = visited.diff(EDITED.path)

    assert found["verdict"] == "content changed"
    assert [(one["change"], one["type"]) for one in found["objects"]["changes"]] == [("edited", "BlogPost")]
    assert found["measures"]["structure"]["is_exact"]
    assert 0.5 < found["measures"]["text"]["cosine"] < 1
    assert any("lanterns" in piece["text"] for line in found["text"] for piece in line if piece["side"] == "new")
    assert [one["version"] for one in found["captures"]] == [1, 2]


def test_moments_choose_the_captures_whichever_is_given_first(visited: Visited) -> None:
    first, second = (one["time"] for one in visited.diff(EDITED.path)["captures"])

    there, back = visited.diff(EDITED.path, first, second), visited.diff(EDITED.path, second, first)

    assert (there["before"], there["now"]) == (back["before"], back["now"]) == (first, second)
    assert "captures" not in there


def test_a_page_that_is_gone_is_said_to_be_with_what_was_on_it(visited: Visited) -> None:
    found = visited.diff(GONE.path)

    assert found["verdict"] == "vanished"
    assert ("gone", "BlogPost") in {(one["change"], one["type"]) for one in found["objects"]["changes"]}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("/nowhere/",), "is not in"),
        (("/about/", "2026-01-01"), "Two moments are needed"),
        (("/about/", "soon", "later"), "'soon' is not a moment"),
        (("/about/", "2001", "2001"), "Both moments lead to the capture"),
    ],
)
def test_what_cannot_be_compared_ends_with_a_sentence(
    visited: Visited, arguments: tuple[str, ...], sentence: str
) -> None:
    path, *moments = arguments

    done = thresher("diff", str(visited.root), visited.site + path, *moments)

    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr
    assert "Traceback" not in done.stderr


def test_the_comparison_is_readable_on_a_terminal(visited: Visited) -> None:
    done = thresher("diff", str(visited.root), visited.site + EDITED.path)

    assert done.returncode == 0, done.stderr
    for word in ("2 captures, 2 versions", "content changed", "because", "cosine", "sentence about lanterns that"):
        assert word in done.stdout


def test_the_tree_tells_new_vanished_and_moved_pages(visited: Visited) -> None:
    found = visited.tree("--at", "visit:1", "--against", "visit:2")

    (new, *_) = entries(13)
    assert visited.site + new.path in found["new"]
    assert {one["url"] for one in found["vanished"]} >= {visited.site + GONE.path}
    assert [(one["from"], one["to"]) for one in found["moved"]] == [(visited.site + MOVED.path, visited.site + HOME)]
    assert visited.site + EDITED.path in found["changed"]
    assert found["total"]["new"] == len(found["new"])
    assert found["total"]["change_percent"] > 0


def test_a_branch_and_its_matrix(visited: Visited) -> None:
    month = EDITED.path.rstrip("/").rpartition("/")[0]

    found = visited.tree("--under", visited.site + month, "--matrix")

    names = [one["path"] for one in found["branches"]]
    matrix = found["matrix"]
    assert [len(row) for row in matrix] == [len(names)] * len(names)
    root = matrix[0]
    assert root == [0] + [1] * (len(names) - 1)
    assert all(matrix[above][place] for place, one in enumerate(found["branches"]) for above in one["ancestors"])
    assert sum(map(sum, matrix)) == sum(len(one["ancestors"]) for one in found["branches"])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--at", "1999"), "There is no capture before 1999"),
        (("--at", "visit:9"), "There is no visit:9"),
        (("--against", "lately"), "'lately' is not a moment"),
        (("--under", "http://elsewhere.example/"), "There is no page below"),
        (("--under", "::"), "is not a web address"),
    ],
)
def test_a_tree_that_makes_no_sense_ends_with_a_sentence(
    visited: Visited, options: tuple[str, ...], sentence: str
) -> None:
    done = thresher("tree", str(visited.root), *options)

    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


def test_what_was_not_asked_for_again_is_not_vanished(tmp_path: Path) -> None:
    page = "<html><body><p>Plain words on a plain page.</p>{}</body></html>"
    with raw_server(
        {"/": html(page.format("<a href=/a>a</a> <a href=/b>b</a>")), "/a": html(page), "/b": html(page)}
    ) as server:
        run_crawl(tmp_path / "c", crawl_settings(server.url + "/"))
        server.answers["/"] = html(page.format("<a href=/a>a</a>"))
        update(tmp_path / "c")

        found = asked("tree", str(tmp_path / "c"), "--at", "visit:1", "--against", "visit:2")

    assert (found["not_visited"], found["vanished"]) == ([server.url + "/b"], [])
    assert found["total"]["pages"] == 3


def test_pictures_revisits_and_single_captures_are_told_as_what_they_are(tmp_path: Path) -> None:
    root = tmp_path / "c"
    picture = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 8\r\n\r\n\x89PNG\r\n\x1a\n"
    page = html("<html><body><img src=/p.png> Words that stay as they are.</body></html>")
    with raw_server({"/": page, "/p.png": picture}) as server:
        run_crawl(root, crawl_settings(server.url + "/", resources=Resources.PAGE))
        once = asked("diff", str(root), server.url + "/")
        update(root)
        twice, image = asked("diff", str(root), server.url + "/"), thresher("diff", str(root), server.url + "/p.png")

    assert (once["verdict"], once["reasons"]) == (None, ["there is only one capture of the page"])
    assert "This is no page but image/png: the bytes are the same" in image.stdout
    assert (twice["verdict"], twice["is_identical"]) == ("same", True)
    assert [(one["is_revisit"], one["is_unique"]) for one in twice["captures"]] == [(False, True), (True, False)]
    assert twice["measures"]["structure"]["similarity"] == twice["measures"]["text"]["cosine"] == 1


def test_what_the_server_called_not_modified_is_what_it_sent_before(tmp_path: Path) -> None:
    """As other crawlers write it: a revisit with status 304 and the digest of the payload it refers to."""
    root = tmp_path / "c"
    with raw_server({"/": html("<html><body>Words that stay as they are.</body></html>")}) as server:
        run_crawl(root, crawl_settings(server.url + "/"))
        update(root)
    catalog = sqlite3.connect(root / "catalog.db")
    with catalog:
        catalog.execute("UPDATE captures SET status = 304, mime = '' WHERE is_revisit = 1 AND kind = 'page'")
    catalog.close()

    page, tree = (
        asked("diff", str(root), server.url + "/"),
        asked("tree", str(root), "--at", "visit:1", "--against", "visit:2"),
    )

    assert (page["verdict"], [one["status"] for one in page["captures"]]) == ("same", [200, 200])
    assert (tree["total"]["pages"], tree["vanished"], tree["not_visited"], tree["changed"]) == (1, [], [], [])
