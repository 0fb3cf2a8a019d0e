"""`thresher watch`: keep running, and come back at the planned times."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thresher.cli.amounts import parse_duration
from thresher.cli.options import AsJson, Auth, Cookies, Headers, KeepSecrets, MaxTime, Proxy, Quiet
from thresher.cli.plan import Method, PerDay, PerHost, until
from thresher.model.errors import EXIT_INTERRUPTED

if TYPE_CHECKING:
    from thresher.crawl.watch import Kept


def watch(
    collection: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the collection.")],
    budget: PerDay = 24.0,
    per_host: PerHost = None,
    method: Method = "rhythm",
    once: Annotated[bool, typer.Option("--once", help="Visit what is due now, and end: for cron.")] = False,
    max_time: MaxTime = None,
    delay: Annotated[
        float | None,
        typer.Option(min=0, help="Seconds between two requests, if other than in the crawl.", show_default=False),
    ] = None,
    cookies: Cookies = None,
    auth: Auth = None,
    header: Headers = None,
    proxy: Proxy = None,
    keep_secrets: KeepSecrets = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Keep running, and visit the sites of a collection when something new is expected there.

    Each visit is an update of what is due (thresher update), of the sites whose turn has come. The budget is never
    exceeded: what quiet hours save is spent in busy ones. All state is in the collection: whatever ends this, the same
    command goes on, and neither loses an appointment nor keeps one twice. Ctrl-C ends it.

    Example: thresher watch my-archive --budget 12
    """
    from thresher.cli.crawl import parse_header
    from thresher.crawl.update import settings_of
    from thresher.crawl.watch import Watch
    from thresher.plan import Budget

    settings = settings_of(
        collection,
        delay=delay,
        cookies_file=str(cookies) if cookies else None,
        auth=auth,
        headers=tuple(parse_header(text) for text in header or ()),
        proxy=proxy,
        keep_secrets=keep_secrets,
    )
    watching = Watch(collection, settings, Budget(budget, per_host or float("inf")), method)
    end = until(parse_duration(max_time) if max_time else None, datetime.now(UTC))
    try:
        for one in watching.run(end):
            if isinstance(one, datetime):
                if once:
                    break
                _tell(f"Nothing is due until {one:%a %d %b %H:%M} UTC.", quiet=quiet)
            else:
                _show(one, as_json=as_json, quiet=quiet)
                if not one.summary.is_over:
                    raise typer.Exit(one.summary.exit_code)
    except KeyboardInterrupt:
        raise typer.Exit(EXIT_INTERRUPTED) from None


def _show(kept: "Kept", *, as_json: bool, quiet: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"sites": kept.sites, **kept.summary.as_dict()}, ensure_ascii=False))
        return
    new = ", ".join(f"{counts['new']:,} new {kind}" for kind, counts in kept.summary.objects.items() if counts["new"])
    _tell(
        f"{datetime.now(UTC):%a %d %b %H:%M} UTC, visit {kept.summary.visit}: {', '.join(kept.sites)}: "
        f"{new or 'nothing new'}; {kept.summary.requests:,} requests.",
        quiet=quiet,
    )


def _tell(line: str, *, quiet: bool) -> None:
    if not quiet:
        typer.echo(line)
