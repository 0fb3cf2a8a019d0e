"""One walk over a parsed document, gathering everything a page is made of.

A page of 30 KB has some 400 elements and 450 text nodes: libxml2 picks out those that matter (by tag, by
XPath for text), and Python sees only them, once: each further iteration over the tree costs 0.03 ms.
Addresses are gathered as they stand and resolved at the end (`references`), because `<base>` may come late
and most repeat.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import islice

from lxml import etree

from thresher.page.references import MAX_TEXT, RawLink
from thresher.page.text import found_by, texts_in, visible_lines

MAX_RELATIONS = 200
"""Characters of a link's `rel` that are read."""
LONG_CHARACTERS = 256 * 1024
"""From here on text is gathered the slower way that no tree can make dear."""

_BOILERPLATE = ("nav", "header", "footer", "aside")
_PAGE_RELATIONS = frozenset({"next", "prev", "previous", "first", "last", "up", "start", "index", "contents"})
_RESOURCE_RELATIONS = frozenset(
    {"stylesheet", "icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "fluid-icon",
     "preload", "modulepreload", "manifest", "image_src"}
)  # fmt: skip
_PRELOAD = frozenset({"preload"})
# Where scripts find the address of a picture that is loaded when it comes into view.
_LAZY = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-bg", "data-background", "data-image")
_SETS = ("srcset", "data-srcset")
_BESIDE_SOURCE = frozenset((*_LAZY, *_SETS))
_CANDIDATE = re.compile(r"\s*,*\s*([^\s,]\S*[^\s,]|[^\s,])\s*(?:\s[^,]*)?(?:,|$)")
_REFRESH = re.compile(r"^\s*[\d.]*+\s*[;,]?\s*(?:url\s*=\s*)?[\"']?\s*([^\"'\s][^\"']*)", re.I)
_ROLE_HOLDERS = etree.XPath("//@role/..")
_BOILERPLATE_ROLES = frozenset({"navigation", "banner", "contentinfo", "menu", "menubar"})
# Half of the pages have roles, one in seven has these; the XPath costs five times this look at the source.
_BOILERPLATE_ROLE = re.compile(r"[\"']?(?:navigation|banner|contentinfo|menu)", re.I)
_INLINE_STYLES = etree.XPath("//@style[contains(., 'url(')]", smart_strings=False)
_BACKGROUNDS = etree.XPath("//@background", smart_strings=False)


class Walk:
    """What one document holds. Make it, `run` it once, read the fields.

    Pictures that only styles name are looked for `with_styles`: it takes a tenth of the walk.
    """

    def __init__(self, source: str, max_links: int, *, with_styles: bool = True) -> None:
        self.title = ""
        self.lines: list[str] = []
        self.links: list[RawLink] = []
        self.resources: dict[str, str] = {}
        self.styles: list[str] = []
        self.base: str | None = None
        self.canonical: str | None = None
        self.refresh: str | None = None
        self.robots: set[str] = set()
        self.has_password_field = False
        self.noscripts: list[etree._Element] = []
        self.is_cut = False
        self.room = max_links
        self._source = source
        self._with_styles = with_styles
        self._quiet: set[etree._Element] = set()
        self._hidden: list[str] = []

    def run(self, root: etree._Element) -> None:
        """Visit the elements that count, in document order; then gather the text."""
        source = self._source
        if any(map(_BOILERPLATE_ROLE.match, source.split("role=")[1:])):
            self._quiet = _role_holders(root)
        for element in root.iter(*_VISITORS):
            tag = element.tag
            # Two elements of three: a call less for each.
            if tag == "a":
                self._link(element, "a", element.get("href"))
            else:
                _VISITORS[tag](self, element)
        if self._with_styles:
            self._inline_styles(root)
        self.lines = visible_lines(root, self._hidden, is_long=len(source) > LONG_CHARACTERS)

    def _inline_styles(self, root: etree._Element) -> None:
        source = self._source
        if "url(" in source and source.count("url(") > sum(style.count("url(") for style in self.styles):
            self.styles += found_by(_INLINE_STYLES, root)[: self.room]
        if "background=" in source:
            self.resources.update(dict.fromkeys(found_by(_BACKGROUNDS, root)[: self.room], "body"))

    def _link(self, element: etree._Element, tag: str, href: str | None) -> None:
        if href is None or href[:1] == "#":
            return
        if len(self.links) < self.room:
            rel = (element.get("rel") or "")[:MAX_RELATIONS]
            self.links.append((href, tag, rel, _anchor_text(element), element not in self._quiet))
        else:
            self.is_cut = True

    def _other_link(self, element: etree._Element) -> None:
        tag = str(element.tag)
        self._link(element, tag, element.get("src" if tag in ("frame", "iframe") else "href"))

    def _resource(self, element: etree._Element, *attributes: str) -> None:
        for attribute in attributes:
            href = element.get(attribute)
            if href and not href.startswith(("data:", "#")) and len(self.resources) < self.room:
                self.resources.setdefault(href, str(element.tag))

    def _region(self, element: etree._Element) -> None:
        """Links inside navigation, page header and the like are no content."""
        # Inside a region that was taken whole already, or the head of one article rather than of the page.
        if element not in self._quiet and not _is_of_article(element):
            self._quiet.update(element.iter("a", "area", *_BOILERPLATE))

    def _hide(self, element: etree._Element) -> None:
        self._hidden += texts_in(element)

    def _noscript(self, element: etree._Element) -> None:
        self.noscripts.append(element)
        self._hide(element)

    def _head_link(self, element: etree._Element) -> None:
        relations = _tokens(element.get("rel") or "")
        if "canonical" in relations:
            self.canonical = self.canonical or element.get("href")
        elif _loads(relations, element.get("as")):
            self._resource(element, "href")
        elif relations & _PAGE_RELATIONS:
            self._other_link(element)

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
        self._resource(element, "src")
        if _BESIDE_SOURCE.isdisjoint(element.keys()):  # most pictures: nine attributes less to ask for
            return
        self._resource(element, *_LAZY)
        for attribute in _SETS:
            candidates = element.get(attribute)
            if candidates:
                self._candidates(candidates, str(element.tag))

    def _candidates(self, srcset: str, tag: str) -> None:
        for match in islice(_CANDIDATE.finditer(srcset[:65536]), 200):
            if not match[1].startswith("data:") and len(self.resources) < self.room:
                self.resources.setdefault(match[1], tag)

    def _media(self, element: etree._Element) -> None:
        self._resource(element, "src", "poster", "data")

    def _script(self, element: etree._Element) -> None:
        self._media(element)
        self._hide(element)

    def _input(self, element: etree._Element) -> None:
        kind = (element.get("type") or "").lower()
        if kind == "password":
            self.has_password_field = True
        elif kind == "image":
            self._resource(element, "src")

    def _title(self, element: etree._Element) -> None:
        self.title = self.title or " ".join((element.text or "").split())[:1000]
        self._hide(element)

    def _base(self, element: etree._Element) -> None:
        self.base = self.base or element.get("href")

    def _style(self, element: etree._Element) -> None:
        if self._with_styles and (text := element.text):
            self.styles.append(text)
        self._hide(element)


_VISITORS: dict[str, Callable[[Walk, etree._Element], None]] = {
    "a": Walk._other_link,
    "area": Walk._other_link,
    "frame": Walk._other_link,
    "iframe": Walk._other_link,
    "link": Walk._head_link,
    "meta": Walk._meta,
    "base": Walk._base,
    "title": Walk._title,
    "style": Walk._style,
    "input": Walk._input,
    "img": Walk._image,
    "source": Walk._image,
    "script": Walk._script,
    "video": Walk._media,
    "audio": Walk._media,
    "track": Walk._media,
    "embed": Walk._media,
    "object": Walk._media,
    **dict.fromkeys(_BOILERPLATE, Walk._region),
    **dict.fromkeys(("textarea", "option", "template"), Walk._hide),
    "noscript": Walk._noscript,
}


@lru_cache(maxsize=1024)
def _tokens(value: str) -> frozenset[str]:
    return frozenset(value.lower().split())


def _loads(relations: frozenset[str], kind: str | None) -> bool:
    """Whether a `<link>` names something the page is shown with. What is fetched ahead may be the next page."""
    needed = relations & _RESOURCE_RELATIONS
    if not needed or "alternate" in relations:
        return False
    return needed != _PRELOAD or (kind or "").lower() != "document"


def _role_holders(root: etree._Element) -> set[etree._Element]:
    """Links inside what calls itself navigation or the like by its role."""
    holders = found_by(_ROLE_HOLDERS, root)
    regions = [holder for holder in holders if (holder.get("role") or "").lower() in _BOILERPLATE_ROLES]
    # Sites have a handful; a page of nothing but roles must not cost a walk each.
    return {link for region in regions[:100] for link in region.iter("a", "area")}


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
    text = element.text or ""
    if not len(element):
        return text if len(text) <= 4 * MAX_TEXT else text[: 4 * MAX_TEXT]
    parts = [text]
    for inner in islice(element.iter(), 1, 9):
        parts += [inner.text or "" if isinstance(inner.tag, str) else "", inner.tail or ""]
    return " ".join(" ".join(part[: 4 * MAX_TEXT] for part in parts).split())[:MAX_TEXT]
