"""What a crawl teaches beyond the few pages that were looked at before it."""

import re

import pytest
from tests.unit.learn.small_sites import (
    PEOPLE,
    TAGS,
    Site,
    article,
    article_path,
    blog,
    board_table,
    forum,
    html,
    sentence,
    thread_pages,
    title,
)

from thresher.learn import Course
from thresher.learn.course import ENOUGH_PAGES, MAX_TRIES, News

NAME = "learned-forum.example"


def course_of(site: Site, start: str = "/") -> Course:
    lesson = site.learn(start)
    assert lesson.threads
    return Course(lesson, NAME)


def look(course: Course, site: Site, path: str) -> News:
    return course.look(site.sight(path))


def urls(site: Site, *paths: str) -> tuple[str, ...]:
    return tuple(map(site.url, paths))


def rooms(news: News) -> list[str]:
    """The rooms among what is to be tried."""
    return [url.partition("example")[2] for url in news.late if "/room/" in url]


def test_roles_are_those_that_were_learned() -> None:
    site = forum()
    course = course_of(site)

    assert course.root == site.url("/")
    assert [course.role_of(site.url(path)) for path in ("/", "/board/9", "/board/9?page=4", "/topic/9?page=2")] == [
        "home",
        "board",
        "board",
        "thread",
    ]
    assert [course.role_of(site.url(path)) for path in ("/user/anna", "/topic/new", "/help", "/topic/9?do=edit")] == [
        ""
    ] * 4


def test_a_page_of_a_known_kind_is_no_news() -> None:
    site = forum()
    course = course_of(site)

    for path in ("/board/3", "/board/3?page=2", "/topic/312", "/topic/312?page=2"):
        news = look(course, site, path)

        assert news.soon == ()
        assert not news.is_changed


def test_further_pages_that_appear_during_the_crawl_are_proved_by_one_of_them() -> None:
    site = forum(long_threads=False)
    course = course_of(site)
    site.pages |= thread_pages(115, 3) | thread_pages(118, 3)
    assert course.role_of(site.url("/topic/115?page=2")) == ""

    first = look(course, site, "/topic/115")
    second = look(course, site, "/topic/118")

    assert first.soon == urls(site, "/topic/115?page=2")
    assert not first.is_changed
    assert second == News()

    proof = look(course, site, "/topic/115?page=2")

    assert proof.is_changed
    assert {site.url(f"/topic/{n}?page={page}") for n in (115, 118) for page in (2, 3)} <= set(proof.soon)
    assert course.role_of(site.url("/topic/999?page=7")) == "thread"
    assert look(course, site, "/topic/118") == News()


@pytest.mark.parametrize("is_missing", [True, False])
def test_further_pages_that_have_nothing_new_are_refuted(is_missing: bool) -> None:
    site = forum(long_threads=False)
    course = course_of(site)
    site.pages |= {path: markup for path, markup in thread_pages(115, 3).items() if path == "/topic/115"}
    site.pages |= {path: markup for path, markup in thread_pages(118, 3).items() if path == "/topic/118"}
    look(course, site, "/topic/115")

    if is_missing:
        course.failed(site.url("/topic/115?page=2"))
    else:
        site.pages["/topic/115?page=2"] = site.pages["/topic/115"]
        answer = look(course, site, "/topic/115?page=2")
        assert (answer.soon, answer.is_changed) == ((), False)

    assert look(course, site, "/topic/118") == News()
    assert course.role_of(site.url("/topic/115?page=2")) == ""


def test_a_page_that_fails_and_was_no_trial_changes_nothing() -> None:
    site = forum()
    course = course_of(site)
    before = course.data

    course.failed(site.url("/topic/112"))

    assert course.data == before


def with_rooms(site: Site, *, has_new_threads: bool) -> Site:
    """Boards that have boards of another kind, which the front page does not show."""
    rows = "".join(f"<li><a href='/room/{n}'>{title(f'room {n}')} in the cellar</a></li>" for n in (1, 2, 3))
    for path, markup in list(site.pages.items()):
        if re.fullmatch(r"/board/3", path):
            site.pages[path] = markup.replace("<table", f"<ul class='inner'>{rows}</ul><table", 1)
    for n in (1, 2, 3):
        first = 2000 + n * 20 if has_new_threads else 312
        site.pages[f"/room/{n}"] = html(title(f"room {n}"), board_table(range(first, first + 12)))
        for number in range(first, first + 12):
            site.pages |= thread_pages(number, 1)
    return site


def test_lists_with_threads_nobody_has_seen_are_followed() -> None:
    site = with_rooms(forum(), has_new_threads=True)
    course = course_of(site)

    assert rooms(look(course, site, "/board/3")) == ["/room/1"]
    assert rooms(look(course, site, "/board/3")) == []

    answer = look(course, site, "/room/1")

    assert answer.is_changed
    assert set(urls(site, "/room/2", "/room/3")) <= set(answer.soon)
    assert course.role_of(site.url("/room/7")) == "board"
    assert course.role_of(site.url("/topic/2020")) == "thread"


def test_lists_of_threads_that_were_all_seen_are_not_followed() -> None:
    site = with_rooms(forum(), has_new_threads=False)
    course = course_of(site)
    for number in range(312, 324):
        look(course, site, f"/topic/{number}")
    assert rooms(look(course, site, "/board/3")) == ["/room/1"]

    answer = look(course, site, "/room/1")

    assert answer.soon == ()
    assert not answer.is_changed
    assert course.role_of(site.url("/room/7")) == ""
    assert course.is_aside(site.url("/room/7"))


def test_a_list_that_cannot_be_read_is_not_followed() -> None:
    site = with_rooms(forum(), has_new_threads=True)
    course = course_of(site)
    assert rooms(look(course, site, "/board/3")) == ["/room/1"]

    course.failed(site.url("/room/1"))

    assert course.role_of(site.url("/room/2")) == ""
    assert rooms(look(course, site, "/board/3")) == []


def test_tags_of_a_blog_whose_posts_were_all_seen_are_refused() -> None:
    site = blog()
    course = course_of(site)
    tags = {site.url(f"/tag/{tag}") for tag in TAGS}
    tried = [*look(course, site, "/").late]
    for path in [path for path in site.pages if re.match(r"/20|/page/", path)]:
        tried += look(course, site, path).late
    (trial,) = [url for url in tried if url in tags]

    answer = look(course, site, trial.removeprefix(site.origin))

    assert answer == News(late=answer.late)
    assert all(course.role_of(url) == "" for url in tags)


def test_tags_that_lead_to_unseen_posts_are_followed() -> None:
    site = blog()
    course = course_of(site)
    for number in (101, 105, 109, 113):
        site.pages["/tag/metal"] = site.pages["/tag/metal"].replace(
            "<div class='main'>", "<div class='main'>" + article(number, is_alone=False, is_whole=True)
        )
        site.pages[article_path(number)] = html(title(str(number)), article(number, is_alone=True, is_whole=True))
    late = look(course, site, "/").late
    (trial,) = [url for url in late if "/tag/" in url]
    site.pages[trial.removeprefix(site.origin)] = site.pages["/tag/metal"]

    answer = look(course, site, trial.removeprefix(site.origin))

    assert answer.is_changed
    assert course.role_of(site.url("/tag/wood")) == "board"
    assert {site.url(f"/tag/{tag}") for tag in TAGS} <= set(answer.soon)


def test_trials_that_lead_nowhere_come_to_an_end() -> None:
    site = forum()
    course = course_of(site)
    words = ("ash", "birch", "cedar", "elm", "fir", "larch", "maple", "oak", "pine", "rowan", "spruce", "willow")
    for word in words:
        links = "".join(f"<li><a href='/{word}/{n}'>{title(f'{word} {n}')}</a></li>" for n in range(3))
        site.pages["/board/3"] = site.pages["/board/3"].replace("<table", f"<ul class='{word}'>{links}</ul><table", 1)

    trials = list(look(course, site, "/board/3").late)
    assert len(trials) == MAX_TRIES
    for url in trials:
        course.failed(url)

    assert look(course, site, "/board/3").late == ()


def test_other_views_and_noise_are_not_tried() -> None:
    site = forum()
    course = course_of(site)
    links = "".join(
        f"<li><a href='/topic/{n}?view=compact'>{title(f'view {n}')}</a></li>"
        f"<li><a href='/login?back={n}'>Log in to answer {title(f'login {n}')}</a></li>"
        for n in range(312, 318)
    )
    site.pages["/board/3"] = site.pages["/board/3"].replace("<table", f"<ul class='views'>{links}</ul><table", 1)

    late = look(course, site, "/board/3").late

    assert not any("view=" in url or "/login" in url for url in late)


def test_people_and_other_views_are_aside() -> None:
    site = forum()
    course = course_of(site)

    assert course.is_aside(site.url("/topic/112?order=votes"))
    assert course.lesson.people
    assert all(course.is_aside(site.url(f"/{shape}")) for shape in course.lesson.people)
    assert not course.is_aside(site.url("/topic/112"))
    assert not course.is_aside(site.url("/room/1"))


def test_people_who_were_not_seen_yet_are_aside_as_well() -> None:
    site = forum()

    assert course_of(site).is_aside(site.url("/user/xaver"))


def test_people_are_not_tried() -> None:
    site = forum()
    course = course_of(site)

    late = [url for path in ("/", "/board/1", "/board/2") for url in look(course, site, path).late]

    assert not any(url.removeprefix(site.url("/user/")) in PEOPLE for url in late)


def test_how_posts_are_read_is_settled_once_enough_were_seen() -> None:
    site = forum()
    course = course_of(site)
    assert course.application.levels[0].extract == ()

    threads = [site.sight(f"/topic/{number}") for number in range(112, 112 + ENOUGH_PAGES)]
    states = [course.study(sight) for sight in threads]

    assert states == [False] * (ENOUGH_PAGES - 1) + [True]
    assert course.is_reading
    thread = next(level for level in course.application.levels if level.name == "thread")
    assert [rule.object for rule in thread.extract] == ["Thread", "BoardPost"]


def test_few_posts_are_read_as_well_as_can_be() -> None:
    site = forum()
    course = course_of(site)
    course.study(site.sight("/topic/112"))
    assert not course.is_reading

    course.settle()

    assert course.is_reading
    assert course.lesson.posts is not None
    assert course.lesson.posts.each == "div[@class~='post']"


def test_pages_without_posts_settle_nothing_but_end_the_waiting() -> None:
    site = forum()
    site.pages["/empty"] = html("Empty", f"<p>{sentence('empty')}</p>")
    course = course_of(site)
    course.study(site.sight("/empty"))

    course.settle()

    assert course.is_reading
    assert course.lesson.posts is None
