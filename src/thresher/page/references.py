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

RawLink = tuple[str, frozenset[str], str, bool]
"""Tag, relations, text and whether it is content, of one address as it stands on the page."""
KEPT_LINKS = 1 << 13
LONG_HREF = 1000
"""From here on not kept: a megabyte of script in each `href` must not fill the cache."""

_WHOLE = ("http://", "https://")
_WARNINGS = frozenset({"nofollow", "ugc", "sponsored"})
_NO_RELATIONS: frozenset[str] = frozenset()


def resolved_links(raw: Mapping[str, RawLink], base: str, charset: str) -> tuple[Link, ...]:
    """The links as absolute addresses, each once; a link counts as content if it is so anywhere."""
    places = _places(base)
    found: dict[str, Link] = {}
    for href, (tag, rel, text, is_content) in raw.items():
        make = _made if len(href) < LONG_HREF else _made.__wrapped__
        place = "http:" if href.startswith(_WHOLE) else places.get(href[:1]) or _place(href, base)
        link = make(place, href, charset, tag, rel, text, is_content)
        if link is None:
            continue
        known = found.setdefault(link.url, link)
        if known is not link and ((is_content and not known.is_content) or rel != known.rel):
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
        link = make(place, href, charset_here, tag, _NO_RELATIONS, "", True)
        if link is not None:
            found.setdefault(link.url, link)
    return tuple(islice(found.values(), limit))


def agreed(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Relations of an address linked twice: warnings (nofollow …) only where both have them."""
    return one if one == other else ((one | other) - _WARNINGS) | (one & other)


@lru_cache(maxsize=KEPT_LINKS)
def _made(
    base: str, href: str, charset: str, tag: str, rel: frozenset[str], text: str, is_content: bool
) -> Link | None:
    url = join(base, href, charset)
    return Link(url, tag, rel, text, is_content) if url else None


def _merged(known: Link, other: Link) -> Link:
    is_content = known.is_content or other.is_content
    return Link(known.url, known.tag, agreed(known.rel, other.rel), known.text or other.text, is_content)


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
