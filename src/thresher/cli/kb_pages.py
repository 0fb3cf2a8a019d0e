"""Pages that a user names on the command line, saved or on the web, read for comparing them."""

import asyncio
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.model import Capture, CrawlSettings, RecordPlace
from thresher.model.errors import NothingReached, UsageError

if TYPE_CHECKING:
    from thresher.learn.induce import Example
    from thresher.model import Page

MAX_FILE_BYTES = 64 * 1024 * 1024
PAUSE_SECONDS = 1.0
"""Between two requests."""
_PAIR = re.compile(r"(.+?)=(https?://.+)", re.S)


def read_examples(places: Sequence[str], url: str = "") -> list["Example"]:
    """The pages at `places`: FILE, FILE=URL or an address. `url` is where a single file came from."""
    from thresher.learn.induce import Example
    from thresher.page import VirtualDocument, read_page

    if url and len(places) > 1:
        raise UsageError("--url is for a single file.", "With several, give each as FILE=URL.")
    addresses = [place for place in places if _is_address(place)]
    fetched = dict(zip(addresses, asyncio.run(_fetch(addresses)), strict=True)) if addresses else {}
    examples = []
    for place in places:
        capture = fetched[place] if place in fetched else _saved(place, url)
        page = read_page(capture, CrawlSettings(seeds=(capture.url,)))
        if page is None or page.tree is None or not page.lines:
            raise UsageError(f"{place} is not a page that can be read as HTML.", "Leave it out, or save it again.")
        if place not in fetched and capture.url.endswith(_MADE_UP):
            capture = _moved(capture, _own_address(page) or _made_up(place))
            page = read_page(capture, CrawlSettings(seeds=(capture.url,))) or page
        examples.append(Example(page, VirtualDocument.of(page, capture)))
    return examples


_MADE_UP = "//saved.invalid/"


def _is_address(place: str) -> bool:
    return place.startswith(("http://", "https://"))


def _moved(capture: Capture, url: str) -> Capture:
    return Capture(url, capture.time, capture.status, capture.headers, capture.payload, capture.place, capture.digest)


def _saved(place: str, url: str) -> Capture:
    pair = _PAIR.fullmatch(place)
    path, address = (Path(pair[1]), pair[2]) if pair and not Path(place).exists() else (Path(place), url)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise UsageError(f"{path} is larger than {MAX_FILE_BYTES // 2**20} MB.")
        payload = path.read_bytes()
    except OSError as error:
        hint = "Give addresses, saved HTML files, or FILE=URL."
        raise UsageError(f"{path} cannot be read: {error.strerror}.", hint) from error
    known = address or f"http:{_MADE_UP}"
    return Capture(known, datetime.now(UTC), 200, (("content-type", "text/html"),), payload, RecordPlace("", 0, 0), "")


def _own_address(page: "Page") -> str:
    """The address that a page gives itself."""
    from thresher.page import canonical

    metas = page.tree.iter("meta", "link")
    for element in metas:
        named = element.get("rel") == "canonical", element.get("property") == "og:url"
        href = element.get("href") if named[0] else element.get("content") if named[1] else ""
        if href and href.startswith(("http://", "https://")) and (whole := canonical(href)):
            return whole
    return ""


def _made_up(place: str) -> str:
    """An address for a file of which none is known: files in one folder are taken for one site."""
    from thresher.learn.induce import UNKNOWN

    path = Path(place).resolve()
    folder = re.sub(r"[^a-z0-9]+", "-", path.parent.name.lower()).strip("-") or "saved"
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", path.name)
    return f"http://{folder}{UNKNOWN}/{name}"


async def _fetch(addresses: Sequence[str]) -> list[Capture]:
    """The pages at some addresses, one after the other with a pause between them."""
    from thresher.crawl.clients import client_for
    from thresher.crawl.preview import fetch_page
    from thresher.page import canonical

    for place in addresses:
        if canonical(place) is None:
            raise UsageError(f"'{place}' is not a web address.", "Give it whole: https://forum.example/")
    settings = CrawlSettings(seeds=tuple(addresses))
    client, _ = client_for(settings)
    found: list[Capture] = []
    try:
        for place in addresses:
            if found:
                await asyncio.sleep(PAUSE_SECONDS)
            capture = await fetch_page(client, place, settings, lambda _: None)
            if isinstance(capture, str) or capture.status >= 400:
                why = capture if isinstance(capture, str) else f"the server answered {capture.status}."
                raise NothingReached(f"{place} could not be fetched: {why}", "Check the address, or leave it out.")
            found.append(capture)
    finally:
        await client.close()
    return found
