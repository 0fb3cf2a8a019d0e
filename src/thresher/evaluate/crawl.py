"""One site, crawled blindly and by Thresher, and compared."""

import json
import tempfile
from pathlib import Path

from thresher.evaluate.crawlers import crawl_with_thresher, crawl_with_wget
from thresher.evaluate.measures import Comparison, compare, contents
from thresher.evaluate.recording import Recording
from thresher.evaluate.replay import answers_of, served


def compare_crawls(recording: Recording) -> Comparison:
    """Both crawlers on `recording`, one after the other."""
    answers = answers_of(recording)
    with served(answers) as blind:
        crawl_with_wget(blind, recording.seed)
    with tempfile.TemporaryDirectory() as folder, served(answers) as ours:
        collection = Path(folder) / "c"
        crawl_with_thresher(ours, recording.seed, collection)
        application = _application(collection)
    return compare(recording, contents(recording), blind.asked, ours.asked, application)


def _application(collection: Path) -> str:
    """The application that Thresher recognised, by its own report."""
    try:
        report = json.loads((collection / "reports/crawl.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return "not recognised"
    return ", ".join(sorted(set(report["applications"].values()))) or "not recognised"
