"""The known rung on recorded real sites: what people wrote, whole and right, for hardly more requests than needed.

Floors may only be raised. The sites were known while the types were written; what is judged is other installations.
"""

from pathlib import Path

import pytest
from tests.support.scoring import crawl_and_score
from tests.support.shared import SITES, needs_shared

BIGRAMS, LINKS, REQUESTS = 0.995, 0.98, 1.10
FOUND, TEXT, AUTHOR, DATE, EXTRA = 0.99, 0.98, 0.98, 0.98, 0.01

NAMES = sorted(path.parent.name for path in SITES.glob("*/truth.json"))


@needs_shared
@pytest.mark.parametrize("name", NAMES)
def test_a_known_application_is_kept_whole_with_hardly_a_request_too_many(tmp_path: Path, name: str) -> None:
    scored = crawl_and_score(name, tmp_path, "--strategy", "auto")

    report = scored.report
    assert scored.summary["applications"]
    assert report["bigram_coverage"] >= BIGRAMS
    assert report["link_coverage"] >= LINKS
    assert report["requests"] <= REQUESTS * report["least_possible"]
    for kind, right in report["objects"].items():
        assert right["found"] >= FOUND, kind
        assert right["text_right"] >= TEXT, kind
        assert right["author_right"] >= AUTHOR, kind
        assert right["date_right"] >= DATE, kind
        assert right["extra"] <= EXTRA * right["true"], kind
