"""Versions of real pages over years: whether a change of content is seen, and nothing else is taken for one.

What really changed is told by a reader of each page's own: the links of a page of links, the topics of a board with
their last posts, the articles of a front page. The threshold of a change was chosen on the first, the others were only
scored. Floors may only be raised.
"""

import json
import re
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from gzip import decompress
from itertools import combinations, pairwise

import pytest
from tests.support.shared import SHARED

from thresher.change import ChangeSettings, PageVersion, Verdict, compare
from thresher.model import Capture, CrawlSettings, RecordPlace
from thresher.page import read_page, read_tree

VERSIONS = SHARED / "data" / "versions"
FORUM_PAGES = SHARED / "data" / "forum-pages"
needs_versions = pytest.mark.skipif(not VERSIONS.is_dir(), reason="no versions of real pages beside this clone")
needs_forums = pytest.mark.skipif(not FORUM_PAGES.is_dir(), reason="no saved pages of forums beside this clone")

Content = frozenset[object]


def links_out(page: PageVersion) -> Content:
    found = (element.get("href") or "" for element in page.page.tree.iter("a"))
    return frozenset(link for link in found if link.startswith("http") and "christiandailyreporter" not in link)


def articles(page: PageVersion) -> Content:
    found = (element.get("href") or "" for element in page.page.tree.iter("a"))
    return frozenset(re.sub("^https?://[^/]*", "", link) for link in found if re.search(r"-\d{6,}\.html", link))


def topics(page: PageVersion) -> Content:
    found = set()
    for row in page.page.tree.iter("tr"):
        links = [element.get("href") or "" for element in row.iter("a")]
        numbers = [match[1] for link in links if (match := re.search(r"viewtopic\.php\?(?:f=\d+&)?t=(\d+)", link))]
        last = [match[1] for link in links if (match := re.search(r"[?&]p=(\d+)", link))]
        if numbers and next(row.iterdescendants("tr"), None) is None:
            found.add((numbers[0], *last[-1:]))
    return frozenset(found)


@dataclass
class Score:
    """Pairs of captures in a row."""

    changed: int = 0
    seen: int = 0
    unchanged: int = 0
    false: int = 0
    templates: int = 0


def versions_of(name: str, step: int) -> Iterator[PageVersion]:
    with tarfile.open(VERSIONS / f"{name}.tar.xz") as archive:
        members = sorted((one for one in archive.getmembers() if one.isfile()), key=lambda one: one.name)
        for member in members[::step]:
            file = archive.extractfile(member)
            assert file is not None
            time = datetime.strptime(member.name.rpartition("/")[2][:17], "%Y-%m-%dT%H%M%S").replace(tzinfo=UTC)
            head = (("content-type", "text/html"),)
            capture = Capture("http://a.example/", time, 200, head, file.read(), RecordPlace("", 0, 0), "")
            page = read_page(capture, CrawlSettings(seeds=()))
            assert page is not None
            yield PageVersion.of(page, time)


def scored(name: str, content: Callable[[PageVersion], Content], step: int) -> Score:
    score = Score()
    for before, now in pairwise(versions_of(name, step)):
        found = compare(before, now, is_brief=True).verdict
        is_seen = found in (Verdict.CONTENT, Verdict.BOTH)
        if content(before) != content(now):
            score.changed += 1
            score.seen += is_seen
        else:
            score.unchanged += 1
            score.false += is_seen
        score.templates += found in (Verdict.TEMPLATE, Verdict.BOTH)
    print(name, score)
    return score


@needs_versions
def test_changes_of_a_page_of_links() -> None:
    """Of the 18 that are false by its links, nearly all are headlines in other words: edits, though no link changed."""
    score = scored("christiandailyreporter.com", links_out, 1)

    assert score.changed > 500
    assert score.seen / score.changed >= 0.98
    assert score.false <= 18
    assert score.templates == 0


@needs_versions
def test_changes_of_a_board_over_thirteen_years() -> None:
    score = scored("theavalanches.com_forum_f1", topics, 2)

    assert score.changed > 200
    assert score.unchanged > 50
    assert score.seen == score.changed
    assert score.false == 0
    assert score.templates == 1


@needs_versions
def test_changes_of_a_front_page() -> None:
    score = scored("2022_fr.de_index", articles, 3)

    assert score.changed > 20
    assert score.seen == score.changed
    assert score.false <= 2
    assert score.templates == 0


@needs_forums
def test_templates_of_other_software_are_told_apart() -> None:
    """Saved pages of 21 packages: of two packages, nearly no pair passes for one template; of one site, few do not."""
    pages = []
    for row in json.loads((FORUM_PAGES / "index.json").read_text()):
        tree = read_tree(decompress((FORUM_PAGES / f"{row['file']}.gz").read_bytes()), "http://a.example/").tree
        elements = (one for one in tree.iter() if isinstance(one.tag, str))
        classes = frozenset(name for one in elements for name in (one.get("class") or "").split())
        if len(classes) >= 5:
            pages.append((row["package"], row["site"], classes))
    below = ChangeSettings().template_overlap
    pairs = [
        (one, other, len(one[2] & other[2]) / min(len(one[2]), len(other[2]))) for one, other in combinations(pages, 2)
    ]
    other = [overlap < below for one, two, overlap in pairs if one[0] != two[0]]
    same = [overlap < below for one, two, overlap in pairs if one[:2] == two[:2]]

    assert len(other) > 15_000
    assert sum(other) / len(other) >= 0.99
    assert sum(same) / len(same) <= 0.06
