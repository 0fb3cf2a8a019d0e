"""A second opinion: what a general extractor takes for the article of a page. The only door to trafilatura."""

import logging
from dataclasses import dataclass

import trafilatura
from lxml import etree
from trafilatura.settings import Document

MAX_ELEMENTS = 30_000
"""Beyond, it takes seconds."""

# It tells of every page that it finds nothing on; that is a result, not a trouble.
logging.getLogger("trafilatura").setLevel(logging.CRITICAL)


@dataclass(frozen=True, slots=True)
class MainText:
    """What is taken for the article; empty where nothing is."""

    text: str = ""
    title: str = ""
    author: str = ""
    published: str = ""


def main_text(root: etree._Element, url: str = "") -> MainText:
    """The article of a page, as far as it can be told without knowing the site. Never raises."""
    if sum(1 for _ in root.iter()) > MAX_ELEMENTS:
        return MainText()
    try:
        # It wants a tree of lxml.html and changes it: the source is the shortest way to one of its own.
        source = etree.tostring(root, encoding="unicode", method="html")
        found = trafilatura.bare_extraction(
            source, url=url or None, include_comments=False, include_tables=True, with_metadata=True
        )
    except Exception:  # foreign code on foreign pages
        return MainText()
    if not isinstance(found, Document):
        return MainText()
    return MainText(found.text or "", found.title or "", found.author or "", found.date or "")
