"""Recorded sites, measured."""

import gzip
import urllib.request
from pathlib import Path

import pytest

from thresher.charts.charts import bar_chart, box_chart, line_chart
from thresher.evaluate import Comparison, DetectionCost, as_data, as_html, load_recording
from thresher.evaluate.invented import invented_types
from thresher.evaluate.measures import compare, contents
from thresher.evaluate.recording import key_of
from thresher.evaluate.replay import answers_of, served
from thresher.model.errors import UsageError
from thresher.pattern import parse

PAGES = {
    "http://b.example/": "<title>Home</title><a href=/a>a</a><a href=http://far.example/>far</a>",
    "http://b.example/a": "one two three <a href=http://x.example/1>x</a><a href=http://far.example/>far</a>",
    "http://b.example/b": "one two four <a href=http://far.example/>far</a>",
    "http://b.example/c": "one two <a href=http://far.example/>far</a>",
}


def record(url: str, markup: str) -> bytes:
    body = markup.encode()
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(block)}\r\n\r\n"
    return head.encode() + block + b"\r\n\r\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    path = tmp_path / "site.warc.gz"
    path.write_bytes(b"".join(gzip.compress(record(url, markup)) for url, markup in PAGES.items()))
    return path


def test_a_recording_is_read_and_served_again(site: Path) -> None:
    recording = load_recording(site)

    with served(answers_of(recording)) as replay:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": replay.proxy}))
        with opener.open("http://b.example/a", timeout=5) as answer:
            body = answer.read().decode()
        with pytest.raises(urllib.error.HTTPError):
            opener.open("http://b.example/nowhere", timeout=5)

    assert body == PAGES["http://b.example/a"]
    assert recording.seed == "http://b.example/"
    assert replay.asked == ["b.example/a", "b.example/nowhere"]


def test_what_two_crawls_brought_home_is_compared(site: Path) -> None:
    recording = load_recording(site)
    pages = contents(recording)
    blind = [key_of(url) for url in PAGES]

    found = compare(recording, pages, blind, [blind[0], blind[1]], "cork")

    assert (found.blind_requests, found.our_requests) == (4, 2)
    assert 0 < found.bigram_share < 1
    assert found.link_share == 1.0
    assert found.content_link_share == 1.0
    assert len(found.blind_curve) == 4
    assert found.our_curve[-1] <= found.blind_curve[-1]


def test_boilerplate_is_left_out_of_the_second_share_of_links(site: Path) -> None:
    recording = load_recording(site)
    blind = [key_of(url) for url in PAGES]

    found = compare(recording, contents(recording), blind, [blind[0]], "cork")

    assert found.link_share == 0.5  # the far one, not the one on page a
    assert found.content_link_share == 0.0  # the far one is on every page


@pytest.mark.parametrize("content", [b"", b"no WARC at all\r\n", b"WARC/1.1\r\nWARC-Type: warcinfo\r\n\r\n"])
def test_what_is_no_recording_is_said_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.warc"
    path.write_bytes(content)

    with pytest.raises(UsageError):
        load_recording(path)
    with pytest.raises(UsageError):
        load_recording(tmp_path / "nowhere")


def test_the_report_has_every_site_and_escapes_names() -> None:
    one = Comparison("<b>site</b>", "cork", 100, 10, 0.98, 0.9, 1.0, tuple(range(100)), tuple(range(10)))
    cost = DetectionCost(50, 100, 0.1, 10.0, 1.0)

    page, data = as_html([one], [cost]), as_data([one], [cost])

    assert "&lt;b&gt;site&lt;/b&gt;" in page
    assert "<b>site</b>" not in page
    assert page.count("<svg") == 4
    assert data["sites"][0]["fewer_times"] == 10.0
    assert data["sites"][0]["our_curve"][-1] == (10, 9)


def test_charts_of_nothing_are_charts() -> None:
    assert bar_chart([], "x").startswith("<svg")
    assert box_chart([("a", [])], "x").startswith("<svg")
    assert line_chart([], "x", "y").startswith("<svg")


def test_invented_types_are_patterns_and_the_same_every_time() -> None:
    assert invented_types(20, seed=3) == invented_types(20, seed=3)
    assert len({name for name, _ in invented_types(20)}) == 20
    assert all(parse(text) for _, text in invented_types(50))
