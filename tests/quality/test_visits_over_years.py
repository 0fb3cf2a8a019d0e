"""Years of one board page replayed as visits, and recorded sites with two faces. Floors may only be raised."""

import json
from pathlib import Path

from tests.support.shared import SHARED, SITES, needs_shared

from thresher.cli.evaluate_visits import visit
from thresher.evaluate.agents import CUT, FULL, NEW, NEXT, STATIC, load_pairs, measure_pair
from thresher.evaluate.versions import Shows, as_one_page, load_versions, replay, spread
from thresher.knowledge import load_base

ADDRESS = "http://board.example/forum/viewforum.php?f=1"
"""Links in the versions are relative: they can be of any host."""
VERSIONS = 40
"""Of 630, spread over all years; all of them take some minutes."""


@needs_shared
def test_topics_and_posts_are_found_on_versions_of_all_years(tmp_path: Path) -> None:
    (saved,) = (SHARED / "data/versions").glob("*_forum_*.tar.xz")
    versions = spread(load_versions(saved, ADDRESS), VERSIONS)

    found = replay(as_one_page(versions, ADDRESS), ADDRESS, tmp_path / "c", visit)

    shown = [one for one in found if one.topics]
    assert {one.time[:4] for one in shown} >= {str(year) for year in (*range(2007, 2012), 2016, 2017, 2019, 2020)}
    assert {one.shows for one in shown} == {Shows.LIST, Shows.TOPIC}
    assert sum(one.is_found for one in shown) >= 0.98 * len(shown)
    assert sum(one.posts_found for one in shown) >= 0.98 * sum(one.posts for one in shown)


@needs_shared
def test_a_phone_gets_another_template_and_the_same_is_extracted(tmp_path: Path) -> None:
    rows = json.loads((SITES / "pairs.json").read_text())
    row = next(one for one in rows if one["before"] == "hexo-landscape")
    (tmp_path / "pairs.json").write_text(json.dumps([row]))
    for name in (row["before"], row["after"]):
        (tmp_path / name).symlink_to(SITES / name)
    (pair,) = load_pairs(tmp_path / "pairs.json")

    found = measure_pair(pair, load_base(), tmp_path / "visits", visit)

    assert found.visits[FULL].is_right
    assert found.visits[CUT].is_right
    assert not found.visits[STATIC].is_right, "the type was to be cut down so that the other template is not read"
    assert found.visits[NEW].is_right
    assert found.visits[NEXT].is_right, "the next site of the template is to need nothing new"
