"""Politeness: when each server may be asked again.

A lane is a server: hosts with the same address share one, since it is the machine that must not be hurt
(heritrix3#754).
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

FOLLOW_FACTOR = 5.0
"""Rest five times as long as the answer took (Heritrix' delayFactor): at most a sixth of one server thread."""
LEAST_DELAY = 0.5
"""Seconds; below this even a fast small server notices the visitor."""
MOST_DELAY = 30.0
MOST_CRAWL_DELAY = 300.0
"""Heritrix' bound: robots.txt files that ask for hours mean somebody else."""
FIRST_BACKOFF = 1.0
MOST_BACKOFF = 600.0
MOST_FAILURE_REST = 15.0
"""Seconds after a connection that broke or stalled: it may be this page only, not the server."""
DOWN_AFTER = 10
"""Lost connections in a row after which a server counts as down: some two minutes, longer than most restarts."""
MOST_RETRY_AFTER = 24 * 3600.0


@dataclass(slots=True)
class Lane:
    """One server's state."""

    hosts: set[str] = field(default_factory=set)
    ready_at: float = 0.0
    in_flight: int = 0
    """Entries handed out."""
    active: int = 0
    """Requests really under way."""
    crawl_delay: float = 0.0
    troubles: int = 0
    """Refusals and failures in a row."""
    lost: int = 0
    """Connections in a row that could not be made."""


class Lanes:
    """Says when a host may be asked, and learns from each answer."""

    def __init__(self, *, delay: float | None, concurrency: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.concurrency = concurrency
        self._delay = delay
        self._clock = clock
        self._by_host: dict[str, Lane] = {}
        self._by_address: dict[str, Lane] = {}
        self._known: set[str] = set()
        self._stopped = asyncio.Event()

    def of(self, host: str) -> Lane:
        """The lane of `host`, its own until an address shows that it shares one."""
        lane = self._by_host.get(host)
        if lane is None:
            lane = self._by_host[host] = Lane({host})
        return lane

    def has_address(self, host: str, address: str) -> None:
        """`host` lives at `address`: from now on it shares the lane of every other host there."""
        self._known.add(host)
        lane = self.of(host)
        shared = self._by_address.setdefault(address, lane)
        if shared is not lane:
            shared.in_flight += lane.in_flight
            shared.active += lane.active
            shared.ready_at = max(shared.ready_at, lane.ready_at)
            shared.crawl_delay = max(shared.crawl_delay, lane.crawl_delay)
            shared.hosts |= lane.hosts
            for name in lane.hosts:
                self._by_host[name] = shared

    def is_known(self, host: str) -> bool:
        """Whether the address of `host` has been looked up."""
        return host in self._known

    def enter(self, host: str) -> None:
        self.of(host).in_flight += 1

    def leave(self, host: str) -> None:
        self.of(host).in_flight -= 1

    def can_enter(self, host: str, horizon: float) -> bool:
        """Whether a request may be handed out now that waits at most `horizon` seconds."""
        lane = self.of(host)
        return lane.in_flight < self.concurrency and lane.ready_at <= self._clock() + horizon

    def resting_seconds(self, host: str) -> float:
        return max(0.0, self.of(host).ready_at - self._clock())

    async def begin(self, host: str) -> bool:
        """Wait until `host` may be asked, and count as under way until `end`; False if the crawl was stopped."""
        while (rest := self._seconds_to_wait(self.of(host))) > 0:
            if self._stopped.is_set():
                return False
            try:
                async with asyncio.timeout(rest):
                    await self._stopped.wait()
            except TimeoutError:
                pass
        self.of(host).active += 1
        return True

    def end(self, host: str) -> None:
        self.of(host).active -= 1

    def _seconds_to_wait(self, lane: Lane) -> float:
        if lane.active >= self.concurrency:
            return 0.05  # hosts that turned out to share a server: look again soon
        return max(0.0, lane.ready_at - self._clock())

    def stop(self) -> None:
        """Wake everyone who waits."""
        self._stopped.set()

    def answered(self, host: str, seconds: float) -> None:
        """A proper answer came after `seconds`."""
        lane = self.of(host)
        lane.troubles = lane.lost = 0
        lane.ready_at = self._clock() + self._gap(lane, seconds)

    def refused(self, host: str, retry_after: float | None, most: float = MOST_BACKOFF) -> float:
        """The server is busy or broken: rest as long as it asks, or twice as long each time. The rest in seconds."""
        lane = self.of(host)
        lane.troubles = min(lane.troubles + 1, 30)
        rest = min(most, FIRST_BACKOFF * 2.0 ** (lane.troubles - 1))
        if retry_after is not None:
            rest = min(MOST_RETRY_AFTER, max(retry_after, 0.0))
        lane.ready_at = max(lane.ready_at, self._clock() + rest)
        return rest

    def unreachable(self, host: str) -> None:
        """No connection could be made."""
        self.refused(host, None, MOST_FAILURE_REST)
        self.of(host).lost += 1

    def is_down(self, host: str) -> bool:
        """Whether the server has stopped answering: what waits for it waits for the next run."""
        return self.of(host).lost >= DOWN_AFTER

    def set_crawl_delay(self, host: str, seconds: float) -> None:
        lane = self.of(host)
        lane.crawl_delay = min(MOST_CRAWL_DELAY, max(lane.crawl_delay, seconds))

    def _gap(self, lane: Lane, seconds: float) -> float:
        if self._delay == 0:
            return 0.0  # one's own server
        least = LEAST_DELAY if self._delay is None else self._delay
        follow = min(MOST_DELAY, FOLLOW_FACTOR * seconds) if self._delay is None else 0.0
        return max(least, follow, lane.crawl_delay)
