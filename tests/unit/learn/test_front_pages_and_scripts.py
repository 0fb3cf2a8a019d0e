"""Forums whose front page looks like a thread, and those where one script shows everything by numbers."""

import re
import time

import pytest
from tests.unit.learn.small_sites import BOARDS, MENU, PEOPLE, Site, Style, day, forum, html, is_long, prose, title

from thresher.learn import Course, PageType
from thresher.learn.drawing import drawn

ONE_SCRIPT = Style("/index.php", "/index.php?board={n}.0", "/index.php?topic={n}.0", "{stem}.{offset}")
NAME = "learned-forum"


def boards_like_posts() -> str:
    """Boards with a description and their latest post: to the eye of a program, posts with author and date."""
    return "<div class='boards'>" + "".join(
        f"<div class='board'><h3><a class='name' href='/board/{n}'>{title(f'board {n}')}</a></h3>"
        f"<div class='when'>{day(40 + 3 * n)}</div><div class='about'>{prose(f'about {n}', 2)}</div></div>"
        for n in range(1, BOARDS + 1)
    ) + "</div>"  # fmt: skip


def with_such_a_front() -> Site:
    site = forum()
    site.pages["/"] = html("A small forum", boards_like_posts())
    return site


@pytest.mark.parametrize("start", ["/", "/topic/112", "/topic/114?page=2", "/board/2"])
def test_a_front_page_is_a_list_even_if_it_looks_like_a_thread(start: str) -> None:
    site = with_such_a_front()
    assert site.sight("/").kind is PageType.THREAD

    lesson = site.learn(start)

    assert lesson.entry == site.url("/")
    assert lesson.boards.keys() == {("board/#", "")}
    assert len(lesson.boards["board/#", ""]) == BOARDS
    assert lesson.threads.keys() == {("topic/#", "")}
    assert len(site.asked) <= 12


def test_the_front_page_of_a_part_is_one_too_if_nothing_else_leads_anywhere() -> None:
    plain = with_such_a_front()
    pages = {
        f"/talk{path}": re.sub(r"href='(/[^']*)'", r"href='/talk\1'", markup.replace(MENU, ""))
        for path, markup in plain.pages.items()
    }

    lesson = Site(plain.origin, pages).learn("/talk/")

    assert lesson.boards.keys() == {("talk/board/#", "")}
    assert lesson.threads.keys() == {("talk/topic/#", "")}


def below_a_bare_page() -> Site:
    """The same part of a larger site, whose front page says a word of welcome and lists nothing."""
    plain = with_such_a_front()
    menu = "<ul class='menu'><li><a href='/'>House</a></li><li><a href='/talk/'>Talk</a></li></ul>"
    pages = {
        f"/talk{path}": re.sub(r"href='(/[^']*)'", r"href='/talk\1'", markup.replace(MENU, "")).replace(
            "<body>", f"<body>{menu}"
        )
        for path, markup in plain.pages.items()
    }
    pages["/"] = html("House", "<p>Welcome. We have a place to <a href='/talk/'>talk</a>.</p>", menu=menu)
    return Site(plain.origin, pages)


def test_the_front_page_of_a_part_is_one_even_if_the_page_above_it_lists_nothing() -> None:
    site = below_a_bare_page()

    lesson = site.learn("/talk/")

    assert lesson.entry == site.url("/talk/")
    assert lesson.boards.keys() == {("talk/board/#", "")}
    assert lesson.threads.keys() == {("talk/topic/#", "")}


def one_script() -> Site:
    """Lists have links to the second pages of threads and to their last posts, as most have."""
    site = forum()
    for path, markup in site.pages.items():
        if path.startswith("/board/"):
            site.pages[path] = re.sub(r"<a href='/topic/(\d+)'>[^<]*</a>", _with_shortcuts, markup)
    return ONE_SCRIPT.of(site)


def _with_shortcuts(link: re.Match[str]) -> str:
    number = int(link[1])
    more = f" (<a href='/topic/{number}?page=2'>2</a>)" if is_long(number) else ""
    last = f"<a href='/index.php?topic={number}.msg{number * 31}#new'>{day(number)}, {PEOPLE[number % 7]}</a>"
    return f"{link[0]}{more} {last}"


@pytest.mark.parametrize("start", ["/", "/topic/114", "/topic/114?page=2", "/board/3"])
def test_numbers_joined_by_a_dot_are_a_thing_and_a_page_of_it(start: str) -> None:
    site = one_script()
    course = Course(site.learn(ONE_SCRIPT.path(start)), NAME)

    first, second = (site.url(ONE_SCRIPT.path(path)) for path in ("/topic/417", "/topic/417?page=2"))

    assert course.role_of(first) == course.role_of(second) == "thread"
    read = course.application.urls.read
    assert read(first, course.root).thing == read(second, course.root).thing
    assert read(first, course.root).identity != read(second, course.root).identity
    assert course.role_of(site.url("/index.php?topic=417.msg9001")) == ""
    assert course.role_of(site.url(ONE_SCRIPT.path("/board/3?page=2"))) == "board"


def test_what_numbers_of_pages_say_is_no_title() -> None:
    lesson = one_script().learn("/index.php")

    assert lesson.headings == {"index.php": "h1/text()"}


@pytest.mark.parametrize("name", ["sid", "PHPSESSID", "JSessionId"])
def test_sessions_may_have_any_name(name: str) -> None:
    site = forum()
    site.pages = {
        path: re.sub(
            r"href='(/[^']*)'", lambda m: f"href='{m[1]}{'&' if '?' in m[1] else '?'}{name}=c0ffee00c0ffee'", markup
        )
        for path, markup in site.pages.items()
    }

    lesson = site.learn("/")

    assert lesson.sessions == {name}
    assert not any(name in url for url in site.asked)
    assert lesson.threads.keys() == {("topic/#", "")}


def test_long_lists_cost_in_proportion() -> None:
    titles = "".join(f"<li><a href='/viewtopic.php?t={n}'>{title(str(n))}</a> {n}</li>" for n in range(1500))
    sight = Site("http://f.example", {"/list": html("All", f"<ul class='all'>{titles}</ul>")}).sight("/list")
    group = sight.groups[0]

    start = time.process_time()
    found = drawn(group, sight)

    assert len(found) == 3
    assert time.process_time() - start < 2  # 13 s where all were compared with all


def with_long_menus() -> Site:
    """Short posts of a blog, one a month, each beside a menu of all years, months and labels."""
    months = [f"/{year}/{month:02}/" for year in range(2016, 2022) for month in range(1, 13)]
    years = sorted({month[:6] for month in months})
    menu = "".join(f"<li><a href='{place}'>In {place[1:8]}</a> (3)</li>" for place in (*years, *months))
    menu += "".join(f"<li><a href='/label/{title(f'label {n}')}'>{title(f'label {n}')}</a></li>" for n in range(30))
    menu = f"<a href='/'>Home</a><ul class='side'>{menu}</ul>"
    named, pages = {}, {}
    for month in months:
        path, words = f"{month}{title(month).lower().replace(' ', '-')}.html", prose(month, 2)
        pages[path] = html(title(month), f"<p>{words}</p>", menu=menu)
        named[path] = (
            f"<div class='entry'><h3><a href='{path}'>{title(month)}</a></h3><i>{month[1:8]}</i><p>{words}</p></div>"
        )
    for place in (*years, *months):
        pages[place] = html(place, "".join(row for path, row in named.items() if path.startswith(place)), menu=menu)
    older = "<a href='/search?from=8'>Older posts</a>"  # which is not to be had
    pages["/"] = html("A blog", "".join(list(named.values())[-7:]) + older, menu=menu)
    return Site("http://blog.example", pages)


@pytest.mark.parametrize("start", ["/", "/2020/05/"])
def test_short_texts_beside_the_menu_of_all_pages_are_no_lists(start: str) -> None:
    site = with_long_menus()
    post = next(path for path in site.pages if path.startswith("/2020/05/") and path.endswith(".html"))
    assert site.sight(post).kind is PageType.INDEX

    lesson = site.learn(post if start != "/" else start)

    assert {shape for shape, _ in lesson.threads} == {"#/#/*.html"}
    assert {shape for shape, _ in lesson.boards} in ({"#"}, {"#/#"})  # years, or months
    assert len(site.asked) <= 20


def test_what_people_say_of_themselves_beside_a_long_menu_is_no_thread() -> None:
    site = with_long_menus()
    people = "".join(f"<li><a href='/member/{n}'>{PEOPLE[n % 7]} of {n}</a></li>" for n in range(40))
    menu = site.pages["/"].partition("<h1>")[0].partition("<body>")[2]
    site.pages["/"] = site.pages["/"].replace("</body>", f"<ul class='online'>{people}</ul></body>")
    for n in range(40):
        site.pages[f"/member/{n}"] = html(PEOPLE[n % 7], f"<p>{prose(f'about {n}', 1)}</p>", menu=menu)
    assert site.sight("/member/2").kind is PageType.INDEX

    lesson = site.learn("/")

    assert {shape for shape, _ in lesson.threads} == {"#/#/*.html"}


def test_a_link_without_words_takes_no_title_away() -> None:
    """The front page names the newest threads, and boards have an arrow that leads to each."""
    site = forum()
    newest = [f"/topic/{n}1{place}" for n in range(1, BOARDS + 1) for place in (3, 4)]
    names = "".join(f"<li><a href='{path}'>{title(path.removeprefix('/topic/'))}</a></li>" for path in newest)
    arrows = "".join(f"<a href='{path}'><img src='/arrow.png'></a>" for path in newest)
    site.pages["/"] = site.pages["/"].replace("<table", f"<ul class='newest'>{names}</ul><table")
    for path in [path for path in site.pages if path.startswith("/board/")]:
        plain = re.sub(r"<a href='/topic/[1-4]1[34]'>[^<]*</a>", "", site.pages[path])
        site.pages[path] = plain.replace("<table", f"<p>{arrows}</p><table")

    lesson = site.learn("/")

    assert lesson.headings["topic"] == "h1/text()"


@pytest.mark.parametrize("folder", ["/my-forum", "/cgi-bin/talk2", "/forum3"])
@pytest.mark.parametrize("start", ["", "?topic=112", "?board=2"])
def test_where_a_program_is_installed_names_nothing(folder: str, start: str) -> None:
    program = f"{folder}/talk.pl"
    style = Style(program, f"{program}?board={{n}}", f"{program}?topic={{n}}", "{stem}&from={offset}")
    site = style.of(forum())

    lesson = site.learn(program + start)

    assert lesson.entry == site.url(program)
    assert [shape.rpartition("/")[2] for shape, _ in lesson.boards] == ["talk.pl?board=#"]
    assert [shape.rpartition("/")[2] for shape, _ in lesson.threads] == ["talk.pl?topic=#"]
