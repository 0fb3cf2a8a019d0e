"""A category has an address like those of boards, and looks like a thread: few boards with their last posts."""

from tests.unit.learn.small_sites import Site, board_table, day, html, posts, sentence, title

from thresher.learn import Lesson
from thresher.learn.sifting import tell_lists

BOARDS = (2, 3, 4)


def address(board: int) -> str:
    return f"/{board}-{title(f'b {board}').lower().replace(' ', '-')}"


def categories() -> Site:
    boxes = "".join(
        f"<div class='board'><h3><a href='{address(n)}'>{title(f'b {n}')}</a></h3><p>{sentence(f'about {n}', 30)}</p>"
        f"<a href='/user/anna'>anna</a> {day(n)}</div>"
        for n in BOARDS
    )
    pages = {"/": html("Forum", f"<h2><a href='{address(1)}'>Talks</a></h2>{boxes}"), address(1): html("Talks", boxes)}
    for board in BOARDS:
        threads = range(board * 100, board * 100 + 12)
        pages[address(board)] = html(title(f"b {board}"), board_table(threads))
        pages |= {f"/topic/{thread}": html(title(str(thread)), posts(str(thread))) for thread in threads}
    return Site("http://forum.example", pages)


def test_a_category_among_boards_is_none_of_their_threads() -> None:
    site = categories()
    lesson = Lesson(site.url("/"))
    lesson.sights = {sight.url: sight for sight in map(site.sight, ("/", address(1), address(2), "/topic/200"))}
    lesson.boards = {("#-*", "h3"): {site.url(address(n)) for n in BOARDS}}
    lesson.threads = {("#-*", "h2"): {site.url(address(1))}, ("topic/#", ""): {site.url("/topic/200")}}
    lesson.pages = [site.url(address(1)), site.url("/topic/200")]

    tell_lists(lesson)

    assert lesson.threads.keys() == {("topic/#", "")}
    assert lesson.pages == [site.url("/topic/200")]
    assert site.url(address(1)) in lesson.boards["#-*", "h2"]


def test_a_category_with_an_address_of_its_own_is_no_thread_though_it_has_few_boards() -> None:
    site = categories()
    names = ("/category/1/talks", "/category/2/more-talks", "/category/3/all-the-rest")
    rows = site.pages[address(1)].partition("<div class='board'>")[2].split("<div class='board'>")
    for name, kept in zip(names, (rows[:2], rows[1:], rows[:2]), strict=True):
        site.pages[name] = html("Talks", "".join(f"<div class='board'>{row}" for row in kept))
    lesson = Lesson(site.url("/"))
    seen = (*names, address(2), "/topic/200", "/topic/300")
    lesson.sights = {sight.url: sight for sight in map(site.sight, seen)}
    lesson.boards = {("#-*", "h3"): {site.url(address(n)) for n in BOARDS}}
    lesson.threads = {
        ("category/#/*", ""): {site.url(name) for name in names},
        ("topic/#", ""): {site.url("/topic/200"), site.url("/topic/300")},
    }
    lesson.pages = [site.url(path) for path in (*names, "/topic/200", "/topic/300")]

    tell_lists(lesson)

    assert lesson.threads.keys() == {("topic/#", "")}
    assert lesson.boards["category/#/*", ""] == {site.url(name) for name in names}


def test_people_who_look_like_lists_make_no_category_of_a_thread() -> None:
    site = categories()
    lesson = Lesson(site.url("/"))
    seen = ("/", address(2), "/topic/200", "/topic/300")
    lesson.sights = {sight.url: sight for sight in map(site.sight, seen)}
    lesson.boards = {("user/*", ""): {url for sight in lesson.sights.values() for url in sight.urls if "/user/" in url}}
    lesson.threads = {("topic/#", ""): {site.url("/topic/200"), site.url("/topic/300")}}
    lesson.pages = [site.url("/topic/200"), site.url("/topic/300")]

    tell_lists(lesson)

    assert lesson.threads.keys() == {("topic/#", "")}


def test_a_category_that_was_begun_at_is_no_thread_though_others_of_its_kind_look_like_it() -> None:
    site = categories()
    boards = "".join(
        f"<div class='board'><h3><a href='{address(n)}'>{title(f'b {n}')}</a></h3><p>{sentence(f'about {n}', 12)}</p>"
        f"<a href='/user/{n}'>anna{n}</a> {day(n)}</div>"
        for n in BOARDS
    )
    names = {f"/category/{n}/{word}": word for n, word in enumerate(("talks", "more-talks"), start=1)}
    headings = "".join(f"<h2><a href='{path}'>{word}</a></h2>{boards}" for path, word in names.items())
    site.pages |= {"/": html("Forum", headings)}
    site.pages |= {path: html(word, boards) for path, word in names.items()}

    lesson = site.learn("/category/1/talks")

    assert site.url("/topic/205") in set().union(*lesson.threads.values())
    assert not any(shape.startswith("category") for shape, _ in lesson.threads)
    assert not any(shape.startswith("#-") for shape in lesson.people)
