"""The learned rung on forums in the manner of packages that exist; `benchmarks/lookalikes.py` begins at more pages."""

import random
from pathlib import Path

import pytest
from tests.support.invented_forums.scores import crawl
from tests.support.lookalikes import NAMES, NOT_YET, SELDOM, lookalike

LOOKALIKES = [
    pytest.param(name, marks=pytest.mark.xfail(reason=NOT_YET[name], strict=True) if name in NOT_YET else ())
    for name in NAMES
    if name not in SELDOM
]


@pytest.mark.parametrize("name", LOOKALIKES)
def test_a_forum_like_those_of_a_package_is_learned(tmp_path: Path, name: str) -> None:
    forum = lookalike(name)
    is_begun_inside = NAMES.index(name) % 2
    start = random.Random(name).choice(sorted(forum.wanted)) if is_begun_inside else ""

    score = crawl(forum, tmp_path, "--strategy", "learned", start=start)

    print(score.row(), start)
    assert score.coverage >= 0.99
    assert score.useful >= 0.94  # of a hundred pages: six that are of no use
    assert score.found >= 0.95
    assert score.text >= 0.90
    assert score.extra <= 5
