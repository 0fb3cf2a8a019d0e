"""Posts of which little is said: numbers for ids, boxes without classes, classes that only say how something looks."""

import random

from lxml import html
from tests.support.invented_forums import Forum, invent
from tests.support.invented_forums.reading import sight_at
from tests.unit.learn.posts.test_posts import POSTS, learned, moment, person, read, sights, text
from tests.unit.learn.small_sites import prose

from thresher.learn.posts.parts import find_text
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.rule import PostRule
from thresher.learn.posts.table import Table
from thresher.pattern import parse


def read_by(forum: Forum) -> PostRule:
    """What eight pages of threads teach of the posts of a forum."""
    pages = sorted(forum.wanted)
    random.Random(forum.traits.seed).shuffle(pages)
    rule = learn_posts([sight_at(forum, url) for url in pages[:8]])
    assert rule is not None
    return rule


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
    forum = invent(712)

    assert read_by(forum).each == "div[contains(@id, 'msg_')]"


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


def test_posts_with_ids_hold_no_posts_without() -> None:
    forum = invent(803)

    assert read_by(forum).each == "div[contains(@id, 'post-')]"


def test_posts_without_names_are_told_by_the_way_to_them() -> None:
    forum = invent(834)

    assert read_by(forum).each == "div[@id='main']/div/div"


def test_guests_do_not_join_posts_that_have_ids() -> None:
    forum = invent(769)

    rule = read_by(forum)

    assert rule.each == "div[contains(@id, 'msg_')]"
    assert rule.author.startswith("a[@class~=")


def test_a_line_with_the_date_is_no_part_of_the_text_whatever_it_looks_like() -> None:
    forum = invent(792)

    rule = read_by(forum)

    assert rule.text != "xpath:."
    assert rule.without == ()


def test_a_date_that_stands_alone_goes_before_the_first_of_several() -> None:
    """Below a post stands when it was edited, then when it was written; both are dates in titles."""
    forum = invent(756)

    rule = read_by(forum)

    seen = [sight_at(forum, url) for url in sorted(forum.wanted)]
    posts = [one for sight in seen for one in parse(rule.each).select(sight.page.tree) if not isinstance(one, str)]
    notes = [one for one in posts if one.xpath(".//p[.//span[@title]]")]
    assert notes
    written = {post.time.strftime("%H:%M") for thread in forum.content.threads for post in thread.posts}
    assert all(str(parse(rule.published).first(one))[-5:] in written for one in notes)


def test_dates_that_go_down_are_those_of_posts_with_the_newest_first() -> None:
    """Each post says since when its author is a member, too."""
    forum = invent(1039)

    assert read_by(forum).published.startswith("span[")


def test_what_stands_in_the_head_of_a_post_is_not_its_text() -> None:
    notes = [
        f"<li class='note'><h4 class='who'><span>{prose(f'name {n}', 1)}</span> #</h4><p class='day'><time>"
        f"{moment(1, n)}</time></p><p>Thank you.</p></li>"
        for n in range(POSTS)
    ]
    records = list(html.fromstring(f"<ol>{''.join(notes)}</ol>"))

    found = find_text(Table(records, [0] * POSTS), "p[@class~='day']", "h4[@class~='who']")

    assert found == ""


def test_the_first_box_of_a_cell_is_the_text_though_some_have_a_greeting_below_it() -> None:
    rule = read_by(invent(6015))

    assert (rule.each, rule.author, rule.text) == ("div[@id='main']/div/div", "div[1]/b", "div[2]/div")


def test_posts_that_are_halved_on_some_pages_are_found_whole_on_all() -> None:
    """Where nobody has a rank below the name, the two boxes of a post may look like one each."""
    rule = read_by(invent(6015, profile="none"))

    assert (rule.each, rule.author) == ("div[@id='main']/div/div", "div[1]/b")
    assert rule.published == "span"
