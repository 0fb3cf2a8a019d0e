"""What people end all their posts with, in no element of its own."""

import re
from collections.abc import Callable

import pytest
from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, day, prose, title

from thresher.learn import Sight
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.rule import PostRule
from thresher.learn.posts.sign_offs import with_sign_offs

THREADS, POSTS = 6, 7


def writer_of(thread: int, n: int) -> str:
    return PEOPLE[(thread * 3 + n) % 7]


def rule_for(ending: Callable[[str, int], str]) -> PostRule:
    """What is learned of posts whose text ends as `ending` says of a writer and a thread."""

    def post(thread: int, n: int) -> str:
        who = writer_of(thread, n)
        text = f"{prose(f'{thread} {n}', 2)}{ending(who, thread)}"
        return (
            f"<div class='post' id='p{thread * 100 + n}'><a class='who' href='/user/{who}'>{who}</a>"
            f"<i class='when'>{day(thread * 9 + n * 2)}</i>"
            f"<div class='body'>{text}<p class='do'><a href='/reply?{n}'>Reply</a></p></div></div>"
        )

    pages = [
        page_of(
            f"http://mill.example/topic/{thread}",
            f"<html><head><title>{title(str(thread))}</title></head><body>"
            f"{''.join(post(thread, n) for n in range(POSTS))}</body></html>",
        )[0]
        for thread in range(THREADS)
    ]
    sights = [Sight(page) for page in pages]
    rule = with_sign_offs(learn_posts(sights), sights)
    assert rule is not None
    return rule


def test_lines_that_somebody_ends_all_posts_with_end_the_text() -> None:
    rule = rule_for(lambda who, _: f"<br><br>--<br>{who} of the mill<br>http://{who}.example/")

    for who in PEOPLE:
        assert re.fullmatch(rule.sign_offs, f"{who} of the mill")
        assert re.fullmatch(rule.sign_offs, f"http://{who}.example/")
    assert re.fullmatch(str(rule.as_data()["until"]), "anna of\n the mill")
    assert not re.fullmatch(rule.sign_offs, "--")  # it says nothing of anybody


def test_they_may_be_left_out_now_and_then_and_have_a_line_about_the_post_behind_them() -> None:
    def ending(who: str, thread: int) -> str:
        edit = f"<br><br>Edited by {who} on {day(thread)}" if thread % 2 else ""
        return ("" if thread == 4 else f"<br><br>{who} of the mill") + edit

    rule = rule_for(ending)

    assert rule.until
    assert re.fullmatch(rule.sign_offs, "anna of the mill")
    assert "Edited" not in rule.sign_offs


@pytest.mark.parametrize(
    "ending",
    [
        lambda who, _: "<br><br>Greetings to all",
        lambda who, _: f"<br><br>{who} of the mill" if who in PEOPLE[:2] else "",
        lambda who, thread: f"<br><br>{who} wrote {thread}",
        lambda who, thread: f"<br><br>{who} of the mill" if thread % 2 else "",
        lambda who, _: "<br>" + "<br>".join(f"{who} {n}" for n in range(9)),
    ],
    ids=["everybody the same", "two people", "each time another", "every other time", "a poem"],
)
def test_other_endings_are_what_was_said(ending: Callable[[str, int], str]) -> None:
    assert rule_for(ending).sign_offs == ""
