"""One walk over a parsed document, gathering everything a page is made of.

A page of 35 KB has some 800 elements and 1,500 text nodes: libxml2 picks out those that matter (by tag, by
XPath for text), and Python sees only them. Addresses are gathered as they stand and resolved at the end,
because `<base>` may come late and most repeat.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import islice

from lxml import etree

from thresher.model import Link
from thresher.page.address import join
from thresher.page.css import css_references
from thresher.page.text import found_by, visible_lines

MAX_TEXT = 80
"""Characters of anchor text that are kept: enough to tell 'next' from a title."""
LONG_CHARACTERS = 256 * 1024
"""From here on text is gathered the slower way that no tree can make dear."""

_BOILERPLATE = ("nav", "header", "footer", "aside")
_PAGE_RELATIONS = frozenset({"next", "prev", "previous", "first", "last", "up", "start", "index", "contents"})
_RESOURCE_RELATIONS = frozenset(
    {"stylesheet", "icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "fluid-icon",
     "preload", "modulepreload", "prefetch", "manifest", "image_src"}
)  # fmt: skip
_WARNINGS = frozenset({"nofollow", "ugc", "sponsored"})
# Where scripts find the address of a picture that is loaded when it comes into view.
_LAZY = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-bg", "data-background", "data-image")
_CANDIDATE = re.compile(r"\s*,*\s*([^\s,]\S*[^\s,]|[^\s,])\s*(?:\s[^,]*)?(?:,|$)")
_REFRESH = re.compile(r"^\s*[\d.]*+\s*[;,]?\s*(?:url\s*=\s*)?[\"']?\s*([^\"'\s][^\"']*)", re.I)
_ROLE_HOLDERS = etree.XPath("//@role/..")
_BOILERPLATE_ROLES = frozenset({"navigation", "banner", "contentinfo", "menu", "menubar"})
_INLINE_STYLES = etree.XPath("//@style[contains(., 'url(')]", smart_strings=False)
_BACKGROUNDS = etree.XPath("//@background", smart_strings=False)


class Walk:
    """What one document holds. Make it, `run` it once, read the fields."""

    def __init__(self, source: str, max_links: int) -> None:
        self.title = ""
        self.lines: list[str] = []
        self.links: dict[str, tuple[str, frozenset[str], str, bool]] = {}
        self.resources: dict[str, str] = {}
        self.styles: list[str] = []
        self.base: str | None = None
        self.canonical: str | None = None
        self.refresh: str | None = None
        self.robots: set[str] = set()
        self.has_password_field = False
        self.is_cut = False
        self._source = source
        self._room = max_links
        self._quiet: set[etree._Element] = set()

    def run(self, root: etree._Element) -> None:
        """Visit the elements that count, in document order; then gather the text."""
        self._quiet = _boilerplate(root, "role=" in self._source)
        for element in root.iter(*_VISITORS):
            _VISITORS[str(element.tag)](self, element)
        if "url(" in self._source:
            self.styles += found_by(_INLINE_STYLES, root)[: self._room]
        if "background=" in self._source:
            self.resources.update(dict.fromkeys(found_by(_BACKGROUNDS, root)[: self._room], "body"))
        self.lines = visible_lines(root, is_long=len(self._source) > LONG_CHARACTERS)

    def resolved_links(self, base: str, charset: str) -> tuple[Link, ...]:
        """The links as absolute addresses, each once; a link counts as content if it is so anywhere."""
        found: dict[str, Link] = {}
        for href, (tag, rel, text, is_content) in self.links.items():
            url = join(base, href, charset)
            if url is None:
                continue
            known = found.get(url)
            if known is None:
                found[url] = Link(url, tag, rel, text, is_content)
            elif (is_content and not known.is_content) or (rel != known.rel):
                found[url] = _merged(known, rel, text, is_content)
        return tuple(found.values())

    def resolved_resources(self, base: str, charset: str) -> tuple[Link, ...]:
        found: dict[str, Link] = {}
        for href, tag in self.resources.items():
            url = join(base, href, charset)
            if url:
                found.setdefault(url, Link(url, tag))
        for style in dict.fromkeys(self.styles):
            for url in css_references(style, base):
                found.setdefault(url, Link(url, "style"))
        return tuple(islice(found.values(), self._room))

    def _link(self, element: etree._Element, attribute: str) -> None:
        href = element.get(attribute)
        if href is None or href.startswith("#"):
            return
        rel = element.get("rel")
        relations = _tokens(rel) if rel else _NO_RELATIONS
        known = self.links.get(href)
        if known is not None:
            tag, agreed, text, is_content = known
            text = text or _anchor_text(element)
            is_content = is_content or element not in self._quiet
            self.links[href] = (tag, _agreed(agreed, relations), text, is_content)
        elif len(self.links) < self._room:
            self.links[href] = (str(element.tag), relations, _anchor_text(element), element not in self._quiet)
        else:
            self.is_cut = True

    def _resource(self, element: etree._Element, *attributes: str) -> None:
        for attribute in attributes:
            href = element.get(attribute)
            if href and not href.startswith(("data:", "#")) and len(self.resources) < self._room:
                self.resources.setdefault(href, str(element.tag))

    def _anchor(self, element: etree._Element) -> None:
        self._link(element, "href")

    def _frame(self, element: etree._Element) -> None:
        self._link(element, "src")

    def _head_link(self, element: etree._Element) -> None:
        relations = _tokens(element.get("rel") or "")
        if "canonical" in relations:
            self.canonical = self.canonical or element.get("href")
        elif relations & _RESOURCE_RELATIONS and "alternate" not in relations:
            self._resource(element, "href")
        elif relations & _PAGE_RELATIONS:
            self._link(element, "href")

    def _meta(self, element: etree._Element) -> None:
        content = element.get("content") or ""
        if (element.get("name") or "").lower() == "robots":
            self.robots |= {token.strip() for token in content.lower().split(",")}
        elif (element.get("http-equiv") or "").lower() == "refresh":
            target = _REFRESH.match(content)
            # Inside noscript it means: "switch JavaScript on".
            if target and next(element.iterancestors("noscript"), None) is None:
                self.refresh = self.refresh or target[1].strip()

    def _image(self, element: etree._Element) -> None:
        self._resource(element, "src", *_LAZY)
        for attribute in ("srcset", "data-srcset"):
            candidates = element.get(attribute)
            if candidates:
                self._candidates(candidates, str(element.tag))

    def _candidates(self, srcset: str, tag: str) -> None:
        for match in islice(_CANDIDATE.finditer(srcset[:65536]), 200):
            if not match[1].startswith("data:") and len(self.resources) < self._room:
                self.resources.setdefault(match[1], tag)

    def _media(self, element: etree._Element) -> None:
        self._resource(element, "src", "poster", "data")

    def _input(self, element: etree._Element) -> None:
        kind = (element.get("type") or "").lower()
        if kind == "password":
            self.has_password_field = True
        elif kind == "image":
            self._resource(element, "src")

    def _title(self, element: etree._Element) -> None:
        self.title = self.title or " ".join((element.text or "").split())[:1000]

    def _base(self, element: etree._Element) -> None:
        self.base = self.base or element.get("href")

    def _style(self, element: etree._Element) -> None:
        if element.text:
            self.styles.append(element.text)


_VISITORS: dict[str, Callable[[Walk, etree._Element], None]] = {
    "a": Walk._anchor,
    "area": Walk._anchor,
    "frame": Walk._frame,
    "iframe": Walk._frame,
    "link": Walk._head_link,
    "meta": Walk._meta,
    "base": Walk._base,
    "title": Walk._title,
    "style": Walk._style,
    "input": Walk._input,
    "img": Walk._image,
    "source": Walk._image,
    "script": Walk._media,
    "video": Walk._media,
    "audio": Walk._media,
    "track": Walk._media,
    "embed": Walk._media,
    "object": Walk._media,
}
_NO_RELATIONS: frozenset[str] = frozenset()


@lru_cache(maxsize=1024)
def _tokens(value: str) -> frozenset[str]:
    return frozenset(value.lower().split())


def _boilerplate(root: etree._Element, has_roles: bool) -> set[etree._Element]:
    """Links (and regions) inside navigation, page header and the like."""
    quiet: set[etree._Element] = set()
    for region in root.iter(*_BOILERPLATE):
        # Inside a region that was taken whole already, or the head of one article rather than of the page.
        if region not in quiet and not _is_of_article(region):
            quiet.update(region.iter("a", "area", *_BOILERPLATE))
    roles = found_by(_ROLE_HOLDERS, root) if has_roles else []
    regions = [region for region in roles if (region.get("role") or "").lower() in _BOILERPLATE_ROLES]
    # Sites have a handful; a page of nothing but roles must not cost a walk each.
    for region in regions[:100]:
        quiet.update(region.iter("a", "area"))
    return quiet


def _is_of_article(region: etree._Element) -> bool:
    if region.tag not in ("header", "footer"):
        return False
    place, steps = region.getparent(), 0
    while place is not None and steps < 20:
        if place.tag == "article":
            return True
        place, steps = place.getparent(), steps + 1
    return False


def _anchor_text(element: etree._Element) -> str:
    """The first words of a link. Looks at a few elements only: an unclosed anchor may hold the page."""
    if not len(element):
        return " ".join((element.text or "")[: 4 * MAX_TEXT].split())[:MAX_TEXT]
    parts = [element.text or ""]
    for inner in islice(element.iter(), 1, 9):
        parts += [inner.text or "" if isinstance(inner.tag, str) else "", inner.tail or ""]
    return " ".join(" ".join(part[: 4 * MAX_TEXT] for part in parts).split())[:MAX_TEXT]


def _agreed(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Relations of an address linked twice: warnings (nofollow …) only where both have them."""
    return one if one == other else ((one | other) - _WARNINGS) | (one & other)


def _merged(known: Link, rel: frozenset[str], text: str, is_content: bool) -> Link:
    return Link(known.url, known.tag, _agreed(known.rel, rel), known.text or text, known.is_content or is_content)
