"""One page explained: application, level, evidence; each link with its decision; each object with its rule."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from thresher.archive import Collection, Keeper
from thresher.catalog import open_catalog
from thresher.crawl.clients import client_for
from thresher.crawl.notebook import notebooks
from thresher.crawl.preview import fetch_page
from thresher.crawl.rungs import ladder_for
from thresher.crawl.understand import Understanding, understand
from thresher.describe import withheld_in
from thresher.guide import PlainMemory, ScopeCheck
from thresher.guide.labels import MARK
from thresher.model import Capture, CrawlSettings, Offer, RecordPlace
from thresher.model.errors import NothingReached, UsageError
from thresher.page import canonical, origin_of

MAX_FILE_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Explanation:
    """What was made of one page."""

    url: str
    answer: str
    understanding: Understanding | None
    about: tuple[str, ...] = ()
    """What there is to say about the site."""

    def as_dict(self) -> dict[str, Any]:
        """For `--json`, and for the command to print."""
        found = self.understanding
        recognition = found.view.recognition if found and found.view else None
        level = recognition.level if recognition else None
        return {
            "url": self.url,
            "answer": self.answer,
            "application": recognition.application.name if recognition else None,
            "title": recognition.application.title if recognition else None,
            "root": recognition.root if recognition else None,
            "evidence": [asdict(one) for one in recognition.evidence] if recognition else [],
            "level": level.label if level else None,
            "kind": level.kind.value if level else None,
            "level_evidence": asdict(recognition.level_evidence)
            if recognition and recognition.level_evidence
            else None,
            "follow": [{"url": offer.url, "to": _target(offer)} for offer in found.guidance.follow] if found else [],
            "skip": [
                {"url": skip.url, "reason": skip.reason.value, "detail": skip.detail} for skip in found.guidance.skip
            ]
            if found
            else [],
            "objects": [_object(one) for one in found.objects] if found else [],
            "notes": [*self.about, *(found.page.notes if found else ["the answer is not an HTML page"])],
        }


def explain_kept(root: Path, url: str, settings: CrawlSettings) -> Explanation:
    """Explain a page of a collection by what was learned there, of its site or from its feed."""
    place = Collection(root)
    place.open_for_reading()
    catalog = open_catalog(place.catalog, read_only=True)
    try:
        keeper = Keeper.to_read(place, catalog)
        row = keeper.captures.latest(canonical(url) or url)
        capture = keeper.load(row) if row is not None else None
        if capture is None:
            raise UsageError(f"{url} is not in {root}.", "Give the address as reports/ and indexes/ have it.")
        if row is not None and (why := withheld_in(catalog).why_not_shown(row.url, row.date)):
            raise UsageError(f"{url} is withheld: {why}", "`thresher withhold … --list` has more.")
        ladder = ladder_for(settings, ScopeCheck(settings), PlainMemory(), load=lambda _: None)
        learned, fed = notebooks(catalog)
        ladder.go_on(learned.read(), fed.read(), (), ())
        found = understand(capture, settings, ladder)
    finally:
        catalog.close()
    about = [note for site in ladder.fed if origin_of(site.start) == origin_of(url) for note in site.notes]
    return Explanation(capture.url, f"{capture.status} {capture.mime or 'unknown type'}", found, tuple(about))


async def explain_page(place: str, url: str, settings: CrawlSettings) -> Explanation:
    """Explain the page at an address, or in a file that came from `url`."""
    capture = await _fetched(place, settings) if "://" in place else _saved(Path(place), url)
    ladder = ladder_for(settings, ScopeCheck(settings), PlainMemory())
    mime = capture.mime or "unknown type"
    return Explanation(capture.url, f"{capture.status} {mime}", understand(capture, settings, ladder))


async def _fetched(place: str, settings: CrawlSettings) -> Capture:
    if canonical(place) is None:
        raise UsageError(f"'{place}' is not a web address.", "Give it whole: https://forum.example/")
    client, _ = client_for(settings)
    try:
        capture = await fetch_page(client, place, settings, lambda _: None)
    finally:
        await client.close()
    if isinstance(capture, str):
        raise NothingReached(f"{place} could not be fetched: {capture}", "Check the address with a browser.")
    return capture


def _saved(path: Path, url: str) -> Capture:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise UsageError(f"{path} is larger than {MAX_FILE_BYTES // 2**20} MB.")
        payload = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}.", "Give an address or a saved HTML file."
        ) from error
    address = url or f"http://saved.invalid/{path.name}"
    headers = (("content-type", "text/html"),)
    return Capture(address, datetime.now(UTC), 200, headers, payload, RecordPlace("", 0, 0), "")


def _target(offer: Offer) -> str:
    return offer.shape.rpartition("/")[2] if offer.shape.startswith(MARK) else offer.kind.value


def _object(found: Any) -> dict[str, Any]:
    data = asdict(found)
    data["source"] = found.source.url
    return {key: value for key, value in data.items() if value not in ("", (), None)}
