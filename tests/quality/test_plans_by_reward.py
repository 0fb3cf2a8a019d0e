"""Recorded news pages: what plans of the light learner are worth. Floors may only be raised."""

import pytest
from tests.support.shared import SHARED

from thresher.evaluate.plans import Label, PlanQuestion, cut_parts, make_tracks, measure_cell
from thresher.evaluate.schedule_series import load_series
from thresher.plan.rl import Rules, Shape

CHANGES = SHARED / "data" / "changes"
LEAST = {Shape.CONTINUOUS: 0.85, Shape.SPARSE: 0.90}
"""Of the oracle's reward; asked for is 0.6."""

pytestmark = pytest.mark.skipif(not CHANGES.is_dir(), reason="no recorded polls beside this clone")


def test_plans_of_the_light_learner_are_near_the_oracle_and_above_plans_that_need_no_learning() -> None:
    places = [place for place in sorted(CHANGES.glob("*.csv.gz"))[1::3] if ".changed_at." not in place.name]
    tracks, _ = make_tracks(load_series(places)[0], Label.NOVEL)
    parts = cut_parts(tracks)
    for shape, least in LEAST.items():
        question = PlanQuestion(("light",), (Rules(shape),))

        cell = measure_cell(parts, Rules(shape), question, lambda text: None)

        (light,) = cell.learned
        assert cell.share(light) >= least
        assert cell.best is light
        assert cell.series_above(light, 0.6) >= (0.9 if shape is Shape.CONTINUOUS else 0.7)
