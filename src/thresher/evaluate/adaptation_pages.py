"""Pages of a recorded site by kind, with what its shipped type reads on them: what an earlier visit would have kept."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from thresher.evaluate.recording import Recording
from thresher.extract import extract
from thresher.knowledge import ApplicationType, KnowledgeBase, Level
from thresher.model import Capture, CrawlSettings, Page, Source, WebObject
from thresher.page import VirtualDocument, read_page
from thresher.recognise import Recogniser, Recognition, level_of

MAX_PAGES = 24
"""Of one kind: the first half may teach, the other half is scored."""
LEAST_PAGES = 8
"""A kind with fewer pages would be scored on hardly anything."""
_AS_SENT = frozenset({"content-type", "content-encoding", "transfer-encoding", "content-length"})

_SETTINGS = CrawlSettings(seeds=("http://localhost/",))


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page, and the objects that are known to be on it."""

    capture: Capture
    page: Page
    objects: tuple[WebObject, ...]

    def with_tree(self, tree: etree._Element) -> "KnownPage":
        """The same page as if its server had sent this tree."""
        payload = etree.tostring(tree, method="html", encoding="unicode").encode("utf-8", "replace")
        headers = [(name, value) for name, value in self.capture.headers if name.lower() not in _AS_SENT]
        kept = (*headers, ("Content-Type", "text/html; charset=utf-8"))
        capture = replace(self.capture, payload=b"<!DOCTYPE html>\n" + payload, headers=kept)
        page = read_page(capture, _SETTINGS)
        assert page is not None
        return replace(self, capture=capture, page=page)


@dataclass(frozen=True, slots=True)
class KnownLevel:
    """Pages of one kind of one site."""

    site: str
    application: ApplicationType
    level: Level
    root: str
    pages: tuple[KnownPage, ...]

    def read(self, application: ApplicationType, one: KnownPage) -> tuple[WebObject, ...]:
        """What `application` finds on a page; nothing if it does not tell the page's kind."""
        return read_by(application, self.root, one.page, one.capture)

    def is_told(self, application: ApplicationType, one: KnownPage) -> bool:
        """Whether a page is told to be of the level."""
        document = VirtualDocument.of(one.page, one.capture)
        level, _ = level_of(document, application, one.page.url, self.root)
        return level is not None and level.name == self.level.name


def read_by(application: ApplicationType, root: str, page: Page, capture: Capture) -> tuple[WebObject, ...]:
    """What people wrote on a page of an application at `root`."""
    document = VirtualDocument.of(page, capture)
    level, _ = level_of(document, application, page.url, root)
    if level is None:
        return ()
    return extract(document, application, level, root, Source("", 0, page.url, capture.time))


def known_levels(recording: Recording, base: KnowledgeBase, most: int = MAX_PAGES) -> list[KnownLevel]:
    """The kinds of pages of a site that have objects on them; pages are looked at until one kind has `most` of them."""
    found: defaultdict[str, list[tuple[Recognition, KnownPage]]] = defaultdict(list)
    for recognition, one in _understood(recording, base):
        level = recognition.level
        assert level is not None
        found[level.label].append((recognition, one))
        if len(found[level.label]) >= most:
            break
    return [_level(recording.name, some) for some in found.values() if len(some) >= LEAST_PAGES]


def _level(site: str, some: Sequence[tuple[Recognition, KnownPage]]) -> KnownLevel:
    first = some[0][0]
    assert first.level is not None
    return KnownLevel(site, first.application, first.level, first.root, tuple(one for _, one in some))


def _understood(recording: Recording, base: KnowledgeBase) -> Iterator[tuple[Recognition, KnownPage]]:
    recogniser = Recogniser(base)
    for key in sorted(filter(recording.is_page, recording.answers)):
        capture = recording.capture(key)
        page = read_page(capture, _SETTINGS)
        if page is None or page.tree is None:
            continue
        recognition = recogniser.recognise(VirtualDocument.of(page, capture), page.url)
        if recognition is None or recognition.level is None or not recognition.level.extract:
            continue
        recogniser.observe(recognition)
        if not _is_followed(recognition, page.url):
            continue
        if objects := read_by(recognition.application, recognition.root, page, capture):
            yield recognition, KnownPage(capture, page, objects)


def _is_followed(recognition: Recognition, url: str) -> bool:
    """Whether a crawl would go to a page of this address: not to the same thread sorted otherwise, or printed."""
    application = recognition.application
    role = application.urls.read(url, recognition.root).role
    return role in {follow.role for level in application.levels for follow in level.follow}
