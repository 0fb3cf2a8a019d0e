"""Patterns for elements, and the vote among them."""

import pytest
from lxml import etree, html

from thresher.extract.inventory import Finder
from thresher.learn.articles.naming import first_by, names_of, own_names, pattern_of, plain_name, vote
from thresher.page import VirtualDocument

PAGE = """<html><body><table><tr><td>a</td><td><table><tr><td>b</td></tr><tr><td>c</td></tr></table></td></tr></table>
<div id='main' class='wide post'><p>d</p><p itemprop='x'>e</p></div>
<meta property='og:title' content='f'></body></html>"""


def elements() -> list[etree._Element]:
    return [one for one in html.document_fromstring(PAGE).iter() if one.tag not in ("html", "head")]


@pytest.mark.parametrize("element", elements(), ids=lambda one: str(one.getroottree().getpath(one)))
def test_each_element_has_a_name_that_selects_it_alone(element: etree._Element) -> None:
    root = element.getroottree().getroot()

    assert any(list(pattern_of(name).select(root)) == [element] for name in names_of((element, "")))


@pytest.mark.parametrize("element", elements(), ids=lambda one: str(one.getroottree().getpath(one)))
def test_names_say_the_same_when_a_page_is_learned_from_and_when_it_is_read(element: etree._Element) -> None:
    root = element.getroottree().getroot()
    finder = Finder(VirtualDocument(root, "http://b.example/", 200))

    for name in names_of((element, ""), root):
        assert list(finder.on_page(pattern_of(name))) == list(pattern_of(name).select(root))


def test_inside_a_part_of_a_page_paths_begin_at_the_part() -> None:
    table = html.document_fromstring(PAGE).findall(".//table")[1]
    last = table.findall(".//td")[1]

    found = [pattern_of(name).select(table) for name in names_of((last, ""), table)]

    assert any(list(one) == [last] for one in found)


@pytest.mark.parametrize(
    ("markup", "named"),
    [
        ("<div id='post-2041'>", []),
        ("<div id='a b'>", []),
        ('<div class="it\'s">', []),
        ("<div class='post first'>", ["div[@class~='post']", "div[@class~='first']"]),
        ("<a rel='author'>", ["a[@rel='author']"]),
        ("<meta name='author' content='x'>", ["meta[@name='author']"]),
    ],
)
def test_what_is_of_one_page_or_cannot_be_written_names_nothing(markup: str, named: list[str]) -> None:
    found = own_names(html.fragment_fromstring(markup))

    assert found[: len(named)] == named
    assert bool(found) is bool(named)


def test_an_attribute_is_a_place_too() -> None:
    root = html.document_fromstring(PAGE)
    meta = root.find(".//meta")
    assert meta is not None

    name = names_of((meta, "content"))[0]

    assert name == "meta[@property='og:title']/@content"
    assert first_by(name, root) == (meta, "content")


def page(markup: str) -> tuple[etree._Element, dict[tuple[etree._Element, str], float]]:
    """A page whose <b> is right."""
    root = html.document_fromstring(f"<html><body>{markup}</body></html>")
    return root, {(one, ""): 1.0 for one in root.iter("b")}


def test_the_name_that_is_best_on_most_pages_wins_and_others_follow() -> None:
    pages = [page("<i class='x'>no</i><b class='x'>yes</b>") for _ in range(3)]
    pages += [page("<div id='last'><i>no</i></div><p id='other'><b class='y'>yes</b></p>")]

    first, *others = vote(pages)

    assert (first.held, first.pages) == (4, 4)
    assert first.pattern == "b"
    assert others == []


def test_a_name_that_is_wrong_elsewhere_loses_to_one_that_finds_nothing_there() -> None:
    pages = [page("<p id='a'><b class='x'>yes</b></p>") for _ in range(3)]
    odd = html.document_fromstring("<html><body><p><b>no</b></p><q class='z'>yes</q></body></html>")
    pages.append((odd, {(odd.findall(".//q")[0], ""): 1.0}))

    chosen = vote(pages)

    assert all(first_by(one.pattern, odd) is None for one in chosen[:1])
    assert first_by(chosen[1].pattern, odd) == (odd.findall(".//q")[0], "")


def test_of_what_there_is_once_the_path_is_better_than_a_tag_that_finds_others_too() -> None:
    pages = [page("<div><b>yes</b></div><div><b>no</b><b>no</b></div>") for _ in range(3)]
    right = [(root, {(root.findall(".//b")[0], ""): 1.0}) for root, _ in pages]

    assert [one.pattern for one in vote(right)] == ["b"]
    assert [one.pattern for one in vote(right, is_only=True)] == ["body/div[1]/b"]


@pytest.mark.parametrize("pages", [[], [page("<i>nothing</i>")]])
def test_pages_without_anything_right_have_no_rule(
    pages: list[tuple[etree._Element, dict[tuple[etree._Element, str], float]]],
) -> None:
    assert vote(pages) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Posted by Anna Berg", "Anna Berg"),
        ("by Anna", "Anna"),
        ("von Anna Berg", "Anna Berg"),
        ("– Geschrieben von  Anna", "Anna"),
        ("Bya Sand", "Bya Sand"),
        ("Author: Anna", "Anna"),
        ("Davide Par", "Davide Par"),
        ("", ""),
    ],
)
def test_a_name_stands_behind_by(text: str, name: str) -> None:
    assert plain_name(text) == name
