"""The tree of a site and what became of it, for people and for programs."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import typer

from thresher.change import Branch, Fate, PageFate, TreeComparison, ancestor_rows, path_of

SHOWN_CHILDREN = 20
"""Of one node; those with changes and the largest first."""
SHOWN_PAGES = 10
"""Pages of each fate that are named."""

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What is to be shown."""

    found: TreeComparison
    before: datetime
    now: datetime | None
    """None if there is only one moment."""
    depth: int
    under: str

    def of(self, fate: Fate) -> list[PageFate]:
        return [one for one in self.found.fates if one.fate is fate]


def show(shown: Shown) -> None:
    """The tree, and below it what came, went and moved."""
    total = shown.found.total
    if shown.now is None:
        typer.echo(f"{_moment(shown.before)}: {total.pages_before:,} pages, {len(shown.found.branches):,} nodes")
    else:
        typer.echo(f"{_moment(shown.before)}  →  {_moment(shown.now)}")
        typer.echo(f"{total.pages_before:,} pages  →  {total.pages_now:,} pages{_percent(total)}")
    below = _children(shown.found, shown.depth + max(1, len(path_of(shown.under)) if shown.under else 1))
    for root in below.get((), []):
        _show_branch(shown, below, _first_fork(below, root, shown.under), "", "", shown.depth)
    if shown.now is not None:
        _show_fates(shown)


def _children(found: TreeComparison, depth: int) -> dict[Path, list[Path]]:
    """Nodes by their parents, as deep as they will be shown."""
    below: dict[Path, list[Path]] = {}
    for path in found.branches:
        if len(path) <= depth:
            below.setdefault(path[:-1], []).append(path)
    return below


def _first_fork(below: dict[Path, list[Path]], root: Path, under: str) -> Path:
    """Where a branch that was asked for begins: the nodes above it lead to it and nowhere else."""
    depth = len(path_of(under)) if under else 0
    while len(root) < depth and len(below.get(root, [])) == 1:
        (root,) = below[root]
    return root


def _show_branch(shown: Shown, below: dict[Path, list[Path]], path: Path, lead: str, indent: str, depth: int) -> None:
    branch = shown.found.branches[path]
    typer.echo(f"{lead}{path[-1]}  {_counts(branch, shown.now is not None)}")
    children = sorted(below.get(path, []), key=lambda child: _weight(shown.found.branches[child]))
    if not children or depth == 0:
        return
    listed = sorted(children[:SHOWN_CHILDREN])
    for number, child in enumerate(listed):
        is_last = number + 1 == len(listed) == len(children)
        _show_branch(
            shown,
            below,
            child,
            indent + ("└── " if is_last else "├── "),
            indent + ("    " if is_last else "│   "),
            depth - 1,
        )
    if len(children) > len(listed):
        typer.echo(f"{indent}└── … {len(children) - len(listed):,} more")


def _weight(branch: Branch) -> tuple[int, int, Path]:
    return -(branch.new + branch.vanished + branch.moved), -branch.pages_now, branch.path


def _counts(branch: Branch, is_compared: bool) -> str:
    pages = f"{branch.pages_now:,}"
    if not is_compared:
        return pages
    parts = ((branch.new, "+"), (branch.vanished, "-"), (branch.moved, "→"), (branch.unvisited, "?"))
    marks = [f"{mark}{count:,}" for count, mark in parts if count]
    changed = [f"~{branch.changed:,}"] if branch.changed else []
    return "  ".join([pages, *marks, *changed]) + (
        _percent(branch) if branch.new + branch.vanished + branch.moved else ""
    )


def _percent(branch: Branch) -> str:
    percent = branch.change_percent
    return f"  ({percent:.1f} % changed)" if percent is not None else "  (all new)"


def _show_fates(shown: Shown) -> None:
    typer.echo("\n+ new, - vanished, → moved, ~ another payload, ? not visited again (so nobody knows)")
    for fate in (Fate.NEW, Fate.VANISHED, Fate.MOVED, Fate.UNSURE, Fate.UNVISITED):
        pages = shown.of(fate)
        if pages:
            typer.echo(f"\n{len(pages):,} {fate.value}:")
        for page in pages[:SHOWN_PAGES]:
            to = f"  →  {page.to}" if page.to else ""
            typer.echo(f"  {page.url}{to}" + (f"  ({page.why})" if page.why else ""))
        if len(pages) > SHOWN_PAGES:
            typer.echo(f"  … {len(pages) - SHOWN_PAGES:,} more (--json has them)")


def show_matrix(shown: Shown) -> None:
    """The ancestor matrix: a row and a column for each node, 1 where that of the row is an ancestor."""
    for path, row in _matrix(shown.found):
        typer.echo(f"{''.join(map(str, row))}  {_name(path)}")


def _matrix(found: TreeComparison) -> Iterator[tuple[Path, list[int]]]:
    nodes = list(ancestor_rows(found.branches))
    rows = [[0] * len(nodes) for _ in nodes]
    for column, (_, ancestors) in enumerate(nodes):
        for row in ancestors:
            rows[row][column] = 1
    for (path, _), cells in zip(nodes, rows, strict=True):
        yield path, cells


def show_json(shown: Shown, with_matrix: bool) -> None:
    """Everything, as one object."""
    found, total = shown.found, shown.found.total
    data: dict[str, Any] = {"at": _moment(shown.before), "against": None, "under": shown.under or None}
    if shown.now is not None:
        data |= {"at": _moment(shown.now), "against": _moment(shown.before)}
        data |= {
            "new": [page.url for page in shown.of(Fate.NEW)],
            "vanished": [{"url": page.url, "why": page.why} for page in shown.of(Fate.VANISHED)],
            "moved": [{"from": page.url, "to": page.to, "why": page.why} for page in shown.of(Fate.MOVED)],
            "unsure": [{"url": page.url, "why": page.why} for page in shown.of(Fate.UNSURE)],
            "not_visited": [page.url for page in shown.of(Fate.UNVISITED)],
            "changed": [page.url for page in found.fates if page.is_changed],
        }
    data["total"] = _numbers(total, shown.now is not None)
    data["branches"] = [
        {
            "path": _name(path),
            "name": path[-1],
            "ancestors": ancestors,
            "is_page": path in found.now.pages,
            **_numbers(found.branches[path], shown.now is not None),
        }
        for path, ancestors in ancestor_rows(found.branches)
    ]
    if with_matrix:
        data["matrix"] = [row for _, row in _matrix(found)]
    typer.echo(json.dumps(data, ensure_ascii=False))


def _numbers(branch: Branch, is_compared: bool) -> dict[str, Any]:
    if not is_compared:
        return {"pages": branch.pages_now}
    return {
        "pages_before": branch.pages_before,
        "pages": branch.pages_now,
        "new": branch.new,
        "vanished": branch.vanished,
        "moved": branch.moved,
        "not_visited": branch.unvisited,
        "changed": branch.changed,
        "change_percent": branch.change_percent,
        "added_percent": branch.added_percent,
    }


def _name(path: Path) -> str:
    """A place as it would stand in an address.

    >>> _name(("a.example", "news", "?p=2"))
    'a.example/news?p=2'
    """
    *above, last = path
    return "/".join(above) + (last if last.startswith("?") else f"/{last}" if above else last)


def _moment(time: datetime) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
