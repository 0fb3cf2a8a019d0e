"""Where a guide keeps what it has learned of a site.

The guide itself holds nothing that cannot be made again, so a crawl that was cut off goes on with the same
decisions. Keys and numbers only: small enough to be written with every page.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol


class Memory(Protocol):
    """The seam: a set of 64-bit hashes, and small records of numbers by name."""

    def unseen(self, hashes: Sequence[int]) -> set[int]:
        """Those of `hashes` (signed, 64 bits) that were never remembered; changes nothing."""

    def remember(self, hashes: Iterable[int]) -> None:
        """Put `hashes` among those seen."""

    def load(self, key: str) -> tuple[int, ...] | None:
        """The record saved under `key`; None if there is none."""

    def keys(self, prefix: str) -> Iterable[str]:
        """Names of the records that begin with `prefix`."""

    def save(self, key: str, numbers: tuple[int, ...]) -> None:
        """Keep `numbers` under `key`, in place of what was there."""


class PlainMemory:
    """A memory that lasts as long as the process: for tests, dry runs and simulations."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._records: dict[str, tuple[int, ...]] = {}

    def unseen(self, hashes: Sequence[int]) -> set[int]:
        return set(hashes) - self._seen

    def remember(self, hashes: Iterable[int]) -> None:
        self._seen.update(hashes)

    def load(self, key: str) -> tuple[int, ...] | None:
        return self._records.get(key)

    def keys(self, prefix: str) -> Iterable[str]:
        return [key for key in self._records if key.startswith(prefix)]

    def save(self, key: str, numbers: tuple[int, ...]) -> None:
        self._records[key] = numbers
