"""Extraction measured on pages made up here, where every number is known."""

import gzip
import json
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from tests.support.extraction_pages import article, page, text, title, url
from typer.testing import CliRunner

from thresher.cli import app_for
from thresher.evaluate.extraction import (
    OURS,
    SUMMARIES,
    UNTAUGHT,
    Figures,
    SiteFigures,
    Tool,
    figures_of,
    joined,
    measure_corpus,
)
from thresher.evaluate.extraction_cases import RECORDED, SAVED, SINGLE, Case, load_corpora
from thresher.evaluate.extraction_report import as_data, as_html, as_text, notes_of
from thresher.evaluate.extraction_times import Growth, cumulated, enlarged, growth_of, reference_site
from thresher.evaluate.peers import Extraction, safely
from thresher.model.errors import UsageError

NOW = datetime(2024, 1, 1, tzinfo=UTC)
POSTS = 8


def feed(numbers: range) -> str:
    items = "".join(
        f"<item><title>{title(number)}</title><link>{url(number)}</link>"
        f"<pubDate>{datetime(2023, 3, number + 1, 9, tzinfo=UTC):%a, %d %b %Y %H:%M:%S} +0000</pubDate>"
        f"<description><![CDATA[{article(number)}]]></description></item>"
        for number in numbers
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>A blog</title>'
        f"<link>http://b.example/</link><description>d</description>{items}</channel></rss>"
    )


def record(address: str, kind: str, body: str) -> bytes:
    block = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n{body}".encode()
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{abs(hash(address))}>\r\n"
        f"WARC-Target-URI: {address}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A blog of eight posts, of which the feed has the last four."""
    place = tmp_path / "recorded"
    place.mkdir()
    records = [record(url(number), "text/html; charset=utf-8", page(number)) for number in range(POSTS)]
    records.append(record("http://b.example/feed", "application/rss+xml", feed(range(4, POSTS))))
    (place / "mirror.warc").write_bytes(b"".join(records))
    posts = [
        {"url": url(number), "title": title(number), "text": text(number), "date_iso": f"2023-03-{number + 1:02}"}
        for number in range(POSTS)
    ]
    truth = {"entry_url": "http://b.example/", "feed_urls": ["http://b.example/feed"], "posts": posts}
    (place / "truth.json").write_text(json.dumps(truth))
    return place


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    place = tmp_path / "saved"
    (place / "b").mkdir(parents=True)
    (place / "b" / "feed.xml").write_text(feed(range(POSTS)))
    items = []
    for number in range(POSTS):
        (place / "b" / f"{number}.html.gz").write_bytes(gzip.compress(page(number).encode()))
        items.append({"link": url(number), "file": f"{number}.html.gz"})
    (place / "index.json").write_text(json.dumps([{"host": "b", "feed": "feed.xml", "items": items}]))
    return place


@pytest.fixture
def single(tmp_path: Path) -> Path:
    place = tmp_path / "single"
    (place / "html").mkdir(parents=True)
    (place / "html" / "x.html.gz").write_bytes(gzip.compress(page(3).encode()))
    (place / "ground-truth.json").write_text(json.dumps({"x": {"url": url(3), "articleBody": text(3)}}))
    return place


def test_pages_that_were_learned_from_are_never_scored(recorded: Path, saved: Path) -> None:
    for place in (recorded, saved):
        [corpus] = load_corpora(place, 0)

        assert len(corpus.lessons) == 4
        assert len(corpus.cases) == 4
        assert not {lesson.url for lesson in corpus.lessons} & {case.url for case in corpus.cases}


def test_a_feed_with_most_posts_teaches_every_other_one(recorded: Path) -> None:
    truth = json.loads((recorded / "truth.json").read_text())
    truth["posts"] = truth["posts"][3:]
    (recorded / "truth.json").write_text(json.dumps(truth))

    [corpus] = load_corpora(recorded, 0)

    assert [case.title for case in corpus.cases] == [title(3), title(5), title(7)]


def test_each_kind_of_folder_is_read(recorded: Path, saved: Path, single: Path) -> None:
    index = json.loads((saved / "index.json").read_text())
    items = [{"link": item["link"], "page": f"b/{item['file']}"} for item in index[0]["items"]]
    posts = {"kind": "posts", "feed": "b/feed.xml", "items": items}
    by_host = {"b": {"feeds": [posts, {"kind": "comments", "feed": "b/comments.xml", "items": items}]}}

    assert [one.group for place in (recorded, saved, single) for one in load_corpora(place, 0)] == [
        RECORDED, SAVED, SINGLE,
    ]  # fmt: skip
    first = load_corpora(saved, 0)
    (saved / "index.json").write_text(json.dumps(by_host))
    assert load_corpora(saved, 0) == first
    assert [len(one.cases) for one in load_corpora(saved, 2)] == [2]


def test_folders_that_are_something_else_are_refused_with_a_sentence(tmp_path: Path, recorded: Path) -> None:
    with pytest.raises(UsageError, match="nothing to measure"):
        load_corpora(tmp_path, 0)
    (tmp_path / "index.json").write_text("{")
    with pytest.raises(UsageError, match="cannot be read as JSON"):
        load_corpora(tmp_path, 0)
    (tmp_path / "index.json").write_text("[7]")
    with pytest.raises(UsageError, match="not what is expected"):
        load_corpora(tmp_path, 0)
    (recorded / "truth.json").write_text('{"threads": []}')
    with pytest.raises(UsageError, match="names no posts"):
        load_corpora(recorded, 0)
    (recorded / "truth.json").unlink()
    with pytest.raises(UsageError, match=r"no truth\.json"):
        load_corpora(recorded, 0)


CASES = (Case("u", b"1", "a b c", "T", "2023-03-01"), Case("v", b"2", "d e f", "T", "2023-03-01"))


def fake(html: bytes, url: str) -> Extraction:
    return Extraction("t!", "A b c", "2023-03-01") if html == b"1" else Extraction()


def test_success_rates_are_shares_of_pages() -> None:
    figures = figures_of(CASES, Tool("fake", fake))

    assert (figures.exact, figures.tolerant, figures.dice, figures.title, figures.date) == (0.5,) * 5
    assert figures_of(CASES, Tool("fake", fake, gives_title=False, gives_date=False)).title is None
    assert Figures(()).exact is None


def test_rules_learned_from_a_feed_find_what_was_not_learned_from(recorded: Path) -> None:
    [corpus] = load_corpora(recorded, 0)

    site = measure_corpus(corpus, [], NOW)

    assert site.is_taught
    assert site.learning_seconds > 0
    assert list(site.tools) == [OURS, SUMMARIES, UNTAUGHT]
    assert site.tools[OURS].exact == 1.0
    assert site.tools[OURS].title == 1.0


def test_without_a_feed_there_is_one_way_to_read(single: Path) -> None:
    [corpus] = load_corpora(single, 0)

    assert list(measure_corpus(corpus, [], NOW).tools) == [OURS]


def failing(html: bytes, url: str) -> Extraction:
    raise RuntimeError(url)


def measured(name: str, group: str = RECORDED) -> SiteFigures:
    tools = {OURS: figures_of(CASES, Tool(OURS, fake)), "other": figures_of(CASES, Tool("other", safely(failing)))}
    return SiteFigures(name, group, 2, 4, tools, 0.5, is_taught=group != SINGLE)


def test_learning_is_paid_before_the_first_post() -> None:
    curves = dict(cumulated(measured("one")))

    assert curves[OURS][0] == (0.0, 0.5)
    assert curves["other"][0] == (0.0, 0.0)
    assert [x for x, _ in curves[OURS]] == [0.0, 1.0, 2.0]
    assert reference_site([measured("x", SINGLE)]) is None


def test_an_enlarged_page_shows_everything_several_times() -> None:
    assert enlarged(page(1).encode(), 4).count(b"<h1") == 4


def test_learning_is_timed_on_pages_of_several_sizes(recorded: Path) -> None:
    [corpus] = load_corpora(recorded, 0)

    rows = growth_of(corpus, NOW)

    assert all(after.bytes > 1.8 * before.bytes for before, after in pairwise(rows))
    assert len(rows) == 4


def test_all_pages_and_the_mean_of_sites_are_told_apart() -> None:
    sites = [measured("one"), measured("two"), measured("<three>", SINGLE)]
    growth = [Growth(1, 1000, 0.5), Growth(2, 2000, 1.0)]

    shown = as_text(sites, growth, "x is not installed.")
    written = as_html(sites, growth, "", 7)

    assert "recorded blogs, by page        4      50.0    0.0" in shown
    assert "recorded blogs, by site  2 sites      50.0    0.0" in shown
    assert "2.00" in shown
    assert shown.endswith("x is not installed.")
    assert "&lt;three&gt;" in written
    assert "<polyline" in written
    assert joined(sites, OURS).exact == 0.5
    data = as_data(sites, growth, "", 7)
    assert data["sites"][0]["tools"][OURS]["tolerant"] == 0.5
    json.dumps(data)


def test_sites_that_taught_nothing_are_named() -> None:
    site = SiteFigures("bare", RECORDED, 2, 4, {}, is_taught=False)

    assert "No rules could be learned on bare." in notes_of([site], "")


def test_the_command_prints_tables_and_writes_a_report(recorded: Path, single: Path, tmp_path: Path) -> None:
    report = tmp_path / "r.html"

    done = CliRunner().invoke(
        app_for(), ["evaluate", "extraction", str(recorded), str(single), "--no-peers", "-o", str(report)]
    )

    assert done.exit_code == 0, done.output
    assert "Articles, word for word" in done.stdout
    assert "1/2 recorded: 4 pages, 4 to learn from" in done.stderr
    assert "<svg" in report.read_text()


def test_the_command_prints_json(single: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(
        app_for(), ["evaluate", "extraction", str(single), "--no-peers", "--json", "-o", str(tmp_path / "r.html")]
    )

    assert json.loads(done.stdout)["sites"][0]["pages"] == 1
