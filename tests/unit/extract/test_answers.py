"""What a part of a page answers, and what several rules read once."""

from dataclasses import replace

from lxml import etree
from tests.support.objects import post

from thresher.extract.answers import Answers
from thresher.extract.repeated import once
from thresher.model import ObjectType
from thresher.page.own_part import around, own_part

THREAD = "http://b.example/t/1"


def test_who_is_set_in_further_answers_the_last_before_that_is_less_far_in() -> None:
    page = etree.HTML("<p>a</p><p>b</p><p>c</p><p>d</p>")
    answers = Answers(THREAD)
    parts = [replace(post(number), reply_to="") for number in range(4)]

    found = [
        answers.answered(part, element, depth)
        for part, element, depth in zip(parts, page.iter("p"), ("0", "40", "80", "40"), strict=True)
    ]

    assert found == ["", parts[0].id, parts[1].id, parts[0].id]


def test_a_list_beside_a_post_answers_it_where_that_was_learned() -> None:
    page = etree.HTML("<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>")
    learned, known = Answers(THREAD, page), Answers(THREAD)
    parts = [replace(post(number), reply_to="") for number in range(3)]

    pairs = list(zip(parts, page.iter("p"), strict=True))

    assert [learned.answered(part, element, "") for part, element in pairs] == ["", parts[0].id, ""]
    assert [known.answered(part, element, "") for part, element in pairs] == ["", "", ""]


def test_a_remark_is_about_the_post_that_it_stands_behind() -> None:
    page = etree.HTML("<div><p>a</p><p>b</p><ul><li>on b</li></ul><p>c</p></div>")
    answers = Answers(THREAD, page)
    parts = [replace(post(number), reply_to="") for number in range(3)]
    remark = replace(post(9), type=ObjectType.COMMENT, reply_to="")

    for part, element in zip(parts, page.iter("p"), strict=True):
        answers.answered(part, element, "")

    assert answers.answered(remark, next(page.iter("li")), "") == parts[1].id


def test_what_two_rules_read_is_there_once_and_the_one_that_says_more() -> None:
    bare = replace(post(1), id=f"{THREAD}#x1", published="", reply_to="")
    full = replace(post(1), id=f"{THREAD}#c1", text=bare.text, author=bare.author)
    answer = replace(post(2), id=f"{THREAD}#x2", reply_to=bare.id)

    assert once([[bare, answer], [full]]) == [replace(answer, reply_to=full.id), full]


def test_what_one_rule_reads_twice_was_said_twice() -> None:
    first = replace(post(1), id=f"{THREAD}#c1")
    again = replace(first, id=f"{THREAD}#c2")

    assert once([[first, again]]) == [first, again]


def test_the_own_part_of_a_post_has_places_for_those_in_it() -> None:
    page = etree.HTML("<div id=a>one<div id=b>two</div>three<p>four</p></div>")
    outer, inner = page.iter("div")

    own = own_part(outer, {outer, inner}, around([outer, inner]))

    assert etree.tostring(own) == b'<div id="a">one<div/>three<p>four</p></div>'
    assert own_part(inner, {outer, inner}, around([outer, inner])) is inner
