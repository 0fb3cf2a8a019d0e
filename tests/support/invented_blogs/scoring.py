"""Crawling an invented blog with the real command, and comparing what came of it with the truth."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.support.invented_blogs.serving import serve
from tests.support.invented_blogs.site import InventedBlog, key_of
from tests.support.invented_blogs.story import Post, Remark

RIGHT = 0.95
"""Dice of pairs of words at which a text is right, as `mirror/score.py` has it."""
Given = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Score:
    """What one crawl kept, read and cost; shares of all posts or comments, where nothing else is said."""

    posts: int
    kept: int
    requests: int
    least: int
    useful: float
    """Share of pages that are posts or lists on the way to them."""
    title: float
    text: float
    author: float
    date: float
    comments: int
    comments_right: float
    """Text, author and date right."""
    extra: int
    """Objects that are nobody's."""
    asked: tuple[tuple[str, int], ...]
    faults: tuple[str, ...]
    """What is wrong, in words."""

    @property
    def ratio(self) -> float:
        return self.requests / self.least


def crawl_invented(blog: InventedBlog, folder: Path, *options: str, start: str = "") -> Score:
    """Crawl a blog from its front page, or from `start`, into `folder`."""
    with serve(blog) as serving:
        common = ["--delay", "0", "--resources", "none", "--json", "-q", "--proxy", serving.proxy]
        _run("crawl", start or blog.seed, "-o", str(folder), *common, *options)
        asked = tuple(serving.asked)
    given = [json.loads(line) for line in _run("objects", str(folder)).splitlines()]
    return score(blog, asked, given)


def _run(*arguments: str) -> str:
    command = [sys.executable, "-m", "thresher", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0 or "no objects" in done.stderr.lower(), done.stderr[-2000:]
    return done.stdout


def score(blog: InventedBlog, asked: tuple[tuple[str, int], ...], given: list[Given]) -> Score:
    """What was asked for and read, beside the truth."""
    pages = {key_of(url) for url, status in asked if status == 200 and _is_page(blog, url)}
    wanted = {key_of(url) for url in (*blog.posts, *blog.talk_urls, *blog.list_urls)}
    kept = sum(key_of(url) in pages for url in blog.posts)
    faults: list[str] = []
    articles = {key_of(one["url"]): one for one in given if one["type"] != "Comment" and one.get("text")}
    counts = Counter[str]()
    for url, post in blog.posts.items():
        _count_post(blog, post, articles.get(key_of(url)), counts, faults)
    comments = [one for post in blog.posts.values() for one in post.remarks]
    said = [one for one in given if one["type"] == "Comment"]
    right = _comments_right(comments, said, faults)
    total = len(blog.posts)
    extra = len([one for one in articles if one not in map(key_of, blog.posts)]) + max(0, len(said) - len(comments))
    return Score(
        total, kept, len(asked), blog.least, len(pages & wanted) / max(1, len(pages)),
        *(counts[field] / total for field in ("title", "text", "author", "date")),
        len(comments), right / max(1, len(comments)), extra, asked, tuple(faults),
    )  # fmt: skip


def _is_page(blog: InventedBlog, url: str) -> bool:
    return blog.answer(url).kind == "text/html"


def _count_post(blog: InventedBlog, post: Post, one: Given | None, counts: Counter[str], faults: list[str]) -> None:
    if one is None:
        faults.append(f"post {post.number}: none")
        return
    author = one.get("author") or ""
    is_silent = blog.traits.byline in ("none", "sidebar")  # then nothing at the post says who wrote it
    right = {
        "title": _words(one.get("title")) == _words(post.title),
        "text": dice(one["text"], post.text) >= RIGHT,
        "author": author == post.author or (is_silent and not author),
        "date": is_same_time(one.get("published"), post.time),
    }
    true = {"title": post.title, "text": post.text, "author": post.author, "date": post.time.isoformat()}
    found = {"title": one.get("title"), "text": one["text"], "author": author, "date": one.get("published")}
    for field, is_right in right.items():
        counts[field] += is_right
        if not is_right:
            faults.append(f"post {post.number} {field}: {found[field]!r} for {true[field]!r}")


def _comments_right(true: Iterable[Remark], said: list[Given], faults: list[str]) -> int:
    """How many comments are there with text, author and date."""
    by_text: dict[tuple[str, ...], list[Given]] = {}
    for one in said:
        by_text.setdefault(_words(one.get("text")), []).append(one)
    right = 0
    for remark in true:
        found = by_text.get(_words(remark.text))
        if not found:
            faults.append(f"comment {remark.number} text: none like {remark.text!r}")
            continue
        one = found.pop()
        is_author, is_date = one.get("author") == remark.author, is_same_time(one.get("published"), remark.time)
        right += is_author and is_date
        if not is_author:
            faults.append(f"comment {remark.number} author: {one.get('author')!r} for {remark.author!r}")
        if not is_date:
            faults.append(f"comment {remark.number} date: {one.get('published')!r} for {remark.time.isoformat()!r}")
    return right


def is_same_time(found: str | None, true: datetime) -> bool:
    """To the minute, or the day where only that was given; the wall clock of the blog will do."""
    if not found:
        return False
    time = datetime.fromisoformat(found)
    if len(found) <= 10 or (time.tzinfo is None and not (time.hour or time.minute)):
        return time.date() == true.date()
    if time.tzinfo is None:
        time = time.replace(tzinfo=true.tzinfo)
    return abs((time - true).total_seconds()) <= 60


def _words(text: str | None) -> tuple[str, ...]:
    return tuple("".join(sign if sign.isalnum() else " " for sign in (text or "").lower()).split())


def dice(one: str, other: str) -> float:
    """Dice coefficient of the pairs of words of two texts."""
    left, right = (_pairs(_words(text)) for text in (one, other))
    return 2 * (left & right).total() / max(1, left.total() + right.total())


def _pairs(words: tuple[str, ...]) -> Counter[tuple[str, str]]:
    return Counter(pairwise(words))
