"""Download priority, measured: as data, as text, and as one page of HTML."""

from collections.abc import Sequence
from html import escape
from itertools import takewhile
from math import ceil
from typing import Any

from thresher.charts.charts import Series, line_chart
from thresher.charts.document import as_document, as_table
from thresher.evaluate.priority import BREADTH, DEPTH, OURS, RANDOM, SHARES, Measured, Traversal

COMPARED = 0.95
"""The share at which orders are compared: the last posts of a blog may hang on one odd link."""
SHOWN_TIMES = 5
"""How far a plot goes, in requests until our order has all posts; depth-first alone would fill it otherwise."""
PLOTTED = (BREADTH, OURS, DEPTH, RANDOM)
SETTINGS = (
    ("unlinked", "Posts do not lead to posts", "Only other pages lead to posts: links from post to post are not used."),
    ("linked", "Posts lead to posts", "Links from post to post are used too: where each has one to the next, order "
     "hardly matters."),
)  # fmt: skip
HEAD = ("order", *(f"{share:.0%}" for share in SHARES), f"not posts: to {COMPARED:.0%}", f"worst: to {COMPARED:.0%}")


def as_data(measured: Measured, seconds: float) -> dict[str, Any]:
    """For `--json` and programs; null where a share was never reached."""
    return {
        "site": measured.name,
        "posts": measured.posts,
        "recorded": measured.recorded,
        **{key: [_data(one) for one in _of(measured, key)] for key, _, _ in SETTINGS},
        "seconds": round(seconds, 1),
    }


def as_text(measured: Measured) -> str:
    """The tables, for a terminal."""
    lines = [f"{measured.name}: {measured.posts:,} posts among {measured.recorded:,} addresses"]
    for key, title, _ in SETTINGS:
        rows = [tuple(cell.replace(": ", ", ") for cell in HEAD), *map(_row, _of(measured, key))]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines += ["", f"{title}; requests until a share of the posts was reached"]
        lines += ["  ".join(_cells(row, widths)) for row in rows]
    return "\n".join(lines)


def as_html(measured: Measured, seconds: float) -> str:
    """One page that needs nothing else."""
    parts = [
        "<h1>Download priority, measured</h1>",
        f"<p>{escape(measured.name)} at one host: {measured.posts:,} posts among {measured.recorded:,} recorded "
        "addresses. Each crawl begins at the front page, tells posts by the form of the addresses in the blog's feed, "
        "and fetches them at once; the other pages come in the order that is measured. The numbers are requests until "
        "a share of the posts was reached; the measurement follows section 4.3 of Blanvillain, Kasioumis and Banos, "
        f"<i>BlogForever Crawler</i>, 2014. It took {seconds:,.0f} seconds.</p>",
    ]
    for key, title, note in SETTINGS:
        traversals = _of(measured, key)
        parts += [
            f"<h2>{title}</h2><p class=note>{note}</p>",
            as_table(HEAD, map(_row, traversals)),
            line_chart(_lines(traversals), "requests", "posts reached"),
        ]
    parts.append(
        f"<p class=note>Plots end at {SHOWN_TIMES} times the requests that nearest neighbours need for all posts. Of "
        "the crawls in random order the tables have the mean, the plots the first.</p>"
    )
    return as_document("Thresher: download priority measured", parts)


def _of(measured: Measured, key: str) -> tuple[Traversal, ...]:
    return measured.linked if key == "linked" else measured.unlinked


def _data(one: Traversal) -> dict[str, Any]:
    return {
        "order": one.name,
        "crawls": len(one.curves),
        "requests": {f"{share:.0%}": one.requests(share) for share in SHARES},
        "worst": {f"{share:.0%}": one.worst(share) for share in SHARES},
    }


def _row(one: Traversal) -> tuple[str, ...]:
    to_compared = one.requests(COMPARED)
    others = None if to_compared is None else to_compared - ceil(COMPARED * one.posts)
    return (
        one.name,
        *(_number(one.requests(share)) for share in SHARES),
        _number(others),
        _number(one.worst(COMPARED)),
    )


def _number(value: float | None) -> str:
    return "never" if value is None else f"{value:,.0f}"


def _cells(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]


def _lines(traversals: Sequence[Traversal]) -> list[Series]:
    """Posts reached by requests, as stairs."""
    curves = {one.name: one.curves[0] for one in traversals}
    end = SHOWN_TIMES * max(curves[OURS], default=1)
    lines: list[Series] = []
    for name in PLOTTED:
        reached = list(takewhile(lambda request: request <= end, curves[name]))
        stairs = [(request - 1 + up, number + up) for number, request in enumerate(reached) for up in (0, 1)]
        lines.append((name, [(0, 0), *stairs, (end, len(reached))]))
    return lines
