"""Boards that say what they are about in their links, people whose pages look like lists, posts of several rows."""

import re

from tests.support.pages import page_of
from tests.unit.learn.posts.test_posts import POSTS, learned, moment, person, read, sights, text
from tests.unit.learn.small_sites import PEOPLE, Site, forum, front_list, html, sentence, title

from thresher.learn import Course, Sight
from thresher.learn.proof import flips_to, is_news
from thresher.model import Entry, Kind

BOARD, TOPIC = ("board/#", ""), ("topic/#", "")


def described() -> Site:
    """The link to a board holds what it is about; lists are in the order of their last posts."""
    site = forum()
    front = site.pages["/"]
    site.pages["/"] = re.sub(
        r"(<a href='/board/\d+'>[^<]*)</a><br>([^<]*)", lambda row: f"{row[1]}<br>{row[2] * 2}</a>", front
    )
    assert site.pages["/"] != front
    return site


def test_boards_that_say_much_of_themselves_are_no_threads() -> None:
    lesson = described().learn("/")

    assert lesson.boards.keys() == {BOARD}
    assert lesson.threads.keys() == {TOPIC}


def with_lists_of_people() -> Site:
    """Pages of people list what they wrote, as boards do; their names are the headings of posts."""
    site = forum()
    for path, markup in list(site.pages.items()):
        named = re.sub(r"<div class='who'>(<a [^>]*>[a-z]+</a>)</div>", r"<h2 class='who'>\1</h2>", markup)
        site.pages[path] = named.replace("/user/", "/people/")
    for number, name in enumerate(PEOPLE):
        rows = "".join(
            f"<tr><td><a href='/topic/{100 * board + 12 + number}'>{title(f'{name} {board}')}</a></td><td>{board * 7}"
            f"</td><td>2021-03-0{board}</td></tr>"
            for board in range(1, 5)
        )
        site.pages[f"/people/{name}"] = html(name, f"<table class='topics'>{rows}</table>")
    return site


def test_people_are_known_as_soon_as_threads_are() -> None:
    for start in ("/", "/board/2?page=2", "/topic/112"):
        site = with_lists_of_people()

        lesson = site.learn(start)

        assert lesson.entry == site.url("/")
        assert lesson.boards.keys() == {BOARD}
        assert not [url for url in site.asked if "/people/" in url]


def in_three_rows(page: int) -> str:
    """Each post has a row for who and when, one for the text and one for buttons; a bar above the posts looks like the
    last of these, and numbers of pages and a head are rows of the same table."""
    bar = "<table><tr><td><table><tr><td class='small'><a href='/new'>New</a></td></tr></table></td></tr></table>"
    numbers = "<tr><td colspan='2'>Pages: <b>1</b> <a href='?page=2'>2</a></td></tr>" if page % 2 else ""
    rows = "".join(
        f"<tr><td rowspan='3'><b class='mid'><a href='/user/{person(page, n)}'>{person(page, n)}</a></b></td>"
        f"<td class='cell'>{moment(page, n)}</td></tr><tr><td class='cell'><div class='mid'>{text(page, n)}</div></td>"
        "</tr><tr><td><table><tr><td class='small'><a href='/report'>Report</a></td></tr></table></td></tr>"
        for n in range(POSTS)
    )
    return f"{bar}<table>{numbers}<tr><td>Author</td><td>{sentence(f'head {page}', 4)}</td></tr>{rows}{numbers}</table>"


def test_posts_begin_where_most_rows_do() -> None:
    rule = learned(in_three_rows, 5)

    for page, sight in enumerate(sights(in_three_rows, 5), start=1):
        assert read(rule, sight, rule.author) == [person(page, n) for n in range(POSTS)]
        assert read(rule, sight, rule.published) == [moment(page, n) for n in range(POSTS)]
        assert read(rule, sight, rule.text) == [text(page, n) for n in range(POSTS)]


def with_pictures(page: int) -> str:
    """Who wrote is linked twice, first by a picture; who began the thread has a class of its own."""
    found = ""
    for n in range(POSTS):
        name, number = person(page, n), page * 100 + n
        own = " class='first'" if n == 0 else ""
        links = f"<a href='/~{name}'><img src='/face.png'></a> <a href='/~{name}'{own}>{name}</a>"
        line = f"<a name='n{n}'></a><span>{links} <a href='/n/{number}'>{moment(page, n)}</a></span>"
        words = f"<div class='words'>{text(page, n)}</div>"
        found += f"<div class='note' id='n{number}'><div class='line'>{line}</div>{words}</div>"
    return found


def test_a_link_around_a_picture_does_not_hide_the_name_behind_it() -> None:
    rule = learned(with_pictures, 4)

    for page, sight in enumerate(sights(with_pictures, 4), start=1):
        assert read(rule, sight, rule.author) == [person(page, n) for n in range(POSTS)]


def test_the_first_page_of_the_front_list_is_not_asked_for_again() -> None:
    site = front_list()
    course = Course(site.learn("/"), "learned-site")

    def is_left(path: str) -> bool:
        return course.shown_by_entry(Entry(site.url(path), Kind.PAGE, 1)) is not None

    assert is_left("/?page=1")
    assert not any(map(is_left, ("/", "/?page=2", "/topic/20")))


def test_a_last_page_with_one_thread_goes_on_with_the_list() -> None:
    menu = "<p><a href='/search/of/everything'>Search everything</a> <a href='/all/the/people'>All the people</a></p>"

    def page(path: str, *numbers: int) -> Sight:
        rows = "".join(f"<tr><td><a href='/topic/{n}'>Topic {n}</a></td><td>{n}</td></tr>" for n in numbers)
        return Sight(page_of(f"http://forum.example{path}", f"{menu}<table>{rows}</table>")[0])

    first = page("/board/1", *range(20))

    assert is_news(first, page("/board/1?page=2", 20))
    assert not is_news(first, page("/board/1?order=age", 3))


def test_short_names_that_a_program_drew_are_of_one_kind() -> None:
    names = ("gex5o3", "abcdef", "2370ih", "s6ykb7", "64ejm4", "lnlqzk", "8gh1j9")
    rows = "".join(f"<li><a class='t' href='/s/{name}/{title(name).replace(' ', '_')}'>Talk</a></li>" for name in names)
    pages = "<a href='/list/page2'>2</a> <a href='/list/page3'>3</a>"
    sight = Sight(page_of("http://links.example/", f"<ul>{rows}</ul><p>{pages}</p>")[0])

    shapes = {group.shape: len(group.titles) for group in sight.groups}

    assert shapes["s/*/*"] == len(names)
    assert shapes["list/page#"] == 2


def test_a_redirect_to_the_next_thread_flips_no_page() -> None:
    posts = [html("A talk", "".join(f"<p>{sentence(f'{key} {n}')}</p>" for n in range(8))) for key in "ab"]
    link = "<a class='next' href='/t?5.2.next'>Next</a>"
    first, _ = page_of("http://site.example/t?5", posts[0].replace("</body>", f"{link}</body>"))
    other, _ = page_of("http://site.example/t?6", posts[1])
    sight = Sight(first)
    (flips,) = sight.flips

    assert flips_to(flips, sight, Sight(other, asked="http://site.example/t?5.2")) is False
    assert flips_to(flips, sight, Sight(other)) is True
