"""`thresher update`: a collection visited again."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thresher.cli.amounts import human_time, parse_duration, parse_size
from thresher.cli.crawl import parse_header
from thresher.cli.endings import check_login, to_the_end
from thresher.cli.options import (
    POLITENESS,
    SITE,
    AsJson,
    Auth,
    Cookies,
    Headers,
    KeepSecrets,
    MaxRequests,
    MaxSize,
    MaxTime,
    NoAdapt,
    Proxy,
    Quiet,
)
from thresher.model import Resources
from thresher.model.errors import NothingReached

if TYPE_CHECKING:
    from thresher.crawl import Session, Summary
    from thresher.crawl.update import UpdateSummary
    from thresher.model import CrawlSettings


def update(
    collection: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the collection.")],
    is_all: Annotated[
        bool, typer.Option("--all", help="Visit everything again, not only what is due.", rich_help_panel=SITE)
    ] = False,
    no_adapt: NoAdapt = False,
    resources: Annotated[
        Resources | None,
        typer.Option(
            help="Styles, scripts, images, media, attachments, if other than in the crawl.",
            rich_help_panel=SITE,
            show_default=False,
        ),
    ] = None,
    user_agent: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Another user agent than the crawl had.",
            rich_help_panel=POLITENESS,
            show_default=False,
        ),
    ] = None,
    delay: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="Seconds between two requests to one server, if other than in the crawl. 0 is for your own servers.",
            rich_help_panel=POLITENESS,
            show_default=False,
        ),
    ] = None,
    max_requests: MaxRequests = None,
    max_size: MaxSize = None,
    max_time: MaxTime = None,
    cookies: Cookies = None,
    auth: Auth = None,
    header: Headers = None,
    proxy: Proxy = None,
    keep_secrets: KeepSecrets = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Visit a collection again, and say what is new, edited and deleted.

    On sites of known applications, known pages are asked for only where something speaks for a change: lists show a
    later date or another number of replies, a feed has other words. New pages are asked for, lists are read on as long
    as they bring something, feeds to their ends. Of a thread that has grown, the last known page and what follows are
    asked for. Of other pages, sitemaps, those that led to others and those that changed before are asked for, what they
    name that is new or has a later date, and a share of the rest.

    With --all, everything is visited again, as in the first crawl; pages that held something and are no longer linked
    are asked for, too. Only so are deletions and edits found that neither a list nor a feed tells.

    Payloads that are there already are not stored twice. reports/changes-N.jsonl lists what is new, edited and deleted.
    Cookies and passwords are not stored: give them again. An update that was interrupted goes on with the same command.

    Example: thresher update my-archive
    """
    from thresher.crawl.update import settings_of

    settings = settings_of(
        collection,
        resources=resources,
        adapts=False if no_adapt else None,
        user_agent=user_agent,
        delay=delay,
        max_requests=max_requests,
        max_bytes=parse_size(max_size) if max_size else None,
        max_seconds=parse_duration(max_time) if max_time else None,
        cookies_file=str(cookies) if cookies else None,
        auth=auth,
        headers=tuple(parse_header(text) for text in header or ()),
        proxy=proxy,
        keep_secrets=keep_secrets,
    )
    _run(collection, settings, is_all=is_all, as_json=as_json, quiet=quiet)


def _run(root: Path, settings: "CrawlSettings", *, is_all: bool, as_json: bool, quiet: bool) -> None:
    """Visit, show the result, end with the exit code that fits."""
    session, found, summary = to_the_end(lambda: _visit(root, settings, is_all=is_all, quiet=quiet))
    if as_json:
        typer.echo(json.dumps(found.as_dict(), ensure_ascii=False))
    elif not quiet:
        for line in told(found):
            typer.echo(line)
    check_login(session)
    if summary.exit_code == 0 and not summary.has_pages:
        why = summary.losses[0][1] if summary.losses else "no page could be kept"
        raise NothingReached(
            f"Nothing could be visited of {settings.seeds[0]}: {why}.",
            "Nothing was marked as deleted. The same command goes on when the site is back.",
        )
    raise typer.Exit(found.exit_code)


def _visit(
    root: Path, settings: "CrawlSettings", *, is_all: bool, quiet: bool
) -> "tuple[Session, UpdateSummary, Summary]":
    from thresher.cli.progress import show_opening, watching
    from thresher.crawl.engine import run_session
    from thresher.crawl.update import finish_update, open_update

    session = open_update(root, settings, is_all=is_all)
    if not quiet:
        show_opening(session.opening, settings)
    try:
        with watching(quiet=quiet) as progress:
            run_session(session, progress)
    finally:
        found, summary = finish_update(session)
    return session, found, summary


def _told_of_pages(found: "UpdateSummary") -> str:
    pages = found.pages
    parts = [f"{pages[name]:,} {name}" for name in ("new", "changed", "gone")]
    line = f"  Pages of no known type: {', '.join(parts)}, {pages['unchanged']:,} as before"
    if not pages["not_visited"]:
        return line
    due = "nothing speaks for a change; some have their turn in each update, all with --all"
    return f"{line}, {pages['not_visited']:,} not visited ({'no longer linked' if found.is_all else due})"


def told(found: "UpdateSummary") -> list[str]:
    """The result in words."""
    ended = "complete" if found.ended == "complete" else f"stopped: {found.ended.rstrip('.')}"
    lines = [f"Update {ended} (visit {found.visit})."]
    for kind, counts in found.objects.items():
        parts = [f"{counts[name]:,} {name}" for name in ("new", "edited", "deleted")]
        unseen = found.unseen.get(kind, 0)
        rest = f", {unseen:,} not {'seen' if found.is_all else 'looked at'}" if unseen else ""
        lines.append(f"  {kind}: {', '.join(parts)}, {counts['unchanged']:,} as before{rest}")
    if any(found.pages.values()):
        lines.append(_told_of_pages(found))
    elif not found.objects:
        lines.append("  Nothing that people wrote is known here, so nothing was compared.")
    lines += [
        f"  Retired at {one['root']}: what was mended of {one['type']}/{one['level']} on {one['mended'][:10]} "
        f"({one['failed']}), because {one['reason']}"
        for one in found.retired
    ]
    lines.append(f"  {found.requests:,} requests in {human_time(found.seconds)}; {found.changes} lists the changes")
    if found.pending:
        lines.append(f"  {found.pending:,} addresses still waiting: the same command goes on, and tells deletions then")
    return lines
