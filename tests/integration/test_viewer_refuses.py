"""What the viewer does not do: obey other pages, answer to other names, run what was archived, leave its folder."""

import os
import re
import signal
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psutil
import pytest
import yaml
from tests.support.command import thresher
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html, raw_server
from tests.support.small_forum import TYPE
from tests.support.viewing import asked, got, viewing

HOSTILE = "<script>alert(1)</script>\u202eevil\u0007"
PATHS = (
    "/", "/sites/1", "/talks", "/talks/1", "/objects/1", "/objects/2", "/people", "/people/1", "/search?q=alert",
    "/tree?site=1", "/tree?as=map&site=1", "/skipped", "/knowledge", "/feeds", "/live", "/query",
)  # fmt: skip


def hostile_page(number: int) -> str:
    name = HOSTILE.replace("<", "&lt;")
    posts = "".join(
        f"<div class='post' id='p{number}{place}'><b class='who'>{name}</b> <i class='when'>2023-04-0{place} 10:00</i>"
        f"<div class='text'><p>{name} <b onclick='alert(1)'>bold</b> said the {place}. time, and more.</p></div></div>"
        for place in range(1, 4)
    )
    return f"<div id='forum'><h1>{name} {number}</h1>{posts}</div>"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The viewer of a forum whose people have tried everything."""
    top = tmp_path_factory.mktemp("hostile")
    (top / "smallforum.yaml").write_text(yaml.safe_dump(TYPE, sort_keys=False))
    links = "".join(f"<li><a href='/thread.php?id={n}'>{HOSTILE.replace('<', '&lt;')}</a></li>" for n in range(1, 5))
    pages = {f"/thread.php?id={n}": html(hostile_page(n)) for n in range(1, 5)}
    evil = "<a href='/x/<script>alert(2)</script>'>x</a>"
    with raw_server({"/": html(f"<div id='forum'><ul class='threads'>{links}</ul>{evil}</div>"), **pages}) as server:
        run_crawl(top / "c", crawl_settings(server.url + "/", knowledge=(str(top),)))
    with viewing(top / "c") as origin:
        yield origin


@pytest.mark.parametrize("path", PATHS)
def test_what_was_archived_is_text_everywhere(hostile: str, path: str) -> None:
    status, text, headers = got(hostile + path)

    assert status == 200
    assert "<script>alert" not in text
    assert "onclick" not in text.replace("&#39;", "'").partition("<body>")[2] or "&lt;b onclick" in text
    assert "\u202e" not in text
    assert "\u0007" not in text
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_the_hostile_names_are_shown_as_they_are_written(hostile: str) -> None:
    _, text, _ = got(hostile + "/people")

    assert "&lt;script&gt;alert(1)&lt;/script&gt;⟨U+202E⟩evil" in text


@pytest.mark.parametrize("name", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", ""])
def test_other_names_get_nothing(hostile: str, name: str) -> None:
    status, text, _ = got(hostile + "/", Host=name)

    assert status in (400, 421)
    assert "objects" not in text


@pytest.mark.parametrize(
    "origin", [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}], ids=["none", "another", "hidden"]
)
def test_other_pages_cannot_stop_a_crawl(hostile: str, origin: dict[str, str]) -> None:
    status, _, _ = got(hostile + "/live", "POST", b"word=stop", **origin)

    assert status == 403


def test_its_own_page_can(hostile: str) -> None:
    form = {"Origin": hostile, "Content-Type": "application/x-www-form-urlencoded"}

    status, text, _ = got(hostile + "/live", "POST", b"word=resume", **form)

    assert status == 200
    assert "The crawl" in text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2f..%2f..%2fetc/passwd",
        "/../../etc/passwd",
        "/static//etc/passwd",
    ],
)
def test_no_path_leads_out_of_its_folder(hostile: str, path: str) -> None:
    status, text, _ = got(hostile + path)

    assert status == 404
    assert "root:" not in text
    assert "Starlette" not in text


@pytest.mark.parametrize(
    "path",
    [
        "/sites/0", "/sites/99999999999999999999", "/sites/x", "/talks/-1", "/talks/1e9", "/objects/٣", "/people/'",
        "/captures", "/captures?url=%00", "/replay/999999", "/tree?under=nowhere.example/a",
        "/reconstruction?feed=x&at=y",
    ],
)  # fmt: skip
def test_nonsense_gets_a_sentence(hostile: str, path: str) -> None:
    status, text, _ = got(hostile + quote(path, safe="/?=&%'"))

    assert status in (200, 404)
    assert "Traceback" not in text
    assert "<h1>" in text


@pytest.mark.parametrize(
    "query", ["q=%22", "q=*", "q=a+OR", "q=-x", "q=a&since=soon", "q=NEAR(a+b)", "q=a&page=-1", "q=%00"]
)
def test_no_search_is_wrong(hostile: str, query: str) -> None:
    status, text, _ = got(f"{hostile}/search?{query}")

    assert status == 200
    assert "could not be made" not in text


def test_beyond_this_machine_a_token_is_asked_for(tmp_path: Path) -> None:
    with raw_server({"/": html("<p>Hello there.</p>")}) as server:
        run_crawl(tmp_path / "c", crawl_settings(server.url + "/"))
    with viewing(tmp_path / "c", "--host", "0.0.0.0") as address:
        port = address.partition("?")[0].rstrip("/").rpartition(":")[2]
        origin, token = f"http://127.0.0.1:{port}", address.partition("?token=")[2]
        assert len(token) > 20
        assert got(origin + "/")[0] == 401
        assert got(f"{origin}/?token=wrong")[0] == 401
        assert got(f"{origin}/static/viewer.css")[0] == 401
        assert asked(f"{origin}/readiness?token={token}", follow=True)["is_ready"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_replay_ends_with_the_viewer(tmp_path: Path, number: signal.Signals) -> None:
    with raw_server({"/": html("<p>Hello there.</p>")}) as server:
        run_crawl(tmp_path / "c", crawl_settings(server.url + "/"))
    with viewing(tmp_path / "c", ends_by=number) as origin:
        _, captures, _ = got(f"{origin}/captures?url={server.url}/")
        found = re.search(r"/replay/\d+", captures)
        assert found is not None
        _, text, _ = got(origin + found[0])
        viewer = next(one for one in psutil.Process().children() if str(tmp_path / "c") in one.cmdline())
        replays = viewer.children()
        assert "Hello there." in text
        assert 'rel="memento"' in got(f"{origin}{found[0]}?as=timemap")[1]
        assert '"status": "200"' in got(f"{origin}{found[0]}?as=cdx")[1]
        assert replays
    assert not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in replays)


def test_what_is_withheld_is_not_replayed_by_any_way(tmp_path: Path) -> None:
    pages = {"/": html("<a href='/secret'>one</a> <a href='/open'>two</a>"), "/secret": html("<p>Hush now.</p>")}
    with raw_server({**pages, "/open": html("<p>Hello there.</p>")}) as server:
        run_crawl(tmp_path / "c", crawl_settings(server.url + "/"))
    secret = f"{server.url}/secret"
    with viewing(tmp_path / "c") as origin:
        replay, before = replayed(origin, secret)
        told = thresher("withhold", str(tmp_path / "c"), secret, "--capture", "--reason", "asked for by its author")
        refused, after = replayed(origin, secret)
        _, other = replayed(origin, f"{server.url}/open")

        assert told.returncode == 0, told.stderr
        assert "Hush now." in before
        assert "asked for by its author" in after
        assert "Hush now." not in after
        assert "Hush now." not in got(replay)[1], "by the address that it had"
        assert "Hello there." in other
        assert refused.startswith(origin)


def replayed(origin: str, url: str) -> tuple[str, str]:
    """The address that the replay of a page leads to, and what is there."""
    _, captures, _ = got(f"{origin}/captures?url={url}")
    found = re.search(r"/replay/\d+", captures)
    if found is None:
        return origin, captures
    with urllib.request.urlopen(origin + found[0], timeout=60) as answer:
        return answer.url, answer.read().decode()


def test_a_collection_that_cannot_be_written_is_shown(tmp_path: Path) -> None:
    with raw_server({"/": html("<p>Hello there.</p>")}) as server:
        run_crawl(tmp_path / "c", crawl_settings(server.url + "/"))
    for folder, _, names in os.walk(tmp_path / "c"):
        for name in names:
            (Path(folder) / name).chmod(0o444)
        Path(folder).chmod(0o555)
    try:
        with viewing(tmp_path / "c") as origin:
            assert got(origin + "/")[0] == 200
    finally:
        for folder, _, _ in os.walk(tmp_path / "c"):
            Path(folder).chmod(0o755)
