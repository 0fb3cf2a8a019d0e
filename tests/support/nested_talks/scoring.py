"""Crawling an invented site with the real command, and comparing what was read with what is there."""

import json
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.support.nested_talks.boxes import DELETED
from tests.support.nested_talks.sites import Site

SAME_TEXT, FOUND = 0.95, 0.5
"""Likeness of two texts by pairs of words from which on they are the same, or one of them is the other read badly."""
POSTS = frozenset({"BoardPost", "Comment", "BlogPost", "Question", "Answer", "NewsArticle", "MicroblogPost"})


@dataclass(frozen=True, slots=True)
class TruePost:
    """A post as it is: its key on the site, and that of what it answers."""

    key: str
    author: str
    published: str
    text: str
    above: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """Shares of all true posts, and counts."""

    true: int
    found: float
    text: float
    author: float
    date: float
    reply: float
    """Of the answers to answers that were found, those of which it is told what they answer."""
    extra: int
    """Objects that are no post, or one that was found already."""
    coverage: float = 1.0
    useful: float = 1.0
    requests: int = 0
    least: int = 0


@contextmanager
def served(site: Site) -> Iterator[tuple[str, list[str]]]:
    """The site on loopback: its address, and the paths that were asked for so far."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            write = site.pages.get(self.path)
            body = write().encode() if write else b"<html><title>Not here</title></html>"
            self.send_response(200 if write else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()


def crawl_and_score(site: Site, folder: Path, *options: str, start: str = "/") -> Score:
    """Crawl a site from `start` and compare the posts that were read with those that are there."""
    with served(site) as (base, asked):
        common = ["--delay", "0", "--resources", "none", "--json", "-q"]
        _run("-m", "thresher", "crawl", base + start, "-o", str(folder / "c"), *common, *options)
    objects = [json.loads(line) for line in _run("-m", "thresher", "objects", str(folder / "c")).splitlines()]
    pages = [path for path in asked if path != "/robots.txt"]
    got = set(pages)
    return score_objects(
        true_posts(site),
        objects,
        coverage=len(site.threads & got) / len(site.threads),
        useful=len((site.threads | site.lists) & got) / max(1, len(pages)),
        requests=len(pages),
        least=len(site.threads | site.lists),
    )


def true_posts(site: Site) -> list[TruePost]:
    return [
        TruePost(
            str(post.number),
            post.author,
            post.written.strftime("%Y-%m-%dT%H:%M"),
            post.text,
            str(post.above.number) if post.above is not None and post.depth > 1 and not post.above.is_deleted else "",
        )
        for _, post in site.posts
    ]


def score_objects(true: Sequence[TruePost], objects: Sequence[Mapping[str, Any]], **counts: Any) -> Score:
    """How well `objects` are the posts that are there; each object stands for one post, each post for one object."""
    # That something was taken away, or a link without words, may be read as a post or not.
    posts = [one for one in objects if one["type"] in POSTS and one.get("text") not in ("", None, DELETED)]
    pairs = _paired(true, posts)
    right: Counter[str] = Counter()
    for one, (found, likeness) in pairs.items():
        post = true[one]
        right["found"] += 1
        right["text"] += likeness >= SAME_TEXT
        right["author"] += (found.get("author") or "") == post.author
        right["date"] += (found.get("published") or "").startswith(post.published)
    by_key = {true[one].key: found for one, (found, _) in pairs.items()}
    answers = [one for one in true if one.above in by_key and one.key in by_key]
    told = sum(by_key[one.key].get("reply_to") == by_key[one.above]["id"] for one in answers)
    shares = {name: round(right[name] / len(true), 3) for name in ("found", "text", "author", "date")}
    reply = round(told / len(answers), 3) if answers else 1.0
    return Score(len(true), **shares, reply=reply, extra=len(posts) - len(pairs), **counts)


def _paired(true: Sequence[TruePost], posts: Sequence[Mapping[str, Any]]) -> dict[int, tuple[Mapping[str, Any], float]]:
    """The object that is most like each post, each object once."""
    by_pair: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    grams = [_grams(post.text) for post in true]
    for number, some in enumerate(grams):
        for gram in some:
            by_pair[gram].add(number)
    ranked = []
    for place, one in enumerate(posts):
        own = _grams(str(one.get("text") or ""))
        shared = Counter(number for gram in own for number in by_pair.get(gram, ()))
        ranked += [(2 * count / (len(own) + len(grams[number])), number, place) for number, count in shared.items()]
    found: dict[int, tuple[Mapping[str, Any], float]] = {}
    taken: set[int] = set()
    for likeness, number, place in sorted(ranked, key=lambda one: -one[0]):
        if likeness >= FOUND and number not in found and place not in taken:
            found[number] = posts[place], likeness
            taken.add(place)
    return found


def _grams(text: str) -> set[tuple[str, str]]:
    words = "".join(sign if sign.isalnum() else " " for sign in text.lower()).split()
    return set(zip(["", *words], [*words, ""], strict=True))


def _run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
