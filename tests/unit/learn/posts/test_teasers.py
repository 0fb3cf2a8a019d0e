"""Boxes below a post that tell of other posts are none of its answers."""

from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, day, html, prose, title

from thresher.learn import Sight
from thresher.learn.posts.opening import with_opening
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.teasers import without_teasers
from thresher.pattern import parse

PAGES = 12


def card(number: int) -> str:
    """What a page tells of another, in two lines."""
    return (
        f"<div class='card'><h3><a href='/news/{title(f'n{number}').replace(' ', '-')}'>{title(f'n{number}')}</a></h3>"
        f"<p class='line'><i>{day(number)}</i></p><p class='line'>{prose(f'news {number}', 1)}</p></div>"
    )


def sight(page: int, others: tuple[int, ...]) -> Sight:
    """A post with the newest of the others below it."""
    body = (
        f"<article class='item'><p><b class='author'>{PEOPLE[page % 3]}</b> <i class='when'>{day(page * 9)}</i></p>"
        f"<div class='words'><p>{prose(f'news {page}')}</p><p>{prose(f'more {page}', 1 + page % 3)}</p></div>"
        f"<div class='related'>{''.join(map(card, others))}</div></article>"
    )
    url = f"http://paper.example/news/{title(f'n{page}').replace(' ', '-')}"
    return Sight(page_of(url, html(title(f"n{page}"), body))[0])


def test_what_pages_tell_of_others_is_no_answer() -> None:
    """Related by subject: each page tells of others than the next."""
    pages = [sight(page, (page + 20, page * 3 + 41, page * 5 + 82)) for page in range(PAGES)]

    rule = with_opening(learn_posts(pages), pages)

    assert rule is not None
    assert rule.opening is None
    for number, page in enumerate(pages):
        boxes = parse(rule.each).select(page.page.tree)
        assert len(boxes) == 1
        text = "".join(parse(rule.text).first(boxes[0]).itertext())
        assert prose(f"news {number}") in text
        assert prose(f"news {number + 20}", 1) not in text


def test_teasers_need_no_headings() -> None:
    """Each begins with a title, long or short, that leads to another page like this one."""
    found = []
    for page in range(PAGES):
        words = "".join(
            f"<li><a href='/news/{title(f'n{n}').replace(' ', '-')}'>{title(f'n{n}')}</a> <i>{day(n)}</i>"
            f"<p>{prose(f'news {n}', 1)}</p></li>"
            for n in (page + 20, page * 3 + 41, page * 5 + 82)
        )
        body = (
            f"<div class='item'><i class='when'>{day(page * 9)}</i>"
            f"<div class='words'><p>{prose(f'news {page}')}</p></div></div><ul class='also'>{words}</ul>"
        )
        url = f"http://paper.example/news/{title(f'n{page}').replace(' ', '-')}"
        found.append(Sight(page_of(url, html(title(f"n{page}"), body))[0]))

    rule = with_opening(learn_posts(found), found)

    assert rule is not None
    assert all(len(rule.elements_on(one.page.tree)) == 1 for one in found)


def test_lines_within_teasers_are_left_with_them() -> None:
    page = sight(3, (4, 5, 6, 7))

    kept = without_teasers(page, page.regions)

    classes = {record.elements[0].get("class") for region in kept for record in region.records}
    assert classes.isdisjoint({"card", "line"})


def test_replies_that_repeat_the_title_of_their_thread_are_no_teasers() -> None:
    replies = "".join(
        f"<div class='reply'><h3><a href='/topic?id={number}'>Re: A walk</a></h3><i>{day(number)}</i>"
        f"<p>{prose(f'reply {number}')}</p></div>"
        for number in range(5)
    )
    page = Sight(page_of("http://talk.example/topic?id=1", html("A walk", f"<div class='talk'>{replies}</div>"))[0])

    kept = without_teasers(page, page.regions)

    assert any(region.records[0].elements[0].get("class") == "reply" for region in kept)


def test_dates_that_are_only_mentioned_make_no_posts() -> None:
    """On one page the text of a post tells of a date, too, as its head has one: that makes no two posts of them."""
    pages = [plain(page, f"<p>{prose(f'end {page}')}</p>") for page in range(PAGES)]
    odd = plain(70, f"<p>{prose('odd')}</p><p>{day(71)}</p>")

    rule = learn_posts([*pages, odd])

    assert rule is None


def plain(page: int, more: str) -> Sight:
    """A post whose head and text are boxes of one kind."""
    body = (
        f"<article><div class='box'><p><i class='when'>{day(page)}</i></p></div>"
        f"<div class='box'><p>{prose(f'news {page}')}</p>{more}</div></article>"
    )
    return Sight(page_of(f"http://paper.example/news/{title(f'n{page}')}", html(title(f"n{page}"), body))[0])
