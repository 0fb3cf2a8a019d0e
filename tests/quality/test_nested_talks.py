"""The learned rung on invented sites whose answers stand inside each other, drawn by seeds; crawled by the command.

Floors may only be raised. Before posts were looked for at all depths, 3 of the first 40 seeds were read well enough;
then 35, and as many of the next 40 when these were first looked at. Left are sites with pages for what is deep
("continue this thread").
"""

from pathlib import Path

import pytest
from tests.support.nested_talks import Score, crawl_and_score, look_of, site_of

SEEDS = (3, 4, 12, 28, 32, 33)
"""Answers with comments, tables in cells, boxes in boxes, classes by depth, lists beside posts, cells as deep."""
FOUND, RIGHT, WANTED, USEFUL = 0.99, 0.99, 0.99, 0.95


def check(score: Score) -> None:
    print(score)
    assert score.coverage >= WANTED
    assert score.useful >= USEFUL
    assert score.found >= FOUND
    assert min(score.text, score.author, score.date, score.reply) >= RIGHT
    assert score.extra == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_conversation_is_learned_whatever_it_is_nested_in(tmp_path: Path, seed: int) -> None:
    check(crawl_and_score(site_of(look_of(seed)), tmp_path, "--strategy", "learned"))


def test_a_conversation_is_learned_from_one_of_its_pages(tmp_path: Path) -> None:
    site = site_of(look_of(12))

    check(crawl_and_score(site, tmp_path, "--strategy", "learned", start=sorted(site.threads)[12]))
