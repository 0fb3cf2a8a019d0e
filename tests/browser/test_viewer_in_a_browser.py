"""The archive in a real browser: read, searched, compared, moved through time, asked, watched, replayed."""

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import expect
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html, raw_server
from tests.support.small_forum import ROOT, TALKS, TYPE, Talk, index, old
from tests.support.viewing import Watched, browsing, needs_chromium, viewing

from thresher.crawl.update import update
from thresher.demo import DemoServer

pytestmark = needs_chromium

PAGES = (
    "/",
    "/talks",
    "/search?q=the",
    "/people",
    "/tree",
    "/feeds",
    "/plan",
    "/skipped",
    "/knowledge",
    "/query",
    "/live",
)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The viewer of the demo collection."""
    root = tmp_path_factory.mktemp("viewer") / "demo"
    with DemoServer() as server:
        run_crawl(root, crawl_settings(server.url, resources="page"))
    with viewing(root) as origin:
        yield origin


@pytest.fixture(scope="module")
def visited_twice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The viewer of a forum in which, between two visits, a post was edited, a thread vanished and one came."""
    top = tmp_path_factory.mktemp("twice")
    (top / "smallforum.yaml").write_text(yaml.safe_dump(TYPE, sort_keys=False))
    first, *rest = TALKS
    edited = replace(first, said=(replace(first.said[0], text="Nobody expected a kettle here."), *first.said[1:]))

    def answers(talks: tuple[Talk, ...]) -> dict[str, bytes]:
        pages = {one.url.removeprefix(ROOT.rstrip("/")): html(old(one)) for one in talks}
        return {"/": html(index(talks)), **pages}

    before, after = (first, *rest[:-1]), (edited, *rest[1:])
    with raw_server(answers(before)) as server:
        run_crawl(top / "c", crawl_settings(server.url + "/", knowledge=(str(top),)))
        server.answers.clear()
        server.answers.update(answers(after))
        update(top / "c")
    with viewing(top / "c") as origin:
        yield origin


@pytest.fixture
def on_demo(demo: str) -> Iterator[Watched]:
    with browsing(demo) as watched:
        yield watched


def assert_clean(watched: Watched) -> None:
    assert watched.errors == []
    assert watched.hosts <= {"127.0.0.1", "localhost"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_keeps_people_out_or_makes_an_error(demo: str, scheme: str) -> None:
    found = {}
    with browsing(demo, color_scheme=scheme) as watched:
        for path in (*PAGES, "/sites/1", "/talks/1", "/objects/2", "/people/1", "/tree?site=1"):
            watched.open(path)
            watched.keep(f"{scheme}{path.replace('/', '-').replace('?', '-')}")
            if serious := watched.serious_findings():
                found[path] = serious
        assert_clean(watched)
    assert found == {}


def test_a_phone_shows_the_pages_without_scrolling_sideways(demo: str) -> None:
    with browsing(demo) as watched:
        watched.page.set_viewport_size({"width": 390, "height": 800})
        for path in PAGES:
            watched.open(path)
            wide = watched.page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")
            assert not wide, path
        watched.keep("phone")


def test_words_are_found_and_lead_to_the_thread(on_demo: Watched) -> None:
    page = on_demo.page
    on_demo.open("/talks?order=replies")
    page.locator(".talks .title").first.click()
    posts = page.locator(".post")
    assert posts.count() > 10
    words = posts.nth(3).locator(".text").inner_text().split()[:4]

    page.get_by_role("searchbox").fill(f'"{" ".join(words)}"')
    page.get_by_role("searchbox").press("Enter")

    assert page.locator("mark").count() > 0
    on_demo.keep("search")
    page.locator(".talks .title").first.click()
    assert page.locator(".post:target").count() == 1
    assert_clean(on_demo)


def test_a_thread_over_several_pages_of_the_site_is_one_here(on_demo: Watched) -> None:
    page = on_demo.page
    on_demo.open("/talks?order=replies")
    said = page.locator(".talks .about").first.inner_text()
    page.locator(".talks .title").first.click()

    numbers = page.locator(".post .place").all_inner_texts()

    assert f"{len(numbers)} replies" in said
    assert numbers == [f"#{n}" for n in range(1, len(numbers) + 1)]
    sources = {link.get_attribute("href") for link in page.get_by_role("link", name="The page as it was").all()}
    assert len(sources) > 1, "the thread had one page only"


def test_two_versions_differ_word_by_word(visited_twice: str) -> None:
    with browsing(visited_twice) as watched:
        watched.open("/search?q=kettle+expected+nobody")
        watched.page.get_by_role("link", name="2 versions").first.click()
        watched.keep("versions")
        assert watched.page.locator("ins", has_text="Nobody expected a kettle here.").count() == 1
        assert watched.page.locator("del").count() >= 1
        assert_clean(watched)


def test_the_slider_moves_through_time(visited_twice: str) -> None:
    with browsing(visited_twice) as watched:
        page = watched.page
        watched.open("/tree?site=1")
        assert page.locator(".node.new").count() == 1
        assert page.locator(".node.vanished").count() == 1
        watched.keep("tree")

        page.locator("#slider").fill("0")
        expect(page.locator(".node.new, .node.vanished")).to_have_count(0)

        assert "at=0" in page.url
        watched.keep("tree-before")
        assert_clean(watched)


def test_the_treemap_is_drawn(visited_twice: str) -> None:
    with browsing(visited_twice) as watched:
        watched.open("/tree?as=map")
        watched.page.wait_for_selector("#map .slice")
        watched.keep("treemap")
        assert watched.page.locator("#map .slice").count() > 5
        assert_clean(watched)


def test_a_query_is_answered_in_a_table(on_demo: Watched) -> None:
    on_demo.open("/query")
    on_demo.page.get_by_role("link", name="Who wrote most").click()
    on_demo.keep("query")
    assert on_demo.page.locator("tbody tr").count() > 5
    on_demo.page.locator("textarea").fill("SELECT ?x {")
    on_demo.page.get_by_role("button", name="Ask").click()
    assert on_demo.page.get_by_role("alert").count() == 1
    assert_clean(on_demo)


def test_a_page_is_replayed_in_an_origin_of_its_own(on_demo: Watched) -> None:
    page = on_demo.page
    on_demo.open("/talks?order=replies")
    page.locator(".talks .title").first.click()
    said = page.locator(".post .text").first.inner_text().split("\n")[0]
    page.get_by_role("link", name="The page as it was").first.click()
    page.get_by_role("link", name="as it was").first.click()
    page.wait_for_load_state()
    on_demo.keep("replay")

    assert not page.url.startswith(on_demo.origin)
    assert said[:40] in page.inner_text("body")
    assert_clean(on_demo)
    page.goto(page.url.replace("/http", "id_/http", 1))  # as it was sent: pywb leads no script of it elsewhere
    reached = page.evaluate("address => fetch(address).then(() => 'reached', () => 'refused')", on_demo.origin + "/")
    assert reached == "refused"
    assert on_demo.hosts <= {"127.0.0.1", "localhost"}


def test_a_live_crawl_is_watched_paused_and_seen_to_its_end(tmp_path: Path) -> None:
    root = tmp_path / "c"
    with DemoServer() as server:
        command = [sys.executable, "-m", "thresher", "crawl", server.url, "-o", str(root), "--delay", "0.05", "-q"]
        crawl = subprocess.Popen([*command, "--resources", "none", "--max-requests", "150"])
        try:
            while not (root / "catalog.db").exists() or not (root / "indexes").exists():
                time.sleep(0.05)
            time.sleep(1)
            with viewing(root) as origin, browsing(origin) as watched:
                page = watched.page
                watched.open("/live")
                page.wait_for_selector("text=Running.")
                watched.keep("live")
                page.get_by_role("button", name="Pause").click()
                page.wait_for_selector("text=Paused.")
                time.sleep(3)  # what was under way comes to its end, and the page looks every second
                before = page.locator("#captures").inner_text()
                time.sleep(2.5)
                assert page.locator("#captures").inner_text() == before
                page.get_by_role("button", name="Resume").click()
                page.wait_for_selector("text=Nothing is running", timeout=60_000)
                assert int(page.locator("#captures").inner_text().replace(",", "")) > int(before.replace(",", ""))
                watched.keep("live-ended")
                assert_clean(watched)
        finally:
            crawl.terminate()
            crawl.wait(30)
