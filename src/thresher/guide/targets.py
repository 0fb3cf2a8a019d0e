"""Rules for links → the addresses on a page that they speak of."""

import re
from collections.abc import Iterator

from thresher.knowledge import MAX_MATCHED, ApplicationType, Follow, Level
from thresher.model import Page
from thresher.page import VirtualDocument, base_of, join


def rules_for(application: ApplicationType, level: Level | None) -> Iterator[Follow]:
    """The rules of the page's level; for a page of no known level, what addresses alone can tell."""
    if level is not None:
        yield from level.follow
        return
    for one in application.levels:
        yield from (rule for rule in one.follow if rule.role and not rule.at)


def targets_of(rule: Follow, page: Page, document: VirtualDocument) -> Iterator[str]:
    """Addresses that a rule finds on a page: those of the first of its places that has any."""
    if not rule.at:
        yield from (link.url for link in page.links)
        return
    yield from (asked for _, asked in _at_its_place(rule, page, document))


def rewritten_on(level: Level, page: Page, document: VirtualDocument) -> dict[str, str]:
    """Addresses linked on a page, and those that the rules of its level ask for instead."""
    rules = [rule for rule in level.follow if rule.at and rule.rewrite[0]]
    return {linked: asked for rule in rules for linked, asked in _at_its_place(rule, page, document)}


def _at_its_place(rule: Follow, page: Page, document: VirtualDocument) -> list[tuple[str, str]]:
    """What is linked at the first of a rule's places that has any links, with what is to be asked for."""
    base = base_of(document.root, page.url)
    for pattern in rule.at:
        nodes = pattern.select(document)
        linked = [join(base, node if isinstance(node, str) else node.get("href") or "") for node in nodes]
        if found := [(url, asked) for url in linked if url and (asked := _rewritten(url, rule))]:
            return found
    return []


def _rewritten(url: str, rule: Follow) -> str:
    """The address to be asked for where a page links to `url`; empty if it is too long to be looked into."""
    if not rule.rewrite[0]:
        return url
    return re.sub(rule.rewrite[0], rule.rewrite[1], url, count=1) if len(url) <= MAX_MATCHED else ""
