"""Lists that show beginnings and ends of threads: imageboards, and boards with the last answers below each.

Posts there say by marks which thread they are of, so nothing need be asked for; where they do not, `wholes` compares.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from lxml import etree

from thresher.learn.links import Spot

LEAST_PAGES = 3
LEAST_TALKS = 2
"""Of those pages, how many must have several posts here: links to single posts lead to one each."""
_NUMBER = re.compile(r"[0-9]+$")


def shows_several(root: etree._Element, own: str, spots: Sequence[Spot]) -> bool:
    """Whether posts on the page at `own` say that their place is on several other pages: they link to a mark there, and
    have that mark here.

    Posts of a thread link to marks on its own page, or each to a page of its own.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for spot in spots:
        number = _NUMBER.search((spot.element.get("href") or "").partition("#")[2])
        if number is not None and spot.url != own:
            found[spot.url].add(number[0])
    if len(found) < LEAST_PAGES:
        return False
    names = (element.get("id") or element.get("name") or "" for element in root.iter(etree.Element))
    marks = {mark[0] for name in names if (mark := _NUMBER.search(name))}
    here = [len(numbers & marks) for numbers in found.values()]
    return sum(count > 0 for count in here) >= LEAST_PAGES and sum(count > 1 for count in here) >= LEAST_TALKS
