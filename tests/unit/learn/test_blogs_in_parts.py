"""Blogs whose lists are parts of each other: months below a list of all, subjects that are folders, other spellings."""

import pytest
from tests.unit.learn.small_sites import MENU, PEOPLE, Site, day, html, prose, title

from thresher.learn import Course, Lesson, Sight
from thresher.learn.knowledge import type_of
from thresher.learn.lesson import TOGETHER
from thresher.learn.sifting import tell_lists
from thresher.learn.upwards import above

POSTS = 36
NEWEST = 6
SUBJECTS = ("garden", "kitchen", "cellar", "market")
ARCHIVE = {"de": "Archiv", "es": "Archivo", "ru": "Архивы", "zh": "归档"}


def slug(number: int) -> str:
    return title(f"post {number}").lower().replace(" ", "-") + f"-of-{'abcdefghij'[number % 10]}"


def row(number: int, path: str) -> str:
    return f"<li class='row'><i>{day(300 - number)}</i> <a href='{path}'>{title(f'post {number}')}</a></li>"


def post(number: int, menu: str) -> str:
    body = (
        f"<div class='entry'><p class='by'>{PEOPLE[number % 2]}, {day(300 - number)}</p>"
        f"<div class='words'><p>{prose(f'post {number}', 5)}</p><p>{prose(f'more {number}', 3)}</p></div></div>"
    )
    return html(title(f"post {number}"), body, menu=menu)


def blog(paths: list[str], lists: dict[str, list[int]], more: str = "", newest: int = NEWEST) -> Site:
    """Posts at `paths`, and `lists` of some of them beside every page; the front page has the newest."""
    side = "".join(f"<li><a href='{path}'>In {path.strip('/')}</a></li>" for path in lists)
    menu = f"{MENU}<ul class='side'>{side}{more}</ul>"
    pages = {path: post(number, menu) for number, path in enumerate(paths)}
    listed = {"/": list(range(newest)), **lists}
    for path, numbers in listed.items():
        rows = "".join(row(number, paths[number]) for number in numbers)
        pages[path] = html(f"In {path}", f"<ul class='list'>{rows}</ul>", menu=menu)
    return Site("http://blog.example", pages)


def months(per_month: int) -> dict[str, list[int]]:
    parts = [list(range(first, first + per_month)) for first in range(0, POSTS, per_month)]
    return {f"/archive/2021/{12 - number:02}/": part for number, part in enumerate(parts)}


def boards(lesson: Lesson) -> set[str]:
    return set().union(*lesson.boards.values())


def test_a_list_of_all_posts_is_enough_where_months_are_in_its_folder() -> None:
    paths = [f"/post/{slug(number)}" for number in range(POSTS)]
    site = blog(paths, months(9) | {"/archive/": list(range(POSTS))})

    lesson = site.learn("/")

    assert boards(lesson) == {site.url("/archive/")}
    assert set().union(*lesson.parts.values()) == {site.url(path) for path in months(9)}


def test_months_are_lists_of_their_own_where_nothing_above_them_has_all() -> None:
    paths = [f"/post/{slug(number)}" for number in range(POSTS)]
    site = blog(paths, months(4))

    assert boards(site.learn("/")) == {site.url(path) for path in months(4)}


def test_a_front_page_that_has_all_posts_needs_no_lists_of_parts() -> None:
    paths = [f"/post/{slug(number)}" for number in range(POSTS)]

    lesson = blog(paths, months(9), newest=POSTS).learn("/")

    assert not lesson.boards
    assert len(set().union(*lesson.threads.values())) == POSTS


@pytest.mark.parametrize("word", ARCHIVE.values(), ids=ARCHIVE)
def test_an_archive_is_told_by_its_name_in_several_languages(word: str) -> None:
    paths = [f"/post/{slug(number)}" for number in range(POSTS)]
    site = blog(paths, {}, f"<li><a href='/all'>{word}</a></li>")
    rows = "".join(row(number, path) for number, path in enumerate(paths))
    site.pages["/all"] = html(word, f"<ul class='list'>{rows}</ul>")

    assert boards(site.learn("/")) == {site.url("/all")}


def test_a_list_that_is_one_of_several_names_is_noted_with_the_others() -> None:
    paths = [f"/post/{slug(number)}" for number in range(POSTS)]
    tags = {f"/tag/{word}/": list(range(at, POSTS, len(SUBJECTS))) for at, word in enumerate(SUBJECTS)}
    site = blog(paths, tags)
    lesson = Lesson(site.url("/"), sights={site.url("/"): site.sight("/")})

    lesson.add_list(site.url("/tag/garden"))  # the links have a slash

    assert boards(lesson) >= {site.url(path) for path in tags}


def in_subjects() -> Site:
    paths = [f"/{SUBJECTS[number % len(SUBJECTS)]}/{slug(number)}/" for number in range(POSTS)]
    return blog(paths, {}, newest=POSTS)


@pytest.mark.parametrize("is_inside", [False, True])
def test_folders_by_subject_that_stand_in_one_list_are_read_in_one_way(is_inside: bool) -> None:
    site = in_subjects()

    lesson = site.learn(next(path for path in site.pages if path.startswith("/cellar/")) if is_inside else "/")

    assert len(lesson.together) >= 3
    assert {lesson.folder(url) for urls in lesson.threads.values() for url in urls} == {TOGETHER}


def test_parts_of_a_site_in_lists_of_their_own_are_not_together() -> None:
    paths = [f"/{SUBJECTS[number % len(SUBJECTS)]}/{slug(number)}/" for number in range(POSTS)]
    lists = {f"/{word}/": [n for n in range(POSTS) if n % len(SUBJECTS) == at] for at, word in enumerate(SUBJECTS)}

    lesson = blog(paths, lists, newest=0).learn("/")

    assert lesson.threads
    assert not lesson.together


def test_things_with_the_same_number_in_two_folders_are_two_things() -> None:
    lesson = Lesson("http://site.example/")
    for word in ("bugs", "ideas"):
        lesson.threads[f"{word}/#", ""] = {f"http://site.example/{word}/{number}" for number in range(1, 9)}

    course = Course(lesson, "learned")

    read = course.application.urls.read
    identities = {read(f"http://site.example/{word}/5", course.root).identity for word in ("bugs", "ideas")}
    assert len(identities) == 2


def test_a_thread_with_and_without_its_title_is_one_thing() -> None:
    lesson = Lesson("http://site.example/")
    lesson.threads["topic/#", ""] = {f"http://site.example/topic/{number}" for number in range(1, 9)}
    lesson.threads["topic/#/*", ""] = {f"http://site.example/topic/{number}/{slug(number)}" for number in range(1, 9)}

    forms = type_of(lesson, "learned")["urls"]["roles"]["thread"]

    assert all("{id#}" in form for form in forms)


def test_a_title_that_leads_to_its_own_page_without_the_slash_leads_nowhere_above() -> None:
    site = Site("http://blog.example", {"/a/b/": html("B", "<h2><a href='/a/b'>B</a></h2><a href='/a/'>A</a>")})
    sight: Sight = site.sight("/a/b/")

    assert above(sight) == [site.url("/a/"), site.url("/")]


@pytest.mark.parametrize("start", ["/", "post"])
def test_posts_in_folders_of_subjects_that_only_further_lists_name_are_found(start: str) -> None:
    """The front page has posts on three subjects; others come later."""
    subjects = ("garden", "kitchen", "cellar", "market", "river", "bridge", "engine", "harvest")
    paths = [
        f"/{subjects[min(number // 2, 2) if number < 8 else number % 8]}/{slug(number)}/" for number in range(POSTS)
    ]
    lists = {f"/category/{subject}/": [n for n in range(POSTS) if f"/{subject}/" in paths[n]] for subject in subjects}
    site = blog(paths, lists, newest=8)
    pages = [list(range(first, min(first + 8, POSTS))) for first in range(0, POSTS, 8)]
    for place, numbers in enumerate(pages):
        rows = "".join(row(number, paths[number]) for number in numbers)
        on = f"<p class='on'><a href='/page/{place + 2}/'>Older posts</a></p>" if place + 1 < len(pages) else ""
        menu = site.pages["/"].partition("<body>")[2].partition("<h1>")[0]
        site.pages[f"/page/{place + 1}/" if place else "/"] = html(
            "Blog", f"<ul class='list'>{rows}</ul>{on}", menu=menu
        )

    course = Course(site.learn(paths[3] if start == "post" else start), "blog")
    for path in ("/", *(f"/page/{place + 2}/" for place in range(len(pages) - 1))):
        course.look(site.sight(path))

    roles = {path: course.role_of(site.url(path)) for path in paths}
    assert set(roles.values()) == {"thread"}
    assert course.role_of(site.url("/page/3/")) in ("listing", "board")
    assert course.role_of(site.url("/category/river/")) != "thread"


def test_months_that_show_posts_whole_are_lists_though_a_redirect_has_added_their_last_slash() -> None:
    paths = [f"/2021/{12 - number // 9:02}/{slug(number)}" for number in range(POSTS)]
    site = blog(paths, {})
    months_of = {
        f"/archive/2021/{month:02}/": [one for one in range(POSTS) if 12 - one // 9 == month] for month in (12, 11)
    }
    for path, numbers in months_of.items():
        cards = (
            f"<div class='card'><h2>{title(f'post {one}')}</h2><i>{day(300 - one)}</i><p>{prose(f'post {one}', 6)}</p>"
            f"<p>{prose(f'more {one}', 3)}</p><a href='{paths[one]}'>2 comments</a></div>"
            for one in numbers[:3]
        )
        site.pages[path] = html("Posts of a month", "".join(cards))
    lesson = Lesson(site.url("/"))
    for path in ("/", *paths[:2], *months_of):
        lesson.sights[site.url(path)] = site.sight(path)
    lesson.threads = {
        ("#/#/*", ""): {site.url(path) for path in paths},
        ("archive/#/#", ""): {site.url(path).rstrip("/") for path in months_of},
    }
    lesson.pages = [site.url(path) for path in (*paths[:2], *months_of)]

    tell_lists(lesson)

    assert list(lesson.threads) == [("#/#/*", "")]
    assert lesson.pages == [site.url(path) for path in paths[:2]]


def test_tags_are_no_posts_though_a_subject_of_two_words_makes_addresses_like_theirs() -> None:
    subjects, tags = ("garden", "kitchen", "cellar", "old-market"), ("wood", "metal", "river", "winter")
    paths = [f"/{subjects[number % (3 if number < 9 else 4)]}/{slug(number)}/" for number in range(POSTS)]
    site = blog(paths, {f"/tag/{tag}/": list(range(at, POSTS, 4)) for at, tag in enumerate(tags)})
    menu = site.pages["/"].partition("<body>")[2].partition("<h1>")[0]
    for place in range(POSTS // 9):
        rows = "".join(row(number, paths[number]) for number in range(place * 9, place * 9 + 9))
        on = f"<p><a href='/page/{place + 2}/'>Older posts</a></p>" if place + 1 < POSTS // 9 else ""
        site.pages[f"/page/{place + 1}/" if place else "/"] = html(
            "Blog", f"<ul class='list'>{rows}</ul>{on}", menu=menu
        )
    course = Course(site.learn("/"), "blog")
    for path in ("/", *(f"/page/{place + 2}/" for place in range(POSTS // 9 - 1))):
        course.look(site.sight(path))
    for path in (path for path in paths if course.role_of(site.url(path)) == "thread"):
        course.look(site.sight(path))

    found: set[str] = set()
    while (trial := course.next_trial()) is not None:
        soon = course.look(site.sight(trial[0].removeprefix(site.origin))).soon
        found.update(soon)
        for url in set(soon) - {trial[0]}:
            course.look(site.sight(url.removeprefix(site.origin)))

    assert found >= {site.url(path) for path in paths if path.startswith("/old-market/")}
    assert not any("/tag/" in url for url in found)
