"""Remarks on answers, made otherwise than these: where they begin and end."""

from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, day, prose, sentence, title

from thresher.learn import Sight
from thresher.learn.posts.opening import with_opening
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.remarks import learn_remarks
from thresher.pattern import parse


def byline(number: int, kind: str) -> str:
    """Who, when, and how well known: the last is a text that differs from person to person."""
    name = PEOPLE[number % 7]
    who = f"<a class='person' href='/user/{name}'>{name}</a> <b class='{kind}-fame'>{(number % 7) * 37 + 11}</b>"
    return f"<p class='{kind}-foot'><i class='{kind}-time'>{day(number)}</i> {who}</p>"


def remark(number: int) -> str:
    text = f"<div class='remark-text'>{sentence(f'remark {number}', 9)}</div>"
    return f"<div class='remark' id='r{number}'><div class='inner'>{text}{byline(number, 'remark')}</div></div>"


def answer(question: int, number: int) -> str:
    key = question * 20 + number
    some = "".join(remark(key * 5 + n) for n in range((question + number) % 3))
    text = f"<div class='answer-text'>{prose(f'answer {key}', 3)}</div>"
    return f"<div class='answer' id='a{key}'>{text}{byline(key, 'answer')}<div class='remarks'>{some}</div></div>"


def question(number: int) -> str:
    """What is asked, and in the same box what was remarked on it, which may be more."""
    some = "".join(remark(1000 + number * 7 + n) for n in range(number % 4 * 2))
    text = f"<div class='question-text'>{prose(f'question {number}', 1)}</div>"
    return f"<div class='question'>{text}{byline(number * 3, 'question')}<div class='remarks'>{some}</div></div>"


def sights(*, is_asked: bool = False) -> list[Sight]:
    pages = [
        f"<html><head><title>{title(str(n))}</title></head><body><h1>{title(str(n))}</h1>{question(n) * is_asked}"
        f"{''.join(answer(n, number) for number in range(3 + n % 3))}</body></html>"
        for n in range(1, 9)
    ]
    return [Sight(page_of(f"http://help.example/q/{n}", markup)[0]) for n, markup in enumerate(pages, start=1)]


def test_a_line_with_author_and_date_is_no_remark_but_what_stands_around_it_and_says_more() -> None:
    posts = learn_posts(sights())
    assert posts is not None

    rule = learn_remarks(sights(), posts)

    assert rule is not None
    assert rule.text == "div[@class~='remark-text']"
    boxes = [box for sight in sights() for box in parse(rule.each).select(sight.page.tree)]
    assert len(boxes) == sum((n + number) % 3 for n in range(1, 9) for number in range(3 + n % 3))


def test_remarks_in_the_box_of_a_question_are_none_of_it() -> None:
    pages = sights(is_asked=True)

    rule = with_opening(learn_posts(pages), pages)

    assert rule is not None
    assert rule.opening is not None
    assert rule.opening.text == "div[@class~='question-text']"
    assert rule.remarks is not None
    assert rule.remarks.text == "div[@class~='remark-text']"
