"""What a site has beside a blog that its feed teaches: what is new is kept, archives of what is known are sampled."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.crawling import captures_of, crawl_settings, run_crawl
from tests.support.raw import RawServer, Script, html, raw_server
from tests.support.small_blog import PER_LIST, Blog, entries, objects_of, shown_posts, true_posts
from tests.unit.learn.articles.blogs import prose

from thresher.model import Strategy

FEEDS, ROBOTS = 2, 2
BLOG = Blog(entries(80))
PARTS, CHAPTERS = ("engine", "wheels", "brakes", "lights"), 6


def manual() -> dict[str, str]:
    """A manual in another folder: parts that only list their chapters, and chapters."""
    pages = {"/manual/": "".join(f'<li><a href="/manual/{part}/">{part}</a></li>' for part in PARTS)}
    for part in PARTS:
        paths = [f"/manual/{part}/{part}-of-the-{'abcdef'[number]}-series.html" for number in range(CHAPTERS)]
        pages[f"/manual/{part}/"] = "".join(f'<li><a href="{path}">{path[-20:-5]}</a></li>' for path in paths)
        pages |= {path: f"<h1>{part}</h1><p>{prose(path, 5)}</p>" for path in paths}
    return pages


@contextmanager
def site_with_a_manual() -> Iterator[RawServer]:
    about: dict[str, Script] = {"/about/": html(BLOG.page("About", '<p><a href="/manual/">The manual</a></p>'))}
    with raw_server({}) as server:
        pages = {path: html(f"<title>Manual</title><ul>{body}</ul>") for path, body in manual().items()}
        server.answers.update(BLOG.answers(server.url) | about | pages)
        yield server


def test_archives_of_what_is_known_are_sampled_and_what_is_new_is_kept(tmp_path: Path) -> None:
    with site_with_a_manual() as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.AUTO))

    kept = {row.url.removeprefix(server.url) for row in captures_of(tmp_path) if row.status == 200}
    wanted = BLOG.post_paths | BLOG.talk_paths | BLOG.list_paths | {"/about/"} | manual().keys()
    assert wanted <= kept
    assert len(server.paths) <= 1.25 * (len(wanted) + FEEDS + ROBOTS)
    assert shown_posts(objects_of(tmp_path), server.url) == true_posts(BLOG)


def test_what_was_sampled_does_not_change_with_kills(tmp_path: Path) -> None:
    with site_with_a_manual() as server:
        crawl_with_kills(server, tmp_path / "whole", ())
        count = len(server.requests)
        server.requests.clear()
        crawl_with_kills(server, tmp_path / "parts", (20, 60, count - 50, count - 30, count - 12))

    whole, parts = captures_of(tmp_path / "whole"), captures_of(tmp_path / "parts")
    assert {(row.url, row.status) for row in parts} == {(row.url, row.status) for row in whole}
    assert max(Counter(row.url for row in parts).values()) == 1


def crawl_with_kills(server: RawServer, root: Path, kills: tuple[int, ...]) -> None:
    """Crawl in a process that is killed when so many requests were answered, and started again."""
    command = [sys.executable, "-m", "thresher", "crawl", server.url + "/", "-o", str(root)]
    for limit in (*kills, 1 << 30):
        process = subprocess.Popen(
            [*command, "--delay", "0", "--resources", "none", "-q"], stderr=subprocess.PIPE, text=True
        )
        while process.poll() is None and len(server.requests) < limit:
            time.sleep(0.001)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        _, errors = process.communicate(timeout=60)
        assert process.returncode in (0, -signal.SIGKILL), errors


def test_a_list_that_goes_on_under_another_address_is_walked_before_archives_are_tried(tmp_path: Path) -> None:
    last = -(-len(BLOG.entries) // PER_LIST)
    with raw_server({}) as server:
        for path, answer in BLOG.answers(server.url).items():
            moved = f"/list.php?from={path[6:-1]}" if path.startswith("/page/") else path
            server.answers[moved] = moved_links(answer)
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.FED))

    assert {f"/list.php?from={number}" for number in range(2, last + 1)} <= set(server.paths)
    assert BLOG.post_paths <= set(server.paths)
    wanted = BLOG.post_paths | BLOG.talk_paths | BLOG.list_paths
    assert len(server.paths) <= 1.25 * (len(wanted) + FEEDS + ROBOTS)


def moved_links(answer: Script) -> Script:
    """An answer whose links to further pages of the front page lead to another script."""
    assert isinstance(answer, bytes)
    head, _, body = answer.partition(b"\r\n\r\n")
    for number in range(2, 20):
        body = body.replace(b'href="/page/%d/"' % number, b'href="/list.php?from=%d"' % number)
    kind = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-type"))
    return b"HTTP/1.1 200 OK\r\n" + kind + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body
