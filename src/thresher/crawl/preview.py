"""The first step of a crawl, taken without keeping anything."""

from collections.abc import Callable
from dataclasses import dataclass

from thresher.crawl.clients import client_for
from thresher.crawl.rungs import ladder_for
from thresher.crawl.understand import understand
from thresher.fetch import Ask, HttpClient, Limits, Trouble
from thresher.guide import PlainMemory, ScopeCheck
from thresher.model import Capture, CrawlSettings, Exchange, Guidance, RecordPlace
from thresher.page import join
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
    ladder = ladder_for(settings, scope, PlainMemory())
    found = []
    try:
        for seed in settings.seeds:
            capture = await fetch_page(client, seed, settings, scope.admit_host)
            if isinstance(capture, str):
                found.append(Preview(seed, capture, None))
                continue
            understood = understand(capture, settings, ladder)
            answer = f"{capture.status} {capture.mime}"
            found.append(Preview(capture.url, answer, understood.guidance if understood else None))
    finally:
        await client.close()
    return found


async def fetch_page(
    client: HttpClient, url: str, settings: CrawlSettings, moved: Callable[[str], None]
) -> Capture | str:
    """What `url` answers, in no archive; redirects are followed, and `moved` is told of each. A sentence if nothing."""
    limits = Limits(settings.timeout, settings.fetch_seconds, settings.max_head_bytes, PREVIEW_BYTES)
    result = await client.fetch(Ask(url), limits)
    for _ in range(MAX_HOPS):
        target = _target(result)
        if target is None:
            break
        moved(target)
        url = target
        result = await client.fetch(Ask(url), limits)
    if isinstance(result, Trouble):
        return result.sentence
    body = result.body.read()
    payload = dechunked(body) if result.is_chunked else body
    return Capture(url, result.started, result.status, result.headers, payload, RecordPlace("", 0, 0), "")


def _target(result: Exchange | Trouble) -> str | None:
    if isinstance(result, Trouble) or not 300 <= result.status < 400:
        return None
    location = next((value for name, value in result.headers if name.lower() == "location"), "")
    return join(result.url, location) if location else None
