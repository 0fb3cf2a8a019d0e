"""What is said of two versions of a page, and by what."""

from datetime import UTC, datetime

import pytest

from thresher.change import (
    ChangeSettings,
    ObjectChange,
    ObjectChanges,
    PageVersion,
    Side,
    Verdict,
    compare,
    number_versions,
    text_diff,
)
from thresher.model import Capture, CrawlSettings, RecordPlace
from thresher.page import read_page

TIME = datetime(2026, 3, 1, tzinfo=UTC)
PLACE = RecordPlace("a.warc.gz", 0, 1)
STORY = " ".join(f"<p>Sentence {word} tells of the garden, the {word} and the people who came to look at it.</p>"
                 for word in ("apple", "pear", "plum", "cherry", "quince", "medlar", "walnut", "rowan"))  # fmt: skip


def version(body: str, head: str = "") -> PageVersion:
    source = f"<html lang=en><head><title>T</title>{head}</head><body>{body}</body></html>".encode()
    capture = Capture(
        "http://a.example/", TIME, 200, (("content-type", "text/html; charset=utf-8"),), source, PLACE, "sha1:A"
    )
    page = read_page(capture, CrawlSettings(seeds=()))
    assert page is not None
    return PageVersion.of(page, TIME)


LIST = "<div class=menu>Home</div><ul class=list>{}</ul><div class=foot>{}</div>"
ONE = LIST.format("<li class=item><a href=/1>A garden in spring</a></li>", "It is 12:03 on 4 May")


@pytest.mark.parametrize(
    ("body", "head", "verdict"),
    [
        (ONE, "", Verdict.SAME),
        (ONE.replace("12:03 on 4 May", "09:55 on 17 June"), "<meta name=csrf content=7f3a>", Verdict.SAME),
        (ONE.replace("Home", "Start"), "", Verdict.BOILERPLATE),
        (ONE.replace("<ul", "<section><section><ul").replace("</ul>", "</ul></section></section>"), "", Verdict.LAYOUT),
        (ONE.replace("</li>", "</li><li class=item><a href=/2>Frost in the fields</a></li>"), "", Verdict.CONTENT),
        (ONE.replace("A garden in spring", ""), "", Verdict.CONTENT),
        (ONE.replace("class=", "class=new-"), "", Verdict.TEMPLATE),
        (ONE.replace("class=", "class=new-").replace("garden in spring", "house in autumn rain"), "", Verdict.BOTH),
    ],
)
def test_the_verdict_names_what_changed(body: str, head: str, verdict: Verdict) -> None:
    found = compare(version(ONE), version(body, head))

    assert found.verdict is verdict, found.reasons
    assert found.reasons


def test_teasers_beside_an_article_are_boilerplate() -> None:
    page = "<article><h1>Trees</h1>{}</article><aside><h2>Read this</h2><p>{}</p></aside>"
    before, now = (
        version(page.format(STORY, "Ten ways to peel an orange")),
        version(page.format(STORY, "A boat for two")),
    )

    found = compare(before, now)

    assert (found.verdict, found.basis) == (Verdict.BOILERPLATE, "article")


def test_a_changed_sentence_of_an_article_is_content() -> None:
    page = "<article><h1>Trees</h1>{}</article><aside><p>Read this</p></aside>"
    before, now = version(page.format(STORY)), version(page.format(STORY.replace("people who came", "birds that came")))

    assert compare(before, now).verdict is Verdict.CONTENT


def test_objects_decide_where_they_are_most_of_the_page() -> None:
    before, now = version(f"<p>{STORY}</p><p>Three birds flew past</p>"), version(f"<p>{STORY}</p><p>A quiet day</p>")
    texts = (STORY,)
    edited = ObjectChanges((ObjectChange("edited", "u:1", "BlogPost", "Trees", ("text",)),), 0, texts)

    assert compare(before, now, ObjectChanges((), 1, texts)).verdict is Verdict.BOILERPLATE
    assert compare(before, now, edited).verdict is Verdict.CONTENT
    assert compare(before, now, ObjectChanges((), 1, ("Trees",))).verdict is Verdict.CONTENT


def test_items_that_only_a_script_shows_are_content() -> None:
    script = '<div id=app></div><script type="application/json">{{"news": [{}]}}</script>'
    one, two, three = (f'{{"id": "n-{n}", "title": "Story {n}", "views": {n * 7}}}' for n in (1, 2, 3))
    before, now = version(script.format(f"{one}, {two}")), version(script.format(f"{two}, {three}"))

    found = compare(before, now)

    assert found.verdict is Verdict.CONTENT
    assert [item.title for item in found.hidden_new] == ["Story 3"]
    assert [item.title for item in found.hidden_gone] == ["Story 1"]
    counted = version(script.format(f"{one}, {two}".replace('"views": 7', '"views": 8')))
    assert compare(before, counted).verdict is Verdict.SAME


def test_thresholds_can_be_set() -> None:
    before, now = version(ONE), version(ONE.replace("A garden in spring", "Frost over the wide fields"))

    assert compare(before, now).verdict is Verdict.CONTENT
    assert compare(before, now, settings=ChangeSettings(news_words=9)).verdict is Verdict.BOILERPLATE


@pytest.mark.parametrize("body", ["", "<", "<p>a<p>b<table><tr><td>", "<svg><path/></svg>", "\ufffd\x00"])
def test_broken_pages_are_compared_too(body: str) -> None:
    assert compare(version(body), version(body)).verdict is Verdict.SAME
    assert compare(version(body), version(ONE)).verdict.is_new_version


def test_versions_are_numbered_and_one_that_comes_back_keeps_its_number() -> None:
    other = ONE.replace("A garden in spring", "Frost over the wide fields")
    ticked = ONE.replace("12:03", "18:30")
    captures = [("a", ONE), ("b", ticked), ("a", ONE), ("c", other), ("d", ticked + " "), ("c", other)]

    marks = list(number_versions((digest, version(body)) for digest, body in captures))

    assert [mark.version for mark in marks] == [1, 1, 1, 2, 1, 2]
    assert [mark.is_new for mark in marks] == [True, False, False, True, False, False]


def test_what_is_no_page_has_no_version() -> None:
    marks = list(number_versions([("a", None), ("b", version(ONE)), ("c", None)]))

    assert [mark.version for mark in marks] == [0, 1, 0]


def test_the_text_is_compared_word_by_word_with_a_line_around() -> None:
    before = ["Head", "one", "The red house by the sea", "two", "three", "four", "Old end"]
    now = ["Head", "one", "The blue house by the sea", "two", "three", "four", "Brand new end of it"]

    lines = list(text_diff(before, now))

    assert [[(piece.side, piece.text) for piece in line] for line in lines] == [
        [(Side.SAME, "one")],
        [(Side.SAME, "The"), (Side.GONE, "red"), (Side.NEW, "blue"), (Side.SAME, "house by the sea")],
        [(Side.SAME, "two")],
        [],
        [(Side.SAME, "four")],
        [(Side.GONE, "Old end")],
        [(Side.NEW, "Brand new end of it")],
    ]


def test_equal_texts_have_no_difference() -> None:
    assert list(text_diff(["a", "b"], ["a", "b"])) == []
