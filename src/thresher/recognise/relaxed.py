"""A page that no sign speaks for as people wrote it → the type whose signs are there in another form (AAH section 6).

The worst case of relaxing: of a sign only its words are left, wherever on the page they stand. That alone would take a
page that speaks of phpBB for one that is made with it. So the application's own knowledge has to hold: the page is of
one of its levels, and many links have addresses as only it gives them.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from lxml import etree

from thresher.knowledge import ADAPTED, ApplicationType, KnowledgeBase
from thresher.page import VirtualDocument, base_of, join
from thresher.pattern import Pattern, parse
from thresher.recognise.sites import is_one_origin

MAX_ELEMENTS = 20_000
MAX_LINKS = 500
LEAST_WORD = 4
"""Characters of a word that can be the mark of an application."""
LEAST_NAME = 3
LEAST_LINKS = 5
LEAST_SHARE = 0.25
"""Of the links of a page to its own site: how many must have addresses that lead to levels of the type."""

_HOLDING = ("href", "src", "class", "id", "content", "name", "title", "alt", "value", "action")


def relaxed_signs(base: KnowledgeBase, document: VirtualDocument, url: str) -> list[tuple[str, str]]:
    """Types whose signs a page has in another form, those with most links of their own first, each with the words."""
    if document.root is None:
        return []
    said = _said(document.root)
    words: dict[str, list[str]] = {}
    types = [name for name in base.names if base.file(name).data.get("source") != ADAPTED]
    extended = {parent for name in types for parent in base.lineage(name)[1:]} & base.categories
    for name, text in base.detections():
        if name not in extended:
            named = (word for word in _words(parse(text)) if _is_name(word, base.type(name)))
            words.setdefault(name, []).extend(word for word in named if word.lower() in said)
    links = _links(document.root, url)
    found = []
    for name, own in words.items():
        count = _own_links(base.type(name), links) if own else 0
        if count >= max(LEAST_LINKS, LEAST_SHARE * len(links)):
            found.append((count, len(base.lineage(name)), name, own[0]))
    return [(name, word) for _, _, name, word in sorted(found, reverse=True)]


def _said(root: etree._Element) -> str:
    """What attributes say, and the last texts of the page, where programs name themselves."""
    parts: list[str] = []
    for element in islice(root.iter(), MAX_ELEMENTS):
        if isinstance(element.tag, str):
            parts += (value for name in _HOLDING if (value := element.get(name)))
    return "\n".join((*parts, *_last_texts(root))).lower()


def _last_texts(root: etree._Element) -> Iterator[str]:
    elements = [one for one in islice(root.iter(), MAX_ELEMENTS) if one.tag in ("footer", "div", "p", "address", "td")]
    yield from (" ".join(" ".join(map(str, one.itertext())).split())[:400] for one in elements[-8:])


def _words(pattern: Pattern) -> Iterable[str]:
    """The words that a sign is known by."""
    for path in pattern.paths:
        for step in path.steps:
            for predicate in step.predicates:
                text = getattr(predicate, "text", "")
                if len(text) >= LEAST_WORD and any(map(str.isalpha, text)):
                    yield text


def _is_name(word: str, application: ApplicationType) -> bool:
    """Whether a word names the application: others, such as 'generator', are part of many signs."""
    names = (application.name.rstrip("0123456789"), application.title.split()[0])
    return any(len(name) >= LEAST_NAME and name.lower() in word.lower() for name in names)


def _links(root: etree._Element, url: str) -> list[str]:
    base = base_of(root, url)
    found = (join(base, element.get("href") or "") for element in islice(root.iter("a"), MAX_LINKS))
    return list(dict.fromkeys(link for link in found if link and is_one_origin(link, url)))


def _own_links(application: ApplicationType, links: Iterable[str]) -> int:
    """Links whose addresses lead to levels of the application, and say so in words or numbers of its own."""
    roles = (application.urls.read(link).role for link in links)
    return sum(bool(role) and application.level_of_role(role) is not None for role in roles)
