"""Authors without a link: forums write the names of guests, and of members who are gone, as plain text."""

from collections.abc import Mapping

from lxml import etree

from thresher.learn.limits import MAX_NAME, MOST
from thresher.learn.names import is_telling, string_of


def unlinked(columns: Mapping[str, Mapping[int, etree._Element]], author: str) -> str:
    """The pattern that has the name where nothing is at `author`, a link; empty if there is none.

    It holds the link where there is one, and says nothing but the name.
    """
    links = columns.get(author, {})
    if not links or any(not link.get("href") for link in links.values()):
        return ""
    best, most = "", len(links) - 1
    for name, column in columns.items():
        if name == author or not is_telling(name) or not set(links) <= set(column):
            continue
        same = sum(_is_around(column[number], link) for number, link in links.items())
        others = [string_of(element) for number, element in column.items() if number not in links]
        is_name = all(0 < len(text) <= MAX_NAME for text in others)
        if is_name and same >= MOST * len(links) and len(column) > most:
            best, most = name, len(column)
    return best


def _is_around(outer: etree._Element, link: etree._Element) -> bool:
    """Whether an element is around a link, and says no more than it."""
    return string_of(outer) == string_of(link) and any(above is outer for above in link.iterancestors())
