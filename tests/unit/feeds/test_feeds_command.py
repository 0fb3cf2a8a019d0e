"""`thresher feeds` as a user meets it."""

import json
from dataclasses import fields
from datetime import timedelta
from pathlib import Path

import pytest
from tests.support.command import thresher
from tests.support.exchanges import MOMENT, OpenCollection, exchange

from thresher.feeds.summary import FeedSummary
from thresher.model import Kind

FEED = b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n\r\n"
COMMANDS = Path(__file__).parents[3] / "docs" / "reference" / "commands.md"


def rss(*days: int, title: str = "A Blog") -> bytes:
    items = "".join(
        f"<item><title>{day}</title><link>http://a.example/{day}</link>"
        f"<pubDate>{day:02} Jan 2026 10:00:00 +0000</pubDate></item>"
        for day in days
    )
    return f'<rss version="2.0"><channel><title>{title}</title>{items}</channel></rss>'.encode()


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """Three visits to one feed, the last too late; another feed that says it is a page, and a page."""
    root = tmp_path / "my-archive"
    opened = OpenCollection(root)
    for number, days in enumerate([(3, 2, 1), (4, 3, 2), (9, 8, 7)]):
        visit = exchange("http://a.example/feed", rss(*days), FEED)
        object.__setattr__(visit, "started", MOMENT + timedelta(days=number))
        opened.keeper.keep(visit, Kind.PAGE)
    opened.keeper.keep(exchange("http://a.example/rss.xml", rss(5, 4, 2, title="Other")), Kind.PAGE)
    opened.keeper.keep(exchange("http://a.example/", b"<html><body>A page</body></html>"), Kind.PAGE)
    opened.close()
    return root


def test_feeds_of_a_collection_with_their_history(collection: Path) -> None:
    done = thresher("feeds", str(collection), "--json")

    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (0, "")
    assert set(first) == {field.name for field in fields(FeedSummary)}
    assert (first["title"], first["visits"], first["items"], first["items_seen"]) == ("A Blog", 3, 3, 7)
    assert (first["missed"], first["group"]) == (1, "a.example")
    assert first["intervals"]["median"] == 86400
    assert (second["title"], second["visits"], second["first"]) == ("Other", 1, "2026-01-02T10:00:00+00:00")


def test_a_table_and_a_report(collection: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"

    done = thresher("feeds", str(collection), "-o", str(report), "--group", "format")

    assert done.returncode == 0
    assert done.stdout.splitlines()[1].split() == [
        "A", "Blog", "RSS", "2.0", "3", "summary", "2026-01-01", "2026-01-09", "1.0", "d", "3", "1"
    ]  # fmt: skip
    assert "Items may have been missed in 1 of 2 feeds" in done.stdout
    page = report.read_text(encoding="utf-8")
    assert all(word in page for word in ("Table 1", "Figure 1", "Figure 2", "Table 2", "pooled", "rss20", "<svg"))


def test_a_list_of_saved_feeds_with_groups(tmp_path: Path) -> None:
    (tmp_path / "saved feeds").mkdir()
    (tmp_path / "saved feeds" / "one.xml").write_bytes(rss(1, 2, title="One"))
    (tmp_path / "saved feeds" / "page.html").write_bytes(b"<html></html>")
    (tmp_path / "two.xml").write_bytes(rss(1, 3, title="Two"))
    (tmp_path / "list.txt").write_text("# feeds\nsaved feeds\tart\ntwo.xml science\n\nmissing.xml\nlist.txt\n")

    done = thresher("feeds", str(tmp_path / "list.txt"), "--json")

    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["title"], one["group"]) for one in found] == [("One", "art"), ("Two", "science")]
    assert done.stderr.splitlines() == ["missing.xml: there is no such file.", "list.txt: that is no feed."]


def test_a_folder_of_saved_feeds_needs_no_list(tmp_path: Path) -> None:
    (tmp_path / "one.xml").write_bytes(rss(1, 2, title="One <b>&amp;"))

    done = thresher("feeds", str(tmp_path))

    assert (done.returncode, done.stdout.splitlines()[1].split()[0]) == (0, "One")


@pytest.mark.parametrize(
    ("content", "arguments", "code", "sentence"),
    [
        (None, ["nowhere"], 2, "There is no nowhere."),
        (b"", ["list.txt"], 2, "list.txt names no feed."),
        (b"nothing.xml\n", ["list.txt"], 2, "Nothing that list.txt names is a feed."),
        (b"\x00\x01", ["list.txt"], 2, "list.txt is no text."),
        (rss(1), ["list.txt"], 2, "list.txt is a feed, not a list of feeds."),
        (b"page", ["."], 3, "There is no feed in ."),
        (b"x", ["list.txt", "-o", "no/such/report.html"], 2, "The report cannot be written to no/such/report.html."),
    ],
)
def test_what_cannot_be_done_is_a_sentence_with_a_way_out(
    tmp_path: Path, content: bytes | None, arguments: list[str], code: int, sentence: str
) -> None:
    if content is not None:
        (tmp_path / "list.txt").write_bytes(content)

    done = thresher("feeds", *arguments, cwd=tmp_path)

    assert (done.returncode, done.stdout) == (code, "")
    assert f"thresher: {sentence}" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("  ")


def test_a_collection_without_feeds(tmp_path: Path) -> None:
    opened = OpenCollection(tmp_path / "c")
    opened.keeper.keep(exchange("http://a.example/feed", b"<html>Not found</html>"), Kind.PAGE)
    opened.close()

    done = thresher("feeds", str(tmp_path / "c"))

    assert done.returncode == 3
    assert "There is no feed in" in done.stderr


def test_the_keys_of_the_json_are_documented() -> None:
    text = COMMANDS.read_text(encoding="utf-8")

    assert [field.name for field in fields(FeedSummary) if f"`{field.name}`" not in text] == []
