"""Servers are asked as they want to be asked."""

import time
from itertools import pairwise
from pathlib import Path

from tests.support.crawling import captures_of, crawl_settings, outcomes_of, run_crawl
from tests.support.raw import html, raw_server

LINKS = html("".join(f"<a href='/{n}'>page {n}</a>" for n in range(4)))
PAGES = {f"/{n}": html(f"<p>Page number {n} has words of its own: {'abc ' * n}</p>") for n in range(4)}


def test_a_fixed_delay_lies_between_any_two_requests(tmp_path: Path) -> None:
    with raw_server({"/": LINKS, **PAGES}) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", delay=0.3))

        gaps = [later - earlier for earlier, later in pairwise(server.moments)]
    assert len(gaps) >= 5
    assert min(gaps) >= 0.28


def test_one_connection_is_used_again_and_never_two_at_once(tmp_path: Path) -> None:
    with raw_server({"/": LINKS, **PAGES}) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/"))

        assert server.connections == 1


def test_crawl_delay_in_robots_txt_counts(tmp_path: Path) -> None:
    robots = b"User-agent: *\nCrawl-delay: 0.6\n"
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(robots) + robots
    with raw_server({"/": LINKS, **PAGES, "/robots.txt": answer}) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", delay=0.01))

        gaps = [later - earlier for earlier, later in pairwise(server.moments)]
    assert min(gaps[1:]) >= 0.58


def test_retry_after_is_obeyed_and_the_page_is_kept_in_the_end(tmp_path: Path) -> None:
    busy = b"HTTP/1.1 503 Busy\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n"
    with raw_server({"/": busy}) as server:

        def recover() -> None:
            time.sleep(1)
            server.answers["/"] = html("<p>Here we are.</p>")

        import threading

        threading.Thread(target=recover).start()
        run_crawl(tmp_path, crawl_settings(server.url + "/"))

        moments = [moment for path, moment in zip(server.paths, server.moments, strict=True) if path == "/"]
    assert len(moments) == 2
    assert moments[1] - moments[0] >= 1.9
    assert outcomes_of(tmp_path)[server.url + "/"][0] == "kept"
    assert [row.status for row in captures_of(tmp_path) if row.url == server.url + "/"] == [200]


def test_a_server_that_stays_busy_ends_as_refused_with_its_answer_kept(tmp_path: Path) -> None:
    busy = b"HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 4\r\n\r\nbusy"
    with raw_server({"/": busy}) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", attempts=3))

    assert server.paths.count("/") == 3
    assert outcomes_of(tmp_path)[server.url + "/"] == ("refused", "503")
    assert [row.status for row in captures_of(tmp_path) if row.url == server.url + "/"] == [503]


def test_robots_txt_forbids_and_ignoring_it_is_recorded(tmp_path: Path) -> None:
    robots = b"User-agent: *\nDisallow: /1\n"
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(robots) + robots
    with raw_server({"/": LINKS, **PAGES, "/robots.txt": answer}) as server:
        from thresher.model import Robots

        run_crawl(tmp_path / "obeyed", crawl_settings(server.url + "/"))
        asked = list(server.paths)
        run_crawl(tmp_path / "ignored", crawl_settings(server.url + "/", robots=Robots.IGNORE))

    import gzip

    warcinfo = gzip.decompress(next((tmp_path / "ignored/archive").glob("*.warc.gz")).read_bytes())
    assert "/1" not in asked
    assert outcomes_of(tmp_path / "obeyed")[server.url + "/1"][0] == "forbidden"
    assert "/1" in server.paths
    assert b"robots: ignore" in warcinfo


def test_robots_txt_that_cannot_be_read_closes_the_site(tmp_path: Path) -> None:
    broken = b"HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"
    with raw_server({"/": LINKS, **PAGES, "/robots.txt": broken}) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", attempts=2))

    assert set(server.paths) == {"/robots.txt"}
    assert outcomes_of(tmp_path)[server.url + "/"] == ("forbidden", "robots.txt answered 503")


def test_hosts_at_one_address_are_asked_one_after_the_other(tmp_path: Path) -> None:
    def slow(connection: object) -> None:
        time.sleep(0.3)
        connection.sendall(html("<p>slow</p>", extra="Connection: close\r\n"))  # type: ignore[attr-defined]

    with raw_server({"/": slow}) as one, raw_server({"/": slow}) as two:
        other = two.url.replace("127.0.0.1", "localhost")
        run_crawl(tmp_path, crawl_settings(one.url + "/", other + "/"))

        moments = sorted(
            moment
            for server in (one, two)
            for path, moment in zip(server.paths, server.moments, strict=True)
            if path == "/"
        )
    assert moments[1] - moments[0] >= 0.28


def test_the_user_agent_is_honest_and_names_the_operator(tmp_path: Path) -> None:
    with raw_server({"/": LINKS}) as server:
        run_crawl(
            tmp_path,
            crawl_settings(server.url + "/", operator="City Library, https://library.example/crawl", scope="page"),
        )

    assert any(b"User-Agent: Mozilla/5.0 (compatible; thresher/" in request for request in server.requests)
    assert all(b"+City Library, https://library.example/crawl)" in request for request in server.requests)
