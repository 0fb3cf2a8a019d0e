"""Threads whose first page has a number in its address, as further ones have: `?th=5&start=0`."""

from tests.unit.learn.small_sites import Site, html, posts, sentence, thread_row, title

from thresher.learn import Course

PAGES = 3


def address(thread: int, page: int = 0) -> str:
    return f"/?t=msg&th={thread}&start={page * 20}"


def row(thread: int, current: int) -> str:
    links = (f"<a href='{address(thread, n)}'>{n + 1}</a>" if n != current else f"<b>{n + 1}</b>" for n in range(PAGES))
    return f"<div class='numbers'>{' '.join(links)}</div>"


def is_long(thread: int) -> bool:
    return thread % 4 == 3


def offsets() -> Site:
    """Three boards; some threads are long, and lists have the numbers of their pages beside their titles."""
    boards = "".join(
        f"<li><a href='/?t=board&id={n}'>{title(f'board {n}')}</a> {sentence(str(n))}</li>" for n in (1, 2, 3)
    )
    pages = {"/": html("Forum", f"<ul>{boards}</ul>")}
    for board in (1, 2, 3):
        threads = range(board * 100, board * 100 + 12)
        numbers = {thread: row(thread, -1) if is_long(thread) else "" for thread in threads}
        table = "".join(thread_row(thread, address(thread), numbers[thread]) for thread in threads)
        pages[f"/?t=board&id={board}"] = html(f"Board {board}", f"<table>{table}</table>")
        for thread in threads:
            crumbs = f"<p><a href='/?t=board&id={board}'>Board</a> » <b class='name'>{title(str(thread))}</b></p>"
            for page in range(PAGES if is_long(thread) else 1):
                body = crumbs + posts(f"{thread} {page}") + (row(thread, page) if is_long(thread) else "")
                pages[address(thread, page)] = html("Forum", body)
    return Site("http://forum.example", pages)


def things(course: Course, site: Site) -> set[str]:
    read = course.application.urls.read
    return {read(site.url(address(103, page)), course.root).thing for page in range(PAGES)}


def test_all_pages_of_a_thread_are_of_one_thing() -> None:
    site = offsets()

    course = Course(site.learn("/"), "forum")

    assert len(things(course, site)) == 1
    assert course.application.urls.read(site.url(address(104)), course.root).page == 0


def test_titles_are_read_though_numbers_of_pages_stand_beside_them() -> None:
    lesson = offsets().learn("/")

    assert set(lesson.headings.values()) == {"b[@class~='name']/text()"}


def test_a_long_thread_may_come_late() -> None:
    site = offsets()
    short = {path: page for path, page in site.pages.items() if "start=0" in path or "start" not in path}
    for path, page in short.items():
        site.pages[path] = page.partition("<div class='numbers'>")[0]
    course = Course(site.learn("/"), "forum")
    long = offsets()

    course.look(long.sight(address(103)))
    course.look(long.sight(address(103, 1)))

    assert len(things(course, long)) == 1
