"""Replay looks right: what pages need is kept, once, after the pages."""

import json
from pathlib import Path

import pytest
from tests.support.crawling import captures_of, crawl_settings, outcomes_of, run_crawl
from tests.support.raw import Script, html, raw_server


def file(mime: str, body: bytes = b"x") -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Type: {mime}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def site(other: str) -> dict[str, Script]:
    return {
        "/": html(
            "<link rel=stylesheet href='/main.css'><script src='/code.js'></script>"
            f"<img src='/a.png' srcset='/a2.png 2x'><img src='{other}/far.png'>"
            "<video src='/film.mp4'></video><a href='/paper.pdf'>paper</a><a href='/two'>two</a>"
            f"<p>See <a href='{other}/article'>elsewhere</a> for more.</p><a href='{other}/far.zip'>far file</a>"
        ),
        "/two": html("<link rel=stylesheet href='/main.css'><p>Second page with other words.</p><img src='/a.png'>"),
        "/main.css": file("text/css", b"@import 'more.css'; body { background: url(bg.png) }"),
        "/more.css": file("text/css", b"@font-face { src: url('font.woff2') }"),
        "/code.js": file("text/javascript"),
        "/a.png": file("image/png", b"1"),
        "/a2.png": file("image/png", b"2"),
        "/bg.png": file("image/png", b"3"),
        "/font.woff2": file("font/woff2", b"4"),
        "/film.mp4": file("video/mp4", b"f" * 100_000),
        "/paper.pdf": file("application/pdf", b"5"),
    }


OTHER: dict[str, Script] = {
    "/far.png": file("image/png", b"6"),
    "/far.zip": file("application/zip", b"7"),
    "/article": html("<p>An article elsewhere.</p><a href='/deeper'>deeper</a><img src='/pic.png'>"),
    "/pic.png": file("image/png", b"8"),
}
OF_THE_PAGES = {
    "/main.css", "/more.css", "/code.js", "/a.png", "/a2.png", "/bg.png", "/font.woff2", "/film.mp4", "/paper.pdf",
}  # fmt: skip
GUESSED = {"/robots.txt", "/sitemap.xml", "/feed/", "/rss.xml", "/atom.xml"}
"""What may be there though no page names it."""


def test_the_resources_of_kept_pages_come_each_once_and_after_the_pages(tmp_path: Path) -> None:
    with raw_server(dict(OTHER)) as other, raw_server(site(other.url)) as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/", resources="page"))

    asked = [path for path in server.paths if path not in GUESSED]
    assert asked[:2] == ["/", "/two"]
    assert sorted(asked[2:]) == sorted(OF_THE_PAGES)
    assert [path for path in other.paths if path != "/robots.txt"] == ["/far.png"]
    assert summary.page_requests == 2
    assert summary.resources_kept == len(OF_THE_PAGES) + 1


def test_no_resources_if_none_are_wanted(tmp_path: Path) -> None:
    with raw_server(dict(OTHER)) as other, raw_server(site(other.url)) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", resources="none"))

    assert set(server.paths) - GUESSED == {"/", "/two"}
    assert other.paths == []


def test_all_resources_take_in_linked_files_elsewhere(tmp_path: Path) -> None:
    with raw_server(dict(OTHER)) as other, raw_server(site(other.url)) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", resources="all"))

    assert set(other.paths) == {"/robots.txt", "/far.png", "/far.zip"}


def test_a_resource_is_cut_at_its_limit(tmp_path: Path) -> None:
    with raw_server(dict(OTHER)) as other, raw_server(site(other.url)) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", resources="page", max_resource_bytes=50_000))

    assert outcomes_of(tmp_path)[server.url + "/film.mp4"] == ("truncated", "length")
    film = next(row for row in captures_of(tmp_path) if row.url.endswith("film.mp4"))
    assert (film.size, film.truncated) == (50_000, "length")


def test_outlinks_keep_one_page_outside_with_its_pictures_and_go_no_further(tmp_path: Path) -> None:
    with raw_server(dict(OTHER)) as other, raw_server(site(other.url)) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", resources="page", outlinks=True))

    assert "/article" in other.paths
    assert "/pic.png" in other.paths
    assert "/deeper" not in other.paths


THREAD = (
    '<body id="phpbb" class="section-viewtopic"><h2 class="topic-title">Roses</h2><div class="post" id="p1">'
    '<div class="postbody"><div class="content">See the <a href="./download/file.php?id=3&amp;sid=abc">map</a>.'
    "</div></div></div></body>"
)


@pytest.mark.parametrize("resources", ["page", "none"])
def test_attachments_of_a_forum_are_kept_where_files_are_wanted(tmp_path: Path, resources: str) -> None:
    answers: dict[str, Script] = {
        "/viewtopic.php?t=1": html(THREAD),
        "/download/file.php?id=3": file("application/octet-stream", b"map"),
    }

    with raw_server(answers) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/viewtopic.php?t=1", resources=resources))

    assert server.paths.count("/download/file.php?id=3") == (resources == "page")
    lines = (tmp_path / "reports/skipped.jsonl").read_text(encoding="utf-8").splitlines()
    reasons = {(one["reason"], one.get("detail")) for one in map(json.loads, lines)}
    assert (("resource, not wanted", "phpbb3: attachment") in reasons) == (resources == "none")
