"""Pages about people that look like threads, and have addresses like theirs."""

import re

import pytest
from tests.unit.learn.small_sites import PEOPLE, Site, Style, day, forum, html, prose, title

ONE_SCRIPT = Style("/index.php", "/index.php?board={n}.0", "/index.php?topic={n}.0", "{stem}.{offset}")
MOTTOES = 30


def with_mottoes() -> Site:
    """One script shows everything; who is a member has a motto, and when it was set: a short text with a date."""
    site = ONE_SCRIPT.of(forum())
    names = {name: number for number, name in enumerate(PEOPLE, start=2)}
    site.pages = {
        path: re.sub(r"href='/user/(\w+?)\d*'", lambda m: f"href='/index.php?do=about;who={names[m[1]]}'", markup)
        for path, markup in site.pages.items()
    }
    online = ", ".join(
        f"<a href='/index.php?do=about;who={n}'>{title(f'member {n}').split()[0]} {PEOPLE[n % 7]}</a>"
        for n in range(2, MOTTOES)
    )
    front = site.pages["/index.php"]
    site.pages["/index.php"] = front.replace("</body>", f"<p class='online'>{online}</p></body>")
    for number in range(2, MOTTOES):
        motto = f"<div class='motto'><i>{day(number)}</i><p>{prose(f'motto {number}', 3)}</p></div>"
        site.pages[f"/index.php?do=about;who={number}"] = html(f"About member {number}", motto)
    return site


@pytest.mark.parametrize("start", ["/index.php", "/index.php?board=2.0", "/index.php?topic=114.0"])
def test_people_are_none_of_the_threads_though_one_script_shows_both(start: str) -> None:
    site = with_mottoes()

    lesson = site.learn(start)

    assert {shape for shape, _ in lesson.threads} == {"index.php?topic=#.#"}
    assert {shape for shape, _ in lesson.boards} == {"index.php?board=#.#"}


def test_titles_are_learned_though_lists_call_the_page_that_was_begun_at_by_a_date() -> None:
    site = ONE_SCRIPT.of(forum())
    further = "/index.php?topic=114.20"
    last = rf"\1 <a href='{further}'>May 05, 2024, 05:57</a>"
    site.pages = {
        path: re.sub(r"(<a href='/index.php\?topic=114\.0'>[^<]*</a>)", last, markup)
        for path, markup in site.pages.items()
    }

    lesson = site.learn(further)

    assert lesson.headings == {"index.php": "h1/text()"}


def test_people_are_met_though_a_good_part_of_the_posts_is_by_guests() -> None:
    site = forum()
    for path, markup in site.pages.items():
        if path.startswith("/topic/"):
            site.pages[path] = re.sub(r"<a class='name' href='/user/[adf]\w+'>(\w+)</a>", r"\1", markup)

    lesson = site.learn("/board/2")

    assert "user/*" in lesson.people
    assert not any("/user/" in url for url in site.asked)
