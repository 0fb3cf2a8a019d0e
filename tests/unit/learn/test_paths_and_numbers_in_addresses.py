"""Paths that are the value of a parameter, numbers behind the address of a thread, names behind that of a board."""

import pytest
from tests.unit.learn.small_sites import Site, board_table, html, pager, posts, sentence, title

from thresher.knowledge.forms import parse_form, path_of, query_of
from thresher.learn import Course, Lesson
from thresher.learn.addresses import forms_of
from thresher.learn.flipping import step_between
from thresher.learn.shapes import skeleton
from thresher.learn.sifting import leave_numbered
from thresher.learn.upwards import above

ROOT = "http://forum.example/"
BOARDS, THREADS = 3, 24


def found(form: str, path: str) -> tuple[dict[str, str], str] | None:
    """What the names of a form stand for in an address, and which page it is."""
    match = parse_form(form).match(path_of(ROOT + path), query_of(ROOT + path), "/")
    return (dict(match.names), match.page) if match is not None else None


def slug(number: int) -> str:
    return title(str(number)).lower().replace(" ", "-")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("index.php?u=/topic/5/a-walk", "index.php?u=/topic/#/*"),
        ("index.php?u=/topic/5/a-walk/2", "index.php?u=/topic/#/*/#"),
        ("login.php?to=/", "login.php?to=/"),
    ],
)
def test_a_path_that_is_the_first_value_of_a_query_is_taken_apart(path: str, expected: str) -> None:
    assert skeleton(ROOT + path) == expected


def test_a_path_that_is_a_value_has_a_form() -> None:
    urls = [f"{ROOT}index.php?u=/topic/{n}/{slug(n)}" for n in range(3, 20)]

    form = forms_of(urls, ROOT)[0].text

    assert form == "index.php?u=/topic/{id#}/*"
    assert found(form, "index.php?u=/topic/7/a-ride") == ({"id": "7"}, "")
    assert found(form, "index.php?u=/board/7/a-ride") is None
    assert found("index.php?u=/topic/{id#}/*/{page#}&!*", "index.php?u=/topic/7/a-ride/2") == ({"id": "7"}, "2")


def test_a_number_of_its_own_names_a_thread_and_not_one_in_its_title() -> None:
    urls = [f"{ROOT}t/{slug(n)}-{n}/{n + 20}" for n in range(3, 20)]

    assert [form.text for form in forms_of(urls, ROOT)] == ["t/*-#/{id#}"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("talk_show5_a-walk.aspx", "talk_show#_*.aspx"),
        ("talk_show5p2_a-walk.aspx", "talk_show#p#_*.aspx"),
        ("talk_new5f3.aspx", "talk_new#f#.aspx"),
        ("talk_login.aspx", "talk_login.aspx"),
        ("my_5_walks.html", "*.html"),
    ],
)
def test_a_program_may_have_the_number_and_the_title_of_a_thing_in_its_name(path: str, expected: str) -> None:
    assert skeleton(ROOT + path) == expected


def test_programs_with_the_number_and_the_title_of_a_thing_have_a_form() -> None:
    urls = [f"{ROOT}talk_show{n}_{slug(n)}.aspx" for n in range(3, 20)]

    form = forms_of(urls, ROOT)[0].text

    assert found(form, "talk_show7_a-ride.aspx") == ({"id": "7"}, "")
    assert found(form, "talk_post7_a-ride.aspx") is None
    assert found(form, "talk_show7p2_a-ride.aspx") is None


def test_numbers_behind_that_of_a_thread_are_no_title() -> None:
    urls = [f"{ROOT}thread-{n}-1-{n % 3 + 1}.html" for n in range(3, 20)]

    assert [form.text for form in forms_of(urls, ROOT)] == ["thread-{id#}-1-#.html"]


def test_pages_between_numbers_are_no_other_names_of_the_first() -> None:
    """The last number is the page of the list that led there; lists have numbers of pages beside the titles."""
    rows = "".join(f"<li><a href='/board-{n}-1.html'>{title(f'b {n}')}</a> {sentence(f'b{n}')}</li>" for n in (1, 2, 3))
    pages = {"/": html("Forum", f"<ul>{rows}</ul>")}
    for board in (1, 2, 3):
        numbers = range(board * 100, board * 100 + 12)
        table = board_table(numbers)
        for number in numbers:
            more = f" <a href='/thread-{number}-2-1.html'>2</a>" if number % 3 == 2 else ""
            first, name = f"'/thread-{number}-1-{1 + number % 4 // 3}.html'", title(str(number))
            table = table.replace(f"'/topic/{number}'>{name}</a>", f"{first}>{name}</a>{more}")
            pages[first.strip("'")] = html(name, posts(str(number)))
        pages[f"/board-{board}-1.html"] = html(title(f"b {board}"), table)
    site = Site("http://forum.example", pages)

    course = Course(site.learn("/"), "forum")

    first, second = (course.application.urls.read(site.url(f"/thread-101-{n}-1.html"), course.root) for n in (1, 2))
    assert first.role == "thread"
    assert second.identity != first.identity


def test_behind_the_name_of_a_board_a_name_is_that_of_a_thread() -> None:
    board = f"{ROOT}forum/garden-talk/"

    assert step_between(board, f"{board}a-walk-by-the-sea/page-2/") is None
    assert step_between(board, f"{board}page-2/") is not None
    assert step_between(f"{ROOT}topic/5", f"{ROOT}topic/5/a-walk-by-the-sea/page-2") is not None


def last_posts() -> Site:
    """A forum with its front page at /index/; lists link to last posts by the number of their page."""
    boards = "".join(
        f"<tr><td><a href='/board/{n}/'>{title(f'b {n}')}</a><p>{sentence(f'about {n}')}</p></td>"
        f"<td><a href='/topic/{n * 100 + 13}/1/#last'>{title(str(n * 100 + 13))[:12]}…</a><br>2021-03-0{n}</td></tr>"
        for n in range(1, BOARDS + 1)
    )
    front = html("Forum", f"<table>{boards}</table>")
    menu = "<p class='way'><a href='/index/'>Forum</a></p>"
    pages = {"/": front, "/index/": front}
    for board in range(1, BOARDS + 1):
        for part in (1, 2):
            numbers = range(board * 100 + part * 12, board * 100 + part * 12 + 12)
            table = board_table(numbers, "/")
            for number in numbers:
                more = f" <a href='/topic/{number}/1/#last'>last</a></td></tr>"
                table = table.replace("</a></td></tr>", f"</a>{more}", 1)
                body = menu + f"<p><a href='/board/{board}/'>{title(f'b {board}')}</a></p>" + posts(str(number))
                pages[f"/topic/{number}/"] = pages[f"/topic/{number}/1/"] = html(title(str(number)), body)
            links = menu + table + pager(f"/board/{board}/", 2, part, "").replace("/2'", "/2/'")
            pages[f"/board/{board}/" + ("2/" if part > 1 else "")] = html(title(f"b {board}"), links)
    return Site("http://forum.example", pages)


@pytest.mark.parametrize("start", ["/", "/board/2/", "/board/2/2/", "/topic/112/"])
def test_a_number_behind_the_address_of_a_thread_names_no_other_thread(start: str) -> None:
    site = last_posts()

    course = Course(site.learn(start), "forum")

    read = course.application.urls.read
    plain, last = (read(site.url(path), course.root) for path in ("/topic/313/", "/topic/313/1/"))
    assert plain.role == "thread"
    assert last.role != "thread" or last.identity == plain.identity
    assert read(site.url("/board/3/"), course.root).role == "board"


def test_of_threads_with_and_without_a_number_behind_those_without_are_kept() -> None:
    site = last_posts()
    lesson = Lesson(site.url("/"))
    lesson.sights = {sight.url: sight for sight in map(site.sight, ("/", "/board/1/", "/board/2/"))}
    plain, last = ({site.url(f"/topic/{n}/{more}") for n in range(112, 118)} for more in ("", "1/"))
    lesson.threads = {("topic/#", ""): plain, ("topic/#/#", ""): set(last)}
    lesson.pages = sorted(last)

    leave_numbered(lesson)

    assert lesson.threads == {("topic/#", ""): plain}
    assert not lesson.pages


def test_a_front_page_may_be_called_so_in_a_folder() -> None:
    site = last_posts()
    site.pages["/board/2/2/"] = site.pages["/board/2/2/"].replace("<a href='/'>Start</a>", "")

    assert site.url("/index/") in above(site.sight("/board/2/2/"))


def test_the_first_page_of_a_list_is_not_all_that_is_above_it() -> None:
    """The front page of the forum is no folder of its boards: what stands before the list leads there."""
    pages = {"/": "<html><body><p>Nothing here</p></body></html>"}
    for path, markup in last_posts().pages.items():
        name = "/talks" if path in ("/", "/index/") else path
        pages[name] = markup.replace("/index/", "/talks").replace("<li><a href='/'>Start</a></li>", "")

    lesson = Site("http://forum.example", pages).learn("/board/2/2/")

    assert "/board/1/" in {url.removeprefix("http://forum.example") for urls in lesson.boards.values() for url in urls}


def test_a_date_that_leads_to_a_post_is_no_title() -> None:
    post = (
        "<div class='post'><div class='when'><a href='/topic/5/post-{0}'>{0} Apr 2024, 10:35</a></div>"
        "<div>{1}</div></div>"
    )
    body = "".join(post.format(number, sentence(str(number), 30)) for number in (11, 12, 13))
    site = Site("http://forum.example", {"/topic/5": f"<html><body>{body}</body></html>"})

    assert site.sight("/topic/5").title_link == ""


def test_a_title_may_end_with_a_date() -> None:
    post = (
        "<div class='post'><div class='name'><a href='/topic/{0}'>The meeting of {0} Apr 2024</a></div>"
        "<div>{1}</div></div>"
    )
    body = "".join(post.format(number, sentence(str(number), 30)) for number in (11, 12, 13))
    site = Site("http://forum.example", {"/board/5": f"<html><body>{body}</body></html>"})

    assert site.sight("/board/5").title_link == site.url("/topic/11")
