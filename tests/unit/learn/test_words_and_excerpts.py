"""Boards in folders with single words for names, and lists that show what threads begin and end with."""

import pytest
from tests.unit.learn.small_sites import PEOPLE, Site, day, html, prose, title

from thresher.learn import Course, Lesson
from thresher.learn.flipping import step_between
from thresher.learn.words import join_words

BOARDS = ("tools", "garden", "kitchen", "cellar")
THREADS = range(12)
MENU = "<div class='boards'>" + " / ".join(f"<a href='/{board}/index.html'>{board}</a>" for board in BOARDS) + "</div>"


def number_of(board: str, thread: int, answer: int = 0) -> int:
    return 10_000 * (1 + BOARDS.index(board)) + 100 * thread + answer


def post(board: str, thread: int, answer: int) -> str:
    number = number_of(board, thread, answer)
    link = f"/{board}/thread/{number_of(board, thread)}.html"
    return (
        f"<div class='post' id='post_{number}'><p class='intro'>"
        f"<span class='name'>{PEOPLE[(thread + answer) % 7]}</span> "
        f"<time datetime='{day(thread + answer)}'>{day(thread + answer)}</time> "
        f"<a href='{link}#{number}'>No. {number}</a></p>"
        f"<div class='said'>{prose(f'{board} {thread} {answer}', 2)}</div></div>"
    )


def answers(thread: int) -> int:
    return 2 + thread * 5 % 9


def image_board() -> Site:
    """Boards whose lists show the opening post and the last two answers of each thread, four threads a page."""
    names = "".join(f"<li><a href='/{board}/index.html'>{board.capitalize()} talk</a></li>" for board in BOARDS)
    pages = {"/": html("Our boards", f"<ul>{names}</ul>", menu=MENU)}
    for board in BOARDS:
        for page in range(3):
            shown = "".join(
                f"<div class='thread'>{post(board, thread, 0)}<p>Some are left out.</p>"
                + "".join(post(board, thread, answer) for answer in range(answers(thread) - 1, answers(thread) + 1))
                + "</div>"
                for thread in THREADS[page * 4 : page * 4 + 4]
            )
            numbers = " ".join(
                f"<a href='/{board}/{n + 1 if n else 'index'}.html'>{n + 1}</a>" for n in range(3) if n != page
            )
            path = f"/{board}/{page + 1 if page else 'index'}.html"
            pages[path] = html(board, f"{shown}<div class='pages'>{numbers}</div>", menu=MENU)
        for thread in THREADS:
            said = "".join(post(board, thread, answer) for answer in range(answers(thread) + 1))
            body = f"<h2>{title(f'{board} {thread}')}</h2>{said}"
            pages[f"/{board}/thread/{number_of(board, thread)}.html"] = html(board, body, menu=MENU)
    return Site("http://boards.example", pages)


@pytest.mark.parametrize("start", ["/", "/garden/index.html", "/garden/3.html", "/cellar/thread/40300.html"])
def test_lists_that_show_parts_of_threads_are_lists_whatever_their_boards_are_called(start: str) -> None:
    site = image_board()

    course = Course(site.learn(start), "boards")

    roles = {path: course.role_of(site.url(path)) for path in site.pages}
    threads = {path for path in site.pages if "/thread/" in path}
    assert {path for path, role in roles.items() if role == "thread"} == threads
    assert all(roles[path] for path in site.pages.keys() - threads)
    assert roles["/tools/2.html"] in ("board", "listing")
    assert {course.lesson.folder(site.url(path)) for path in threads} == {""}


def test_a_thread_whose_posts_link_to_pages_of_their_own_is_no_list() -> None:
    shown = "".join(post("tools", thread, 0).replace(".html", f".html?post={thread}") for thread in range(6))
    site = Site("http://boards.example", {"/tools/thread/1.html": html("A thread", shown)})

    assert not site.sight("/tools/thread/1.html").shows_several


def test_a_file_that_stands_for_its_folder_goes_on_in_it() -> None:
    step, number = step_between("http://b.example/tools/index.html", "http://b.example/tools/page3.html") or (None, 0)

    assert step is not None
    assert (step.file, step.before, step.after, number) == ("/index.html", "/page", ".html", 3)


def test_threads_of_three_folders_are_of_any_but_names_alone_are_not() -> None:
    lesson = Lesson("http://b.example/")
    for word in BOARDS[:3]:
        lesson.threads[f"{word}/topic/#", ""] = {f"http://b.example/{word}/topic/{number}" for number in range(3)}
        lesson.threads[f"{word}/*", ""] = {f"http://b.example/{word}/a-walk-{number}" for number in "abc"}

    join_words(lesson)

    assert {shape for shape, _ in lesson.threads} == {"*/topic/#", *(f"{word}/*" for word in BOARDS[:3])}


def test_threads_of_two_folders_are_two_kinds() -> None:
    lesson = Lesson("http://b.example/")
    for word in BOARDS[:2]:
        lesson.threads[f"{word}/topic/#", ""] = {f"http://b.example/{word}/topic/{number}" for number in range(3)}

    join_words(lesson)

    assert len(lesson.threads) == 2
