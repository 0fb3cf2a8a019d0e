"""Titles without the name of their site."""

import pytest
from lxml import html

from thresher.extract.titles import own_title

HOME = "http://b.example/"


def page(title: str, body: str = "", head: str = "") -> html.HtmlElement:
    return html.document_fromstring(f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>")


@pytest.mark.parametrize(
    "title",
    [
        "A late ferry | Kettle Notes",
        "A late ferry|Kettle Notes",
        "A late ferry - Kettle Notes",
        "A late ferry :: Kettle Notes",
        "Kettle Notes – A late ferry",
        "A late ferry",
    ],
)
@pytest.mark.parametrize(
    ("body", "head"),
    [("<a href='/'><b>Kettle</b> Notes</a>", ""), ("", "<meta property=og:site_name content='Kettle Notes'>")],
)
def test_the_name_of_the_site_is_taken_off(title: str, body: str, head: str) -> None:
    assert own_title(title, page(title, body, head), HOME, HOME + "a-late-ferry/") == "A late ferry"


def test_it_is_taken_off_what_the_head_says_for_others() -> None:
    one = page("Kettle", "<a href='/'>Kettle</a>", "<meta property=og:title content='A late ferry | Kettle'>")

    assert own_title("A late ferry | Kettle", one, HOME, HOME) == "A late ferry"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Linux-Tage in Berlin", "Linux"),
        ("Post-Punk", "Punk"),
        ("Python: a love story", "Python"),
        ("Blog: why I write", "Blog"),
        ("Python—a love story", "Python"),
    ],
)
def test_words_of_a_title_that_are_the_name_of_the_site_stay(title: str, name: str) -> None:
    assert own_title(title, page(title, f"<a href='/'>{name}</a>"), HOME, HOME) == title


def test_a_heading_stays_as_it_was_written() -> None:
    title = "Linux - a love story"

    assert own_title(title, page("Linux", f"<a href='/'>Linux</a><h1>{title}</h1>"), HOME, HOME) == title
    assert own_title(title, page(title, f"<a href='/'>Linux</a><h1>{title}</h1>"), HOME, HOME) == title


def test_a_title_with_a_dash_of_its_own_stays_whole() -> None:
    body = "<a href='/'>Kettle Notes</a><a href='/tea/'>tea</a>"

    assert own_title("Coffee - tea", page("Coffee - tea", body), HOME, HOME) == "Coffee - tea"
    assert own_title("Kettle Notes", page("Kettle Notes", body), HOME, HOME) == "Kettle Notes"


def test_a_site_without_a_name_changes_nothing() -> None:
    title = "A late ferry | Kettle Notes"

    assert own_title(title, page(title, "<a href='/'></a>"), HOME, HOME) == title


@pytest.mark.parametrize("mark", ["¶", "#"])
def test_the_sign_of_a_link_to_the_heading_itself_is_taken_off(mark: str) -> None:
    body = f"<h1>A late ferry<a href='#a-late-ferry'>{mark}</a></h1>"

    assert own_title(f"A late ferry{mark}", page("A late ferry", body), HOME, HOME) == "A late ferry"
    assert own_title(f"A late ferry {mark}", page("A late ferry", body), HOME, HOME) == "A late ferry"
    assert own_title("Notes on C#", page("Notes on C#", "<h1>Notes on C#</h1>"), HOME, HOME) == "Notes on C#"


def test_a_sign_of_the_title_itself_stays_where_headings_below_it_have_one() -> None:
    body = "<h1>Notes on C#</h1><h2>Types<a href='#types'>#</a></h2>"

    assert own_title("Notes on C#", page("Notes on C#", body), HOME, HOME) == "Notes on C#"
