"""kill -9 in the middle of a known application: the next run knows what it was looking at."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from tests.support.crawling import captures_of, crawl_settings, run_crawl
from tests.support.raw import Script, html, raw_server, words

from thresher.catalog import open_catalog
from thresher.crawl.places import Place, kept_places
from thresher.model import Strategy

FORUM = '<body id="phpbb" class="section-{}">{}<div class="copyright">Powered by phpBB</div></body>'
LAST = 4
OWN = ("/about", "/more")
UNWANTED = [f"/help/{n}" for n in range(30)]
"""Several, because the queue tries some of those that it knows nothing of first."""


def forum(section: str, body: str) -> bytes:
    return html(FORUM.format(section, body))


def site(origin: str) -> dict[str, Script]:
    """A forum whose sitemap lists, besides two pages of another make, what nobody wants."""
    topics = "".join(f'<a class="topictitle" href="viewtopic.php?t={n}">{words(n)}</a>' for n in range(1, LAST + 1))
    listed = "".join(f"<url><loc>{origin}{name}</loc></url>" for name in (*OWN, *UNWANTED))
    sitemap = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>'.encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nContent-Length: {len(sitemap)}\r\n\r\n"
    threads = {
        f"/viewtopic.php?t={n}": forum(
            "viewtopic",
            f'<h2 class="topic-title">{n}</h2><div class="post" id="p{n}"><div class="postbody">'
            f'<div class="content">{words(n)}</div></div></div>',
        )
        for n in range(1, LAST + 1)
    }
    return {
        "/": forum("index", '<a class="forumtitle" href="viewforum.php?f=1">Garden</a>'),
        "/sitemap.xml": head.encode() + sitemap,
        "/viewforum.php?f=1": forum("viewforum", topics),
        **threads,
        **{path: html(f"<p>{words(200 + n)}</p>") for n, path in enumerate((*OWN, *UNWANTED))},
    }


def test_after_a_kill_the_application_is_still_known(tmp_path: Path) -> None:
    is_held = threading.Event()
    asked: list[str] = []

    def answer(connection: socket.socket) -> None:
        """Late, so that everything before it is committed; the second time not at all."""
        asked.append("once more")
        if len(asked) > 1:
            is_held.set()
            time.sleep(20)
        time.sleep(2.5)
        connection.sendall(html(f"<p>{words(99)}</p>", extra="Connection: close\r\n"))

    with raw_server({}) as server:
        server.answers.update(site(server.url))
        server.answers.update(dict.fromkeys(OWN, answer))
        command = [sys.executable, "-m", "thresher", "crawl", server.url + "/", "-o", str(tmp_path), "--delay", "0"]
        process = subprocess.Popen([*command, "--resources", "none", "-q"], start_new_session=True)
        try:
            assert is_held.wait(60)
        finally:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        server.answers.update(site(server.url))
        before = len(server.paths)

        summary = run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert server.paths[before:] == [server.paths[before - 1]]
    assert summary.ended == "complete"
    assert summary.applications == {server.url + "/": "phpbb3"}
    assert summary.skipped["not on the way to content"] == len(UNWANTED)
    assert max(Counter(row.url for row in captures_of(tmp_path)).values()) == 1


@pytest.mark.parametrize("strategy", ["auto", "known"])
def test_what_was_recognised_is_in_the_catalog(tmp_path: Path, strategy: str) -> None:
    with raw_server({}) as server:
        server.answers.update(site(server.url))
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy(strategy)))
        again = run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy(strategy)))

    catalog = open_catalog(tmp_path / "catalog.db", read_only=True)
    (place,) = kept_places(catalog)
    catalog.close()
    assert place == Place(server.url + "/", "phpbb3", place.pages, leads=True)
    assert place.pages >= LAST + 2
    assert again.applications == {server.url + "/": "phpbb3"}
