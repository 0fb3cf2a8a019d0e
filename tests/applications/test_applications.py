"""Saved pages of every application type with the expected result: adding files adds tests."""

from pathlib import Path

import pytest

from thresher.crawl.trial import Case, read_cases, try_case
from thresher.knowledge import load_base

FOLDER = Path(__file__).parent
CASES = read_cases(FOLDER)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_saved_page_is_understood_as_expected(case: Case) -> None:
    assert try_case(case) == []


def test_every_type_has_saved_pages() -> None:
    base = load_base()
    tried = {case.expected.get("application") for case in CASES}
    described = {name for name in base.names if name not in base.categories and base.file(name).patterns("detect")}

    assert described - tried == set()
