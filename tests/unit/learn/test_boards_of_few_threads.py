"""Lists whose last page has one thread, and few boards beside the newest threads of all."""

from tests.unit.learn.small_sites import Site, board_table, html, pager, posts, sentence, title

from thresher.learn import Course
from thresher.learn.proof import flips_to

NAME = "learned-forum.example"


def slug(thread: int) -> str:
    return title(str(thread)).lower().replace(" ", "-")


def listed(folder: str, numbers: range) -> str:
    table = board_table(numbers)
    for number in numbers:
        table = table.replace(f"'/topic/{number}'", f"'{folder}{slug(number)}/'")
    return table


def named_alone(last: range = range(12, 13)) -> Site:
    """Three boards whose threads have nothing but names; the second page of the last has as many as are asked for."""
    menu = "".join(f"<li><a href='/latest/{n}-{slug(n)}/'>{title(f'news {n}')}</a></li>" for n in range(900, 910))
    pages, rows = {}, ""
    for number, word in enumerate(("garden", "kitchen", "tools")):
        folder = f"/{word}/"
        numbers = range(100 * number, 100 * number + 12)
        more = [n + 100 * number for n in last] if word == "tools" else []
        row = pager(folder, 2, joint="page-") if more else ""
        pages[folder] = html(word, f"<ul>{menu}</ul>{listed(folder, numbers)}{row}")
        if more:
            back = pager(folder, 2, 2, "page-")
            pages[f"{folder}page-2"] = html(
                word, f"<ul>{menu}</ul>{listed(folder, range(more[0], more[-1] + 1))}{back}"
            )
        for thread in (*numbers, *more):
            pages[f"{folder}{slug(thread)}/"] = html(title(str(thread)), posts(f"{thread}", count=4))
        rows += f"<tr><td><a href='{folder}'>All about {word}</a><p>{sentence(word)}</p></td></tr>"
    pages["/"] = html("Boards", f"<table>{rows}</table>")
    return Site("http://forum.example", pages)


def test_the_last_page_of_a_list_may_have_a_single_thread_below_those_that_are_kept_on_top() -> None:
    site = named_alone()
    kept = listed("/tools/", range(200, 203))
    known = "".join(f"<p>{sentence(f'rule {n}')}</p>" for n in range(40))
    site.pages["/tools/"] += known
    site.pages["/tools/page-2"] = site.pages["/tools/page-2"].replace("<table", f"{kept}<table", 1) + known
    first, last = site.sight("/tools/"), site.sight("/tools/page-2")
    counted = next(one for one in first.flips if one.sign)

    assert flips_to(counted, first, last)


def test_a_page_of_the_same_threads_is_no_further_page() -> None:
    site = named_alone()
    first = site.sight("/tools/")
    site.pages["/tools/page-2"] = site.pages["/tools/"]
    counted = next(one for one in first.flips if one.sign)

    assert not flips_to(counted, first, site.sight("/tools/page-2"))


def test_a_counted_page_of_a_board_is_tried_though_it_is_called_as_threads_are() -> None:
    site = named_alone(range(12, 20))
    lesson = site.learn("/")
    lesson.index_steps.clear()  # as where only short boards were seen
    course = Course(lesson, NAME)
    assert course.role_of(site.url("/tools/page-2")) == "thread"

    course.look(site.sight("/tools/"))
    course.look(site.sight("/tools/page-2"))

    assert course.role_of(site.url("/tools/page-2")) == "board"


def test_few_boards_are_found_beside_the_newest_threads_of_all() -> None:
    newest = range(500, 512)
    pages, rows = {}, ""
    for number, word in enumerate(("garden", "kitchen", "tools")):
        numbers = range(100 * number, 100 * number + 12)
        pages[f"/board/{word}/"] = html(word, board_table(numbers))
        rows += f"<li><a href='/board/{word}/'>All that we know about the {word}</a></li>"
        for thread in numbers:
            pages[f"/topic/{thread}"] = html(title(str(thread)), posts(f"{thread}", count=4))
    for thread in newest:
        pages[f"/topic/{thread}"] = html(title(str(thread)), posts(f"{thread}", count=4))
    menu = (
        "<p><a href='/view/popular/'>The most popular topics</a> <a href='/view/none/'>Topics without any reply</a></p>"
    )
    for word in ("popular", "none"):
        pages[f"/view/{word}/"] = html(word, board_table(range(5, 9)) + menu)
    pages = {path: page.replace("</h1>", f"</h1>{menu}") for path, page in pages.items()}
    pages["/"] = html("Forum", f"{menu}<ul>{rows}</ul>{board_table(newest)}")
    site = Site("http://forum.example", pages)

    lesson = site.learn("/")

    assert site.url("/board/garden/") in set().union(*lesson.boards.values())
