"""Templates are changed alike on all pages, and what people wrote stays."""

import re
from collections.abc import Callable
from random import Random

import pytest
from lxml import etree
from tests.support.small_forum import TYPE, old, talk

from thresher.evaluate.adaptation_edits import take_out, unwrap, wrap
from thresher.evaluate.adaptation_fresh import FRESH
from thresher.evaluate.adaptation_kinds import SCORING
from thresher.evaluate.adaptation_rebuilds import REBUILDS
from thresher.evaluate.adaptation_redesigns import REDESIGNS
from thresher.evaluate.adaptation_targets import Template, classes_of, elements_of, template_of
from thresher.evaluate.mutations import DEVELOPMENT, Mutation, mutate
from thresher.knowledge.build import build_type

LEVEL = build_type(TYPE, ("smallforum",)).levels[1]
TALKS = [talk(number) for number in (4, 8, 12)]
"""Of two posts each."""
KINDS = {**DEVELOPMENT, **SCORING, **FRESH}

HEAD = "<head><meta property='og:title' content='x'></head>"


def template() -> Template:
    return template_of(LEVEL, [etree.HTML(f"<html>{HEAD}<body>{old(one)}</body></html>") for one in TALKS])


def texts(page: etree._Element) -> str:
    return " ".join(" ".join(map(str, page.itertext())).split())


def form(page: etree._Element) -> list[tuple[str, str]]:
    """Tags and classes, numbers left out."""
    return [(str(one.tag), re.sub(r"-\d+| p\d+", "", one.get("class") or "")) for one in elements_of(page)]


def changed(mutation: Mutation, seed: int) -> tuple[Template, str]:
    """The first change that a mutation finds something to do for."""
    for draw in range(20):
        one = template()
        if what := mutation(one, Random(seed + draw)):
            return one, what
    return template(), ""


@pytest.mark.parametrize("name", sorted(KINDS))
def test_what_people_wrote_survives_every_kind(name: str) -> None:
    one, _ = changed(KINDS[name], 1)

    for page, about in zip(one.pages, TALKS, strict=True):
        assert all(said.text in texts(page) and said.author in texts(page) for said in about.said)
        assert about.title in texts(page)


@pytest.mark.parametrize("name", sorted({*FRESH, *REBUILDS, *REDESIGNS}))
def test_dates_and_numbers_of_posts_survive_rebuilds_redesigns_and_fresh_kinds(name: str) -> None:
    before, (one, _) = template(), changed(KINDS[name], 1)

    for old_page, page in zip(before.pages, one.pages, strict=True):
        dates = [str(element.text) for element in old_page.iter("i")]
        numbers = [str(element.get("id")) for element in old_page.iter("div") if element.get("class") == "post"]
        assert len(dates) == len(numbers) == len(TALKS[0].said)
        assert all(date in texts(page) for date in dates)
        values = (value for element in elements_of(page) for value in element.attrib.values())
        assert {*numbers} <= {part for value in values for part in value.split()}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_pages_that_were_alike_are_alike_afterwards(name: str) -> None:
    one, _ = changed(KINDS[name], 1)

    assert [form(page) for page in one.pages] == [form(one.pages[0])] * len(TALKS)


@pytest.mark.parametrize("name", sorted(KINDS))
def test_the_same_seed_makes_the_same_changes(name: str) -> None:
    first, second = changed(KINDS[name], 3), changed(KINDS[name], 3)

    assert first[1] == second[1]
    assert list(map(etree.tostring, first[0].pages)) == list(map(etree.tostring, second[0].pages))


NOTHING_TO_DO = {"ids removed", "lists as divs", "attributes dropped", "classes split, joined", "page turned round"}


@pytest.mark.parametrize("name", sorted({*KINDS} - NOTHING_TO_DO))
def test_every_kind_finds_something_to_change_here(name: str) -> None:
    one, what = changed(KINDS[name], 1)

    assert what
    assert list(map(etree.tostring, one.pages)) != list(map(etree.tostring, template().pages))


def test_several_kinds_are_applied_once_each_the_first_one_first() -> None:
    one = template()

    done = mutate(one, SCORING, 3, Random(5), "dates rewritten")

    assert done[0] == "dates rewritten"
    assert len(set(done)) == len(one.done) == 3


def test_nothing_is_changed_where_the_first_kind_cannot_be_applied() -> None:
    one = template()

    assert mutate(one, {"none": lambda *_: "", **SCORING}, 3, Random(5), "none") == ()
    assert list(map(etree.tostring, one.pages)) == list(map(etree.tostring, template().pages))


def test_changes_meet_what_the_patterns_ask_for() -> None:
    one = template()

    assert one.classes() == ["post", "text", "when", "who"]
    assert [holder.text for holder in one.holders("author")] == [said.author for about in TALKS for said in about.said]


def test_hashed_classes_are_other_ones_and_as_many() -> None:
    one = template()
    before = {name for page in one.pages for element in elements_of(page) for name in classes_of(element)}

    SCORING["classes hashed"](one, Random(1))

    after = {name for page in one.pages for element in elements_of(page) for name in classes_of(element)}
    assert len(after) == len(before)
    assert not after & before


def test_no_two_elements_have_the_same_numbered_class() -> None:
    one = template()

    SCORING["classes numbered"](one, Random(1))

    names = [name for element in one.elements() for name in classes_of(element) if re.search(r"-\d+$", name)]
    assert len(names) == len(set(names)) == sum(len(about.said) for about in TALKS)


@pytest.mark.parametrize("written", ["7. April 2023, 09:33", "April 7, 2023 at 9:33 AM", "07.04.2023 09:33"])
def test_dates_are_written_for_people(written: str) -> None:
    found = {SCORING["dates rewritten"](template(), Random(number)) for number in range(20)}

    assert written in found
    assert len(found) == 3


def test_a_wrapper_is_removed_on_all_pages_whatever_else_it_is_called_on_each() -> None:
    markup = "<div class='post' id='p{0}'><div class='box tag-{0}'><b class='who'>A</b></div></div>"
    one = template_of(LEVEL, [etree.HTML(markup.format(number)) for number in range(3)])

    what = SCORING["wrapper removed"](one, Random(1))

    assert what == "div box"
    assert not any("box" in classes_of(element) for element in one.elements())


def test_no_kind_is_in_two_sets() -> None:
    assert len(KINDS) == len({*KINDS.values()}) == len(DEVELOPMENT) + len(SCORING) + len(FRESH)


POST = (
    "<h1>T</h1><div class='post' id='p1'><p><b class='who'>By Anna</b>, <i class='when'>4 March 2021</i></p>"
    "<div class='text'>So <em>be</em> it.</div></div><div class='post' id='p2'><div class='text'>Yes.</div></div>"
)
REDESIGNED = [
    ("classes of blocks", r'<b class="([\w-]+)__who">.*<div class="\1__text">So'),
    ("class a level higher", r'<p class="who"><b class="">|<p class="when">|"post text"|<body><div class="posts?"'),
    ("ids as data", r'<div class="post" data-[\w-]+="p1">'),
    ("insides wrapped twice", r'"text"><div class="[\w-]+"><div class="[\w-]+-inner">So <em>be</em> it.(</div>){3}'),
    ("records in a list", r'</h1><([uo]l) class=.*><li class=.*id="p1">.*</li><li class=.*id="p2">.*</li></\1></body>'),
    ("author, date in one line", r'<p>(, )?<span class="byline">.*(Anna.*4 March 2021|4 March 2021 by Anna)</span>'),
    ("tags of its own", r'<(\w+)-post id="p1"><p><b class="who">.*<\1-text>So <em>be</em> it.</\1-text></\1-post>'),
    (
        "picture, role added",
        r'<span class="person"><img .*/>(<a|<span) class="role".*> <b class="who">By Anna</b></span>',
    ),
    ("bar of buttons added", r'id="p1">.*<div class="bar">(<a .*>.*</a> ){3}</div>.*id="p2">.*<div class="bar">'),
    ("latest entries added", r"<body><aside.*<span>By Anna</span> <span>4 March 2021</span> <span>So be it.</span>"),
    (
        "author, date outside",
        r'-head"><b class="who">By Anna</b> <i class="when">4 March 2021</i> </div><div class="post"',
    ),
]


@pytest.mark.parametrize(("name", "expected"), REDESIGNED, ids=[name for name, _ in REDESIGNED])
def test_a_redesign_does_what_its_name_says(name: str, expected: str) -> None:
    templates = [template_of(LEVEL, [etree.HTML(POST)]) for _ in range(8)]

    done = [one for seed, one in enumerate(templates) if REDESIGNS[name](one, Random(seed))]

    assert done
    assert all(re.search(expected, etree.tostring(one.pages[0]).decode()) for one in done)


def test_authors_and_dates_that_share_an_element_are_not_joined() -> None:
    markup = (
        "<div class='post'><b class='who'>Anna <i class='when'>4 March 2021</i></b><div class='text'>So.</div></div>"
    )
    one = template_of(LEVEL, [etree.HTML(markup)])

    assert REDESIGNS["author, date in one line"](one, Random(1)) == ""
    assert REDESIGNS["author, date outside"](one, Random(1))
    assert texts(one.pages[0]) == "Anna 4 March 2021 So."


def test_what_stands_between_two_records_stays_there() -> None:
    markup = (
        "<div class='post'><div class='text'>One.</div></div>two<div class='post'><div class='text'>Three.</div></div>"
    )
    one = template_of(LEVEL, [etree.HTML(markup)])

    REDESIGNS["records in a list"](one, Random(1))

    assert texts(one.pages[0]) == "One. two Three."


EDITS: list[tuple[Callable[[etree._Element], object], str]] = [
    (lambda one: wrap(one, "i"), "<p>a<i><b>b<u>c</u>d</b></i>e<s>f</s></p>"),
    (unwrap, "<p>ab<u>c</u>de<s>f</s></p>"),
    (take_out, "<p>ae<s>f</s></p>"),
]


@pytest.mark.parametrize(("edit", "expected"), EDITS, ids=["wrap", "unwrap", "take out"])
def test_texts_around_an_element_stay_where_they_are(edit: Callable[[etree._Element], object], expected: str) -> None:
    tree = etree.fromstring("<p>a<b>b<u>c</u>d</b>e<s>f</s></p>")

    edit(tree[0])

    assert etree.tostring(tree).decode() == expected


def test_an_element_without_children_is_unwrapped_into_the_text_before_it() -> None:
    tree = etree.fromstring("<p><s>f</s>a<b>b</b>c</p>")

    unwrap(tree[1])

    assert etree.tostring(tree).decode() == "<p><s>f</s>abc</p>"


def test_kinds_that_were_looked_at_are_kinds_to_score_by() -> None:
    assert {*REDESIGNS, *REBUILDS} < {*SCORING}
