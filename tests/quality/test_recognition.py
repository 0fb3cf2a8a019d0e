"""Recognition on saved pages of 21 forum packages. Floors may only be raised."""

import gzip
import json
from collections import Counter
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
from tests.support.shared import SHARED

from thresher.knowledge import KnowledgeBase, load_base
from thresher.model import Capture, CrawlSettings, RecordPlace
from thresher.page import VirtualDocument, read_page
from thresher.recognise import Recogniser, Recognition

PAGES = SHARED / "data/forum-pages"
RECOGNISED, LEVELS = 0.95, 0.90

LEVEL_NAMES = {
    "index": {"boards", "listing"},
    "board": {"board", "listing"},
    "thread": {"thread", "post", "question"},
    "post": {"post"},
}
"""What a kind of page is called in a type."""
FAMILIES = {"vbulletin-old-custom": "vbulletin", "ubb-like-2001": "", "getsatisfaction-like": ""}
"""Packages whose name is not that of a type, without its version; empty if there is no type for them."""

needs_pages = pytest.mark.skipif(not PAGES.is_dir(), reason="no saved pages beside this clone")


@cache
def base() -> KnowledgeBase:
    return load_base()


@cache
def recogniser() -> Recogniser:
    return Recogniser(base())


def family(package: str) -> str:
    return FAMILIES.get(package, package.rstrip("0123456789"))


def recognised(row: dict[str, Any]) -> Recognition | None:
    """What a saved page is taken for, by itself: no memory of the site it is from."""
    path = PAGES / row["file"]
    data = path.read_bytes() if path.exists() else path.with_name(path.name + ".gz").read_bytes()
    payload = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    url = row["url"] or "http://saved.invalid/" + row["source_path"].rpartition("/")[2].removesuffix(".html")
    now = datetime(2026, 11, 15, tzinfo=UTC)
    capture = Capture(url, now, 200, (("content-type", "text/html"),), payload, RecordPlace("", 0, 0), "")
    page = read_page(capture, CrawlSettings(seeds=(url,)))
    return recogniser().recognise(VirtualDocument.of(page, capture), url) if page is not None else None


@needs_pages
def test_applications_and_levels_of_saved_pages_are_recognised() -> None:
    rows = json.loads((PAGES / "index.json").read_text())
    counts: Counter[str] = Counter()
    wrong = []
    for row in rows:
        found = recognised(row)
        name = found.application.name if found is not None else ""
        is_right = bool(name) and name.rstrip("0123456789").partition("-")[0] == family(row["package"])
        if name and not is_right and name not in base().categories:
            wrong.append((row["file"], name))
        if not family(row["package"]):
            continue
        counts["pages"] += 1
        counts["recognised"] += is_right
        if row["kind"] in LEVEL_NAMES:
            level = found.level.name if found is not None and found.level is not None else ""
            counts["levels"] += 1
            counts["levels right"] += is_right and level in LEVEL_NAMES[row["kind"]]

    print(dict(counts))
    assert wrong == []
    assert counts["recognised"] >= RECOGNISED * counts["pages"]
    assert counts["levels right"] >= LEVELS * counts["levels"]
