"""What a crawl of an invented forum brought home, beside the truth."""

import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.support.invented_forums.content import Post, Thread
from tests.support.invented_forums.serving import Asked, served
from tests.support.whole_forum import WholeForum

_WORD = re.compile(r"\w+")
RIGHT = 0.95
"""Dice's coefficient of word pairs from which on a text is right, as the scorer of the recorded sites has it."""

MAX_EXTRA = 5
"""Objects that are no post of the forum, of some 500."""


@dataclass(frozen=True)
class Score:
    """Shares, but for the counts of requests and of objects that are no post."""

    requests: int
    least: int
    coverage: float
    useful: float
    found: float
    text: float
    author: float
    date: float
    title: float
    extra: int

    @property
    def is_good(self) -> bool:
        """Whether nearly all of the forum was kept with few requests, and its posts were read, each once."""
        is_kept = self.coverage >= 0.99 and self.useful >= 0.97
        return is_kept and self.found >= 0.95 and self.text >= 0.90 and self.extra <= MAX_EXTRA

    def row(self) -> str:
        shares = (self.coverage, self.useful, self.found, self.text, self.author, self.date, self.title)
        return f"{self.requests:5}/{self.least:<4} " + " ".join(f"{share:5.2f}" for share in shares) + f" +{self.extra}"


def crawl(forum: WholeForum, folder: Path, *options: str, start: str = "") -> Score:
    """Crawl with the real command into `folder`, from the entry page or from `start`."""
    collection = str(folder / "c")
    with served(forum) as asked:
        common = ["--delay", "0", "--resources", "none", "--proxy", asked.proxy, "--json", "-q"]
        summary = json.loads(_run("crawl", start or forum.entry, "-o", collection, *common, *options))
    lines = _run("objects", collection).splitlines() if summary["objects"] else []
    objects = [json.loads(line) for line in lines]
    return score(forum, asked, objects)


def _run(*arguments: str) -> str:
    command = [sys.executable, "-m", "thresher", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def score(forum: WholeForum, asked: Asked, objects: list[dict[str, Any]]) -> Score:
    pages = {forum.aliases.get(url, url) for url, status in asked.requests if status == 200}
    wanted = forum.wanted
    useful = sum(url in wanted or url in forum.lists for url, status in asked.requests if status in (200, 302))
    fetched = sum(status in (200, 302) for _, status in asked.requests)
    kinds = {"BoardPost", "Question", "Answer"} | ({"Comment"} if forum.remarks else set())
    posts = [one for one in objects if one["type"] in kinds and one.get("text")]
    no_posts = {"BlogPost", "Comment", "NewsArticle", "WikiArticle"} - kinds
    others = sum(one["type"] in no_posts for one in objects)
    pairs = _paired(forum, posts)
    count = sum(len(thread.posts) for thread in forum.content.threads)
    matched = len(pairs)
    return Score(
        requests=len(asked.requests),
        least=forum.least,
        coverage=len(pages & wanted) / len(wanted),
        useful=useful / fetched if fetched else 0.0,
        found=matched / count,
        text=sum(likeness(one["text"], post.text) >= RIGHT for post, _, one in pairs) / count,
        author=sum((one.get("author") or "").strip() == post.author.name for post, _, one in pairs) / count,
        date=sum(_is_date(one.get("published"), post.time) for post, _, one in pairs) / count,
        title=sum(one.get("container_title") == thread.title for _, thread, one in pairs) / count,
        extra=len(posts) - matched + others,
    )


def _paired(forum: WholeForum, objects: list[dict[str, Any]]) -> list[tuple[Post, Thread, dict[str, Any]]]:
    """Each post with the object that says most like it, each object once, of those that say half of it at least."""
    truth = [(post, thread) for thread in forum.content.threads for post in thread.posts]
    by_pair: dict[tuple[str, str], list[int]] = {}
    for number, (post, _) in enumerate(truth):
        for pair in set(_pairs(post.text)):
            by_pair.setdefault(pair, []).append(number)
    likely = []
    for place, one in enumerate(objects):
        shared = Counter(number for pair in set(_pairs(one["text"])) for number in by_pair.get(pair, ()))
        for number, _ in shared.most_common(3):
            likely.append((likeness(one["text"], truth[number][0].text), number, place))
    taken: dict[int, int] = {}
    used: set[int] = set()
    for value, number, place in sorted(likely, reverse=True):
        if value >= 0.5 and number not in taken and place not in used:
            taken[number] = place
            used.add(place)
    return [(*truth[number], objects[place]) for number, place in taken.items()]


def _pairs(text: str) -> list[tuple[str, str]]:
    words = _WORD.findall(text.lower())
    return list(pairwise(words))


def likeness(one: str, other: str) -> float:
    """Dice's coefficient of the word pairs of two texts."""
    left, right = Counter(_pairs(one)), Counter(_pairs(other))
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else float(one == other)


def _is_date(found: str | None, true: datetime) -> bool:
    if not found:
        return False
    moment = datetime.fromisoformat(found.replace("Z", "+00:00")).replace(tzinfo=None)
    if len(found) <= 10 or moment.time() == datetime.min.time():
        return moment.date() == true.date()
    return abs((moment - true).total_seconds()) < 60
