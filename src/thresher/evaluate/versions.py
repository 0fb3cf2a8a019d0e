"""Years of one page of a phpBB board, saved version by version, replayed as visits: are its topics found on each?

What a version shows is read here without the knowledge base: on a list, the links to topics; on the page of a topic,
its title and the texts of its posts.
"""

import tarfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from lxml import etree, html

from thresher.evaluate.recording import Recording, key_of
from thresher.evaluate.replay import served
from thresher.evaluate.visits import Visit, page_answer, plain_settings, seen_objects
from thresher.knowledge import KnowledgeBase
from thresher.model import CrawlSettings, ObjectType, WebObject
from thresher.model.errors import UsageError
from thresher.page import VirtualDocument, pair_dice, read_page, words_of
from thresher.recognise import Recogniser

_TOPIC_PAGE = "viewtopic.php"
_BODY = "contains(concat(' ', @class, ' '), ' postbody ')"
SAME_TEXT = 0.9
"""Share of the pairs of words that two readings of a post have in common at least."""


class Shows(StrEnum):
    """What a version is."""

    LIST = "list of topics"
    TOPIC = "page of a topic"
    NOTICE = "notice"
    """Neither: the board is closed to guests, the topic is gone."""


@dataclass(frozen=True, slots=True)
class Version:
    """One saved answer, and what it shows."""

    time: str
    payload: bytes
    shows: Shows
    topics: dict[str, str]
    """Number of each topic on a list, and its title."""
    title: str
    """Of the topic, on its page."""
    posts: tuple[str, ...]
    """What the posts there say."""
    address: str
    """Of the page of a topic, as it links to itself; else empty."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a visit found of one version."""

    time: str
    shows: Shows
    topics: int
    """On a list all that it shows; on the page of a topic one; on a notice none."""
    found: int
    posts: int = 0
    posts_found: int = 0

    @property
    def is_found(self) -> bool:
        """Whether all topics that are shown were found."""
        return self.found >= self.topics


def load_versions(place: Path, address: str) -> list[Version]:
    """The versions in a folder or a .tar file, by the time in their names."""
    try:
        saved = sorted(_saved(place))
    except (OSError, tarfile.TarError) as error:
        raise UsageError(f"{place} cannot be read as versions of a page: {error}.") from error
    versions = [read_version(time, payload, address) for time, payload in saved]
    if not any(one.topics for one in versions):
        raise UsageError(f"No version in {place} lists topics of a phpBB board.", "Name saved pages of one board.")
    return versions


def _saved(place: Path) -> Iterator[tuple[str, bytes]]:
    if place.is_dir():
        yield from ((path.stem, path.read_bytes()) for path in place.glob("*.html"))
        return
    with tarfile.open(place) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.name.endswith(".html") else None
            if file is not None:
                yield Path(member.name).stem, file.read()


def read_version(time: str, payload: bytes, address: str) -> Version:
    """What a saved answer at `address` shows."""
    tree = html.document_fromstring(payload)
    topics: dict[str, str] = {}
    own = ""
    for link in tree.iter("a"):
        url = urljoin(address, link.get("href") or "")
        number, text = topic_of(url), _text(link)
        if number and text:
            own = own or url
            topics.setdefault(number, text)
    if posts := tuple(_said(tree)):
        title = (tree.findtext(".//title") or "").partition(" - ")[2].strip()
        # The first link to a topic on its page is its title.
        return Version(time, payload, Shows.TOPIC, {}, title, posts, _without_session(own))
    return Version(time, payload, Shows.LIST if topics else Shows.NOTICE, topics, "", (), "")


def type_of(version: Version, address: str, base: KnowledgeBase) -> str:
    """The type that a version is recognised as."""
    key = key_of(address)
    capture = Recording("", address, {key: page_answer(version.payload)}).capture(key)
    page = read_page(capture, CrawlSettings(seeds=(address,)))
    found = Recogniser(base).recognise(VirtualDocument.of(page, capture), address) if page is not None else None
    if found is None:
        raise UsageError(f"The version of {version.time} is of no known application.")
    return found.application.name


def _said(tree: Any) -> Iterator[str]:
    """What the posts of a page say. phpBB calls the place of a text `postbody`; a second one beside it is a signature;
    newer templates have the text in a `content` there.
    """
    for one in tree.xpath(f"//*[{_BODY}][not(preceding-sibling::*[{_BODY}])]"):
        inner = one.xpath(".//*[contains(concat(' ', @class, ' '), ' content ')]")
        yield " ".join((inner[0] if inner else one).itertext())


def _text(element: etree._Element) -> str:
    return " ".join(" ".join(map(str, element.itertext())).split())


def topic_of(url: str) -> str:
    """The number of the topic whose first page is at an address; empty for all others."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    is_elsewhere = "p" in query or "view" in query or query.get("start", "0") != "0"
    return "" if is_elsewhere or not parts.path.endswith(_TOPIC_PAGE) else query.get("t", "")


def _without_session(url: str) -> str:
    parts = urlsplit(url)
    query = [(name, value) for name, value in parse_qsl(parts.query) if name != "sid" and (name, value) != _FIRST]
    return parts._replace(query=urlencode(query), fragment="").geturl()


_FIRST = ("start", "0")


@dataclass(frozen=True, slots=True)
class Moment:
    """What the site shows during one visit: versions by the key of their address."""

    pages: dict[str, Version]


def as_one_page(versions: Sequence[Version], address: str) -> list[Moment]:
    """Each version in its turn, all at one address."""
    return [Moment({key_of(address): one}) for one in versions]


def as_a_site(versions: Sequence[Version], address: str) -> list[Moment]:
    """A visit for each version of the list; pages of topics, saved until the next one, at the addresses they have."""
    moments: list[Moment] = []
    pages: dict[str, Version] = {}
    for one in versions:
        if one.shows is Shows.LIST:
            pages = {**pages, key_of(address): one}
            moments.append(Moment(pages))
        elif one.shows is Shows.TOPIC and moments:
            pages[key_of(one.address)] = one
    return moments


def replay(
    moments: Sequence[Moment],
    address: str,
    folder: Path,
    visit: Visit,
    *,
    knowledge: tuple[str, ...] = (),
    adapts: bool = True,
    tell: Callable[[str], None] = lambda _: None,
) -> list[Outcome]:
    """Crawl at the first moment, update at all others. A version counts in the visit that shows it first."""
    now: dict[str, Version] = {}
    counted: set[int] = set()
    outcomes: list[Outcome] = []
    with served(lambda key, _: page_answer(now[key].payload) if key in now else None) as site:
        settings = plain_settings(address, site, knowledge=knowledge, adapts=adapts)
        for number, moment in enumerate(moments, start=1):
            now = moment.pages
            site.asked.clear()
            visit(folder, settings)
            asked = set(site.asked)
            fresh = [one for key, one in now.items() if key in asked and id(one) not in counted]
            counted |= set(map(id, fresh))
            outcomes += _outcomes(fresh, asked, seen_objects(folder))
            if number % 50 == 0:
                tell(f"  {number} of {len(moments)} visits")
    return outcomes


def _outcomes(versions: Sequence[Version], asked: set[str], seen: Sequence[WebObject]) -> Iterator[Outcome]:
    """What was found of each version: topics of a list are found if they were asked for, a topic on its own page if its
    title was read.
    """
    topics = {topic_of(f"http://{key}") for key in asked}
    titles = {tuple(words_of(one.title)) for one in seen if one.type is ObjectType.THREAD}
    texts = [words_of(one.text) for one in seen if one.type is ObjectType.BOARD_POST]
    for one in versions:
        if one.shows is Shows.TOPIC:
            read = sum(any(_is_same(words_of(post), text) for text in texts) for post in one.posts)
            yield Outcome(one.time, one.shows, 1, int(tuple(words_of(one.title)) in titles), len(one.posts), read)
        else:
            yield Outcome(one.time, one.shows, len(one.topics), len(topics & one.topics.keys()))


def _is_same(one: Sequence[str], other: Sequence[str]) -> bool:
    return list(one) == list(other) or pair_dice(one, other) >= SAME_TEXT


def spread(versions: Sequence[Version], most: int) -> list[Version]:
    """At most `most` of the versions, of all years and kinds: as many of each as of any other, while there are some.
    The first stays the first.
    """
    groups: defaultdict[tuple[str, Shows], list[Version]] = defaultdict(list)
    for one in versions:
        groups[one.time[:4], one.shows].append(one)
    chosen: list[Version] = []
    while len(chosen) < min(most, len(versions)):
        for some in groups.values():
            if some and len(chosen) < most:
                chosen.append(some.pop(0))
    return sorted(chosen, key=lambda one: one.time)


def path_to_topics(version: Version) -> str:
    """The way to the topics of a list as a wrapper has it that was made for one version: tags and classes of the last
    steps that all of them share, as XPath.
    """
    tree = html.document_fromstring(version.payload)
    links = [link for link in tree.iter("a") if topic_of(link.get("href") or "") and _text(link)]
    steps = [[_step(link), *(_step(above) for above in link.iterancestors())] for link in links]
    common = Counter(tuple(reversed(each[:STEPS])) for each in steps).most_common(1)[0][0]
    return "//" + "/".join(common)


STEPS = 3
"""Steps of a path: as short as people write them, and long enough to say where on the page it is."""


def _step(element: etree._Element) -> str:
    name = element.get("class")
    return f"{element.tag}[@class='{name}']" if name else str(element.tag)
