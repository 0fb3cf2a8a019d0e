"""The learned rung on a question-and-answer site of real software: Askbot, installed and started on loopback.

    python benchmarks/question_site.py [--inner 2] [--seed 77] [--strategy learned] [--keep FOLDER]

Askbot is GPL and lives in an environment of its own (`.venv-askbot`, made once). Some sixty questions with answers and
comments are written into it; then it is crawled with the real command from its list and from some questions. A row a
crawl: requests, the shares of the pages of questions and of useful requests (pages of questions, lists of all), and of
questions, answers and comments how many there are and the shares that were found, with the right text, author and date.
"""

import argparse
import json
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.invented_forums.content import write
from tests.support.invented_forums.scores import RIGHT, likeness
from tests.support.invented_forums.traits import draw

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv-askbot"
KINDS = ("question", "answer", "comment")
REMARKS = 0.25
"""Share of the answers that are comments instead."""
STARTING, LASTING = 60, 3600
"""Seconds: the server has to answer by then, and ends by itself after that."""
SETUP = (
    "--proj-name=asksite", "--noinput", "--force", "--db-engine=sqlite", "--admin-name=admin",
    "--admin-email=admin@people.example", "--domain-name=questions.example.org", "--language-code=en",
    "--timezone=UTC", "--email-backend=django.core.mail.backends.dummy.EmailBackend",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inner", type=int, default=2, help="questions that it is begun at as well")
    parser.add_argument("--seed", type=int, default=77, help="what is asked and answered")
    parser.add_argument("--strategy", default="learned")
    parser.add_argument("--keep", type=Path, help="keep the collections here, to look at")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        site = Path(passing) / "questions"
        truth = _installed(site, options.seed)
        with _served(site) as origin:
            inner = random.Random(options.seed).sample([talk["path"] for talk in truth], options.inner)
            for number, start in enumerate(["/questions/", *inner]):
                folder = (options.keep or Path(passing)) / f"crawl-{number}"
                print(_row(_crawled(origin, start, folder, options.strategy), truth, origin, folder), start, flush=True)


def _installed(site: Path, seed: int) -> list[dict[str, Any]]:
    """Askbot in the folder `site`, with content; what that is."""
    _quietly([ROOT / "scripts/make-environment", VENV, "askbot"], site.parent)
    setup = [VENV / "bin/askbot-setup", f"--root-directory={site}", f"--db-name={site}.sqlite", *SETUP]
    _quietly(setup, site.parent)
    settings = site / "asksite/settings.py"
    settings.write_text(settings.read_text(encoding="utf-8") + '\nALLOWED_HOSTS = ["*"]\n', encoding="utf-8")
    _quietly([VENV / "bin/python", "manage.py", "migrate", "--noinput"], site)
    content, truth = site.with_suffix(".content"), site.with_suffix(".truth")
    content.write_text(json.dumps(_talks(seed)), encoding="utf-8")
    _quietly([VENV / "bin/python", Path(__file__).with_name("question_site_fill.py"), content, truth], site)
    told: list[dict[str, Any]] = json.loads(truth.read_text(encoding="utf-8"))
    return told


def _talks(seed: int) -> list[dict[str, Any]]:
    chance = random.Random(seed)
    threads = write(draw(seed, guests=False, quotes="none")).threads
    return [
        {
            "title": thread.title,
            "tags": " ".join(thread.tags or ["other"]),
            "posts": [
                {
                    "author": post.author.name,
                    "time": post.time.replace(tzinfo=UTC).isoformat(),
                    "paragraphs": post.paragraphs,
                    "is_remark": chance.random() < REMARKS,
                }
                for post in thread.posts
            ],
        }
        for thread in threads
    ]


def _quietly(command: list[Any], folder: Path) -> None:
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stderr[-2000:]}")


@contextmanager
def _served(site: Path) -> Iterator[str]:
    """The address of the server, on loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        "timeout",
        str(LASTING),
        VENV / "bin/python",
        "manage.py",
        "runserver",
        "--noreload",
        f"127.0.0.1:{port}",
    ]
    origin = f"http://127.0.0.1:{port}"
    with (site / "server.log").open("wb") as log:
        server = subprocess.Popen(list(map(str, command)), cwd=site, stdout=log, stderr=log)
        try:
            _await(origin)
            yield origin
        finally:
            server.terminate()
            server.wait()


def _await(origin: str) -> None:
    for _ in range(STARTING):
        with suppress(urllib.error.URLError), urllib.request.urlopen(f"{origin}/questions/", timeout=30):
            return
        time.sleep(1)
    sys.exit(f"Askbot did not answer within {STARTING} seconds")


def _crawled(origin: str, start: str, folder: Path, strategy: str) -> int:
    common = ["--delay", "0", "--resources", "none", "--json", "-q"]
    chosen = [] if strategy == "auto" else ["--strategy", strategy]
    summary = json.loads(_thresher("crawl", origin + start, "-o", str(folder), *common, *chosen))
    return int(summary["requests"])


def _thresher(*arguments: str) -> str:
    done = subprocess.run([sys.executable, "-m", "thresher", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    return done.stdout


def _row(requests: int, truth: list[dict[str, Any]], origin: str, folder: Path) -> str:
    lines = (folder / "reports/outcomes.jsonl").read_text(encoding="utf-8").splitlines()
    pages = [one["url"] for one in map(json.loads, lines) if one["kind"] == "page"]
    kept = [one["url"] for one in map(json.loads, lines) if one["kind"] == "page" and one["outcome"] == "kept"]
    firsts = {origin + talk["path"] for talk in truth}
    asked = [url for url in kept if url.partition("?")[0] in firsts]
    lists = [url for url in pages if re.match(rf"{origin}/questions/(scope:all/sort:[a-z]+-desc/)?(page:\d+/)?$", url)]
    useful = (len(asked) + len(lists)) / max(1, len(pages))
    objects = [json.loads(line) for line in _thresher("objects", str(folder)).splitlines()]
    told = [one for one in objects if one.get("text")]
    shares = "  ".join(f"{kind} {_read(kind, truth, told)}" for kind in KINDS)
    return f"{requests:4} requests  pages {len(firsts & set(asked)) / len(firsts):.2f}  useful {useful:.2f}  {shares}"


def _read(kind: str, truth: list[dict[str, Any]], told: list[dict[str, Any]]) -> str:
    """How many there are, and the shares that were found and have the right text, author and date."""
    said = [post for talk in truth for post in talk["posts"] if post["kind"] == kind]
    hits = [0, 0, 0, 0]
    for post in said:
        best = max(told, key=lambda one: likeness(one["text"], post["text"]), default={"text": ""})
        like = likeness(best["text"], post["text"])
        is_found = like >= 0.5
        hits[0] += is_found
        hits[1] += like >= RIGHT
        hits[2] += is_found and best.get("author") == post["author"]
        hits[3] += is_found and (best.get("published") or "")[:10] == post["time"][:10]
    return f"{len(said)}: " + " ".join(f"{hit / max(1, len(said)):.2f}" for hit in hits)


if __name__ == "__main__":
    main()
