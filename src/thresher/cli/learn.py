"""`thresher learn`: how a site that nobody has described would be crawled, and why."""

import json
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from thresher.model import CrawlSettings, Resources, Robots, Strategy
from thresher.model.errors import NothingReached

KINDS = {
    "home": "entry",
    "listing": "entry, further pages",
    "board": "index",
    "thread": "thread",
}
"""What the roles of addresses are called here."""


def learn(
    url: Annotated[str, typer.Argument(metavar="URL", help="Any page of the site.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", help="The collection that the pages looked at go to; default: learned-HOST.", show_default=False
        ),
    ] = None,
    delay: Annotated[float | None, typer.Option(help="Seconds between two requests.", show_default=False)] = None,
    robots: Annotated[Robots, typer.Option(help="Whether robots.txt is obeyed.")] = Robots.OBEY,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="No progress.")] = False,
) -> None:
    """Learn how to crawl a forum, blog or question site, from at most 60 of its pages.

    Finds the entry page, the forms of the addresses of lists, of threads and of their further pages, and how posts are
    read off a page; writes them as an application type, and keeps the pages it looked at. Nothing of the knowledge base
    is used. A crawl into the same collection goes on from there.

    Example: thresher learn https://forum.example/some/thread -o forum
    """
    from thresher.cli.progress import watching
    from thresher.crawl import Session, checked_seeds, finish_session
    from thresher.crawl.engine import run_session
    from thresher.crawl.learning import as_report
    from thresher.page import host_of

    seeds = checked_seeds([url])
    folder = output or Path(f"learned-{host_of(seeds[0])}")
    settings = CrawlSettings(
        seeds=seeds,
        strategy=Strategy.LEARNED,
        resources=Resources.NONE,
        learn_only=True,
        delay=delay,
        robots=robots,
    )
    session = Session(folder, settings)
    try:
        with watching(quiet=quiet) as progress:
            run_session(session, progress)
    finally:
        summary = finish_session(session)
    if not session.ladder.learned:
        why = summary.losses[0][1] if summary.losses else "no page came that could be read"
        raise NothingReached(f"Nothing could be learned of {url}: {why}.", "Check the address with a browser.")
    student = session.ladder.learned[0]
    report = as_report(student)
    if student.course is not None:
        report["file"] = str(session.collection.knowledge / f"{student.name}.yaml")
        report["posts"] = _posts(student.course.data)
    if as_json:
        typer.echo(json.dumps(report, ensure_ascii=False))
    else:
        _show(report, url, folder)
    raise typer.Exit(0 if report["learned"] else 1)


def _posts(data: dict[str, Any]) -> list[dict[str, Any]]:
    """How what people wrote is read off a page, a rule a kind of post; empty if that was not found out."""
    rules = [rule for level in data["levels"] for rule in level.get("extract", [])]
    return [{"object": rule["object"], "each": rule.get("each", []), **rule["fields"]} for rule in rules]


def _show(report: dict[str, Any], url: str, folder: Path) -> None:
    if report["learned"]:
        typer.echo(f"{report['site']} was learned from {report['requests']} pages.")
        typer.echo(f"  entry page   {report['entry']}")
        for role, forms in report["forms"].items():
            for form in forms:
                typer.echo(f"  {KINDS.get(role, role):12} {form}")
        for rule in report["posts"]:
            typer.echo(f"  {rule['object']:12} {_alternatives(rule['each'])}")
            for name in [name for name in rule if name not in ("object", "each")]:
                typer.echo(f"    {name:10} {_alternatives(rule[name])}")
        if not report["posts"]:
            typer.echo("  posts        not found out from these pages; a crawl sees more of them")
    else:
        typer.echo(f"Nothing could be learned of {report['site']}: {'; '.join(report['notes'])}.")
    typer.echo("Pages looked at:")
    for seen in report["looked_at"]:
        typer.echo(f"  {seen['type']:7} {seen['url']}\n          {'; '.join(seen['why'])}")
    command = shlex.join(["thresher", "crawl", url, "-o", str(folder)])
    if report["learned"]:
        typer.echo(f"Written to {report['file']}; crawl on with: {command} --strategy learned")
    else:
        typer.echo(f"A crawl would go on by sitemaps and links: {command}")


def _alternatives(patterns: str | dict[str, str] | list[str | dict[str, str]]) -> str:
    """A pattern, or several of which the first that finds something counts; none for what a page is as a whole."""
    several = patterns if isinstance(patterns, list) else [patterns]
    texts = [
        one if isinstance(one, str) else " ".join(f"{key} {value}" for key, value in one.items()) for one in several
    ]
    return ", else ".join(texts) or "the page"
