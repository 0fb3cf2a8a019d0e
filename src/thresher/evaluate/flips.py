"""How well links to further pages of a list or a thread are told from others (FoCUS, section 5.1.2)."""

from dataclasses import dataclass

from thresher.evaluate.offline import OfflineSite
from thresher.evaluate.recording import key_of
from thresher.learn import Sight
from thresher.learn.flipping import Flips
from thresher.learn.proof import flips_to


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Links that were found, those among them that are right, and those that should have been found."""

    pages: int = 0
    found: int = 0
    right: int = 0
    true: int = 0
    missed: int = 0

    @property
    def precision(self) -> float | None:
        """None where nothing was found."""
        return self.right / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        """None where there was nothing to find."""
        return 1 - self.missed / self.true if self.true else None

    def __add__(self, other: "Retrieval") -> "Retrieval":
        return Retrieval(
            self.pages + other.pages,
            self.found + other.found,
            self.right + other.right,
            self.true + other.true,
            self.missed + other.missed,
        )


@dataclass(frozen=True, slots=True)
class FlipFigures:
    """By a look at the page alone, and after a look at one page that the links lead to."""

    lists: Retrieval = Retrieval()
    threads: Retrieval = Retrieval()
    proved_lists: Retrieval = Retrieval()
    proved_threads: Retrieval = Retrieval()

    def __add__(self, other: "FlipFigures") -> "FlipFigures":
        return FlipFigures(
            self.lists + other.lists,
            self.threads + other.threads,
            self.proved_lists + other.proved_lists,
            self.proved_threads + other.proved_threads,
        )


def flip_figures(site: OfflineSite) -> FlipFigures:
    """Over all recorded pages of lists and threads.

    True are links to pages of the same list or thread other than its first. A link that was found is also right if it
    leads to one of these pages, or to the first, under another address (`?page=1`).
    """
    total = FlipFigures()
    for chain in site.truth.chains:
        for key in chain:
            page = site.page(f"http://{key}")
            if page is None or page.tree is None:
                continue
            sight = site.sight(page, site.sessions)
            seen = _counted(site, sight, chain, [one for one in sight.flips if one.sign])
            proved = _counted(site, sight, chain, [one for one in sight.flips if _is_proved(site, sight, one)])
            is_thread = key in site.truth.threads
            none = Retrieval()
            total += FlipFigures(
                none if is_thread else seen,
                seen if is_thread else none,
                none if is_thread else proved,
                proved if is_thread else none,
            )
    return total


def _is_proved(site: OfflineSite, sight: Sight, flips: Flips) -> bool:
    """As the learner has it: a sign, or one link that stands alone; and a further page that is one."""
    if not flips.sign and len(set(flips.urls)) > 1:
        return False
    page = site.page(flips.first)
    return page is not None and page.tree is not None and flips_to(flips, sight, site.sight(page, site.sessions))


def _counted(site: OfflineSite, sight: Sight, chain: tuple[str, ...], flips: list[Flips]) -> Retrieval:
    here = key_of(sight.url)
    true = {key_of(url) for url in sight.urls} & set(chain[1:]) - {here}
    found = {key_of(url): url for one in flips for url in one.urls if key_of(url) != here}
    right = {key for key, url in found.items() if key in chain or _is_alias(site, url, chain)}
    return Retrieval(1, len(found), len(right), len(true), len(true - found.keys()))


def _is_alias(site: OfflineSite, url: str, chain: tuple[str, ...]) -> bool:
    return any(site.is_same(url, f"http://{key}") for key in chain)
