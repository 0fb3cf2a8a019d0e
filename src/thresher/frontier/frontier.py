"""Whose turn it is: the queue of URLs, robots.txt and lanes brought together."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import replace

from thresher.frontier.lanes import Lanes
from thresher.frontier.robots import RobotsBook, Standing
from thresher.frontier.urls import FORBIDDEN_BY_RULE, UrlTable
from thresher.model import Entry, Kind, Offer, Outcome, Skip
from thresher.page import host_of, origin_of

HORIZON = 5.0
"""Entries are handed out at most this long before their server may be asked: the engine looks again every 5 s."""

Admission = Callable[[Entry], Skip | None]


class Frontier:
    """Hands out entries whose turn has come, and takes them back with exactly one outcome each."""

    def __init__(
        self,
        urls: UrlTable,
        robots: RobotsBook,
        lanes: Lanes,
        *,
        admit: Admission,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.urls = urls
        self.robots = robots
        self.lanes = lanes
        self._admit = admit
        self._clock = clock
        self._pending: Counter[str] = Counter(urls.pending_by_queue())
        self._order: deque[str] = deque(self._pending)
        self._asking_robots: set[str] = set()

    @property
    def pending(self) -> int:
        return self._pending.total()

    @property
    def has_work(self) -> bool:
        """Whether anything waits for a server that answers."""
        return any(count and not self.lanes.is_down(queue) for queue, count in self._pending.items())

    @property
    def down(self) -> list[str]:
        """Hosts that stopped answering while something waits for them."""
        return [queue for queue, count in self._pending.items() if count and self.lanes.is_down(queue)]

    def offer(self, offers: Iterable[Offer]) -> list[Offer]:
        """Add offers; those that were new."""
        fresh = self.urls.offer(offers)
        for offer in fresh:
            self._count(host_of(offer.url))
        return fresh

    def take(self) -> Entry | None:
        """An entry to ask for now or within `HORIZON` seconds; None if no server is free.

        Before the first page of an origin comes its robots.txt. What robots.txt forbids, and what the guide no
        longer wants, ends here with its outcome.
        """
        for _ in range(len(self._order)):
            queue = self._order.popleft()
            if not self._pending[queue]:
                del self._pending[queue]
                continue
            self._order.append(queue)  # behind the others, so that no site waits for another one
            is_open = self.lanes.can_enter(queue, HORIZON) and not self.lanes.is_down(queue)
            if is_open and (entry := self._next(queue)):
                self.lanes.enter(queue)
                return entry
        return None

    def resume(self, entry: Entry) -> None:
        """Count an entry as handed out whose answer was found in the archive: it need not be asked for again."""
        queue = host_of(entry.url)
        if self.urls.claim(entry, queue):
            self._pending[queue] -= 1
        self.lanes.enter(queue)

    def finish(self, entry: Entry, outcome: Outcome, detail: str = "") -> None:
        """The one outcome of an entry that was handed out."""
        self.urls.finish(entry.url, outcome, detail)
        self._release(entry)

    def give_back(self, entry: Entry, *, failed: bool) -> None:
        """An entry that must be asked for again: after a failure later, otherwise as before."""
        self.urls.give_back(entry, failed=failed)
        self._count(host_of(entry.url))
        self._release(entry)

    def reopen(self, urls: Iterable[str]) -> None:
        """Ask again for URLs that had an outcome already: what came was not what was asked for."""
        for url in urls:
            if self.urls.reopen(url):
                self._count(host_of(url))

    def _release(self, entry: Entry) -> None:
        self.lanes.leave(host_of(entry.url))
        if entry.kind is Kind.ROBOTS:
            self._asking_robots.discard(origin_of(entry.url))

    def _count(self, queue: str) -> None:
        if queue not in self._pending:
            self._order.append(queue)
        self._pending[queue] += 1

    def _next(self, queue: str) -> Entry | None:
        while entry := self.urls.next_of(queue):
            self._pending[queue] -= 1
            origin = origin_of(entry.url)
            if entry.kind is Kind.ROBOTS:
                self._asking_robots.add(origin)
                return entry
            rules = self.robots.get(entry.url)
            if rules is None:
                self.urls.give_back(entry, failed=False)
                self._pending[queue] += 1
                return self._robots_entry(origin, queue)
            if rules.standing is Standing.DEAD:
                self.urls.finish(entry.url, Outcome.UNREACHABLE, rules.detail)
            elif not self.robots.allows(entry.url):
                self.urls.finish(entry.url, Outcome.FORBIDDEN, rules.detail or FORBIDDEN_BY_RULE)
            elif skip := self._admit(entry):
                self.urls.leave_entry(skip)
            else:
                return entry
        return None

    def _robots_entry(self, origin: str, queue: str) -> Entry | None:
        """robots.txt of `origin`, unless it is being asked for already."""
        if origin in self._asking_robots:
            return None
        url = f"{origin}/robots.txt"
        self._asking_robots.add(origin)
        entry = replace(self.urls.get(url) or Entry(url, Kind.ROBOTS), kind=Kind.ROBOTS)
        self.urls.put_in_flight(entry, queue)
        return entry
