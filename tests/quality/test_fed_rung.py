"""The fed rung on recorded real blogs: no application type is used, and the feed says what posts look like.

Floors may only be raised. These sites were at hand while the rules were written; what is judged is other software.
"""

from pathlib import Path

import pytest
from tests.support.scoring import crawl_and_score
from tests.support.shared import needs_shared, recorded

REQUESTS = 1.25
"""Times the least that reach every post."""
ARTICLE = {"found": 1.0, "text_right": 0.97, "title_right": 0.99, "author_right": 0.97, "date_right": 0.97}
COMMENT = {"found": 0.95, "text_right": 0.95}


@needs_shared
@pytest.mark.parametrize("name", recorded("posts"))
def test_a_blog_is_crawled_and_read_by_its_feed(tmp_path: Path, name: str) -> None:
    report = crawl_and_score(name, tmp_path, "--strategy", "fed").report

    assert report["wanted_coverage"] == 1.0
    assert report["requests"] <= REQUESTS * report["least_possible"]
    floors = {"article": ARTICLE, "comment": COMMENT}
    missed = {
        f"{kind} {field}": scores[field]
        for kind, scores in report["objects"].items()
        for field, floor in floors[kind].items()
        if scores[field] < floor
    }
    assert not missed
    assert sum(scores["extra"] for scores in report["objects"].values()) == 0
