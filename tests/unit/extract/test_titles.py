"""Titles without the name of their site."""

import pytest
from lxml import html

from thresher.extract.titles import own_title

HOME = "http://b.example/"


def page(body: str = "", head: str = "") -> html.HtmlElement:
    return html.document_fromstring(f"<html><head>{head}</head><body>{body}</body></html>")


@pytest.mark.parametrize(
    "title",
    ["A late ferry | Kettle Notes", "A late ferry - Kettle Notes", "Kettle Notes – A late ferry", "A late ferry"],
)
@pytest.mark.parametrize(
    "one",
    [page("<a href='/'><b>Kettle</b> Notes</a>"), page(head="<meta property=og:site_name content='Kettle Notes'>")],
)
def test_the_name_of_the_site_is_taken_off(title: str, one: html.HtmlElement) -> None:
    assert own_title(title, one, HOME, HOME + "a-late-ferry/") == "A late ferry"


def test_a_title_with_a_dash_of_its_own_stays_whole() -> None:
    one = page("<a href='/'>Kettle Notes</a><a href='/tea/'>tea</a>")

    assert own_title("Coffee - tea", one, HOME, HOME) == "Coffee - tea"
    assert own_title("Kettle Notes", one, HOME, HOME) == "Kettle Notes"


def test_a_site_without_a_name_changes_nothing() -> None:
    assert own_title("A late ferry | Kettle Notes", page("<a href='/'></a>"), HOME, HOME).endswith("Notes")
