"""What one capture means, without a crawl around it: for `explain`, `kb test` and dry runs."""

from dataclasses import dataclass, replace

from thresher.crawl.ladder import Ladder
from thresher.crawl.view import View
from thresher.extract import Extracted, article_on, extract_in_time, posts_on, settle
from thresher.knowledge import LevelKind
from thresher.model import Capture, CrawlSettings, Entry, Guidance, Kind, ObjectType, Page, Source, WebObject
from thresher.page import read_page

FED = "fed"
"""Types that a feed has taught."""


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
    if view.items and view.document.root is not None:
        where = Source(capture.place.file, capture.place.offset, capture.url, capture.time)
        return Extracted(posts_on(view.document.root, where, view.items))
    if found.level is None:
        return Extracted()
    source = Source(capture.place.file, capture.place.offset, capture.url, capture.time)
    extracted = extract_in_time(view.document, found.application, found.level, found.root, source)
    is_post = found.application.source == FED and found.level.kind is LevelKind.TERMINAL
    return _weighed(extracted, view, source) if is_post else extracted


def _weighed(extracted: Extracted, view: View, source: Source) -> Extracted:
    """Objects that rules from a feed have found, the post weighed by all other opinions on it."""
    root = view.document.root
    assert root is not None
    posts = [one for one in extracted.objects if one.type is ObjectType.BLOG_POST]
    parts = [one for one in extracted.objects if one.type is not ObjectType.BLOG_POST]
    notes: list[str] = []
    if posts and posts[0].text:
        post: WebObject | None = settle(posts[0], root, view.item, view.trust, root.get("lang") or "", notes)
    else:
        post = article_on(root, source, view.item)
        notes.append("the rules from the feed find no text here" + ("" if post is None else f"; {post.rule} does"))
        if post is not None and posts:
            post = replace(post, id=posts[0].id, url=posts[0].url)
        elif post is not None:  # as rules would name it, which a later run may have
            found = view.recognition
            post = replace(post, id=found.application.urls.read(source.url, found.root).thing)
    own = (post,) if post is not None else ()
    return replace(extracted, objects=(*own, *parts), notes=(*extracted.notes, *notes))
