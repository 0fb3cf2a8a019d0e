"""What a crawl has done so far, in numbers that a person can follow."""

import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

from thresher.model import Capture, Entry, Kind, Outcome
from thresher.model.entry import STORED

RATE_WINDOW = 30.0
"""Seconds over which the rate is taken."""

PAGES = (Kind.PAGE, Kind.OUTLINK)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One moment of a crawl."""

    requests: int
    page_requests: int
    """Without resources, robots.txt and sitemaps."""
    pages_kept: int
    resources_kept: int
    links_left: int
    """Distinct links that were not followed: what a blind crawl would have asked for besides."""
    retries: int
    failed: int
    bytes: int
    pending: int
    seconds: float
    rate: float
    """Requests a second, lately."""
    looking_at: str

    @property
    def seconds_left(self) -> float | None:
        """A guess from what is pending now; new links make it longer."""
        return self.pending / self.rate if self.rate > 0 and self.pending else None


class Tally:
    """Counts. `of_outcome` is what the summary prints."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.of_outcome: Counter[tuple[Kind, Outcome]] = Counter()
        self.statuses: Counter[int] = Counter()
        self.retries: Counter[str] = Counter()
        self.puzzles: list[tuple[str, str]] = []
        self.losses: list[tuple[str, str]] = []
        self.links_left = 0
        self.looking_at = ""
        self._clock = clock
        self._started = clock()
        self._moments: deque[float] = deque()

    def finished(self, entry: Entry, outcome: Outcome, capture: Capture | None, why: str = "") -> None:
        self.of_outcome[entry.kind, outcome] += 1
        self.looking_at = entry.url
        now = self._clock()
        self._moments.append(now)
        while self._moments and self._moments[0] < now - RATE_WINDOW:
            self._moments.popleft()
        if capture is not None:
            self.statuses[capture.status] += 1
        elif len(self.losses) < 100:
            self.losses.append((entry.url, why))

    def retried(self, entry: Entry, why: str) -> None:
        self.retries[why.partition(":")[0]] += 1
        self.looking_at = entry.url

    def puzzled(self, entry: Entry, detail: str) -> None:
        if len(self.puzzles) < 100:
            self.puzzles.append((entry.url, detail))

    def left_alone(self, links: int) -> None:
        self.links_left += links

    def count(self, kinds: tuple[Kind, ...], outcomes: frozenset[Outcome] = STORED) -> int:
        """Entries of these kinds that ended so."""
        return sum(n for (kind, outcome), n in self.of_outcome.items() if kind in kinds and outcome in outcomes)

    def snapshot(self, requests: int, bytes_written: int, pending: int) -> Snapshot:
        now = self._clock()
        span = min(RATE_WINDOW, max(0.5, now - self._started))
        kept = frozenset({Outcome.KEPT, Outcome.UNCHANGED, Outcome.TRUNCATED})
        return Snapshot(
            requests=requests,
            page_requests=self.count(PAGES),
            pages_kept=self.count(PAGES, kept),
            resources_kept=self.count((Kind.RESOURCE,), kept),
            links_left=self.links_left,
            retries=self.retries.total(),
            failed=self.count(tuple(Kind), frozenset({Outcome.FAILED, Outcome.UNREACHABLE})),
            bytes=bytes_written,
            pending=pending,
            seconds=now - self._started,
            rate=len(self._moments) / span,
            looking_at=self.looking_at,
        )
