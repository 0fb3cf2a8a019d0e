"""Posts that stand inside each other → what belongs to each of them, without those in it."""

import re
from collections.abc import Sequence
from typing import Any

from lxml import etree

from thresher.extract.fields import Find
from thresher.extract.inventory import Finder
from thresher.page.own_part import around, own_part
from thresher.pattern import Pattern

# What begins at a post and leads out of it is looked for on the page itself.
_LEADS_OUT = re.compile(r"(?:following|preceding|ancestor|parent)(?:-[a-z-]+)?::|\.\.")


class OwnParts:
    """Looks for patterns in posts, each without the others that stand in it.

    An answer may lack what the answers to it have: the name of its author, who is gone, or a date.
    """

    def __init__(self, posts: Sequence[etree._Element], finder: Finder) -> None:
        self._posts = frozenset(posts)
        self._around = around(posts)
        self._finder = finder

    def within(self, post: etree._Element) -> Find:
        """What patterns select in `post`, as far as that is its own."""
        whole = self._finder.within(post)
        part = own_part(post, self._posts, self._around)
        if part is post:
            return whole
        own = self._finder.within(part)

        def find(pattern: Pattern) -> Sequence[Any]:
            return whole(pattern) if _LEADS_OUT.search(pattern.xpath) else own(pattern)

        return find
