"""Known applications whose paging never ends: a crawl ends by itself, and a long thread is kept whole."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import RawServer, Script, html, raw_server, words

LIMIT = 900
"""Requests at which a crawl that does not end is ended; a test that needs it fails."""


class Made(dict[str, Script]):
    """Answers that are made when they are asked for."""

    def __init__(self, make: Callable[[str], str | None]) -> None:
        super().__init__()
        self._make = make

    def get(self, path: str, default: Script = b"") -> Script:  # type: ignore[override]
        body = self._make(path)
        return default if body is None else html(body)


def page(section: str, body: str) -> str:
    return (
        f'<html><head><title>Board</title></head><body id="phpbb" class="nojs section-{section} ltr">'
        f'<a href="./index.php">Board index</a><div id="page-body">{body}</div>'
        '<div class="copyright">Powered by phpBB&reg; Forum Software</div></body></html>'
    )


def index() -> str:
    return page("index", '<a href="./viewforum.php?f=1" class="forumtitle">Garden</a>')


def board(topics: str, pages: str = "") -> str:
    title = '<h2 class="forum-title">Garden</h2>'
    return page("viewforum", f'{title}{topics}<div class="pagination"><ul>{pages}</ul></div>')


def topic(number: int) -> str:
    return f'<a href="./viewtopic.php?t={number}" class="topictitle">Topic {words(number)}</a>'


def thread(posts: range, pages: str) -> str:
    body = "".join(
        f'<div id="p{n}" class="post bg1"><div class="postbody"><p class="author">by <a class="username" '
        f'href="./memberlist.php?mode=viewprofile&amp;u=2">anna</a> &raquo; Sat Jun 01, 2024 {n % 12 + 1}:00 pm</p>'
        f'<div class="content">{words(n)}</div></div></div>'
        for n in posts
    )
    return page("viewtopic", f'<h2 class="topic-title">Roses</h2>{body}<div class="pagination"><ul>{pages}</ul></div>')


def step(address: str, text: str = "Next") -> str:
    return f'<li><a href="./{address}">{text}</a></li>'


def number_in(path: str, name: str) -> int:
    found = re.search(rf"[?&]{name}=(\d+)", path)
    return int(found[1]) if found else 0


def crawled(root: Path, server: RawServer) -> tuple[list[str], dict[str, str]]:
    """Paths asked for, and what was held by the brake with the sentence of its line."""
    summary = run_crawl(root, crawl_settings(server.url + "/", max_requests=LIMIT))
    assert summary.ended == "complete"
    assert summary.applications == {server.url + "/": "phpbb3"}
    lines = map(json.loads, (root / "reports/skipped.jsonl").read_text(encoding="utf-8").splitlines())
    held = {line["url"]: line["detail"] for line in lines if line["reason"] == "shape stopped yielding new content"}
    return server.paths, held


def test_a_thread_whose_last_page_comes_again_and_again_ends(tmp_path: Path) -> None:
    def answer(path: str) -> str | None:
        if "viewtopic" in path:
            start = number_in(path, "start")
            shown = min(start, 20)
            return thread(range(shown + 1, shown + 11), step(f"viewtopic.php?t=1&amp;start={start + 10}"))
        return board(topic(1)) if "viewforum" in path else index() if path == "/" else None

    with raw_server(Made(answer)) as server:
        paths, held = crawled(tmp_path, server)

    starts = sorted(number_in(path, "start") for path in paths if "viewtopic" in path)
    assert starts[:3] == [0, 10, 20]
    assert len(starts) < 12
    assert list(held.values()) == ["phpbb3/thread: 5 pages in a row brought nothing new"]


def test_a_board_with_ever_new_empty_pages_ends(tmp_path: Path) -> None:
    def answer(path: str) -> str | None:
        if "viewtopic" in path:
            return thread(range(number_in(path, "t"), number_in(path, "t") + 1), "")
        if "viewforum" in path:
            start = number_in(path, "start")
            topics = "".join(map(topic, range(start + 1, start + 26))) if start < 75 else "<p>There are no topics.</p>"
            return board(topics, step(f"viewforum.php?f=1&amp;start={start + 25}"))
        return index() if path == "/" else None

    with raw_server(Made(answer)) as server:
        paths, held = crawled(tmp_path, server)

    assert len({number_in(path, "t") for path in paths if "viewtopic" in path}) == 75
    assert len([path for path in paths if "viewforum" in path]) < 12
    assert list(held.values()) == ["phpbb3/board: 5 pages in a row brought nothing new"]


def test_boards_that_lead_to_ever_new_empty_boards_end(tmp_path: Path) -> None:
    def answer(path: str) -> str | None:
        if "viewforum" in path:
            number = number_in(path, "f")
            return board(topic(1) if number == 1 else "", step(f"viewforum.php?f={number + 1}", "Next month"))
        return thread(range(1, 5), "") if "viewtopic" in path else index() if path == "/" else None

    with raw_server(Made(answer)) as server:
        paths, held = crawled(tmp_path, server)

    assert len(paths) < 15
    assert list(held.values()) == ["phpbb3/board: 5 pages in a row brought nothing new"]


def test_a_thread_of_hundreds_of_pages_is_kept_whole(tmp_path: Path) -> None:
    last = 3000

    def answer(path: str) -> str | None:
        if "viewtopic" in path:
            start = number_in(path, "start")
            steps = [start + 10 * n for n in (-2, -1, 1, 2)] + [last - 10]
            pages = "".join(step(f"viewtopic.php?t=1&amp;start={n}", str(n)) for n in steps if 0 <= n < last)
            return thread(range(start + 1, start + 11), pages)
        return board(topic(1)) if "viewforum" in path else index() if path == "/" else None

    with raw_server(Made(answer)) as server:
        paths, held = crawled(tmp_path, server)

    assert {number_in(path, "start") for path in paths if "viewtopic" in path} == set(range(0, last, 10))
    assert not held


def test_a_long_thread_that_repeats_its_first_post_in_a_half_known_layout_is_kept_whole(tmp_path: Path) -> None:
    def answer(path: str) -> str | None:
        if "viewtopic" in path:
            start = number_in(path, "start")
            others = "".join(f"<section><p>{words(1000 + start + n)}</p></section>" for n in range(10))
            pages = step(f"viewtopic.php?t=1&amp;start={start + 10}") if start < 300 else ""
            return thread(range(1, 2), pages).replace("</body>", others + "</body>")
        return board(topic(1)) if "viewforum" in path else index() if path == "/" else None

    with raw_server(Made(answer)) as server:
        paths, held = crawled(tmp_path, server)

    assert len([path for path in paths if "viewtopic" in path]) == 31
    assert not held


def test_a_long_thread_in_an_unknown_layout_is_kept_whole(tmp_path: Path) -> None:
    def answer(path: str) -> str | None:
        if "viewtopic" in path:
            start = number_in(path, "start")
            pages = step(f"viewtopic.php?t=1&amp;start={start + 10}") if start < 500 else ""
            return page("viewtopic", f'<p>{words(start)}</p><a href="./viewforum.php?f=1">Garden</a>{pages}')
        return board(topic(1)) if "viewforum" in path else index() if path == "/" else None

    with raw_server(Made(answer)) as server:
        paths, held = crawled(tmp_path, server)

    assert len([path for path in paths if "viewtopic" in path]) == 51
    assert not held
