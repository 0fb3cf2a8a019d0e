"""A whole forum that was made for tests: its pages, and the truth about them."""

from dataclasses import dataclass, field

from tests.support.invented_forums.content import Content


@dataclass(frozen=True, kw_only=True)
class WholeForum:
    """`pages` are what the server answers, `redirects` where it sends one to, both by address."""

    content: Content
    pages: dict[str, str]
    redirects: dict[str, str]
    entry: str
    lists: frozenset[str]
    """Addresses of the front page, of boards and of their further pages."""
    wanted: frozenset[str]
    """Addresses of all pages of all threads."""
    thread_urls: dict[int, str]
    least: int
    """Requests that a perfect crawl makes."""
    remarks: frozenset[int] = frozenset()
    """Numbers of posts that are remarks on others, below them."""
    aliases: dict[str, str] = field(default_factory=dict)
    """Other addresses of wanted pages: who has seen one of them has seen the page."""
