"""Which part of a site a feed speaks for."""

from collections.abc import Iterable

from thresher.knowledge.noise import judge
from thresher.model import Page
from thresher.page import canonical

_TALKS = frozenset(
    {"forum", "forums", "board", "boards", "community", "communities", "discuss", "discussion", "discussions", "talk",
     "talks", "thread", "threads", "topic", "topics", "group", "groups", "question", "questions", "answers", "wiki"}
)  # fmt: skip
"""Folders in which others than the authors of a blog write: what is there is learned, not fed."""


def page_of(link: str) -> str:
    """The page of a feed's link: canonical, without the fragment."""
    return (canonical(link) or "").partition("#")[0]


def folder_of(home: str, posts: Iterable[str], root: str) -> str:
    """The folder of the page that a feed belongs to, if all its posts are there; else `root`."""
    plain = home.partition("?")[0]
    folders = (plain.rstrip("/") + "/", plain.rpartition("/")[0] + "/")
    return next((one for one in folders if one.startswith(root) and all(post.startswith(one) for post in posts)), root)


def is_all_of(part: str, first: Page, root: str) -> bool:
    """Whether a site is hardly more than its `part`: the `first` page leads there, and else to single pages: a word of
    welcome before a blog.
    """
    links = {link.url for link in first.links if link.url.startswith(root)} - {first.url, root}
    inside = {url for url in links if url.startswith(part) or f"{url}/" == part}
    return bool(inside) and all(_is_single(url, root) for url in links - inside if judge(url).verdict == "keep")


def _is_single(url: str, root: str) -> bool:
    """Whether an address is right below `root`, and has no name by which a forum goes."""
    name = url[len(root) :].removesuffix("/")
    return "/" not in name and "?" not in name and name.partition(".")[0].lower() not in _TALKS
