"""What a page was recognised as, and why."""

from dataclasses import dataclass, replace

from thresher.knowledge import ApplicationType, Level


@dataclass(frozen=True, slots=True)
class Evidence:
    """One pattern that matched, and what it matched."""

    pattern: str
    found: str = ""


@dataclass(frozen=True, slots=True)
class Recognition:
    """The application behind a page and the level of the page in it."""

    application: ApplicationType
    level: Level | None
    """None if the application is known and this kind of page is not."""
    root: str
    """Address of the folder the application lives in, ending in a slash."""
    evidence: tuple[Evidence, ...] = ()
    """For the application; empty where the site was known already."""
    level_evidence: Evidence | None = None

    def as_offered(self, name: str, via: str, *, is_sure: bool = False) -> "Recognition":
        """The same, but of the level called `name`, which the link at `via` led to, if nothing better tells the level:
        the page has what people wrote, or a whole category would call it a page of any kind. If it `is_sure` that the
        link leads to such a page, what a whole category would call it does not count at all.
        """
        level, told = self.application.level(name), self.level
        is_told = told is not None and (not told.is_weak or (bool(told.extract or told.follow) and not is_sure))
        if is_told or level is None or not level.extract:
            return self
        return replace(self, level=level, level_evidence=Evidence("the link that led here", via))

    @property
    def label(self) -> str:
        return f"{self.application.name}/{self.level.label if self.level else '?'}"
