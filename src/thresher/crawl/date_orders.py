"""Which comes first in dates of numbers on each site, the day or the month, as any of its pages proves it.

03-04-2014 tells nothing, but a list has many dates, and one past the twelfth of a month tells for the whole site:
whoever set up a board has chosen one way to write dates. Lists are met before what they lead to, so it is mostly known
in time.
"""

from dataclasses import replace
from typing import NamedTuple

from lxml import etree

from thresher.guide import Memory
from thresher.knowledge import ApplicationType
from thresher.page import order_written
from thresher.recognise import Recognition

MAX_PAGES = 60
"""Of a site that are searched for proof: a site that writes out its months has none, and looking takes 0.2 ms."""
ENOUGH = 5
"""Pages that speak for one order."""


class _Votes(NamedTuple):
    """How many pages were looked at, and how many spoke for each order."""

    pages: int = 0
    dmy: int = 0
    mdy: int = 0

    @property
    def is_settled(self) -> bool:
        return self.pages >= MAX_PAGES or max(self.dmy, self.mdy) >= ENOUGH

    @property
    def order(self) -> str:
        """What more pages speak for than against: people quote dates of elsewhere."""
        return "" if self.dmy == self.mdy else "dmy" if self.dmy > self.mdy else "mdy"

    def with_page(self, order: str) -> "_Votes":
        return _Votes(self.pages + 1, self.dmy + (order == "dmy"), self.mdy + (order == "mdy"))


class DateOrders:
    """Remembers for each site what its pages have proved; in the crawl's memory, so that a resumed one reads alike."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._applied: dict[tuple[str, str, str], tuple[ApplicationType, ApplicationType]] = {}

    def observe(self, root: str, tree: etree._Element | None) -> None:
        """Look at one more page of the site at `root`, unless enough were seen."""
        votes = self._votes(root)
        if tree is not None and not votes.is_settled:
            self._memory.save(_key(root), votes.with_page(order_written(tree)))

    def applied(self, found: Recognition) -> Recognition:
        """The recognition with the order that its site has proved."""
        order = self._votes(found.root).order
        if not order:
            return found
        key, given = (found.root, found.application.name, order), found.application
        if key not in self._applied or self._applied[key][0] is not given:
            self._applied[key] = given, replace(given, dates=replace(given.dates, order=order, is_proved=True))
        return replace(found, application=self._applied[key][1])

    def _votes(self, root: str) -> _Votes:
        return _Votes(*(self._memory.load(_key(root)) or ()))


def _key(root: str) -> str:
    return f"date order {root}"
