"""Pages with a known article, from three kinds of folders: recorded blogs, saved blogs with a feed, single articles."""

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from thresher.evaluate.extraction_gold import whole_text
from thresher.evaluate.extraction_ours import read_items
from thresher.evaluate.recording import RECORDINGS, Recording, key_of, load_recording
from thresher.learn.articles.examples import title_of
from thresher.model import FeedItem
from thresher.model.errors import UsageError
from thresher.page import charset_of, decode_content, text_of

RECORDED, SAVED, SINGLE = "recorded blogs", "saved blogs", "articles without a feed"
MAX_BYTES = 32 * 1024 * 1024
HINT = (
    "Name a folder with mirror.warc.xz and a truth.json that has posts, one with an index.json of blogs and their "
    "feeds, or one with ground-truth.json and html/."
)


@dataclass(frozen=True, slots=True)
class Case:
    """A page whose article is known; an empty title or date is not known."""

    url: str
    html: bytes
    text: str
    title: str = ""
    published: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A page to learn from, with what the feed says of it. It is never a case."""

    item: FeedItem
    url: str
    html: bytes


@dataclass(frozen=True, slots=True)
class Corpus:
    """The pages of one site, or of one collection of single articles."""

    name: str
    group: str
    cases: tuple[Case, ...]
    lessons: tuple[Lesson, ...] = ()
    feed: bytes = b""
    """The feed that the lessons are from; reading it is part of learning."""


def load_corpora(place: Path, most_pages: int) -> list[Corpus]:
    """What can be measured in a folder; of each site the first `most_pages` cases (0: all)."""
    try:
        corpora = [corpus for corpus in _loaded(place) if corpus.cases]
    except (KeyError, TypeError, AttributeError) as error:  # JSON that is well written, but about something else
        raise UsageError(f"What is in {place} is not what is expected: {error!r}.", HINT) from error
    if not corpora:
        raise UsageError(f"No page in {place} has an article that is known.", HINT)
    if not most_pages:
        return corpora
    return [Corpus(one.name, one.group, one.cases[:most_pages], one.lessons, one.feed) for one in corpora]


def _loaded(place: Path) -> Iterator[Corpus]:
    if any((place / name).is_file() for name in RECORDINGS):
        yield _recorded(place)
    elif (place / "ground-truth.json").is_file():
        yield _single(place)
    elif (place / "index.json").is_file():
        index = _json(place / "index.json")
        yield from _saved_by_list(place, index) if isinstance(index, list) else _saved_by_host(place, index)
    else:
        raise UsageError(f"There is nothing to measure in {place}.", HINT)


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as JSON: {error}.", HINT) from error


def _recorded(place: Path) -> Corpus:
    """A recorded blog: true texts from its truth.json, lessons from its feed."""
    if not (place / "truth.json").is_file():
        raise UsageError(f"{place} has no truth.json.", HINT)
    truth = _json(place / "truth.json")
    posts = truth.get("posts") if isinstance(truth, dict) else None
    if not posts:
        raise UsageError(f"{place / 'truth.json'} names no posts.", "Only recorded blogs have articles to extract.")
    recording = load_recording(place)
    pages = {url: html for url in (str(post["url"]) for post in posts) if (html := _answer(recording, url))}
    feed, items = _feed_of(recording, truth.get("feed_urls", []), pages)
    # All items teach where that leaves at least as many posts to score, else every other one.
    taught = items if 2 * len(items) <= len(pages) else items[::2]
    lessons = tuple(Lesson(item, url, pages[url]) for item, url in taught)
    learned = {lesson.url for lesson in lessons}
    cases = tuple(
        Case(url, pages[url], post.get("text", ""), post.get("title", ""), post.get("date_iso", ""))
        for post in posts
        if (url := str(post["url"])) in pages and url not in learned and post.get("text")
    )
    return Corpus(recording.name, RECORDED, cases, lessons, feed)


def _feed_of(
    recording: Recording, urls: Iterable[str], pages: dict[str, bytes]
) -> tuple[bytes, list[tuple[FeedItem, str]]]:
    """The first feed whose items are posts, and those items with the address of their post."""
    by_key = {_plain(url): url for url in pages}
    for url in urls:
        data = _answer(recording, url)
        items = read_items(data, url) if data else ()
        found = [
            (item, by_key[_plain(item.link)]) for item in items if "#" not in item.link and _plain(item.link) in by_key
        ]
        if found:
            return data, found
    return b"", []


def _plain(url: str) -> str:
    return key_of(url).rstrip("/")


def _answer(recording: Recording, url: str) -> bytes:
    key = key_of(url)
    key = key if key in recording.answers else key.rstrip("/") if key.endswith("/") else f"{key}/"
    if key not in recording.answers or recording.status(key) != 200:
        return b""
    capture = recording.capture(key)
    return decode_content(capture.payload, capture.header("content-encoding"), MAX_BYTES).data


def _saved_by_list(place: Path, index: list[Any]) -> Iterator[Corpus]:
    for blog in index:
        home = place / str(blog["host"])
        files = {str(item["link"]): home / str(item["file"]) for item in blog["items"] if item.get("file")}
        yield _saved(str(blog["host"]), home / str(blog["feed"]), files)


def _saved_by_host(place: Path, index: dict[str, Any]) -> Iterator[Corpus]:
    for host, blog in index.items():
        for feed in blog.get("feeds", []):
            files = {str(item["link"]): place / str(item["page"]) for item in feed["items"] if item.get("page")}
            if feed.get("kind") == "posts":
                yield _saved(host, place / str(feed["feed"]), files)


def _saved(name: str, feed: Path, files: dict[str, Path]) -> Corpus:
    """A saved blog: every other item of its feed teaches, the others are cases where the feed has the whole text."""
    data = _bytes(feed)
    by_key = {_plain(link): (link, path) for link, path in files.items()}
    pairs = [(item, *by_key[_plain(item.link)]) for item in read_items(data, "") if _plain(item.link) in by_key]
    there = [(item, link, html) for item, link, path in pairs if (html := _bytes(path))]
    lessons = tuple(Lesson(item, link, html) for item, link, html in there[::2])
    cases = (_case(item, link, html) for item, link, html in there[1::2])
    return Corpus(name, SAVED, tuple(case for case in cases if case is not None), lessons, data)


def _case(item: FeedItem, url: str, html: bytes) -> Case | None:
    source = text_of(html, charset_of(html, "")).encode("utf-8", "replace")
    root = etree.fromstring(source, etree.HTMLParser(encoding="utf-8", huge_tree=True))
    text = whole_text(item.html, root) if root is not None else ""
    return Case(url, html, text, title_of(item), item.published or item.modified) if text else None


def _single(place: Path) -> Corpus:
    cases = []
    for name, gold in _json(place / "ground-truth.json").items():
        if html := _bytes(place / "html" / f"{name}.html.gz"):
            cases.append(Case(str(gold["url"]), html, str(gold["articleBody"])))
    return Corpus(place.name, SINGLE, tuple(cases))


def _bytes(path: Path) -> bytes:
    """A file's content, unpacked; empty if there is no such file."""
    if not path.is_file():
        return b""
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data
