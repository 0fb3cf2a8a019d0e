"""Which page of a thing its plain address shows: mostly the first, but the last where newest comments come first."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from lxml import etree

from thresher.knowledge import Address
from thresher.page import canonical, join

MAX_LINKS = 2000
Read = Callable[[str], Address]
"""What an address is to the application."""


def shown_page(root: etree._Element, base: str, own: Address, read: Read) -> int:
    """The number of the page that the plain address of `own` shows; 0 for the first, or where nothing tells.

    A comment links to itself: on the page that it is shown on, behind a mark.
    """
    counts: Counter[int] = Counter()
    for link in islice(root.iter("a"), MAX_LINKS):
        place, mark, name = (link.get("href") or "").partition("#")
        is_one = any(map(str.isdigit, name))  # not the comments as a whole, as pagers have it
        url = canonical(join(base, place) or "") if place and mark and is_one else None
        if url is not None and (address := read(url)).thing == own.thing:
            counts[address.page] += 1
    return counts.most_common(1)[0][0] if counts else 0


def as_shown(address: Address, own: Address, shown: int) -> Address:
    """An address where the plain one of `own` shows page number `shown` of it: that is the same page, the first is
    another.
    """
    if address.thing != own.thing or address.role == own.role:
        return address
    if address.page == shown:
        return replace(address, identity=own.identity)
    return address if address.page else replace(address, identity=f"{own.identity} first")
