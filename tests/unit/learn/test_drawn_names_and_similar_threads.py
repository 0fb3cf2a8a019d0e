"""Sites to share links and to ask questions: marked and drawn names, lists by what came last, similar questions."""

import pytest
from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, Site, day, html, posts, prose, title

from thresher.learn import Sight, type_of
from thresher.learn.addresses import describe
from thresher.learn.drawing import function_of
from thresher.learn.flipping import called_next
from thresher.learn.page_types import PageType
from thresher.learn.shapes import folder_among, shape_in

ORIGIN = "http://links.example"
GROUPS = ("tools", "garden", "engines")


def drawn(number: int) -> str:
    """A short name as programs draw them from a number."""
    letters = "0123456789abcdefghijklmnopqrstuvwxyz"
    number = number * 37 + 50_000
    name = ""
    while number:
        number, rest = divmod(number, 36)
        name = letters[rest] + name
    return name


def thread_of(number: int) -> str:
    return f"/~{GROUPS[number % 3]}/{drawn(number)}/{title(str(number)).lower().replace(' ', '_')}"


def row(number: int) -> str:
    person = PEOPLE[number % 7]
    return (
        f"<li><h2><a href='{thread_of(number)}'>{title(str(number))}</a></h2><a href='/~{GROUPS[number % 3]}'>"
        f"~{GROUPS[number % 3]}</a> <a href='/user/{person}'>{person}</a> <i>{day(number)}</i></li>"
    )


def listed_by_the_last(count: int = 60, per_page: int = 20) -> Site:
    """A front page that goes on behind the name of its last thread, and back to the name of its first."""
    pages = {}
    for first in range(0, count, per_page):
        numbers = range(first, first + per_page)
        back = f"<a class='item' href='/?before={drawn(first)}'>Prev</a>" if first else ""
        on = (
            f"<a class='item' href='/?after={drawn(first + per_page - 1)}'>Next</a>" if first + per_page < count else ""
        )
        body = f"<ol>{''.join(map(row, numbers))}</ol><div class='pagination'>{back}{on}</div>"
        pages["/" if not first else f"/?after={drawn(first - 1)}"] = html("All threads", body)
        for number in numbers:
            pages[thread_of(number)] = html(title(str(number)), posts(f"thread {number}"))
    return Site(ORIGIN, pages)


def test_marked_names_of_groups_and_drawn_names_of_threads_are_of_one_kind() -> None:
    sight = listed_by_the_last().sight("/")

    shapes = {group.shape: len(group.titles) for group in sight.groups}

    assert shapes["~*/*/*"] == 20
    assert shapes["~*"] == 3


def test_a_list_that_goes_on_behind_its_last_thread_is_followed_onwards() -> None:
    site = listed_by_the_last()

    lesson = site.learn("/")

    assert [shape for shape, _ in lesson.threads] == ["~*/*/*"]
    assert {url for urls in lesson.boards.values() for url in urls} == {f"{ORIGIN}/?after={drawn(19)}"}
    assert not [url for url in site.asked if "before=" in url]


def test_what_is_next_comes_before_what_was_before() -> None:
    site = listed_by_the_last()

    found = called_next(site.sight(f"/?after={drawn(19)}").spots)

    assert found == [f"{ORIGIN}/?after={drawn(39)}", f"{ORIGIN}/?before={drawn(20)}"]


def test_of_short_drawn_names_some_may_be_all_digits() -> None:
    assert describe(["1dkh", "11z7", "zs2", "16ab"]).kind == "any"
    assert describe(["anna", "ben", "d4ve"]).kind == "name"


@pytest.mark.parametrize("name", ["news", "news-2", "a-walk", "a-walk-2", "engines"])
def test_what_stands_behind_a_number_is_a_title_whatever_word_it_is(name: str) -> None:
    url = f"{ORIGIN}/m/workshop/t/5/{name}"

    assert shape_in(url, {"m/*/t/#/*"})
    assert folder_among(url, ["m/*/t/#/*"]) == "m"


def test_threads_on_a_second_page_are_listed_though_their_board_was_not_met() -> None:
    """Nothing is looked for above threads whose list goes on by keys."""

    def address(number: int) -> str:
        return (
            f"/f/{('tools', 'garden', 'engines', 'cellar')[number % 4]}/{number}/{title(str(number)).replace(' ', '-')}"
        )

    pages = {}
    for page in range(3):
        rows = "".join(
            f"<li><h2><a href='{address(number)}'>{title(str(number))}</a></h2> <i>{day(number)}</i></li>"
            for number in range(page * 20 + 1, page * 20 + 21)
        )
        on = (
            f"<div class='next'><a href='/?rank={page * 991 + 7}&amp;from={page * 20 + 20}'>More</a></div>"
            if page < 2
            else ""
        )
        pages["/" if not page else f"/?rank={(page - 1) * 991 + 7}&from={page * 20}"] = html(
            "All", f"<ul>{rows}</ul>{on}"
        )
    for number in range(1, 61):
        back = f"<p><a href='{address(number).rsplit('/', 2)[0]}'>Back</a></p>"
        pages[address(number)] = html(title(str(number)), back + posts(f"thread {number}"))
    site = Site(ORIGIN, pages)

    site.learn("/")

    assert {url.removeprefix(ORIGIN) for url in site.asked} <= pages.keys()


def answer(key: str, number: int) -> str:
    person = PEOPLE[number * number % 7]
    return (
        f"<div class='post'><div class='body'><p>{prose(f'{key} {number}', 3)}</p><div class='meta'><div>posted "
        f"{day(number)}</div><b>{number}</b> <b>{number * 7}</b><a class='card' href='/users/{person}'>{person}</a>"
        f"</div><div class='tools'><a class='tool' href='/posts/{number}'>Permalink</a><a class='tool' "
        f"href='/posts/{number}/history'>History</a></div></div></div>"
    )


def test_commands_that_every_post_has_are_no_titles() -> None:
    page, _ = page_of(f"{ORIGIN}/posts/5", html("A question", "".join(answer("a", n) for n in (9, 7, 8, 3, 5, 1, 4))))

    sight = Sight(page)

    assert sight.kind is PageType.THREAD or sight.is_talk


def test_short_questions_beside_similar_ones_are_threads_as_others_are() -> None:
    def question(number: int) -> str:
        similar = "".join(
            f"<li><a href='/q/{other}'>{title(str(other))}</a> <b>{other}</b> <b>9</b> <i>{day(other)}</i></li>"
            for other in range(number + 12, number, -1)
        )
        count = 9 if number % 10 == 4 else 1
        said = "".join(answer(str(number), n) for n in range(count)) if count > 1 else "<p>Any news?</p>"
        return html(title(str(number)), f"{said}<ul class='similar'>{similar}</ul>")

    rows = "".join(
        f"<li><a href='/q/{n}'>{title(str(n))}</a> <b>{90 if n % 10 == 4 else 1}</b> <i>{day(n)}</i></li>"
        for n in range(1, 31)
    )
    pages = {"/": html("Questions", f"<ul>{rows}</ul>")} | {f"/q/{n}": question(n) for n in range(1, 80)}
    site = Site(ORIGIN, pages)
    assert site.sight("/q/12").kind is PageType.INDEX

    lesson = site.learn("/")

    assert [shape for shape, _ in lesson.threads] == ["q/#"]
    assert not lesson.boards


def test_what_is_to_write_a_thread_is_called_otherwise_than_its_address() -> None:
    assert function_of(f"{ORIGIN}/b/tools/new", "New topic") == "new"
    assert function_of(f"{ORIGIN}/b/tools/new", "New") == ""
    assert function_of(f"{ORIGIN}/b/tools/a-walk", "A long walk") == ""


def test_pages_to_write_in_are_no_threads_where_threads_have_nothing_but_names() -> None:
    def address(number: int) -> str:
        return f"/b/{GROUPS[number % 3]}/topics/{title(str(number)).lower().replace(' ', '-')}"

    boards = "".join(f"<li><a href='/b/{name}'>{title(name)}</a> {prose(name, 1)}</li>" for name in GROUPS)
    pages = {"/": html("Boards", f"<ul>{boards}</ul>"), "/login": html("Log in", "<form></form>")}
    for place, name in enumerate(GROUPS):
        rows = "".join(
            f"<tr><td><a href='{address(number)}'>{title(str(number))}</a></td><td>{day(number)}</td></tr>"
            for number in range(60 + place, place, -3)
        )
        pages[f"/b/{name}"] = html(name, f"<a href='/b/{name}/topics/new'>New topic</a><table>{rows}</table>")
    pages |= {address(number): html(title(str(number)), posts(f"thread {number}")) for number in range(1, 64)}
    redirects = {f"/b/{name}/topics/new": "/login" for name in GROUPS}

    lesson = Site(ORIGIN, pages, redirects).learn("/")

    assert lesson.functions == {"new"}
    assert "b/tools/topics/new?!*" in type_of(lesson, "x")["urls"]["roles"]["action"]
    assert not [url for urls in lesson.threads.values() for url in urls if url.endswith("/new")]
