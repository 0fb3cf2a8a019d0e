"""A page as the later rooms see it: decoded and parsed once."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Link:
    """A reference from a page to another address."""

    url: str
    """Absolute and canonical (see `page.address`)."""
    tag: str
    """The element it stands in: a, area, frame, iframe, link, img, script, source …"""
    rel: frozenset[str] = frozenset()
    text: str = ""
    """Anchor text, shortened; empty for resources."""
    is_content: bool = True
    """False inside nav, header, footer and aside."""


@dataclass(frozen=True, slots=True)
class Page:
    """What was understood of one capture's HTML. Everything is there even if the markup was broken."""

    url: str
    title: str
    links: tuple[Link, ...]
    """Addresses a reader could go to, in document order, each once, fragments dropped."""
    resources: tuple[Link, ...]
    """What a browser would load to show the page, each once."""
    canonical: str | None = None
    """`rel=canonical`, absolute; None where missing or not usable."""
    refresh: str | None = None
    """Target of a meta refresh that leaves the page."""
    is_nofollow: bool = False
    is_noindex: bool = False
    has_password_field: bool = False
    lines: tuple[str, ...] = ()
    """Visible text, one string a text node or block, white space folded; scripts and styles left out."""
    notes: tuple[str, ...] = ()
    """What was cut or guessed while reading: 'decoded text cut at 32 MB'."""
    tree: Any = field(default=None, repr=False, compare=False)
    """The parsed lxml tree, for rooms that look closer."""
    source: bytes = field(default=b"", repr=False, compare=False)
    """The UTF-8 bytes that `tree` was parsed from, exactly those."""
