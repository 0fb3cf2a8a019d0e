"""Boards that show their threads whole, with the newest answers, and call every link to them the same."""

import pytest
from tests.unit.learn.small_sites import PEOPLE, Site, day, html, prose

from thresher.learn.wholes import shows_threads

BOARDS = ("tools", "garden", "engines", "weather")
THREADS, SHOWN = 8, 3
ALL = {f"/{board}/thread/{number}/" for board in BOARDS for number in range(1, THREADS + 1)}


def message(board: str, thread: int, place: int) -> str:
    key = f"{board} {thread} {place}"
    act = f"/sys/post/{board}/{thread * 50 + place}"
    return (
        f"<div class='{'row' if place else 'op'}' id='p{thread * 50 + place}'><p>"
        f"<span class='author'>{PEOPLE[(thread * 3 + place) % 7]}</span> on {day(thread * 12 + place)}"
        f" <a href='{act}/delete'>Delete</a> <a href='{act}/report'>Report</a></p>"
        f"<div class='said'>{prose(key, 2 + place % 3)}</div></div>"
    )


def whole(board: str, thread: int) -> str:
    """A thread as its board shows it."""
    count = 3 + thread % 3 * 4
    shown = [0, *range(max(1, count - SHOWN), count)]
    link = f"<p>{count} answers <a href='/{board}/thread/{thread}/'>Visit</a></p>"
    return link + "".join(message(board, thread, place) for place in shown)


def picture_board(menu: str = "") -> Site:
    boards = "".join(f"<li><a href='/{board}/'>/{board}/ - all of it</a></li>" for board in BOARDS)
    newest = "".join(whole(board, THREADS) for board in BOARDS)
    pages = {"/": html("Boards", f"<ul class='boards'>{boards}</ul>{newest}", menu=menu)}
    for board in BOARDS:
        threads = "".join(whole(board, thread) for thread in range(THREADS, 0, -1))
        pages[f"/{board}/"] = html(board, f"<a href='/'>Index</a><div class='all'>{threads}</div>", menu=menu)
        for thread in range(1, THREADS + 1):
            said = "".join(message(board, thread, place) for place in range(3 + thread % 3 * 4))
            back = f"<a href='/'>Index</a> <a href='/{board}/'>Back</a>"
            pages[f"/{board}/thread/{thread}/"] = html(
                f"/{board}/{thread}", f"{back}<div class='t'>{said}</div>", menu=menu
            )
    return Site("http://pictures.example", pages)


@pytest.mark.parametrize("start", ["/", "/garden/", "/garden/thread/5/"])
def test_a_board_that_shows_its_threads_whole_is_a_list_of_them(start: str) -> None:
    site = picture_board()

    lesson = site.learn(start)

    assert set().union(*lesson.threads.values()) == {site.url(path) for path in ALL}
    assert {site.url(f"/{board}/") for board in BOARDS} <= set().union(*lesson.boards.values()) | {lesson.entry}


def test_a_thread_whose_posts_have_pages_of_their_own_is_no_list() -> None:
    said = [message("tools", 7, place) for place in range(9)]
    links = [f"<a href='/tools/post/{place}'>Link</a>{text}" for place, text in enumerate(said)]
    pages = {f"/tools/post/{place}": html("A post", text) for place, text in enumerate(said)}
    site = Site("http://pictures.example", {"/tools/thread/7/": html("A thread", "".join(links)), **pages})
    asking = shows_threads(site.sight("/tools/thread/7/"), frozenset(), set(), lambda url: seen(site, url))

    with pytest.raises(StopIteration) as ended:
        next(asking)

    assert ended.value.value is False


@pytest.mark.parametrize("address", ["/tools/thread/7/?post={}", "/tools/item/{}"])
def test_addresses_of_posts_that_lead_to_their_thread_are_asked_for_once_at_most(address: str) -> None:
    said = [message("tools", 7, place) for place in range(9)]
    links = [f"<a href='{address.format(place)}'>Link</a>{text}" for place, text in enumerate(said)]
    thread = html("A thread", "".join(links))
    others = {address.format(place): thread for place in range(9)}
    site = Site("http://pictures.example", {"/tools/thread/7/": thread, **others})
    asked: list[str] = []
    asking = shows_threads(site.sight("/tools/thread/7/"), frozenset(), set(), lambda url: seen(site, url, asked))

    with pytest.raises(StopIteration) as ended:
        next(asking)

    assert (ended.value.value, len(asked)) == (False, 0 if "?" in address else 1)


def seen(site: Site, url: str, asked: list[str] | None = None):  # type: ignore[no-untyped-def]
    if asked is not None:
        asked.append(url)
    return site.sight(url.removeprefix(site.origin))
    yield
