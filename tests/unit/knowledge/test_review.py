"""Lessons of single sites are weighed, and proposed for their type."""

import copy
from dataclasses import replace
from typing import Any

import pytest
import yaml

from thresher.knowledge import load_base
from thresher.knowledge.amend import amended, difference
from thresher.knowledge.review import MendedLevel, Review, proposed_data, review

BASE = load_base()
AUTHOR = "span[@class~='by']"


def level(**fields: Any) -> dict[str, Any]:
    rule = {"object": "BlogPost", "fields": fields}
    return {"name": "post", "kind": "terminal", "detect": [], "extract": [rule]}


def mended(site: str, data: dict[str, Any], time: str = "2026-11-16T12:00:00+00:00") -> MendedLevel:
    return MendedLevel(site, "ghost", data, 6, 0.1, 1.0, time)


def of_ghost(*some: MendedLevel) -> Review:
    (found,) = review(some, BASE)
    return found


def test_what_held_on_two_sites_is_proposed_whatever_its_spelling() -> None:
    found = of_ghost(
        mended("a.example", level(author=[AUTHOR])), mended("b.example", level(author='//span [@class~="by"]'))
    )

    (lesson,) = found.proposed
    assert (lesson.name, lesson.text) == ("post: BlogPost.author", AUTHOR)
    assert [(one.site, one.pages, one.before, one.after) for one in lesson.support] == [
        ("a.example", 6, 0.1, 1.0), ("b.example", 6, 0.1, 1.0)
    ]  # fmt: skip


def test_two_visits_of_one_site_are_one_site() -> None:
    found = of_ghost(mended("a.example", level(author=AUTHOR)), mended("a.example", level(author=AUTHOR)))

    assert found.proposed == ()
    assert [lesson.text for lesson in found.seen_once] == [AUTHOR]


def test_a_lesson_that_was_replaced_on_another_site_is_contradicted() -> None:
    newer = mended("b.example", level(author="i[@class~='who']"), "2026-12-01T00:00:00+00:00")
    found = of_ghost(
        newer, mended("b.example", level(author=AUTHOR)), mended("a.example", level(author=AUTHOR))
    )  # fmt: skip

    (lesson,) = found.contradicted
    assert (lesson.text, found.proposed) == (AUTHOR, ())
    assert str(lesson.against[0]) == "at b.example it was replaced on 2026-12-01 by i[@class~='who']"


def test_more_sites_that_hold_than_contradict_carry_a_lesson() -> None:
    found = of_ghost(
        mended("b.example", level(author="i[@class~='who']"), "2026-12-01T00:00:00+00:00"),
        mended("b.example", level(author=AUTHOR)),
        mended("a.example", level(author=AUTHOR)),
        mended("c.example", level(author=AUTHOR)),
    )

    (lesson,) = found.proposed
    assert (len(lesson.support), len(lesson.against)) == (2, 1)


def retired(one: MendedLevel) -> MendedLevel:
    reason = "8 pages of visit 3 are read by the type alone, and the same is found"
    return replace(one, failed="BlogPost.author", retired="2026-12-02T00:00:00+00:00", reason=reason)


def test_what_was_retired_on_a_site_speaks_against_a_lesson() -> None:
    found = of_ghost(
        mended("a.example", level(author=AUTHOR)), retired(mended("b.example", level(author=AUTHOR)))
    )  # fmt: skip

    (lesson,) = found.contradicted
    assert (found.proposed, found.seen_once, [one.site for one in lesson.support]) == ((), (), ["a.example"])
    assert str(lesson.against[0]).startswith("at b.example it was retired on 2026-12-02 because 8 pages of visit 3 are")
    assert [str(one) for one in found.retired] == [
        "post (BlogPost.author) at b.example: mended on 2026-11-16, retired on 2026-12-02 because 8 pages of visit 3 "
        "are read by the type alone, and the same is found"
    ]


def test_what_was_retired_everywhere_is_neither_proposed_nor_contradicted() -> None:
    found = of_ghost(*(retired(mended(f"{name}.example", level(author=AUTHOR))) for name in "ab"))

    assert (found.proposed, found.contradicted, found.seen_once, len(found.retired)) == ((), (), (), 2)


def test_what_was_learned_again_holds() -> None:
    again = mended("a.example", level(author=AUTHOR), "2026-12-09T00:00:00+00:00")
    found = of_ghost(
        again, retired(mended("a.example", level(author=AUTHOR))), mended("b.example", level(author=AUTHOR))
    )  # fmt: skip

    assert [(len(one.support), one.against) for one in found.proposed] == [(2, ())]


def test_what_the_type_has_already_is_not_proposed() -> None:
    known = "*[@class~='author-list']//img/@alt"
    found = of_ghost(mended("a.example", level(author=known)), mended("b.example", level(author=known)))

    assert (found.proposed, [lesson.text for lesson in found.known]) == ((), [known])


def test_types_that_are_not_known_have_no_review() -> None:
    assert review([MendedLevel("a.example", "nosuch", level(author=AUTHOR))], BASE) == []


def test_the_difference_is_small_and_says_what_was_learned() -> None:
    data = level(
        author=AUTHOR, title="h3[@class~='x']", published={"at": "p[@class~='d']", "match": "on (.+)"}, modified="i"
    )
    found = of_ghost(mended("a.example", data), mended("b.example", data))
    file = BASE.file("ghost")

    text = amended(file, found.proposed)

    changed = [line for line in difference(file, text).splitlines() if line[:1] in "+-"][2:]
    assert f'+            - "{AUTHOR}"' in changed
    assert """+            - { at: "p[@class~='d']", match: "on (.+)" }""" in changed
    assert sum(line.startswith("-") for line in changed) == 1
    assert text.count("\n") > file.path.read_text().count("\n")


@pytest.mark.parametrize("name", BASE.names)
def test_any_type_can_be_amended_and_says_what_it_should(name: str) -> None:
    file = BASE.file(name)
    levels = [
        {
            "name": one["name"],
            "kind": one["kind"],
            "detect": ["u[@id='f']"],
            "follow": [{"to": one["name"], "at": ["a[@class='zq']/@href"]}],
            "extract": [{"object": "BoardPost", "each": ["li[@class='c']"], "fields": {"text": ["p[@class='q']"]}}],
        }
        for one in file.data.get("levels", [])
    ] + [{"name": "more", "kind": "terminal", "detect": ["p[@id='m']"]}]
    some = [MendedLevel(site, name, one) for site in ("a.example", "b.example") for one in levels]
    (found,) = review(some, BASE)
    wanted = copy.deepcopy(file.data)
    proposed_data(wanted, found.proposed)

    text = amended(file, found.proposed)

    assert yaml.safe_load(text) == wanted
    assert wanted != file.data
