"""Posts of which little is said: numbers for ids, boxes without classes, classes that only say how something looks."""

from tests.unit.learn.small_sites import prose
from tests.unit.learn.test_classes_of_forums import plain, sight_at
from tests.unit.learn.test_posts import POSTS, learned, moment, person, read, sights, text

from thresher.learn.posts import learn_posts


def numbered(page: int) -> str:
    """Ids of one letter and a number, as items of a menu might have, and nothing else."""
    return "<ul><li><a href='/a'>News</a></li><li><a href='/b'>Help</a></li></ul><ol>" + "".join(
        f"<li id='p{page * 100 + n}'><div>by <a href='/user/{person(page, n)}'>{person(page, n)}</a></div>"
        f"<div><p>{text(page, n)}</p></div><div><span>{moment(page, n)}</span></div></li>"
        for n in range(POSTS)
    ) + "</ol>"  # fmt: skip


def test_posts_are_told_by_a_letter_before_their_numbers() -> None:
    rule = learned(numbered)

    for page, sight in enumerate(sights(numbered), 1):
        assert read(rule, sight, rule.text) == [text(page, n) for n in range(POSTS)]
        assert read(rule, sight, rule.author) == [person(page, n) for n in range(POSTS)]


def signed(page: int) -> str:
    """A greeting in a box like that of the text, the same below all that somebody writes; some have none."""
    return "<div>" + "".join(
        f"<article id='post-{page * 100 + n}'><header><a href='/user/{person(page, n)}'>{person(page, n)}</a> "
        f"<span>{moment(page, n)}</span></header><div>{text(page, n)}</div>"
        + (f"<div>{prose('greeting ' + person(page, n), 1)}</div>" if len(person(page, n)) % 4 else "")
        + "<footer><div><button>Reply</button></div></footer></article>"
        for n in range(POSTS)
    ) + "</div>"  # fmt: skip


def test_what_is_the_same_below_all_posts_of_an_author_is_no_part_of_the_text() -> None:
    rule = learned(signed)

    assert read(rule, sights(signed)[1], rule.text) == [text(2, n) for n in range(POSTS)]
    assert rule.without == ()


def barred(page: int) -> str:
    """Posts of two rows, the first of which is a bar with a number; the boxes in the cell are as many."""
    return "<table>" + "".join(
        f"<tr id='post-{page * 100 + n}'><td colspan='2'><a href='#post-{n}'>#{n + 1}</a></td></tr><tr><td>"
        f"<a href='/user/{person(page, n)}'>{person(page, n)}</a><div>Member</div></td><td><div><div><p>{text(page, n)}"
        f"</p></div></div><div><span>{moment(page, n)}</span> <button>Reply</button></div></td></tr>"
        for n in range(POSTS)
    ) + "</table>"  # fmt: skip


def test_bars_with_numbers_that_all_pages_have_begin_posts() -> None:
    rule = learned(barred)

    assert rule.each.startswith("tr[")
    assert read(rule, sights(barred)[2], rule.text) == [text(3, n) for n in range(POSTS)]
    assert read(rule, sights(barred)[2], rule.author) == [person(3, n) for n in range(POSTS)]


def test_classes_that_say_how_boxes_look_make_no_nested_posts() -> None:
    forum = plain(712, naming="utility", thread_layout="side_last", opening="apart", profile="joined", guests=True)
    seen = [sight_at(forum, url) for url in sorted(forum.thread_urls.values())[:12]]

    rule = learn_posts(seen)

    assert rule is not None
    assert rule.each == "div[contains(@id, 'msg_')]"


def beside(page: int) -> str:
    """The author stands in the second box of a post; in its first, the second box has links, too."""
    return "<div>" + "".join(
        f"<div id='post-{page * 100 + n}'><div><p><span>{moment(page, n)}</span> <a href='/p/{page}{n}'>#{n}</a></p>"
        f"<div><p>{text(page, n)}</p></div><div><a href='/reply/{page}{n}'>Reply</a></div></div>"
        f"<div><a href='/user/{person(page, n)}'>{person(page, n)}</a>"
        f"<div>{('Elder', 'Member')[n % 2]}</div></div></div>"
        for n in range(POSTS)
    ) + "</div>"  # fmt: skip


def test_an_author_is_told_by_the_place_of_the_box_in_the_post() -> None:
    rule = learned(beside)

    assert read(rule, sights(beside)[1], rule.author) == [person(2, n) for n in range(POSTS)]
    assert rule.author_url.endswith("/@href")
