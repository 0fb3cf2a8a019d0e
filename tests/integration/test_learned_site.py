"""A forum of nobody's make, learned and crawled for real, interrupted too; and sites that cannot be learned."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.crawling import captures_of, crawl_settings, run_crawl
from tests.support.raw import Script, html, raw_server, words
from tests.support.small_blog import Blog

from thresher.demo import DemoServer
from thresher.model import Strategy

BOARDS, THREADS, POSTS = 3, 12, 3
NAMES = ("Anna", "Bela", "Carl", "Dora")


def nav(path: str) -> str:
    links = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("members", "login", "rules"))
    return f'<div class="top"><a href="/">The barn</a><ul>{links}</ul></div><p class="crumb">{path}</p>'


def thread(board: int, number: int, page: int) -> bytes:
    posts = "".join(
        f'<div class="entry" id="e{board}-{number}-{page}-{n}"><p class="meta"><a class="by" '
        f'href="/people/{NAMES[(number + n) % 4].lower()}">{NAMES[(number + n) % 4]}</a> '
        f'<span class="when">2024-0{page}-{10 + n} 1{n}:0{page}</span></p>'
        f'<div class="said"><p>{words(1000 * board + 100 * number + 10 * page + n)}.</p>'
        f"<p>{words(7 * (1000 * board + 100 * number + 10 * page + n))}.</p></div></div>"
        for n in range(POSTS)
    )
    pager = (
        f'<div class="pages"><a href="/talk/{board}/{number}">1</a> <a href="/talk/{board}/{number}/page/2">2</a></div>'
    )
    title = f"<h1>Talk {words(50 * board + number)[:40]}</h1>"
    return html(nav("thread") + title + posts + (pager if number % 3 == 0 else ""))


def forum() -> dict[str, Script]:
    site: dict[str, Script] = {}
    boards = ""
    for board in range(1, BOARDS + 1):
        rows = ""
        for number in range(1, THREADS + 1):
            site[f"/talk/{board}/{number}"] = thread(board, number, 1)
            if number % 3 == 0:
                site[f"/talk/{board}/{number}/page/2"] = thread(board, number, 2)
            rows += (
                f'<tr><td><a href="/talk/{board}/{number}">Talk {words(50 * board + number)[:40]}</a></td>'
                f'<td><a href="/people/anna">Anna</a></td><td>{number * 3}</td><td>2024-03-{number + 10}</td></tr>'
            )
        site[f"/board/{board}"] = html(nav("board") + f"<table>{rows}</table>")
        boards += (
            f'<tr><td><a href="/board/{board}">Board of {words(board)[:30]}</a></td><td>{THREADS}</td>'
            f"<td>2024-04-0{board}</td></tr>"
        )
    site["/"] = html(nav("front") + f"<table>{boards}</table>")
    for name in ("members", "login", "rules"):
        site[f"/{name}"] = html(nav(name) + "<form><input name=a><input type=password name=b></form>")
    for name in NAMES:
        site[f"/people/{name.lower()}"] = html(nav("who") + f"<h1>{name}</h1><dl><dt>since</dt><dd>2020</dd></dl>")
    return site


WANTED = {path for path in forum() if path.startswith("/talk/")}
LISTS = {"/", *(f"/board/{number}" for number in range(1, BOARDS + 1))}


def paths_of(root: Path, origin: str) -> list[str]:
    return [row.url.removeprefix(origin) for row in captures_of(root) if row.kind.value == "page"]


@pytest.mark.parametrize("start", ["/", "/talk/2/5", "/board/3", "/talk/1/6/page/2"])
def test_a_forum_is_learned_from_any_page_and_kept_whole(tmp_path: Path, start: str) -> None:
    with raw_server(forum()) as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url + start, strategy=Strategy.LEARNED))

    kept = set(paths_of(tmp_path, server.url))
    assert kept >= WANTED
    assert len(kept - WANTED - LISTS) <= 5
    assert summary.objects["BoardPost"] == POSTS * len(WANTED)


@pytest.mark.parametrize("requests", [1, 3, 6, 9, 20])
def test_an_interrupted_crawl_ends_with_the_same_pages(tmp_path: Path, requests: int) -> None:
    with raw_server(forum()) as server:
        whole = crawl_settings(server.url + "/", strategy=Strategy.LEARNED)
        run_crawl(tmp_path / "whole", whole)
        run_crawl(
            tmp_path / "parts", crawl_settings(server.url + "/", strategy=Strategy.LEARNED, max_requests=requests)
        )
        run_crawl(tmp_path / "parts", whole)

    parts = paths_of(tmp_path / "parts", server.url)
    assert set(parts) >= WANTED
    assert len(parts) == len(set(parts))
    assert len(set(parts) ^ set(paths_of(tmp_path / "whole", server.url))) <= 2


def larger_site() -> dict[str, Script]:
    """The forum, and pages beside it that only the sitemap and the menu lead to."""
    site = forum()
    guides = [f"/guides/{name}" for name in ("hammers", "planes", "saws", "glue")]
    for number, path in enumerate(guides):
        site[path] = html(
            nav("guide") + f"<h1>Guide</h1><p>{words(90_000 + number)}.</p><p>{words(91_000 + number)}.</p>"
        )
    site["/rules"] = html(nav("rules") + f"<h1>Rules</h1><p>{words(95_000)}.</p><p>{words(96_000)}.</p>")
    return site


def ok_text(text: str, kind: str = "text/plain") -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()


def sitemap_of(site: dict[str, Script], origin: str) -> dict[str, Script]:
    places = "".join(f"<url><loc>{origin}{path}</loc></url>" for path in site if path.startswith("/guides/"))
    text = f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{places}</urlset>'
    return {"/sitemap.xml": ok_text(text, "application/xml")}


def test_by_default_a_site_is_learned_and_the_rest_of_it_follows(tmp_path: Path) -> None:
    with raw_server(larger_site()) as server:
        server.answers.update(sitemap_of(larger_site(), server.url))
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/"))

    order = paths_of(tmp_path, server.url)
    assert set(order) >= WANTED | LISTS | {"/rules", "/guides/hammers", "/guides/glue"}
    assert summary.applications == {server.url + "/": f"learned-{server.url[7:].replace(':', '-')}"}
    assert summary.objects["BoardPost"] == POSTS * len(WANTED)
    # What was learned comes first.
    assert order.index("/rules") > max(order.index(path) for path in WANTED)


@pytest.mark.parametrize("requests", [1, 2, 4, 7, 11, 30, 60])
def test_a_crawl_of_all_that_was_interrupted_ends_with_the_same_pages(tmp_path: Path, requests: int) -> None:
    with raw_server(larger_site()) as server:
        server.answers.update(sitemap_of(larger_site(), server.url))
        run_crawl(tmp_path / "whole", crawl_settings(server.url + "/"))
        run_crawl(tmp_path / "parts", crawl_settings(server.url + "/", max_requests=requests))
        run_crawl(tmp_path / "parts", crawl_settings(server.url + "/"))

    parts = paths_of(tmp_path / "parts", server.url)
    assert len(parts) == len(set(parts))
    assert set(parts) == set(paths_of(tmp_path / "whole", server.url))


def test_limits_of_the_crawl_hold_for_what_was_learned(tmp_path: Path) -> None:
    with raw_server(forum()) as server:
        run_crawl(tmp_path / "a", crawl_settings(server.url + "/", exclude=("/page/2",)))
        run_crawl(tmp_path / "b", crawl_settings(server.url + "/", max_depth=2))

    assert not any("/page/2" in path for path in paths_of(tmp_path / "a", server.url))
    assert not any("/page/2" in path for path in paths_of(tmp_path / "b", server.url))
    assert set(paths_of(tmp_path / "b", server.url)) >= {path for path in WANTED if "/page/" not in path}


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
@pytest.mark.parametrize("seed", ["/", "/nothing-here"])
def test_what_a_sitemap_lists_is_not_forgotten(tmp_path: Path, seed: str, host: str) -> None:
    """Though the first page is missing, or the sitemap lies on another host."""
    site = {path: page for path, page in larger_site().items() if path.startswith("/guides/") or path == "/rules"}
    with raw_server({**site, "/": html("<p>Welcome</p>")}) as server:
        place = server.url.replace("127.0.0.1", host)
        server.answers["/robots.txt"] = ok_text(f"User-agent: *\nSitemap: {place}/sitemap.xml\n")
        server.answers.update(sitemap_of(site, server.url))
        run_crawl(tmp_path, crawl_settings(server.url + seed))

    assert set(paths_of(tmp_path, server.url)) >= {path for path in site if path.startswith("/guides/")}


def test_pages_beside_a_forum_are_kept_though_they_are_no_threads(tmp_path: Path) -> None:
    site = forum()
    albums = "".join(f'<li><a href="/gallery/{n}">{words(70_000 + n)[:40]}</a></li>' for n in range(8))
    for n in range(8):
        site[f"/gallery/{n}"] = html(nav("gallery") + f"<h1>Pictures</h1><p>{words(80_000 + n)}.</p>")
    assert isinstance(site["/rules"], bytes)
    site["/rules"] = html(nav("rules") + f"<ul>{albums}</ul>")
    with raw_server(site) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert set(paths_of(tmp_path, server.url)) >= {f"/gallery/{n}" for n in range(8)}


def test_samples_that_robots_txt_forbids_do_not_end_the_crawl(tmp_path: Path) -> None:
    site = larger_site()
    site["/robots.txt"] = ok_text("User-agent: *\nDisallow: /board/\nDisallow: /people/\nDisallow: /members\n")
    with raw_server(site) as server:
        run_crawl(tmp_path / "a", crawl_settings(server.url + "/"))
        run_crawl(tmp_path / "g", crawl_settings(server.url + "/", strategy=Strategy.GENERIC))

    assert "/rules" in paths_of(tmp_path / "g", server.url)
    assert set(paths_of(tmp_path / "a", server.url)) == set(paths_of(tmp_path / "g", server.url))


def test_the_page_after_a_forbidden_one_is_not_lost(tmp_path: Path) -> None:
    """The forum is behind a menu, and robots.txt forbids what stands before it there."""
    site = forum()
    menu = "".join(f'<p><a href="/{name}">{name}</a></p>' for name in ("closed", "hall"))
    site["/hall"], site["/"] = site["/"], html("<h1>A village</h1>" + menu)
    site["/robots.txt"] = ok_text("User-agent: *\nDisallow: /closed\n")
    with raw_server(site) as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.LEARNED))

    kept = set(paths_of(tmp_path, server.url))
    assert kept >= WANTED
    assert summary.objects["BoardPost"] == POSTS * len(WANTED)


def test_further_pages_behind_redirects_are_followed(tmp_path: Path) -> None:
    site = forum()
    moved = {path: page for path, page in site.items() if "/page/2" in path}
    for path, page in moved.items():
        target = path.replace("/page/2", "/second")
        site[target] = page
        site[path] = f"HTTP/1.1 301 Moved\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n".encode()
    with raw_server(site) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.LEARNED))

    assert set(paths_of(tmp_path, server.url)) >= {path.replace("/page/2", "/second") for path in moved}


@pytest.mark.parametrize("requests", [5, 8, 12])
def test_posts_are_read_though_a_crawl_was_stopped_early(tmp_path: Path, requests: int) -> None:
    with raw_server(forum()) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", max_requests=requests))
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert summary.objects["BoardPost"] == POSTS * len(WANTED)


def learn(url: str, folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "thresher", "learn", url, "-o", str(folder), "--delay", "0", "-q", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_command_says_what_it_learned(tmp_path: Path) -> None:
    with raw_server(forum()) as server:
        done = learn(server.url + "/", tmp_path / "c", "--json")

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["entry"] == server.url + "/"
    assert report["requests"] <= 25
    assert report["forms"]["thread"][0].startswith("talk/")
    assert Path(report["file"]).is_file()
    assert [rule["object"] for rule in report["posts"]] == ["Thread", "BoardPost"]
    assert all(look["why"] for look in report["looked_at"])


def test_the_command_looks_at_as_many_posts_of_a_blog_as_tell_how_they_are_read(tmp_path: Path) -> None:
    with raw_server({}) as server:
        server.answers.update(Blog().answers(server.url))
        done = learn(server.url + "/", tmp_path / "c")

    assert done.returncode == 0, done.stderr
    assert "  BlogPost     the page" in done.stdout
    assert "  Comment " in done.stdout
    assert "not found out" not in done.stdout


def test_the_command_that_crawls_on_can_be_given_to_a_shell(tmp_path: Path) -> None:
    folder = tmp_path / "what was learned"
    with raw_server({"/?board=2&page=1": html("<h1>One page</h1>")}) as server:
        url = server.url + "/?board=2&page=1"
        done = learn(url, folder)

    command = done.stdout.rstrip().rpartition(": ")[2]
    assert shlex.split(command) == ["thresher", "crawl", url, "-o", str(folder)]


@pytest.mark.parametrize(
    ("site", "why"),
    [
        ({"/": html("<h1>One page</h1><p>and nothing else</p>")}, "no list of threads"),
        ({"/": html("<form><input name=u><input type=password name=p></form>")}, "behind a login (with an account"),
        ({"/": html('<div id="app"></div><script>draw()</script>')}, "pages that scripts draw"),
        (
            {"/": html('<a href="/a.html">Imprint</a> <a href="/b.html">Directions</a>'), "/a.html": html("<p>x</p>")},
            "no list of threads",
        ),
    ],
    ids=["one page", "a login", "drawn by scripts", "a few pages"],
)
def test_what_cannot_be_learned_is_said_and_crawled_all_the_same(
    tmp_path: Path, site: dict[str, Script], why: str
) -> None:
    with raw_server(site) as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.LEARNED))
        done = learn(server.url + "/", tmp_path / "l")

    assert summary.pages_kept == len(site)
    assert not summary.applications
    assert [why in told for told in summary.unlearned.values()] == [True]
    assert done.returncode == 1
    assert why in done.stdout
    assert "Nothing could be learned" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_blog_in_a_folder_of_a_site_with_a_forum_has_posts_and_all_pages_of_their_comments(tmp_path: Path) -> None:
    """The demo site, begun at its front page: the page that proves how comments go on is read, too."""
    with DemoServer() as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url))

    assert summary.objects == {"BlogPost": 40, "BoardPost": 550, "Comment": 267, "Thread": 60}
