"""Words as versions are compared by them, the paper's measures of them, and lists hidden in scripts."""

import pytest
from lxml import etree

from thresher.change.hidden import hidden_items
from thresher.change.likeness import jaccard, text_likeness
from thresher.change.wording import language_of, passage_of, without_stop_words


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the cat sat on the mat and it was not at all what they had been told", "en"),
        ("die katze sitzt auf der matte und das ist nicht was man ihr gesagt hat", "de"),
        ("le chat est dans la maison et il ne veut pas que nous le voyions", "fr"),
        ("кот сидит на столе и не хочет чтобы его видели", "ru"),
        ("xyzzy plugh frotz", ""),
    ],
)
def test_the_language_is_told_by_stop_words_where_the_page_does_not_say_it(text: str, language: str) -> None:
    assert language_of("", text.split()) == language


def test_what_the_page_says_of_its_language_counts_first() -> None:
    assert language_of("de-AT", ["the", "and", "of"]) == "de"
    assert language_of("tlh", ["the", "and", "of"]) == ""


def test_stop_words_are_left_out_in_their_language_only() -> None:
    assert without_stop_words(["die", "hard"], "de") == ["hard"]
    assert without_stop_words(["die", "hard"], "en") == ["die", "hard"]
    assert without_stop_words(["die", "hard"], "") == ["die", "hard"]


def test_measures_have_the_values_of_their_formulas() -> None:
    found = text_likeness(["a", "a", "b"], ["a", "b", "c", "d"])

    assert found.cosine == pytest.approx(3 / (5**0.5 * 4**0.5))
    assert found.jaccard == 2 / 4
    assert found.dice == 2 * 2 / 7
    assert (found.edits, found.edit) == (3, 1 - 3 / 4)


def test_empty_texts_are_equal_and_unlike_all_others() -> None:
    assert text_likeness([], []).cosine == text_likeness([], []).edit == 1
    assert text_likeness([], ["a"]).cosine == text_likeness([], ["a"]).dice == 0
    assert jaccard((), ()) == 1


@pytest.mark.parametrize("text", ["12:03", "16. November 2026", "3 hours ago", "42"])
def test_what_ticks_is_no_word_of_a_passage(text: str) -> None:
    assert set(passage_of(text, "en")) <= {"ago"}


def items(script: str, kind: str = "") -> list[tuple[str, str, str]]:
    root = etree.fromstring(f"<html><body><script{kind}>{script}</script></body></html>", etree.HTMLParser())
    return [(one.place, one.name, one.title) for one in hidden_items(root)]


LIST = '[{"id": 7, "title": "One"}, {"id": 8, "title": "Two"}]'
FOUND = [("posts", "7", "One"), ("posts", "8", "Two")]


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        (f'{{"posts": {LIST}}}', ' type="application/json"'),
        (f'window.state = {{"posts": {LIST}}};', ""),
        (f'var a = 1; load({{"posts": {LIST}}}, function () {{ return 1 }})', ""),
        ("x = JSON.parse(" + '"{\\"posts\\": ' + LIST.replace('"', '\\"') + '}"' + ")", ""),
    ],
)
def test_lists_in_scripts_are_found(script: str, kind: str) -> None:
    assert items(script, kind) == FOUND


def test_a_token_names_nothing_that_stays() -> None:
    lists = [f'x = [{{"id": "{one:032x}", "title": "One"}}, {{"id": "{one + 1:032x}"}}]' for one in (7, 9)]

    assert items(lists[0]) == items(lists[1]) == [("", "One", "One")]


@pytest.mark.parametrize(
    "script",
    ["", "{", "a = {b: 1}", 'x = [{"w": 1}, {"w": 2}]', 'x = [{"id": 5}, {"id": 6}]', "=[" * 5_000, '{"a":' * 100_000],
)
def test_scripts_without_lists_and_broken_ones_yield_nothing(script: str) -> None:
    assert items(script) == []
    assert items(script, ' type="application/json"') == []
