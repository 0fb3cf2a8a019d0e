"""`thresher diff`: what changed between two captures of a page."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thresher.model.errors import UsageError

if TYPE_CHECKING:
    from thresher.change import ChangeSettings, Moment
    from thresher.cli.diff_read import Kept, VersionReader
    from thresher.cli.diff_show import Found, Listed

OK = 200
TOLD_EVERY = 50
"""Captures, on the way through a long list."""
NEWS_WORDS = "Words of a text whose coming or going is a change of content."


def diff(
    collection: Annotated[Path, typer.Argument(metavar="FOLDER", help="The collection.")],
    url: Annotated[str, typer.Argument(metavar="URL", help="The page.")],
    first: Annotated[
        str, typer.Argument(metavar="[T1", help="The capture nearest to this moment …", show_default=False)
    ] = "",
    second: Annotated[
        str, typer.Argument(metavar="T2]", help="… is compared with the one nearest to this.", show_default=False)
    ] = "",
    news_words: Annotated[int | None, typer.Option(min=1, help=NEWS_WORDS, show_default="2")] = None,
    template_overlap: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Shared classes below which a template is another.", show_default="0.5"),
    ] = None,
    layout_joint: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Structure and style below which a layout is another.", show_default="0.98"),
    ] = None,
    full_text: Annotated[bool, typer.Option("--text", help="Show every line of text that differs.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Compare two captures of a page: what people wrote, the text, the style, the structure; with a verdict.

    Without moments, all captures of the page are listed with the versions
    that they show, and the last two are compared. A moment is a day, a time,
    or the digits of a replay address: 2026-11-16, 2026-11-16T12:00,
    20261116120000; in UTC, unless it says otherwise.

    Example: thresher diff my-archive https://blog.example/a-walk/

    Example: thresher diff my-archive https://news.example/ 2026-11-01 2026-11-16
    """
    from thresher.cli.diff_read import open_versions
    from thresher.cli.diff_show import as_dict, show, show_captures

    settings = _settings(news_words, template_overlap, layout_joint)
    moments = _moments(first, second)
    with open_versions(collection) as reader:
        captures = reader.captures(url)
        listed = [] if moments else _listed(reader, captures, settings)
        if listed and not as_json:
            show_captures(captures[-1].row.url, listed)
        found = _compared(reader, *_chosen(captures, moments), settings) if len(captures) > 1 or moments else None
    if as_json:
        typer.echo(json.dumps(as_dict(captures[-1].row.url, found, listed), ensure_ascii=False))
    elif found is None:
        typer.echo("\nThere is only this capture: `thresher update` visits the page again.")
    else:
        show(found, full_text)


def _settings(news_words: int | None, template_overlap: float | None, layout_joint: float | None) -> "ChangeSettings":
    from thresher.change import ChangeSettings

    given = {"news_words": news_words, "template_overlap": template_overlap, "layout_joint": layout_joint}
    return ChangeSettings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]


def _moments(first: str, second: str) -> "tuple[Moment, ...]":
    """The two moments; nothing if none is given."""
    from thresher.change import read_moment

    if not first:
        return ()
    if not second:
        raise UsageError(
            "Two moments are needed, or none.", "Give the one to compare with, too: … 2026-11-01 2026-11-16"
        )
    found = []
    for text in (first, second):
        moment = read_moment(text)
        if moment is None:
            raise UsageError(
                f"'{text}' is not a moment.", "Write it like 2026-11-16, 2026-11-16T12:00 or 20261116120000."
            )
        found.append(moment)
    return tuple(found)


def _listed(reader: "VersionReader", captures: "list[Kept]", settings: "ChangeSettings") -> "list[Listed]":
    """All captures, each with the version that it shows."""
    from thresher.change import number_versions
    from thresher.cli.diff_show import Listed

    pages = ((one.row.digest, reader.page(one)) for one in captures if one.status == OK)
    marks = number_versions(pages, settings)
    listed = []
    for one in captures:
        listed.append(Listed(one, next(marks) if one.status == OK else None))
        if len(listed) % TOLD_EVERY == 0:
            typer.echo(f"compared {len(listed):,} of {len(captures):,} captures", err=True)
    return listed


def _chosen(captures: "list[Kept]", moments: "tuple[Moment, ...]") -> "tuple[Kept, Kept]":
    """The two captures to compare; answers that are no errors are preferred."""
    from thresher.change import nearest

    good = [one for one in captures if one.status == OK]
    if not moments:
        return (good[-2], good[-1]) if len(good) > 1 else (captures[-2], captures[-1])
    pool = good if len(good) > 1 else captures
    times = [one.time for one in pool]
    first, second = (pool[nearest(times, moment)] for moment in moments)
    if first is second:
        others = ", ".join(time.strftime("%Y%m%d%H%M%S") for time in times[-6:])
        raise UsageError(
            f"Both moments lead to the capture of {first.time:%Y-%m-%d %H:%M:%S}.",
            f"The page was captured at {others}." if len(times) > 1 else "There is only this one capture of the page.",
        )
    return (first, second) if (first.time, first.row.id) <= (second.time, second.row.id) else (second, first)


def _compared(reader: "VersionReader", before: "Kept", now: "Kept", settings: "ChangeSettings") -> "Found":
    from thresher.change import compare
    from thresher.cli.diff_show import Found

    is_same = before.row.digest == now.row.digest
    old, new = (reader.page(one) if one.status == OK else None for one in (before, now))
    objects = reader.objects(before.row.url, before, now)
    if old is None or new is None:
        return Found(before, now, is_same, objects)
    return Found(before, now, is_same, objects, compare(old, new, objects, settings), old.page, new.page)
