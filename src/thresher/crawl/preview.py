"""The first step of a crawl, taken without keeping anything."""

from dataclasses import dataclass

from thresher.crawl.clients import client_for
from thresher.fetch import Ask, Limits, Trouble
from thresher.guide import GenericGuide, PlainMemory, ScopeCheck
from thresher.model import Capture, CrawlSettings, Entry, Exchange, Guidance, Kind, RecordPlace
from thresher.page import join, read_page
from thresher.wire import dechunked

MAX_HOPS = 5
PREVIEW_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Preview:
    """What one seed answered, and what would be made of its links."""

    url: str
    answer: str
    guidance: Guidance | None


async def preview(settings: CrawlSettings) -> list[Preview]:
    """Ask for each seed once, redirects followed."""
    client, _ = client_for(settings)
    scope = ScopeCheck(settings)
    guide = GenericGuide(settings, scope, PlainMemory())
    limits = Limits(settings.timeout, settings.fetch_seconds, settings.max_head_bytes, PREVIEW_BYTES)
    found = []
    try:
        for seed in settings.seeds:
            url = seed
            result = await client.fetch(Ask(url), limits)
            for _ in range(MAX_HOPS):
                target = _target(result)
                if target is None:
                    break
                scope.admit_host(target)
                url = target
                result = await client.fetch(Ask(url), limits)
            found.append(_judged(guide, url, result, settings))
    finally:
        await client.close()
    return found


def _target(result: Exchange | Trouble) -> str | None:
    if isinstance(result, Trouble) or not 300 <= result.status < 400:
        return None
    location = next((value for name, value in result.headers if name.lower() == "location"), "")
    return join(result.url, location) if location else None


def _judged(guide: GenericGuide, url: str, result: Exchange | Trouble, settings: CrawlSettings) -> Preview:
    if isinstance(result, Trouble):
        return Preview(url, result.sentence, None)
    body = result.body.read()
    payload = dechunked(body) if result.is_chunked else body
    capture = Capture(url, result.started, result.status, result.headers, payload, RecordPlace("", 0, 0), "")
    page = read_page(capture, settings)
    answer = f"{result.status} {capture.mime}"
    return Preview(url, answer, guide.guide(page, Entry(url, Kind.PAGE)) if page else None)
