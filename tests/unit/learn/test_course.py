"""What a crawl teaches beyond the few pages that were looked at before it."""

import itertools
import math
import re
from copy import deepcopy

import pytest
from tests.support.pages import TIME, page_of
from tests.unit.learn.small_sites import (
    PEOPLE,
    STYLES,
    TAGS,
    Site,
    article,
    article_path,
    blog,
    board_table,
    forum,
    html,
    posts,
    sentence,
    thread_pages,
    title,
)
from tests.unit.learn.village_site import entry_path, topic_path, topics_of, village

from thresher.extract import extract
from thresher.learn import Course, Lesson, PageType, Sight
from thresher.learn.course import MIN_TRIES, TRY_SHARE
from thresher.learn.lesson import ENOUGH_PAGES
from thresher.learn.progress import News
from thresher.model import Source

NAME = "learned-forum.example"
TREES = ("ash", "birch", "cedar", "elm", "fir", "larch", "maple", "oak", "pine", "rowan", "spruce", "willow")


def course_of(site: Site, start: str = "/") -> Course:
    lesson = site.learn(start)
    assert lesson.threads
    return Course(lesson, NAME)


def look(course: Course, site: Site, path: str) -> News:
    return course.look(site.sight(path))


def urls(site: Site, *paths: str) -> tuple[str, ...]:
    return tuple(map(site.url, paths))


def trials(course: Course, site: Site) -> list[str]:
    """All that is tried if nothing ever comes; cut off where there is no end to it."""
    found = itertools.islice(iter(course.next_trial, None), 4 * len(TREES))
    return [trial[0].removeprefix(site.origin) for trial in found if trial is not None]


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
    before = course.data

    for path in ("/board/3", "/board/3?page=2", "/topic/312", "/topic/312?page=2"):
        news = look(course, site, path)

        assert news == News()
        assert course.data == before


def test_further_pages_that_appear_during_the_crawl_are_proved_by_one_of_them() -> None:
    site = forum(long_threads=False)
    course = course_of(site)
    site.pages |= thread_pages(115, 3) | thread_pages(118, 3)
    assert course.role_of(site.url("/topic/115?page=2")) == ""

    first = look(course, site, "/topic/115")
    second = look(course, site, "/topic/118")

    assert first == News(urls(site, "/topic/115?page=2"))
    assert second == News()
    assert course.role_of(site.url("/topic/115?page=2")) == ""

    proof = look(course, site, "/topic/115?page=2")

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
    before = course.data

    if is_missing:
        course.failed(site.url("/topic/115?page=2"))
    else:
        site.pages["/topic/115?page=2"] = site.pages["/topic/115"]
        assert look(course, site, "/topic/115?page=2") == News()

    assert course.data == before
    assert look(course, site, "/topic/118") == News()
    assert course.role_of(site.url("/topic/115?page=2")) == ""


def test_one_short_last_page_refutes_no_row_of_numbers() -> None:
    """All that the second page of a thread has more is one short answer: that of another thread tells."""
    site = forum(long_threads=False)
    course = course_of(site)
    site.pages |= thread_pages(115, 2) | thread_pages(118, 2)
    site.pages["/topic/115?page=2"] = site.pages["/topic/115"].replace("</body>", "<p>Oh, yes.</p></body>")
    look(course, site, "/topic/115")
    assert look(course, site, "/topic/115?page=2") == News()

    assert look(course, site, "/topic/118") == News(urls(site, "/topic/118?page=2"))

    proof = look(course, site, "/topic/118?page=2")
    assert site.url("/topic/115?page=2") in proof.soon
    assert course.role_of(site.url("/topic/999?page=7")) == "thread"


def pages_of(course: Course, site: Site, *paths: str) -> list[tuple[str, int]]:
    """The role and the number of each page, all of one thing and none the same as another."""
    found = [course.application.urls.read(site.url(path), course.root) for path in paths]
    assert len({one.thing for one in found}) == 1
    assert len({one.identity for one in found}) == len(found)
    return [(one.role, one.page) for one in found]


@pytest.mark.parametrize("start", ["/", "/board/2?page=2", "/topic/114", "/topic/114?page=2"])
def test_page_one_is_the_second_where_pages_are_counted_from_zero(start: str) -> None:
    style = STYLES["counted from zero"]
    site = style.of(forum())
    course = course_of(site, style.path(start))
    board = style.path("/board/3")

    assert course.data["urls"]["roles"]["thread"] == ["node/{id#}[?page={page0#}]&!*"]
    assert course.role_of(site.url("/node/114?page=1")) == "thread"
    assert pages_of(course, site, "/node/114", "/node/114?page=1") == [("thread", 0), ("thread", 2)]
    assert pages_of(course, site, board, f"{board}?page=1", f"{board}?page=2") == [
        ("board", 0),
        ("board", 2),
        ("board", 3),
    ]


def test_page_one_is_the_first_where_pages_are_counted_from_one() -> None:
    site = forum()
    course = course_of(site)
    plain, first = (course.application.urls.read(site.url(f"/topic/114{end}"), course.root) for end in ("", "?page=1"))

    assert course.data["urls"]["roles"]["thread"] == ["topic/{id#}[?page={page#}]&!*"]
    assert plain.identity == first.identity


def test_a_page_one_that_is_met_during_the_crawl_is_a_further_page() -> None:
    site = forum(long_threads=False)
    course = course_of(site)
    further = "<div class='way'><a rel='next' href='/topic/115?page=1'>More answers</a></div>"
    site.pages["/topic/115"] = site.pages["/topic/115"].replace("<div class='foot'>", f"{further}<div class='foot'>")
    site.pages["/topic/115?page=1"] = html(title("115"), posts("more of 115"))

    assert look(course, site, "/topic/115").soon == urls(site, "/topic/115?page=1")
    look(course, site, "/topic/115?page=1")

    assert course.data["urls"]["roles"]["thread"] == ["topic/{id#}[?page={page0#}]&!*"]
    assert pages_of(course, site, "/topic/115", "/topic/115?page=1") == [("thread", 0), ("thread", 2)]


def test_a_plain_address_that_shows_the_last_page_has_a_page_one_beside_it() -> None:
    site = forum(long_threads=False)
    course = course_of(site)
    for page in range(1, 5):
        numbers = " ".join(
            f"<b>{n}</b>" if n == page else f"<a href='/topic/115?page={n}'>{n}</a>" for n in range(1, 5)
        )
        path = "/topic/115" if page == 4 else f"/topic/115?page={page}"
        site.pages[path] = html(title("115"), f"<div class='numbers'>{numbers}</div>" + posts(f"115 {page}"))

    (trial,) = look(course, site, "/topic/115").soon
    answer = look(course, site, trial.removeprefix(site.origin))

    assert {site.url(f"/topic/115?page={page}") for page in (1, 2, 3)} <= {trial, *answer.soon}
    assert course.data["urls"]["roles"]["thread"] == ["topic/{id#}[?page={page0#}]&!*"]
    pages = pages_of(course, site, "/topic/115", *(f"/topic/115?page={page}" for page in (1, 2, 3)))
    assert {role for role, _ in pages} == {"thread"}


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
    look(course, site, "/board/3")

    assert course.next_trial() == urls(site, "/room/3", "/board/3")
    assert course.role_of(site.url("/room/7")) == ""

    answer = look(course, site, "/room/3")

    assert set(urls(site, "/room/1", "/room/2")) <= set(answer.soon)
    assert course.role_of(site.url("/room/7")) == "board"
    assert course.role_of(site.url("/topic/2020")) == "thread"
    assert course.next_trial() is None


def test_lists_of_threads_that_were_all_seen_are_not_followed() -> None:
    site = with_rooms(forum(), has_new_threads=False)
    course = course_of(site)
    for number in range(312, 324):
        look(course, site, f"/topic/{number}")
    look(course, site, "/board/3")
    before = course.data
    assert course.next_trial() == urls(site, "/room/3", "/board/3")

    answer = look(course, site, "/room/3")

    assert answer == News()
    assert course.data == before
    assert course.role_of(site.url("/room/7")) == ""
    assert course.is_aside(site.url("/room/7"))
    assert course.next_trial() is None


def test_threads_were_seen_if_their_server_leads_to_their_address_with_a_slash() -> None:
    site = with_rooms(forum(), has_new_threads=False)
    site.pages |= {f"/topic/{number}/": site.pages[f"/topic/{number}"] for number in range(312, 324)}
    course = course_of(site)
    for number in range(312, 324):
        look(course, site, f"/topic/{number}/")
    look(course, site, "/board/3")
    assert course.next_trial() == urls(site, "/room/3", "/board/3")

    assert look(course, site, "/room/3") == News()


def test_a_list_that_cannot_be_read_is_not_followed() -> None:
    site = with_rooms(forum(), has_new_threads=True)
    course = course_of(site)
    look(course, site, "/board/3")
    assert course.next_trial() == urls(site, "/room/3", "/board/3")

    course.failed(site.url("/room/3"))

    assert course.role_of(site.url("/room/2")) == ""
    assert ("room/#", "") in course.lesson.others
    look(course, site, "/board/3")
    assert course.next_trial() is None


def test_a_trial_that_nothing_came_of_has_failed() -> None:
    site = with_rooms(forum(), has_new_threads=True)
    course = course_of(site)
    look(course, site, "/board/3")

    assert trials(course, site) == ["/room/3"]

    assert ("room/#", "") in course.lesson.others
    assert look(course, site, "/room/3").soon == ()


def test_what_comes_during_a_trial_and_was_not_tried_does_not_answer_it() -> None:
    site = with_rooms(forum(), has_new_threads=True)
    course = course_of(site)
    look(course, site, "/board/3")
    course.next_trial()

    course.failed(site.url("/room/2"))
    look(course, site, "/board/2")

    assert not course.is_aside(site.url("/room/1"))
    assert course.role_of(site.url("/room/1")) == ""
    look(course, site, "/room/3")
    assert course.role_of(site.url("/room/1")) == "board"


def test_nothing_is_tried_that_was_seen_before() -> None:
    site = with_rooms(forum(), has_new_threads=True)
    course = course_of(site)
    for path in ("/board/3", "/room/3", "/room/2"):
        look(course, site, path)

    assert course.next_trial() == urls(site, "/room/1", "/board/3")


def test_a_group_that_was_seen_whole_is_not_tried() -> None:
    site = with_rooms(forum(), has_new_threads=True)
    course = course_of(site)
    for path in ("/board/3", "/room/1", "/room/2", "/room/3"):
        look(course, site, path)

    assert course.next_trial() is None


def resumed(course: Course, site: Site, *seen: str) -> Course:
    """The course of a later run, which has what outlasts the first and can see again what was `seen`."""
    lesson, progress = deepcopy((course.lesson.learned, course.progress))

    def recall(url: str) -> Sight | None:
        path = url.removeprefix(site.origin)
        return site.sight(path) if path in seen else None

    return Course(Lesson.of(lesson), NAME, recall, progress, urls(site, *seen))


def test_a_trial_of_an_earlier_run_is_answered() -> None:
    site = with_rooms(forum(), has_new_threads=True)
    first = course_of(site)
    look(first, site, "/board/3")
    first.next_trial()

    course = resumed(first, site, "/board/3")
    answer = look(course, site, "/room/3")

    assert set(urls(site, "/room/1", "/room/2")) <= set(answer.soon)
    assert course.role_of(site.url("/room/7")) == "board"


def test_a_trial_of_an_earlier_run_may_fail() -> None:
    site = with_rooms(forum(), has_new_threads=True)
    first = course_of(site)
    look(first, site, "/board/3")
    first.next_trial()

    course = resumed(first, site, "/board/3")
    course.failed(site.url("/room/3"))

    assert ("room/#", "") in course.lesson.others
    assert course.next_trial() is None


def test_a_later_run_does_not_try_again_what_has_failed() -> None:
    site = with_trees(forum())
    first = course_of(site)
    look(first, site, "/board/3")
    assert len(trials(first, site)) == MIN_TRIES

    assert trials(resumed(first, site, "/board/3"), site) == []


def test_a_page_that_was_not_tried_answers_nothing() -> None:
    site = with_rooms(forum(), has_new_threads=True)
    course = course_of(site)
    before = course.data

    assert look(course, site, "/room/3").soon == ()
    assert course.data == before


@pytest.mark.parametrize("is_kept", [True, False])
def test_further_pages_that_an_earlier_run_asked_for_are_proved_if_their_source_can_be_seen(is_kept: bool) -> None:
    site = forum(long_threads=False)
    first = course_of(site)
    site.pages |= thread_pages(115, 3)
    look(first, site, "/topic/115")

    course = resumed(first, site, *(["/topic/115"] if is_kept else []))
    answer = look(course, site, "/topic/115?page=2")

    assert (site.url("/topic/115?page=3") in answer.soon) is is_kept
    assert course.role_of(site.url("/topic/999?page=7")) == ("thread" if is_kept else "")


def test_tags_of_a_blog_whose_posts_were_all_seen_are_refused() -> None:
    site = blog()
    course = course_of(site)
    tags = {site.url(f"/tag/{tag}") for tag in TAGS}
    for path in ["/", *(path for path in site.pages if re.match(r"/20|/page/", path))]:
        look(course, site, path)
    before = course.data
    trial = course.next_trial()
    assert trial is not None
    assert trial[0] in tags

    answer = look(course, site, trial[0].removeprefix(site.origin))

    assert answer == News()
    assert course.data == before
    assert all(course.role_of(url) == "" for url in tags)
    assert course.next_trial() is None


def test_tags_that_lead_to_unseen_posts_are_followed() -> None:
    site = blog()
    course = course_of(site)
    for number in (101, 105, 109, 113):
        site.pages["/tag/metal"] = site.pages["/tag/metal"].replace(
            "<div class='main'>", "<div class='main'>" + article(number, is_alone=False, is_whole=True)
        )
        site.pages[article_path(number)] = html(title(str(number)), article(number, is_alone=True, is_whole=True))
    look(course, site, "/")
    trial = course.next_trial()
    assert trial is not None
    assert "/tag/" in trial[0]
    site.pages[trial[0].removeprefix(site.origin)] = site.pages["/tag/metal"]

    answer = look(course, site, trial[0].removeprefix(site.origin))

    assert course.role_of(site.url("/tag/wood")) == "board"
    assert {site.url(f"/tag/{tag}") for tag in TAGS} <= set(answer.soon)


def with_trees(site: Site, path: str = "/board/3") -> Site:
    """A page with many groups of links that nobody has seen: two to the first tree, three to the second, and so on."""
    for count, word in enumerate(TREES, 2):
        links = "".join(f"<li><a href='/{word}/{n}'>How to saw {word} of size {n}</a></li>" for n in range(count))
        site.pages[path] = site.pages[path].replace("<table", f"<ul class='{word}'>{links}</ul><table", 1)
    return site


def test_trials_that_lead_nowhere_come_to_an_end() -> None:
    site = with_trees(forum())
    course = course_of(site)
    look(course, site, "/board/3")

    assert len(trials(course, site)) == MIN_TRIES < len(TREES)

    look(course, site, "/board/3")
    assert course.next_trial() is None


def test_the_more_was_seen_the_more_is_tried() -> None:
    site = with_trees(forum())
    course = course_of(site)
    seen = [path for path in site.pages if re.match(r"/(board|topic)/", path)]
    for path in seen:
        look(course, site, path)

    tried = trials(course, site)

    assert len(tried) == math.ceil(TRY_SHARE * len(seen)) > MIN_TRIES


def test_groups_are_tried_by_the_length_of_their_titles_each_by_its_last() -> None:
    site = with_trees(forum())
    course = course_of(site)
    for path in [path for path in site.pages if re.match(r"/(board|topic)/", path)]:
        look(course, site, path)

    tried = trials(course, site)

    longest = [f"/{word}/{count}" for count, word in enumerate(TREES, 1)][::-1]
    assert tried == longest[: len(tried)]


def with_a_longer_menu(site: Site) -> Site:
    """Two more links on all pages, to what looks like a text."""
    more = "<p><a href='/lite'>Plain view of all of this</a> <a href='/guests'>Guest book of the mill</a></p>"
    site.pages = {path: markup.replace("</body>", f"{more}</body>") for path, markup in site.pages.items()}
    for path in ("/lite", "/guests"):
        site.pages[path] = html(path[1:], f"<p>2021-03-04 10:00</p><p>{sentence(path, 40)}</p>{more}")
    return site


def test_of_what_all_pages_link_to_one_is_tried() -> None:
    site = with_a_longer_menu(forum())
    course = course_of(site)
    look(course, site, "/board/3")

    assert trials(course, site) == ["/lite"]


def test_a_text_at_an_address_that_names_nothing_is_no_thread() -> None:
    site = with_a_longer_menu(forum())
    course = course_of(site)
    look(course, site, "/board/3")
    trial = course.next_trial()
    assert trial == urls(site, "/lite", "/board/3")
    assert site.sight("/lite").kind is PageType.THREAD

    assert look(course, site, "/lite") == News()

    assert course.role_of(site.url("/lite")) == ""


def test_one_trial_that_leads_on_does_not_count_against_the_others() -> None:
    site = with_rooms(with_trees(forum()), has_new_threads=True)
    course = course_of(site)
    look(course, site, "/board/3")
    site.pages[f"/{TREES[-1]}/{len(TREES)}"] = site.pages["/room/1"]
    trial = course.next_trial()
    assert trial is not None
    look(course, site, trial[0].removeprefix(site.origin))

    assert course.role_of(trial[0]) == "board"
    assert len(trials(course, site)) == MIN_TRIES


def test_other_views_and_noise_are_not_tried() -> None:
    site = forum()
    course = course_of(site)
    links = "".join(
        f"<li><a href='/topic/{n}?view=compact'>{title(f'view {n}')}</a></li>"
        f"<li><a href='/login?back={n}'>Log in to answer {title(f'login {n}')}</a></li>"
        for n in range(312, 318)
    )
    site.pages["/board/3"] = site.pages["/board/3"].replace("<table", f"<ul class='views'>{links}</ul><table", 1)

    look(course, site, "/board/3")

    assert trials(course, site) == []


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

    for path in ("/", "/board/1", "/board/2"):
        assert any(f"href='/user/{person}'" in site.pages[path] for person in PEOPLE)
        look(course, site, path)

    assert trials(course, site) == []


def test_links_out_of_the_part_that_was_learned_are_not_tried() -> None:
    style = STYLES["folder and parameters"]
    site = style.of(forum())
    course = course_of(site, style.front)
    board = style.path("/board/3")
    for folder in ("/shop/ware", "/forum/room"):
        links = "".join(f"<li><a href='{folder}/{n}'>{title(f'{folder} {n}')}</a></li>" for n in range(3))
        site.pages[board] = site.pages[board].replace("<table", f"<ul class='more'>{links}</ul><table", 1)

    look(course, site, board)

    assert course.root == site.url("/forum/")
    assert trials(course, site) == ["/forum/room/2"]


def test_how_posts_are_read_is_settled_once_enough_were_seen() -> None:
    site = forum()
    course = course_of(site)
    assert course.application.levels[0].extract == ()

    threads = [site.sight(f"/topic/{number}") for number in range(112, 112 + ENOUGH_PAGES)]
    states = [course.study(sight) for sight in threads]

    assert states == [False] * (ENOUGH_PAGES - 1) + [True]
    assert course.is_reading(site.sight("/topic/112").url)
    thread = next(level for level in course.application.levels if level.name == "thread")
    assert [rule.object for rule in thread.extract] == ["Thread", "BoardPost"]


def test_few_posts_are_read_as_well_as_can_be() -> None:
    site = forum()
    course = course_of(site)
    course.study(site.sight("/topic/112"))
    assert not course.is_reading(site.sight("/topic/112").url)

    course.settle()

    assert course.is_reading(site.sight("/topic/112").url)
    assert course.lesson.posts.keys() == {"topic"}
    assert course.lesson.posts["topic"].each == "div[@class~='post']"


def test_pages_without_posts_settle_nothing_but_end_the_waiting() -> None:
    site = forum()
    site.pages["/empty"] = html("Empty", f"<p>{sentence('empty')}</p>")
    course = course_of(site)
    course.study(site.sight("/empty"))

    course.settle()

    assert course.is_reading(site.url("/empty"))
    assert not course.lesson.posts


def test_posts_of_two_parts_of_a_site_are_learned_apart() -> None:
    site = village()
    course = course_of(site)
    entry, topic = site.url(entry_path(0)), site.url(topic_path(200))

    for number in range(ENOUGH_PAGES):
        assert not course.is_reading(entry)
        course.study(site.sight(entry_path(number)))
    assert course.is_reading(entry)
    assert not course.is_reading(topic)
    assert course.lesson.posts.keys() == {"blog"}

    for number in topics_of(2)[:ENOUGH_PAGES]:
        assert not course.is_reading(topic)
        course.study(site.sight(topic_path(number)))
    assert course.is_reading(topic)
    assert {folder: (rule.each, rule.text) for folder, rule in course.lesson.posts.items()} == {
        "blog": ("li[@class~='comment']", "div[@class~='say']"),
        "forum/topic.php": ("div[@class~='post']", "div[@class~='body']"),
    }


def test_each_part_of_a_site_is_read_by_its_own_rule() -> None:
    site = village()
    course = course_of(site)
    for number in range(ENOUGH_PAGES):
        course.study(site.sight(entry_path(number)))
        course.study(site.sight(topic_path(topics_of(2)[number])))
    level = next(level for level in course.application.levels if level.name == "thread")

    # A post, and the comments on it; the forum's first post is like the others.
    cases = ((entry_path(20), "BlogPost", "Comment", 4), (topic_path(411), "Thread", "BoardPost", 6))
    for path, whole, part, count in cases:
        url = site.url(path)
        _, document = page_of(url, site.pages[path])
        own = course.level_at(url) or level
        found = extract(document, course.application, own, course.root, Source("a.warc.gz", 7, url, TIME))

        assert [one.type for one in found] == [whole, *[part] * count], path
        assert found[0].title, path
        assert all(one.published and len(one.text) > 60 for one in found if one.type != "Thread"), path
        assert all(one.author in PEOPLE for one in found[1:]), path


def test_a_part_with_few_posts_is_settled_with_the_others() -> None:
    site = village()
    course = course_of(site)
    course.study(site.sight(entry_path(0)))
    course.study(site.sight(topic_path(200)))
    assert not course.lesson.posts

    course.settle()

    assert course.lesson.posts.keys() == {"blog", "forum/topic.php"}
    assert course.is_reading(site.url(entry_path(9)))
    assert course.is_reading(site.url(topic_path(209)))
    assert not course.is_reading(site.url("/contact"))


def test_boards_with_the_address_of_the_front_page_and_a_number_are_tried() -> None:
    threads = [
        f"<li><a href='/index.php?a=read&t={n}'>{title(str(n))} {title(f'more {n}')}</a></li>" for n in range(30)
    ]
    boards = "".join(f"<p><a href='/index.php?a=list&b={n}'>{title(f'board {n}')}</a></p>" for n in (1, 2, 3))
    pages = {"/index.php": html("Forum", boards + f"<ul class='latest'>{''.join(threads)}</ul>")}
    home = "<p><a href='/index.php'>Home</a></p>"
    for board in (1, 2, 3):
        numbers = range(board * 20 - 20, board * 20)
        rows = "".join(f"<li><a href='/index.php?a=read&t={n}'>{title(str(n))}</a></li>" for n in numbers)
        pages[f"/index.php?a=list&b={board}"] = html(f"Board {board}", f"{home}<ul>{rows}</ul>")
        pages |= {f"/index.php?a=read&t={n}": html(title(str(n)), home + posts(str(n))) for n in numbers}
    site = Site("http://forum.example", pages)
    course = course_of(site, "/index.php?a=read&t=7")

    look(course, site, "/index.php")

    assert any("/index.php?a=list" in path for path in trials(course, site))
