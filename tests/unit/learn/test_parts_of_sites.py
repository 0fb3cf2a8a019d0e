"""Sites whose forum is a part behind several menus, or many parts; threads whose names a program drew."""

from hashlib import sha1

import pytest
from tests.unit.learn.small_sites import PEOPLE, Site, board_table, day, html, posts, prose, sentence, title

from thresher.learn import Course, Lesson

FORUM = "<p><a href='/'>Home</a> <a href='/forum'>Forum</a> <a href='/help'>Help</a></p>"


def drawn(number: int) -> str:
    return sha1(str(number).encode()).hexdigest()[:10]


def rows(numbers: range, start: str) -> str:
    items = "".join(
        f"<tr><td>{day(300 - n)}</td><td><a href='{start}{drawn(n)}'>{title(str(n))}</a></td><td>{n % 7} posts</td>"
        "</tr>"
        for n in numbers
    )
    return f"<table>{items}</table>"


def signed(key: str, person: str) -> str:
    """A thread whose headings name the author, with a link to all that they wrote."""
    return "".join(
        f"<div class='post' id='p{key}{n}'><h3>By <a href='/wrote?by={person}'>{person}</a> on {day(n * 5)}</h3>"
        f"<div class='body'><p>{prose(f'{key} {n}', 1)}</p></div></div>"
        for n in range(4)
    )


def drawn_site() -> Site:
    """Addresses of threads are drawn; a list goes on by two numbers at once."""
    pages = {"/": html("Welcome", f"<p>{sentence('hello')}</p>", menu=FORUM)}
    for page in range(3):
        numbers = range(page * 25, page * 25 + 25)
        more = f"<a href='/forum?skip={page * 25 + 25}&show=25'>Older...</a>" if page < 2 else ""
        pages[f"/forum?skip={page * 25}&show=25" if page else "/forum"] = html(
            "Threads", rows(numbers, "/post/") + more
        )
        for number in numbers:
            person = PEOPLE[number % 7]
            pages[f"/post/{drawn(number)}"] = html(title(str(number)), signed(str(number), person), menu=FORUM)
    for person in PEOPLE:
        own = [n for n in range(75) if PEOPLE[n % 7] == person]
        wrote = "".join(
            f"<tr><td>{day(300 - n)}</td><td><a href='/seen/{drawn(n)}'>{title(str(n))}</a>: {prose(f'{n} 0', 1)}</td>"
            "</tr>"
            for n in own
        )
        pages[f"/wrote?by={person}"] = html(person, f"<table>{wrote}</table>", menu=FORUM)
    return Site("http://drawn.example", pages)


def followed(site: Site, lesson: Lesson) -> set[str]:
    """Paths of the site that what was learned calls threads or lists."""
    course = Course(lesson, "site")
    return {path for path in site.pages if course.role_of(site.url(path)) in ("thread", "board", "home", "listing")}


@pytest.mark.parametrize("start", ["/forum", "/", f"/post/{drawn(30)}"])
def test_names_that_a_program_drew_are_one_kind_of_address(start: str) -> None:
    site = drawn_site()

    lesson = site.learn(start)

    wanted = {path for path in site.pages if path.startswith(("/post/", "/forum"))}
    assert wanted <= followed(site, lesson)
    assert not any(path.startswith("/wrote") for path in followed(site, lesson))


def project(name: str, first: int) -> dict[str, str]:
    """A project: a front page that lists nothing, with a menu to a forum."""
    menu = f"<ul><li><a href='/'>Home</a></li><li><a href='/p/{name}/boards'>Boards</a></li></ul>"
    numbers = range(first, first + 15)
    table = board_table(numbers).replace("href='/topic/", f"href='/p/{name}/topic/")
    pages = {
        f"/p/{name}": html(name, "<p>Nothing here.</p>", menu=menu),
        f"/p/{name}/boards": html("Boards", table, menu=menu),
    }
    for number in numbers:
        pages[f"/p/{name}/topic/{number}"] = html(title(str(number)), posts(f"{name} {number}"), menu=menu)
    return pages


def projects(*names: str) -> Site:
    """Projects side by side; the front page leads to a list of them."""
    menu = "<ul><li><a href='/'>Home</a></li><li><a href='/projects'>Projects</a></li></ul>"
    links = "".join(f"<div><a class='project' href='/p/{name}'>{name}</a></div>" for name in names)
    pages = {"/": html("A place", "<p>Welcome.</p>", menu=menu), "/projects": html("Projects", links, menu=menu)}
    for place, name in enumerate(names):
        pages |= project(name, 100 + place * 50)
    return Site("http://many.example", pages)


def test_a_menu_may_lead_to_another() -> None:
    site = projects("mill")

    lesson = site.learn("/")

    assert {path for path in site.pages if "/topic/" in path} <= followed(site, lesson)


def test_what_holds_for_two_parts_of_a_site_holds_for_all() -> None:
    site = projects("mill", "barn", "well", "yard")

    lesson = site.learn("/")

    assert lesson.entry == site.url("/projects")
    assert {path for path in site.pages if path.startswith("/p/")} <= followed(site, lesson)
    assert not any("/p/yard" in path for path in site.asked)


def letters(number: int) -> str:
    """Answers come by a script; what is on the page is signed and dated."""
    return (
        f"<div class='mail'><span class='author'>{PEOPLE[number * number % 7]}</span> "
        f"<span class='date'>{day(number * 2)}</span><div class='text'><p>{prose(str(number))}</p></div></div>"
    )


def test_what_is_signed_and_dated_is_written_though_nobody_answers() -> None:
    menu = "<ul><li><a href='/'>Home</a></li><li><a href='/threads'>Latest threads</a></li></ul>"
    pages = {"/": html("A list", "<p>Welcome.</p>", menu=menu), "/threads": html("Latest", board_table(range(20, 40)))}
    pages |= {f"/topic/{n}": html(title(str(n)), letters(n), menu=menu) for n in range(20, 40)}

    lesson = Site("http://mail.example", pages).learn("/")

    assert lesson.thread_count == 20
