"""Forums and blogs that are parts of a larger site."""

import re

import pytest
from tests.unit.learn.small_sites import Site
from tests.unit.learn.village_site import (
    BOARDS,
    ENTRIES,
    NEWEST,
    PER_LIST,
    entry_path,
    topic_path,
    topics_of,
    village,
    with_second_addresses,
)

from thresher.learn import Course, Lesson
from thresher.learn.posts.posts import learn_posts


def paths(lesson: Lesson, urls: set[str]) -> set[str]:
    return {url.partition("example")[2] for url in urls}


POST, TALK = ("blog/#/#/#/*", ""), ("forum/topic.php?t=#", "")
FORUM_BOARD, MEMBER = ("forum/board.php?b=#", ""), "forum/member.php?u=#"


def test_a_front_page_with_what_is_new_leads_to_all_parts_of_a_site() -> None:
    site = village()
    assert not any("board.php" in url or url == site.url("/forum/") for url in site.sight("/").urls)

    lesson = site.learn("/")

    assert paths(lesson, lesson.boards[FORUM_BOARD]) == {f"/forum/board.php?b={n}" for n in BOARDS}
    assert lesson.threads.keys() == {POST, TALK}
    listed = {number for n in BOARDS for number in topics_of(n)}
    assert len(lesson.threads[TALK]) > NEWEST
    assert paths(lesson, lesson.threads[TALK]) <= set(map(topic_path, listed))
    assert len(lesson.threads[POST]) > NEWEST
    assert paths(lesson, lesson.threads[POST]) <= set(map(entry_path, range(ENTRIES)))
    assert lesson.asked <= 15


def test_members_of_one_part_of_a_site_are_people() -> None:
    site = village()

    lesson = site.learn("/")

    assert lesson.people == {MEMBER}
    assert MEMBER not in {shape for shape, _ in [*lesson.boards, *lesson.threads]}


def test_all_pages_of_both_parts_have_the_role_they_play() -> None:
    site = village()
    course = Course(site.learn("/"), "village")

    assert {course.role_of(site.url(entry_path(n))) for n in range(ENTRIES)} == {"thread"}
    assert {course.role_of(site.url(topic_path(t))) for n in BOARDS for t in topics_of(n)} == {"thread"}
    assert {course.role_of(site.url(f"/forum/board.php?b={n}")) for n in BOARDS} == {"board"}
    assert {course.role_of(site.url(path)) for path in ("/forum/member.php?u=3", "/contact")} == {""}
    assert course.role_of(site.url("/")) == "home"
    assert course.is_aside(site.url("/forum/member.php?u=3"))


@pytest.mark.parametrize("start", ["/forum/", "/forum/board.php?b=3", topic_path(305)])
def test_a_part_of_a_larger_site_has_an_entry_of_its_own(start: str) -> None:
    site = village()

    lesson = site.learn(start)

    assert lesson.entry == site.url("/forum/")
    assert lesson.boards.keys() == {FORUM_BOARD}
    assert lesson.threads.keys() == {TALK}
    assert lesson.people == {MEMBER}
    assert Course(lesson, "forum").root == site.url("/forum/")


@pytest.mark.parametrize("start", ["/blog/", "/blog/page/2/", entry_path(7)])
def test_a_blog_on_a_larger_site_is_not_the_site(start: str) -> None:
    site = village()

    lesson = site.learn(start)

    assert lesson.entry == site.url("/blog/")
    assert lesson.boards == {}
    assert lesson.threads.keys() == {POST}
    assert lesson.people == frozenset()


@pytest.mark.parametrize("start", ["/", "/forum/", topic_path(305), "/forum/topic.php?b=3&t=305"])
def test_topics_that_have_two_addresses_are_threads_whose_posts_are_read(start: str) -> None:
    site = with_second_addresses(village())

    lesson = site.learn(start)

    topics = [lesson.sights[url] for url in lesson.pages if "topic.php" in url]
    assert {("b=" in sight.url) for sight in topics} == {False, True}
    assert TALK in lesson.threads
    assert lesson.boards.keys() >= {FORUM_BOARD}
    rule = learn_posts(topics)
    assert rule is not None
    assert rule.text == "div[@class~='body']"
    assert lesson.people == {MEMBER}


def with_canonical(site: Site) -> Site:
    """Each topic says which of its addresses is the right one."""
    for path, markup in site.pages.items():
        if topic := re.search(r"topic\.php\?.*?t=(\d+)", path):
            link = f"<link rel='canonical' href='{site.url(topic_path(int(topic[1])))}'>"
            site.pages[path] = markup.replace("</head>", f"{link}</head>", 1)
    return site


def test_a_parameter_that_does_not_matter_is_left_out_where_pages_say_so() -> None:
    site = with_canonical(with_second_addresses(village()))
    assert "canonical" in site.pages[topic_path(305)]

    lesson = site.learn("/forum/")

    assert lesson.threads.keys() == {TALK}
    assert all("b=" not in url for url in lesson.threads[TALK])
    assert lesson.notes == ["b does not matter in addresses like " + next(url for url in lesson.pages if "b=" in url)]
    assert Course(lesson, "forum").is_aside(site.url("/forum/topic.php?b=3&t=305"))


def test_a_parameter_that_nobody_speaks_of_stays() -> None:
    site = village()
    for board in BOARDS:
        path = f"/forum/board.php?b={board}"
        site.pages[path] = re.sub(r"topic\.php\?t=", f"topic.php?b={board}&amp;t=", site.pages[path])
        for topic in topics_of(board):
            site.pages[f"/forum/topic.php?b={board}&t={topic}"] = site.pages.pop(topic_path(topic))
    site.pages["/"] = re.sub(r"topic\.php\?t=(\d)", r"topic.php?b=\1&amp;t=\1", site.pages["/"])

    lesson = site.learn("/forum/")

    assert lesson.threads.keys() == {("forum/topic.php?b=#&t=#", "")}
    assert not lesson.notes


def test_boards_are_found_though_they_link_to_topics_by_another_address() -> None:
    site = with_second_addresses(village())
    for board in BOARDS:
        path = f"/forum/board.php?b={board}"
        site.pages[path] = re.sub(r"<a href='/forum/topic.php\?t=(\d+)'>(.*?)</a>", "", site.pages[path])

    lesson = site.learn("/")

    assert paths(lesson, lesson.boards[FORUM_BOARD]) == {f"/forum/board.php?b={n}" for n in BOARDS}
    listed = set().union(*lesson.threads.values())
    assert sum("topic.php" in url for url in listed) >= PER_LIST


def test_a_front_page_that_goes_on_with_the_blog_does_not_list_the_forum() -> None:
    site = village()
    older = "<div class='way'><a rel='next' href='/page/2/'>Older posts</a></div>"
    site.pages["/page/2/"] = site.pages["/blog/page/2/"]
    site.pages["/"] = site.pages["/"].replace("<h2>New in the forum</h2>", f"{older}<h2>New in the forum</h2>")

    lesson = site.learn("/")

    assert paths(lesson, lesson.boards[FORUM_BOARD]) == {f"/forum/board.php?b={n}" for n in BOARDS}
    assert len(lesson.threads[TALK]) > NEWEST
