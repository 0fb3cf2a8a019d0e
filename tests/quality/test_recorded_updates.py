"""Recorded sites visited again in a later state, or in another theme: what is new, edited and deleted, exactly.

Floors may only be raised.
"""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.support.crawling import captures_of, responses
from tests.support.shared import SITES, mirror, needs_shared

PAIRS = json.loads((SITES / "pairs.json").read_text()) if SITES.is_dir() else []
UNCHANGED = ("fluxbb", "wp-a", "hexo-next", "dokuwiki")


@dataclass(frozen=True, slots=True)
class Updated:
    """What the second visit told, and where it lies."""

    summary: dict[str, Any]
    collection: Path

    def listed(self, change: str, kind: str) -> set[str]:
        """Ids of the objects of a type to which something happened."""
        lines = (self.collection / self.summary["changes"]).read_text().splitlines()
        return {one["id"] for one in map(json.loads, lines) if (one["change"], one["type"]) == (change, kind)}

    def counts(self) -> dict[str, dict[str, int]]:
        """Of each type what happened, and nothing of what did not."""
        happened = ("new", "edited", "deleted")
        found = {
            kind: {name: of[name] for name in happened if of[name]} for kind, of in self.summary["objects"].items()
        }
        return {kind: counts for kind, counts in found.items() if counts}


def visited_twice(
    before: str, after: str, folder: Path, rename: str | None = None, *, is_all: bool = True, strategy: str = "auto"
) -> Updated:
    """Crawl one recording, then update against another."""
    seed = json.loads((SITES / before / "truth.json").read_text())["entry_url"]
    collection = folder / "c"
    common = ["--delay", "0", "--resources", "none", "--json", "-q"]
    with mirror(before) as proxy:
        run("crawl", seed, "-o", str(collection), "--proxy", proxy, "--strategy", strategy, *common)
    with mirror(after, *(("--rename", rename) if rename else ())) as proxy:
        told = run("update", str(collection), *(["--all"] if is_all else []), "--proxy", proxy, *common)
    print(f"{before} → {after}: {told}")
    return Updated(json.loads(told), collection)


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "thresher", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def without_noughts(expected: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    found = {kind: {name: count for name, count in counts.items() if count} for kind, counts in expected.items()}
    return {kind: counts for kind, counts in found.items() if counts}


@needs_shared
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['before']} to {pair['after']}")
def test_what_is_new_edited_and_deleted_is_told_and_nothing_else(tmp_path: Path, pair: dict[str, Any]) -> None:
    found = visited_twice(pair["before"], pair["after"], tmp_path, pair["rename"])

    counts = {kind: of for kind, of in found.counts().items() if kind != "Comment"}  # the truth does not count them
    assert counts == without_noughts(pair["expect"])
    assert found.summary["unseen"] == {}
    truth = json.loads((SITES / pair["after"] / "truth.json").read_text())
    check_lists(found, truth, pair["rename"] or "")


def check_lists(found: Updated, truth: dict[str, Any], rename: str) -> None:
    """The right ones, not only as many."""
    if changes := truth.get("changes_since"):
        posts = {
            "new": changes["new_posts"] + changes["posts_in_new_threads"],
            "edited": changes["edited_posts"],
            "deleted": changes["deleted_posts"] + changes["posts_of_deleted_threads"],
        }
        for change, expected in posts.items():
            ids = {int(re.findall(r"\d+$", one)[0]) for one in found.listed(change, "BoardPost")}
            assert ids == {one["id"] for one in expected}, change
    if changes := truth.get("changes_since_wp_a"):
        old, _, new = rename.partition("=")
        for change, urls in changes.items():
            assert found.listed(change, "BlogPost") == {url.replace(old, new) for url in urls}, change


@needs_shared
@pytest.mark.parametrize("name", UNCHANGED)
def test_an_unchanged_site_leaves_revisits_and_no_changes(tmp_path: Path, name: str) -> None:
    found = visited_twice(name, name, tmp_path)

    assert found.counts() == {}
    assert found.summary["unseen"] == {}
    rows = captures_of(found.collection)
    first = {row.url for row in rows if not row.is_revisit}
    again = rows[len(rows) - found.summary["requests"] :]
    assert {row.url for row in again} <= first
    assert all(row.is_revisit for row in again if row.size)


MOST_DUE = {"wp-a": 33, "fluxbb": 84, "phpbb": 88}
"""Requests of an update of what is due; a full crawl of the later state takes 232, 314 and 391."""


@needs_shared
@pytest.mark.parametrize(
    "pair", [one for one in PAIRS if one["before"] in MOST_DUE], ids=lambda pair: f"{pair['before']} to {pair['after']}"
)
def test_an_update_of_what_is_due_finds_all_that_is_new(tmp_path: Path, pair: dict[str, Any]) -> None:
    found = visited_twice(pair["before"], pair["after"], tmp_path, pair["rename"], is_all=False)

    new = {kind: of["new"] for kind, of in found.summary["objects"].items() if of["new"] and kind != "Comment"}
    assert new == {kind: of["new"] for kind, of in pair["expect"].items()}
    if "BlogPost" in new:  # the feed tells edits
        assert found.summary["objects"]["BlogPost"]["edited"] == pair["expect"]["BlogPost"]["edited"]
    assert found.summary["requests"] <= MOST_DUE[pair["before"]]


@needs_shared
@pytest.mark.parametrize(
    ("name", "most"), [("hexo-next", 5), ("dokuwiki", 5), ("fluxbb", 1), ("flaskbb", 3), ("phpbb", 5)]
)
def test_where_nothing_happened_an_update_of_what_is_due_asks_for_next_to_nothing(
    tmp_path: Path, name: str, most: int
) -> None:
    found = visited_twice(name, name, tmp_path, is_all=False)

    assert found.counts() == {}
    assert found.summary["requests"] <= most


@needs_shared
@pytest.mark.parametrize(
    ("before", "after", "rename", "new", "most"),
    [
        ("fluxbb", "fluxbb-later", None, {"BoardPost": 284, "Thread": 25}, 84),
        ("phpbb", "phpbb-later", None, {"BoardPost": 249, "Thread": 25}, 91),
        ("wp-a", "wp-b", "wp-b.test=wp-a.test", {"BlogPost": 10}, 12),
        ("flaskbb", "flaskbb", None, {}, 3),
    ],
    ids=lambda value: value if isinstance(value, str) and "=" not in value else "",
)
def test_an_update_goes_by_what_was_learned_of_a_site(
    tmp_path: Path, before: str, after: str, rename: str | None, new: dict[str, int], most: int
) -> None:
    found = visited_twice(before, after, tmp_path, rename, is_all=False, strategy="learned")

    told = {kind: of["new"] for kind, of in found.summary["objects"].items() if of["new"]}
    assert {kind: told.get(kind) for kind in new} == new
    assert new or not told
    assert found.summary["requests"] <= most


@needs_shared
def test_a_site_that_got_other_software_is_learned_again(tmp_path: Path) -> None:
    found = visited_twice("wp-a", "pelican", tmp_path, "pelican.test=wp-a.test", is_all=False, strategy="learned")

    assert found.summary["objects"]["BlogPost"]["new"] == 60


@needs_shared
@pytest.mark.parametrize(
    ("before", "after", "rename", "most"),
    [("fluxbb", "fluxbb-later", None, 102), ("wp-a", "wp-b", "wp-b.test=wp-a.test", 59)],
    ids=["fluxbb to fluxbb-later", "wp-a to wp-b"],
)
def test_an_update_of_a_site_that_nobody_knows_finds_what_is_new(
    tmp_path: Path, before: str, after: str, rename: str | None, most: int
) -> None:
    """A full crawl of the later state takes 327 and 382 requests."""
    found = visited_twice(before, after, tmp_path, rename, is_all=False, strategy="generic")

    new = new_marks(json.loads((SITES / after / "truth.json").read_text()), rename or "=")
    texts = [f"{url}\n".encode() + block for url, block in responses(found.collection)]
    held = [mark for mark in new if any(mark in text for text in texts)]
    assert len(held) == len(new)
    assert found.summary["requests"] <= most
    assert found.summary["objects"] == {}


def new_marks(truth: dict[str, Any], rename: str) -> list[bytes]:
    """What stands in the archive if it has each new post: the address of its page, or the mark that it has there."""
    if changes := truth.get("changes_since"):
        return [f'id="p{one["id"]}"'.encode() for one in changes["new_posts"] + changes["posts_in_new_threads"]]
    old, _, new = rename.partition("=")
    return [url.replace(old, new).encode() + b"\n" for url in truth["changes_since_wp_a"]["new"]]


@needs_shared
@pytest.mark.parametrize(("name", "most"), [("fluxbb", 25), ("wp-a", 45), ("hexo-next", 8)])
def test_an_update_of_an_unchanged_site_that_nobody_knows_asks_for_a_tenth_of_it(
    tmp_path: Path, name: str, most: int
) -> None:
    """A full crawl takes 292, 470 and 111 requests."""
    found = visited_twice(name, name, tmp_path, is_all=False, strategy="generic")

    assert found.summary["requests"] <= most
    assert found.summary["pages"]["not_visited"] > 0
    assert all(row.is_revisit for row in captures_of(found.collection)[-found.summary["requests"] :] if row.size)
