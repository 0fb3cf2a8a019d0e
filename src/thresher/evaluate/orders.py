"""The orders in which a crawl can take the pages that are waiting: what BlogForever, section 4.3, compares."""

import heapq
import random
from collections import deque
from collections.abc import Sequence
from itertools import count
from typing import Protocol

from thresher.guide.neighbours import Neighbours
from thresher.guide.shapes import shape_of


class Order(Protocol):
    """Addresses that wait, and which of them is next."""

    def put(self, urls: Sequence[str]) -> None:
        """Addresses met on one page, in its order, each for the first time."""

    def take(self) -> str | None:
        """The next one; None if none is left."""

    def observe(self, url: str, links: int) -> None:
        """A page was fetched at `url` and held `links` links to posts."""


class BreadthFirst:
    """What waits longest."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()

    def put(self, urls: Sequence[str]) -> None:
        self._waiting.extend(urls)

    def take(self) -> str | None:
        return self._waiting.popleft() if self._waiting else None

    def observe(self, url: str, links: int) -> None:
        """Nothing: what pages held does not matter."""


class DepthFirst:
    """The first link of the page that was fetched last."""

    def __init__(self) -> None:
        self._waiting: list[str] = []

    def put(self, urls: Sequence[str]) -> None:
        self._waiting.extend(reversed(urls))

    def take(self) -> str | None:
        return self._waiting.pop() if self._waiting else None

    def observe(self, url: str, links: int) -> None:
        """Nothing: what pages held does not matter."""


class Random:
    """Any, by a seed."""

    def __init__(self, seed: int) -> None:
        self._waiting: list[str] = []
        self._random = random.Random(seed)  # noqa: S311 -- an experiment that can be repeated, no secret

    def put(self, urls: Sequence[str]) -> None:
        self._waiting.extend(urls)

    def take(self) -> str | None:
        if not self._waiting:
            return None
        place = self._random.randrange(len(self._waiting))
        self._waiting[place], self._waiting[-1] = self._waiting[-1], self._waiting[place]
        return self._waiting.pop()

    def observe(self, url: str, links: int) -> None:
        """Nothing: what pages held does not matter."""


class NearestNeighbour:
    """What is likely to hold most links to posts, by all that was observed until now.

    Addresses of one shape have one estimate, so each shape has a queue, and is asked about once a step.
    """

    def __init__(self) -> None:
        self._neighbours = Neighbours()
        self._waiting: dict[str, deque[str]] = {}

    def put(self, urls: Sequence[str]) -> None:
        for url in urls:
            self._waiting.setdefault(shape_of(url), deque()).append(url)

    def take(self) -> str | None:
        if not self._waiting:
            return None
        best = max(self._waiting, key=lambda shape: self._neighbours.estimate(self._waiting[shape][0]))
        url = self._waiting[best].popleft()
        if not self._waiting[best]:
            del self._waiting[best]
        return url

    def observe(self, url: str, links: int) -> None:
        self._neighbours.observe(url, links)


class FirstEstimate:
    """The same, with the estimate of the moment at which an address was met, as the paper tells it."""

    def __init__(self) -> None:
        self._neighbours = Neighbours()
        self._waiting: list[tuple[float, int, str]] = []
        self._numbers = count()

    def put(self, urls: Sequence[str]) -> None:
        for url in urls:
            heapq.heappush(self._waiting, (-self._neighbours.estimate(url), next(self._numbers), url))

    def take(self) -> str | None:
        return heapq.heappop(self._waiting)[2] if self._waiting else None

    def observe(self, url: str, links: int) -> None:
        self._neighbours.observe(url, links)
