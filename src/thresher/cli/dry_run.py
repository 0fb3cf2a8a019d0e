"""`thresher crawl --dry-run`: the first pages, and what would be followed from them."""

import asyncio
import json
from collections import Counter

import typer

from thresher.crawl.preview import Preview, preview
from thresher.model import CrawlSettings
from thresher.model.errors import NothingReached

SHOWN = 15


def show_plan(settings: CrawlSettings, *, as_json: bool) -> None:
    """Ask for the seeds, print what would be followed and what left alone; nothing is written."""
    previews = asyncio.run(preview(settings))
    for found in previews:
        if as_json:
            typer.echo(json.dumps(_as_dict(found), ensure_ascii=False))
        else:
            _show(found)
    if all(found.guidance is None for found in previews):
        raise NothingReached(f"There is no page at {previews[0].url}: {previews[0].answer}.")


def _show(found: Preview) -> None:
    typer.echo(f"{found.url}: {found.answer}")
    if found.guidance is None:
        return
    follow, skip = found.guidance.follow, found.guidance.skip
    kinds = Counter(offer.kind.value for offer in follow)
    typer.echo("  would follow: " + (", ".join(f"{n} {kind}s" for kind, n in kinds.items()) or "nothing"))
    for offer in sorted(follow, key=lambda offer: offer.priority)[:SHOWN]:
        typer.echo(f"    {offer.kind.value:<9} {offer.url}")
    if len(follow) > SHOWN:
        typer.echo(f"    and {len(follow) - SHOWN} more")
    typer.echo(f"  would leave alone: {len(skip)}")
    for entry in skip[:SHOWN]:
        typer.echo(f"    {entry.reason.value}: {entry.url}")
    if len(skip) > SHOWN:
        typer.echo(f"    and {len(skip) - SHOWN} more")


def _as_dict(found: Preview) -> dict[str, object]:
    guidance = found.guidance
    return {
        "url": found.url,
        "answer": found.answer,
        "follow": [{"url": o.url, "kind": o.kind.value, "priority": o.priority} for o in guidance.follow]
        if guidance
        else [],
        "skip": [{"url": s.url, "reason": s.reason.value, "detail": s.detail} for s in guidance.skip]
        if guidance
        else [],
    }
