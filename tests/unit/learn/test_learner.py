"""What is learned of small sites, from wherever one comes to them, and with how few pages."""

import itertools
import random
import re

import pytest
from tests.unit.learn.small_sites import (
    BOARDS,
    MENU,
    PEOPLE,
    STYLES,
    TAGS,
    Site,
    Style,
    article,
    article_path,
    blog,
    board_table,
    day,
    forum,
    front_list,
    html,
    posts,
    prose,
    sentence,
    title,
)

from thresher.learn import Course, Learner, Lesson, PageType, Sight
from thresher.learn.flipping import Step
from thresher.model import Page

LOGIN = (
    "<form action='/login' method='post'><p>You must be registered to log in.</p><dl><dt><label>Name:</label></dt>"
    "<dd><input name='user'></dd><dt><label>Password:</label></dt><dd><input type='password'></dd></dl>"
    "<a href='/lost'>Lost your password?</a><input type='submit'></form>"
)
PAGE = ("page", "", "")
BOARD, TOPIC, ARTICLE = ("board/#", ""), ("topic/#", ""), ("#/#/*", "")


def paths(lesson: Lesson, urls: set[str]) -> set[str]:
    return {url.split("example", 1)[1] for url in urls}


@pytest.mark.parametrize("start", ["/", "/topic/112", "/topic/114", "/topic/114?page=2", "/board/2", "/board/2?page=2"])
def test_a_forum_is_learned_from_wherever_one_comes(start: str) -> None:
    site = forum()

    lesson = site.learn(start)

    assert lesson.entry == site.url("/")
    assert lesson.boards.keys() == {BOARD}
    assert paths(lesson, lesson.boards[BOARD]) == {f"/board/{n}" for n in range(1, BOARDS + 1)}
    assert lesson.threads.keys() == {TOPIC}
    assert len(lesson.threads[TOPIC]) >= 12
    assert all(re.fullmatch(r"/topic/\d+", path) for path in paths(lesson, lesson.threads[TOPIC]))
    assert lesson.index_steps["board/#", PAGE] == Step("page", "", "", "")
    assert lesson.thread_steps["topic/#", PAGE] == Step("page", "", "", "")
    assert lesson.parts == {}


@pytest.mark.parametrize("start", ["/", "/topic/112", "/topic/114?page=2", "/board/2?page=2"])
def test_few_pages_are_enough_and_none_is_asked_for_twice(start: str) -> None:
    site = forum()

    lesson = site.learn(start)

    assert lesson.asked == len(site.asked) <= 12
    assert len(set(site.asked)) == len(site.asked)


@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("start", ["/", "/board/2?page=2", "/topic/114?page=2"])
def test_addresses_may_look_like_anything(name: str, start: str) -> None:
    style = STYLES[name]
    site = style.of(forum())

    lesson = site.learn(style.path(start))

    boards, threads = set().union(*lesson.boards.values()), set().union(*lesson.threads.values())
    assert lesson.entry == site.url(style.front)
    assert {site.url(style.path(f"/board/{n}")) for n in range(1, BOARDS + 1)} == boards
    assert len(threads) >= 12
    assert threads <= {site.url(style.path(path)) for path in forum().pages if path.startswith("/topic/")}
    assert lesson.asked <= 12


@pytest.mark.parametrize(
    "style",
    [
        Style("/index.php", "/index.php?board={n}.0", "/index.php?topic={n}.0", "{stem}.{offset}"),
        Style("/", "/?board={n}", "/?topic={n}", "{base}&page={page}"),
    ],
)
def test_a_front_page_and_all_others_may_be_one_script(style: Style) -> None:
    lesson = style.of(forum()).learn(style.front)

    assert lesson.threads.keys() != set()


def test_what_was_seen_is_kept_by_address() -> None:
    site = forum()

    lesson = site.learn("/")

    assert set(site.asked) == set(lesson.sights)
    assert set(lesson.indexes) <= set(lesson.sights)
    assert {url for url in lesson.pages if "/topic/" in url} == set(lesson.pages) != set()


def test_people_who_write_are_no_threads() -> None:
    lesson = forum().learn("/")

    assert lesson.people
    assert all(shape.startswith("user/") for shape in lesson.people)
    assert not any(shape.startswith("user/") for shape, _ in [*lesson.boards, *lesson.threads])


def test_a_thread_without_further_pages_teaches_no_step() -> None:
    lesson = forum(long_threads=False).learn("/")

    assert lesson.thread_steps == {}
    assert lesson.threads.keys() == {TOPIC}


def test_no_more_pages_are_asked_for_than_allowed() -> None:
    site = forum()

    for most in range(1, 8):
        lesson = site.learn("/topic/112", max_samples=most)

        assert lesson.asked == len(site.asked) == most


def test_any_page_may_be_missing() -> None:
    site = forum()
    site.learn("/topic/112")
    wanted = [url.removeprefix(site.origin) for url in site.asked]

    for path in wanted:
        pages = {known: markup for known, markup in site.pages.items() if known != path}
        lesson = Site(site.origin, pages).learn("/topic/112")

        assert lesson.threads.keys() | lesson.boards.keys() <= {BOARD, TOPIC}, path
        assert (lesson.threads.keys() == {TOPIC}) is (path not in ("/topic/112", "/")), path


def test_a_board_is_enough_where_there_is_no_front_page() -> None:
    site = forum()
    del site.pages["/"]

    lesson = site.learn("/board/2")

    assert lesson.entry == site.url("/board/2")
    assert lesson.threads.keys() == {TOPIC}
    assert lesson.index_steps.keys() == {("board/#", PAGE)}


def test_a_missing_page_is_asked_for_once() -> None:
    site = forum()
    del site.pages["/"]

    site.learn("/topic/112")

    assert site.asked.count(site.url("/")) == 1


def test_a_site_may_vanish_at_any_moment() -> None:
    site = forum()

    for first in range(1, 8):
        lesson = site.learn("/", without=range(first, 1000))

        assert lesson.entry == site.url("/")
        assert lesson.asked < 20
        assert lesson.index_steps == {} or first > 2


def test_the_threads_of_a_front_page_are_all_the_threads() -> None:
    site = front_list()

    lesson = site.learn("/")

    assert lesson.entry == site.url("/")
    assert lesson.boards == {}
    assert paths(lesson, lesson.threads[TOPIC]) == {f"/topic/{n}" for n in range(20, 40)}
    assert lesson.index_steps == {("", PAGE): Step("page", "", "", "")}
    assert lesson.thread_steps == {("topic/#", PAGE): Step("page", "", "", "")}
    assert lesson.asked <= 8


def test_the_front_page_is_found_from_one_of_its_threads() -> None:
    site = front_list()

    lesson = site.learn("/topic/25")

    assert lesson.entry == site.url("/")
    assert lesson.threads.keys() == {TOPIC}


@pytest.mark.parametrize("start", ["/", article_path(7), "/tag/wood", "/page/3"])
@pytest.mark.parametrize("front_is_whole", [False, True])
def test_a_blog_is_learned_from_wherever_one_comes(start: str, front_is_whole: bool) -> None:
    site = blog(front_is_whole=front_is_whole)

    lesson = site.learn(start)

    assert lesson.entry == site.url("/")
    assert lesson.threads.keys() == {ARTICLE}
    assert all(re.fullmatch(r"/20\d\d/\d\d/[a-z-]+", path) for path in paths(lesson, lesson.threads[ARTICLE]))
    assert lesson.index_steps["", ("", "/page/", "")] == Step("", "/page/", "", "")
    assert lesson.boards == {}
    assert lesson.asked <= 12


def test_tags_of_a_blog_are_parts_of_its_front_page() -> None:
    lesson = blog().learn("/tag/wood")

    assert lesson.parts.keys() == {("tag/*", "")}
    assert paths(lesson, lesson.parts["tag/*", ""]) == {f"/tag/{tag}" for tag in TAGS}


def test_posts_that_the_front_page_shows_whole_are_posts() -> None:
    lesson = blog(front_is_whole=True, has_comments=False).learn("/")

    assert lesson.threads.keys() == {ARTICLE}


def chapters(per_chapter: int) -> Site:
    """A list of chapters that show a few whole articles each: they look like the articles do."""
    rows = "".join(
        f"<tr><td><a href='/chapter/{n}'>{title(f'chapter {n}')}</a><br>{sentence(f'c {n}', 6)}</td>"
        f"<td>{per_chapter}</td><td>{day(200 - n)}</td></tr>"
        for n in range(8)
    )
    pages = {"/": html("Chapters", f"<table class='chapters'>{rows}</table>")}
    for n in range(8):
        inside = range(n * per_chapter, (n + 1) * per_chapter)
        pages[f"/chapter/{n}"] = html(
            title(f"chapter {n}"), "".join(article(i, is_alone=False, is_whole=True) for i in inside)
        )
        for i in inside:
            body = article(i, is_alone=True, is_whole=True) + posts(f"comments {i}", 3)
            pages[article_path(i)] = html(title(f"article {i}"), body)
    return Site("http://chapters.example", pages)


@pytest.mark.parametrize("per_chapter", [1, 2, 3])
def test_lists_of_whole_posts_are_told_from_posts(per_chapter: int) -> None:
    site = chapters(per_chapter)

    lesson = site.learn("/")

    assert lesson.boards.keys() == {("chapter/#", "")}
    assert lesson.threads.keys() == {ARTICLE}
    assert not any("/chapter/" in url for url in lesson.pages)


def test_lists_that_lead_to_no_thread_are_no_boards() -> None:
    site = forum()
    rows = "".join(
        f"<tr><td><a href='/group/{n}'>{title(f'group {n}')} and {title(f'friends {n}')}</a><br>"
        f"{sentence(f'of {n}', 8)}</td><td>{n * 3}</td><td>{n * 40}</td><td>{day(100 - n)}</td></tr>"
        for n in range(1, 7)
    )
    site.pages["/"] = site.pages["/"].replace("</table>", f"</table><table class='groups'>{rows}</table>", 1)
    members = "".join(
        f"<tr><td><a href='/person/{i}'>{title(f'person {i}')}</a></td><td>{i * 17}</td><td>{i * 3}</td>"
        f"<td>{day(300 - i)}</td></tr>"
        for i in range(14)
    )
    for n in range(1, 7):
        site.pages[f"/group/{n}"] = html(title(f"group {n}"), f"<table class='people'>{members}</table>")
    for i in range(14):
        site.pages[f"/person/{i}"] = html(title(f"person {i}"), f"<p>{sentence(f'of person {i}', 6)}</p>")
    assert site.sight("/group/1").guess.type is PageType.INDEX

    lesson = site.learn("/")

    assert any("/group/" in url for url in site.asked)
    assert ("group/#", "") in lesson.others
    assert lesson.boards.keys() == {BOARD}
    assert lesson.threads.keys() == {TOPIC}


def test_shortcuts_that_lead_to_another_address_are_left_alone() -> None:
    site = forum()
    for path in [path for path in site.pages if path.startswith("/board/")]:
        site.pages[path] = re.sub(
            r"(<td class='subject'><a href='/topic/(\d+)'>(.*?)</a>)(.*?)</tr>",
            r"\1\4<td><a href='/latest/\2'>Latest answer to \3 by one of us</a></td></tr>",
            site.pages[path],
        )
    site.redirects = {f"/latest/{n}": f"/topic/{n}" for n in range(1000)}

    lesson = site.learn("/")

    assert any("/latest/" in url for url in site.asked)
    assert ("latest/#", "") in lesson.others
    assert lesson.threads.keys() == {TOPIC}
    assert lesson.boards.keys() == {BOARD}


def test_shortcuts_that_are_the_only_way_are_followed() -> None:
    site = forum()
    for path in [path for path in site.pages if path.startswith("/topic/")]:
        number, _, rest = path.removeprefix("/topic/").partition("?")
        site.pages[f"/topic/{number}/about-it{'?' * bool(rest)}{rest}"] = site.pages.pop(path)
        site.redirects[path] = f"/topic/{number}/about-it{'?' * bool(rest)}{rest}"

    lesson = site.learn("/")

    assert TOPIC in lesson.threads
    assert ("topic/#/*", "") in lesson.threads
    assert lesson.boards.keys() == {BOARD}
    assert all(lesson.sights[url].url.endswith("about-it") for url in lesson.pages[:2])


def test_an_address_that_moved_is_known_by_both_names() -> None:
    site = forum()
    site.redirects = {"/forum": "/"}

    lesson = site.learn("/forum")

    assert lesson.entry == site.url("/")
    assert lesson.sights[site.url("/forum")] is lesson.sights[site.url("/")]
    assert lesson.boards.keys() == {BOARD}


def test_sessions_are_taken_out_of_all_addresses() -> None:
    site = forum()
    plain = dict(site.pages)
    site.pages = {
        path: re.sub(
            r"href='(/[^']*)'", lambda m: f"href='{m[1]}{'&' if '?' in m[1] else '?'}sid=c0ffee00c0ffee00c0'", markup
        )
        for path, markup in plain.items()
    }

    lesson = site.learn("/")

    assert lesson.sessions == {"sid"}
    assert not any("sid=" in url for url in site.asked)
    assert lesson.people == forum().learn("/").people
    assert lesson.boards.keys() == {BOARD}
    assert lesson.threads.keys() == {TOPIC}
    assert lesson.thread_steps.keys() == {("topic/#", PAGE)}


def shop() -> Site:
    wares = "".join(
        f"<div class='ware'><a href='/ware/{n}'><img src='{n}.jpg'>{title(f'ware {n}')}</a><b>{n}.99 EUR</b></div>"
        for n in range(1, 20)
    )
    pages = {"/": html("Shop", wares)}
    for n in range(1, 20):
        buy = "<form><select name='size'><option>1</option></select><input type='submit' value='Buy'></form>"
        body = f"<img src='{n}.jpg'><p>{n}.99 EUR</p>{buy}<p>{sentence(f'ware {n}', 8)}</p>"
        pages[f"/ware/{n}"] = html(title(f"ware {n}"), body)
    return Site("http://shop.example", pages)


def shop_with_offers() -> Site:
    """Wares in groups, each beside others that are bought with it: short texts, called what texts are."""
    groups = ("pumps", "seals", "pipes")

    def card(n: int) -> str:
        return f"<div class='ware'><h3><a href='/p/{n}'>{title(f'ware {n}')}</a></h3><b>{n}.99</b></div>"

    menu = "<a href='/'>Home</a> <a href='/help'>Help</a>"
    front = "".join(f"<a href='/c/{group}'>{group}</a> " for group in groups)
    pages = {"/": html("Shop", front + "".join(map(card, range(1, 13))), menu=menu)}
    for place, group in enumerate(groups):
        pages[f"/c/{group}"] = html(
            group, front + "".join(map(card, range(12 * place + 1, 12 * place + 13))), menu=menu
        )
    for n in range(1, 40):
        beside = "<h2>Others bought</h2>" + "".join(map(card, range(n + 1, n + 4)))
        pages[f"/p/{n}"] = html(
            title(f"ware {n}"), f"<b>{n}.99</b><p>{sentence(f'ware {n}', 20)}</p>{beside}", menu=menu
        )
    return Site("http://offers.example", pages)


def static() -> Site:
    names = ("", "help", "rules", "imprint", "privacy")
    return Site("http://static.example", {f"/{name}": html(name, f"<p>{prose(name)}</p>") for name in names})


def one_page() -> Site:
    return Site("http://one.example", {"/": "<html><body><p>Hello</p></body></html>"})


def login_wall() -> Site:
    return Site("http://wall.example", {path: html("Log in", LOGIN) for path in forum().pages})


def wall_behind_the_front() -> Site:
    inner = forum()
    front = {"/": inner.pages["/"], "/login": html("Log in", LOGIN)}
    return Site(inner.origin, front, {path: "/login" for path in inner.pages if path != "/"})


@pytest.mark.parametrize(
    "site", [shop(), shop_with_offers(), static(), one_page(), login_wall(), wall_behind_the_front()]
)
@pytest.mark.parametrize("start", ["/", "/rules", "/ware/3", "/p/3", "/board/2"])
def test_where_nobody_writes_nothing_is_learned(site: Site, start: str) -> None:
    lesson = site.learn(start)

    assert lesson.threads == {}
    assert lesson.boards == {}
    assert lesson.thread_steps == {}
    assert lesson.asked <= 20


def test_a_site_without_a_first_page_is_no_error() -> None:
    site = Site("http://none.example", {})

    lesson = site.learn("/a/b")

    assert site.asked == ["http://none.example/a/b"]
    assert lesson.notes == ["the first page could not be read"]
    assert lesson.sights == {}


def test_a_page_that_is_no_markup_is_no_page() -> None:
    lesson = Site("http://odd.example", {"/": ""}).learn("/")

    assert lesson.threads == {}


def test_days_of_a_calendar_are_no_further_pages() -> None:
    site = blog()
    days = "".join(f"<td><a href='/2021/06/{n:02}'>{n}</a></td>" for n in range(1, 29))
    for path, markup in list(site.pages.items()):
        site.pages[path] = markup.replace("<div class='side'>", f"<table><tr>{days}</tr></table><div class='side'>")

    lesson = site.learn("/")

    assert lesson.index_steps.keys() == {("", ("", "/page/", ""))}
    assert lesson.threads.keys() == {ARTICLE}


def test_the_next_thread_is_no_further_page() -> None:
    site = forum(long_threads=False)
    for path, markup in list(site.pages.items()):
        if path.startswith("/topic/"):
            number = int(path.rpartition("/")[2]) + 1
            site.pages[path] = markup.replace(
                "<div class='posts'>", f"<a class='next' href='/topic/{number}'>»</a><div class='posts'>"
            )

    lesson = site.learn("/")

    assert lesson.thread_steps == {}
    assert lesson.threads.keys() == {TOPIC}


def test_a_front_page_that_nothing_links_to_is_tried_if_all_else_fails() -> None:
    site = forum()
    bare = "<html><body><p>Moved</p></body></html>"
    site.pages["/old/note"] = bare

    lesson = site.learn("/old/note")

    assert lesson.threads.keys() == {TOPIC}

    learner = Learner(site.url("/old/note"), tries_all=False)
    asking = learner.run()
    assert next(asking) == site.url("/old/note")
    with pytest.raises(StopIteration):
        asking.send(site.page(site.url("/old/note")))
    assert learner.lesson.threads == {}


def test_the_heading_of_threads_is_where_lists_say_their_title() -> None:
    assert set(blog().learn("/").headings.values()) == {"article[@class~='entry']/h1/text()"}


def test_the_head_of_a_page_is_no_heading() -> None:
    assert set(forum().learn("/").headings.values()) == {"h1/text()"}


def test_the_menu_plays_no_part() -> None:
    site = forum()
    menu = "<ul class='menu'>" + "".join(
        f"<li><a href='/guide/{n}'>A very long entry of the menu: {title(f'guide {n}')}</a></li>" for n in range(12)
    )
    for path, markup in list(site.pages.items()):
        site.pages[path] = markup.replace(MENU, f"<div><a href='/'>Start</a></div>{menu}</ul>")
    for n in range(12):
        site.pages[f"/guide/{n}"] = html(f"Guide {n}", f"<p>{sentence(f'guide {n}', 6)}</p>")

    lesson = site.learn("/")

    assert lesson.boards.keys() == {BOARD}
    assert lesson.threads.keys() == {TOPIC}


def test_boards_inside_boards_are_boards() -> None:
    site = forum()
    rows = "".join(f"<li><a href='/board/{n}'>{title(f'board {n}')}</a></li>" for n in (51, 52, 53))
    for path, markup in list(site.pages.items()):
        if re.fullmatch(r"/board/\d", path):
            site.pages[path] = markup.replace("<table", f"<ul class='inner'>{rows}</ul><table", 1)
    for n in (51, 52, 53):
        site.pages[f"/board/{n}"] = html(title(f"board {n}"), board_table(range(112, 124)))

    lesson = site.learn("/")

    assert {"/board/1", "/board/51", "/board/52"} <= paths(lesson, lesson.boards[BOARD])
    assert lesson.entry == site.url("/")


ANY_ADDRESS = (
    "/t/{n}",
    "/t/{n}?page={m}",
    "/x/{n}-a-{m}",
    "/2021/0{m}/{n}",
    "/?p={n}",
    "/t/{n}/page/{m}",
    "/u/%C3%BC{n}",
    "/f{{{n}}}",
    "/q?a[]={n}",
    "/x/{n}%2F{m}",
    "/i.php?t={n}.{m}",
    "//d/{n}",
    "/i.php?/t/{n}",
    "/a-word",
)


@pytest.mark.parametrize("seed", range(25))
def test_any_heap_of_pages_is_looked_at_without_harm(seed: int) -> None:
    chance = random.Random(seed)
    some = chance.sample(ANY_ADDRESS, 4)

    def piece() -> str:
        address = chance.choice(some).format(n=chance.randint(1, 40), m=chance.randint(1, 9))
        name = chance.choice([str(chance.randint(1, 9)), title(str(chance.random())), "»", ""])
        return chance.choice(
            [
                f"<li><a href='{address}'>{name}</a></li>",
                f"<h2><a rel='next' href='{address}'>{name}</a></h2>",
                f"<div class='post'><b>{chance.choice(PEOPLE)}</b><i>{day(chance.randint(0, 300))}</i><p>"
                f"{prose(str(chance.random()), 3)}</p></div>",
                "<table><tr><td>",
                "</div>",
                "<form><input type='password'></form>",
            ]
        )

    class Heap(Site):
        def page(self, url: str) -> Page | None:
            path = url.removeprefix(self.origin)
            self.pages.setdefault(path, "<html><body>" + "".join(piece() for _ in range(chance.randint(0, 60))))
            return super().page(url) if chance.random() < 0.9 else None

    site = Heap("http://heap.example", {})
    lesson = site.learn("/")
    course = Course(lesson, "heap")
    for url in site.asked[:8]:
        page = site.page(url)
        if page is None:
            course.failed(url)
            continue
        news = course.look(Sight(page, lesson.sessions, url))
        assert all(found.startswith(site.origin) for found in (*news.soon, *news.stray))
    course.settle()
    trials = list(itertools.islice(iter(course.next_trial, None), 60))
    assert len(trials) < 60
    assert all(url.startswith(site.origin) for trial in trials if trial is not None for url in trial)

    assert len(site.asked) <= 60
    assert lesson.threads.keys().isdisjoint(lesson.others)
