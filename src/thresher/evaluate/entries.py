"""Whether the front page of a forum is found from any page of it (FoCUS, sections 4.5 and 5.1.3)."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, pstdev
from urllib.parse import urljoin

from thresher.evaluate.offline import OfflineSite

_KEYWORD = re.compile(r"(https?://[^/]+/.*?(?:forum|board|community|bbs|discuss)/)", re.I)


@dataclass(frozen=True, slots=True)
class EntryDraw:
    """One page of a site, and what was taken for its entry from there."""

    start: str
    found: str
    """Empty if the learner found no way to threads."""
    is_right: bool
    guessed: str
    is_guess_right: bool


@dataclass(frozen=True, slots=True)
class EntryFigures:
    """Shares of right entries: mean and deviation over draws, where a draw is one page of each site."""

    precision: float
    recall: float
    precision_deviation: float
    recall_deviation: float


def random_starts(site: OfflineSite, number: int, seed: int) -> list[str]:
    """Up to `number` true pages of the site other than its entry; the same for the same seed."""
    chance = random.Random(f"{seed} {site.name}")  # noqa: S311 -- repeatable, not secret
    return chance.sample(site.pages, min(number, len(site.pages)))


def entry_by_keyword(url: str) -> str:
    """The paper's baseline: the address up to a keyword, else the host.

    >>> entry_by_keyword("http://a.example/community/t/5"), entry_by_keyword("http://a.example/t/5")
    ('http://a.example/community/', 'http://a.example/')
    """
    found = _KEYWORD.match(url)
    return found[1] if found else urljoin(url, "/")


def drawn(site: OfflineSite, start: str, found: str) -> EntryDraw:
    """How the learner's entry, and the baseline's, compare with the truth."""
    guess, entry = entry_by_keyword(start), site.truth.entry
    return EntryDraw(start, found, bool(found) and site.is_same(found, entry), guess, site.is_same(guess, entry))


def entry_figures(draws: Sequence[Sequence[EntryDraw]], *, of_baseline: bool) -> EntryFigures:
    """Over the draws of several sites, one sequence a site."""
    precisions, recalls = [], []
    for number in range(max(map(len, draws), default=0)):
        row = [site[number] for site in draws if number < len(site)]
        right = sum(one.is_guess_right if of_baseline else one.is_right for one in row)
        answered = sum(of_baseline or bool(one.found) for one in row)
        precisions.append(right / answered if answered else 0.0)
        recalls.append(right / len(row))
    if not recalls:
        return EntryFigures(0.0, 0.0, 0.0, 0.0)
    return EntryFigures(mean(precisions), mean(recalls), pstdev(precisions), pstdev(recalls))
