"""A crawl loads what it has a use for: all else would be paid by every start."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import sys
from pathlib import Path
from thresher.crawl import Session
from thresher.model import CrawlSettings, Strategy

session = Session(Path(sys.argv[1]), CrawlSettings(seeds=("http://a.example/",), strategy=Strategy(sys.argv[2])))
session.abandon()
print(*sys.modules)
"""
LEARNING = {"thresher.learn", "thresher.extract", "thresher.crawl.mender", "thresher.crawl.learned_rung", "feedparser"}


@pytest.mark.parametrize(
    ("strategy", "loaded"),
    [("generic", set()), ("auto", LEARNING - {"feedparser"})],
)
def test_what_learns_is_loaded_only_where_it_is_used(tmp_path: Path, strategy: str, loaded: set[str]) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "collection"), strategy]

    modules = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    assert LEARNING.intersection(modules) == loaded
