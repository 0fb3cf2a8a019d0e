"""Trackers and communities: lists that only menus name, two addresses for a thread, tickets above their comments."""

import re

import pytest
from tests.unit.learn.posts.test_opening import answers, asker, body
from tests.unit.learn.posts.test_opening import learned as opening_of
from tests.unit.learn.posts.test_opening import read as read_opening
from tests.unit.learn.posts.test_opening import sights as question_pages
from tests.unit.learn.posts.test_posts import learned, moment, person, read, sights, text
from tests.unit.learn.small_sites import MENU, PEOPLE, Site, day, html, pager, posts, prose, title

from thresher.learn import Course
from thresher.learn.shapes import skeleton
from thresher.learn.views import other_halves

ORIGIN = "http://tracker.example"
ISSUES = range(1, 61)
PER_PAGE = 15
LIST = "/view_all_bug_page.php"


def row(number: int) -> str:
    return (
        f"<tr><td class='number'><a href='/view.php?id={number}'>{number:05}</a></td><td class='summary'>"
        f"<a href='/view.php?id={number}'>{title(str(number))}</a></td><td class='changed'>{day(number)}</td></tr>"
    )


def tracker() -> Site:
    """The front page has the newest issues and no way on; a menu names the list of all."""
    menu = MENU.replace("<li><a href='/help'>", f"<li><a href='{LIST}'>View issues</a></li><li><a href='/help'>")
    newest = sorted(ISSUES, reverse=True)
    pages = {"/": html("My view", f"<table>{''.join(map(row, newest[:8]))}</table>", menu=menu)}
    for page in range(1, 1 + len(ISSUES) // PER_PAGE):
        rows = "".join(map(row, newest[(page - 1) * PER_PAGE : page * PER_PAGE]))
        listed = html("View issues", f"<table>{rows}</table>{pager(LIST, 4, page, '?page_number=')}", menu=menu)
        pages |= {f"{LIST}?page_number={page}": listed} | ({LIST: listed} if page == 1 else {})
    for number in ISSUES:
        pages[f"/view.php?id={number}"] = html(title(str(number)), posts(f"issue {number}"), menu=menu)
    for name in ("help", "rules", "members", "login", "imprint", "privacy"):
        pages[f"/{name}"] = html(name.capitalize(), f"<p>{prose(name, 1)}</p>", menu=menu)
    return Site(ORIGIN, pages)


@pytest.mark.parametrize("start", ["/", LIST, f"{LIST}?page_number=3", "/view.php?id=7"])
def test_a_list_that_a_menu_names_is_followed_beside_a_front_page_of_the_newest(start: str) -> None:
    site = tracker()

    course = Course(site.learn(start), "tracker")

    assert course.role_of(site.url(f"{LIST}?page_number=4")) in ("board", "listing")
    assert course.role_of(site.url("/view.php?id=3")) == "thread"


def test_programs_of_several_words_are_no_names() -> None:
    assert skeleton(f"{ORIGIN}/bug_revision_view_page.php?id=5") == "bug_revision_view_page.php?id=#"
    assert skeleton(f"{ORIGIN}/b/a-walk") == "b/*"


def typed(page: int) -> str:
    """What somebody typed is kept beside what was made of it."""
    return "".join(
        f"<div class='note' id='n{page * 100 + n}'><a class='who' href='/u/{person(page, n)}'>{person(page, n)}</a>"
        f"<i class='when'>{moment(page, n)}</i><div class='box'><div class='made'><p>{text(page, n)}</p></div>"
        f"<div class='raw'>{text(page, n)}</div></div></div>"
        for n in range(6)
    )


def test_a_text_that_stands_twice_in_its_box_is_read_once() -> None:
    rule = learned(typed)

    assert read(rule, sights(typed)[1], rule.text) == [text(2, n) for n in range(6)]


def lined(line: str, page: int) -> str:
    return "".join(
        f"<div class='note' id='n{page * 100 + n}'><p class='line'>"
        f"{line.format(who=person(page, n).capitalize() + ' Moss', when=moment(page, n))}</p>"
        f"<div class='say'>{text(page, n)}</div></div>"
        for n in range(6)
    )


@pytest.mark.parametrize("line", ["{when} - {who}", "{who} added on {when}:", "{who} | {when}"])
def test_names_that_stand_bare_in_the_line_of_the_date_are_those_of_authors(line: str) -> None:
    rule = learned(lambda page: lined(line, page))

    lines = read(rule, sights(lambda page: lined(line, page))[1], rule.author)
    found = [re.search(rule.author_match, one) for one in lines]
    assert [one and one[1] for one in found] == [f"{person(2, n).capitalize()} Moss" for n in range(6)]


def ruled(page: int) -> str:
    """Posts with nothing around them but a line before each."""
    return "<div class='all'>" + "<hr>".join(
        f"<span class='head'>{person(page, n)} added on {moment(page, n)}:</span><pre class='say'>{text(page, n)}</pre>"
        for n in range(6)
    ) + "</div>"  # fmt: skip


def test_the_line_before_a_post_without_a_box_names_its_author() -> None:
    rule = learned(ruled)

    lines = read(rule, sights(ruled)[1], rule.author)
    assert [(found := re.search(rule.author_match, one)) and found[1] for one in lines] == [
        person(2, n) for n in range(6)
    ]


def ticket(page: int) -> str:
    """Who reported it and who is to mend it, when it was reported and when it was changed."""
    mender = PEOPLE[(page * 3 + 1) % len(PEOPLE)]
    return (
        f"<table class='ticket'><tr><td class='changed'>{day(page * 9 + 40)}</td><td class='asked'>{day(page * 9)}</td>"
        f"</tr><tr><th>Assigned to</th><td><a class='m' href='/u/{mender}'>{mender}</a></td><th>Reporter</th>"
        f"<!-- who --><td><a class='r' href='/u/{asker(page)}'>{asker(page)}</a></td></tr>"
        f"<tr><th>Description</th><td class='words'>{body(page)}</td></tr></table><ul>{answers(page)}</ul>"
    )


def test_a_ticket_is_by_who_reported_it_and_no_later_than_its_first_comment() -> None:
    rule = opening_of(ticket)

    for page, sight in enumerate(question_pages(ticket), 1):
        assert read_opening(rule, sight, rule.text) == [body(page)]
        assert read_opening(rule, sight, rule.author) == [asker(page)]
        assert read_opening(rule, sight, rule.published) == [day(page * 9)]


def test_a_list_with_another_word_is_the_other_half_and_one_with_a_word_more_is_a_part() -> None:
    lists = [f"{ORIGIN}/issues?page=2&state=open&label=&sort=new&owner=0"]
    offered = [
        f"{ORIGIN}/issues?state=closed&label=&sort=new&owner=0",
        f"{ORIGIN}/issues?state=open&label=bug&sort=new&owner=0",
        f"{ORIGIN}/issues?state=open&label=&sort=old&owner=0",
        f"{ORIGIN}/issues?state=open&label=&sort=new&owner=7",
        f"{ORIGIN}/pulls?state=closed",
    ]

    assert other_halves(offered, lists) == offered[:1]
