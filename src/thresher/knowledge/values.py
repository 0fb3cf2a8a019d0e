"""An application type: what is known of one kind of web application, ready to be used."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from urllib.parse import quote

from thresher.knowledge.forms import BASE, COUNTERS, MAX_CHARACTERS, Form, Match, behind, path_of, query_of
from thresher.model import ObjectType
from thresher.pattern import Pattern


class LevelKind(StrEnum):
    INTERMEDIATE = "intermediate"
    """Leads on: a list of boards, of threads, of posts."""
    TERMINAL = "terminal"
    """Holds what people wrote, and may lead on to more of it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands, and what of the text there is taken."""

    at: Pattern
    match: str = ""
    """A regular expression; its first group, or all of it, is what is taken."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where one property of an object stands: at the first place where there is something."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Extraction:
    """How objects of one type are read off a page."""

    object: ObjectType
    each: tuple[Pattern, ...]
    """The elements that hold one object each: those of the first pattern that finds any. Empty: the page is the
    object."""
    fields: dict[str, Field]
    more: tuple[Pattern, ...] = ()
    """Elements beside that of the text in which it goes on: what stands behind 'continue reading'."""
    without: tuple[Pattern, ...] = ()
    """Parts of the text that are not the object's: signatures, buttons."""
    quotes: tuple[Pattern, ...] = ()
    """Passages of the text that somebody else wrote."""
    quote_heads: tuple[Pattern, ...] = ()
    """Lines such as 'Anna wrote:'."""
    quote_lines: str = ""
    """A regular expression for such lines in no element of their own, right before a passage or at its beginning."""
    until: str = ""
    """A regular expression for the line that the text ends before, where a signature shares its element."""
    is_preformatted: bool = False
    """Whether line ends in the source of the text are line ends on the page, as a style sheet may say."""


@dataclass(frozen=True, slots=True)
class Follow:
    """Links that lead to what is wanted: at a place, or with an address of some role, or both."""

    to: str
    """Name of the level they lead to."""
    at: tuple[Pattern, ...] = ()
    """Tried in order: the links of the first pattern that finds any."""
    role: str = ""
    """Role their addresses must have; empty for any."""
    is_further: bool = False
    """Only to further pages of what the page shows."""
    rewrite: tuple[str, str] = ("", "")
    """A regular expression and what takes the place of its match: for pages that nothing links to."""
    is_for_updates: bool = False
    """Only in updates: to lists of what was changed, which lead to nothing that a first crawl does not find."""


@dataclass(frozen=True, slots=True)
class Level:
    """One kind of page of an application, in one layout."""

    name: str
    kind: LevelKind
    detect: tuple[Pattern, ...]
    follow: tuple[Follow, ...] = ()
    extract: tuple[Extraction, ...] = ()
    layout: str = ""
    is_weak: bool = False
    """Its patterns are those of the whole category: what the address says goes before them."""

    @property
    def label(self) -> str:
        return f"{self.name} ({self.layout})" if self.layout else self.name


@dataclass(frozen=True, slots=True)
class Address:
    """What an address is to an application."""

    role: str
    """Empty if no form matches."""
    identity: str
    """Equal for all addresses of the same page; the address itself if it has no role."""
    thing: str
    """Address of the thread, board or post it shows, the same for all its pages and spellings."""
    page: int
    """Which page of it: as the address counts, 0 for the first."""
    root: str
    """The folder the application lives in, as far as the form tells; empty if it does not."""
    date: str = ""
    """The day that the names y, m and d in the address give, as ISO 8601."""


@dataclass(frozen=True, slots=True, eq=False)
class UrlKnowledge:
    """What the addresses of an application mean."""

    drop: frozenset[str] = frozenset()
    """Parameters that carry a session: never asked for."""
    same: frozenset[str] = frozenset()
    """Parameters that do not change what is shown."""
    roles: tuple[tuple[str, Form], ...] = ()
    """In order: the first form that matches says the role."""
    followed: frozenset[str] = frozenset()
    """Roles by which rules follow: what their forms give no name to makes no difference."""
    front: frozenset[str] = frozenset()
    """Scripts that all addresses go through where the server does not rewrite them."""

    def read(self, url: str, root: str = "") -> Address:
        """What `url` is to an application that lives at `root` (an address; empty if that is not known yet).

        Two addresses with equal identity show the same page.
        """
        if len(url) > MAX_CHARACTERS:
            return Address("", url, url, 0, "")
        path, query = behind(path_of(url), self.front), query_of(url)
        folder = path_of(root) if root else ""
        for role, form in self.roles:
            if form.is_folder and not folder:
                continue
            found = form.match(path, query, folder)
            if found is not None and _may_be_day(dict(found.names)):
                return self._address(url, role, form, found, root)
        return self._by_itself(url)

    def _address(self, url: str, role: str, form: Form, found: Match, root: str) -> Address:
        origin = "/".join(url.split("/", 3)[:3])
        names = dict(found.names)
        if form.is_anonymous and role not in self.followed and role != "home":
            # Forms of roles that are left alone say no more than that. If a rule wants such a link for its place on the
            # page, a post below /topics/ say, each is a page of its own.
            return self._by_itself(url, role, found.root)
        if BASE in names:
            slash = "/" if url.partition("?")[0].endswith("/") else ""
            thing = self.read(f"{origin}{found.root}{quote(names[BASE])}{slash}", root).thing
        else:
            thing = origin + found.root + self._plainest(role, form, names).filled(names)
        page = int(found.page) if found.page.isascii() and found.page.isdigit() and len(found.page) < 12 else 0
        identity = f"{thing.rstrip('/')} {found.page}" if found.page else thing.rstrip("/")
        return Address(role, identity, thing, page, found.root, _day(names))

    def _plainest(self, role: str, form: Form, names: dict[str, str]) -> Form:
        """The form that names the thing: of a role with several (with and without rewriting) the first one.

        Lists without a name are different lists, except for the front page, which has many addresses.
        """
        if not names and role != "home":
            return form
        same = (one for other, one in self.roles if other == role and one.names - COUNTERS == names.keys())
        return next(same, form)

    def _by_itself(self, url: str, role: str = "", root: str = "") -> Address:
        """An address of which no form says which thing it is: that thing is the address."""
        place, _, query = url.partition("#")[0].partition("?")
        idle = self.drop | self.same
        pairs = sorted(pair for pair in query.split("&") if pair and pair.partition("=")[0] not in idle)
        plain = f"{place}?{'&'.join(pairs)}" if pairs else place
        return Address(role, plain.rstrip("/"), plain, 0, root)


_DAY_NAMES = (("y", 1900, 2199), ("m", 1, 12), ("d", 1, 31))


def _may_be_day(names: dict[str, str]) -> bool:
    """Whether what is called year, month and day can be one: /412/ is a post by its number, no year."""
    return all(
        not names.get(name, "").isdecimal() or least <= int(names[name][:5]) <= most for name, least, most in _DAY_NAMES
    )


def _day(names: dict[str, str]) -> str:
    """The day in an address such as /2023/01/17/a-walk/."""
    try:
        return date(int(names["y"]), int(names["m"]), int(names["d"])).isoformat()
    except (KeyError, ValueError):
        return ""


@dataclass(frozen=True, slots=True)
class Dates:
    """How an application writes dates, as far as its pages do not say so themselves."""

    order: str = ""
    """dmy, mdy or ymd where numbers alone would be ambiguous."""
    zone: tuple[Pattern, ...] = ()
    """Where a page names its time zone: 'All times are UTC + 1 hour'."""
    clock: str = ""
    """The zone of times that name none: +02:00, or Europe/Paris."""
    is_proved: bool = False
    """Whether pages of the site have proved that order: it is no longer what the software does mostly."""


_OWN = frozenset({"learned", "fed"})


@dataclass(frozen=True, slots=True)
class ApplicationType:
    """Everything that is known of one kind of web application, what it inherits included."""

    name: str
    title: str
    category: str
    lineage: tuple[str, ...]
    """Its own name, then those it extends, up to the category."""
    levels: tuple[Level, ...] = ()
    urls: UrlKnowledge = field(default_factory=UrlKnowledge)
    root: tuple[Pattern, ...] = ()
    """Where a page names the folder the application lives in."""
    dates: Dates = field(default_factory=Dates)
    source: str = "known"
    """Where it comes from: known (people wrote it), adapted (known, and mended for a site), learned (from the site),
    fed (from the site's feed).
    """

    @property
    def is_own(self) -> bool:
        """Whether it was made for one site, and is made anew in each visit; others are for many sites and layouts."""
        return self.source in _OWN

    @property
    def is_general(self) -> bool:
        """Whether it says only what applications of its category have in common."""
        return self.name == self.category

    @property
    def is_learned(self) -> bool:
        """Whether it was learned from pages of the site alone."""
        return self.source == "learned"

    def level_of_role(self, role: str) -> Level | None:
        """The level that addresses of `role` lead to, as the rules for links say."""
        rules = (rule for level in self.levels for rule in level.follow if rule.role == role)
        return next((found for rule in rules if (found := self.level(rule.to)) is not None), None)

    def level(self, name: str) -> Level | None:
        """The first level called `name`."""
        return next((level for level in self.levels if level.name == name), None)
