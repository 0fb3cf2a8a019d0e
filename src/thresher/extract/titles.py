"""A title as the head of a page has it → the title alone: `A late ferry | Harbour notes` is that of the post and of the
site. What a site is called it says itself: for machines, or in the link to its front page.
"""

import re
from itertools import islice

from lxml import etree

from thresher.page import join

MAX_LINKS = 200
MAX_NAME = 80
"""Characters of a name; a longer text in a link to the front page is something else."""

_JOINT = r"\s*(?:[|·•–—»«:-]|::|//)\s*"
_NAMING = ("og:site_name", "application-name", "apple-mobile-web-app-title")


def own_title(title: str, page: etree._Element, home: str, base: str) -> str:
    """`title` without the name of the site whose front page is at `home`; all of it if nothing else would be left."""
    for name in sorted(_names(page, home, base), key=len, reverse=True):
        end = re.fullmatch(rf"(.*\S){_JOINT}{re.escape(name)}", title) or re.fullmatch(
            rf"{re.escape(name)}{_JOINT}(\S.*)", title
        )
        if end is not None:
            return end[1]
    return title


def _names(page: etree._Element, home: str, base: str) -> set[str]:
    names = {meta.get("content") for meta in page.iter("meta") if _naming(meta) in _NAMING}
    names |= {_text(link) for link in islice(page.iter("a"), MAX_LINKS) if join(base, link.get("href") or "") == home}
    return {folded for name in names if name and 1 < len(folded := " ".join(name.split())) <= MAX_NAME}


def _naming(meta: etree._Element) -> str:
    return (meta.get("property") or meta.get("name") or "").lower()


def _text(link: etree._Element) -> str:
    return "".join(map(str, link.itertext()))
