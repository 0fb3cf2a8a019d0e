"""`reports/crawl.html`: complete, whole in itself, and inert."""

import re
from pathlib import Path

import pytest
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html, raw_server

from thresher.crawl import growth as growth_room
from thresher.crawl.growth import Growth
from thresher.crawl.history import Command
from thresher.crawl.mends import Kept
from thresher.crawl.report import Summary
from thresher.crawl.report_page import Told, report_page

HOSTILE = "http://b.example/<script>alert(1)</script>\u202e"
SUMMARY = Summary(
    collection="c", seeds=(HOSTILE,), ended="complete", exit_code=0, requests=1234, page_requests=1000, pages_kept=900,
    resources_kept=80, bytes_written=2_500_000, pending=0, links_left=77, retries=3, seconds=90.0,
    outcomes={"page": {"kept": 900, "failed": 2}}, skipped={"session id": 70, "calendar": 7},
    statuses={"200": 900, "404": 2}, robots="obeyed", applications={"http://b.example/": "phpbb"},
    unlearned={"http://b.example/shop<i>": "no list of threads, posts or questions was found"},
    objects={"BoardPost": 5000, "Thread": 300}, losses=((HOSTILE, "timed out <b>"),), puzzles=(),
)  # fmt: skip
GROWTH = Growth(((0, 0), (600, 8000), (1234, 9000)), 1234)
MEND = Kept("http://b.example/", "phpbb", {"name": "thread"}, "BoardPost.author", 12, 0.4, 0.99, "2026-03-01")


def told(**more: object) -> Told:
    values = {"growth": GROWTH, "mends": (MEND,), "command": Command.CRAWL, **more}
    return Told(SUMMARY, visit=1, began="2026-03-01T10:00:00Z", written="2026-03-01T10:02:00Z", **values)  # type: ignore[arg-type]


def test_the_page_says_what_the_crawl_was_and_did() -> None:
    page = report_page(told())

    for words in (
        "Crawl of", "complete", "2026-03-01 10:00", "1,234", "900", "2.5 MB", "1.5 minutes", "BoardPost", "5,000",
        "session id", "phpbb", "BoardPost.author", "40% → 99%", "timed out", "distinct 2-grams", "obeyed",
        "shop&lt;i&gt;",
    ):  # fmt: skip
        assert words in page
    assert page.count("<svg") == 3
    assert "<polyline" in page


def test_the_page_refers_to_nothing_and_runs_nothing() -> None:
    page = report_page(told())

    assert not re.search(r"<script|<link|<img|<iframe|src=|href=|url\(|@import", page)
    assert "\u202e" not in page
    assert len(page) < 100_000


def test_an_update_says_what_became_of_things() -> None:
    page = report_page(told(command=Command.UPDATE, changes={"BoardPost": {"new": 17, "edited": 2}, "Thread": {}}))

    assert "Update of" in page
    assert re.search(r"<td>BoardPost</td><td class=\"n\">17</td><td class=\"n\">2</td>", page)


def test_a_crawl_that_brought_nothing_has_a_page_too() -> None:
    page = report_page(told(growth=Growth((), 0), mends=()))

    assert "Nothing new was read" in page


def test_thousands_of_rows_are_cut() -> None:
    page = report_page(told(mends=(MEND,) * 3000))

    assert "2,940 more" in page
    assert len(page) < 200_000


@pytest.fixture
def crawled(tmp_path: Path) -> Path:
    with raw_server(
        {"/robots.txt": html("", "404 Not Found"), "/": html("<h1>Hello</h1><p>Some words.</p>")}
    ) as server:
        run_crawl(tmp_path / "a", crawl_settings(server.url + "/"))
    return tmp_path / "a"


def test_every_crawl_leaves_its_report(crawled: Path) -> None:
    page = (crawled / "reports/crawl.html").read_text(encoding="utf-8")

    assert "pages kept" in page
    assert "could not be made" not in page
    assert len(list((crawled / "reports").glob("crawl-*.html"))) == 1


def test_a_report_that_cannot_be_made_ends_no_crawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Growth:
        raise RuntimeError("<oops>")

    monkeypatch.setattr(growth_room, "growth", broken)
    with raw_server({"/": html("<p>Some words.</p>")}) as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert summary.exit_code == 0
    assert "RuntimeError: &lt;oops&gt;" in (tmp_path / "reports/crawl.html").read_text(encoding="utf-8")
