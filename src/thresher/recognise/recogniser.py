"""Page → Recognition: the application first, then the level, each with its evidence (AAH section 5)."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from thresher.knowledge import ApplicationType, KnowledgeBase, Level
from thresher.model import ObjectType
from thresher.page import VirtualDocument, base_of, join
from thresher.pattern import DetectionIndex, parse
from thresher.recognise.recognition import Evidence, Recognition
from thresher.recognise.relaxed import relaxed_signs
from thresher.recognise.sites import Site, Sites, is_one_origin, origin_in

MAX_EVIDENCE = 5
MAX_VOTES = 300
"""Links that are looked at to find out where an application lives."""
NO_POSTS = frozenset({"home", "listing", "page", "tag", "category", "author"})
"""Roles of addresses at which no single post of a blog is, whatever the page looks like."""


class Recogniser:
    """Knows all types and remembers sites. `recognise` changes nothing, `observe` remembers what it found."""

    def __init__(self, base: KnowledgeBase, forced: str = "", *, relaxes: bool = False) -> None:
        """With `relaxes`, signs may be there in another form than the types say, on the first page of a site."""
        self.base = base
        self._relaxes = relaxes
        self._forced = forced
        self._sites = Sites()
        self._adapted: dict[tuple[str, str], ApplicationType] = {}
        self._detections, self._refutations = _indexes(base)

    def recognise(self, document: VirtualDocument, url: str) -> Recognition | None:
        """What the page at `url` is; None if nothing is known of it."""
        if self._forced:
            return self._as(self.base.type(self._forced), document, url, ())
        site = self._sites.find(url)
        remembered = self._remembered(site, document, url) if site is not None else None
        if remembered is not None and remembered.level is not None and not remembered.level.is_weak:
            return remembered
        # Nothing known of the site, or nothing certain: another application may live in a folder of it.
        found = self.application(document)
        if found is None or (remembered is not None and found[0] == remembered.application.name):
            return remembered
        return self._as(self.base.type(found[0]), document, url, found[1])

    def recognise_first(self, document: VirtualDocument, url: str) -> Recognition | None:
        """What the first page of a site is: the same, or what relaxed signs speak for."""
        found = self.recognise(document, url)
        if found is not None or not self._relaxes:
            return found
        for name, word in relaxed_signs(self.base, document, url):
            evidence = Evidence(f"{word!r}, which is a sign of {name} in another place", url)
            relaxed = self._as(self.base.type(name), document, url, (evidence,))
            if relaxed.level is not None and not relaxed.level.is_weak:
                return relaxed
        return None

    def _remembered(self, site: Site, document: VirtualDocument, url: str) -> Recognition:
        application = self._type(site.type_name, site.root)
        level, evidence = level_of(document, application, url, site.root)
        return Recognition(application, level, site.root, (), evidence)

    def observe(self, recognition: Recognition) -> None:
        """Remember where an application lives."""
        if recognition.level is not None or recognition.evidence:
            self._sites.observe(recognition.root, recognition.application.name)

    def sites(self) -> Iterator[tuple[Site, int]]:
        """Every application that was recognised, with the number of pages that spoke for it."""
        return self._sites.all()

    def recall(self, root: str, type_name: str, pages: int) -> bool:
        """Remember what an earlier run has recognised; False if that type is not known here, or another is forced."""
        is_usable = type_name == self._forced if self._forced else type_name in self.base
        if is_usable:
            self._sites.observe(root, type_name, pages)
        return is_usable

    def site_of(self, url: str) -> tuple[str, ApplicationType] | None:
        """Folder and application, if `url` is in a place that was recognised before."""
        site = self._sites.find(url)
        return (site.root, self._type(site.type_name, site.root)) if site is not None else None

    def adapt(self, root: str, application: ApplicationType) -> None:
        """The application at `root` is from now on read in this way."""
        self._adapted[root, application.name] = application

    def _type(self, name: str, root: str) -> ApplicationType:
        """The type as the site at `root` has it."""
        return self._adapted.get((root, name)) or self.base.type(name)

    def application(self, document: VirtualDocument) -> tuple[str, tuple[Evidence, ...]] | None:
        """The name of the type that the page's evidence speaks for; None if none or several do equally."""
        # One sign a type is enough, unless several types have one; then it is counted who has more.
        found = self._signs(document, most=1)
        if len(found) > 1:
            found = self._signs(document, most=None)
        if not found:
            return None
        named = {name: hits for name, hits in found.items() if name not in self.base.categories} or dict(found)
        best = self._strongest(named, document)
        return (best, tuple(named[best][:MAX_EVIDENCE])) if best else None

    def _signs(self, document: VirtualDocument, most: int | None) -> dict[str, list[Evidence]]:
        """What speaks for each type, those left out against which something speaks."""
        found: defaultdict[str, list[Evidence]] = defaultdict(list)
        for hit in self._detections.lookup(document, most):
            found[hit.key].append(Evidence(str(hit.pattern), hit.evidence))
        if found:
            for hit in self._refutations.lookup(document, 1):
                found.pop(hit.key, None)
        return found

    def _strongest(self, found: dict[str, list[Evidence]], document: VirtualDocument) -> str | None:
        """A version before its application; else most patterns; else the one that knows the level of the page."""
        inner = [name for name in found if not any(name in self.base.lineage(other)[1:] for other in found)]
        if len(inner) > 1:
            most = max(len(found[name]) for name in inner)
            inner = [name for name in inner if len(found[name]) == most]
        if len(inner) > 1:
            inner = [name for name in inner if _has_level(document, self.base.type(name))]
        return inner[0] if len(inner) == 1 else None

    def _as(
        self, application: ApplicationType, document: VirtualDocument, url: str, evidence: tuple[Evidence, ...]
    ) -> Recognition:
        root = _root(application, document, url)
        application = self._type(application.name, root)
        level, level_evidence = level_of(document, application, url, root)
        return Recognition(application, level, root, evidence, level_evidence)


@lru_cache(maxsize=4)
def _indexes(base: KnowledgeBase) -> tuple[DetectionIndex[str], DetectionIndex[str]]:
    """What speaks for types and what against them; made once for a knowledge base, in a tenth of a second."""
    detections = [(name, parse(text)) for name, text in base.detections()]
    return DetectionIndex(detections), DetectionIndex([(name, parse(text)) for name, text in base.refutations()])


def level_of(
    document: VirtualDocument, application: ApplicationType, url: str, root: str
) -> tuple[Level | None, Evidence | None]:
    """The first level of `application` one of whose patterns matches; else the one its address speaks for; else what
    the category's patterns say. Themes change markup, and hardly ever addresses.
    """
    role = application.urls.read(url, root).role
    # A theme may have one template for posts and for what stands beside them.
    levels = [level for level in application.levels if role not in NO_POSTS or not _has_post(level)]
    found = _detected(document, [level for level in levels if not level.is_weak])
    if found is not None:
        return found
    named = application.level_of_role(role) if role else None
    if named is not None:
        return named, Evidence(f"an address of the role {role!r}", url)
    return _detected(document, [level for level in levels if level.is_weak]) or (None, None)


def _has_post(level: Level) -> bool:
    return any(rule.object is ObjectType.BLOG_POST and not rule.each for rule in level.extract)


def _detected(document: VirtualDocument, levels: list[Level]) -> tuple[Level, Evidence] | None:
    for level in levels:
        for pattern in level.detect:
            node = pattern.first(document)
            if node is not None:
                return level, Evidence(str(pattern), _shown(node))
    return None


def _has_level(document: VirtualDocument, application: ApplicationType) -> bool:
    return any(pattern.matches(document) for level in application.levels for pattern in level.detect)


def _root(application: ApplicationType, document: VirtualDocument, url: str) -> str:
    """Where the application lives: as its address tells, as the page says, as its links tell; else the whole host."""
    origin = origin_in(url)
    address = application.urls.read(url)
    if address.root:
        return origin + address.root
    for pattern in application.root:
        for node in pattern.select(document):
            named = join(url, node if isinstance(node, str) else node.get("href") or "")
            if named and is_one_origin(named, url):
                folder = urlsplit(named).path.rstrip("/").rpartition("/")[0] + "/"
                return origin + (application.urls.read(named).root or folder)
    return origin + _voted(application, document, url)


def _voted(application: ApplicationType, document: VirtualDocument, url: str) -> str:
    """The folder around `url` in which most links are of a form that the application has."""
    base = base_of(document.root, url)
    hrefs = islice(document.root.iter("a"), MAX_VOTES) if document.root is not None else ()
    # In their order: of two folders that as many links speak for, the first one, whatever the hashes of this run.
    links = dict.fromkeys(join(base, element.get("href") or "") for element in hrefs)
    roots = Counter(application.urls.read(link).root for link in links if link and is_one_origin(link, url))
    around = [root for root, _ in roots.most_common() if root and urlsplit(url).path.startswith(root)]
    return around[0] if around else "/"


def _shown(node: Any) -> str:
    if isinstance(node, str):
        return node[:120]
    text = " ".join(" ".join(node.itertext()).split())
    attributes = "".join(f' {name}="{value}"' for name, value in list(node.attrib.items())[:3])
    return f"<{node.tag}{attributes}>{text}"[:120]
