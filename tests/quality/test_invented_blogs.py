"""Blogs that no software has made, crawled as unknown ones: what was reached stays.

Each seed stands for a class that was lost, in part or as a whole, when it was first crawled; floors may only be raised.
All of them: `benchmarks/invented_blogs.py`.
"""

from pathlib import Path

import pytest
from tests.support.invented_blogs import crawl_invented, invent

FIELD = 0.97
"""Share of posts with the right title, text, author and date, and of comments with the right text, author and date."""


@pytest.mark.parametrize(
    ("seed", "way", "most", "useful"),
    [
        # Each link leads to the same with a slash; the sitemap has the slash, the blog is in a folder.
        (3, "auto", 1.25, 0.88),
        (3, "learned", 1.25, 0.88),
        # Posts are called by their day alone; they have marks of schema.org, the front page has none.
        (7, "auto", 1.20, 0.94),
        # Another name of the host, slashes that are taken away, a sitemap.
        (15, "auto", 1.15, 0.98),
        # Comments in a list of definitions, with buttons in their texts, below related posts.
        (18, "auto", 1.10, 0.96),
        # A feed of summaries, marks of schema.org, related posts with dates and beginnings.
        (26, "auto", 1.15, 0.95),
        # Marks of schema.org on the front page; posts in folders by category, each with a slash that links lack.
        (303, "auto", 1.20, 0.95),
        # A word of welcome before the blog, a feed of summaries, nested comments below short posts.
        (332, "auto", 1.25, 0.94),
        # No feed; lists show posts whole, and the sitemap names them.
        (49, "auto", 1.25, 0.88),
        # Dates that are marked for machines and written for people.
        (2, "learned", 1.15, 0.90),
        # Posts in folders by subject, and slashes that links lack; comments behind the word 'says'.
        (909, "learned", 1.25, 0.90),
        # A front page that does not go on, and categories beside it.
        (936, "learned", 1.10, 0.87),
        # All posts on one page above those of months.
        (905, "learned", 1.15, 0.94),
    ],
)
def test_an_invented_blog_is_kept_and_read(tmp_path: Path, seed: int, way: str, most: float, useful: float) -> None:
    found = crawl_invented(invent(seed), tmp_path / "c", "--strategy", way)
    print(f"{seed} {way}: {found.requests}/{found.least}, useful {found.useful:.2f}, {found.faults[:5]}")

    assert found.kept == found.posts
    assert found.extra == 0
    assert min(found.title, found.text, found.author, found.date) >= FIELD
    assert not found.comments or found.comments_right >= FIELD
    assert found.ratio <= most
    assert found.useful >= useful
