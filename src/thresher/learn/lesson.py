"""What is known of a site while it is being learned, and afterwards."""

from dataclasses import dataclass, field

from thresher.learn.flipping import Step
from thresher.learn.posts import PostRule
from thresher.learn.sight import Sight

Key = tuple[str, str]
"""Shape and place of a group of links."""
StepKey = tuple[str, tuple[str, str, str]]
"""Shape of the address of a page, and how that of a further page is made from it."""


@dataclass
class Lesson:
    """What was learned of a site, and from what."""

    entry: str
    sights: dict[str, Sight]
    """The pages that were looked at, by address."""
    sessions: frozenset[str]
    boards: dict[Key, set[str]] = field(default_factory=dict)
    """Groups of links that lead to index pages, with their addresses."""
    threads: dict[Key, set[str]] = field(default_factory=dict)
    parts: dict[Key, set[str]] = field(default_factory=dict)
    """The same for index pages that list parts of what the entry page lists."""
    others: set[Key] = field(default_factory=set)
    """Groups that lead to neither."""
    indexes: list[str] = field(default_factory=list)
    """Index pages that were seen."""
    pages: list[str] = field(default_factory=list)
    """Thread pages that were seen."""
    asked: int = 0
    notes: list[str] = field(default_factory=list)
    common: frozenset[str] = frozenset()
    """Addresses that every page links to."""
    posts: PostRule | None = None
    """How posts are read off thread pages; None until enough of them were seen."""
    people: frozenset[str] = frozenset()
    """Shapes of addresses that authors link to."""
    heading: str = ""
    """Where a thread page has its title."""
    index_steps: dict[StepKey, Step] = field(default_factory=dict)
    """How addresses of further pages of index pages are made, and of threads."""
    thread_steps: dict[StepKey, Step] = field(default_factory=dict)
