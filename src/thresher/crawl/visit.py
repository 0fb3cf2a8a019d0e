"""Asking for one entry: politely, as often as makes sense, and keeping what came."""

import email.utils
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from thresher.archive import CaptureRow, Keeper
from thresher.fetch import Ask, HttpClient, Limits, Trouble, TroubleKind
from thresher.frontier import Lanes
from thresher.frontier.lanes import MOST_FAILURE_REST
from thresher.model import Capture, CrawlSettings, Entry, Exchange, Kind
from thresher.model.capture import BUSY
from thresher.page import host_of, join

MOMENTARY = frozenset(
    {TroubleKind.CLOSED, TroubleKind.NO_ANSWER, TroubleKind.BROKE_OFF, TroubleKind.STALLED, TroubleKind.CONNECT}
)
UNCERTAIN = frozenset({TroubleKind.UNKNOWN_HOST, TroubleKind.REFUSED})
"""Worth a second try, not a fifth."""
UNCERTAIN_ATTEMPTS = 2
NO_CONNECTION = UNCERTAIN | {TroubleKind.CONNECT}
FOUND, NOT_MODIFIED = 200, 304
VALIDATORS = (("If-None-Match", "etag"), ("If-Modified-Since", "last-modified"))
ROBOTS_REDIRECTS = 5
"""RFC 9309, 2.3.1.2."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The answer is in the archive under `number`."""

    number: int
    capture: Capture


@dataclass(frozen=True, slots=True)
class Again:
    """No answer worth keeping yet; the entry should be asked for again."""

    why: str


@dataclass(frozen=True, slots=True)
class Lost:
    """No answer, and asking again will not help."""

    trouble: Trouble


@dataclass(frozen=True, slots=True)
class Stopped:
    """The crawl ends, or the server is down; the entry keeps its place."""


Visit = Kept | Again | Lost | Stopped


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """An answer of an earlier visit, and what to send so that the server need not give it again."""

    row: CaptureRow
    conditions: tuple[tuple[str, str], ...]


Before = Callable[[str], KnownAnswer | None]


def known_answers(keeper: Keeper) -> Before:
    """What earlier visits have of an address, where the server gave it a mark or a date to ask by.

    Not where the answer depends on who asks: another visitor's page may be as it was.
    """

    def before(url: str) -> KnownAnswer | None:
        row = keeper.captures.latest(url)
        if row is None or row.status != FOUND or row.truncated:
            return None
        capture = keeper.load(row)
        if capture is None or not capture.payload:
            return None
        named = {part.strip().lower() for part in (capture.header("vary") or "").split(",")}
        if not named <= {"", "accept-encoding"}:
            return None
        given = ((name, capture.header(source)) for name, source in VALIDATORS)
        conditions = tuple((name, value) for name, value in given if value)
        return KnownAnswer(row, conditions) if conditions else None

    return before


class Visitor:
    """Carries one entry to its server and its answer into the archive."""

    def __init__(
        self,
        client: HttpClient,
        keeper: Keeper,
        lanes: Lanes,
        settings: CrawlSettings,
        before: Before = lambda _: None,
    ) -> None:
        """`before` gives what is known of an address, if the server is to be asked whether it is as it was."""
        self.requests = 0
        self._before = before
        self._client = client
        self._keeper = keeper
        self._lanes = lanes
        self._settings = settings

    async def visit(self, entry: Entry) -> Visit:
        """Ask for `entry`. Never raises for what a server does."""
        host = host_of(entry.url)
        if not self._lanes.is_known(host):
            address = await self._client.resolve(entry.url)
            if isinstance(address, Trouble):
                return self._troubled(entry, address)
            self._lanes.has_address(host, address or host)
        if not await self._lanes.begin(host):
            return Stopped()
        try:
            self.requests += 1
            known = self._before(entry.url) if entry.kind is not Kind.ROBOTS else None
            ask = Ask(entry.url, entry.via, conditions=known.conditions if known is not None else ())
            result = await self._client.fetch(ask, self._limits(entry.kind))
            if entry.kind is Kind.ROBOTS:
                result = await self._follow_robots(result)
        finally:
            self._lanes.end(host)
        if isinstance(result, Trouble):
            return self._troubled(entry, result)
        if known is not None and result.status == NOT_MODIFIED:
            self._lanes.answered(host, result.seconds)
            result.body.close()
            return Kept(*self._keeper.keep_unmodified(result, entry.kind, known.row))
        return self._answered(entry, result)

    async def close(self) -> None:
        await self._client.close()

    def _limits(self, kind: Kind) -> Limits:
        settings = self._settings
        size = settings.max_resource_bytes if kind is Kind.RESOURCE else settings.max_transfer_bytes
        return Limits(settings.timeout, settings.fetch_seconds, settings.max_head_bytes, size)

    def _answered(self, entry: Entry, exchange: Exchange) -> Visit:
        host = host_of(entry.url)
        tries = entry.attempts + 1
        if exchange.status in BUSY:
            self._lanes.refused(host, retry_after_seconds(exchange))
            if tries < self._settings.attempts:
                return self._again(f"the server answered {exchange.status}", exchange)
        elif exchange.status == 500 and tries < UNCERTAIN_ATTEMPTS:
            self._lanes.refused(host, None)
            return self._again("the server answered 500", exchange)
        else:
            self._lanes.answered(host, exchange.seconds)
        return self._keep(entry, exchange)

    def _troubled(self, entry: Entry, trouble: Trouble) -> Visit:
        tries = entry.attempts + 1
        host = host_of(entry.url)
        if trouble.kind in NO_CONNECTION:
            self._lanes.unreachable(host)
            if self._lanes.is_down(host):
                return Stopped()
        elif trouble.kind in MOMENTARY:
            self._lanes.refused(host, None, MOST_FAILURE_REST)
        if trouble.kind in MOMENTARY | UNCERTAIN:
            limit = self._settings.attempts if trouble.kind in MOMENTARY else UNCERTAIN_ATTEMPTS
            if tries < limit:
                return self._again(trouble.sentence, trouble.partial)
        if trouble.partial is not None:
            return self._keep(entry, trouble.partial)
        return Lost(trouble)

    def _again(self, why: str, exchange: Exchange | None) -> Again:
        if exchange is not None:
            exchange.body.close()
        return Again(why)

    def _keep(self, entry: Entry, exchange: Exchange) -> Kept:
        try:
            return Kept(*self._keeper.keep(exchange, entry.kind))
        finally:
            exchange.body.close()

    async def _follow_robots(self, result: Exchange | Trouble) -> Exchange | Trouble:
        """robots.txt may be somewhere else; the steps on the way are kept, the last answer counts."""
        for _ in range(ROBOTS_REDIRECTS):
            if isinstance(result, Trouble) or not 300 <= result.status < 400:
                return result
            location = next((value for name, value in result.headers if name.lower() == "location"), "")
            target = join(result.url, location)
            if not location or target is None:
                return result
            number, _ = self._keeper.keep(result, Kind.ROBOTS)
            self._keeper.captures.set_absorbed(number)
            self.requests += 1
            result = await self._client.fetch(Ask(target), self._limits(Kind.ROBOTS))
        return result


def retry_after_seconds(exchange: Exchange) -> float | None:
    """What Retry-After asks for: seconds or a date; None if it says nothing sensible."""
    value = next((value for name, value in exchange.headers if name.lower() == "retry-after"), "").strip()
    if value.isascii() and value.isdigit() and len(value) < 10:
        return float(value)
    try:
        moment = email.utils.parsedate_to_datetime(value)
    except (TypeError, ValueError, IndexError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
