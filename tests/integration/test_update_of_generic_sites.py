"""A plain update of a site that nobody knows: it asks where news would show, and for a share of the rest."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.small_site import ROOT, SmallSite, prose, xml

from thresher.archive import Collection
from thresher.crawl.update import UpdateSummary, settings_of, update
from thresher.evaluate.replay import Site, served
from thresher.model import Strategy

HANDFUL = 12
"""Requests of an update where nothing happened: the front page, lists, a share of the rest. All are 56."""
STRATEGIES = pytest.mark.parametrize("strategy", [Strategy.GENERIC, Strategy.AUTO])
PAGES = SmallSite()
DATES = dict.fromkeys(PAGES.paths(), "2024-03-05")
BUSY = b"HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"


class Visited:
    """A site that was crawled, and can become another one."""

    def __init__(self, folder: Path, site: Site, answers: dict[str, bytes]) -> None:
        self._folder = folder
        self._site = site
        self._answers = answers
        self.first = len(site.asked)

    def becomes(self, site: SmallSite) -> None:
        self._answers.clear()
        self._answers.update(site.answers())

    def update(self, *, is_all: bool = False, max_requests: int | None = None) -> UpdateSummary:
        self._site.asked.clear()
        return self.go_on(is_all=is_all, max_requests=max_requests)

    def go_on(self, *, is_all: bool = False, max_requests: int | None = None) -> UpdateSummary:
        settings = replace(settings_of(self._folder, proxy=self._site.proxy), max_requests=max_requests)
        return update(self._folder, settings, is_all=is_all)

    def asked_in_child(self, kill_after: int) -> None:
        """Begin an update in a process of its own, and kill it after so many requests."""
        self._site.asked.clear()
        command = [sys.executable, "-m", "thresher", "update", str(self._folder), "--proxy", self._site.proxy]
        process = subprocess.Popen([*command, "--delay", "0.05", "-q"], stderr=subprocess.DEVNULL)
        for _ in range(3000):
            if len(self._site.asked) >= kill_after or process.poll() is not None:
                break
            time.sleep(0.01)
        process.kill()
        process.wait(10)

    @property
    def asked(self) -> list[str]:
        return [key.partition("/")[1] + key.partition("/")[2] for key in self._site.asked]


@contextmanager
def crawled(folder: Path, site: SmallSite = PAGES, strategy: Strategy = Strategy.GENERIC) -> Iterator[Visited]:
    now = site.answers()
    with served(lambda key, _: now.get(key)) as server:
        assert run_crawl(folder, crawl_settings(ROOT, strategy=strategy, proxy=server.proxy)).exit_code == 0
        yield Visited(folder, server, now)


@STRATEGIES
def test_where_nothing_happened_a_handful_of_pages_is_asked_for(tmp_path: Path, strategy: Strategy) -> None:
    with crawled(tmp_path, strategy=strategy) as site:
        assert site.first > 50
        for _ in range(3):
            found = site.update()

            assert len(site.asked) == len(set(site.asked)) <= HANDFUL
            assert found.ended == "complete"
            others = len(PAGES.paths()) - len(set(site.asked))
            assert found.pages == {
                "new": 0, "changed": 0, "gone": 0, "unchanged": len(site.asked) - 1, "not_visited": others
            }  # fmt: skip


@STRATEGIES
def test_a_new_page_on_the_front_page_is_found(tmp_path: Path, strategy: Strategy) -> None:
    with crawled(tmp_path, strategy=strategy) as site:
        site.becomes(SmallSite(on_front=["/summer-fair.html"]))
        site.update()

    assert "/summer-fair.html" in site.asked
    assert len(site.asked) <= HANDFUL + 1


@STRATEGIES
def test_a_new_page_in_the_list_of_a_section_is_found(tmp_path: Path, strategy: Strategy) -> None:
    with crawled(tmp_path, strategy=strategy) as site:
        site.becomes(SmallSite(chapters=26))
        found = site.update()

    assert (found.pages["new"], found.pages["changed"]) == (2, 1)
    assert {"/manual/chapter-25.html", "/manual/chapter-26.html"} <= set(site.asked)
    assert len(site.asked) <= HANDFUL + 2


@STRATEGIES
def test_a_list_is_read_on_until_it_meets_what_is_known(tmp_path: Path, strategy: Strategy) -> None:
    new = tuple(range(46, 24, -1))
    with crawled(tmp_path, strategy=strategy) as site:
        site.becomes(SmallSite(reports=(*new, *PAGES.reports)))
        site.update()

    assert {f"/reports/{number}.html" for number in new} <= set(site.asked)
    assert {"/reports/page/2/", "/reports/page/3/"} <= set(site.asked)
    assert len(site.asked) <= HANDFUL + len(new) + 5


def test_a_sitemap_names_what_is_new_and_what_was_edited(tmp_path: Path) -> None:
    later = {**DATES, "/manual/chapter-17.html": "2024-05-01", "/hidden.html": "2024-05-01"}
    texts = {"/manual/chapter-17.html": prose("other words")}
    with crawled(tmp_path, SmallSite(sitemap=DATES)) as site:
        unchanged = site.update()
        count = len(site.asked)
        site.becomes(SmallSite(sitemap=later, texts=texts))
        site.update()

    assert unchanged.ended == "complete"
    assert count <= HANDFUL + 1
    assert {"/manual/chapter-17.html", "/hidden.html"} <= set(site.asked)
    assert len(site.asked) <= HANDFUL + 3


def test_a_sitemap_that_was_only_made_anew_says_nothing(tmp_path: Path) -> None:
    with crawled(tmp_path, SmallSite(sitemap=DATES)) as site:
        site.becomes(SmallSite(sitemap=dict.fromkeys(DATES, "2024-06-06")))
        site.update()

    assert len(site.asked) <= HANDFUL + 1


def test_a_later_date_in_a_list_says_that_a_page_has_changed(tmp_path: Path) -> None:
    dates = {f"/reports/{number}.html": f"2024-02-{number:02}" for number in PAGES.reports}
    changed = {**dates, "/reports/18.html": "2024-04-09"}
    with crawled(tmp_path, SmallSite(beside=dates)) as site:
        site.becomes(SmallSite(beside=changed))
        site.update()

    assert "/reports/18.html" in site.asked
    assert len(site.asked) <= HANDFUL + 1


@STRATEGIES
def test_an_edit_that_nothing_tells_is_found_when_its_turn_comes(tmp_path: Path, strategy: Strategy) -> None:
    path = "/manual/chapter-9.html"
    with crawled(tmp_path, strategy=strategy) as site:
        site.becomes(SmallSite(texts={path: prose("other words")}))
        asked: list[str] = []
        rounds = 0
        while path not in asked and rounds < 20:
            site.update()
            asked += site.asked
            rounds += 1

    assert rounds <= 12


def test_all_pages_have_their_turn(tmp_path: Path) -> None:
    with crawled(tmp_path) as site:
        asked: set[str] = set()
        for _ in range(12):
            site.update()
            asked.update(site.asked)

    assert set(PAGES.paths()) <= asked


def test_what_changed_before_is_asked_for_again_soon(tmp_path: Path) -> None:
    path = "/about.html"
    with crawled(tmp_path) as site:
        for number in range(1, 5):
            site.becomes(SmallSite(texts={path: prose(f"state {number}")}))
            site.update()
        last = site.asked

    assert path in last


@STRATEGIES
def test_a_page_that_is_gone_stays_in_the_archive_and_is_no_trouble(tmp_path: Path, strategy: Strategy) -> None:
    with crawled(tmp_path, strategy=strategy) as site:
        site.becomes(SmallSite(gone=["/about.html", "/manual/chapter-2.html"]))
        found = []
        for _ in range(12):
            found.append(site.update())
            assert len(site.asked) <= HANDFUL

    assert {one.ended for one in found} == {"complete"}
    assert sum(one.pages["gone"] for one in found) == 2


def test_a_page_that_was_not_there_is_found_when_it_comes(tmp_path: Path) -> None:
    path = "/programme.html"
    with crawled(tmp_path, SmallSite(on_front=[path], gone=[path])) as site:
        site.becomes(SmallSite(on_front=[path]))
        asked: set[str] = set()
        for _ in range(12):
            site.update()
            asked.update(site.asked)

    assert path in asked


@STRATEGIES
def test_an_update_that_was_cut_off_goes_on(tmp_path: Path, strategy: Strategy) -> None:
    later = SmallSite(chapters=26, on_front=["/summer-fair.html"])
    with crawled(tmp_path, strategy=strategy) as site:
        site.becomes(later)
        cut = site.update(max_requests=3)
        found = site.go_on()

    assert (cut.ended, found.ended) == ("budget of 3 requests used up", "complete")
    new = {"/manual/chapter-25.html", "/manual/chapter-26.html", "/summer-fair.html"}
    assert new <= set(site.asked)
    assert len(site.asked) == len(set(site.asked)) <= HANDFUL + len(new)


def test_an_update_that_was_killed_goes_on_and_asks_for_nothing_twice(tmp_path: Path) -> None:
    new = tuple(range(46, 24, -1))
    with crawled(tmp_path) as site:
        site.becomes(SmallSite(reports=(*new, *PAGES.reports)))
        site.asked_in_child(kill_after=9)
        before_kill = len(site.asked)
        found = site.go_on()

    assert 9 <= before_kill < len(site.asked)
    assert found.ended == "complete"
    assert {f"/reports/{number}.html" for number in new} <= set(site.asked)
    assert len(site.asked) - len(set(site.asked)) <= 2  # what was under way when it was killed


@STRATEGIES
def test_everything_is_still_asked_for_if_all_is_wanted(tmp_path: Path, strategy: Strategy) -> None:
    with crawled(tmp_path, strategy=strategy) as site:
        site.update()
        site.update(is_all=True)

        assert set(PAGES.paths()) <= set(site.asked)
        site.update()
        assert len(site.asked) <= HANDFUL


def test_a_feed_that_teaches_nothing_names_new_pages_all_the_same(tmp_path: Path) -> None:
    feed = "/notices.xml"
    with crawled(tmp_path, SmallSite(feeds={feed: ["/reports/23.html"]}), Strategy.AUTO) as site:
        site.becomes(SmallSite(feeds={feed: ["/notice.html", "/reports/23.html"]}))
        site.update()

    assert "/notice.html" in site.asked
    assert len(site.asked) <= HANDFUL + 2


def test_a_feed_without_links_says_nothing_about_sitemaps(tmp_path: Path) -> None:
    with crawled(tmp_path, SmallSite(feeds={"/notices.xml": []}), Strategy.AUTO) as site:
        site.update()

    assert "/notices.xml" in site.asked
    with closing(sqlite3.connect(Collection(tmp_path).catalog)) as catalog:
        assert catalog.execute("SELECT key FROM lessons WHERE key LIKE 'sitemaps %'").fetchall() == []


def test_a_sitemap_that_failed_is_asked_for_in_the_next_visit(tmp_path: Path) -> None:
    names = "".join(
        f"<sitemap><loc>{ROOT}{name}.xml</loc><lastmod>2024-03-05</lastmod></sitemap>" for name in ("one", "two")
    )
    index, pages = f"<sitemapindex>{names}</sitemapindex>", f"<urlset><url><loc>{ROOT}hidden.html</loc></url></urlset>"
    more = {"/sitemap.xml": xml(index), "/one.xml": xml("<urlset></urlset>"), "/two.xml": BUSY}
    with crawled(tmp_path, SmallSite(more=more)) as site:
        site.becomes(SmallSite(more={**more, "/two.xml": xml(pages)}))
        site.update()
        assert {"/two.xml", "/hidden.html"} <= set(site.asked)
        site.update()
        assert "/two.xml" not in site.asked


def test_an_edit_that_failed_to_come_is_asked_for_in_the_next_visit(tmp_path: Path) -> None:
    path = "/manual/chapter-17.html"
    later = {**DATES, path: "2024-05-01"}
    with crawled(tmp_path, SmallSite(sitemap=DATES)) as site:
        site.becomes(SmallSite(sitemap=later, more={path: BUSY}))
        site.update()
        assert path in site.asked
        site.becomes(SmallSite(sitemap=later, texts={path: prose("other words")}))
        found = site.update()

    assert path in site.asked
    assert found.pages["changed"] == 1
