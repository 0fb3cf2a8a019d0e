"""Sites whose lists are not where one looks first: behind another address, in a menu; threads told backwards."""

import random

from tests.unit.learn.small_sites import (
    PEOPLE,
    Site,
    board_table,
    day,
    front_list,
    html,
    number_of,
    posts,
    prose,
    title,
)

from thresher.learn import Course, PageType, Sight


def newest_first(key: str, count: int = 7) -> str:
    """Messages in two rows each, the newest first, each with a link to a page of its own."""
    chance = random.Random(key)
    people = chance.choices(PEOPLE, k=count)
    return "<table class='messages'>" + "".join(
        f"<tr><th><a href='/note{number_of(key) % 1000 + 1000 + n}'>note{number_of(key) % 1000 + 1000 + n}</a></th>"
        f"<th>Author: {people[n]}</th><th>Date: {day(20 + n * 3)} 10:0{n}</th></tr>"
        f"<tr><td colspan='3' class='content'>{prose(f'{key} {n}', 3)}</td></tr>"
        for n in reversed(range(count))
    ) + "</table>"  # fmt: skip


def tracker() -> Site:
    """The front page shows what /list?from=0 has; threads are told backwards."""
    pages = {}
    for page in range(3):
        numbers = range(100 + page * 20, 120 + page * 20)
        following = f"<p><a href='/list?order=age&from={page * 20 + 20}'>next &gt;&gt;</a></p>" if page < 2 else ""
        pages[f"/list?order=age&from={page * 20}"] = html("All", board_table(numbers) + following)
        for number in numbers:
            pages[f"/topic/{number}"] = html(title(str(number)), newest_first(str(number)))
            for n in range(7):
                note = number_of(str(number)) % 1000 + 1000 + n
                pages[f"/note{note}"] = html(f"note{note}", f"<p>{prose(f'{number} {n}', 3)}</p>")
    pages["/"] = pages["/list?order=age&from=0"]
    return Site("http://tracker.example", pages)


def test_a_thread_with_the_newest_post_first_is_no_list() -> None:
    site = tracker()
    assert any(site.sight(f"/topic/{n}").is_talk for n in range(100, 110))

    lesson = site.learn("/")

    assert lesson.threads.keys() == {("topic/#", "")}
    assert all("/note" not in url for urls in lesson.boards.values() for url in urls)


def test_a_list_with_titles_is_no_thread() -> None:
    for path in ("/", "/list?order=age&from=20"):
        sight = tracker().sight(path)
        assert sight.kind is PageType.INDEX
        assert not sight.is_talk


def test_a_list_may_go_on_under_another_address() -> None:
    lesson = tracker().learn("/")

    assert ("list?from=#&order=age", "") in lesson.boards
    assert any(step.name == "from" for step in lesson.index_steps.values())


def larger(menu: str) -> Site:
    """A front page that says a little about the house, and a menu; the forum is in a folder of it."""
    forum = front_list("http://house.example")
    pages = {
        path.replace("/", "/talk/", 1): text.replace("href='/", "href='/talk/") for path, text in forum.pages.items()
    }
    about = f"<h1>Welcome</h1><p>{prose('welcome', 9)}</p>"
    pages |= {"/": html("House", menu + about), "/prices": html("Prices", menu + f"<p>{prose('prices')}</p>")}
    pages["/garden"] = html("Garden", menu + f"<p>{prose('garden')}</p>")
    return Site("http://house.example", pages)


def with_guides(place: str) -> Site:
    """The same with a long list of guides, which nobody answers, on the page at `place`."""
    links = {"/prices": "Prices", "/garden": "Garden", "/talk/": "Talk", "/list": "Guides to everything"}
    site = larger("<p>" + " ".join(f"<a href='{path}'>{name}</a>" for path, name in links.items()) + "</p>")
    guides = "".join(f"<li><a href='/guide/{n}'>{title(f'guide {n}')}</a></li>" for n in range(40))
    site.pages["/list"] = html("Guides", prose("list"))
    site.pages[place] = site.pages[place].replace("</body>", f"<ul>{guides}</ul></body>")
    for n in range(40):
        site.pages[f"/guide/{n}"] = html(title(f"guide {n}"), f"<p>{prose(f'guide {n}', 12)}</p>")
    return site


def test_a_forum_in_a_folder_is_found_by_the_menu_of_the_front_page() -> None:
    lesson = with_guides("/").learn("/")

    assert lesson.threads.keys() == {("talk/topic/#", "")}
    assert "http://house.example/talk/" in lesson.indexes


def test_pages_that_nobody_answers_are_no_forum() -> None:
    site = with_guides("/list")
    site.pages = {path: text for path, text in site.pages.items() if not path.startswith("/talk/")}

    lesson = site.learn("/")

    assert not lesson.threads
    assert isinstance(lesson.sights["http://house.example/list"], Sight)


def test_a_list_whose_next_page_is_only_called_so() -> None:
    site = tracker()
    for number in range(3):
        text = site.pages.pop(f"/list?order=age&from={number * 20}")
        text = text.replace("next &gt;&gt;", "Next Page").replace(
            f"/list?order=age&from={number * 20 + 20}", f"/l{number + 2}.html"
        )
        site.pages["/list.html" if number == 0 else f"/l{number + 1}.html"] = text

    del site.pages["/"]

    lesson = site.learn("/list.html")

    assert lesson.boards
    assert any(step.old == "2" for step in lesson.index_steps.values())


def gambits(size: int) -> str:
    """Links that ask the search form, each of them put together with what was asked before."""
    words = ("%23sticky", "%23order+by+newest", "%23has+%3E10+replies", "%23locked", "%23author%3Amember+name")
    more = f"%23limit%3A{size}+%2B+" if size > 12 else ""
    links = (f"<li><a href='/all?search={more}{word}'>{word[3:].replace('%3E', '&gt; ')}</a></li>" for word in words)
    return f"<ul class='gambits'>{''.join(links)}</ul>"


def growing() -> Site:
    """The front page shows twelve threads; those who view more get the same list, and twelve more."""
    pages = {f"/topic/{n}": html(title(str(n)), posts(str(n))) for n in range(101, 149)}
    for size in (12, 24, 36, 48):
        following = (
            f"<p><a class='button' href='/all?search=%23limit%3A{size + 12}'>View more</a></p>" if size < 48 else ""
        )
        path = "/" if size == 12 else f"/all?search=%23limit%3A{size}"
        pages[path] = html("All", gambits(size) + board_table(range(101, 101 + size)) + following)
    return Site("http://growing.example", pages)


def test_a_list_may_grow_where_one_views_more() -> None:
    course = Course(growing().learn("/"), "growing")

    assert course.role_of("http://growing.example/all?search=%23limit%3A48") == "board"


def test_questions_to_a_search_form_are_no_boards() -> None:
    site = growing()

    course = Course(site.learn("/"), "growing")

    assert not any("sticky" in url or "replies" in url for url in site.asked)
    assert course.role_of("http://growing.example/all?search=%23sticky") == ""


def questions() -> Site:
    """The front page shows the newest questions and no way on; a menu beside others leads to all of them."""
    site = front_list()
    names = ("ask", "questions", "tags", "users", "badges")
    links = "".join(f"<li><a href='/{name}'>{name.capitalize()}</a></li>" for name in names)
    menu = f"<ul class='nav'>{links}</ul>"
    pages = {path: markup.replace("<body>", f"<body>{menu}") for path, markup in site.pages.items()}
    lists = {
        path: markup.replace("/?page=", "/questions?page=") for path, markup in pages.items() if "/topic" not in path
    }
    pages |= {path.replace("/", "/questions", 1): markup for path, markup in lists.items()}
    pages["/"] = pages["/"].replace("Older", "").replace("/?page=2", "/")
    return Site(site.origin, {path: markup for path, markup in pages.items() if not path.startswith("/?")})


def test_a_menu_may_lead_to_the_list_of_which_the_front_page_shows_the_newest() -> None:
    site = questions()

    lesson = site.learn("/")
    course = Course(lesson, "learned")

    assert lesson.boards.keys() == {("questions", "")}
    assert course.role_of(site.url("/questions?page=3")) == "board"
    assert len(site.asked) <= 9


def test_the_list_of_all_is_not_forgotten_if_it_was_passed_on_the_way_up() -> None:
    """Begun at a part of the list: the list of all is above it, and above that a front page with the newest."""
    site = questions()
    rows = [site.pages[f"/questions?page={page}"].partition("<table")[2].partition("</table>")[0] for page in (2, 3)]
    site.pages["/"] = site.pages["/"].replace("</table>", f"</table><table{rows[0]}</table>")
    site.pages["/questions/copper-pipes"] = html("Copper", f"<a href='/questions'>All</a><table{rows[1]}</table>")

    lesson = site.learn("/questions/copper-pipes")

    assert ("questions", "") in lesson.boards
    assert Course(lesson, "learned").role_of(site.url("/questions?page=3")) == "board"
