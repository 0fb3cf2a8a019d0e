"""Posts that have pages of their own, in the folder of their thread: other views of it, and no reason to misread it."""

from collections.abc import Callable

import pytest
from tests.unit.learn.small_sites import PEOPLE, Site, day, html, prose, thread_row, title

from thresher.learn import Course, PageType
from thresher.learn.proof import is_news

SHORT_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def thread_at(thread: int) -> str:
    return f"/t/{thread}-{title(str(thread)).lower().replace(' ', '-')}"


def permalink(thread: int, post: int) -> str:
    return f"<a href='{thread_at(thread)}/p/{post}'>Permalink</a>"


def dated(thread: int, post: int) -> str:
    """A link that says when: once for the eye, once for who asks."""
    said = f"Jun {1 + post % 28}, 2021"
    tip = f"Written {SHORT_DAYS[post % 7]}, {said} 5:{10 + post % 50} AM"
    return f"<a href='{thread_at(thread)}/answers/{post}'>{said} <i>{tip}</i></a>"


def post_box(thread: int, place: int, link: Callable[[int, int], str]) -> str:
    post = thread * 100 + place
    who = PEOPLE[(thread + place * 3) % 7]
    return (
        f"<div class='post' id='p{post}'><a class='name' href='/user/{who}'>{who}</a> <i>{day(20 + place * 3)}</i>"
        f"<div class='body'>{prose(str(post), 1 + place % 4)}</div>{link(thread, post)}</div>"
    )


def forum_of(link: Callable[[int, int], str]) -> Site:
    """Three boards of twelve threads with one to nine posts."""
    boards = "".join(f"<li><a href='/b/{n}'>{title(f'board {n}')}</a></li>" for n in (1, 2, 3))
    pages = {"/": html("Forum", f"<ul>{boards}</ul>")}
    for board in (1, 2, 3):
        threads = range(board * 20, board * 20 + 12)
        rows = "".join(thread_row(thread, thread_at(thread)) for thread in threads)
        pages[f"/b/{board}"] = html(f"Board {board}", f"<table>{rows}</table>")
        for thread in threads:
            name, own = title(str(thread)), thread_at(thread)
            crumbs = f"<p><a href='/b/{board}'>Board {board}</a></p>"
            boxes = [post_box(thread, place, link) for place in range(1 + thread % 9)]
            pages[own] = html(name, crumbs + "".join(boxes))
            for place, box in enumerate(boxes):
                alone = html(f"View post ({name})", f"{crumbs}<p><a href='{own}'>View thread</a></p>{box}")
                pages |= {f"{own}/{word}/{thread * 100 + place}": alone for word in ("p", "answers")}
    return Site("http://forum.example", pages)


@pytest.mark.parametrize("link", [permalink, dated])
def test_a_page_with_a_post_alone_is_no_further_page_of_its_thread(link: Callable[[int, int], str]) -> None:
    site = forum_of(link)

    course = Course(site.learn("/"), "forum")

    read = course.application.urls.read
    thread = thread_at(25)
    assert read(site.url(thread), course.root).role == "thread"
    assert not any(read(site.url(path), course.root).role for path in site.pages if path.startswith(f"{thread}/"))


def test_a_page_with_a_post_alone_that_leads_back_to_its_thread_lists_nothing_new() -> None:
    site = forum_of(permalink)
    own, other, post = thread_at(26), thread_at(27), f"{thread_at(26)}/p/2602"
    row = f"<p><a href='{own}?page=1'>1</a> <b>2</b></p>"
    mention = f"<p>Somebody else asked that in <a href='{other}'>another thread</a>.</p>"
    site.pages[f"{own}?page=2"] = html(
        title("26"), row + mention + post_box(26, 2, permalink) + post_box(26, 3, permalink)
    )
    further, alone = site.sight(f"{own}?page=2"), site.sight(post)

    assert any(alone.url in one.urls for one in further.flips)
    assert not is_news(further, alone)


def test_links_that_are_called_by_the_time_of_posts_make_no_list_of_a_thread() -> None:
    thread = forum_of(dated).sight(thread_at(26))

    assert thread.kind is PageType.THREAD
