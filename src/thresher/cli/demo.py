"""`thresher demo`: a first look without a network."""

import contextlib
import json
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thresher.cli.amounts import human_size, human_time
from thresher.model import CrawlSettings
from thresher.model.errors import UsageError

if TYPE_CHECKING:
    from thresher.crawl import Summary
    from thresher.demo import BlindCost, Truth

BLIND_LIMIT = 6000
"""Requests: enough for the finite part of the demo site, and it shows that the rest has no end."""


def demo(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the collection.")] = Path("demo-archive"),
    serve: Annotated[
        bool, typer.Option("--serve", help="Only start the site, say its address, and keep it up until Ctrl-C.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """Crawl a small site that comes with Thresher: no network needed.

    Starts a blog and a forum with all the usual noise on this machine, archives them, and says what was kept and
    what a blind crawl would have cost.
    """
    from thresher.cli.progress import watching
    from thresher.crawl import Session, finish_session
    from thresher.crawl.engine import run_session
    from thresher.demo import DemoServer, DemoSite, blind_cost, expected

    if serve:
        _serve()
        return
    if output.exists() and any(output.iterdir() if output.is_dir() else [output]):
        raise UsageError(f"{output} is there already.", "Remove it, or name another folder with -o.")
    with DemoServer() as server:
        session = Session(output, CrawlSettings(seeds=(server.url,), delay=0))
        try:
            with watching(quiet=as_json) as progress:
                run_session(session, progress)
            kept = {row.url for row in session.keeper.captures.all() if row.status == 200}
        finally:
            summary = finish_session(session)
        truth = expected(server.origin)
        asked = server.requests
    blind = blind_cost(DemoSite(), limit=BLIND_LIMIT)
    share = truth.share_of_written(kept)
    if as_json:
        facts = {"requests": asked, "kept": share, "blind_requests": blind.requests_with_calendar_cut}
        typer.echo(json.dumps({**facts, "blind_ended": blind.ended, "collection": str(output)}))
        return
    _tell(truth, summary, share, asked, blind)
    typer.echo(f"\nThe collection is in {output}. Look at it:")
    typer.echo(f"  thresher view {output}")
    typer.echo(f"  thresher status {output}")
    typer.echo(f"  thresher verify {output}")
    typer.echo(f"  less {output}/reports/skipped.jsonl")


def _serve() -> None:
    from thresher.demo import DemoServer

    with DemoServer() as server:
        typer.echo(f"The demo site is at {server.url} until you press Ctrl-C.")
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()


def _tell(truth: "Truth", summary: "Summary", share: float, asked: int, blind: "BlindCost") -> None:
    """What was kept and what it would have cost otherwise, for people."""
    end = "" if blind.ended else ", and it would never end by itself"
    rows = [
        ("kept", f"{share:.1%} of what people wrote, on {summary.pages_kept:,} pages"),
        ("", f"{summary.resources_kept:,} images, styles, scripts; {human_size(summary.bytes_written)} of WARC"),
        ("requests", f"{asked:,} in {human_time(summary.seconds)}"),
        ("a blind crawl", f"{blind.requests_with_calendar_cut:,} requests with its calendar cut at ten years{end}"),
        ("left alone", f"{summary.links_left:,} links, most of them:"),
        *(("", f"{count:>7,}  {reason}") for reason, count in list(summary.skipped.items())[:5]),
    ]
    typer.echo(
        f"The demo site: a blog with {truth.posts} posts and {truth.comments} comments, "
        f"a forum with {truth.threads} threads and {truth.forum_posts} posts.\n"
    )
    for label, words in rows:
        typer.echo(f"  {label:<15} {words}")
