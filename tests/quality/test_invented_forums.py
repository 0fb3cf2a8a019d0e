"""The learned rung on forums of software that does not exist: whatever traits a package has, it is read.

Seeds below 100 were looked at while the learner was mended; `benchmarks/invented_forums.py` draws others. Each of these
stands for a class of sites that was lost before.
"""

import random
from pathlib import Path

import pytest
from tests.support.invented_forums import invent
from tests.support.invented_forums.scores import crawl

SEEDS = {
    0: "boards whose names are single words, descriptions on the front page",
    3: "a page above the forum, names that a program drew, the newest post first",
    16: "classes that a program drew",
    20: "last posts that are linked from every list, begun at a thread",
    40: "offsets behind the number of a thread, next pages only",
    75: "begun at the last page of a thread, which is short",
}


@pytest.mark.parametrize(("seed", "is_begun_inside"), [(seed, seed in (0, 20, 75)) for seed in SEEDS])
def test_a_forum_that_nobody_has_written_is_learned(tmp_path: Path, seed: int, is_begun_inside: bool) -> None:
    forum = invent(seed)
    last = max(forum.wanted, key=lambda url: (url.startswith(forum.thread_urls[45]), url)) if seed == 75 else ""
    start = last or (random.Random(seed).choice(sorted(forum.wanted)) if is_begun_inside else "")

    score = crawl(forum, tmp_path, "--strategy", "learned", start=start)

    print(SEEDS[seed], score.row())
    assert score.coverage >= 0.99
    assert score.useful >= 0.95
    assert score.found >= 0.95
    assert score.text >= 0.95
    assert score.author >= 0.90  # guests have no link, and need not have been seen
    assert score.date >= 0.95
    assert score.title >= 0.95
    assert score.extra <= 5


def test_a_forum_whose_dates_are_of_another_calendar_is_learned(tmp_path: Path) -> None:
    score = crawl(invent(16, language="th", date_form="long"), tmp_path, "--strategy", "learned")

    print(score.row())
    assert score.coverage >= 0.99
    assert score.useful >= 0.95
    assert min(score.found, score.text, score.date) >= 0.95
