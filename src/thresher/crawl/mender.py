"""Pages of a known application that are no longer read as they were → its knowledge mended for the site (AAH §6.1).

What an earlier visit kept of a page is looked for with the rules of its application. Where these fail on something that
is still there, the page waits; once some pages of a level wait, what they show teaches how they are read, and all of
them are read by that. Where nothing helps, they are read as far as the old rules go.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from thresher.crawl.samples import Sample
from thresher.crawl.understand import objects_on
from thresher.crawl.view import View
from thresher.extract import Extracted, extract
from thresher.knowledge import ApplicationType, Level
from thresher.learn.mending import ENOUGH, LEAST_SHARE, Mend, Witness, agreement, mend
from thresher.model import Capture, Page, Source, WebObject
from thresher.page import VirtualDocument
from thresher.recognise import level_of

TRIES = (6, 12)
"""Pages of a level that wait when mending is tried: first, only what is right on all others is taken. After the last
time, nobody waits any more.
"""
MAX_MENDS = 3
"""Of one level: a site has a few templates, not one a page."""
MENDABLE = ("known", "adapted")
"""Sources of types; what was learned or taught of a site is learned anew in each visit."""

Before = Callable[[str], Sequence[WebObject]]
"""An address → what earlier visits have kept of the page there."""
Earlier = Callable[[str], Iterable[Sample]]
"""Folder of a site → the pages of it that this visit has read."""


class Knowing(Protocol):
    """What knows applications, and can be told more of them: the ladder."""

    def look(self, page: Page, capture: Capture) -> View | None: ...

    def adapted(self, type_name: str, levels: Sequence[dict[str, Any]]) -> ApplicationType: ...

    def adapt(self, root: str, application: ApplicationType) -> None: ...


@dataclass(frozen=True, slots=True)
class Mended:
    """A level of a site's application that was mended."""

    root: str
    type_name: str
    mend: Mend


@dataclass(frozen=True, slots=True)
class _Waiting:
    witness: Witness
    capture: Capture
    is_told: bool
    """Whether its level is still told."""


class Mender:
    """Reads pages; holds back those on which the rules fail until it is clear how they are read."""

    def __init__(self, ladder: Knowing, before: Before = lambda _: (), earlier: Earlier = lambda _: ()) -> None:
        self._ladder = ladder
        self._before = before
        self._earlier = earlier
        self._waiting: defaultdict[tuple[str, str, str], list[_Waiting]] = defaultdict(list)
        self._levels: defaultdict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        self._given_up: set[tuple[str, str, str]] = set()
        self._late: list[tuple[Page, Capture]] = []
        self._renewed: list[str] = []
        """Folders of sites that were mended since."""
        self._mended: list[Mended] = []

    def recall(self, root: str, type_name: str, levels: Sequence[dict[str, Any]]) -> None:
        """Go on with what earlier runs have mended."""
        self._levels[root, type_name] += levels
        self._adopt(root, type_name)

    def read(self, view: View, page: Page, capture: Capture) -> Extracted:
        """What people wrote on a page; nothing yet if the page has to wait."""
        found = objects_on(view, capture)
        application = view.recognition.application
        known = self._before(page.url) if application.source in MENDABLE else ()
        level = _level_for(view, known)
        key = (view.recognition.root, application.name, level.name if level is not None else "")
        if level is None or key in self._given_up:
            return found
        witness = Witness(page, tuple(known), capture.time)
        if not any(agreement([(witness.shown, found.objects)], rule.object).has_failed for rule in level.extract):
            return found
        waiting = self._waiting[key]
        waiting.append(_Waiting(witness, capture, view.recognition.level is not None))
        if len(waiting) in TRIES:
            self._try(key, level, is_last=len(waiting) == TRIES[-1])
        return Extracted(notes=("not read as before: waits until it is clear how",))

    def is_holding(self, url: str) -> bool:
        """Whether the page at an address waits."""
        return any(one.witness.page.url == url for some in self._waiting.values() for one in some)

    def released(self) -> Iterator[tuple[View, Capture]]:
        """Pages that waited and can be read now; and those of mended sites that came before, of which nothing was known
        that could have failed: new ones come first.
        """
        late, self._late = self._late, []
        renewed, self._renewed = self._renewed, []
        earlier = ((one.page, one.capture) for root in renewed for one in self._earlier(root))
        for page, capture in chain(late, earlier):
            view = self._ladder.look(page, capture)
            if view is not None and view.recognition.application.source in MENDABLE:
                yield view, capture

    def take_mended(self) -> list[Mended]:
        """What was mended since this was asked last."""
        taken, self._mended = self._mended, []
        return taken

    def settle(self) -> None:
        """Nothing more comes: what waits is read as far as it can be."""
        for key, some in list(self._waiting.items()):
            level = _level_named(self._ladder.look(some[0].witness.page, some[0].capture), key[2]) if some else None
            if level is not None:
                self._try(key, level, is_last=True)

    def _try(self, key: tuple[str, str, str], level: Level, *, is_last: bool) -> None:
        root, type_name, _ = key
        laid = self._levels[root, type_name]
        captures = {id(one.witness): one.capture for one in self._waiting[key]}

        def build(data: dict[str, Any]) -> ApplicationType:
            return self._ladder.adapted(type_name, [data, *laid])

        def read(application: ApplicationType, one: Witness) -> Sequence[WebObject]:
            return _read(application, root, one, captures[id(one)])

        some = self._waiting[key]
        is_told = 2 * sum(one.is_told for one in some) > len(some)
        least = LEAST_SHARE if is_last else ENOUGH
        try:
            found = mend(level, [one.witness for one in some], build, read, is_told=is_told, least=least)
        except Exception:  # pages of all kinds, patterns made from them: no crawl ends for that
            found = None
        if found is not None:
            self._levels[root, type_name] = [found.level, *laid]
            self._adopt(root, type_name)
            self._mended.append(Mended(root, type_name, found))
            self._renewed.append(root)
        count = sum(one["name"] == level.name for one in self._levels[root, type_name])
        if (found is None and is_last) or count >= MAX_MENDS:
            self._given_up.add(key)
        if found is not None or is_last:
            self._late += [(one.witness.page, one.capture) for one in self._waiting.pop(key)]

    def _adopt(self, root: str, type_name: str) -> None:
        self._ladder.adapt(root, self._ladder.adapted(type_name, self._levels[root, type_name]))


def _read(application: ApplicationType, root: str, one: Witness, capture: Capture) -> Sequence[WebObject]:
    document = VirtualDocument.of(one.page, capture)
    level, _ = level_of(document, application, one.page.url, root)
    if level is None:
        return ()
    return extract(document, application, level, root, Source("", 0, one.page.url, capture.time))


def _level_for(view: View, known: Sequence[WebObject]) -> Level | None:
    """The level of a page; if that is no longer told, the one that its objects were read by."""
    if not known or view.recognition.level is not None:
        return view.recognition.level if known else None
    names = {one.rule.partition("/")[2].partition(" (")[0] for one in known}
    return next((level for name in sorted(names) if (level := _level_named(view, name)) is not None), None)


def _level_named(view: View | None, name: str) -> Level | None:
    return view.recognition.application.level(name) if view is not None else None
