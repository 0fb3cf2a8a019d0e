"""Doors are opened with what the user gave, and none of it ends up where it should not."""

from pathlib import Path

import pytest
from tests.support.crawling import captures_of, crawl_settings, outcomes_of, run_crawl, warc_files
from tests.support.raw import Script, html, raw_server, words
from typer.testing import CliRunner

from thresher.cli import app_for
from thresher.model.errors import UsageError

COOKIES = """# Netscape HTTP Cookie File
127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tOPEN-SESAME
#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t4102444800\tforum_u\tHIDDEN-TREASURE
elsewhere.example\tFALSE\t/\tFALSE\t0\tother\tNOT-FOR-YOU
"""
SECRETS = (b"OPEN-SESAME", b"HIDDEN-TREASURE", b"c2VjcmV0OnBhc3M=", b"X-Secret-Key", b"TOP-SECRET")


def everything_written(root: Path) -> bytes:
    """All bytes of a collection, WARC files unpacked."""
    import gzip

    packed = b"".join(gzip.decompress(path.read_bytes()) for path in warc_files(root))
    return packed + b"".join(path.read_bytes() for path in root.rglob("*") if path.is_file() and path.suffix != ".gz")


def test_cookies_credentials_and_headers_are_sent_but_not_stored(tmp_path: Path) -> None:
    jar = tmp_path / "cookies.txt"
    jar.write_text(COOKIES)
    with raw_server({"/": html("<p>inside</p>")}) as server:
        settings = crawl_settings(
            server.url + "/",
            cookies_file=str(jar),
            auth="secret:pass",
            headers=(("X-Secret-Key", "TOP-SECRET"),),
        )

        run_crawl(tmp_path / "c", settings)

        request = next(request for request in server.requests if request.startswith(b"GET / "))
    assert b"Cookie: session=OPEN-SESAME; forum_u=HIDDEN-TREASURE\r\n" in request
    assert b"Authorization: Basic c2VjcmV0OnBhc3M=\r\n" in request
    assert b"X-Secret-Key: TOP-SECRET\r\n" in request
    assert b"NOT-FOR-YOU" not in request
    written = everything_written(tmp_path / "c")
    assert [secret for secret in SECRETS if secret in written] == []


def test_secrets_are_stored_where_the_user_asks_for_it(tmp_path: Path) -> None:
    with raw_server({"/": html("<p>inside</p>")}) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", auth="secret:pass", keep_secrets=True))

    assert b"Authorization: Basic c2VjcmV0OnBhc3M=" in everything_written(tmp_path)


def test_credentials_do_not_go_to_other_hosts(tmp_path: Path) -> None:
    with raw_server({"/style.css": b"HTTP/1.1 200 OK\r\nContent-Type: text/css\r\nContent-Length: 0\r\n\r\n"}) as other:
        page = html(f"<link rel=stylesheet href='{other.url}/style.css'><p>words</p>")
        with raw_server({"/": page}) as server:
            run_crawl(tmp_path, crawl_settings(server.url + "/", auth="secret:pass", resources="page"))

    assert "/style.css" in other.paths
    assert not any(b"Authorization" in request for request in other.requests)


def test_a_server_gets_its_cookies_back(tmp_path: Path) -> None:
    answers = {
        "/": html("<a href='/next'>next</a>", extra="Set-Cookie: sid=abc; path=/\r\n"),
        "/next": html("<p>next</p>"),
    }
    with raw_server(answers) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/"))

        requests = dict(zip(server.paths, server.requests, strict=True))
    assert b"Cookie: sid=abc" in requests["/next"]


def test_a_lost_login_stops_the_crawl_and_a_fresh_one_goes_on(tmp_path: Path) -> None:
    jar = tmp_path / "cookies.txt"
    jar.write_text(COOKIES)
    closing = "Connection: close\r\n"
    login = html("<form><input name=u><input type=password name=p></form>", extra=closing)
    inside = {f"/t/{n}": html(f"<h1>Thread {n}</h1><p>{words(n)}</p>", extra=closing) for n in range(40)}
    home = html("".join(f"<a href='/t/{n}'>thread {n}</a>" for n in range(40)), extra=closing)
    with raw_server({"/": home}) as server:

        def until_the_session_ends(page: bytes) -> Script:
            return lambda connection: connection.sendall(page if len(server.requests) < 15 else login)

        server.answers.update({path: until_the_session_ends(page) for path, page in inside.items()})
        settings = crawl_settings(server.url + "/", cookies_file=str(jar))

        first = run_crawl(tmp_path / "c", settings)
        asked_before = len(server.requests)
        server.answers.update(inside)
        second = run_crawl(tmp_path / "c", settings)

    assert (first.ended, first.exit_code) == ("login lost", 8)
    assert asked_before < 20
    assert second.exit_code == 0
    outcomes = outcomes_of(tmp_path / "c")
    assert {outcomes[f"{server.url}/t/{n}"][0] for n in range(40)} == {"kept"}
    kept = {row.url for row in captures_of(tmp_path / "c")}
    assert len(kept) >= 41


def test_pages_with_a_login_box_are_no_alarm_without_a_login(tmp_path: Path) -> None:
    login = "<form><input type=password name=p></form>"
    answers = {f"/{n}": html(f"{login}<p>{words(n)}</p><a href='/{n + 1}'>next</a>") for n in range(12)}
    with raw_server(answers) as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/0"))

    assert summary.exit_code == 0
    assert summary.pages_kept == 12


@pytest.mark.parametrize("content", ["", "not a cookie file\n", "a\tb\n"])
def test_a_cookie_file_without_cookies_is_said_to_be_one(tmp_path: Path, content: str) -> None:
    (tmp_path / "cookies.txt").write_text(content)

    with pytest.raises(UsageError, match="no cookie in"):
        run_crawl(tmp_path / "c", crawl_settings("http://127.0.0.1:9/", cookies_file=str(tmp_path / "cookies.txt")))


def test_a_password_in_an_address_is_neither_stored_nor_shown(tmp_path: Path) -> None:
    with raw_server({"/": html("<p>inside</p>")}) as server:
        seed = server.url.replace("http://", "http://secret:pass@") + "/"
        result = CliRunner().invoke(app_for(), ["crawl", seed, "-o", str(tmp_path / "c"), "--delay", "0"])

    assert b"secret:pass" not in everything_written(tmp_path / "c")
    assert "secret:pass" not in result.output
