"""A brake on shapes of URLs that stop yielding.

Every page that was fetched either gave something (new words, new links to shapes that give something) or it
did not. After some barren pages in a row a shape is only probed, ever more sparsely; a probe that yields lets
it go again. So a space without end costs a bounded number of requests, and what is worth reading is read.

Three records speak for a URL: its shape; its family, for spaces where each shape has few pages; and one for
all shapes of a host that were new when they were met, for spaces where even families never end.

Where another rung has read what people wrote on a site, its archives by month, tag and author show that again. A page
there without anything new, be it a few words or a link, is idle, and two of a kind say enough.
"""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from thresher.guide.memory import Memory
from thresher.guide.shapes import KIN, family_of, is_telling, kin_of

# Never yielded: ten of the same template say enough. Three if the link itself was doubtful.
BARREN_SHAPE, BARREN_FAMILY, BARREN_NEWCOMERS, BARREN_SUSPECT = 10, 20, 50, 3
# Once fruitful: as many barren pages in a row as would come by chance once in 400 crawls (e**-6) at its rate of
# yield, and a quarter of what it gave, because duplicates come in swarms; never more than 100.
LEAST_STREAK, MOST_STREAK, STREAK_YIELDS, SHARE_OF_YIELDS = 20, 100, 6, 4
# One in four is probed at first, fewer with each second failure.
FIRST_GAP = 4
# What a page says for its kind having nothing that is not known: one that shows only that; one that has new words, but
# fewer than a sentence.
IDLE, DOUBTFUL = 2, 1
# From when on it is believed: of a shape, and of shapes in one folder that have few pages each (a tag that is called as
# a kind of page is). Then one in eight is probed, a quarter of that with each failure.
IDLE_SHAPE, IDLE_KIN, IDLE_GAP = 4, 6, 8
FORGIVING = 10
"""How many times as much it takes where one page had new words."""
EMPTY_SHAPE = 4
"""Pages of a kind that lead to others, and have nothing new themselves, until their promises are not believed."""
NEAR = 2
"""Links this close to a seed are sections of the site: the disappointment of other sections is not held
against them."""
VALUE_MEMORY = 10
"""Pages over which the value of a shape is averaged."""
UNKNOWN_VALUE = 500
LINK_DISCOUNT, KIN_DISCOUNT = 0.7, 0.4
"""A page that only leads to a page of value is worth a bit less than it; much less if it leads to its own
family. Traps that lead to each other then sink together."""
WORTHWHILE = 200
NEWS = 1000
"""What a page with new words of its own is worth."""


@dataclass(frozen=True, slots=True)
class Record:
    """What fetching pages of one shape (or family) has brought so far."""

    visits: int = 0
    yields: int = 0
    streak: int = 0
    """Barren pages in a row, up to now."""
    failed_probes: int = 0
    value: int = UNKNOWN_VALUE
    """Moving average of what a page is worth: 0 to 1,000."""
    news: int = 0
    """Pages that had new words of their own, not only links that promise some."""
    idle: int = 0
    """What its pages said for having nothing that is not known: `IDLE` or `DOUBTFUL` each."""

    def after(self, worth: int, was_braked: bool, idle: int = 0) -> "Record":
        """The record with one more page of that `worth`."""
        value = (self.value * (VALUE_MEMORY - 1) + worth) // VALUE_MEMORY
        news = self.news + (worth >= NEWS)
        if worth >= WORTHWHILE:
            failed = max(0, self.failed_probes - 2)
            return Record(self.visits + 1, self.yields + 1, 0, failed, value, news, self.idle)
        failed = self.failed_probes + was_braked
        return Record(self.visits + 1, self.yields, self.streak + 1, failed, value, news, self.idle + idle)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All fields in order; `Record(*numbers)` gives it back. `astuple` takes 7 µs, this 0.1."""
        return self.visits, self.yields, self.streak, self.failed_probes, self.value, self.news, self.idle

    def is_barren(self, never_yielded: int) -> bool:
        if not self.yields:
            return self.streak >= never_yielded
        by_rate = min(STREAK_YIELDS * self.visits // self.yields, 2 * LEAST_STREAK)
        allowed = max(LEAST_STREAK, by_rate, self.yields // SHARE_OF_YIELDS)
        return self.streak >= min(MOST_STREAK, allowed)

    def is_idle(self, limit: int) -> bool:
        """Whether it has nothing that is not known from elsewhere. Promises of links do not speak against that; a page
        with new words does, unless it is the only one and many more have none: the first has those of its template.
        """
        return self.news <= 1 and self.idle >= limit * (FORGIVING if self.news else 1)

    @property
    def rate(self) -> float:
        return self.yields / self.visits if self.visits else 0.0

    @property
    def is_rich(self) -> bool:
        """Most of its pages had something to read. Promises do not count: a calendar whose months lead to days
        would go before the days, and nobody would ever find out what those are worth."""
        return self.visits >= 3 and 2 * self.news >= self.visits


class Brake:
    """Reads and writes the records; the memory holds them."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._records: dict[str, Record] = {}

    def record(self, shape: str) -> Record:
        """What is known of `shape`."""
        found = self._records.get(shape)
        if found is None:
            numbers = self._memory.load("brake " + shape)
            found = Record(*numbers) if numbers else Record()
            if len(self._records) > 50_000:
                self._records.clear()
            self._records[shape] = found
        return found

    def holds(self, url: str, shape: str, is_suspect: bool, depth: int = NEAR + 1) -> str | None:
        """The shape or family whose brake keeps `url` from being asked for; None if it may go."""
        barren = self._barren(shape, is_suspect)
        if barren is None or (depth <= NEAR and barren == _newcomers(shape, is_suspect)):
            return None
        return None if draw(url) % self._gap(barren) == 0 else barren

    def value(self, shape: str) -> int:
        """What another page of `shape` is likely worth: by its own record, or that of its kin."""
        record = self.record(shape)
        if self._barren(shape, is_suspect=False) is not None or record.is_idle(IDLE):
            return 0
        value = UNKNOWN_VALUE
        for key in (_newcomers(shape, is_suspect=False), family_of(shape), shape):
            record = self.record(key)
            # Few pages say little: what is missing to ten is taken from the kin. A shape nobody gets to
            # would otherwise keep the value of its first page for ever, and lend it to those that link there.
            weight = min(record.visits, VALUE_MEMORY)
            value = (record.value * weight + value * (VALUE_MEMORY - weight)) // VALUE_MEMORY
        return value

    def promises(self, shape: str) -> bool:
        """Whether a link to a page of `shape` may lead to something new. Days, weeks and months of an archive lead to
        each other: some of a kind without a word that was not known say enough, whatever they promise.
        """
        record = self.record(shape)
        is_empty = is_telling(shape) and record.news <= 1 and record.visits >= EMPTY_SHAPE * (1 + record.news)
        return not is_empty and self.value(shape) > 0

    def is_barren(self, shape: str) -> bool:
        """Whether pages of `shape` itself have stopped yielding, whatever its kin do."""
        return self.record(shape).is_barren(BARREN_SHAPE)

    def note(self, shape: str, worth: int, is_suspect: bool, idle: int | None = None) -> None:
        """Count one fetched page of `shape`; `idle` is None where no other rung has read the site before."""
        barren = self._barren(shape, is_suspect)
        is_first = self.record(shape).visits == 0
        keys = [shape]
        if idle is not None:
            keys.append(kin_of(shape))
        if not idle or "?" in shape:
            # A tag that lists what is known says nothing about another folder, which has as long addresses.
            keys.append(family_of(shape))
        if is_first:
            keys.append(_newcomers(shape, is_suspect))
        for key in keys:
            record = self.record(key).after(worth, key == barren, idle or 0)
            self._records[key] = record
            self._memory.save("brake " + key, record.numbers)

    def _gap(self, barren: str) -> int:
        """One in how many is probed."""
        record = self.record(barren)
        if (barren.startswith(KIN) or is_telling(barren)) and record.is_idle(IDLE_SHAPE):
            return IDLE_GAP << min(40, 2 * record.failed_probes)
        return FIRST_GAP << min(40, record.failed_probes // 2)

    def _barren(self, shape: str, is_suspect: bool) -> str | None:
        record = self.record(shape)
        if is_suspect and record.streak >= BARREN_SUSPECT and record.rate < 0.5:
            return shape
        if record.is_barren(BARREN_SHAPE) or (is_telling(shape) and record.is_idle(IDLE_SHAPE)):
            return shape
        if record.yields:
            return None  # its own success speaks louder than its kin
        if is_telling(shape) and self.record(kin := kin_of(shape)).is_idle(IDLE_KIN):
            return kin
        family = family_of(shape)
        if self.record(family).is_barren(BARREN_FAMILY):
            return family
        newcomers = _newcomers(shape, is_suspect)
        return newcomers if not record.visits and self.record(newcomers).is_barren(BARREN_NEWCOMERS) else None


def _newcomers(shape: str, is_suspect: bool) -> str:
    """The record of a host's shapes when they were new; doubtful ones apart, they mostly disappoint."""
    return ("doubtful on " if is_suspect else "new on ") + shape.partition("/")[0]


@lru_cache(maxsize=1 << 14)
def draw(url: str) -> int:
    """A number that is always the same for `url`: which ones are probed must not change with a restart."""
    return int.from_bytes(blake2b(url.encode("utf-8", "replace"), digest_size=8).digest(), "big")
