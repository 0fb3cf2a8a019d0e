"""Leads each page through the rooms; the only room that knows them all.

Input: `CrawlSettings` and a folder. Output: a collection, and a `Summary`. Seam: `crawl`; `Session` and
`run_session` for callers that want to watch.
"""

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from thresher.crawl.report import Summary, write_reports
from thresher.crawl.seeds import checked_seeds, read_seed_file
from thresher.crawl.session import Session
from thresher.crawl.tally import Snapshot
from thresher.describe import sync_rdf
from thresher.model import CrawlSettings
from thresher.model.errors import CollectionBusy, ThresherError

__all__ = ["Session", "Snapshot", "Summary", "checked_seeds", "crawl", "finish_session", "read_seed_file"]


def crawl(root: Path, settings: CrawlSettings, since: datetime | None = None) -> Summary:
    """Archive what `settings` says into `root`, going on where an earlier crawl stopped.

    With `since`, sites with a feed are asked only for what the feed says is newer.
    """
    from thresher.crawl.engine import run_session

    session = Session(root, settings, since=since)
    with suppress(ThresherError):  # the session knows its failure, and the summary tells it
        run_session(session)
    return finish_session(session)


def finish_session(session: Session) -> Summary:
    """Write index, reports and triples, and close. If the disk does not allow even that, leave what a crash would
    leave: the next run recovers it."""
    try:
        summary = session.close(finish=write_reports)
        with suppress(CollectionBusy):  # somebody asks a long question: the next one brings the triples up to date
            sync_rdf(session.collection.catalog, session.collection.rdf, patience_seconds=5)
    except ThresherError as error:
        raise session.failure or error from error
    return summary
