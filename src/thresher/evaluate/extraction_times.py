"""What extraction costs: cumulated CPU time over the posts of a blog, and learning as pages grow.

BlogForever, figure 2 and section 3.4.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate

from lxml import etree

from thresher.evaluate.extraction import OURS, SiteFigures
from thresher.evaluate.extraction_cases import Corpus
from thresher.evaluate.extraction_chart import Curve
from thresher.evaluate.extraction_ours import learning_seconds
from thresher.page import charset_of, text_of

FACTORS = (1, 2, 4, 8)
REPEATS = 3
"""The least of several measurements is the one that other programs disturbed least."""
MAX_LESSONS = 10
"""What a feed usually has."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Learning from pages of some size."""

    factor: int
    """How often each page shows everything."""
    bytes: int
    """Of all pages; their heads do not grow."""
    seconds: float


def reference_site(sites: Sequence[SiteFigures]) -> SiteFigures | None:
    """The blog to draw: of those that taught rules, the one with the most pages."""
    return max((site for site in sites if site.is_taught), key=lambda site: site.pages, default=None)


def cumulated(site: SiteFigures) -> list[Curve]:
    """CPU seconds each program had spent after each post; what was learned from a feed is paid before the first."""
    curves: list[Curve] = []
    for name, figures in site.tools.items():
        start = site.learning_seconds if name == OURS else 0.0
        spent = accumulate((mark.seconds for mark in figures.marks), initial=start)
        curves.append((name, [(float(number), seconds) for number, seconds in enumerate(spent)]))
    return curves


def growth_of(corpus: Corpus, now: datetime) -> list[Growth]:
    """Learning from the lessons of `corpus`, with what they show once, twice, four and eight times on each page."""
    rows = []
    for factor in FACTORS:
        lessons = [replace(one, html=enlarged(one.html, factor)) for one in corpus.lessons[:MAX_LESSONS]]
        seconds = min(learning_seconds(lessons, now) for _ in range(REPEATS))
        rows.append(Growth(factor, sum(len(one.html) for one in lessons), seconds))
    return rows


def enlarged(html: bytes, factor: int) -> bytes:
    """The same page with everything in its body `factor` times."""
    source = text_of(html, charset_of(html, "")).encode("utf-8", "replace")
    root = etree.fromstring(source, etree.HTMLParser(encoding="utf-8", huge_tree=True))
    body = root.find("body") if root is not None else None
    if body is None:
        return html
    children = list(body)
    for _ in range(factor - 1):
        body.extend(deepcopy(child) for child in children)
    return etree.tostring(root, encoding="utf-8", method="html")
