"""Links to single posts, which have a mark with the number of their address; and what pages share with their forms."""

import pytest
from tests.unit.learn.small_sites import PEOPLE, Site, day, html, prose, sentence, thread_row, title

from thresher.learn.singles import single_posts

BOARDS, THREADS = 3, 12
MADE_BY = f"<p>{sentence('made by somebody who is called otherwise', 12)}</p>"
"""What all pages end with."""


def post_at(post: int) -> str:
    return f"/topic-post{post}.html"


def count(thread: int) -> int:
    return 2 + thread % 6


def last_at(thread: int) -> str:
    post = thread * 100 + count(thread) - 1
    return f"{post_at(post)}#post{post}"


def last(thread: int, text: str) -> str:
    return f"<a href='{last_at(thread)}'>{text}</a>"


def box(thread: int, place: int) -> str:
    post, who = thread * 100 + place, PEOPLE[(thread + place * 3) % 7]
    return (
        f"<div class='post'><a class='name' href='/user-{who}.html'>{who}</a> <a href='{post_at(post)}#post{post}' "
        f"name='post{post}'>#{place + 1}</a> <i>{day(20 + place * 3)}</i><div class='body'>"
        f"{prose(str(post), 1 + place % 4)}</div><p><a href='/report-{post}.html'>Tell those who look after it</a></p>"
        f"</div>"
    )


def thread_page(thread: int) -> str:
    boxes = "".join(box(thread, place) for place in range(count(thread)))
    board = thread // 20
    return html(title(str(thread)), f"<p><a href='/board-{board}.html'>Board {board}</a></p>{boxes}{MADE_BY}")


def forum(*, with_titles: bool = True) -> Site:
    """Boards with the last post of each thread; the front page has those of boards, called as their threads."""
    fronts, pages = "", {}
    for board in range(1, BOARDS + 1):
        threads = range(board * 20, board * 20 + THREADS)
        newest = last(threads[0], f"Re: {title(str(threads[0]))}")
        fronts += f"<tr><td><a href='/board-{board}.html'>Board {board}</a></td><td>{newest}<br>{day(99)}</td></tr>"
        rows = "".join(
            thread_row(thread, f"/topic-{thread}.html", last(thread, "&raquo;"))
            if with_titles
            else thread_row(thread, last_at(thread))
            for thread in threads
        )
        pages[f"/board-{board}.html"] = html(f"Board {board}", f"<table>{rows}</table>{MADE_BY}")
        for thread in threads:
            pages |= {f"/topic-{thread}.html": thread_page(thread)}
            pages |= {post_at(thread * 100 + place): thread_page(thread) for place in range(count(thread))}
    form = html("Log in", f"<form><input name='who'></form>{MADE_BY}")
    pages |= {f"/report-{post}.html": form for post in range(2000, 8000)}
    return Site("http://forum.example", {"/": html("Forum", f"<table>{fronts}</table>{MADE_BY}"), **pages})


@pytest.mark.parametrize("start", ["/", "/topic-25.html", "/board-2.html", "/topic-post4402.html"])
def test_links_to_single_posts_lead_to_no_threads_of_their_own(start: str) -> None:
    site = forum()

    lesson = site.learn(start)

    assert {shape for shape, _ in lesson.threads} == {"topic-#.html"}
    assert single_posts(lesson) == {"/topic-post#.html"}
    assert not [path for path in site.asked if "topic-post" in path and not path.endswith(start)]


def test_single_posts_are_threads_where_nothing_else_leads_to_them() -> None:
    lesson = forum(with_titles=False).learn("/")

    assert all("topic-post" in url for urls in lesson.threads.values() for url in urls)
    assert lesson.thread_count > THREADS


def test_a_thread_is_no_list_because_a_form_ends_with_what_all_pages_end_with() -> None:
    lesson = forum().learn("/")

    assert len(lesson.boards) == 1
    assert lesson.thread_count >= THREADS
