"""Forums whose front page is in a folder and looks like a thread: few boards, each with its last post."""

from functools import cache

from tests.unit.learn.small_sites import PEOPLE, Site, board_table, day, html, pager, posts, prose, sentence, title

from thresher.learn import Lesson, PageType
from thresher.learn.flipping import step_between
from thresher.learn.upwards import crumbs, is_above

FORUM = "/talk/index.php"
ORDER = "page__prune_day__100__sort_by__Z-A__st__"
"""What IP.Board 3 wrote before the offset of further pages of its lists."""


def board(number: int) -> str:
    return f"{FORUM}?/forum/{number}-{title(f'board {number}').lower().replace(' ', '-')}/"


def topic(number: int) -> str:
    return f"{FORUM}?/topic/{number}-{title(str(number)).lower().replace(' ', '-')}/"


def person(number: int) -> str:
    name = PEOPLE[number % 7]
    return f"<a class='fn' href='{FORUM}?/user/{number % 7 + 1}-{name}/'>{name}</a>"


def shell(name: str, body: str, crumb: str = "") -> str:
    login = f"<a href='{FORUM}?app=core&module=help'>Help</a>"
    return (
        f"<html><head><title>{name}</title></head><body><div class='top'>{login}</div>"
        f"<ol class='crumbs'><li><a href='/talk/'>The mill</a></li>{crumb}</ol>{body}</body></html>"
    )


def front_row(number: int) -> str:
    newest = number * 100 + 1
    writer = person(number) if number % 3 else "a guest"
    return (
        f"<tr><td class='forum'><h4><a href='{board(number)}'>{title(f'board {number}')}</a></h4>"
        f"<p class='about'>{sentence(f'about {number}', 11)}</p></td><td class='stats'><ul><li><b>{number * 7}</b> "
        f"topics</li><li><b>{number * 31}</b> replies</li></ul></td><td class='last'><ul><li>"
        f"<a href='{topic(newest)}page__view__newest'>{title(str(newest))[:20]}...</a></li><li>By {writer}</li>"
        f"<li>{day(number * 9)} <a href='{topic(newest)}page__view__last'>&raquo;</a></li></ul></td></tr>"
    )


def topic_row(number: int) -> str:
    return (
        f"<tr><td><h4><a href='{topic(number)}'>{title(str(number))}</a></h4><span>Started by {person(number)}, "
        f"{day(number % 90)}</span></td><td>{number % 13} replies</td><td>{person(number + 1)} {day(number % 90 + 30)}"
        "</td></tr>"
    )


@cache
def pages() -> dict[str, str]:
    blocks = "".join(
        f"<div class='block'><h3>{title(f'part {part}')}</h3><table>"
        f"{''.join(front_row(part * 2 + n) for n in range(2))}</table></div>"
        for part in (1, 2, 3)
    )
    found = {"/talk/": shell("The mill", blocks), f"{FORUM}?app=core&module=help": shell("Help", prose("help"))}
    for number in range(2, 8):
        for page in (1, 2):
            topics = range(number * 100 + page * 12 - 12, number * 100 + page * 12)
            path = board(number) + (f"{ORDER}30" if page > 1 else "")
            numbers = pager(board(number), 2, page, ORDER).replace(f"{ORDER}2", f"{ORDER}30")
            rows = "".join(map(topic_row, topics))
            found[path] = shell(title(f"board {number}"), f"{numbers}<table class='topics'>{rows}</table>{numbers}")
            crumb = f"<li><a href='{board(number)}'>{title(f'board {number}')}</a></li>"
            for one in topics:
                link = f"<a href='{topic(one)}page__view__print'>Print</a>"
                body = posts(str(one)).replace("href='/user/", f"href='{FORUM}?/user/3-")
                found[topic(one)] = shell(title(str(one)), f"<h1>{title(str(one))}</h1>{link}{body}", crumb)
    return found


def mill() -> Site:
    newest = [topic(number * 100 + 1) for number in range(2, 8)]
    ways = {f"{one}page__view__{view}": one for one in newest for view in ("newest", "last")}
    return Site("http://mill.example", pages(), ways)


def boards_of(lesson: Lesson) -> set[str]:
    return set().union(*lesson.boards.values())


def test_boards_on_a_front_page_that_looks_like_a_thread_are_no_people() -> None:
    site = mill()
    assert site.sight("/talk/").kind is PageType.THREAD

    lesson = site.learn("/talk/")

    assert {site.url(board(number)) for number in range(2, 8)} <= boards_of(lesson)
    assert ("talk/index.php?topic/#-*", "") in lesson.threads
    assert all("/user/" not in url for url in boards_of(lesson))


def test_where_all_pages_are_at_one_address_the_list_of_a_thread_is_found_by_its_query() -> None:
    site = mill()

    lesson = site.learn(topic(203))

    assert site.url(board(2)) in crumbs(site.sight(topic(203)))
    assert {site.url(board(number)) for number in range(2, 8)} <= boards_of(lesson)


def test_further_pages_may_have_the_order_of_the_list_in_their_path() -> None:
    first, second = (f"http://mill.example{board(2)}{rest}" for rest in ("", f"{ORDER}30"))

    step = step_between(first, second)

    assert step is not None
    assert step[1] == 30
    assert step[0].is_counter
    assert mill().learn("/talk/").index_steps


def beside_all() -> Site:
    """The newest threads stand beside every page, and nothing else on the front page; one board has a single thread."""
    newest = [20, 31, 42, 43, 44]
    block = "".join(f"<li><a href='/node/{number}'>{title(str(number))}</a></li>" for number in newest)

    def page(name: str, body: str, crumbs: str = "") -> str:
        return html(name, f"<div>{crumbs}</div><ul class='side'>{block}</ul>{body}", menu="<a href='/forum'>Forum</a>")

    rows = "".join(
        f"<tr><td><a href='/forum/{n}'>{title(f'board {n}')}</a></td><td>{n * 7}</td><td>{day(n)}</td></tr>"
        for n in range(1, 5)
    )
    found = {"/": page("Welcome", "<p>Nothing here yet.</p>"), "/forum": page("Forum", f"<table>{rows}</table>")}
    for n in range(1, 5):
        numbers = range(n * 10 + 10, n * 10 + (11 if n == 1 else 19))
        found[f"/forum/{n}"] = page(title(f"board {n}"), board_table(numbers).replace("/topic/", "/node/"))
        crumbs = f"<a href='/'>Home</a> <a href='/forum'>Forum</a> <a href='/forum/{n}'>{title(f'board {n}')}</a>"
        found |= {f"/node/{one}": page(title(str(one)), posts(str(one)), crumbs) for one in numbers}
    return Site("http://beside.example", found)


def test_the_newest_threads_beside_every_page_are_no_list_of_threads() -> None:
    site = beside_all()
    assert not is_above(site.sight("/"), site.sight("/forum"))

    lesson = site.learn("/node/35")

    assert {site.url(f"/forum/{n}") for n in range(1, 5)} <= boards_of(lesson)
    assert lesson.is_enough


def test_what_stands_in_the_folder_of_a_front_page_is_tried_before_news_of_the_site_around_it() -> None:
    news = "".join(f"<li><a href='/{2010 + n}/{n}-news'>{title(f'news {n}')} and more</a></li>" for n in range(6))
    trips = "".join(f"<li><a href='/trips/{number}'>{title(f'trip {number}')} by boat</a></li>" for number in range(6))
    front = pages()["/talk/"].replace("h4>", "b>").replace("</body>", f"<ul>{news}</ul><ul>{trips}</ul></body>")
    site = Site("http://mill.example", pages() | {"/talk/": front}, mill().redirects)
    assert site.sight("/talk/").kind is PageType.THREAD

    lesson = site.learn("/talk/")

    assert {site.url(board(number)) for number in range(2, 8)} <= boards_of(lesson)
    assert "/forum/" in site.asked[1]
