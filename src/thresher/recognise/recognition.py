"""What a page was recognised as, and why."""

from dataclasses import dataclass

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

    @property
    def label(self) -> str:
        return f"{self.application.name}/{self.level.label if self.level else '?'}"
