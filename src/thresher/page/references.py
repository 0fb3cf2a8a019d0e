"""What the addresses on a page point at: raw references → `Link` values, each address once.

Menus stand on every page and each page is linked from many: on the recorded sites five links of six were made
before, with the same text. To resolve an address and make its value costs up to 6 µs, a look into the cache 0.3.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice

from thresher.model import Link
from thresher.page.address import join, origin_of
from thresher.page.css import raw_references

RawLink = tuple[str, str, str, str, bool]
"""A link as it stands on the page: address, tag, relations, text, and whether it is content."""
MAX_TEXT = 80
"""Characters of anchor text that are kept: enough to tell 'next' from a title."""
KEPT_LINKS = 1 << 14
LONG_HREF = 1000
"""From here on not kept: a megabyte of script in each `href` must not fill the cache."""

_WHOLE = ("http://", "https://")
_WARNINGS = frozenset({"nofollow", "ugc", "sponsored"})
_NO_RELATIONS: frozenset[str] = frozenset()


def resolved_links(raw: Iterable[RawLink], base: str, charset: str) -> tuple[Link, ...]:
    """The links as absolute addresses, each once: content if it is so anywhere, with the first text it has."""
    places = _places(base)
    found: dict[str, Link] = {}
    for link_here in raw:
        href = link_here[0]
        make = _made if len(href) < LONG_HREF else _made.__wrapped__
        place = "http:" if href.startswith(_WHOLE) else places.get(href[:1]) or _place(href, base)
        link = make(place, charset, link_here)
        if link is None:
            continue
        known = found.setdefault(link.url, link)
        if known is not link and _adds(link, known):
            found[link.url] = _merged(known, link)
    return tuple(found.values())


def resolved_resources(
    raw: Mapping[str, str], styles: Iterable[str], base: str, charset: str, limit: int
) -> tuple[Link, ...]:
    """What the page loads, at most `limit` of it: `raw` is address → tag, `styles` are style sheets."""
    places = _places(base)
    found: dict[str, Link] = {}
    in_styles = ((href, "style", "utf-8") for style in dict.fromkeys(styles) for href in raw_references(style))
    for href, tag, charset_here in (*((href, tag, charset) for href, tag in raw.items()), *in_styles):
        make = _made if len(href) < LONG_HREF else _made.__wrapped__
        place = "http:" if href.startswith(_WHOLE) else places.get(href[:1]) or _place(href, base)
        link = make(place, charset_here, (href, tag, "", "", True))
        if link is not None:
            found.setdefault(link.url, link)
    return tuple(islice(found.values(), limit))


@lru_cache(maxsize=KEPT_LINKS)
def _made(base: str, charset: str, raw: RawLink) -> Link | None:
    href, tag, rel, text, is_content = raw
    url = join(base, href, charset)
    relations = frozenset(rel.lower().split()) if rel else _NO_RELATIONS
    return Link(url, tag, relations, " ".join(text.split())[:MAX_TEXT], is_content) if url else None


def _adds(link: Link, known: Link) -> bool:
    """Whether another link to the same address says something about it that the `known` one does not."""
    is_news = (link.is_content and not known.is_content) or (link.text and not known.text)
    return bool(is_news) or link.rel != known.rel


def _merged(known: Link, other: Link) -> Link:
    one, two = known.rel, other.rel
    # Warnings (nofollow …) count only where both have them.
    rel = ((one | two) - _WARNINGS) | (one & two)
    return Link(known.url, known.tag, rel, known.text or other.text, known.is_content or other.is_content)


def _places(base: str) -> dict[str, str]:
    """By the first character of a reference, the shortest address it can be resolved with in place of `base`.

    Then it is the same reference on all pages of a site or a folder, and found in the cache.
    """
    return {"/": origin_of(base), ".": _folder(base)}


def _place(href: str, base: str) -> str:
    """The same for all others: '?page=2', '' and 'http:?page=2' need the whole address."""
    return _folder(base) if href[:1].isalnum() and ":" not in href else base


def _folder(base: str) -> str:
    return base.partition("?")[0].rpartition("/")[0] + "/"
