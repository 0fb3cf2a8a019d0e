"""Invented sites on which answers stand inside each other: a seed → whole pages, the truth about them, and a score.

Input: a number, from which all of a site is drawn (`Look` says what can be). Output: pages by their path (`site_of`),
served from memory on loopback, and how well a crawl by the real command read them (`crawl_and_score`). Seam: `Talk`s.
"""

from tests.support.nested_talks.looks import Look, look_of
from tests.support.nested_talks.scoring import Score, crawl_and_score, score_objects
from tests.support.nested_talks.sites import Site, site_of
from tests.support.nested_talks.talks import Post, Talk, talks_of

__all__ = [
    "Look",
    "Post",
    "Score",
    "Site",
    "Talk",
    "crawl_and_score",
    "look_of",
    "score_objects",
    "site_of",
    "talks_of",
]
