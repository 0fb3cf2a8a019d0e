"""How far the crawl of a learned site has come, and what follows from a page: values that `Course` works with."""

from dataclasses import dataclass, field

from thresher.learn.lesson import Key, StepKey


@dataclass
class Doubt:
    """Addresses that wait until it is known whether such links flip pages."""

    source: str
    """The page that first had such links."""
    trial: str
    """The address that is asked for to find out."""
    urls: dict[str, None] = field(default_factory=dict)


@dataclass
class Group:
    """Links that no form covers."""

    source: str
    """A page that has some of them."""
    titles: dict[str, str] = field(default_factory=dict)

    @property
    def characters(self) -> int:
        return sum(map(len, set(self.titles.values())))


@dataclass
class Progress:
    """How far the crawl of a learned site has come: plain values, which outlast the process."""

    doubts: dict[tuple[bool, StepKey], Doubt] = field(default_factory=dict)
    """Ways of flipping pages, of threads or not, that were met and not yet proved."""
    refuted: set[tuple[bool, StepKey]] = field(default_factory=set)
    doubted: dict[tuple[bool, StepKey], dict[str, None]] = field(default_factory=dict)
    """Those that were tried once, and led to something new that looks otherwise; with the addresses that waited."""
    groups: dict[Key, Group] = field(default_factory=dict)
    trial: tuple[str, Key] | None = None
    """The address that is asked for to find out where a group of links leads."""
    failures: int = 0
    lists: set[str] = field(default_factory=set)
    """Addresses of pages that are no threads."""
    read: set[str] = field(default_factory=set)
    """Folders of which it is settled how posts are read."""


@dataclass(frozen=True, slots=True)
class News:
    """What follows from looking at a page."""

    soon: tuple[str, ...] = ()
    """Addresses to ask for now."""
    stray: tuple[str, ...] = ()
    """Threads that no list names, to ask for when all lists are done."""
