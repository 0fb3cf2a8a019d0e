"""`thresher explain`: what Thresher sees in one page."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from thresher.model import CrawlSettings, Strategy

if TYPE_CHECKING:
    from thresher.crawl.explain import Explanation

SHOWN = 12
"""Links and objects of each kind that are shown; --all and --json show every one."""


def explain(
    page: Annotated[str, typer.Argument(metavar="URL-or-FILE", help="A page on the web, or a saved HTML file.")],
    url: Annotated[
        str, typer.Option("--url", help="The address a saved file came from; links are read against it.")
    ] = "",
    type_name: Annotated[str, typer.Option("--type", metavar="NAME", help="Take it for this application.")] = "",
    kb: Annotated[
        list[Path] | None, typer.Option(metavar="FOLDER", help="A folder with types of your own.", show_default=False)
    ] = None,
    collection: Annotated[
        Path | None,
        typer.Option(
            "--collection",
            metavar="FOLDER",
            help="Take the page from this collection, and what was learned there of its site or from its feed.",
            show_default=False,
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show every link and object.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Say which application a page is of and why, what would become of each link, and what people wrote on it.

    Example: thresher explain https://forum.example/viewtopic.php?t=7

    Example: thresher explain https://blog.example/a-walk/ --collection my-archive
    """
    from thresher.crawl.explain import explain_kept, explain_page

    settings = CrawlSettings(seeds=(url or page,), strategy=Strategy.AUTO, type=type_name, knowledge=_texts(kb))
    if collection is not None:
        explanation = explain_kept(collection, page, settings)
    else:
        explanation = asyncio.run(explain_page(page, url, settings))
    if as_json:
        typer.echo(json.dumps(explanation.as_dict(), ensure_ascii=False))
    else:
        _show(explanation, 10**9 if everything else SHOWN)


def _texts(folders: list[Path] | None) -> tuple[str, ...]:
    return tuple(map(str, folders or ()))


def _show(explanation: "Explanation", limit: int) -> None:
    data = explanation.as_dict()
    typer.echo(f"{data['url']}  {data['answer']}")
    _show_recognition(data)
    _show_links(data, limit)
    typer.echo(f"\n{len(data['objects'])} objects" + (":" if data["objects"] else ""))
    for found in data["objects"][:limit]:
        line = " ".join(found.get("text", "").split())
        who = ", ".join(filter(None, (found.get("author"), found.get("published"))))
        sure = "" if found["confidence"] == 1 else f"  (confidence {found['confidence']})"
        typer.echo(f"  {found['type']:12} {who or '-'}  {found.get('title') or line[:70]}{sure}")
    if data["objects"]:
        typer.echo(f"  found by {data['objects'][0]['rule']}")
    _more(len(data["objects"]), limit)
    for note in data["notes"]:
        typer.echo(f"note: {note}")


def _show_recognition(data: dict[str, Any]) -> None:
    if not data["application"]:
        typer.echo("\nNo known application: sitemaps and links are followed, minus traps.")
        return
    typer.echo(f"\n{data['application']} ({data['title']}), at {data['root']}")
    for evidence in data["evidence"]:
        typer.echo(f"  because {evidence['pattern']}\n          matches {evidence['found'] or 'the page'}")
    if data["level"]:
        typer.echo(f"level {data['level']} ({data['kind']})")
        because = data["level_evidence"]
        typer.echo(f"  because {because['pattern'] if because else 'its address and its text are those of one'}")
    else:
        typer.echo("level not known: links are judged by their addresses alone")


def _show_links(data: dict[str, Any], limit: int) -> None:
    follow, skip = data["follow"], data["skip"]
    typer.echo(f"\n{len(follow)} links to follow" + (":" if follow else ""))
    for link in follow[:limit]:
        typer.echo(f"  follow: {link['to']:10} {link['url']}")
    _more(len(follow), limit)
    typer.echo(f"\n{len(skip)} links left alone" + (":" if skip else ""))
    if limit > len(skip):
        for link in skip:
            typer.echo(f"  skip: {link['reason']} ({link['detail']})  {link['url']}")
        return
    for (reason, detail), count in Counter((link["reason"], link["detail"]) for link in skip).most_common():
        example = next(link["url"] for link in skip if (link["reason"], link["detail"]) == (reason, detail))
        typer.echo(f"  {count:>4}  skip: {reason} ({detail})  such as {example}")


def _more(count: int, limit: int) -> None:
    if count > limit:
        typer.echo(f"  … and {count - limit:,} more (--all shows them)")
