"""What a post says and no other does: the measure by which the text of posts is told from what stands around it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from lxml import etree

_HIDDEN = frozenset({"script", "style", "template", "noscript"})


class OwnText:
    """Characters that only one of several records has, for each element in them.

    Titles, buttons and signatures come back in the same place; they count against what holds them. A text that comes
    back in another place is quoted there: it counts where it was said, and nowhere else.
    """

    def __init__(self, records: Sequence[etree._Element]) -> None:
        pieces = [(number, *piece) for number, record in enumerate(records) for piece in _pieces(record)]
        places: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for _, _, path, text in pieces:
            places[text].setdefault(path, path.count("/"))
        said = {text: min(paths, key=lambda path: (paths[path], path)) for text, paths in places.items()}
        times = Counter({(number, path, text): 1 for number, _, path, text in pieces})
        repeated = Counter((path, text) for _, path, text in times)
        self._values: defaultdict[etree._Element, int] = defaultdict(int)
        for _, element, path, text in pieces:
            if len(places[text]) > 1 and said[text] != path:
                continue
            self._values[element] += -len(text) if repeated[path, text] > 1 else len(text)

    def characters(self, element: etree._Element) -> int:
        """Those of an element and all in it."""
        return sum(self._values.get(one, 0) for one in element.iter(etree.Element))


def _pieces(record: etree._Element) -> Iterator[tuple[etree._Element, str, str]]:
    """The texts of a record: whose each is, where that stands, and what it says."""
    paths: dict[etree._Element, str] = {}
    for element in record.iter(etree.Element):
        above = element.getparent()
        outer = paths.get(above, "") if above is not None and element is not record else ""
        paths[element] = f"{outer}/{element.tag}"
        if element.tag in _HIDDEN:
            continue
        texts = [element.text, *(child.tail for child in element)]
        for text in texts:
            if folded := " ".join((text or "").split()):
                yield element, paths[element], folded
