"""A type is induced from pages of two sites of one software."""

from pathlib import Path

import pytest
import yaml
from tests.support.fishboard import OTHER, A, example, examples, markup, plain, topic

from thresher.knowledge import KnowledgeBase, check, load_base, read_folders
from thresher.knowledge.base import SHIPPED
from thresher.learn.induce import Draft, induce
from thresher.recognise import Recogniser

BASE = load_base()


@pytest.fixture(scope="module")
def draft() -> Draft:
    return induce(examples(), "fishboard", "forum", BASE)


def with_draft(draft: Draft, folder: Path) -> KnowledgeBase:
    (folder / "fishboard.yaml").write_text(draft.text, encoding="utf-8")
    files, findings = read_folders(SHIPPED, folder)
    assert [*findings, *check(files)] == []
    return KnowledgeBase(files)


def test_signs_are_what_both_sites_have_and_nobody_else(draft: Draft) -> None:
    patterns = [sign.pattern for sign in draft.findings.signs]

    assert patterns == [
        "a[contains(@href, 'fishboard.example')][contains(., 'Fishboard')]",
        "script[contains(@src, 'fish/fishboard.js')]",
        "script[contains(., 'fishBoardToken')]",
    ]
    assert "a link to its makers, on 8 of 8 pages, 2 of 2 sites" in draft.text
    assert draft.notes == ()


def test_levels_posts_and_addresses_are_found(draft: Draft) -> None:
    data = yaml.safe_load(draft.text)
    thread, board = data["levels"]

    assert (data["type"], data["extends"]) == ("fishboard", "forum")
    assert (thread["name"], thread["kind"], board["name"], board["kind"]) == (
        "thread", "terminal", "board", "intermediate"
    )  # fmt: skip
    posts = next(rule for rule in thread["extract"] if rule["object"] == "BoardPost")
    assert posts["each"] == ["div[contains(@id, 'catch')]"]
    assert posts["fields"]["author"] == ["a[@class~='angler']"]
    assert posts["fields"]["published"] == ["span[@class~='landed']"]
    assert posts["fields"]["text"] == ["div[@class~='tale']"]
    assert data["urls"]["roles"]["thread"] == ["topic/{id#}"]
    assert {"to": "thread", "role": "thread", "at": "a[@class~='hook']/@href"} in board["follow"]
    assert "TODO" in draft.text


def test_the_draft_is_accepted_and_recognises_a_third_site(draft: Draft, tmp_path: Path) -> None:
    base = with_draft(draft, tmp_path)
    new = example("http://d.example/fish/topic/77", topic("http://d.example/fish", 77, 5, "Angling"))

    found = Recogniser(base).recognise(new.document, new.page.url)

    assert found is not None
    assert (found.application.name, found.level and found.level.name) == ("fishboard", "thread")
    assert Recogniser(base).recognise(example(OTHER, plain(1)).document, OTHER) is None


def test_an_unrelated_third_site_is_left_out_and_named() -> None:
    mixed = [*examples(), example(f"{OTHER}/chat/1", plain(1)), example(f"{OTHER}/chat/2", plain(2))]

    draft = induce(mixed, "fishboard", "forum", BASE)

    assert len(draft.findings.signs) == 3
    assert draft.findings.sites == ["a.example", "b.example"]
    assert any("c.example shares no sign with the other sites" in note for note in draft.notes)


def test_two_sites_that_share_nothing_are_said_to() -> None:
    some = [example(url, text) for url, text in markup().items() if url.startswith(A)]
    draft = induce([*some, example(f"{OTHER}/chat/1", plain(1))], "fishboard", "forum", BASE)

    assert not draft.is_told
    assert yaml.safe_load(draft.text)["detect"] == []
    assert any("are all of them of the same?" in note for note in draft.notes)


def test_one_page_says_little_and_says_so(tmp_path: Path) -> None:
    draft = induce([example(f"{A}/topic/21", topic(A, 21))], "fishboard", "forum", BASE)

    assert any("One page says little" in note for note in draft.notes)
    assert "TODO: of one site only" in draft.text
    assert with_draft(draft, tmp_path).type("fishboard").levels


def test_signs_that_counterexamples_have_are_left_out() -> None:
    other = example(f"{OTHER}/", "<html><body><p>x</p><script>var fishBoardToken = 1;</script></body></html>")

    draft = induce(examples(), "fishboard", "forum", BASE, [other.document])

    assert not any("fishBoardToken" in sign.pattern for sign in draft.findings.signs)


def test_what_speaks_for_a_known_type_is_no_sign_and_the_type_is_named() -> None:
    meta = "<meta name='generator' content='WordPress 6.1'>"
    pages = [example(url, text.replace("<head>", f"<head>{meta}")) for url, text in markup().items()]

    draft = induce(pages, "fishboard", "forum", BASE)

    assert not any("WordPress" in sign.pattern for sign in draft.findings.signs)
    assert any("'wordpress' has signs" in note for note in draft.notes)


def test_pages_without_address_teach_no_forms(tmp_path: Path) -> None:
    pages = [
        example(url.replace("a.example", "a.invalid").replace("b.example", "b.invalid"), text)
        for url, text in markup().items()
    ]

    draft = induce(pages, "fishboard", "forum", BASE)

    assert "urls" not in yaml.safe_load(draft.text)
    assert any("give FILE=URL" in note for note in draft.notes)
    assert with_draft(draft, tmp_path).type("fishboard").levels


@pytest.mark.parametrize("category", sorted(BASE.categories))
def test_a_draft_of_any_category_is_accepted(category: str, tmp_path: Path) -> None:
    draft = induce(examples(), "fishboard", category, BASE)

    assert with_draft(draft, tmp_path).type("fishboard").category == category
