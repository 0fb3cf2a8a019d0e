"""What was learned, written in the form of all knowledge and read back."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.support.pages import TIME, page_of
from tests.unit.learn.small_sites import STYLES, Site, article_path, blog, forum, front_list, html, title

from thresher.extract import extract
from thresher.knowledge import ApplicationType, LevelKind, load_base
from thresher.knowledge.build import build_type
from thresher.learn import Course, Lesson, Sight
from thresher.learn.flipping import step_between
from thresher.learn.knowledge import root_of, type_of
from thresher.learn.links import spots_of
from thresher.learn.shapes import skeleton
from thresher.model import Source

NAME = "learned-site"


def written(tmp_path: Path, data: dict[str, Any]) -> ApplicationType:
    """The type as a knowledge base has it that reads the file; raises if it is not fit for one."""
    (tmp_path / f"{NAME}.yaml").write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return load_base(tmp_path).type(NAME)


def built(data: dict[str, Any]) -> ApplicationType:
    """The type as a crawl has it that has just learned it."""
    return build_type(data, (NAME,))


@cache
def learned_forum() -> tuple[Site, Lesson]:
    site = forum()
    return site, site.learn("/")


def roles(application: ApplicationType, lesson: Lesson, site: Site, *paths: str) -> list[str]:
    return [application.urls.read(site.url(path), root_of(lesson)).role for path in paths]


@pytest.mark.parametrize("site", [forum(), forum(long_threads=False), front_list(), blog()])
@pytest.mark.parametrize("is_reading", [False, True])
def test_what_was_learned_is_a_knowledge_file(tmp_path: Path, site: Site, is_reading: bool) -> None:
    course = Course(site.learn("/"), NAME)
    if is_reading:
        course.settle()

    application = written(tmp_path, course.data)

    assert application.name == NAME
    assert application.title == f"{site.origin.removeprefix('http://')} (learned)"
    assert {level.name: level.kind for level in application.levels} == {
        "thread": LevelKind.TERMINAL,
        "board": LevelKind.INTERMEDIATE,
        "home": LevelKind.INTERMEDIATE,
    }
    assert sum(map(len, course.data["urls"]["roles"].values())) == len(application.urls.roles) > 0


def test_each_page_of_a_forum_has_the_role_it_plays() -> None:
    site = forum()
    lesson = site.learn("/")
    application = built(type_of(lesson, NAME))

    for path in site.pages:
        kind = re.match(r"/(board|topic)/\d+", path)
        wanted = {"board": "board", "topic": "thread"}[kind[1]] if kind else "home" if path == "/" else ""
        assert roles(application, lesson, site, path) == [wanted], path


@pytest.mark.parametrize("name", STYLES)
def test_each_page_of_a_forum_has_its_role_whatever_its_address(name: str) -> None:
    style, plain = STYLES[name], forum()
    site = style.of(plain)
    lesson = site.learn(style.front)
    application = built(type_of(lesson, NAME))

    for path in plain.pages:
        wanted = "thread" if path.startswith("/topic/") else "board" if path.startswith("/board/") else ""
        (role,) = roles(application, lesson, site, style.path(path))
        assert role == ("home" if path == "/" else wanted), style.path(path)


def test_each_page_of_a_blog_has_the_role_it_plays() -> None:
    site = blog()
    lesson = site.learn("/")
    application = built(type_of(lesson, NAME))

    for path in site.pages:
        (role,) = roles(application, lesson, site, path)
        if re.match(r"/20\d\d/", path):
            assert role == "thread", path
        elif path.startswith("/page/"):
            assert role == "listing", path
        elif path == "/":
            assert role == "home"
        else:
            assert role == "", path


@pytest.mark.parametrize(
    "path",
    [
        "/user/anna",
        "/help",
        "/topic/new",
        "/topic/5/edit",
        "/board/1/feed",
        "/topic/5?view=print",
        "/board/1?sort=name",
        "/members?page=2",
        "/?page=2",
        "/board/",
        "/topic/5?page=2&view=print",
        "/x/topic/5",
    ],
)
def test_no_form_has_what_is_none_of_it(path: str) -> None:
    site, lesson = learned_forum()

    assert roles(built(type_of(lesson, NAME)), lesson, site, path) == [""]


def test_further_pages_belong_to_their_thread() -> None:
    site = forum()
    lesson = site.learn("/")
    read = built(type_of(lesson, NAME)).urls.read
    first, second = (read(site.url(path), root_of(lesson)) for path in ("/topic/114", "/topic/114?page=2"))

    assert first.thing == second.thing
    assert (first.page, second.page) == (0, 2)
    assert first.identity != second.identity


def test_days_of_posts_are_read_off_their_addresses() -> None:
    site = blog()
    lesson = site.learn("/")
    (form,) = type_of(lesson, NAME)["urls"]["roles"]["thread"]

    assert form.startswith("{y#}/{m#}/")
    assert roles(built(type_of(lesson, NAME)), lesson, site, article_path(99)) == ["thread"]


def test_further_pages_of_the_front_page_have_a_role_of_their_own() -> None:
    site = front_list()
    lesson = site.learn("/")
    data = type_of(lesson, NAME)

    assert data["urls"]["roles"]["listing"] == ["?page={page#}&!*"]
    assert roles(built(data), lesson, site, "/", "/?page=2", "/?page=2&sort=name", "/?sort=name") == [
        "home",
        "listing",
        "",
        "",
    ]


def test_sessions_are_dropped() -> None:
    site = forum()
    lesson = site.learn("/")
    lesson.sessions = frozenset({"sid", "s"})

    assert type_of(lesson, NAME)["urls"]["drop"] == ["s", "sid"]


def test_posts_are_read_by_what_was_learned() -> None:
    site = forum()
    course = Course(site.learn("/"), NAME)
    for number in range(112, 118):
        course.study(site.sight(f"/topic/{number}"))
    course.settle()
    application = built(course.data)
    url = site.url("/topic/421")
    _, document = page_of(url, site.pages["/topic/421"])
    level = next(level for level in application.levels if level.name == "thread")

    found = extract(document, application, level, course.root, Source("a.warc.gz", 7, url, TIME))

    posts = [one for one in found if one.type == "BoardPost"]
    assert len(posts) == 6
    assert all(post.author and post.published.startswith("2021-") and len(post.text) > 60 for post in posts)
    assert [one.title for one in found if one.type == "Thread"] == [title("421")]


def test_the_root_is_the_folder_that_holds_everything() -> None:
    origin = "http://site.example"
    lesson = Lesson(f"{origin}/forum/index.php")
    lesson.threads = {("forum/topic/#", ""): {f"{origin}/forum/topic/{n}" for n in range(3)}}
    lesson.boards = {("forum/board/#", ""): {f"{origin}/forum/board/{n}" for n in range(3)}}

    assert root_of(lesson) == f"{origin}/forum/"

    lesson.boards["x", ""] = {f"{origin}/other/board/1"}
    assert root_of(lesson) == f"{origin}/"

    lesson.boards["x", ""] = {"http://elsewhere.example/board/1"}
    assert root_of(lesson) == f"{origin}/forum/"


def lesson_of(threads: list[str], *further: str) -> tuple[Lesson, Site]:
    """A lesson with threads at these paths; `further` are pages of the first."""
    site = Site("http://site.example", {"/": html("Front", "")})
    lesson = Lesson(site.url("/"), sights={site.url("/"): site.sight("/")})
    lesson.threads = {("thread", ""): set(map(site.url, threads))}
    for path in further:
        found = step_between(site.url(threads[0]), site.url(path))
        assert found is not None
        lesson.thread_steps[skeleton(site.url(threads[0])), found[0].key] = found[0]
    return lesson, site


@pytest.mark.parametrize(
    ("threads", "further", "another"),
    [
        (["/topic/5", "/topic/6"], "/topic/5/page/2", "/topic/77/page/3"),
        (["/topic/5", "/topic/6"], "/topic/5?start=20", "/topic/77?start=40"),
        (["/about5.html", "/about6.html"], "/about5-15.html", "/about77-30.html"),
        (["/t.php?id=5", "/t.php?id=6"], "/t.php?id=5&page=2", "/t.php?id=77&page=3"),
        (["/index.php?topic=5.0", "/index.php?topic=6.0"], "/index.php?topic=5.15", "/index.php?topic=77.30"),
        (["/t/5-a-walk", "/t/6-by-the-sea"], "/t/5-a-walk/page-2", "/t/77-home/page-3"),
        (["/q/5", "/q/6"], "/q/5?sort=votes&page=2", "/q/77?sort=votes&page=3"),
        (["/joinery-f5", "/clocks-and-more-f6"], "/joinery-f5/p2", "/garden-f77/p3"),
        (["/t.pl?num=5", "/t.pl?num=6"], "/t.pl?num=5/15", "/t.pl?num=77/30"),
        (["/t5-a-walk", "/t6-by-the-sea"], "/t5p2-a-walk", "/t77p3-at-home"),
    ],
)
def test_further_pages_are_written_as_they_were_found(threads: list[str], further: str, another: str) -> None:
    lesson, site = lesson_of(threads, further)
    read = built(type_of(lesson, NAME)).urls.read
    first, second = (read(site.url(path), root_of(lesson)) for path in (threads[0], further))

    assert (first.role, second.role) == ("thread", "thread")
    assert first.thing == second.thing
    assert second.page > 1
    assert read(site.url(another), root_of(lesson)).page > second.page


@pytest.mark.parametrize(
    "name",
    [
        "title",
        "item2",
        "mt-4 title",
        "w-1/2",
        "w-[32px]",
        "@md",
        "übung",
        "it&#39;s",
        "col-6-wide",
    ],
)
def test_names_alone_are_told_by_the_place_of_their_links(name: str) -> None:
    links = "".join(f"<h2 class='{name}'><a href='/{path}'>{path}</a></h2>" for path in ("a-walk", "at-home"))
    menu = "<ul><li><a href='/about-us'>About us</a></li></ul>"
    page, _ = page_of("http://site.example/", f"<html><body>{menu}<div class='main'>{links}</div></body></html>")
    lesson = Lesson(page.url, sights={page.url: Sight(page)})
    spots = [spot for spot in spots_of(page.tree, page.url) if not spot.url.endswith("about-us")]
    lesson.threads = {("*", spots[0].place): {spot.url for spot in spots}}

    application = built(type_of(lesson, NAME))

    home = next(level for level in application.levels if level.name == "home")
    (rule,) = [follow for follow in home.follow if follow.role == "thread"]
    assert [list(pattern.select(page.tree)) for pattern in rule.at] == [["/a-walk", "/at-home"]]


def test_a_lesson_without_threads_is_a_type_without_roles_for_them() -> None:
    lesson, _ = lesson_of([])

    assert type_of(lesson, NAME)["urls"]["roles"] == {"home": ["?!*"]}


def test_a_list_with_an_address_like_those_of_posts_is_a_list() -> None:
    lesson, site = lesson_of(["/a-walk.html", "/by-the-sea.html", "/a-late-ferry.html"])
    lesson.boards = {("index", ""): {site.url("/archive.html")}}

    application = built(type_of(lesson, NAME))

    assert roles(application, lesson, site, "/archive.html", "/another-walk.html") == ["board", "thread"]


def test_people_in_a_folder_are_no_threads_that_have_nothing_but_names() -> None:
    lesson, site = lesson_of(["/tools/a-walk", "/garden/by-the-sea", "/attic/at-home"])
    lesson.people = frozenset({"profile/*"})
    read = built(type_of(lesson, NAME)).urls.read

    assert read(site.url("/kitchen/a-pie"), root_of(lesson)).role == "thread"
    assert read(site.url("/profile/anna"), root_of(lesson)).role == "author"


def test_lists_that_were_left_have_a_role_of_their_own_where_threads_would_have_their_addresses() -> None:
    origin = "http://blog.example"
    lesson = Lesson(f"{origin}/")
    titles = ("a-walk", "the-old-mill", "my-first-boat", "rain-again")
    lesson.threads = {("*/*", "html/body/h2/a"): {f"{origin}/{one}-notes/{name}" for one in "ab" for name in titles}}
    lesson.parts = {("tag/*", ""): {f"{origin}/tag/{name}" for name in ("wood", "metal", "garden")}}

    named = type_of(lesson, "blog")["urls"]["roles"]
    lesson.threads = {("topic/#", ""): {f"{origin}/topic/{number}" for number in range(9)}}
    numbered = type_of(lesson, "blog")["urls"]["roles"]

    assert list(named).index("part") < list(named).index("thread")
    assert "part" not in numbered
