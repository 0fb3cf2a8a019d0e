"""A title as the head of a page has it → the title alone: `A late ferry | Harbour notes` is that of the post and of the
site. What a site is called it says itself: for machines, or in the link to its front page.
"""

import re
from itertools import islice

from lxml import etree

from thresher.page import join

MAX_LINKS, MAX_HEADINGS = 200, 200
MAX_NAME = 80
"""Characters of a name; a longer text in a link to the front page is something else."""

MAX_MARK = 2
"""Characters of a sign; some have two."""

_JOINT = r"(?:\s*[|»«]\s*|\s+(?:[·•–—:-]|::|//)\s+)"
"""A dash or a colon with a space on one side only, or none, is one of the title's own: `Post-Punk`, `Blog: why`."""
_NAMING = ("og:site_name", "application-name", "apple-mobile-web-app-title")
_TITLES = ("og:title", "twitter:title")
_HEADINGS = ("h1", "h2", "h3")


def own_title(title: str, page: etree._Element, home: str, base: str) -> str:
    """`title` without the name of the site whose front page is at `home`; all of it if nothing else would be left, or
    if it stands so on the page: only heads of pages add the name. And without the sign of a link to itself.
    """
    title = _without_mark(title, page)
    if not _is_of_head(title, page):
        return title
    for name in sorted(_names(page, home, base), key=len, reverse=True):
        end = re.fullmatch(rf"(.*\S){_JOINT}{re.escape(name)}", title) or re.fullmatch(
            rf"{re.escape(name)}{_JOINT}(\S.*)", title
        )
        if end is not None:
            return end[1]
    return title


def _without_mark(title: str, page: etree._Element) -> str:
    """`title` without the sign of a link at its end that leads to the heading itself: ¶ or #. Only where it is that
    heading with its sign: `Notes on C#` may stand over parts that have one.
    """
    letters = "".join(title.split())
    said = (one for one in islice(page.iter(*_HEADINGS), MAX_HEADINGS) if "".join(_text(one).split()) == letters)
    links = (link for heading in said for link in heading.iter("a") if (link.get("href") or "").startswith("#"))
    marks = (text for link in links if 0 < len(text := _text(link)) <= MAX_MARK and not any(map(str.isalnum, text)))
    mark = next((mark for mark in marks if title.endswith(mark)), "")
    return title.removesuffix(mark).rstrip() or title


def _is_of_head(title: str, page: etree._Element) -> bool:
    said = {_text(one) for one in page.iter("title")}
    said |= {_folded(meta.get("content") or "") for meta in page.iter("meta") if _naming(meta) in _TITLES}
    return title in said and title not in map(_text, islice(page.iter(*_HEADINGS), MAX_HEADINGS))


def _names(page: etree._Element, home: str, base: str) -> set[str]:
    names = {_folded(meta.get("content") or "") for meta in page.iter("meta") if _naming(meta) in _NAMING}
    names |= {_text(link) for link in islice(page.iter("a"), MAX_LINKS) if join(base, link.get("href") or "") == home}
    return {name for name in names if 1 < len(name) <= MAX_NAME}


def _naming(meta: etree._Element) -> str:
    return (meta.get("property") or meta.get("name") or "").lower()


def _text(element: etree._Element) -> str:
    return _folded("".join(map(str, element.itertext())))


def _folded(text: str) -> str:
    return " ".join(text.split())
