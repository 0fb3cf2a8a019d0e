"""Authors without a link: forums write the names of guests, and of members who are gone, as plain text."""

import re
from collections import Counter
from collections.abc import Mapping

from lxml import etree

from thresher.learn.posts.limits import LATEST, MAX_NAME, MOST
from thresher.learn.posts.names import is_telling, own_names
from thresher.page import DateHabits, find_date

MAX_BEHIND = 20
"""Characters that stand behind the name of everybody: a comma, a button."""
_TEXTS = etree.XPath("descendant::text()[not(parent::script or parent::style)]")
_DIGITS = re.compile(r"[0-9]+")

Column = Mapping[int, etree._Element]


def unlinked(columns: Mapping[str, Column], author: str) -> tuple[str, str]:
    """The pattern that has the name where nothing is at `author`, a link, and the expression that takes it from there;
    both empty if there is none.

    It says the name where there is a link, too, and nothing else; or is around the link and says the same behind it of
    everybody.
    """
    links = columns.get(author, {})
    if not links or any(not link.get("href") for link in links.values()):
        return "", ""
    best, rank = ("", ""), (-1, False)
    for name, column in columns.items():
        if name == author or not is_telling(name) or not set(links) <= set(column):
            continue
        guests = [element for number, element in column.items() if number not in links]
        others = list(map(_said, guests))
        behind = _behind(links, column)
        # Where nobody is linked, another link is a button.
        if behind is None or not all(map(_may_be_name, others)) or any(one.get("href") for one in guests):
            continue
        # Where nobody is without a link so far, what is around the links and says the same will do.
        if not others and (behind or not _are_around(column, links)):
            continue
        if (len(others), not behind) > rank:
            best, rank = (name, _expression(behind)), (len(others), not behind)
    called, has_guests = _called_alike(columns, links)
    return (called, "") if called and (has_guests or rank[0] <= 0) else best


def _called_alike(columns: Mapping[str, Column], links: Column) -> tuple[str, bool]:
    """The class of all links to authors, if nothing else in their posts has it: guests have it without a link; and
    whether there were any of these."""
    classes = [(link.get("class") or "").split() for link in links.values()]
    lasting = own_names(next(iter(links.values())))
    for token in classes[0]:
        if f"a[@class~='{token}']" not in lasting or not all(token in some for some in classes):
            continue
        others = [
            column
            for name, column in columns.items()
            if name.endswith(f"[@class~='{token}']") and not name.startswith("a[")
        ]
        if not any(set(column) & set(links) for column in others) and all(
            _may_be_name(_said(element)) for column in others for element in column.values()
        ):
            return f"*[@class~='{token}']", any(others)
    return "", False


def _may_be_name(text: str) -> bool:
    return 0 < len(text) <= MAX_NAME and any(map(str.isalpha, text)) and not find_date(text, DateHabits(LATEST))


def _said(element: etree._Element) -> str:
    """The text in an element, without scripts."""
    texts: list[str] = _TEXTS(element)  # type: ignore[assignment]
    return " ".join(" ".join(texts).split())


def _behind(links: Column, column: Column) -> str | None:
    """What most of these say behind the name in the link; None if they do not say the name first."""
    pairs = [(_said(column[number]), _said(link)) for number, link in links.items()]
    rests = Counter(_DIGITS.sub("#", said[len(name) :]) for said, name in pairs if said.startswith(name))
    rest, count = rests.most_common(1)[0] if rests else ("", 0)
    if count < MOST * len(pairs):
        return None
    return rest if not rest or _are_around(column, links) else None


def _are_around(column: Column, links: Column) -> bool:
    return all(any(above is column[number] for above in link.iterancestors()) for number, link in links.items())


def _expression(behind: str) -> str:
    """Takes the name from what has, or may have, something short behind it."""
    plain = behind.strip()
    return rf"^(.*?)(?:\s*{re.escape(plain)})?$" if plain and len(plain) <= MAX_BEHIND and "#" not in plain else ""
