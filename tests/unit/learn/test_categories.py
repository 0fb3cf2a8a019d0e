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
