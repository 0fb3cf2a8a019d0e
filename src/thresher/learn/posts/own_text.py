"""What a post says and no other does: the measure by which the text of posts is told from what stands around it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lxml import etree

from thresher.learn.posts.own_elements import own_elements

MIN_TITLE = 8
"""Characters of a line that is looked for in the title of the page: fewer may be there by chance."""
_HIDDEN = frozenset({"script", "style", "template", "noscript", "textarea", "select"})


class _Piece(NamedTuple):
    """A text, the element it stands in, and where that is in its record."""

    record: int
    element: etree._Element
    place: int
    text: str


class OwnText:
    """Characters that only one of several records has, for each element in them.

    Titles, buttons and signatures come back in the same place; they count against what holds them. A text that comes
    back in another place is quoted there: it counts where it was said, and nowhere else.
    """

    def __init__(self, records: Sequence[etree._Element]) -> None:
        all_records = frozenset(records)
        owned = [list(own_elements(record, all_records)) for record in records]
        places = _Places()
        pieces = [piece for number, elements in enumerate(owned) for piece in places.pieces_in(number, elements)]
        said: dict[str, int] = {}
        for piece in pieces:
            known = said.setdefault(piece.text, piece.place)
            if places.depth[piece.place] < places.depth[known]:
                said[piece.text] = piece.place
        times = Counter((place, text) for _, place, text in {(one.record, one.place, one.text) for one in pieces})
        titles = [title_of(record) for record in records]
        self._characters: defaultdict[etree._Element, int] = defaultdict(int)
        for piece in pieces:
            if said[piece.text] == piece.place:
                size = len(piece.text)
                # An opening post may have the title of its thread above it.
                is_title = size >= MIN_TITLE and piece.text in titles[piece.record]
                is_alien = is_title or times[piece.place, piece.text] > 1
                self._characters[piece.element] += -size if is_alien else size
        for elements in owned:
            self._add_up(elements)

    def _add_up(self, elements: Sequence[etree._Element]) -> None:
        """To what stands right in an element of a record, add what stands in the elements in it."""
        for element in reversed(elements[1:]):
            above = element.getparent()
            if above is not None and element in self._characters:
                self._characters[above] += self._characters[element]

    def characters(self, element: etree._Element) -> int:
        """Those of an element and all in it."""
        return self._characters.get(element, 0)


def title_of(record: etree._Element) -> str:
    """What the page of an element calls itself."""
    title = record.getroottree().getroot().find(".//title")
    return " ".join("".join(map(str, title.itertext())).split()) if title is not None else ""


class _Places:
    """Where elements are in their records: the tags around them, as a number. Paths as texts would be long on pages
    that are nested deeply.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, str], int] = {}
        self.depth: list[int] = []

    def pieces_in(self, number: int, elements: Sequence[etree._Element]) -> Iterator[_Piece]:
        places: dict[etree._Element, int] = {}
        for element in elements:
            above = element.getparent()
            outer = places.get(above, -1) if above is not None else -1
            place = places[element] = self._inside(outer, str(element.tag))
            if element.tag in _HIDDEN:
                continue
            for text in (element.text, *(child.tail for child in element)):
                if folded := " ".join((text or "").split()):
                    yield _Piece(number, element, place, folded)

    def _inside(self, outer: int, tag: str) -> int:
        place = self._numbers.setdefault((outer, tag), len(self._numbers))
        if place == len(self.depth):
            self.depth.append(self.depth[outer] + 1 if outer >= 0 else 0)
        return place
