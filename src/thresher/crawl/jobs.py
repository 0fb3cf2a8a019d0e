"""Crawls as functions (BlogForever §4.4): an address, or an address and a time, in; records out; nothing is kept.

A runner of jobs can call them anywhere and as often as it likes: they work in a folder of their own, which is gone
afterwards unless `archive` names one. What the site teaches is learned anew each time, from a dozen pages of its feed.
"""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from thresher.archive import Collection
from thresher.catalog import open_catalog
from thresher.crawl import crawl
from thresher.crawl.times import is_later
from thresher.describe import has_objects, read_objects
from thresher.model import CrawlSettings, Resources, Strategy, WebObject
from thresher.model.errors import UsageError


def new_crawl(url: str, settings: CrawlSettings | None = None, archive: Path | None = None) -> tuple[WebObject, ...]:
    """Everything people wrote on the site at `url`: URL → records."""
    return _crawled(url, settings, archive, None)


def update_crawl(
    url: str, since: datetime, settings: CrawlSettings | None = None, archive: Path | None = None
) -> tuple[WebObject, ...]:
    """What was written or changed on the site at `url` after `since`, as its feeds tell: URL × time → records.

    A few older posts may be asked for, too, to learn how posts are read; they are not among the records. A site
    without a feed is crawled whole. Raises `UsageError` if `archive` holds a crawl already: there, nothing is asked
    for twice.
    """
    if archive is not None and Collection(archive).exists:
        raise UsageError(f"'{archive}' holds a crawl already.", "Let each update have a folder of its own.")
    moment = since if since.tzinfo is not None else since.replace(tzinfo=UTC)
    chosen = settings or CrawlSettings(seeds=(), strategy=Strategy.FED, resources=Resources.NONE)
    return tuple(one for one in _crawled(url, chosen, archive, moment) if is_since(one, moment))


def is_since(one: WebObject, since: datetime) -> bool:
    """Whether an object says that it was written or changed after `since`; a day counts until its end."""
    return any(is_later(stated, since) for stated in (one.published, one.modified))


def _crawled(
    url: str, settings: CrawlSettings | None, archive: Path | None, since: datetime | None
) -> tuple[WebObject, ...]:
    chosen = replace(settings or CrawlSettings(seeds=(), resources=Resources.NONE), seeds=(url,))
    with TemporaryDirectory(prefix="thresher-") as folder:
        root = archive if archive is not None else Path(folder) / "collection"
        crawl(root, chosen, since)
        catalog = open_catalog(Collection(root).catalog, read_only=True)
        try:
            return tuple(one.web for one in read_objects(catalog)) if has_objects(catalog) else ()
        finally:
            catalog.close()
