"""Boards that something beside all pages names, that words of a menu stand among, or that were begun at in an order."""

from collections.abc import Generator

from tests.unit.learn.small_sites import Site, html, number_of, pager, posts, prose, sentence, thread_row, title

from thresher.learn import Lesson, Sight
from thresher.learn.proof import prove_others
from thresher.model import Page

BOARDS = ("old-tools.2", "wood-and-stone.3", "small-engines.4", "far-away.5")
PER_PAGE = 6


def in_boards() -> Site:
    """Boards of some threads; the newest threads stand beside all pages, each with the name of its board."""
    sizes = (5, 9, 9, 5)
    threads = {board: [n + 20 * place for n in range(sizes[place])] for place, board in enumerate(BOARDS)}
    newest = "".join(
        f"<li><a href='{address(some[0])}latest'>{title(str(some[0]))}</a> in <a href='/forums/{board}/'>"
        f"{called(board)}</a></li>"
        for board, some in threads.items()
    )
    beside = f"<div class='side'><ul>{newest}</ul></div>"
    rows = "".join(
        f"<tr><td class='b'><h3><a href='/forums/{board}/'>{called(board)}</a></h3>{sentence(f'about {board}')}</td>"
        f"<td>{len(some)}</td><td><a href='{address(some[-1])}latest'>{title(str(some[-1]))}</a></td></tr>"
        for board, some in threads.items()
    )
    pages = {"/": html("Forum", f"<table class='boards'>{rows}</table>{beside}")}
    for board, some in threads.items():
        path, last = f"/forums/{board}/", -(-len(some) // PER_PAGE)
        for page in range(1, last + 1):
            listed = "".join(thread_row(n, address(n)) for n in some[(page - 1) * PER_PAGE : page * PER_PAGE])
            body = f"<table>{listed}</table>{pager(path, last, page, 'page-')}{beside}"
            pages[path + (f"page-{page}" if page > 1 else "")] = html(called(board), body)
        for n in some:
            for page in (1, 2):
                body = posts(f"{n} {page}") + pager(address(n), 2, page, "page-") + beside
                pages[address(n) + ("page-2" if page > 1 else "")] = html(title(str(n)), body)
    return Site("http://forum.example", pages)


def called(board: str) -> str:
    return board.partition(".")[0].replace("-", " ")


def address(thread: int) -> str:
    return f"/threads/{title(str(thread)).lower().replace(' ', '-')}.{thread + 100}/"


def boards_of(lesson: Lesson) -> set[str]:
    return {url.removeprefix("http://forum.example/forums/") for urls in lesson.boards.values() for url in urls}


def test_boards_are_found_though_newest_threads_beside_all_pages_name_them() -> None:
    site = in_boards()

    lesson = site.learn(f"{address(21)}page-2")

    assert boards_of(lesson) >= {f"{board}/" for board in BOARDS}
    assert lesson.index_steps


def test_a_word_of_the_menu_beside_boards_does_not_end_the_search_for_one_that_goes_on() -> None:
    pages = {"/f/about/": html("about", f"<p>{prose('about', 9)}</p>")}
    for page in (1, 2):
        rows = "".join(thread_row(n, f"/f/garden/{slug(n)}/") for n in range(20 * page, 20 * page + PER_PAGE))
        more = pager("/f/garden/", 2, page, "page-")
        pages["/f/garden/" + ("page-2" if page > 1 else "")] = html("garden", f"<table>{rows}</table>{more}")
    rows = "".join(f"<li><a href='/f/{one}/'>{one}</a> {sentence(one)}</li>" for one in ("about", "garden"))
    pages["/f/"] = html("Forum", f"<ul>{rows}</ul>")
    site = Site("http://forum.example", pages)
    lesson = Lesson(site.url("/f/"))
    lesson.sights = {lesson.entry: site.sight("/f/")}
    lesson.boards = {("f/*", ""): {site.url("/f/about/"), site.url("/f/garden/")}}
    lesson.threads = {("f/*/*", ""): {site.url(f"/f/garden/{slug(20)}/")}}

    def look(url: str) -> Generator[str, Page | None, Sight | None]:
        yield url
        lesson.sights[url] = site.sight(url.removeprefix(site.origin))
        return lesson.sights[url]

    asked = list(prove_others(lesson, look))

    assert asked == [site.url(path) for path in ("/f/about/", "/f/garden/", "/f/garden/page-2")]
    assert lesson.index_steps


def slug(thread: int) -> str:
    return title(str(thread)).lower().replace(" ", "-")


def test_a_board_that_was_begun_at_in_another_order_is_one_of_several() -> None:
    pages, names = {}, ("tools", "garden", "kitchen", "cellar")
    rows = "".join(
        f"<tr><td><a href='/topics.asp?F={n}&title={name}'>{name} of the village</a></td><td>{n}</td></tr>"
        for n, name in enumerate(names, start=1)
    )
    pages["/default.asp"] = html("Forum", f"<table>{rows}</table>")
    for n, name in enumerate(names, start=1):
        some = range(20 * n, 20 * n + 6)
        way = "<p><a href='/default.asp'>Forum</a></p>"
        orders = " ".join(f"<a href='/topics.asp?F={n}&by={by}&way=down'>{by}</a>" for by in ("title", "views", "age"))
        listed = "".join(thread_row(one, f"/posts.asp?T={one}&title={slug(one)}") for one in some)
        for query in ("&title=" + name, *(f"&by={by}&way=down" for by in ("title", "views", "age"))):
            pages[f"/topics.asp?F={n}{query}"] = html(name, f"{way}<p>{orders}</p><table>{listed}</table>")
        for one in some:
            pages[f"/posts.asp?T={one}&title={slug(one)}"] = html(title(str(one)), way + posts(str(one)))
    site = Site("http://forum.example", pages)

    lesson = site.learn("/topics.asp?F=2&by=title&way=down")

    assert lesson.entry == site.url("/default.asp")
    assert len({url for urls in lesson.boards.values() for url in urls}) >= len(names)


def test_numbers_of_pages_of_lists_in_names_of_threads_may_be_any() -> None:
    site = numbered()

    lesson = site.learn("/")

    threads = {url for urls in lesson.threads.values() for url in urls}
    assert any(url.endswith("-1-2.html") for url in threads)


def numbered() -> Site:
    """thread-7-1-2.html is the first page of the seventh thread, from the second page of a list."""
    boards = {1: range(1, 18), 2: range(30, 36), 3: range(50, 56)}
    rows = "".join(f"<li><a href='/forum-{n}-1.html'>{title(f'b {n}')}</a> {sentence(f'b {n}')}</li>" for n in boards)
    pages = {"/": html("Forum", f"<ul>{rows}</ul>")}
    for board, some in boards.items():
        last = -(-len(some) // PER_PAGE)
        for page in range(1, last + 1):
            part = some[(page - 1) * PER_PAGE : page * PER_PAGE]
            numbers = " ".join(f"<a href='/forum-{board}-{n}.html'>{n}</a>" for n in range(1, last + 1))
            listed = "".join(thread_row(n, f"/thread-{n}-1-{page}.html") for n in part)
            body = f"<table>{listed}</table><div>{numbers if last > 1 else ''}</div>"
            pages[f"/forum-{board}-{page}.html"] = html(title(f"b {board}"), body)
            for n in part:
                pages[f"/thread-{n}-1-{page}.html"] = html(title(str(n)), posts(str(n), 3 + number_of(str(n)) % 4))
    return Site("http://forum.example", pages)
