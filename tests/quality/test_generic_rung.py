"""The generic rung on recorded real sites: nearly all of the text, for few of a blind crawl's requests.

Floors may only be raised. The sites were known while the rung was written; what is judged is other software.
"""

from pathlib import Path

import pytest
from tests.support.scoring import crawl_and_score
from tests.support.shared import SITES, needs_shared

COVERAGE_FLOOR = 0.99
REQUESTS_CEILING = 0.7
"""Of the blind crawl's, where that has more than 1,000."""

NAMES = sorted(path.parent.name for path in SITES.glob("*/truth.json"))


@needs_shared
@pytest.mark.parametrize("name", NAMES)
def test_nearly_all_of_the_text_for_few_requests(tmp_path: Path, name: str) -> None:
    report = crawl_and_score(name, tmp_path, "--strategy", "generic").report

    assert report["bigram_coverage"] >= COVERAGE_FLOOR
    if report["blind_requests"] > 1000:
        assert report["requests"] <= REQUESTS_CEILING * report["blind_requests"]
