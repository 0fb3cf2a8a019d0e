"""Whatever a server does costs bounded time and memory, and one outcome."""

import gzip
import socket
import time
from pathlib import Path

import pytest
from tests.support.crawling import crawl_in_child, crawl_settings, outcomes_of, run_crawl, warcio_check
from tests.support.raw import Script, html, raw_server

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
MB = 1024 * 1024


def endless_body(connection: socket.socket) -> None:
    connection.sendall(OK + b"\r\n")
    for _ in range(4000):
        connection.sendall(b"<p>more and more</p>" * 1000)


def endless_chunks(connection: socket.socket) -> None:
    connection.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\n")
    for _ in range(4000):
        connection.sendall(b"4e20\r\n" + b"<p>more and more</p>" * 1000 + b"\r\n")


def endless_head(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    for number in range(200_000):
        connection.sendall(b"X-Header-%d: %s\r\n" % (number, b"x" * 500))


def slow_drip(connection: socket.socket) -> None:
    connection.sendall(OK + b"Content-Length: 1000\r\n\r\n")
    for _ in range(200):
        connection.sendall(b"x")
        time.sleep(0.1)


def slow_head(connection: socket.socket) -> None:
    for letter in OK * 10:
        connection.sendall(bytes([letter]))
        time.sleep(0.1)


def silence(connection: socket.socket) -> None:
    time.sleep(30)


def hang_up(connection: socket.socket) -> None:
    connection.shutdown(socket.SHUT_RDWR)


BOMB = gzip.compress(b"<p>" + b"0" * (200 * MB))

CASES: dict[str, tuple[Script, set[str], str]] = {
    # path: what the server does, the outcomes that are right, a word of the detail
    "endless-body": (endless_body, {"truncated"}, "length"),
    "endless-chunks": (endless_chunks, {"truncated"}, "length"),
    "endless-head": (endless_head, {"failed"}, "header section too large"),
    "huge-head": (OK + b"X-Big: " + b"x" * 300_000 + b"\r\n\r\n", {"failed"}, "header section too large"),
    "slow-drip": (slow_drip, {"truncated"}, "time"),
    "slow-head": (slow_head, {"failed"}, "no answer"),
    "silence": (silence, {"failed"}, "no answer"),
    "hang-up": (hang_up, {"failed"}, "closed the connection"),
    "no-header": (b"<html><body>Who needs a header?</body></html>", {"failed"}, "not HTTP"),
    "nonsense": (b"\x00\xff\x13\x37" * 100, {"failed"}, "not HTTP"),
    "half-a-head": (b"HTTP/1.1 200 OK\r\nContent-", {"failed"}, "no answer"),
    "broken-chunks": (OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nXYZ\r\n", {"truncated"}, "disconnect"),
    "no-last-chunk": (OK + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n", {"truncated"}, ""),
    "length-too-long": (OK + b"Content-Length: 9999\r\nConnection: close\r\n\r\nshort", {"truncated"}, "disconnect"),
    "length-too-short": (OK + b"Content-Length: 5\r\n\r\nlonger than five", {"kept"}, ""),
    "length-nonsense": (OK + b"Content-Length: many\r\nConnection: close\r\n\r\nwords", {"kept"}, ""),
    "two-lengths": (OK + b"Content-Length: 5\r\nContent-Length: 7\r\nConnection: close\r\n\r\nwords..", {"kept"}, ""),
    "gzip-bomb": (
        OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(BOMB) + BOMB,
        {"kept"},
        "",
    ),
    "not-really-gzip": (OK + b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain", {"kept"}, ""),
    "odd-encoding": (OK[:-2] + b"; charset=klingon\r\nContent-Length: 4\r\n\r\n\xff\xfe\x00\xd8", {"kept"}, ""),
    "many-links": (html("".join(f"<a href='/l/{n}'>l</a>" for n in range(200_000))), {"kept"}, ""),
    "nested-tags": (html("<div>" * 200_000 + "deep" + "</div>" * 200_000), {"kept"}, ""),
    "end-before-body": (html("<html></html><body><a href='/x'>x</a>"), {"kept"}, ""),
    "to-itself": (
        b"HTTP/1.1 302 Found\r\nLocation: /to-itself\r\nContent-Length: 0\r\n\r\n",
        {"redirected"},
        "to-itself",
    ),
    "to-a-file": (
        b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n",
        {"redirected"},
        "",
    ),
    "to-nowhere": (b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", {"redirected"}, "nowhere"),
    "status-999": (b"HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n", {"refused"}, "999"),
    "interim-forever": (b"HTTP/1.1 103 Early Hints\r\n\r\n" * 20_000, {"failed"}, "header section too large"),
}


@pytest.mark.parametrize("case", CASES)
def test_each_hostile_answer_costs_bounded_time_and_has_one_outcome(tmp_path: Path, case: str) -> None:
    script, outcomes, word = CASES[case]
    with raw_server({"/" + case: script}) as server:
        settings = crawl_settings(
            f"{server.url}/{case}",
            scope="page",
            timeout=1,
            fetch_seconds=3,
            attempts=1,
            max_transfer_bytes=16 * MB,
            max_page_bytes=8 * MB,
        )
        began = time.monotonic()

        run_crawl(tmp_path, settings)

        seconds = time.monotonic() - began
        outcome, detail = outcomes_of(tmp_path)[f"{server.url}/{case}"]
    assert outcome in outcomes
    assert word in detail
    assert seconds < 15
    assert warcio_check(tmp_path) == ""


SHORT = ("endless-body", "endless-chunks", "gzip-bomb", "many-links", "nested-tags", "huge-head", "broken-chunks")
"""Those that cost memory rather than time."""


def test_a_site_full_of_hostile_pages_stays_within_memory_and_keeps_its_good_page(tmp_path: Path) -> None:
    links = "".join(f"<a href='/{case}'>{case}</a>" for case in SHORT)
    answers: dict[str, Script] = {f"/{case}": CASES[case][0] for case in SHORT}
    answers["/"] = html(f"<p>{links}</p><a href='/good.html'>good</a>")
    answers["/good.html"] = html("<p>Still here.</p>")
    with raw_server(answers) as server:
        settings = crawl_settings(server.url + "/", timeout=2, fetch_seconds=5, attempts=1, max_requests=80)

        _, peak = crawl_in_child(tmp_path, settings)

        outcomes = outcomes_of(tmp_path)
    assert outcomes[server.url + "/good.html"][0] == "kept"
    assert peak < 600


def test_redirects_in_a_circle_and_without_end_are_left(tmp_path: Path) -> None:
    def redirect(place: str) -> bytes:
        return f"HTTP/1.1 302 Found\r\nLocation: {place}\r\nContent-Length: 0\r\n\r\n".encode()

    answers: dict[str, Script] = {"/a": redirect("/b"), "/b": redirect("/a")}
    answers |= {f"/r/{n}": redirect(f"/r/{n + 1}") for n in range(200)}
    with raw_server(answers) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/a", server.url + "/r/0"))

        asked = [path for path in server.paths if path.startswith("/r/")]
    assert server.paths.count("/a") == server.paths.count("/b") == 1
    assert len(asked) <= 25


def test_a_redirect_into_the_network_next_door_is_not_followed(tmp_path: Path) -> None:
    places = (
        "http://169.254.169.254/latest/meta-data/",
        "http://[fe80::1]/",
        "ftp://127.0.0.1/",
        "javascript:alert(1)",
    )
    answers: dict[str, Script] = {
        f"/{n}": f"HTTP/1.1 302 Found\r\nLocation: {place}\r\nContent-Length: 0\r\n\r\n".encode()
        for n, place in enumerate(places)
    }
    with raw_server(answers) as server:
        run_crawl(tmp_path, crawl_settings(*(f"{server.url}/{n}" for n in range(len(places)))))

    asked = {url for url, (outcome, _) in outcomes_of(tmp_path).items() if outcome not in ("blocked", "unreachable")}
    assert all(url.startswith(server.url) for url in asked)
