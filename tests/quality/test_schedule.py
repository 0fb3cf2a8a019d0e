"""Recorded news pages: how soon new articles are caught. Floors may only be raised (these are ceilings: lowered)."""

import pytest
from tests.support.shared import SHARED

from thresher.evaluate.schedule_classes import tell_changes
from thresher.evaluate.schedule_replay import Knowledge, World, make_world, replay, visit_in_turn
from thresher.evaluate.schedule_scores import relative, score
from thresher.evaluate.schedule_series import load_series
from thresher.plan import make_method

CHANGES = SHARED / "data" / "changes"
ONLY_CHANGES, IRREGULAR = ".changed_at.", "hackernews"
MOST = {0.25: 0.41, 0.10: 0.493, 0.03: 0.541}
"""Of the delay of visiting in turn; asked for are 0.48, 0.55 and 0.59."""
MOST_OWN = {0.25: 0.433, 0.10: 0.513, 0.03: 0.557}
"""The same if only own visits are known; asked for is a tenth more than with the history known."""

pytestmark = pytest.mark.skipif(not CHANGES.is_dir(), reason="no recorded polls beside this clone")


@pytest.fixture(scope="module")
def world() -> World:
    """The pages that were polled every hour for three years."""
    places = [place for place in sorted(CHANGES.glob("*.csv.gz")) if ONLY_CHANGES not in place.name]
    series, notes = load_series([place for place in places if IRREGULAR not in place.name])
    assert notes == []
    return make_world(series)


@pytest.mark.parametrize("share", list(MOST))
def test_new_articles_are_caught_soon_with_the_history_known(world: World, share: float) -> None:
    turns = score("turns", world, visit_in_turn(world, share))

    found = score("default", world, replay(world, make_method(), share, Knowledge.FULL))

    assert found.visited <= share
    assert relative(found, turns) <= MOST[share]


@pytest.mark.parametrize("share", list(MOST_OWN))
def test_they_are_caught_nearly_as_soon_when_only_own_visits_are_known(world: World, share: float) -> None:
    turns = score("turns", world, visit_in_turn(world, share))

    found = score("default", world, replay(world, make_method(), share, Knowledge.OWN))

    assert found.visited <= share
    assert relative(found, turns) <= MOST_OWN[share]


def test_a_learner_tells_changes_better_than_guesses_on_most_series(world: World) -> None:
    found = tell_changes("pages", world, ("boosting",), lambda _: None)

    assert len(found.telling("boosting")) >= 12
    assert found.share_above("boosting") >= 0.8
