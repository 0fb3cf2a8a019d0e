"""The first page of a site whose signs are there in another form than its type says."""

from pathlib import Path

import pytest
from tests.support.pages import page_of

from thresher.knowledge import KnowledgeBase, read_folders
from thresher.recognise import Recogniser

TYPE = """
type: corkboard
title: Corkboard
detect: [ "meta[@name='generator'][contains(@content, 'Corkboard')]", "link[@rel='stylesheet'][contains(@href, 'c/')]" ]
levels:
  - name: thread
    kind: terminal
    detect: [ "div[@class~='pin']" ]
    extract:
      - { object: BoardPost, each: "div[@class~='pin']", fields: { text: "p" } }
  - name: board
    kind: intermediate
    detect: [ "ul[@class~='pins']" ]
    follow:
      - { to: thread, role: thread }
urls:
  roles:
    thread: "pin.php?p={id#}"
"""
URL = "http://b.example/"
LINKS = "".join(f"<li><a href='pin.php?p={number}'>{number}</a>" for number in range(8))
LIST = f"<ul class=pins>{LINKS}</ul>"
FOOTER = "<div class=foot>Runs on Corkboard 3</div>"


@pytest.fixture
def base(tmp_path: Path) -> KnowledgeBase:
    (tmp_path / "corkboard.yaml").write_text(TYPE)
    files, findings = read_folders(tmp_path)
    assert not findings
    return KnowledgeBase(files)


def first(base: KnowledgeBase, markup: str, *, relaxes: bool = True) -> str:
    page, document = page_of(URL, markup)
    found = Recogniser(base, relaxes=relaxes).recognise_first(document, page.url)
    return found.label if found is not None else ""


def test_the_name_at_another_place_tells_the_type_if_its_knowledge_holds(base: KnowledgeBase) -> None:
    assert first(base, LIST + FOOTER) == "corkboard/board"
    assert first(base, f"<link rel=preload href='/corkboard/a.css'>{LIST}") == "corkboard/board"


def test_without_relaxing_it_does_not(base: KnowledgeBase) -> None:
    assert first(base, LIST + FOOTER, relaxes=False) == ""


@pytest.mark.parametrize(
    "markup",
    [
        LIST + "<link rel=stylesheet href='/plain.css'>",
        f"<ul>{LINKS}</ul>{FOOTER}",
        "<ul class=pins><li><a href='/a'>a</a><li><a href='/b'>b</a></ul>" + FOOTER,
        LIST + "<p>Somebody has asked what Corkboard is.</p>" + "<div>Other words.</div>" * 10,
    ],
    ids=["no name", "no level", "no links of its own", "a word in a text"],
)
def test_a_part_of_that_is_not_enough(base: KnowledgeBase, markup: str) -> None:
    assert first(base, markup) == ""
