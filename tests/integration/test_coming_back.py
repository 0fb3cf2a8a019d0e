"""The same command again: what failed is tried anew, what was learned stays, what ended stays ended."""

import socket
from itertools import pairwise
from pathlib import Path

import pytest
from tests.support.crawling import crawl_settings, outcomes_of, run_crawl
from tests.support.raw import Script, html, raw_server, words
from tests.support.shared import free_port

from thresher.frontier import lanes

ROBOTS_BUSY = b"HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"
HOME = html("<a href='/a'>a</a><p>Welcome to a small site of few words.</p>")


def test_a_seed_that_could_not_be_reached_is_asked_for_again(tmp_path: Path) -> None:
    port = free_port()
    seed = f"http://127.0.0.1:{port}/"
    settings = crawl_settings(seed)

    first = run_crawl(tmp_path, settings)
    with raw_server({"/": HOME}, port=port):
        second = run_crawl(tmp_path, settings)

    assert not first.has_pages
    assert second.has_pages
    assert outcomes_of(tmp_path)[seed][0] == "kept"


def test_a_robots_txt_that_could_not_be_read_is_asked_for_again(tmp_path: Path) -> None:
    answers: dict[str, Script] = {"/": HOME, "/robots.txt": ROBOTS_BUSY}
    with raw_server(answers) as server:
        settings = crawl_settings(server.url + "/", attempts=1)
        first = run_crawl(tmp_path, settings)
        del server.answers["/robots.txt"]
        second = run_crawl(tmp_path, settings)

    assert not first.has_pages
    assert second.has_pages


def test_a_crawl_delay_is_remembered(tmp_path: Path) -> None:
    robots = b"User-agent: *\nCrawl-delay: 0.6\n"
    answers: dict[str, Script] = {
        "/": html("".join(f"<a href='/{n}'>page {n}</a>" for n in range(5))),
        **{f"/{n}": html(f"<p>Page {n}</p>") for n in range(5)},
        "/robots.txt": b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(robots) + robots,
    }
    with raw_server(answers) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", delay=0.01, max_requests=3))
        before = len(server.moments)
        run_crawl(tmp_path, crawl_settings(server.url + "/", delay=0.01))

        gaps = [later - earlier for earlier, later in pairwise(server.moments[before:])]
    assert len(gaps) >= 2
    assert min(gaps) >= 0.58


def test_a_finished_crawl_asks_for_nothing_more(tmp_path: Path) -> None:
    with raw_server({"/": HOME, "/a": html("<p>All about a.</p>")}) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/"))
        asked = len(server.requests)
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert len(server.requests) == asked
    assert (summary.requests, summary.exit_code) == (0, 0)


def test_a_lost_login_is_still_lost_with_stale_cookies(tmp_path: Path) -> None:
    jar = tmp_path / "cookies.txt"
    jar.write_text("127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tSTALE\n")
    login = html("<form><input type=password name=p></form>")
    links = "".join(f"<a href='/t/{n}'>t {n}</a>" for n in range(30))
    with raw_server({"/": html(links), **{f"/t/{n}": login for n in range(30)}}) as server:
        settings = crawl_settings(server.url + "/", cookies_file=str(jar))
        first = run_crawl(tmp_path / "c", settings)
        asked = len(server.requests)
        second = run_crawl(tmp_path / "c", settings)

    assert (first.ended, second.ended) == ("login lost", "login lost")
    assert len(server.requests) - asked <= 4


def test_style_sheets_that_import_each_other_for_ever_end(tmp_path: Path) -> None:
    answers: dict[str, Script] = {"/": html("<link rel=stylesheet href='/0.css'><p>words</p>")}
    for n in range(100):
        body = f"@import '{n + 1}.css'; /* {n} */".encode()
        answers[f"/{n}.css"] = (
            b"HTTP/1.1 200 OK\r\nContent-Type: text/css\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )
    with raw_server(answers) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", resources="page"))

    assert 3 <= len([path for path in server.paths if path.endswith(".css")]) <= 12


def test_a_server_that_stops_answering_ends_the_crawl_and_keeps_what_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "FIRST_BACKOFF", 0.001)
    monkeypatch.setattr(lanes, "MOST_FAILURE_REST", 0.01)
    port = free_port()
    closing = "Connection: close\r\n"
    pages = {f"/{n}": html(f"<p>{words(n)}</p>", extra=closing) for n in range(20)}
    home = html("".join(f"<a href='/{n}'>page {n}</a>" for n in range(20)), extra=closing)
    with raw_server({"/": home}, port=port) as server:

        def until_it_goes_down(page: bytes) -> Script:
            def answer(connection: socket.socket) -> None:
                if len(server.requests) >= 8:
                    server.stop()
                connection.sendall(page)

            return answer

        server.answers.update({path: until_it_goes_down(page) for path, page in pages.items()})
        settings = crawl_settings(server.url + "/")
        first = run_crawl(tmp_path, settings)
    with raw_server({"/": home, **pages}, port=port):
        second = run_crawl(tmp_path, settings)

    assert first.exit_code == 6
    assert "no longer answers" in first.ended
    assert first.pending >= 10
    assert second.exit_code == 0
    assert sum(outcome == "kept" for outcome, _ in outcomes_of(tmp_path).values()) >= 20
