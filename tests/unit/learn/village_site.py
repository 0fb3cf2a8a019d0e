"""A larger site in memory: a blog and a forum on one host, and a front page that shows what is new in both."""

import re
from functools import cache

from tests.unit.learn.small_sites import PEOPLE, Site, day, html, posts, prose, sentence, thread_row, title

ENTRIES = 24
"""Posts of the blog, the newest first."""
PER_LIST = 12
BOARDS = (2, 3, 4)
NEWEST = 6
"""Of each part, on the front page."""
MENU = "<ul class='menu'><li><a href='/'>Start</a></li><li><a href='/contact'>Contact</a></li></ul>"


def village(origin: str = "http://village.example") -> Site:
    """Nothing on the front page leads to the boards; they are named by the threads that are in them."""
    return Site(origin, dict(_pages()))


def entry_path(number: int) -> str:
    slug = title(f"entry {number}").lower().replace(" ", "-")
    return f"/blog/2024/{12 - number // 3:02}/{27 - number:02}/{slug}/"


def topics_of(board: int) -> range:
    return range(board * 100, board * 100 + PER_LIST)


def topic_path(number: int) -> str:
    return f"/forum/topic.php?t={number}"


def with_second_addresses(site: Site) -> Site:
    """The same, but boards also link to each topic by an address that names the board."""
    for board in BOARDS:
        path = f"/forum/board.php?b={board}"
        again = rf"<a href='/forum/topic.php?b={board}&amp;t=\1'>\2</a>"
        site.pages[path] = re.sub(r"<a href='/forum/topic.php\?t=(\d+)'>(.*?)</a>", rf"\g<0> {again}", site.pages[path])
        for topic in topics_of(board):
            site.pages[f"/forum/topic.php?b={board}&t={topic}"] = site.pages[topic_path(topic)]
    return site


@cache
def _pages() -> dict[str, str]:
    newest = [board * 100 + number for number in range(2) for board in BOARDS]
    front = f"<h2>From the blog</h2>{_entries(range(NEWEST))}<h2>New in the forum</h2>{_topics(newest)}"
    pages = {"/": html("Our village", front, menu=MENU), "/contact": html("Contact", "<p>Ask Anna.</p>", menu=MENU)}
    return pages | _blog_pages() | _forum_pages()


def _blog_pages() -> dict[str, str]:
    older = "<div class='way'><a rel='next' href='/blog/page/2/'>Older posts</a></div>"
    newer = "<div class='way'><a rel='prev' href='/blog/'>Newer posts</a></div>"
    pages = {
        "/blog/": html("The blog", _entries(range(PER_LIST)) + older, menu=MENU),
        "/blog/page/2/": html("The blog", _entries(range(PER_LIST, ENTRIES)) + newer, menu=MENU),
    }
    crumbs = "<p class='crumbs'><a href='/'>Start</a> » <a href='/blog/'>Blog</a></p>"
    for number in range(ENTRIES):
        text = "".join(f"<p>{prose(f'entry {number} {part}')}</p>" for part in range(3))
        body = f"{crumbs}<div class='entry'><p class='meta'>{day(300 - number)}</p>{text}</div>{_comments(number)}"
        pages[entry_path(number)] = html(title(f"entry {number}"), body, menu=MENU)
    return pages


def _entries(numbers: range) -> str:
    return "<div class='entries'>" + "".join(
        f"<div class='teaser'><h3><a href='{entry_path(n)}'>{title(f'entry {n}')}</a></h3><p class='meta'>"
        f"{day(300 - n)}</p><p>{sentence(f'teaser {n}', 20)}</p></div>"
        for n in numbers
    ) + "</div>"  # fmt: skip


def _comments(number: int) -> str:
    """What visitors say, who are no members."""
    return "<h3>Comments</h3><ol class='comments'>" + "".join(
        f"<li class='comment' id='c{number * 10 + n}'><cite class='visitor'>{PEOPLE[(number + n * n) % 7]}</cite> "
        f"<span class='date'>{day(30 + number + n)}</span><div class='say'><p>{prose(f'comment {number} {n}', 2)}</p>"
        f"</div></li>"
        for n in range(4)
    ) + "</ol>"  # fmt: skip


def _forum_pages() -> dict[str, str]:
    crumbs = "<p class='crumbs'><a href='/'>Start</a> » <a href='/forum/'>Forum</a>"
    rows = "".join(
        f"<tr><td class='board'><a href='/forum/board.php?b={n}'>{title(f'board {n}')}</a><br>"
        f"{sentence(f'about {n}', 8)}</td><td>{n * 31}</td><td>{n * 411}</td><td>{day(300 - n)}</td></tr>"
        for n in BOARDS
    )
    table = f"<table class='boards'><tr><th>Board</th><th>Topics</th><th>Posts</th><th>Last</th></tr>{rows}</table>"
    pages = {"/forum/": html("The forum", f"<p class='crumbs'><a href='/'>Start</a></p>{table}", menu=MENU)}
    for board in BOARDS:
        pages[f"/forum/board.php?b={board}"] = html(
            title(f"board {board}"), f"{crumbs}</p>{_topics(topics_of(board))}", menu=MENU
        )
        above = f"{crumbs} » <a href='/forum/board.php?b={board}'>{title(f'board {board}')}</a></p>"
        for topic in topics_of(board):
            pages[topic_path(topic)] = html(title(str(topic)), above + _linked(posts(f"topic {topic}")), menu=MENU)
    for number, person in enumerate(PEOPLE):
        about = f"<dl><dt>Name</dt><dd>{person}</dd><dt>Joined</dt><dd>2019</dd></dl><p>{prose(person, 3)}</p>"
        pages[f"/forum/member.php?u={number}"] = html(person, about, menu=MENU)
    return pages


def _topics(numbers: range | list[int]) -> str:
    rows = "".join(thread_row(number, topic_path(number)) for number in numbers)
    head = "<tr><th></th><th>Topic</th><th>By</th><th>Replies</th><th>Views</th><th>Last post</th></tr>"
    return _linked(f"<table class='topics'>{head}{rows}</table>")


def _linked(markup: str) -> str:
    """Links to people as the forum has them: by their number."""
    return re.sub(r"/user/(\w+)", lambda link: f"/forum/member.php?u={PEOPLE.index(link[1])}", markup)
