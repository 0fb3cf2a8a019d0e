"""Remarks on answers, made otherwise than these: where they begin and end."""

from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, day, prose, sentence, title

from thresher.learn import Sight
from thresher.learn.posts import learn_posts
from thresher.learn.remarks import learn_remarks
from thresher.pattern import parse


def byline(number: int, kind: str) -> str:
    """Who, when, and how well known: the last is a text that differs from person to person."""
    name = PEOPLE[number % 7]
    who = f"<a class='person' href='/user/{name}'>{name}</a> <b class='{kind}-fame'>{(number % 7) * 37 + 11}</b>"
    return f"<div class='{kind}-foot'><i class='{kind}-time'>{day(number)}</i> {who}</div>"


def remark(number: int) -> str:
    text = f"<div class='remark-text'>{sentence(f'remark {number}', 9)}</div>"
    return f"<div class='remark' id='r{number}'><div class='inner'>{text}{byline(number, 'remark')}</div></div>"


def answer(question: int, number: int) -> str:
    key = question * 20 + number
    some = "".join(remark(key * 5 + n) for n in range((question + number) % 3))
    text = f"<div class='answer-text'>{prose(f'answer {key}', 3)}</div>"
    return f"<div class='answer' id='a{key}'>{text}{byline(key, 'answer')}<div class='remarks'>{some}</div></div>"


def sights() -> list[Sight]:
    pages = [
        f"<html><head><title>{title(str(n))}</title></head><body><h1>{title(str(n))}</h1>"
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
