"""Boards in folders of boards, lists that were begun at in another order, and pages whose name is all of the query."""

import pytest
from tests.support.pages import page_of
from tests.unit.learn.small_sites import Site, board_table, forum, html, posts, sentence, title

from thresher.learn import Course, PageType
from thresher.learn.links import groups_of, spots_of
from thresher.learn.views import unseen_among

NAME = "learned-forum.example"
WORDS = ("engines", "kitchen", "garden", "weather")
THREADS = 12


def thread_path(folder: str, number: int) -> str:
    return f"{folder}/{number}-{title(str(number)).lower().replace(' ', '-')}"


def topics(folder: str, numbers: range) -> str:
    table = board_table(numbers)
    for number in numbers:
        table = table.replace(f"'/topic/{number}'", f"'{thread_path(folder, number)}'")
    return table


def nested() -> Site:
    """Four boards in folders; the first has another below it, in its folder. Last posts are named on the front page."""
    pages = {}
    rows = ""
    for board, word in enumerate(WORDS, start=1):
        folder = f"/forum/{word}"
        numbers = range(board * 100, board * 100 + THREADS)
        below = f"<p>Below: <a href='{folder}/old-archive'>Archive</a></p>" if board == 1 else ""
        pages[folder] = html(f"About {word}", below + topics(folder, numbers))
        last = thread_path(folder, numbers[0])
        rows += (
            f"<tr><td class='board'><a href='{folder}'>All about {word}</a><br>{sentence(word, 9)}</td><td>{board}</td>"
            f"<td><a class='last' href='{last}?p={board}77'>{title(str(numbers[0]))}</a></td></tr>"
        )
        for number in numbers:
            pages[thread_path(folder, number)] = html(title(str(number)), posts(f"thread {number}"))
        pages[f"{last}?p={board}77"] = pages[last]
    inner = "/forum/engines/old-archive"
    pages[inner] = html("Archive", topics(inner, range(900, 900 + THREADS)))
    for number in range(900, 900 + THREADS):
        pages[thread_path(inner, number)] = html(title(str(number)), posts(f"thread {number}"))
    pages["/"] = html("A forum in folders", f"<table class='boards'>{rows}</table>")
    return Site("http://forum.example", pages)


def test_a_board_below_a_board_is_told_by_what_it_lists_in_its_folder() -> None:
    site = nested()
    course = Course(site.learn("/"), NAME)
    inner = "/forum/engines/old-archive"
    threads = {site.url(thread_path(inner, number)) for number in range(900, 900 + THREADS)}
    assert not any(course.role_of(url) for url in threads)

    look = site.sight(inner)
    course.look(look)

    assert threads <= look.urls
    assert {course.role_of(url) for url in threads} == {"thread"}
    assert course.role_of(site.url(inner)) == "board"
    assert course.folder(min(threads)) == course.folder(site.url(thread_path("/forum/garden", 300)))


def test_the_last_post_of_a_board_below_a_board_is_a_view_though_it_was_tried_before_the_board() -> None:
    site = nested()
    inner = "/forum/engines/old-archive"
    last = thread_path(inner, 903)
    course = Course(site.learn("/"), NAME)
    shape = groups_of(spots_of(page_of(site.url("/"), f"<a href='{last}?p=1'>A</a>")[0].tree, site.url("/")))[0].shape
    course.lesson.threads[shape, ""] = {site.url(f"{last}?p=1")}  # as it is when the trial was followed

    course.look(site.sight(inner))

    assert course.role_of(site.url(last)) == "thread"
    assert course.role_of(site.url(f"{last}?p=1")) == ""
    assert course.is_aside(site.url(f"{last}?p=1"))


def test_a_page_about_somebody_in_the_folder_of_a_board_is_no_board() -> None:
    site = nested()
    site.pages["/forum/engines/rules"] = html("Rules", "<p>Be kind.</p><a href='/forum/engines/rules/more'>More</a>")
    course = Course(site.learn("/"), NAME)

    course.look(site.sight("/forum/engines/rules"))

    assert course.role_of(site.url("/forum/engines/rules/more")) == ""


def test_single_posts_are_other_views_though_the_boards_seen_are_called_by_words() -> None:
    lesson = nested().learn(thread_path("/forum/engines/old-archive", 903))

    assert not [shape for shape, _ in lesson.threads if "?" in shape]


def test_a_list_is_not_tried_that_was_seen_in_another_order() -> None:
    urls = [f"http://f.example/board.asp?f={n}&name=engines-{n}" for n in range(1, 5)]

    assert unseen_among(urls, ["http://f.example/board.asp?f=4&sort=replies"]) == urls[:3]
    assert unseen_among(urls[3:], ["http://f.example/board.asp?f=4&sort=replies"]) == urls[3:]


def begun_at_a_question() -> Site:
    """A thread of one post beside similar threads and the newest ones looks like a list."""
    site = forum()
    beside = board_table(range(112, 124))
    site.pages["/topic/112"] = html(title("112"), f"<div class='one'>{sentence('q', 12)}</div>" + beside)
    return site


def test_the_page_that_was_begun_at_does_not_speak_for_all_of_its_kind() -> None:
    site = begun_at_a_question()
    assert site.sight("/topic/112").kind is PageType.INDEX

    lesson = site.learn("/topic/112")

    assert {shape for shape, _ in lesson.threads} == {"topic/#"}
    assert {shape for shape, _ in lesson.boards} == {"board/#"}


@pytest.mark.parametrize("slash", ["", "/"])
def test_pages_whose_name_is_all_of_the_query_are_of_no_kind(slash: str) -> None:
    menu = "".join(f"<li><a href='/index.php?{slash}{name}/'>{name}</a></li>" for name in ("member-list", "new-posts"))
    list_of_boards = "<p><a href='/index.php?board-list/'>Boards of the mill</a></p>".replace("?", f"?{slash}")
    page = Site("http://f.example", {"/": html("Mill", f"<ul>{menu}</ul>{list_of_boards}")}).sight("/").page

    groups = groups_of(spots_of(page.tree, page.url))

    named = [group for group in groups if "?" in group.shape]
    assert sorted(len(group.titles) for group in named) == [1, 2]
    assert all(group.place for group in named)
