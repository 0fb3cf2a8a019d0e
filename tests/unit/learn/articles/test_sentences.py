"""Names inside sentences: told by the words around them, which are the same on all pages."""

import re

import pytest
from lxml import html as parser

from thresher.learn.articles.naming import Chosen
from thresher.learn.articles.sentences import byline, name_in_sentence, without_label

NAMES = ("Anna Berg", "Bertram Hale", "Carla Dunn", "Dora Finch")


def pages(line: str) -> list[tuple[parser.HtmlElement, str]]:
    """One page a name, with a line about the post below its text, which names somebody else."""
    entry = "<html><body><div class='entry'><p>Some words, as {other} has them.</p><p class='about'>{line}</p></div>"
    return [
        (parser.fromstring(entry.format(other=NAMES[number - 1], line=line.format(name=name))), name)
        for number, name in enumerate(NAMES)
    ]


def test_the_words_around_a_name_are_the_same_on_all_pages() -> None:
    found = name_in_sentence(pages("This entry was posted on Sunday by {name} and is filed under Notes."))

    assert found is not None
    assert (found.held, found.pages) == (4, 4)
    assert "about" in found.pattern
    assert found.as_data() == {"at": found.pattern, "match": found.match}


def test_a_name_at_the_end_of_a_line_is_found() -> None:
    found = name_in_sentence(pages("3. Mai 2021 von {name}"))

    assert found is not None
    assert found.held == 4


@pytest.mark.parametrize(
    "line", ["{name} · 4 March 2021", "{name}, 4 March 2021", "{name} | 4 March", "{name} on 4 March"]
)
def test_a_name_at_the_beginning_of_a_line_is_told_by_what_follows_it(line: str) -> None:
    found = name_in_sentence(pages(line))

    assert found is not None
    assert found.held == 4


def test_numbers_are_no_words_around_a_name() -> None:
    found = name_in_sentence(pages("4 March 2021 by {name}"))

    assert found is not None
    assert not any(map(str.isdigit, found.match.replace("{1,60}", "")))


def test_one_name_on_all_pages_proves_nothing() -> None:
    assert name_in_sentence([(root, "Anna Berg") for root, _ in pages("posted by Anna Berg in Notes")]) is None


def test_names_that_stand_in_other_words_on_each_page_are_not_found() -> None:
    lines = ("by {name} now", "{name} said so", "what {name} thinks", "ask {name} for it")
    some = [pages(line)[number] for number, line in enumerate(lines)]

    assert name_in_sentence(some) is None


def test_what_is_said_of_an_element_itself_is_found_in_its_own_text() -> None:
    heads = [(parser.fromstring(f"<dt>2. Le mardi 4 mars 2014, 17:12 par {name}</dt>"), name) for name in NAMES]

    found = name_in_sentence(heads)

    assert found is not None
    assert (found.pattern, found.held) == ("/text()", 4)


def test_a_byline_names_who_nobody_has_told_of() -> None:
    found = byline([root for root, _ in pages("7. November 2022 von {name}")])

    assert found is not None
    assert found.held == 4
    assert byline([root for root, _ in pages("filed under things, {name}")]) is None
    assert byline([root for root, _ in pages("Created by {name}")]) is None


def test_words_before_a_name_are_left_out_whatever_they_are() -> None:
    labelled = pages("Aufgezeichnet durch: {name}")

    found = without_label(Chosen("p[@class='about']", 4, 4, 1.0), labelled)

    assert [re.search(found.match, root.find(".//p[@class='about']").text)[1] for root, _ in labelled] == [*NAMES]
    assert re.search(found.match, "Emil Grey")[1] == "Emil Grey"


def test_a_name_that_stands_alone_needs_no_expression() -> None:
    alone = Chosen("p[@class='about']", 4, 4, 1.0)

    assert without_label(alone, pages("{name}")) == alone
    assert without_label(alone, [(root, "g") for root, _ in pages("Berg")]) == alone
