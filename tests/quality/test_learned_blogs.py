"""The learned rung on recorded blogs, without their feeds; beside that on forums, so that both run at the same time."""

from pathlib import Path

import pytest
from tests.support.scoring import crawl_and_score
from tests.support.shared import needs_shared, recorded

WANTED, USEFUL = 0.99, 0.90


@needs_shared
@pytest.mark.parametrize("name", recorded("posts"))
def test_a_blog_is_learned(tmp_path: Path, name: str) -> None:
    report = crawl_and_score(name, tmp_path, "--strategy", "learned").report

    assert report["wanted_coverage"] >= WANTED
    assert report["useful_share"] >= USEFUL
