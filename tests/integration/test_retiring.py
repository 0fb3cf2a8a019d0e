"""What was mended for a forum is retired once it is of no use any more, and never silently."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.integration.test_mending import (
    SAME,
    TRUE,
    Template,
    answers,
    counts_of,
    crawled,
    mends_of,
    said_in,
)
from tests.support.command import thresher
from tests.support.pages import TIME
from tests.support.raw import RawServer
from tests.support.small_forum import TALKS, TYPE, Talk, old, renamed, retagged, table

from thresher.archive import Collection
from thresher.catalog import open_catalog
from thresher.crawl.mender import Mended
from thresher.crawl.mends import Kept, keep_mended, kept_mends
from thresher.crawl.places import kept_places
from thresher.crawl.update import UpdateSummary, settings_of, update
from thresher.learn.mending import Mend


def kept_in(root: Path) -> list[Kept]:
    catalog = open_catalog(Collection(root).catalog, read_only=True)
    try:
        return kept_mends(catalog)
    finally:
        catalog.close()


def visit(server: RawServer, folder: Path, template: Template, talks: tuple[Talk, ...] = TALKS) -> UpdateSummary:
    server.answers.update(answers(template, talks))
    return update(folder / "c")


@contextmanager
def mended(folder: Path, template: Template = table) -> Iterator[RawServer]:
    """A forum that was crawled in the template that its type knows, and visited again in another."""
    with crawled(folder) as server:
        found = visit(server, folder, template)
        assert (counts_of(found), found.retired, len(mends_of(folder / "c"))) == (SAME, (), 1)
        yield server


@pytest.mark.parametrize("template", [table, renamed], ids=["a table", "another name"])
def test_a_lesson_is_retired_when_the_old_template_is_back_and_learned_again_later(
    tmp_path: Path, template: Template
) -> None:
    with mended(tmp_path, template) as server:
        back = visit(server, tmp_path, old)
        quiet = visit(server, tmp_path, old)
        again = visit(server, tmp_path, template)

    assert counts_of(back) == counts_of(quiet) == counts_of(again) == SAME
    (told,) = back.retired
    assert (told["type"], told["level"]) == ("smallforum", "thread")
    assert told["reason"] == "8 pages of visit 3 are read by the type alone, and the same is found"
    assert quiet.retired == again.retired == ()
    newest, first = kept_in(tmp_path / "c")
    assert (newest.is_retired, first.is_retired, first.retired_visit) == (False, True, 3)
    assert said_in(tmp_path / "c") == TRUE


def test_a_lesson_that_is_needed_stays(tmp_path: Path) -> None:
    with mended(tmp_path) as server:
        found = [visit(server, tmp_path, table) for _ in range(2)]

    assert [one.retired for one in found] == [(), ()]
    assert [one.is_retired for one in kept_in(tmp_path / "c")] == [False]


def test_a_lesson_that_some_pages_still_need_stays(tmp_path: Path) -> None:
    def mixed(one: Talk) -> str:
        return table(one) if one is TALKS[3] else old(one)

    with mended(tmp_path) as server:
        found = visit(server, tmp_path, mixed)

    assert (counts_of(found), found.retired) == (SAME, ())


def test_a_lesson_is_retired_when_a_later_one_does_its_work(tmp_path: Path) -> None:
    with mended(tmp_path, renamed) as server:
        found = visit(server, tmp_path, table)

    assert counts_of(found) == SAME
    (told,) = found.retired
    assert "by the type and later lessons" in told["reason"]
    assert [one.is_retired for one in kept_in(tmp_path / "c")] == [False, True]


def test_a_lesson_is_retired_when_the_type_has_learned_it(tmp_path: Path) -> None:
    first, second = TYPE["levels"]
    thread, post = second["extract"]
    author = ["b[@class='who']", "strong[@class='writer']"]
    wiser = {**second, "extract": [thread, {**post, "fields": {**post["fields"], "author": author}}]}
    with mended(tmp_path, renamed):
        taught = {**TYPE, "levels": [first, wiser]}
        (tmp_path / "types/smallforum.yaml").write_text(yaml.safe_dump(taught, sort_keys=False))
        # By another process: types are read once in each.
        done = thresher("update", str(tmp_path / "c"), "--all", "--delay", "0", "-q", "--json")

    found = json.loads(done.stdout)
    assert found["objects"]["BoardPost"] == {"new": 0, "edited": 0, "deleted": 0, "unchanged": len(TRUE)}
    (told,) = found["retired"]
    assert told["reason"] == "8 pages of visit 3 are read by the type alone, and the same is found"


def test_a_visit_that_was_not_finished_retires_nothing_and_its_end_does(tmp_path: Path) -> None:
    with mended(tmp_path) as server:
        server.answers.update(answers(old))
        stopped = update(tmp_path / "c", replace(settings_of(tmp_path / "c"), max_requests=9))
        between = kept_in(tmp_path / "c")
        ended = update(tmp_path / "c")

    assert (stopped.retired, [one.is_retired for one in between]) == ((), [False])
    assert (counts_of(ended), len(ended.retired)) == (SAME, 1)


INNER: dict[str, Any] = {
    "name": "thread",
    "kind": "terminal",
    "detect": [],
    "extract": [
        {
            "object": "BoardPost",
            "each": ["div[@class='text']"],
            "fields": {"key": ["xpath:../@id"], "text": ["p"]},
        }
    ],
}
"""Posts as their texts alone: who wrote them is outside."""


def teach(root: Path, level: dict[str, Any]) -> None:
    """Put a lesson of the first visit into a collection."""
    catalog = open_catalog(Collection(root).catalog)
    (site,) = (place.root for place in kept_places(catalog))
    keep_mended(catalog, [Mended(site, "smallforum", Mend(level, ("BoardPost.each",), 4, 0.0, 1.0))], TIME)
    catalog.close()


def test_a_lesson_that_reads_less_than_the_type_does_by_now_is_retired_and_pages_are_read_again(tmp_path: Path) -> None:
    first, second = TYPE["levels"]
    thread, _ = second["extract"]
    poor = {**TYPE, "levels": [first, {**second, "extract": [thread, *INNER["extract"]]}]}
    with crawled(tmp_path, knowledge=poor):
        before = said_in(tmp_path / "c")
        teach(tmp_path / "c", INNER)
        (tmp_path / "types/smallforum.yaml").write_text(yaml.safe_dump(TYPE, sort_keys=False))
        done = thresher("update", str(tmp_path / "c"), "--all", "--delay", "0", "-q", "--json")

    assert {author for author, _ in before} == {""}
    (told,) = json.loads(done.stdout)["retired"]
    assert told["reason"] == "8 pages of visit 2 are read by the type alone, 8 of them more fully"
    assert said_in(tmp_path / "c") == TRUE


def test_a_lesson_that_is_wrong_is_mended_and_both_are_retired(tmp_path: Path) -> None:
    with crawled(tmp_path) as server:
        teach(tmp_path / "c", INNER)
        mended_again = visit(server, tmp_path, old)
        after = visit(server, tmp_path, old)

    assert counts_of(mended_again) == counts_of(after) == SAME
    assert (len(mended_again.retired), len(after.retired)) == (1, 1)
    assert all(one.is_retired for one in kept_in(tmp_path / "c"))


@pytest.mark.parametrize("is_enough", [True, False], ids=["as many", "fewer"])
def test_fewer_pages_do_not_disprove_what_more_have_proved(tmp_path: Path, is_enough: bool) -> None:
    with mended(tmp_path) as server:
        proved = kept_in(tmp_path / "c")[0].pages
        server.answers.clear()
        found = visit(server, tmp_path, old, TALKS[: proved if is_enough else proved - 1])

    assert proved > 1
    assert bool(found.retired) == is_enough


def test_what_was_retired_is_said_in_words_in_the_file_and_in_a_review(tmp_path: Path) -> None:
    root = tmp_path / "c"
    with mended(tmp_path, retagged) as server:
        server.answers.update(answers(old))
        done = thresher("update", str(root), "--all", "--delay", "0", "-q", "--json")
        server.answers.update(answers(retagged))
        update(root)
        server.answers.update(answers(old))
        words = thresher("update", str(root), "--all", "--delay", "0")

    (told,) = json.loads(done.stdout)["retired"]
    assert f"Retired at {told['root']}: what was mended of smallforum/thread on" in words.stdout
    (file,) = (root / "knowledge").glob("smallforum-*.yaml")
    text = file.read_text()
    assert text.count("# retired on ") == 2
    assert yaml.safe_load(text)["levels"] == []
    reviews = [
        thresher("kb", "review", str(folder), "--kb", str(tmp_path / "types")).stdout
        for folder in (root, root / "knowledge")
    ]
    for review in reviews:
        assert review.count("retired on") == 2, review
        assert "Nothing to propose" in review
    file.rename(tmp_path / "types" / file.name)
    checked = thresher("kb", "check", str(tmp_path / "types"))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_collections_of_earlier_versions_get_the_columns(tmp_path: Path) -> None:
    with mended(tmp_path) as server:
        catalog = open_catalog(Collection(tmp_path / "c").catalog)
        for name in ("visit", "agent", "retired", "retired_visit", "reason"):
            catalog.execute(f"ALTER TABLE mends DROP COLUMN {name}")
        catalog.close()
        before = kept_in(tmp_path / "c")
        found = visit(server, tmp_path, old)

    assert [one.is_retired for one in before] == [False]
    assert len(found.retired) == 1
