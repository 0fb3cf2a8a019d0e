"""docs/reference/patterns.md: its examples find what it says, its mistakes are answered as it says."""

import re
from pathlib import Path

import pytest
from lxml import etree

from thresher.page.virtual import VirtualDocument
from thresher.pattern import METADATA_ATTRIBUTES, DetectionIndex, PatternError, grammar, parse

TEXT = (Path(__file__).parents[3] / "docs" / "reference" / "patterns.md").read_text(encoding="utf-8")
HTML = re.findall(r"^```html\n(.*?)^```", TEXT, flags=re.M | re.S)[0]
PAGE = VirtualDocument(
    etree.HTML(HTML),
    "http://b.example/viewtopic.php?t=7",
    200,
    (("Server", "nginx"), ("Set-Cookie", "phpbb3_sid=1")),
)


def rows(heading: str) -> list[list[str]]:
    """Cells of the table below a heading, its head left out."""
    section = re.split(rf"^## {re.escape(heading)}$", TEXT, flags=re.M)[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


EXAMPLES = [
    (code(row[-2])[0], code(row[-1]))
    for heading in ("Steps", "Conditions", "What is searched", "When that is not enough")
    for row in rows(heading)
]
MISTAKES = [(code(written)[0], said) for written, said in rows("Mistakes")]


def test_there_are_examples_of_every_form() -> None:
    assert len(EXAMPLES) == 9 + 11 + 5 + 4
    assert len(MISTAKES) == 9


@pytest.mark.parametrize(("text", "finds"), EXAMPLES)
def test_an_example_finds_what_is_said(text: str, finds: list[str]) -> None:
    found = parse(text).select(PAGE)

    shown = [item.strip() if isinstance(item, str) else f"<{item.tag}>" for item in found]
    assert shown == finds


@pytest.mark.parametrize(("text", "finds"), EXAMPLES)
def test_the_index_finds_every_example(text: str, finds: list[str]) -> None:
    assert [hit.key for hit in DetectionIndex([(text, parse(text))]).lookup(PAGE)] == [text]


@pytest.mark.parametrize(("written", "said"), MISTAKES)
def test_a_mistake_is_answered_as_is_said(written: str, said: str) -> None:
    with pytest.raises(PatternError) as caught:
        parse(written)

    assert caught.value.hint == said


def test_the_picture_of_a_mistake_is_as_shown() -> None:
    (shown,) = re.findall(r"^```text\n(.*?)\n```", TEXT, flags=re.M | re.S)

    with pytest.raises(PatternError) as caught:
        parse(shown.splitlines()[1].strip())

    assert caught.value.sentence == shown


def test_every_element_and_attribute_of_the_metadata_is_in_the_table() -> None:
    documented = {code(row[0])[0]: set(re.findall(r"`(\w+)`", row[1])) for row in rows("What is searched")}

    assert documented == {tag: set(names) for tag, names in METADATA_ATTRIBUTES.items()}


def test_the_limits_are_those_of_the_program() -> None:
    (sentence,) = re.findall(r"A pattern has at most [^.]+\.", TEXT)

    numbers = [int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", sentence)]
    assert numbers == [grammar.MAX_CHARACTERS, grammar.MAX_PATHS, grammar.MAX_STEPS, grammar.MAX_PREDICATES]
