"""Page + level of a known application → the objects on it."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from itertools import chain, islice

from lxml import etree

from thresher.extract.accounts import accounts_of, plain_address
from thresher.extract.answers import Answers
from thresher.extract.content import content_of
from thresher.extract.days import dates_of_parts, is_of_day, own_date
from thresher.extract.fields import Find, found_by, moment_of, value_of, values_of
from thresher.extract.inventory import Finder, OutOfTime
from thresher.extract.orders import order_on
from thresher.extract.own_parts import OwnParts
from thresher.extract.repeated import once
from thresher.extract.titles import own_title
from thresher.knowledge import ADAPTED, Address, ApplicationType, Extraction, Level
from thresher.model import ObjectType, Source, WebObject
from thresher.page import (
    DateHabits,
    DrawnFrom,
    StructuredArticle,
    VirtualDocument,
    base_of,
    clock_of,
    find_date,
    join,
    origin_of,
    structured_article,
    zone_in,
)

MAX_OBJECTS = 5000
"""On one page. The longest comment pages we know have 2,000."""
MAX_SECONDS = 10
"""Of processor time for one page. Our own types need 2 for 5,000 posts; who writes `xpath:` can need any time."""
_OTHER_VIEWS = frozenset({"permalink", "last-post", "view"})
"""Roles of addresses at which a page of a thread is seen that has another one of its own."""
CONTAINERS = frozenset({ObjectType.THREAD, ObjectType.FORUM, ObjectType.USER_ACCOUNT})
"""Objects that need no text of their own."""
MAX_POINTER = 40
"""Characters of a link to the first page of a thread: 'View the first post of this topic'."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all objects of one page have in common."""

    application: ApplicationType
    level: Level
    root: str
    url: str
    base: str
    """What references on the page start from."""
    source: Source
    habits: DateHabits
    finder: Finder

    @property
    def rule(self) -> str:
        return f"{self.application.source}: {self.application.name}/{self.level.label}"

    def read_date(self, text: str) -> str:
        """The first date in `text`; empty if there is none."""
        return find_date(text, self.habits) if text else ""


@dataclass(frozen=True, slots=True)
class Extracted:
    """The objects of a page, and what there is to say about how they were found."""

    objects: tuple[WebObject, ...] = ()
    accounts: tuple[WebObject, ...] = ()
    """Of the authors, where their profiles are linked."""
    notes: tuple[str, ...] = ()


def extract(
    document: VirtualDocument, application: ApplicationType, level: Level, root: str, source: Source
) -> tuple[WebObject, ...]:
    """Everything people wrote on a page of `level`: the page's own object first, then those on it, in order.

    `root` is the address of the folder the application lives in.
    """
    return extract_in_time(document, application, level, root, source).objects


def extract_in_time(
    document: VirtualDocument,
    application: ApplicationType,
    level: Level,
    root: str,
    source: Source,
    clock: Callable[[], float] = time.thread_time,
) -> Extracted:
    """The same within `MAX_SECONDS` on the `clock`: when they are over, what was found so far, and a note.

    The clock is looked at between two patterns; libxml2 does not let itself be interrupted.
    """
    if not level.extract or document.root is None:
        return Extracted()
    objects: list[WebObject] = []
    try:
        end = clock() + MAX_SECONDS
        for one in islice(_objects(document, application, level, root, source, lambda: clock() > end), MAX_OBJECTS):
            objects.append(one)  # noqa: PERF402 -- those found before time is up are kept
    except OutOfTime as late:
        note = f"objects: stopped after {MAX_SECONDS} seconds with {len(objects)} found, before the pattern {late}"
        return Extracted(tuple(objects), tuple(accounts_of(objects, application, root)), (note,))
    return Extracted(tuple(objects), tuple(accounts_of(objects, application, root)))


def _objects(
    document: VirtualDocument,
    application: ApplicationType,
    level: Level,
    root: str,
    source: Source,
    is_late: Callable[[], bool],
) -> Iterator[WebObject]:
    finder = Finder(document, is_late, is_own=application.is_own)
    habits = _habits(document, application, source.time, finder.on_page)
    base = base_of(document.root, source.url)
    url = _proper_address(document, application, root, base, source.url)
    setting = Setting(application, level, root, url, base, source, habits, finder)
    main = _main(setting, document)
    if main is not None:
        yield main
    container = main.id if main is not None else application.urls.read(url, root).thing
    answers = Answers(container, document.root if application.is_own else None)
    read = (_parts(rule, setting, main, answers) for rule in level.extract if rule.each)
    yield from _each_once(read) if application.is_own else chain.from_iterable(read)


def _each_once(read: Iterable[Iterator[WebObject]]) -> Iterator[WebObject]:
    """What several learned rules read, once; what was read before time is up is not lost."""
    found: list[list[WebObject]] = []
    try:
        for some in read:
            found.append([])
            for one in islice(some, MAX_OBJECTS):
                found[-1].append(one)
    except OutOfTime:
        yield from once(found)
        raise
    yield from once(found)


def _proper_address(document: VirtualDocument, application: ApplicationType, root: str, base: str, url: str) -> str:
    """The address of the page among those of its thread, where it came by one of its posts and names its own.

    A crawl may be begun at any address; the posts of a thread are the same from wherever they were seen.
    """
    if document.root is None or application.urls.read(url, root).role not in _OTHER_VIEWS:
        return url
    named = next((link.get("href") or "" for link in document.root.iter("link") if link.get("rel") == "canonical"), "")
    whole = join(base, named) if named else None
    if not whole or origin_of(whole) != origin_of(url):
        return url
    return whole if application.urls.read(whole, root).role == "thread" else url


_BY = re.compile(r"^(?:(?:posted |written |published )?by|von|par|por|door|autor:?|author:?)\s+(?=\S)", re.I)
"""Words that stand before a name on so many pages that no type should have to say so."""


def habits_on(document: VirtualDocument, application: ApplicationType, now: datetime) -> DateHabits:
    """How a page of an application that was fetched `now` writes dates."""
    return _habits(document, application, now, Finder(document, lambda: False, is_own=application.is_own).on_page)


def _habits(document: VirtualDocument, application: ApplicationType, now: datetime, find: Find) -> DateHabits:
    offset: timedelta | None = None
    for pattern in application.dates.zone:
        for node in find(pattern):
            text = node if isinstance(node, str) else " ".join(node.itertext())
            offset = zone_in(text) if offset is None else offset
    root = document.root
    language = "" if root is None else root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    written = document.written_at(now)
    return DateHabits(written, language, application.dates.order, offset, clock_of(application.dates.clock))


def _main(setting: Setting, document: VirtualDocument) -> WebObject | None:
    """The object that the page as a whole is: the thread, the article."""
    for rule in setting.level.extract:
        if not rule.each:
            address = setting.application.urls.read(setting.url, setting.root)
            url = address.thing if address.page else setting.url
            identity = address.thing
            if rule.object is ObjectType.USER_ACCOUNT:  # known by the address that authors are linked with
                identity = url = plain_address(setting.url, setting.application)
            made = _made(rule, setting, setting.finder.on_page, identity, url)
            whole = _completed(made, rule, setting, document, address) if made.text or made.title else None
            if whole is None or document.root is None or not whole.title:
                return whole
            return replace(whole, title=own_title(whole.title, document.root, setting.root, setting.base))
    return None


def _completed(
    made: WebObject, rule: Extraction, setting: Setting, document: VirtualDocument, address: Address
) -> WebObject:
    """The page's own object, with what its structured data and its address say where its patterns found nothing."""
    if made.type in CONTAINERS:
        return made
    made = replace(made, published=_of_day(made, rule, setting, address.date))
    if made.title and made.author and made.published:
        return made
    said = (structured_article(document.root) if document.root is not None else None) or StructuredArticle()
    published = made.published or find_date(said.published, setting.habits) or address.date
    return replace(
        made,
        title=made.title or said.title,
        author=made.author or said.author,
        published=published,
        modified=made.modified or find_date(said.modified, setting.habits),
    )


def _of_day(made: WebObject, rule: Extraction, setting: Setting, day: str) -> str:
    """The date that a page has, unless its address names another `day` and it is the date of something else on it."""
    if is_of_day(made.published, day):
        return made.published
    of_parts = dates_of_parts(setting.level.extract, setting.finder, setting.read_date)
    field = rule.fields.get("published")
    return own_date(made.published, day, field, setting.finder.on_page, setting.read_date, of_parts)


def _parts(rule: Extraction, setting: Setting, main: WebObject | None, answers: Answers) -> Iterator[WebObject]:
    found = found_by(rule.each, setting.finder.on_page)
    elements = [node for node in found if not isinstance(node, str)][:MAX_OBJECTS]
    address = setting.application.urls.read(setting.url, setting.root)
    container = main.id if main is not None else address.thing
    setting = replace(setting, habits=_with_order(rule, setting, elements))
    drawn = DrawnFrom(elements[0].getroottree().getroot() if elements else None)
    # Types that people wrote say for themselves what is a post's own.
    own = OwnParts([*elements, *_remarks(rule, setting)], setting.finder) if setting.application.is_own else None
    places = own or setting.finder
    for number, element in enumerate(elements):
        within = places.within(element)
        part, drawn_key = _dated(_made(rule, setting, within, container, setting.url), drawn, setting)
        key = value_of(rule.fields.get("key"), within) or drawn_key or _key_of(part)
        if not part.text and not _is_someones(part, rule, setting.application):
            continue
        if setting.application.is_own and _points_back(part, address, setting):
            continue
        # An address of its own is the same wherever the object is shown; a key is one of its container's.
        part = replace(part, id=(join(setting.base, key) if "/" in key else None) or f"{container}#{key}")
        place = value_of(rule.fields.get("url"), within)
        yield replace(
            part,
            url=(join(setting.base, place) if place else None) or (part.id if "/" in key else f"{setting.url}#{key}"),
            container=container,
            container_title=main.title if main is not None else "",
            order=(address.page, answers.place_of(element, number)),
            reply_to=answers.answered(part, element, value_of(rule.fields.get("depth"), within)),
        )


def _remarks(rule: Extraction, setting: Setting) -> list[etree._Element]:
    """Remarks on what a rule reads, which stand in the boxes of posts: who remarks has not written the post."""
    if rule.object is ObjectType.COMMENT:
        return []
    others = [one for one in setting.level.extract if one.object is ObjectType.COMMENT and one.each]
    found = (node for one in others for node in found_by(one.each, setting.finder.on_page))
    return [node for node in found if not isinstance(node, str)][:MAX_OBJECTS]


def _dated(part: WebObject, drawn: DrawnFrom, setting: Setting) -> tuple[WebObject, str]:
    """A part with the date that the data of the page has for it, where the page shows none; and its key there."""
    record = None if part.published else drawn.text(part.text, part.author)
    if record is None:
        return part, ""
    date = setting.read_date(record.made)
    # What is yet to come is when something begins, whatever it is called.
    return replace(part, published=date if date <= setting.habits.now.isoformat() else ""), record.key


def _is_someones(part: WebObject, rule: Extraction, application: ApplicationType) -> bool:
    """Whether an object without text is one all the same. Patterns that were learned may select the head of a table or
    a button, too, so there both author and date are asked for; where no place of dates was learned, the author will do.
    """
    if application.source == ADAPTED or (application.is_own and {"author", "published"} <= rule.fields.keys()):
        return bool(part.author and part.published)
    return bool(part.author or part.published)


def _points_back(part: WebObject, address: Address, setting: Setting) -> bool:
    """Whether a part of a further page stands for the opening post, and says no more than where that is to be read."""
    if not address.page or len(part.links) != 1 or len(part.text) > MAX_POINTER:
        return False
    target = setting.application.urls.read(part.links[0], setting.root)
    return target.thing == address.thing and not target.page


def _made(rule: Extraction, setting: Setting, find: Find, identity: str, url: str) -> WebObject:
    fields = rule.fields
    places = [place.at for place in fields["text"].places] if "text" in fields else []
    body = next(iter(found_by(places, find)), None)
    content = content_of(body, rule, find, setting.finder, setting.base)
    author_url = value_of(fields.get("author_url"), find)

    return WebObject(
        id=identity,
        type=rule.object,
        url=url,
        source=setting.source,
        rule=setting.rule,
        title=value_of(fields.get("title"), find),
        author=_BY.sub("", value_of(fields.get("author"), find)),
        author_url=_profile(author_url, setting),
        published=moment_of(fields.get("published"), find, setting.read_date),
        modified=moment_of(fields.get("modified"), find, setting.read_date),
        text=content.text,
        own_text=content.own_text,
        html=content.html,
        links=content.links,
        images=content.images,
        # Many themes write '#travel'.
        tags=tuple(filter(None, dict.fromkeys(tag.lstrip("#").strip() for tag in values_of(fields.get("tags"), find)))),
        reply_to=value_of(fields.get("reply_to"), find),
    )


def _profile(place: str, setting: Setting) -> str:
    url = join(setting.base, place) if place else None
    return plain_address(url, setting.application) if url else ""


def _with_order(rule: Extraction, setting: Setting, elements: list[etree._Element]) -> DateHabits:
    """The habits with the order of day and month that the dates on this page prove; else what the type says."""
    field = rule.fields.get("published")
    if field is None:
        return setting.habits
    texts = [value_of(field, setting.finder.within(element)) for element in elements[:50]]
    page = elements[0].getroottree().getroot() if elements else None
    found = order_on(texts, page, setting.habits, is_proved=setting.application.dates.is_proved)
    return replace(setting.habits, order=found or setting.habits.order)


def _key_of(part: WebObject) -> str:
    """For objects without an id of their own: what is unlikely to change, and to repeat."""
    stuff = "\n".join((part.author, part.published, part.text))
    return "x" + blake2b(stuff.encode("utf-8", "replace"), digest_size=8).hexdigest()
