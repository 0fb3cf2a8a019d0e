"""A mended level goes over one layout of a level, and leaves all else as it was."""

from typing import Any

from thresher.knowledge.build import build_type
from thresher.knowledge.inherit import laid_over

POST = {"object": "BlogPost", "fields": {"text": ["div[@id='a']"], "author": ["b"]}}
OTHER = {"object": "BlogPost", "fields": {"text": ["div[@id='b']"]}}
DATA: dict[str, Any] = {
    "type": "small",
    "levels": [
        {"name": "post", "layout": "first", "kind": "terminal", "detect": ["i"], "extract": [POST]},
        {"name": "post", "layout": "second", "kind": "terminal", "detect": ["u"], "extract": [OTHER]},
        {"name": "list", "kind": "intermediate", "detect": ["ul"]},
    ],
}


def mended(**level: Any) -> dict[tuple[str, ...], list[str]]:
    """Of each level, by its name and what tells it: the patterns of the text."""
    laid = laid_over({"name": "post", "kind": "terminal", "detect": [], **level}, DATA)
    levels = build_type(laid, ("small",)).levels
    return {
        (one.name, *map(str, one.detect)): [str(at.at) for rule in one.extract for at in rule.fields["text"].places]
        for one in levels
    }


def test_new_patterns_go_before_those_of_the_layout_and_other_layouts_stay() -> None:
    rule = {"object": "BlogPost", "fields": {"text": ["p"]}}

    assert mended(layout="second", extract=[rule]) == {
        ("post",): ["p", "div[@id='b']"],
        ("post", "i"): ["div[@id='a']"],
        ("post", "u"): ["p", "div[@id='b']"],
        ("list", "ul"): [],
    }


def test_without_a_layout_the_first_is_meant() -> None:
    rule = {"object": "BlogPost", "fields": {"text": ["p"]}}

    assert mended(extract=[rule])["post", "i"] == ["p", "div[@id='a']"]


def test_a_level_that_the_type_does_not_have_is_added() -> None:
    laid = laid_over({"name": "essay", "kind": "terminal", "detect": ["em"]}, DATA)

    assert [one["name"] for one in laid["levels"]] == ["essay", "post", "post", "list"]


def test_a_level_that_was_mended_can_be_mended_again() -> None:
    once = laid_over(
        {
            "name": "post",
            "kind": "terminal",
            "detect": [],
            "extract": [{"object": "BlogPost", "fields": {"text": ["p"]}}],
        },
        DATA,
    )
    comments = {"object": "Comment", "each": ["li"], "fields": {"text": ["q"]}}
    twice = laid_over({"name": "post", "kind": "terminal", "detect": [], "extract": [comments]}, once)

    told = next(one for one in build_type(twice, ("small",)).levels if list(map(str, one.detect)) == ["i"])
    texts = {rule.object.value: [str(place.at) for place in rule.fields["text"].places] for rule in told.extract}
    assert texts == {"Comment": ["q"], "BlogPost": ["p", "div[@id='a']"]}
