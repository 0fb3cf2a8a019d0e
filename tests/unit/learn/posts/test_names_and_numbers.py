"""Names beside the numbers of posts, cells that stripes have two names for, menus of authors, and few remarks."""

from itertools import pairwise

from lxml import etree
from tests.support.pages import page_of
from tests.unit.learn.posts.test_posts import POSTS, learned, moment, person, read, sights, text
from tests.unit.learn.posts.test_posts_of_old_boards import EXPECTED, all_read
from tests.unit.learn.small_sites import PEOPLE, day, forum, html, prose, title

from thresher.learn import Sight
from thresher.learn.lesson import ENOUGH_PAGES
from thresher.learn.posts.menus import led_to_by_author
from thresher.learn.posts.no_names import are_numbered
from thresher.learn.study import Study


def writer(page: int, number: int) -> str:
    """Somebody of twenty."""
    drawn = (page % 9 * 7 + number * 3) % 20
    return f"{PEOPLE[drawn % 7]}{'abc'[drawn // 7]}"


def numbered(page: int) -> str:
    """The number of a post stands beside its author, in one heading: more headings differ than people do."""
    return "".join(
        f"<div class='post' id='p{page * 100 + n}'><h3 class='head'><span class='nr'>#{n + 1}</span> <span class='by'>"
        f"<a class='who' href='/user/{writer(page, n)}'>{writer(page, n)}</a></span></h3>"
        f"<div class='when'>{moment(page, n)}</div><div class='words'>{text(page, n)}</div></div>"
        for n in range(POSTS)
    )


def test_the_heading_with_a_name_and_the_number_of_the_post_names_nobody() -> None:
    authors, _, _ = all_read(numbered, 20)

    assert authors == [writer(2, n) for n in range(POSTS)]


def test_what_stands_around_a_name_and_a_number_is_the_same_for_all() -> None:
    headings = {n: etree.fromstring(f"<h3>#{n} {name}</h3>") for n, name in enumerate(PEOPLE)}
    names = {n: etree.fromstring(f"<b>{name}</b>") for n, name in enumerate(PEOPLE)}
    others = {n: etree.fromstring(f"<h3>{n} {name} {word}</h3>") for n, (name, word) in enumerate(pairwise(PEOPLE))}

    assert are_numbered(headings, [names])
    assert not are_numbered(names, [headings, names])
    assert not are_numbered(others, [names])


def bare_between(page: int) -> str:
    """Nobody has an address: names stand bare between the number of the post and the date."""
    return "".join(
        f"<div class='post' id='p{page * 100 + n}'><div class='head'><b>#{n + 1}</b> {writer(page, n)} "
        f"<span class='grey'>{moment(page, n)}</span></div>"
        f"<div class='words'>{text(page, n)}</div></div>"
        for n in range(POSTS)
    )


def test_a_name_may_stand_bare_between_other_things_in_the_head_of_a_post() -> None:
    authors, _, _ = all_read(bare_between, 20)

    assert [name.strip() for name in authors] == [writer(2, n) for n in range(POSTS)]


def faced(page: int) -> str:
    """A letter stands for the face of each, in the link that the name is in."""
    return "".join(
        f"<div class='post' id='p{page * 100 + n}'><a class='who' href='/user/{writer(page, n)}'><i>"
        f"{writer(page, n)[0].upper()}</i> <b class='name'>{writer(page, n)}</b></a><div class='when'>{moment(page, n)}"
        f"</div><div class='words'>{text(page, n)}</div></div>"
        for n in range(POSTS)
    )


def test_a_letter_for_a_face_is_no_part_of_the_name_behind_it() -> None:
    rule = learned(faced, 20)

    assert read(rule, sights(faced, 20)[1], rule.author) == [writer(2, n) for n in range(POSTS)]
    assert rule.author_url == "a[@class~='who']/@href"


def striped(page: int) -> str:
    """Two rows a post; both cells of a row have the class of its stripe, and the date is in a box without a name."""
    return "<table>" + "".join(
        f"<tr class='{stripe}Top'><td class='{stripe}Top'><span class='who' id='user{page * 100 + n}'>"
        f"{person(page, n)}</span><div class='menu'><a href='/user.asp?u={PEOPLE.index(person(page, n))}'>"
        f"<div>Profile</div></a>"
        f"<a href='/find.asp?by={person(page, n)}'><div>What else was said</div></a></div></td>"
        f"<td class='{stripe}Top'><div>Posted: {moment(page, n)}</div><div><a href='/answer'>Answer</a></div></td></tr>"
        f"<tr class='{stripe}Row'><td class='{stripe}Side'><span class='small'>Member<br>Joined: 2019-02-05</span></td>"
        f"<td class='{stripe}Row'><div class='words'>{text(page, n)}</div></td></tr>"
        for n in range(POSTS)
        for stripe in [("talkEven", "talkOdd")[n % 2]]
    ) + "</table>"  # fmt: skip


def test_a_box_without_a_name_is_told_by_its_place_in_its_cell() -> None:
    authors, dates, texts = all_read(striped)

    assert (authors, texts) == (EXPECTED[0], EXPECTED[2])
    assert dates == [f"Posted: {date}" for date in EXPECTED[1]]


def test_links_in_the_menu_of_an_author_lead_to_pages_about_people() -> None:
    rule = learned(striped)

    found = led_to_by_author(sights(striped), rule)

    assert rule.author_url == ""
    assert set(found) == {"user.asp?u=#"}


def remarked(page: int, remarks: int) -> Sight:
    """Each post has one remark at most, but for a page of which one has several."""

    def remark(number: int) -> str:
        name = PEOPLE[number % 7]
        return (
            f"<li class='remark'><a class='remark-by' href='/user/{name}'>{name}</a> "
            f"<i class='at'>{day(number + 40)}</i>"
            f"<p class='remark-said'>{prose(f'remark {page} {number}', 2)}</p></li>"
        )  # fmt: skip

    boxes = "".join(
        f"<div class='post' id='p{page * 100 + n}'><a class='who' href='/user/{person(page, n)}'>{person(page, n)}</a>"
        f"<div class='when'>{moment(page, n)}</div><div class='words'>{text(page, n)}</div>"
        f"<ul class='remarks'>{''.join(remark(page * 10 + one) for one in range(remarks if n == page % 3 else 0))}</ul>"
        f"</div>"
        for n in range(POSTS)
    )
    return Sight(page_of(f"http://forum.example/topic/{page}", html(title(str(page)), boxes))[0])


def test_more_pages_are_looked_at_where_posts_have_one_remark_at_most() -> None:
    lesson = forum().learn("/")
    lesson.posts.clear()
    study = Study(lesson, set(), lambda _: True)

    told = [study.observe(remarked(page, int(page % 2 == 0))) for page in range(ENOUGH_PAGES)]
    told += [study.observe(remarked(page, 3)) for page in range(ENOUGH_PAGES, 2 * ENOUGH_PAGES)]

    assert told == [False] * (2 * ENOUGH_PAGES - 1) + [True]
    rule = lesson.posts[lesson.folder("http://forum.example/topic/1")]
    assert rule.remarks is not None
    assert rule.remarks.text == "p[@class~='remark-said']"
