"""A forum gets another template: what was kept of it teaches how the new pages are read."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from tests.support.pages import TIME
from tests.support.pages import page_of as page_and_document
from tests.support.small_forum import (
    ROOT,
    TALKS,
    TYPE,
    Talk,
    anchors_before,
    anchors_inside,
    data_marks,
    definitions,
    in_a_row,
    marked_texts,
    nameless,
    numbers_only,
    old,
    renamed,
    retagged,
    table,
    teasers,
    two_boxes,
    two_rows,
    unboxed,
)

from thresher.extract import extract
from thresher.knowledge import ApplicationType
from thresher.knowledge.build import build_type
from thresher.knowledge.inherit import laid_over
from thresher.learn.mending import ENOUGH, Mend, Witness, mend
from thresher.model import Page, Source, WebObject
from thresher.page import VirtualDocument
from thresher.recognise import level_of


def page_of(one: Talk, markup: str) -> Page:
    return page_and_document(one.url, markup)[0]


def type_with(level: dict[str, object] | None) -> ApplicationType:
    return build_type(laid_over(level, TYPE) if level is not None else TYPE, ("smallforum",))


def read(application: ApplicationType, one: Witness) -> Sequence[WebObject]:
    document = VirtualDocument(one.page.tree, one.page.url, 200, source=one.page.source)
    level, _ = level_of(document, application, one.page.url, ROOT)
    return extract(document, application, level, ROOT, Source("", 0, one.page.url, TIME)) if level is not None else ()


def objects_of(one: Talk) -> tuple[WebObject, ...]:
    plain = build_type(TYPE, ("smallforum",))
    return tuple(read(plain, Witness(page_of(one, old(one)), (), TIME)))


def witnesses(template: Callable[[Talk], str], talks: Sequence[Talk] = TALKS) -> list[Witness]:
    """The pages in a template, and what was kept of them when they had the old one."""
    return [Witness(page_of(one, template(one)), objects_of(one), TIME) for one in talks]


def mended(some: Sequence[Witness]) -> Mend | None:
    return mend(build_type(TYPE, ("smallforum",)).levels[1], some, type_with, read)


def plain(objects: Sequence[WebObject]) -> list[tuple[str, ...]]:
    return [(one.type.value, one.id, one.title, one.author, one.published[:16], one.text) for one in objects]


TEMPLATES = [table, renamed, retagged, marked_texts, nameless, data_marks]
TEMPLATES += [anchors_inside, anchors_before, numbers_only, two_boxes, two_rows, definitions, in_a_row, unboxed]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.__name__)
def test_another_template_is_read_as_the_old_one_was(template: Callable[[Talk], str]) -> None:
    found = mended(witnesses(template))

    assert found is not None
    application = type_with(found.level)
    for one in witnesses(template):
        assert plain(read(application, one)) == plain(one.objects)
    assert found.after == 1.0
    assert found.before < 0.5


@pytest.mark.parametrize("template", [table, anchors_before, two_boxes, two_rows, in_a_row, unboxed])
def test_pages_in_the_old_template_are_still_read(template: Callable[[Talk], str]) -> None:
    found = mended(witnesses(template))

    assert found is not None
    application = type_with(found.level)
    assert all(plain(read(application, one)) == plain(one.objects) for one in witnesses(old))


def test_beginnings_of_other_posts_are_no_posts() -> None:
    found = mended(witnesses(teasers))

    assert found is not None
    assert found.failed == ("BoardPost.each",)
    application = type_with(found.level)
    assert all(plain(read(application, one)) == plain(one.objects) for one in witnesses(teasers))


def test_only_what_has_failed_is_learned_anew() -> None:
    found = mended(witnesses(renamed))

    assert found is not None
    assert found.failed == ("BoardPost.author",)
    assert [list(rule["fields"]) for rule in found.level["extract"]] == [["author"]]


def test_an_unchanged_site_needs_nothing() -> None:
    assert mended(witnesses(old)) is None


def test_what_was_deleted_is_no_change_of_the_template() -> None:
    fewer = [replace(one, said=one.said[:1]) for one in TALKS]
    pages = [
        Witness(page_of(now, old(now)), objects_of(before), TIME) for now, before in zip(fewer, TALKS, strict=True)
    ]

    assert mended(pages) is None


def test_three_pages_are_too_few() -> None:
    assert mended(witnesses(table, TALKS[:3])) is None


def test_pages_that_show_something_else_teach_nothing() -> None:
    closed = "<div id='forum'><h1>Closed</h1><p>We thank all who have written here, and wish them well.</p></div>"

    assert mended([Witness(page_of(one, closed), objects_of(one), TIME) for one in TALKS]) is None


def muddled(one: Talk) -> str:
    """Another template whose titles stand among other words."""
    return table(one).replace(one.title, f"You are reading {one.title}, as others do")


def test_where_titles_cannot_be_read_posts_are_mended_all_the_same() -> None:
    found = mended(witnesses(muddled))

    assert found is not None
    assert [rule["object"] for rule in found.level["extract"]] == ["BoardPost"]
    assert found.after == 1.0


def test_a_level_that_is_no_longer_told_needs_no_new_rules() -> None:
    plain_rules = [{"object": "BoardPost", "each": ["p[@class='post']"], "fields": {"text": ["xpath:."]}}]
    first = {"name": "thread", "layout": "plain", "kind": "terminal", "detect": ["p[@class='post']"]}
    second = {**TYPE["levels"][1], "layout": "framed", "detect": ["div[@class~='frame']"]}
    data = {**TYPE, "levels": [TYPE["levels"][0], {**first, "extract": plain_rules}, second]}

    def build(level: dict[str, object] | None) -> ApplicationType:
        return build_type(laid_over(level, data) if level is not None else data, ("smallforum",))

    found = mend(build(None).levels[2], witnesses(old), build, read, is_told=True)

    assert found is not None
    assert "extract" not in found.level
    assert all(plain(read(build(found.level), one)) == plain(one.objects) for one in witnesses(old))


def test_while_more_pages_may_come_a_part_is_not_mended_alone() -> None:
    level = build_type(TYPE, ("smallforum",)).levels[1]

    assert mend(level, witnesses(muddled), type_with, read, least=ENOUGH) is None
