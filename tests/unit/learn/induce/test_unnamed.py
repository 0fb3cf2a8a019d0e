"""Sites that nobody has described and that one software has made are noticed; what all sites have says nothing."""

from typing import Any

import pytest
from tests.support.fishboard import OTHER, A, B, example, examples, plain

from thresher.knowledge import load_base
from thresher.learn.induce.unnamed import UnnamedSite, find_kin, known_type

BASE = load_base()
FISH = {
    "each": "div[@class~='catch']",
    "author": "a[@class~='angler']",
    "published": "span[@class~='landed']",
    "text": "div[@class~='tale']",
}


def site(name: str, places: dict[str, str], kind: str = "BoardPost", form: str = "", **more: Any) -> UnnamedSite:
    fields = {part: [at] for part, at in places.items() if part != "each"}
    rule = {"object": kind, "fields": fields, "quotes": ["*[contains(@class, 'quote')]"]}
    if "each" in places:
        rule["each"] = [places["each"]]
    level = {"name": "thread", "kind": "terminal", "detect": [], "extract": [rule]}
    roles = {"thread": [form]} if form else {}
    return UnnamedSite(name, {"levels": [level], "urls": {"roles": roles}}, **more)


def groups(*sites: UnnamedSite) -> list[tuple[str, ...]]:
    return [one.names for one in find_kin(sites, BASE)]


def test_sites_that_are_read_by_the_same_unusual_names_are_of_one_software() -> None:
    one, other = (site(name, FISH, form="catch/{id#}") for name in ("a.example", "b.example"))

    (kin,) = find_kin([one, other], BASE)

    assert (kin.names, kin.category) == (("a.example", "b.example"), "forum")
    assert {(each.what, each.text) for each in kin.common} == {
        *((f"BoardPost.{part} at", at) for part, at in FISH.items()),
        ("addresses like", "catch/{id#}"),
    }


def test_two_unusual_names_are_not_enough() -> None:
    few = {part: at for part, at in FISH.items() if part in ("each", "author")}

    assert groups(site("a.example", few), site("b.example", few)) == []


@pytest.mark.parametrize(
    "places",
    [
        {
            "each": "div[@class~='post']",
            "author": "span[@class~='author']",
            "published": "time[@class~='date']",
            "text": "div[@class~='content']",
        },
        {
            "author": "*[@class~='post-author']",
            "title": "h1[@class~='entry-title']",
            "published": "*[@class~='published']",
            "text": "div[@class~='entry-content']",
        },
        {
            "each": "div[@class~='card']",
            "author": "div[@class~='card-header']",
            "published": "small[@class~='text-muted']",
            "text": "div[@class~='card-body']",
            "title": "h5[@class~='list-group-item-heading']",
        },
        {
            "author": "*[@itemprop='author']",
            "title": "*[@itemprop='headline']",
            "published": "*[@itemprop='datePublished']",
            "text": "*[@itemprop='articleBody']",
        },
    ],
    ids=["single words", "customs", "a style sheet", "microdata"],
)
def test_what_all_kinds_of_sites_have_is_no_structure_in_common(places: dict[str, str]) -> None:
    sites = [site(name, places, form="topic/{id#}") for name in ("a.example", "b.example")]

    assert groups(*sites) == []


def test_four_names_put_together_of_usual_words_are_enough_if_no_type_has_them() -> None:
    places = {
        "each": "div[@class~='comments_list__comment']",
        "author": "div[@class~='comment__info__username']/a",
        "published": "li[@class~='comment__info__date']",
        "text": "div[@class~='comment__text']",
    }
    three = {part: at for part, at in places.items() if part != "published"}

    assert groups(site("a.example", places), site("b.example", places)) == [("a.example", "b.example")]
    assert groups(site("a.example", three), site("b.example", three)) == []


def test_a_blog_and_a_forum_are_not_of_one_software() -> None:
    assert groups(site("a.example", FISH), site("b.example", FISH, "BlogPost")) == []


def test_three_sites_are_one_group_and_others_stand_alone() -> None:
    other = {part: at.replace("'", "'moss", 1) for part, at in FISH.items()}
    found = groups(
        site("a.example", FISH), site("x.example", other), site("b.example", FISH), site("c.example", FISH)
    )  # fmt: skip

    assert found == [("a.example", "b.example", "c.example")]


def test_signs_on_pages_speak_where_one_name_is_the_same() -> None:
    pages = {home: tuple(one for one in examples() if one.page.url.startswith(home)) for home in (A, B)}
    name = {"text": FISH["text"]}

    (kin,) = find_kin([site("a.example", name, examples=pages[A]), site("b.example", name, examples=pages[B])], BASE)
    without = [site("a.example", name), site("b.example", name)]
    others = tuple(example(f"{OTHER}/chat/{number}", plain(number)) for number in range(3))
    strangers = [site("a.example", name, examples=pages[A]), site("c.example", name, examples=others)]

    assert ("a link to its makers", "a[contains(@href, 'fishboard.example')][contains(., 'Fishboard')]") in {
        (one.what, one.text) for one in kin.common
    }
    assert (groups(*without), groups(*strangers)) == ([], [])


def test_one_generator_and_one_form_of_addresses_are_one_software() -> None:
    def pages(home: str) -> tuple[Any, ...]:
        head = "<head><meta name='generator' content='Mossengine 2'></head>"
        return tuple(
            example(f"{home}/talk/{number}", f"<html>{head}<body><p>{home} {number} says so</p></body></html>")
            for number in range(3)
        )

    one, other = ({"examples": pages(home), "form": "talk/{id#}"} for home in (A, OTHER))
    places = {"text": "div[@class~='post']"}

    assert groups(site("a.example", places, **one), site("c.example", places, **other)) == [("a.example", "c.example")]
    assert groups(site("a.example", places, **{**one, "form": ""}), site("c.example", places, **other)) == []


def test_a_site_with_the_signs_of_a_type_is_of_that() -> None:
    head = "<head><meta name='generator' content='WordPress 6.1'></head>"
    page = example(f"{A}/hello", f"<html>{head}<body><p>Hello, world, says everybody.</p></body></html>")

    assert known_type(site("a.example", FISH, examples=(page,)), BASE) == "wordpress"
    assert known_type(site("a.example", FISH, examples=tuple(examples())), BASE) == ""
    assert known_type(site("a.example", FISH), BASE) == ""
