"""Which application a page is of, which level, and why."""

from pathlib import Path

import pytest
from tests.support.pages import page_of

from thresher.knowledge import KnowledgeBase, Level, read_folders
from thresher.knowledge.build import build_type
from thresher.page import VirtualDocument
from thresher.recognise import Recogniser, Recognition
from thresher.recognise.sites import Site, Sites

TYPES = """
type: board
levels:
  - name: thread
    kind: terminal
    detect: [ "article" ]
---
type: cork
extends: board
detect: [ "body[@id='cork']", "meta[@name='generator'][contains(@content, 'Cork')]" ]
refute: [ "body[@class~='shop']" ]
levels:
  - name: thread
    kind: terminal
    detect: [ "div[@class='note']" ]
    follow: [ { to: thread, role: thread } ]
  - name: notes
    kind: intermediate
    detect: [ "ul[@class='notes']" ]
urls:
  roles:
    thread: "note.php?n={id#}"
---
type: cork2
extends: cork
detect: [ "body[@data-cork='2']" ]
---
type: pin
extends: board
detect: [ "meta[@name='generator'][contains(@content, 'Pin')]", "cookie[@name='pin']" ]
"""


@pytest.fixture
def base(tmp_path: Path) -> KnowledgeBase:
    for number, text in enumerate(TYPES.split("---")):
        (tmp_path / f"{number}.yaml").write_text(text)
    files, findings = read_folders(tmp_path)
    assert not findings
    return KnowledgeBase(files)


def document(markup: str, url: str = "http://b.example/x", *headers: tuple[str, str]) -> VirtualDocument:
    return page_of(url, markup, *headers)[1]


def test_application_and_level_come_with_their_evidence(base: KnowledgeBase) -> None:
    found = Recogniser(base).recognise(document("<body id=cork><div class=note>x</div>"), "http://b.example/x")

    assert found is not None
    assert found.level is not None
    assert found.level_evidence is not None
    assert (found.application.name, found.level.name) == ("cork", "thread")
    assert [evidence.pattern for evidence in found.evidence] == ["body[@id='cork']"]
    assert found.level_evidence.pattern == "div[@class='note']"


def test_a_version_wins_over_its_application(base: KnowledgeBase) -> None:
    found = Recogniser(base).application(document("<body id=cork data-cork=2>"))

    assert found is not None
    assert found[0] == "cork2"


def test_most_evidence_wins_and_a_draw_is_nobodys(base: KnowledgeBase) -> None:
    both = "<meta name=generator content='Cork, formerly Pin'><body>"

    assert Recogniser(base).application(document(both)) is None
    more = Recogniser(base).application(document(both, "http://b.example/x", ("Set-Cookie", "pin=1")))
    assert more is not None
    assert more[0] == "pin"


def test_what_refutes_a_type_wins(base: KnowledgeBase) -> None:
    assert Recogniser(base).application(document("<body id=cork class='wide shop'>")) is None


def test_nothing_is_recognised_where_nothing_is_known(base: KnowledgeBase) -> None:
    assert Recogniser(base).recognise(document("<p>hello"), "http://b.example/x") is None


def test_a_site_is_remembered_and_need_not_be_recognised_again(base: KnowledgeBase) -> None:
    recogniser = Recogniser(base)
    first = recogniser.recognise(document("<body id=cork><ul class=notes>"), "http://b.example/board/note.php?n=1")
    assert first is not None
    assert first.root == "http://b.example/board/"

    recogniser.observe(first)

    bare = document("<div class=note>x</div>")
    inside = recogniser.recognise(bare, "http://b.example/board/other")
    assert inside is not None
    assert inside.application.name == "cork"
    assert inside.evidence == ()
    assert recogniser.recognise(bare, "http://b.example/elsewhere") is None
    assert recogniser.recognise(bare, "http://c.example/board/other") is None


def test_evidence_that_contradicts_is_believed(base: KnowledgeBase) -> None:
    recogniser = Recogniser(base)
    first = recogniser.recognise(document("<body id=cork><ul class=notes>"), "http://b.example/note.php?n=1")
    assert first is not None
    recogniser.observe(first)

    other = recogniser.recognise(document("<meta name=generator content=Pin>"), "http://b.example/pin")

    assert other is not None
    assert other.application.name == "pin"


def test_the_address_speaks_where_the_theme_is_unknown(base: KnowledgeBase) -> None:
    found = Recogniser(base).recognise(document("<body id=cork><p>x"), "http://b.example/note.php?n=1")

    assert found is not None
    assert found.level is not None
    assert found.level.name == "thread"


def test_the_category_speaks_last(base: KnowledgeBase) -> None:
    found = Recogniser(base).recognise(document("<body id=cork><article>x"), "http://b.example/x")

    assert found is not None
    assert found.level is not None
    assert found.level.is_weak


def test_a_type_can_be_forced(base: KnowledgeBase) -> None:
    found = Recogniser(base, "cork").recognise(document("<div class=note>"), "http://b.example/x")

    assert found is not None
    assert found.application.name == "cork"


def test_links_tell_where_an_application_lives(base: KnowledgeBase) -> None:
    page = document("<body id=cork><a href=note.php?n=1>a</a><a href=note.php?n=2>b</a>", "http://b.example/cork/")

    found = Recogniser(base).recognise(page, "http://b.example/cork/")

    assert found is not None
    assert found.root == "http://b.example/cork/"


def test_http_and_https_are_one_site() -> None:
    sites = Sites()
    sites.observe("http://b.example/cork/", "cork")
    sites.observe("https://b.example/cork/", "cork")
    sites.observe("http://b.example:8080/", "pin")

    assert sites.find("https://b.example/cork/note.php?n=1") == Site("http://b.example/cork/", "cork")
    assert sites.find("https://www.b.example/cork/") is None
    assert sites.find("https://b.example:8080/") is None


def test_a_page_that_only_the_category_has_a_word_for_is_what_the_link_to_it_said() -> None:
    rule = {"object": "BlogPost", "fields": {"text": "p"}}
    onward = {"to": "post", "role": "post"}
    levels = [
        {"name": "post", "kind": "terminal", "detect": ["i"], "extract": [rule]},
        {"name": "page", "kind": "terminal", "detect": ["main"], "weak": True},
        {"name": "list", "kind": "intermediate", "detect": ["ul"], "weak": True, "follow": [onward]},
    ]
    application = build_type({"type": "small", "levels": levels}, ("small",))
    post, page, listing = application.levels

    def told(level: Level | None, offered: str) -> Level | None:
        return Recognition(application, level, "http://s.example/").as_offered(offered, "http://s.example/").level

    assert told(page, "post") is post
    assert told(None, "post") is post
    assert told(listing, "post") is listing
    assert told(page, "list") is page
    assert told(page, "nothing") is page
