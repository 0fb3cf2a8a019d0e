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
    base = base_of(document.root, page.url)
    for pattern in rule.at:
        nodes = pattern.select(document)
        found = [join(base, node if isinstance(node, str) else node.get("href") or "") for node in nodes]
        if rule.rewrite[0]:
            short = [url for url in found if url and len(url) <= MAX_MATCHED]
            found = [re.sub(rule.rewrite[0], rule.rewrite[1], url, count=1) for url in short]
        if any(found):
            yield from filter(None, found)
            return
