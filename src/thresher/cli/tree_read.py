"""Captures of a collection as the tree of its site needs them, and where pages that are gone have gone to."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from thresher.archive import Collection, Keeper
from thresher.catalog import Catalog
from thresher.change import Visit, read_moment
from thresher.cli.reader import captures_in
from thresher.model.errors import CollectionError, UsageError
from thresher.page import canonical, join

PORTION = 500
"""Addresses in one question to the catalog."""
MOMENTS = "Write it like 2026-11-16, 2026-11-16T12:00, 20261116120000, or visit:1 for the end of the first visit."


class TreeReader:
    """The captures of a collection. Reads, and changes nothing."""

    def __init__(self, place: Collection, catalog: Catalog) -> None:
        self._catalog = catalog
        self._keeper = Keeper.to_read(place, catalog)

    def visits(self, *, everything: bool = False) -> list[Visit]:
        """All captures of pages, or of everything, in the order in which they were made."""
        # A page that the server called "not modified" is there.
        kinds = "" if everything else "AND kind = 'page'"
        rows = self._catalog.execute(
            "SELECT url, date, CASE WHEN is_revisit AND status = 304 THEN 200 ELSE status END, digest, id "  # noqa: S608
            f"FROM captures WHERE is_indexed = 1 {kinds} ORDER BY id"
        )
        times: dict[str, datetime] = {}
        found = []
        for url, date, status, digest, number in rows:
            time = times.get(date)
            if time is None:
                time = times[date] = datetime.fromisoformat(date)
            found.append(Visit(url, time, status, digest, number))
        if not found:
            raise CollectionError(f"{self._catalog.path.parent} holds no page yet.", "Crawl something into it first.")
        return found

    def moment(self, text: str, visits: list[Visit]) -> Visit:
        """The last capture that was made by the end of what `text` means; of nothing, the last of all."""
        if not text:
            return visits[-1]
        if text.lower().startswith("visit:"):
            last = self._end_of(text)
            made = [visit for visit in visits if visit.number <= last]
        else:
            moment = read_moment(text)
            if moment is None:
                raise UsageError(f"'{text}' is not a moment.", MOMENTS)
            made = [visit for visit in visits if visit.time <= moment.last]
        if not made:
            first = min(visit.time for visit in visits).astimezone(UTC)
            raise UsageError(f"There is no capture before {text}.", f"The first one is of {first:%Y-%m-%d %H:%M:%S}.")
        return made[-1]

    def _end_of(self, text: str) -> int:
        """The number of the last capture of a visit."""
        number = text.partition(":")[2]
        has_visits = self._catalog.execute("SELECT 1 FROM sqlite_master WHERE name = 'visits'").fetchone()
        sql = "SELECT number, after_capture FROM visits ORDER BY number"
        begun: dict[int, int] = dict(self._catalog.execute(sql).fetchall()) if has_visits else {}
        if not number.isdigit() or int(number) not in begun:
            count = f"There are {len(begun)}" if len(begun) != 1 else "There is one"
            raise UsageError(f"There is no {text} to this collection.", f"{count}, counted from 1.")
        return begun.get(int(number) + 1, 2**62)

    def moved_to(self, lost: Iterable[Visit]) -> Mapping[str, tuple[str, str]]:
        """Where pages that are gone lead: by their redirects, or by where the archive has seen their objects since."""
        gone = list(lost)
        found = dict(self._by_objects([visit.url for visit in gone if not visit.is_redirect]))
        for visit in gone:
            if visit.is_redirect and (target := self._target(visit)):
                found[visit.url] = target, f"answered {visit.status}"
        return found

    def _target(self, visit: Visit) -> str | None:
        row = self._keeper.captures.latest(visit.url, visit.number - 1)
        capture = self._keeper.load(row) if row is not None else None
        location = capture.header("location") if capture is not None else None
        return join(visit.url, location) if location else None

    def _by_objects(self, urls: list[str]) -> Iterator[tuple[str, tuple[str, str]]]:
        """Pages on which most objects of a page that is gone were seen later: the same object, or the same content."""
        if not self._catalog.execute("SELECT 1 FROM sqlite_master WHERE name = 'objects'").fetchone():
            return
        for start in range(0, len(urls), PORTION):
            held, seen = self._objects_of(urls[start : start + PORTION])
            for url, places in seen.items():
                to = max(places, key=lambda place: (len(places[place]), place))
                if 2 * len(places[to]) > len(held[url]):
                    yield url, (to, "what people wrote there stands here now")

    def _objects_of(self, urls: list[str]) -> tuple[dict[str, set[int]], dict[str, dict[str, set[int]]]]:
        """The objects that each page has held, and the pages on which each of them was seen otherwise."""
        held: dict[str, set[int]] = {}
        seen: dict[str, dict[str, set[int]]] = {}
        holders: dict[bytes, set[tuple[str, int]]] = {}
        rows = self._catalog.execute(
            "SELECT v.source_url, v.object, v.digest, o.source_url FROM object_versions v JOIN objects o "  # noqa: S608
            f"ON o.number = v.object WHERE o.type <> 'UserAccount' AND v.source_url IN ({','.join('?' * len(urls))})",
            urls,
        )
        for url, number, digest, now in rows.fetchall():
            held.setdefault(url, set()).add(number)
            holders.setdefault(digest, set()).add((url, number))
            if now != url:
                seen.setdefault(url, {}).setdefault(now, set()).add(number)
        for digest, now in self._catalog.execute("SELECT digest, source_url FROM object_versions") if holders else ():
            for url, number in holders.get(digest, ()):
                if now != url:
                    seen.setdefault(url, {}).setdefault(now, set()).add(number)
        return held, seen


@contextmanager
def open_tree(folder: Path) -> Iterator[TreeReader]:
    """A collection, opened to look at the tree of its addresses."""
    with captures_in(folder) as (place, catalog):
        yield TreeReader(place, catalog)


def checked_address(url: str) -> str:
    """An address in its one spelling; a sentence if it is none."""
    found = canonical(url) or canonical(f"https://{url}")
    if found is None:
        raise UsageError(f"'{url}' is not a web address.", "Give it whole: https://blog.example/2026/")
    return found
