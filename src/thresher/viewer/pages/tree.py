"""The structure of sites over time: a tree with a slider, and a treemap coloured by change."""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from heapq import heappop, heappush
from typing import Any

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from thresher.change.site_tree import Path
from thresher.viewer.asking import number_in, text_in, with_changes
from thresher.viewer.desk import Desk, desk_of
from thresher.viewer.guard import CHART_POLICY
from thresher.viewer.pages.missing import missing
from thresher.viewer.shown import plain, when
from thresher.viewer.structure import (
    Comparison,
    Node,
    Seen,
    Structure,
    load_structure,
    make_structure,
    save_structure,
)

MOST_CHILDREN = 200
MOST_SMALL = 60
"""Pages of a branch that is shown whole at once."""
MOST_INNER = 240
"""Of them on one page."""
MOST_MOMENTS = 400
MOST_COMPARED = 8
"""Pairs of moments that are kept: who moves through the branches stays at one."""
MOST_BOXES = 1500
"""Of a treemap: smaller ones could not be read."""
MOST_DEPTH = 4
SLASH = "/"


@dataclass(frozen=True, eq=False)
class Timeline:
    """The structure, and the moments that can be chosen: the ends of days and of visits."""

    structure: Structure
    moments: list[tuple[str, int]]
    """Date as written, and number of the last capture by then."""
    compared: dict[tuple[int, int], Comparison] = field(default_factory=dict)

    def at(self, against: int, at: int) -> Comparison:
        """Two of the moments beside each other; what was compared last is kept."""
        found = self.compared.get((against, at))
        if found is None:
            found = self.structure.at(self.moments[against][1], self.moments[at][1])
            while len(self.compared) >= MOST_COMPARED:
                self.compared.pop(next(iter(self.compared)), None)
            self.compared[against, at] = found
        return found


def timeline_of(desk: Desk) -> Timeline:
    """As it was made for the same captures before, or made now and kept beside the digest."""
    place = desk.library.folder / "structure.npz"
    last = desk.library.value("SELECT max(id) FROM catalog.captures")
    kept = load_structure(place, last)
    if kept is not None:
        return Timeline(kept[0], [(date, number) for date, number in json.loads(kept[1])])
    made = _read(desk)
    save_structure(place, made.structure, last, json.dumps(made.moments))
    return made


def _read(desk: Desk) -> Timeline:
    """Read from all captures of pages."""
    visits: list[int] = []
    if desk.library.has_table("visits"):
        visits = [row[0] for row in desk.library.rows("SELECT after_capture FROM catalog.visits ORDER BY number")]
    ends: dict[tuple[int, str], tuple[str, int]] = {}

    def seen() -> Iterator[Seen]:
        rows = desk.library.each(
            "SELECT url, id, CASE WHEN is_revisit AND status = 304 THEN 200 ELSE status END, digest, date "
            "FROM catalog.captures WHERE is_indexed = 1 AND kind = 'page' ORDER BY id"
        )
        for url, number, status, digest, date in rows:
            ends[bisect_right(visits, number - 1), date[:10]] = (date, number)
            yield Seen(url, number, status, digest)

    structure = make_structure(seen())
    moments = list(ends.values())  # the last capture of each day of each visit
    step = -(-len(moments) // MOST_MOMENTS) or 1
    return Timeline(structure, moments[::-1][::step][::-1])


def tree(request: Request) -> Response:
    """The tree: what is below a place, at a moment, against an earlier one."""
    desk = desk_of(request)
    prepared = desk.prepared(timeline_of)
    timeline = prepared.get()
    if timeline is None:
        return desk.page(request, "later.html", 202, what="The structure", trouble_in_it=prepared.trouble)
    if not timeline.moments:
        return missing(request, "No page was captured yet.")
    last = len(timeline.moments) - 1
    at = min(number_in(request, "at", last), last)
    against = min(number_in(request, "against", 0 if last else last), at)
    compared = timeline.at(against, at)
    place = _place(desk, request)
    number = timeline.structure.find(place) if place else None
    if place and number is None:
        return missing(request, "There is no such place in the structure.")
    is_map = text_in(request, "as") == "map"
    below, count = compared.children(number, MOST_CHILDREN)
    room = MOST_INNER
    entries = []
    for node in map(compared.node, below):
        inner = _inner(compared, request, node) if room > 0 else []
        room -= len(inner)
        entries.append({"node": node, "link": _link(request, node.place), "inner": inner})
    page = desk.page(
        request,
        "treemap.html" if is_map else "tree.html",
        place=place,
        trail=[{"name": name, "link": _link(request, place[: size + 1])} for size, name in enumerate(place)],
        whole=compared.node(number) if number is not None else None,
        nodes=entries,
        left_out=count - len(below),
        moments=_labels(timeline.moments),
        at=at,
        against=against,
        top=with_changes(request, under=None, site=None),
        as_map=with_changes(request, **{"as": "map"}),
        as_tree=with_changes(request, **{"as": None}),
        figure=_boxes(compared, number) if is_map else "",
        chosen={"under": SLASH.join(place)},
    )
    if is_map:
        page.headers["Content-Security-Policy"] = CHART_POLICY
    return page


def _labels(moments: list[tuple[str, int]]) -> list[str]:
    """Moments as people read them; with seconds where two would read the same."""
    minutes = Counter(when(moment) for moment, _ in moments)
    return [
        when(moment) if minutes[when(moment)] == 1 else f"{when(moment)}:{datetime.fromisoformat(moment):%S}"
        for moment, _ in moments
    ]


def _place(desk: Desk, request: Request) -> Path:
    site = number_in(request, "site")
    if site:
        row = desk.library.row("SELECT name FROM sites WHERE number = ?", (site,))
        return (row["name"],) if row is not None else ()
    under = text_in(request, "under", 4000)
    host, mark, query = under.partition("?")
    names = tuple(host.split(SLASH)) if under else ()
    return (*(name for name in names if name), *(["?" + query] if mark else []))


def _link(request: Request, place: Path) -> str:
    return with_changes(request, site=None, under=SLASH.join(place))


def _inner(compared: Comparison, request: Request, node: Node) -> list[dict[str, Any]]:
    """What is right below a node, where that is little: so small sites are seen whole."""
    if not node.has_children or node.pages + node.gone > MOST_SMALL:
        return []
    below, _ = compared.children(compared.structure.find(node.place), MOST_SMALL)
    return [{"node": one, "link": _link(request, one.place)} for one in map(compared.node, below)]


def _boxes(compared: Comparison, top: int | None) -> Markup:
    """A treemap for Plotly: the largest branches, each as large as it has pages, coloured by how much has changed."""
    boxes: list[tuple[str, str, str, int, float, str]] = []
    waiting: list[tuple[int, int, str, int]] = []

    def wait(numbers: Iterable[int], parent: str, depth: int) -> None:
        for number in numbers:
            node = compared.node(number)
            heappush(waiting, (-node.pages - node.gone, number, parent, depth))

    wait(compared.children(top, MOST_CHILDREN)[0], "", 0)
    while waiting and len(boxes) < MOST_BOXES:
        weight, number, parent, depth = heappop(waiting)
        node, key = compared.node(number), str(number)
        text = f"{node.pages:,} pages, {node.new:,} new, {node.gone:,} gone, {node.changed:,} changed"
        boxes.append((key, plain(node.name[:60]), parent, -weight, round(node.change_percent, 1), text))
        if node.has_children and depth < MOST_DEPTH:
            wait(compared.children(number, MOST_CHILDREN if depth == 0 else MOST_SMALL)[0], key, depth + 1)
    names = ("ids", "labels", "parents", "values", "colours", "texts")
    return htmlsafe_json_dumps(dict(zip(names, zip(*boxes, strict=True), strict=True)) if boxes else {})
