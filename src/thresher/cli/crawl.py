"""`thresher crawl`: the main job."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thresher.cli.amounts import parse_duration, parse_size
from thresher.cli.endings import check_login, to_the_end
from thresher.cli.options import (
    ACCESS,
    BUDGET,
    OUTPUT,
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
from thresher.model import CrawlSettings, Resources, Robots, Scope, Strategy
from thresher.model.errors import NothingReached, UsageError

if TYPE_CHECKING:
    from thresher.crawl import Session, Summary


def crawl(
    urls: Annotated[
        list[str] | None, typer.Argument(metavar="URL", help="Addresses to begin with.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER",
            help="Folder of the collection; an unfinished crawl in it goes on.",
            show_default=False,
        ),
    ] = None,
    seed_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file with one address a line.", rich_help_panel=SITE, show_default=False),
    ] = None,
    scope: Annotated[
        Scope,
        typer.Option(
            help="How far to follow links: this page only, below this folder, this host, or the whole domain.",
            rich_help_panel=SITE,
        ),
    ] = Scope.HOST,
    include: Annotated[
        list[str] | None,
        typer.Option(
            metavar="REGEX",
            help="Only URLs that match this regular expression; may be repeated.",
            rich_help_panel=SITE,
            show_default=False,
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            metavar="REGEX",
            help="No URLs that match this regular expression; may be repeated.",
            rich_help_panel=SITE,
            show_default=False,
        ),
    ] = None,
    strategy: Annotated[
        Strategy,
        typer.Option(
            help="auto takes the best way there is for each page; known follows only what the knowledge base says of "
            "the application; fed lets the feed of a site teach what posts are, and follows nothing else; learned looks"
            " at some pages, finds out by itself where threads or posts are, and follows nothing else; generic follows "
            "sitemaps and links, minus traps.",
            rich_help_panel=SITE,
        ),
    ] = Strategy.AUTO,
    type_name: Annotated[
        str,
        typer.Option(
            "--type",
            metavar="NAME",
            help="The application all pages are of, where recognition is wrong (thresher kb list).",
            rich_help_panel=SITE,
            show_default=False,
        ),
    ] = "",
    kb: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FOLDER",
            help="A folder with application types of your own; may be repeated.",
            rich_help_panel=SITE,
            show_default=False,
        ),
    ] = None,
    no_adapt: NoAdapt = False,
    resources: Annotated[
        Resources,
        typer.Option(
            help="Styles, scripts, images, media, attachments: none, those of the pages kept, or all that are linked.",
            rich_help_panel=SITE,
        ),
    ] = Resources.PAGE,
    outlinks: Annotated[
        bool,
        typer.Option("--outlinks", help="Also keep the pages that content links to outside.", rich_help_panel=SITE),
    ] = False,
    operator: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help="Who you are, with a web or mail address, so that site owners can reach you.",
            envvar="THRESHER_OPERATOR",
            rich_help_panel=POLITENESS,
            show_default=False,
        ),
    ] = "",
    user_agent: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help="Another user agent than the honest default.",
            rich_help_panel=POLITENESS,
            show_default=False,
        ),
    ] = "",
    delay: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="Seconds between two requests to one server; default: follows its response time, at least 0.5. "
            "0 is for your own servers.",
            rich_help_panel=POLITENESS,
            show_default=False,
        ),
    ] = None,
    concurrency: Annotated[
        int, typer.Option(min=1, max=16, help="Connections a server.", rich_help_panel=POLITENESS)
    ] = 1,
    robots: Annotated[
        Robots,
        typer.Option(
            help="Obey robots.txt, or ignore it (which is recorded in the archive).", rich_help_panel=POLITENESS
        ),
    ] = Robots.OBEY,
    max_requests: MaxRequests = None,
    max_size: MaxSize = None,
    max_time: MaxTime = None,
    depth: Annotated[
        int | None,
        typer.Option(min=0, help="Links away from the first pages.", rich_help_panel=BUDGET, show_default=False),
    ] = None,
    max_resource_size: Annotated[
        str, typer.Option(metavar="SIZE", help="Cut single resources here.", rich_help_panel=BUDGET)
    ] = "64M",
    timeout: Annotated[
        float,
        typer.Option(
            min=1, help="Seconds without a byte until a connection counts as stalled.", rich_help_panel=BUDGET
        ),
    ] = 30.0,
    cookies: Cookies = None,
    auth: Auth = None,
    header: Headers = None,
    proxy: Proxy = None,
    insecure: Annotated[
        bool, typer.Option("--insecure", help="Accept certificates that are not valid.", rich_help_panel=ACCESS)
    ] = False,
    keep_secrets: KeepSecrets = False,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Ask for the first pages only; show what would be followed, write nothing.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Archive sites into a collection.

    Recognises traps and duplicate views, goes to the pages that hold content, keeps the exact bytes as WARC files
    with an index, and goes on where an earlier run stopped: give the same command again.

    Example: thresher crawl https://a-blog.example -o my-archive
    """
    from thresher.crawl import checked_seeds, read_seed_file

    if type_name and strategy is Strategy.GENERIC:
        raise UsageError("--type and --strategy generic contradict each other.", "Leave one of them out.")
    settings = CrawlSettings(
        seeds=checked_seeds([*(urls or []), *(read_seed_file(seed_file) if seed_file else [])]),
        scope=scope,
        include=tuple(include or ()),
        exclude=tuple(exclude or ()),
        resources=resources,
        outlinks=outlinks,
        strategy=strategy,
        type=type_name,
        knowledge=tuple(map(str, kb or ())),
        adapts=not no_adapt,
        robots=robots,
        delay=delay,
        concurrency=concurrency,
        user_agent=user_agent,
        operator=operator,
        max_requests=max_requests,
        max_bytes=parse_size(max_size) if max_size else None,
        max_seconds=parse_duration(max_time) if max_time else None,
        max_depth=depth,
        max_resource_bytes=parse_size(max_resource_size),
        timeout=timeout,
        cookies_file=str(cookies) if cookies else None,
        auth=auth,
        headers=tuple(parse_header(text) for text in header or ()),
        proxy=proxy,
        insecure=insecure,
        keep_secrets=keep_secrets,
    )
    if dry_run:
        from thresher.cli.dry_run import show_plan

        show_plan(settings, as_json=as_json)
    elif output is None:
        raise UsageError("Where to? Give the folder of the collection with -o.", "For example: -o my-archive")
    else:
        _run(output, settings, as_json=as_json, quiet=quiet)


def _run(output: Path, settings: CrawlSettings, *, as_json: bool, quiet: bool) -> None:
    """Crawl, show the result, end with the exit code that fits."""
    session, summary = to_the_end(lambda: _crawl(output, settings, quiet=quiet))
    if as_json:
        typer.echo(json.dumps(summary.as_dict(), ensure_ascii=False))
    elif not quiet:
        _show(summary)
    check_login(session)
    if summary.exit_code == 0 and not summary.has_pages:
        raise _nothing_reached(summary.losses, settings)
    if settings.strategy is Strategy.KNOWN and not summary.applications:
        raise NothingReached(
            f"No application type of the knowledge base matches {settings.seeds[0]}; only that page was kept.",
            "Use --strategy auto, or name the application with --type; thresher explain shows what was looked for.",
        )
    raise typer.Exit(summary.exit_code)


def _crawl(output: Path, settings: CrawlSettings, *, quiet: bool) -> "tuple[Session, Summary]":
    """Do it, with progress, and leave the collection whole."""
    from thresher.cli.progress import show_opening, watching
    from thresher.crawl import Session, finish_session
    from thresher.crawl.engine import run_session

    session = Session(output, settings)
    if not quiet:
        show_opening(session.opening, settings)
    try:
        with watching(quiet=quiet) as progress:
            run_session(session, progress)
    finally:
        summary = finish_session(session)
    return session, summary


def _show(summary: "Summary") -> None:
    from thresher.cli.progress import show_summary

    show_summary(summary)


def _nothing_reached(losses: tuple[tuple[str, str], ...], settings: CrawlSettings) -> NothingReached:
    why = losses[0][1] if losses else "the server gave no page that could be kept"
    hint = "Check the address with a browser."
    if "certificate" in why:
        hint = "If you trust the site all the same, add --insecure."
    elif not losses and settings.robots is Robots.OBEY:
        hint = "reports/outcomes.jsonl says why; robots.txt may forbid it (--robots ignore)."
    return NothingReached(f"Nothing could be kept of {settings.seeds[0]}: {why}.", hint)


def parse_header(text: str) -> tuple[str, str]:
    """Name and value of a header as a user gives it."""
    name, colon, value = text.partition(":")
    if not colon or not name.strip() or "\n" in text or "\r" in text:
        raise UsageError(f"'{text.partition(':')[0]}' is not a header.", "Give it as 'Name: value'.")
    return name.strip(), value.strip()
