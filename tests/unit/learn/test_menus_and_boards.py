"""What menus call by a word beside boards with numbers, and boards that are named in each row of a list."""

from collections.abc import Iterable

from tests.unit.learn.small_sites import MENU, Site, html, posts, sentence, thread_row, title

from thresher.learn import Lesson
from thresher.learn.drawing import leading
from thresher.learn.menus import leave_beside
from thresher.learn.sifting import leave_labels

WORDS = ("recent", "unanswered", "search")
THREADS = range(300, 312)


def board_of(thread: int) -> int:
    return thread % 3 + 2


def named() -> Site:
    """Boards have a number and a name; recent threads are listed with their boards, and a menu leads there."""
    menu = MENU + "<p class='way'>" + " ".join(f"<a href='/{word}'>{word}</a>" for word in WORDS) + "</p>"
    boards = "".join(
        f"<li><a href='/{n}-{slug(n)}'>{title(f'b {n}')}</a> {sentence(f'about {n}')}</li>" for n in (2, 3, 4)
    )
    pages = {"/": html("Forum", f"<ul>{boards}</ul>", menu=menu)}
    for thread in THREADS:
        pages[address(thread)] = html(title(str(thread)), posts(str(thread)), menu=menu)
    for board in (2, 3, 4):
        rows = "".join(thread_row(thread, address(thread)) for thread in THREADS if board_of(thread) == board)
        pages[f"/{board}-{slug(board)}"] = html(title(f"b {board}"), f"<table>{rows}</table>", menu=menu)
    for word in WORDS[:2]:
        rows = "".join(
            thread_row(thread, address(thread), f" in <a href='/{board}-{slug(board)}'>{title(f'b {board}')}</a>")
            for thread in THREADS
            for board in [board_of(thread)]
        )
        pages[f"/{word}"] = html(word, f"<table>{rows}</table>", menu=menu)
    pages["/search"] = html("search", "<form><input name='q'></form>", menu=menu)
    return Site("http://forum.example", pages)


def slug(board: int) -> str:
    return title(f"b {board}").lower().replace(" ", "-")


def address(thread: int) -> str:
    board = board_of(thread)
    return f"/{board}-{slug(board)}/{thread}-{title(str(thread)).lower().replace(' ', '-')}"


def boards_of(lesson: Lesson) -> set[str]:
    return {url.removeprefix("http://forum.example/") for urls in lesson.boards.values() for url in urls}


def test_the_board_of_each_thread_in_a_list_is_no_tag() -> None:
    site = named()
    lesson = Lesson(site.url("/"))
    lesson.sights = {sight.url: sight for sight in map(site.sight, ("/", "/recent", "/unanswered"))}
    lesson.indexes = list(lesson.sights)
    lesson.threads = {("#-*/#-*", ""): {site.url(address(thread)) for thread in THREADS}}
    lists = {site.url(f"/{word}") for word in WORDS}
    lesson.boards = {("#-*", ""): {site.url(f"/{n}-{slug(n)}") for n in (2, 3, 4)}, ("*", ""): lists}

    leave_labels(lesson)

    assert f"2-{slug(2)}" in boards_of(lesson)


def test_what_a_menu_calls_by_a_word_is_no_board_beside_those_with_numbers() -> None:
    for start in ("/", f"/3-{slug(3)}"):
        lesson = named().learn(start)

        assert not boards_of(lesson) & set(WORDS), start


def test_the_newest_posts_of_a_blog_beside_a_forum_are_no_threads_of_it() -> None:
    posts_of_blog = {f"http://club.example/2025/0{n}/a-day" for n in range(1, 5)}
    lesson = Lesson("http://club.example/forum/")
    lesson.common = frozenset(posts_of_blog)
    topics = {f"http://club.example/forum/topic/{n}" for n in THREADS}
    lesson.threads = {("#/#/*", ""): posts_of_blog, ("forum/topic/#", ""): topics}

    leave_beside(lesson)

    assert lesson.threads == {("forum/topic/#", ""): topics}


def test_threads_outside_the_folder_of_the_front_page_are_kept_where_lists_have_them() -> None:
    lesson = Lesson("http://club.example/forum/")
    threads = {("topic/#", ""): {f"http://club.example/topic/{n}" for n in THREADS}}
    lesson.threads = dict(threads)

    leave_beside(lesson)

    assert lesson.threads == threads


def test_a_menu_in_which_one_can_search_is_not_what_a_page_lists_though_it_comes_first() -> None:
    menu = "".join(f"<li><a href='/forum/{word}'>{word} of all</a></li>" for word in ("recent", "unanswered", "search"))
    boards = "".join(f"<li><a href='/forum/{n}-{slug(n)}'>{title(f'b {n}')}</a></li>" for n in range(1, 5))
    sight = Site("http://forum.example", {"/": html("Forum", f"<ul>{menu}</ul><ul>{boards}</ul>", menu="")}).sight("/")

    lead = leading(sight, list(sight.groups))

    assert lead is not None
    assert {url.rpartition("/")[2] for url in lead.titles} == {f"{n}-{slug(n)}" for n in range(1, 5)}


def test_boards_with_their_last_posts_are_no_tags_as_those_of_threads_are() -> None:
    """Boards come once each; a list of the threads with a tag has it in each row."""
    tags, boards = ("oil", "rope", "tar"), range(2, 8)

    def row(thread: int) -> str:
        marks = " ".join(f"<a href='/tag/{tag}'>{tag}</a>" for tag in tags[thread % 3 :])
        return thread_row(thread, f"/t/{thread}", f" {marks}")

    def table(threads: Iterable[int]) -> str:
        return f"<table>{''.join(map(row, threads))}</table>"

    front = "".join(
        f"<div><h3><a href='/b/{n}'>{title(f'b {n}')}</a></h3><p><a href='/t/{298 + n}'>Last</a></p></div>"
        for n in boards
    )
    pages = {"/": html("Forum", front), "/b/2": html("b 2", table((300, 306, 311)))}
    site = Site("http://forum.example", pages | {f"/tag/{tag}": html(tag, table(THREADS)) for tag in tags})
    lesson = Lesson(site.url("/"))
    lesson.sights = {sight.url: sight for sight in map(site.sight, ("/", "/b/2", "/tag/oil", "/tag/tar"))}
    lesson.indexes = list(lesson.sights)
    lesson.threads = {("t/#", ""): {site.url(f"/t/{thread}") for thread in THREADS}}
    lesson.boards = {
        ("b/#", ""): {site.url(f"/b/{n}") for n in boards},
        ("tag/*", ""): {site.url(f"/tag/{tag}") for tag in tags},
    }

    leave_labels(lesson)

    assert lesson.boards.keys() == {("b/#", "")}
    assert lesson.parts.keys() == {("tag/*", "")}
