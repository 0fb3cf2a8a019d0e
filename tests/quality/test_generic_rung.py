"""The generic rung on recorded real sites: nearly all of the text, for few of a blind crawl's requests.

Floors may only be raised. The sites were known while the rung was written; what is judged is other software.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.shared import SHARED, SITES, mirror, needs_shared

COVERAGE_FLOOR = 0.99
REQUESTS_CEILING = 0.7
"""Of the blind crawl's, where that has more than 1,000."""

NAMES = sorted(path.parent.name for path in SITES.glob("*/truth.json"))


@needs_shared
@pytest.mark.parametrize("name", NAMES)
def test_nearly_all_of_the_text_for_few_requests(tmp_path: Path, name: str) -> None:
    truth = SITES / name / "truth.json"
    log = tmp_path / "requests.jsonl"
    seed = json.loads(truth.read_text())["entry_url"]
    with mirror(name, log=log) as proxy:
        options = ["--strategy", "generic", "--delay", "0", "--resources", "none", "--proxy", proxy, "--json", "-q"]
        crawl = subprocess.run(
            [sys.executable, "-m", "thresher", "crawl", seed, "-o", str(tmp_path / "c"), *options],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert crawl.returncode == 0, crawl.stderr

    report = score(truth, log, SITES / name / "mirror.warc.xz")

    assert report["bigram_coverage"] >= COVERAGE_FLOOR
    if report["blind_requests"] > 1000:
        assert report["requests"] <= REQUESTS_CEILING * report["blind_requests"]


def score(truth: Path, log: Path, recording: Path) -> dict[str, float]:
    command = [sys.executable, str(SHARED / "mirror/score.py"), "--json"]
    arguments = ["--truth", str(truth), "--log", str(log), "--mirror", str(recording)]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=300, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    print(f"{recording.parent.name}: {found['requests']} of {found['blind_requests']}, {found['bigram_coverage']}")
    return found
