"""Who writes the posts of a blog, where neither a feed nor a rule for threads says so: what pages call an author."""

import re
from collections import Counter
from collections.abc import Sequence

from lxml import etree

from thresher.knowledge.noise import judge
from thresher.learn.articles.naming import first_by, own_names, plain_name
from thresher.learn.posts.names import string_of
from thresher.model import Page
from thresher.page import join

MOSTLY = 0.85
"""Share of the pages that must have a name at the same place."""
MAX_AUTHORS = 0.4
"""Authors a page, at most: what differs more is not who writes a blog."""
MAX_WORDS = 6
MAX_CANDIDATES = 20
_AUTHOR = re.compile(r"author|byline|writer", re.I)
_PERSON = re.compile(
    r"[/?&](?:authors?|users?|members?|profiles?|people|writers?|autor(?:es)?|auteurs?|autore)(?:[-_]?(?:id|name))?[/=]",
    re.I,
)
_TALK = re.compile(r"comment|reply|respon", re.I)
_FIELDS = ("input", "textarea", "select")


def names_on(pages: Sequence[Page]) -> list[str]:
    """The author of each page, empty where none is named: short texts at a place whose name says so, of few people."""
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update({name for element in page.tree.iter(etree.Element) for name in _telling(element)})
    likely = [name for name, count in counts.most_common(MAX_CANDIDATES) if count >= MOSTLY * len(pages)]
    found = [names for name in likely if (names := _read(name, pages))]
    # The shortest: what stands around a name says more than the name.
    return min(found, key=lambda names: sum(map(len, names)), default=_linked_names(pages))


def _linked_names(pages: Sequence[Page]) -> list[str]:
    """The same by the first link of each page whose address says that it leads to somebody: ?memberid=1."""
    linked = [_people_linked(page) for page in pages]
    kinds = Counter(kind for names in linked for kind in names)
    found = [[names.get(kind, "") for names in linked] for kind, _ in kinds.most_common(MAX_CANDIDATES)]
    return next((names for names in found if _are_names(names)), [""] * len(pages))


def _people_linked(page: Page) -> dict[str, str]:
    """What the first link of each kind is called that leads to somebody."""
    found: dict[str, str] = {}
    for link in page.tree.iter("a"):
        kind = _PERSON.search(link.get("href") or "")
        name = plain_name(string_of(link))
        if kind is not None and name and judge(join(page.url, link.get("href")) or "").verdict != "skip":
            found.setdefault(kind[0].lower(), name)
    return found


def _telling(element: etree._Element) -> list[str]:
    named = [name for name in own_names(element) if _AUTHOR.search(name) and not _TALK.search(name)]
    return named if named and not _is_asked_for(element) else []


def _is_asked_for(element: etree._Element) -> bool:
    """Whether readers are to fill in their own name there."""
    return element.tag in ("label", "legend") or next(element.iter(*_FIELDS), None) is not None


def _read(name: str, pages: Sequence[Page]) -> list[str]:
    """What stands at a place on each page; nothing if it is not the name of a person on most."""
    places = [first_by(name, page.tree) for page in pages]
    names = [plain_name(string_of(place[0])) if place is not None else "" for place in places]
    return names if _are_names(names) else []


def _are_names(names: Sequence[str]) -> bool:
    """Whether most pages have one, each a few words, and they are of few people."""
    known = [one for one in names if one]
    is_few = len(set(known)) <= max(1, MAX_AUTHORS * len(names))
    is_short = all(len(one.split()) <= MAX_WORDS for one in known)
    return len(known) >= MOSTLY * len(names) and is_few and is_short


def plain_names(names: Sequence[str]) -> list[str]:
    """Names without the words that all of them begin or end with: 'Anna Berg, editor' and 'Otto Ahl, editor'."""
    words = [name.split() for name in names]
    different = [list(one) for one in {tuple(one) for one in words if one}]
    for end in (0, -1) if len(different) > 1 else ():
        while all(len(one) > 1 for one in different) and len({one[end] for one in different}) == 1:
            for one in (*words, *different):
                if one:
                    one.pop(end)
    return [" ".join(one).strip(" ,;:|·–—-") for one in words]
