"""What is known of a recorded site: which of its addresses are threads, which lists, which are pages of one another."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.evaluate.recording import key_of
from thresher.model.errors import UsageError

KINDS = ("forum", "blog", "Q&A")
QUESTIONS = frozenset({"askbot", "question2answer", "osqa", "stack exchange", "shapado", "apache answer", "answer"})
"""Software for questions and answers; everything else with threads is a forum."""


class NotAForum(UsageError):
    """A recorded site that has neither threads nor posts."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The true addresses of a site, as keys (see `key_of`)."""

    kind: str
    """One of `KINDS`."""
    software: str
    entry: str
    """The address of the page that all lists hang below."""
    threads: frozenset[str]
    """Pages that hold what people wrote: all pages of all threads, or of all posts with their comments."""
    lists: frozenset[str]
    """Pages on the way to them, the entry among them."""
    chains: tuple[tuple[str, ...], ...]
    """Pages of one list or one thread, in their order."""

    @property
    def useful(self) -> frozenset[str]:
        return self.threads | self.lists


def load_truth(place: Path) -> Truth:
    """The truth of the recorded site in the folder `place`; `UsageError` if there is none, or not of a forum."""
    path = place / "truth.json"
    if not place.is_dir():
        raise UsageError(f"There is no folder {place}.", "Name folders with mirror.warc.xz and truth.json in them.")
    if not path.is_file():
        raise UsageError(
            f"There is no truth.json in {place}, so nothing can be measured there.",
            "It names entry_url, index_page_urls and thread_page_urls of a forum, or listing_page_urls and posts.",
        )
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return read_truth(data)
    except NotAForum as error:
        raise NotAForum(f"{place}: {error.sentence}", error.hint) from error
    except (ValueError, OSError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} cannot be read: {type(error).__name__}: {error}.") from error


def read_truth(data: dict[str, Any]) -> Truth:
    """The same from what truth.json says."""
    posts = data.get("posts", ())
    if "thread_page_urls" not in data and not posts:
        raise NotAForum(
            "this site is neither a forum nor a blog: truth.json names no thread and no post.",
            "This measurement is about sites where lists lead to threads, questions or posts.",
        )
    articles = [[post["url"], *post.get("comment_page_urls", ())] for post in posts]
    threads = data.get("thread_page_urls") or [url for pages in articles for url in pages]
    lists = [*data.get("index_page_urls", ()), *data.get("listing_page_urls", ())]
    chains = [one["page_urls"] for name in ("boards", "threads") for one in data.get(name, ()) if "page_urls" in one]
    software = str(data.get("software", "unknown"))
    forum = "Q&A" if software.lower() in QUESTIONS else "forum"
    # A blog may have a front page of another kind: all its posts hang below the first of its lists.
    entry = next(filter(None, (data.get("forum_url"), *data.get("listing_page_urls", ()))), data["entry_url"])
    return Truth(
        forum if "thread_page_urls" in data else "blog",
        software,
        entry,
        _keys(threads),
        _keys([*lists, entry, data["entry_url"]]),
        tuple(tuple(map(key_of, chain)) for chain in [*chains, data.get("listing_page_urls", ()), *articles] if chain),
    )


def _keys(urls: Iterable[str]) -> frozenset[str]:
    return frozenset(map(key_of, urls))
