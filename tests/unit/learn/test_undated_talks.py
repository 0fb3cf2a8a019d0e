"""Forums that nowhere say when something was written."""

import random

from tests.unit.learn.small_sites import PEOPLE, Site, html, prose, title

from thresher.learn import PageType
from thresher.learn.articles.unfed import learn_unfed
from thresher.learn.posts.posts import learn_posts

BOARDS = ("pumps", "orchard", "cellar")
THREADS = 12
MEMBERS = [f"{name}{letter}" for name in PEOPLE for letter in ("", "k", "-b")]


def table(key: str) -> str:
    """What was written in one cell, its writer in the next: nothing has a name, and some say little."""
    chance = random.Random(key)
    return "<table><tr><th colspan='2'>What was said</th></tr>" + "".join(
        f"<tr><td><a name='{number}'></a><p>{prose(key + str(number), 2) if chance.random() < 0.8 else 'Thanks.'}</p>"
        f"</td><td><p><img src='/face.png'></p><p><a href='/forum/member/{name}/'>{name}</a></p><p>Member</p></td></tr>"
        for number, name in enumerate(chance.choices(MEMBERS[:4], k=chance.choice((4, 5, 6, 7, 12))))
    ) + "</table>"  # fmt: skip


def undated() -> Site:
    front = "".join(
        f"<tr><td><a href='/forum/{board}/'>{board.title()}</a><p>All of it</p></td></tr>" for board in BOARDS
    )
    pages = {"/forum/": html("The forum", f"<table>{front}</table>")}
    for board in BOARDS:
        rows = ""
        for number in range(THREADS):
            path = f"/forum/{board}/{title(f'{board} {number}').lower().replace(' ', '-')}.html"
            name = MEMBERS[number % 4]
            rows += (
                f"<tr><td><a href='{path}'>{title(f'{board} {number}')}</a></td>"
                f"<td><a href='/forum/member/{name}/'>{name}</a></td><td>{number}</td></tr>"
            )
            pages[path] = html(title(f"{board} {number}"), table(path))
        pages[f"/forum/{board}/"] = html(board.title(), f"<table>{rows}</table>")
    for name in MEMBERS:
        pages[f"/forum/member/{name}/"] = html(name, f"<p>{name} is a member.</p>")
    return Site("http://undated.example", pages)


def test_prose_whose_writers_come_back_is_a_thread_without_any_date() -> None:
    site = undated()
    threads = [site.sight(path) for path in site.pages if path.endswith(".html")]

    assert 2 * sum(sight.kind is PageType.THREAD or sight.is_talk for sight in threads) > len(threads)
    assert not any(site.sight(path).is_talk for path in ("/forum/", "/forum/pumps/"))


def test_threads_without_dates_are_found() -> None:
    lesson = undated().learn("/forum/")

    assert [shape for shape, _ in lesson.threads] == ["forum/*/*.html"]
    assert lesson.people


def test_rows_that_are_told_by_a_mark_in_them_are_no_paragraphs_of_an_article() -> None:
    site = undated()
    threads = [site.sight(path) for path in site.pages if path.endswith(".html")][:12]

    rule = learn_posts(threads)

    assert rule is not None
    assert rule.author
    assert rule.each.endswith("]]")
    assert learn_unfed([sight.page for sight in threads], "", rule) is None
