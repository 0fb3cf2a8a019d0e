"""The records of thread pages side by side: what stands under each name in each of them."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from lxml import etree

from thresher.learn.limits import MOST
from thresher.learn.names import names_of, placed_names
from thresher.learn.rows import Behind, names_behind


class Table:
    """The records, and what stands under each name in each of them: the first element of that name."""

    def __init__(
        self,
        records: Sequence[etree._Element],
        homes: Sequence[int],
        sessions: frozenset[str] = frozenset(),
        further: Sequence[Behind] = (),
    ) -> None:
        """`further` are the elements of each record behind its first."""
        self.sessions = sessions
        """Parameters that are no part of an address."""
        self.records = list(records)
        self.further = further
        self.homes = homes
        """Which page each is from."""
        self.columns: defaultdict[str, dict[int, etree._Element]] = defaultdict(dict)
        for number, record in enumerate(records):
            for element in record.iterdescendants():
                for name in (*names_of(element, record), *placed_names(element)):
                    self.columns[name].setdefault(number, element)
        for number, some in enumerate(further):
            for name, element in names_behind(some):
                self.columns[name].setdefault(number, element)
        rows = [*records, *(row for some in further for _, row in some)]
        texts = Counter(text for row in rows for text in {*_texts_in(row)})
        self._repeated = {text for text, count in texts.items() if count > 1}
        enough = MOST * len(self.records)
        self.common = {name: column for name, column in self.columns.items() if len(column) >= enough}

    def own_characters(self, element: etree._Element) -> int:
        """Characters that only this record has, less those that others have too: titles, buttons, signatures."""
        return sum(-len(text) if text in self._repeated else len(text) for text in _texts_in(element))


def _texts_in(element: etree._Element) -> list[str]:
    return [folded for text in element.itertext() if (folded := " ".join(str(text).split()))]
