"""Pages of a known application that its rules do not fit → its knowledge mended for the site (AAH section 6).

What an earlier visit kept of a page is looked for with the rules of its application (§6.1). On a site that was never
visited, a page should have what all pages of its level have (§6.2). Where the rules fail, the page waits; once some
pages of a level wait, what they show teaches how they are read, and all of them are read by that. Where nothing helps,
they are read as far as the old rules go.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple, Protocol

from thresher.crawl.samples import Sample
from thresher.crawl.understand import objects_on
from thresher.crawl.untold import Untold
from thresher.crawl.view import View, as_linked
from thresher.extract import Extracted, extract
from thresher.knowledge import ApplicationType, KnowledgeBase, Level
from thresher.learn.articles import Example
from thresher.learn.mending import (
    ENOUGH,
    LEAST_SHARE,
    Mend,
    Witness,
    agreement,
    find_talk,
    is_as_told,
    is_whole,
    lacks,
    leaves_alone,
    mend,
    mend_as_told,
    parts_in_use,
    posts_level,
    relaxed,
    served_by,
    served_talk,
    siblings,
    talk_rule,
    tell_level,
)
from thresher.learn.mending.relax import Preferred
from thresher.model import Capture, Entry, FeedItem, Page, Source, WebObject
from thresher.page import VirtualDocument
from thresher.recognise import Recogniser, Recognition, level_of

TRIES = (6, 12)
"""Pages of a level that wait when mending is tried: first, only what is right on all others is taken. After the last
time, nobody waits any more.
"""
MAX_MENDS = 3
"""Of one level: a site has a few templates, not one a page."""
QUIET = 8
"""Pages of a level without comments after which it is asked whether there are none."""
MAX_SOUND = 4
"""Pages of a level that are read well and kept in mind: what is learned on a new site must leave them as they are."""

Before = Callable[[str], Sequence[WebObject]]
"""An address → what earlier visits have kept of the page there."""
Earlier = Callable[[str], Iterable[Sample]]
"""Folder of a site → the pages of it that this visit has read."""


class Knowing(Protocol):
    """What knows applications, and can be told more of them: the ladder."""

    @property
    def base(self) -> KnowledgeBase | None: ...

    def look(self, page: Page, capture: Capture, entry: Entry | None = None) -> View | None: ...

    def adapt(self, root: str, application: ApplicationType) -> None: ...

    def told(self, url: str) -> FeedItem | None: ...

    def names_authors(self, url: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class Mended:
    """A level of a site's application that was mended."""

    root: str
    type_name: str
    mend: Mend


class _Key(NamedTuple):
    """A kind of page: folder of the site, type, level."""

    root: str
    type_name: str
    level: str


@dataclass(frozen=True, slots=True)
class _Waiting:
    witness: Witness
    sample: Sample
    is_told: bool
    """Whether its level is still told."""


class Mender:
    """Reads pages; holds back those on which the rules fail until it is clear how they are read."""

    def __init__(
        self, ladder: Knowing, before: Before | None = None, earlier: Earlier = lambda _: (), *, adapts: bool = True
    ) -> None:
        """Without `before`, the sites are visited for the first time. If nothing is adapted, no page waits."""
        self._base = ladder.base if adapts else None
        self._ladder = ladder
        self._before = before
        self._earlier = earlier
        self._waiting: defaultdict[_Key, list[_Waiting]] = defaultdict(list)
        self._sound: defaultdict[_Key, list[_Waiting]] = defaultdict(list)
        self._quiet: defaultdict[_Key, list[_Waiting]] = defaultdict(list)
        """Pages that are read well and seem to have no comments, of levels where none were found so far."""
        self._heard: set[_Key] = set()
        """Levels of which it is known whether they have comments."""
        self._levels: defaultdict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        self._untold = Untold()
        self._given_up: set[_Key] = set()
        self._late: list[Sample] = []
        self._renewed: list[str] = []
        """Folders of sites that were mended since."""
        self._mended: list[Mended] = []

    def recall(self, root: str, type_name: str, levels: Sequence[dict[str, Any]]) -> None:
        """Go on with what earlier runs have mended."""
        if self._base is not None and type_name in self._base:
            self._levels[root, type_name] += levels
            self._adopt(self._base, root, type_name)

    def drop(self, root: str, type_name: str, level: dict[str, Any], *, is_read_again: bool) -> None:
        """What was mended is of no use any more; whether the pages of this visit are to be read without it."""
        if self._base is not None and level in self._levels[root, type_name]:
            self._levels[root, type_name].remove(level)
            self._adopt(self._base, root, type_name)
            self._renewed += [root] if is_read_again else []

    def read(self, view: View, sample: Sample) -> Extracted:
        """What people wrote on a page; nothing yet if the page has to wait."""
        page, capture = sample.page, sample.capture
        found = objects_on(view, capture)
        if self._base is None or view.recognition.application.is_own:
            return found
        known = self._before(page.url) if self._before is not None else ()
        item = self._ladder.told(page.url) if not known else None
        level = _level_for(view, known)
        if item is not None and posts_level([level] if level is not None else []) is None:
            level = posts_level(view.recognition.application.levels)
        root, name = view.recognition.root, view.recognition.application.name
        if level is not None and view.recognition.level is not None:
            self._untold.note((root, name), view.recognition.level, page)
        if level is None:
            shape = self._untold.add((root, name), sample)
            if shape:
                self._tell(self._base, root, name, shape)
        if level is None or not level.extract:
            return found
        key = _Key(root, name, level.name)
        is_told = view.recognition.level is not None and view.recognition.level.name == level.name
        told = Example(item, page, capture.time) if item is not None else None
        one = _Waiting(
            Witness(page, tuple(known), capture.time, told, self._ladder.names_authors(page.url)), sample, is_told
        )
        if key in self._given_up or not self._fails(key, level, one, found.objects):
            self._listen(self._base, key, level, one, found.objects)
            return found
        self._waiting[key].append(one)
        if len(self._waiting[key]) in TRIES:
            self._try(self._base, key, level, is_last=len(self._waiting[key]) == TRIES[-1])
        return Extracted(notes=("not read as it should be: waits until it is clear how",))

    def _fails(self, key: _Key, level: Level, one: _Waiting, found: Sequence[WebObject]) -> bool:
        """Whether the rules fail on a page."""
        if _says_something(one.witness.objects):
            # Whether what is missing was deleted is asked only where something is: it takes a look at all words.
            if not _disagrees(level, one.witness.objects, found):
                return False
            if _says_something(one.witness.shown):
                return _disagrees(level, one.witness.shown, found)
        if one.witness.told is not None and not is_as_told(one.witness, found):
            return True
        if not lacks(level, found):
            self._sound[key] = [*self._sound[key], one][-MAX_SOUND:]
            return False
        # Where most pages are read well, an odd one is empty, or says that one has to log in.
        return len(self._waiting[key]) >= len(self._sound[key])

    def _listen(self, base: KnowledgeBase, key: _Key, level: Level, one: _Waiting, found: Sequence[WebObject]) -> None:
        """Where a site that is new seems to have no comments: look once whether it has."""
        rule = talk_rule(level)
        if rule is None or self._before is not None or key in self._heard or not one.is_told:
            return
        quiet = self._quiet[key]
        quiet.append(one)
        is_heard = any(each.type is rule.object and is_whole(each) for each in found)
        if not is_heard and len(quiet) == QUIET:
            bench = self._bench(base, key, quiet)
            self._take(base, key, _tried(lambda: bench.find_talk(level)))
            self._late.append(one.sample)  # the others have been kept, and are read again with all that was
        if is_heard or len(quiet) == QUIET:
            self._heard.add(key)
            del self._quiet[key]

    def is_holding(self, url: str) -> bool:
        """Whether the page at an address waits."""
        return any(one.witness.page.url == url for some in self._waiting.values() for one in some)

    def released(self) -> Iterator[tuple[View, Capture]]:
        """Pages that waited and can be read now; and those of mended sites that came before, of which nothing was known
        that could have failed: new ones come first.
        """
        late, self._late = self._late, []
        renewed, self._renewed = self._renewed, []
        for one in chain(late, (one for root in renewed for one in self._earlier(root))):
            view = self._ladder.look(one.page, one.capture, one.entry)
            if view is not None and not view.recognition.application.is_own:
                yield view, one.capture

    def take_mended(self) -> list[Mended]:
        """What was mended since this was asked last."""
        taken, self._mended = self._mended, []
        return taken

    def settle(self) -> None:
        """Nothing more comes: what waits is read as far as it can be."""
        for (root, type_name), shape in self._untold.left():
            if self._base is not None:
                self._tell(self._base, root, type_name, shape)
        for key, some in list(self._waiting.items()):
            first = some[0].sample if some else None
            level = _level_named(self._ladder.look(first.page, first.capture), key.level) if first else None
            if level is not None and self._base is not None:
                self._try(self._base, key, level, is_last=True)
            else:
                self._release(key)

    def _tell(self, base: KnowledgeBase, root: str, type_name: str, shape: str) -> None:
        """Look what pages of a shape are that nothing tells the level of."""
        place = (root, type_name)
        pages = self._untold.ask(place, shape)
        some = [_Waiting(Witness(one.page, (), one.capture.time), one, is_told=False) for one in pages]
        bench = self._bench(base, _Key(root, type_name, ""), some)
        application, others = bench.build(None), self._untold.others(place, shape)
        found = _tried(lambda: tell_level(application, bench.pages, others, bench.build, bench.read, bench.alike))
        if found is not None:
            self._take(base, _Key(root, type_name, found.level["name"]), found)
            self._late.append(pages[-1])  # the others have been kept, and are read again with all that was

    def _try(self, base: KnowledgeBase, key: _Key, level: Level, *, is_last: bool) -> None:
        found = _tried(lambda: self._mend(base, key, level, LEAST_SHARE if is_last else ENOUGH))
        self._take(base, key, found)
        if found is None and is_last:
            self._given_up.add(key)
        if found is not None or is_last:
            self._release(key)

    def _take(self, base: KnowledgeBase, key: _Key, found: Mend | None) -> None:
        """From now on, pages of a level are read as was found."""
        if found is None:
            return
        laid = self._levels[key.root, key.type_name]
        laid.insert(0, found.level)
        self._adopt(base, key.root, key.type_name)
        self._mended.append(Mended(key.root, key.type_name, found))
        self._renewed.append(key.root)
        if sum(one["name"] == key.level for one in laid) >= MAX_MENDS:
            self._given_up.add(key)

    def _release(self, key: _Key) -> None:
        self._late += [one.sample for one in self._waiting.pop(key)]

    def _mend(self, base: KnowledgeBase, key: _Key, level: Level, least: float) -> Mend | None:
        """What to lay over a level so that the pages that wait are read."""
        some = self._waiting[key]
        bench = self._bench(base, key, some)
        pages, build, read = bench.pages, bench.build, bench.read
        is_told = 2 * sum(one.is_told for one in some) > len(some)
        if any(_says_something(one.shown) for one in pages):
            return mend(level, pages, build, read, is_told=is_told, least=least)
        spoken = _spoken_for(base, key.type_name, [one.sample for one in some])
        lessons = [*bench.lessons(level), *(data for data in spoken if data["name"] == level.name)]
        found = served_by(lessons, level, pages, build, read)
        if found is None:
            found = mend_as_told(level, pages, build, read, is_known=is_told, least=least)
        if found is None:
            found = bench.relaxed(level)
        # Where a feed speaks, what it is silent on may be read badly without anybody having noticed.
        is_fed = any(one.told is not None for one in pages)
        sound = [one.witness for one in self._sound[key] if one.witness.told is not None or not is_fed]
        return found if found is not None and leaves_alone(found, sound, build, read) else None

    def _bench(self, base: KnowledgeBase, key: _Key, some: Sequence[_Waiting]) -> "_Bench":
        samples = {id(one.witness): one.sample for one in (*some, *self._sound[key])}
        return _Bench(base, key, self._levels[key.root, key.type_name], [one.witness for one in some], samples)

    def _adopt(self, base: KnowledgeBase, root: str, type_name: str) -> None:
        self._ladder.adapt(root, base.adapted(type_name, self._levels[root, type_name]))


@dataclass(frozen=True, slots=True)
class _Bench:
    """Where ways to read a level are tried on some pages of a site."""

    base: KnowledgeBase
    key: _Key
    laid: Sequence[dict[str, Any]]
    """What lies over the type already."""
    pages: Sequence[Witness]
    samples: dict[int, Sample]
    """By the identity of their witnesses."""

    def build(self, data: dict[str, Any] | None) -> ApplicationType:
        return self.base.adapted(self.key.type_name, [data, *self.laid] if data is not None else self.laid)

    def read(self, application: ApplicationType, one: Witness) -> Sequence[WebObject]:
        return _read(application, self.key, self.samples[id(one)], is_post=one.told is not None)

    @property
    def alike(self) -> Preferred:
        """Words that patterns of types of the category are made of."""
        return parts_in_use(siblings(self.base, self.base.type(self.key.type_name).category))

    def relaxed(self, level: Level) -> Mend | None:
        return relaxed(level, self.pages, self.build, self.read, self.alike)

    def lessons(self, level: Level) -> list[dict[str, Any]]:
        """What was mended of a level on other sites of the type."""
        return [data for data in chain(*self.base.lessons(self.key.type_name)) if data["name"] == level.name]

    def find_talk(self, level: Level) -> Mend | None:
        """Comments: as on another site, or with rules that are somewhat wrong, or whatever is like comments."""
        served = served_talk(self.lessons(level), level, self.pages, self.build, self.read)
        return served or self.relaxed(level) or find_talk(level, self.pages, self.build, self.read)


def _tried(work: Callable[[], Mend | None]) -> Mend | None:
    try:
        return work()
    except Exception:  # pages of all kinds, patterns made from them: no crawl ends for that
        return None


def _says_something(known: Sequence[WebObject]) -> bool:
    """Whether anything is known that could teach how a page is read; the title of a thread alone is not."""
    return any(one.text for one in known)


def _spoken_for(base: KnowledgeBase, type_name: str, pages: Sequence[Sample]) -> list[dict[str, Any]]:
    """Levels of the type that the pages' own signs speak for, if that is another: a site that was visited before may
    have got other software since, or the next version of it.
    """
    recogniser = Recogniser(base)
    told = (recogniser.application(VirtualDocument.of(one.page, one.capture)) for one in pages)
    name, count = Counter(found[0] if found is not None else "" for found in told).most_common(1)[0]
    if name in ("", type_name) or 2 * count <= len(pages):
        return []
    levels: Any = base.merged(name)["levels"]
    return [{part: value for part, value in level.items() if part != "weak"} for level in levels]


def _disagrees(level: Level, known: Sequence[WebObject], found: Sequence[WebObject]) -> bool:
    return any(agreement([(known, found)], rule.object).has_failed for rule in level.extract)


def _read(application: ApplicationType, key: _Key, one: Sample, *, is_post: bool) -> Sequence[WebObject]:
    document = VirtualDocument.of(one.page, one.capture)
    level, _ = level_of(document, application, one.page.url, key.root)
    told = as_linked(Recognition(application, level, key.root), one.entry, is_post=is_post)
    if told.level is None:
        return ()
    return extract(document, application, told.level, key.root, Source("", 0, one.page.url, one.capture.time))


def _level_for(view: View, known: Sequence[WebObject]) -> Level | None:
    """The level that a page's objects were read by; another may be told now. Without such, the one that is told."""
    names = {one.rule.partition("/")[2].partition(" (")[0] for one in known}
    kept = (level for name in sorted(names) if (level := _level_named(view, name)) is not None and level.extract)
    return next(kept, view.recognition.level)


def _level_named(view: View | None, name: str) -> Level | None:
    return view.recognition.application.level(name) if view is not None else None
