"""Programs that are called by several words, portals beside the forum, addresses that say where a reader came from."""

import re
from collections.abc import Callable, Generator
from contextlib import suppress

from tests.unit.learn.small_sites import Site, day, forum, html, posts, sentence, title

from thresher.knowledge.build import build_type
from thresher.learn import Course, Lesson, Sight
from thresher.learn.knowledge import root_of, type_of
from thresher.learn.menus import lists_of_parts
from thresher.learn.people import people_on
from thresher.learn.shapes import skeleton
from thresher.learn.upwards import is_stream
from thresher.model import Page


def readdressed(change: Callable[[str], str], site: Site | None = None) -> Site:
    """The small forum with other addresses, in its links and for its pages."""
    plain = site or forum()
    pages = {
        change(path): re.sub(r"(?<=href=')[^']*", lambda link: change(link[0]), markup)
        for path, markup in plain.pages.items()
    }
    return Site(plain.origin, pages)


def by_programs(path: str) -> str:
    """/board/2?page=3 → /board_show.pl?bid=2;pg=3, and so on; the front page is a program like others."""
    found = re.fullmatch(r"/(board|topic|user)/(\w+)(?:\?page=(\d+))?", path)
    if found is None:
        return "/forum_show.pl" if path == "/" else f"/forum_{path[1:]}.pl"
    name = {"board": "bid", "topic": "tid", "user": "uid"}[found[1]]
    return f"/{found[1]}_show.pl?{name}={found[2]}" + (f";pg={found[3]}" if found[3] else "")


def test_words_of_a_program_are_no_name_of_a_thing() -> None:
    assert skeleton("http://f.example/board_show.pl?bid=7") == "board_show.pl?bid=#"
    assert skeleton("http://f.example/view_user_posts.php") == "view_user_posts.php"
    assert skeleton("http://f.example/a-walk-by-the-mill.php") == "*.php"


def test_programs_that_differ_in_one_word_are_told_apart() -> None:
    for start in ("/forum_show.pl", "/topic_show.pl?tid=112"):
        lesson = readdressed(by_programs).learn(start)

        assert lesson.boards.keys() == {("board_show.pl?bid=#", "")}
        assert lesson.threads.keys() == {("topic_show.pl?tid=#", "")}
        assert lesson.index_steps
        assert lesson.thread_steps


def below_a_portal() -> Site:
    """The forum is at talk.php, which looks like a thread; index.php shows one thread as news, and leads there."""

    def change(path: str) -> str:
        found = re.fullmatch(r"/(board|topic|user)/(\w+)(?:\?page=(\d+))?", path)
        if found is None:
            return "/talk.php" if path == "/" else f"{path}.php"
        return f"/{found[1]}.php?id={found[2]}" + (f"&page={found[3]}" if found[3] else "")

    site = readdressed(change)
    rows = "".join(
        f"<div class='row'><h3><a href='/board.php?id={n}'>{title(f'board {n}')}</a></h3>"
        f"<p>{sentence(f'on {n}', 40)}</p><p>{day(40 + n)} by <a href='/user.php?id=anna'>anna</a></p></div>"
        for n in range(1, 5)
    )
    site.pages["/talk.php"] = html("Talk", rows)
    news = f"<h3><a href='/topic.php?id=112'>{title('112')}</a></h3><p>{sentence('news', 60)}</p>"
    site.pages["/index.php"] = html("Village", news)
    way = "<p class='way'><a href='/index.php'>Village</a> <a href='/talk.php'>Talk</a></p>"
    for path, markup in site.pages.items():
        site.pages[path] = markup.replace("<h1>", f"{way}<h1>", 1)
    return site


def test_a_page_of_boards_that_looks_like_a_thread_is_above_a_board() -> None:
    lesson = below_a_portal().learn("/board.php?id=2")

    assert lesson.boards[("board.php?id=#", "")] >= {f"http://forum.example/board.php?id={n}" for n in range(1, 5)}


def test_threads_on_a_list_that_was_found_late_are_known() -> None:
    site = below_a_portal()
    lesson = Lesson(site.url("/index.php"), threads={("topic.php?id=#", ""): {site.url("/topic.php?id=112")}})
    lesson.sights = {site.url(path): site.sight(path) for path in ("/index.php", "/talk.php")}

    def look(url: str) -> Generator[str, Page | None, Sight | None]:
        page = yield url
        return Sight(page) if page is not None else None

    asking = lists_of_parts(lesson, look)
    url = next(asking)
    with suppress(StopIteration):
        while True:
            url = asking.send(site.page(url))

    assert lesson.boards.keys() == {("board.php?id=#", "")}
    assert lesson.is_enough


def with_carried_numbers() -> Site:
    """Further pages of boards hand their number on to the threads that they list."""
    site = forum(long_threads=False)
    pages = {}
    for path, markup in site.pages.items():
        page = path.partition("?page=")[2] if path.startswith("/board/") else ""
        carried = re.sub(r"(/topic/\d+)", rf"/thread.php?id=\1&amp;page={page}", markup) if page else markup
        pages[path] = re.sub(r"/topic/(\d+)", r"/thread.php?id=\1", carried.replace("id=/topic/", "id="))
    for number in range(100, 500):
        if (markup := site.pages.get(f"/topic/{number}")) is not None:
            pages[f"/thread.php?id={number}"] = markup
            pages |= {f"/thread.php?id={number}&page={page}": markup for page in (2, 3)}
    return Site(site.origin, pages)


def test_threads_may_carry_the_number_of_the_page_that_lists_them() -> None:
    lesson = with_carried_numbers().learn("/")
    course = Course(lesson, "learned-forum")

    assert lesson.index_steps
    assert all(step.is_carried for step in lesson.thread_steps.values())
    assert course.role_of("http://forum.example/thread.php?id=130&page=2") == "thread"
    read = build_type(type_of(lesson, "x"), "x").urls.read
    same = [read(f"http://forum.example/thread.php?id=130{end}", root_of(lesson)) for end in ("", "&page=2")]
    assert same[0].identity == same[1].identity


def test_pages_of_long_threads_beside_their_titles_are_no_carried_numbers() -> None:
    site = with_carried_numbers()
    for path, markup in site.pages.items():
        site.pages[path] = re.sub(
            r"<a href='(/thread.php\?id=\d+)&amp;page=(\d)'>([^<]*)</a>",
            r"<a href='\1'>\3</a> <a href='\1&amp;page=\2'>\2</a>",
            markup,
        )

    assert not any(step.is_carried for step in site.learn("/").thread_steps.values())


def test_where_the_board_that_was_begun_at_has_one_thread_others_are_looked_at() -> None:
    site = forum()
    row = re.search(r"<tr><td class='icon'></td><td class='subject'>.*?</tr>", site.pages["/board/2"])
    assert row is not None
    site.pages["/board/2"] = html(title("board 2"), f"<table class='topics'>{row[0]}</table>")

    lesson = site.learn("/board/2")

    assert lesson.is_enough
    assert lesson.boards.keys() == {("board/#", "")}


def test_a_further_page_of_a_thread_names_nobody_by_links_to_its_first() -> None:
    body = re.sub(r"href='/user/([a-z]+)'", r"href='/talk/a-long-walk/#by-\1'", posts("walk", 9))
    walk = html("A long walk", f"<p><a href='/talk/a-long-walk/'>1</a> <b>2</b></p>{body}")
    site = Site("http://walks.example", {"/talk/a-long-walk/?part=2": walk})

    assert not people_on([site.sight("/talk/a-long-walk/?part=2")])


def test_boards_in_a_menu_that_are_called_by_words_are_no_streams() -> None:
    talk, newest = "http://menu.example/list.php?name=talk", "http://menu.example/newest.php"
    lesson = Lesson("http://menu.example/", common=frozenset({talk, newest}))
    lesson.boards = {("list.php?name=*", ""): {talk}, ("newest.php", ""): {newest}}

    assert not is_stream(lesson, talk)
    assert is_stream(lesson, newest)
