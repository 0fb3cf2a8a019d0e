"""Parts of a page → what each of them answers, as far as the page shows it."""

from bisect import bisect_left
from collections import defaultdict

from lxml import etree

from thresher.model import ObjectType, WebObject


class Answers:
    """What was read of a page so far, and what a further part answers.

    A part may name what it answers, stand in its box, or say how far it is set in. Where a site was learned, answers
    may also stand in a list beside what they answer, and remarks behind what they are about.
    """

    def __init__(self, container: str, learned: etree._Element | None = None) -> None:
        """`learned` is the document, if rules were learned on the site that it is of."""
        self._container = container
        self._is_learned = learned is not None
        self._places = {one: place for place, one in enumerate(learned.iter())} if learned is not None else {}
        self._ids: dict[etree._Element, tuple[str, ObjectType]] = {}
        self._beside: defaultdict[etree._Element, list[tuple[int, str, ObjectType]]] = defaultdict(list)
        """By the element around parts, these, with their places on the page."""
        self._open: list[tuple[float, str]] = []
        """How far parts are set in that may still be answered, and their ids."""

    def answered(self, part: WebObject, element: etree._Element, depth: str) -> str:
        """Id of what a part answers, which has its own id already; empty if nothing shows it."""
        if part.reply_to:
            found = f"{self._container}#{part.reply_to.rpartition('#')[2]}"
        elif depth:
            found = self._set_in(part, depth)
        else:
            found = self._around(part, element)
        self._keep(part, element)
        return found

    def _keep(self, part: WebObject, element: etree._Element) -> None:
        self._ids[element] = part.id, part.type
        above = element.getparent()
        if self._is_learned and above is not None:
            self._beside[above].append((self._places[element], part.id, part.type))

    def place_of(self, element: etree._Element, number: int) -> int:
        """Where a part stands on its page; if rules were not learned, its `number` among those of its rule."""
        return self._places.get(element, number)

    def _set_in(self, part: WebObject, depth: str) -> str:
        """The last part that is set in less far."""
        try:
            far = float(depth)
        except ValueError:
            return ""
        while self._open and self._open[-1][0] >= far:
            self._open.pop()
        self._open.append((far, part.id))
        return self._open[-2][1] if len(self._open) > 1 else ""

    def _around(self, part: WebObject, element: etree._Element) -> str:
        """The nearest part that an element stands in, or in a list beside."""
        inner = element
        for above in element.iterancestors():
            if above in self._ids and self._may_answer(part, self._ids[above][1]):
                return self._ids[above][0]
            if inner is not element and (found := self._last_before(part, element, above)):
                return found
            inner = above
        return ""

    def _last_before(self, part: WebObject, element: etree._Element, above: etree._Element) -> str:
        """The last part right in `above` that stands before an element."""
        some = [one for one in self._beside.get(above, ()) if self._may_answer(part, one[2])]
        number = bisect_left(some, self._places[element], key=lambda one: one[0]) if some else 0
        return some[number - 1][1] if number else ""

    def _may_answer(self, part: WebObject, kind: ObjectType) -> bool:
        """Whether a part answers others of a kind: its own, or what it is a remark on."""
        return kind is part.type or (self._is_learned and part.type is ObjectType.COMMENT)
