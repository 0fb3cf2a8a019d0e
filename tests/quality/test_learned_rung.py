"""The learned rung on recorded real sites: no application type is used, and the site itself says what to follow.

Floors may only be raised. These sites were at hand while the learner was written; what is judged is other software.
"""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from tests.support.scoring import Scored, crawl_and_score
from tests.support.shared import SITES, needs_shared, recorded

WANTED, USEFUL = 0.99, 0.97
FOUND, TEXT, EXTRA = 0.95, 0.90, 0.01
SAMPLES = 60
STARTS = 1
"""Inner pages that a forum is begun from; `thresher evaluate focus` takes ten."""

FORUMS = recorded("threads")


def truth_of(name: str) -> dict[str, Any]:
    truth: dict[str, Any] = json.loads((SITES / name / "truth.json").read_text(encoding="utf-8"))
    return truth


def inner_pages(name: str) -> list[str]:
    truth = truth_of(name)
    pages = sorted({*truth["thread_page_urls"], *truth["index_page_urls"]} - {truth["entry_url"], truth["forum_url"]})
    return random.Random(name).sample(pages, STARTS)


def learned_of(scored: Scored) -> tuple[int, str]:
    """How many pages were looked at, and the entry page that was found."""
    (file,) = (scored.collection / "knowledge").glob("*.yaml")
    head = re.match(r"# Learned from (\d+) pages of \S+; entry page (\S+)", file.read_text(encoding="utf-8"))
    assert head is not None
    return int(head[1]), head[2]


def plain(url: str) -> str:
    """An address without what only says that it is the front page."""
    return re.sub(r"index\.\w+$", "", url).rstrip("/")


def check_forum(name: str, scored: Scored) -> None:
    report, truth = scored.report, truth_of(name)
    samples, entry = learned_of(scored)
    assert plain(entry) in {plain(truth["forum_url"]), plain(truth["entry_url"])}
    assert samples <= SAMPLES
    assert report["wanted_coverage"] >= WANTED
    assert report["useful_share"] >= USEFUL
    assert report["objects"]["post"]["found"] >= FOUND
    assert report["objects"]["post"]["text_right"] >= TEXT
    assert report["objects"]["post"]["extra"] <= EXTRA * report["objects"]["post"]["true"]


@needs_shared
@pytest.mark.parametrize("name", FORUMS)
def test_a_forum_is_learned_from_its_entry_page(tmp_path: Path, name: str) -> None:
    check_forum(name, crawl_and_score(name, tmp_path, "--strategy", "learned"))


@needs_shared
@pytest.mark.parametrize(("name", "start"), [(name, start) for name in FORUMS for start in inner_pages(name)])
def test_a_forum_is_learned_from_any_page_of_it(tmp_path: Path, name: str, start: str) -> None:
    check_forum(name, crawl_and_score(name, tmp_path, "--strategy", "learned", start=start))
