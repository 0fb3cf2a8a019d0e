"""What one capture means, without a crawl around it: for `explain`, `kb test` and dry runs."""

from dataclasses import dataclass, replace

from thresher.crawl.ladder import Ladder
from thresher.crawl.view import View
from thresher.extract import Extracted, extract_in_time
from thresher.model import Capture, CrawlSettings, Entry, Guidance, Kind, Page, Source, WebObject
from thresher.page import read_page


@dataclass(frozen=True, slots=True)
class Understanding:
    """A page, what it was recognised as, what would be done with its links, and what people wrote on it."""

    page: Page
    view: View | None
    """None if no known application speaks for it."""
    guidance: Guidance
    objects: tuple[WebObject, ...] = ()


def understand(capture: Capture, settings: CrawlSettings, ladder: Ladder) -> Understanding | None:
    """All that is made of `capture`; None if it is not HTML."""
    page = read_page(capture, settings)
    if page is None:
        return None
    view = ladder.look(page, capture)
    guidance = ladder.guide(page, Entry(page.url, Kind.PAGE), view, lambda _: False)
    found = objects_on(view, capture) if view is not None else Extracted()
    return Understanding(replace(page, notes=(*page.notes, *found.notes)), view, guidance, found.objects)


def objects_on(view: View, capture: Capture) -> Extracted:
    """What people wrote on a page of a known level."""
    found = view.recognition
    if found.level is None:
        return Extracted()
    source = Source(capture.place.file, capture.place.offset, capture.url, capture.time)
    return extract_in_time(view.document, found.application, found.level, found.root, source)
