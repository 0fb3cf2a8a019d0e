"""Crawling a recorded site with the real command, and scoring it with the mirror's own scorer."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.shared import SHARED, SITES, mirror


@dataclass(frozen=True, slots=True)
class Scored:
    """What `score.py` says, and what the crawl itself reported."""

    report: dict[str, Any]
    summary: dict[str, Any]
    collection: Path


def crawl_and_score(name: str, folder: Path, *options: str, start: str = "") -> Scored:
    """Crawl the recorded site `name` from its entry page, or from `start`, into `folder`; objects are scored too."""
    truth = SITES / name / "truth.json"
    recording = SITES / name / "mirror.warc.xz"
    log, objects, collection = folder / "requests.jsonl", folder / "objects.jsonl", folder / "c"
    seed = start or json.loads(truth.read_text())["entry_url"]
    with mirror(name, log=log) as proxy:
        common = ["--delay", "0", "--resources", "none", "--proxy", proxy, "--json", "-q"]
        crawled = _run("-m", "thresher", "crawl", seed, "-o", str(collection), *common, *options)
    arguments = ["--json", "--truth", str(truth), "--log", str(log), "--mirror", str(recording)]
    summary = json.loads(crawled)
    if summary["objects"]:
        objects.write_text(_run("-m", "thresher", "objects", str(collection)))
        arguments += ["--objects", str(objects)]
    report: dict[str, Any] = json.loads(_run(str(SHARED / "mirror/score.py"), *arguments))
    print(f"{name}: {report}")
    return Scored(report, summary, collection)


def _run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
