"""The comparison of two captures, for people and for programs."""

import sys
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

import typer

from thresher.change import Comparison, Mark, ObjectChanges, Side, text_diff
from thresher.cli.diff_read import Kept
from thresher.model import Page

SHOWN_LINES = 40
"""Lines of text that differ; --text shows every one."""
SHOWN_CAPTURES = 40
"""Of the list; the first ones are left out, --json has them."""
SHOWN_ITEMS = 10

OK = 200
GONE = (404, 410)
COLOURS = {Side.GONE: "red", Side.NEW: "green"}
BRACKETS = {Side.GONE: ("[-", "-]"), Side.NEW: ("{+", "+}")}


@dataclass(frozen=True, slots=True)
class Listed:
    """One capture of the page, and the version that it shows; no mark if the server answered with an error."""

    kept: Kept
    mark: Mark | None

    def as_dict(self) -> dict[str, Any]:
        row, mark = self.kept.row, self.mark
        return {
            "time": row.date,
            "status": self.kept.status,
            "is_revisit": row.is_revisit,
            "digest": row.digest,
            "version": mark.version if mark and mark.version else None,
            "is_unique": bool(mark and mark.is_new),
            "verdict": mark.verdict.value if mark and mark.verdict else None,
        }


@dataclass(frozen=True, slots=True)
class Found:
    """Two captures, compared; without a comparison if one of them is no page."""

    before: Kept
    now: Kept
    is_same: bool
    """Whether the payloads are byte for byte the same."""
    objects: ObjectChanges
    comparison: Comparison | None = None
    old: Page | None = None
    new: Page | None = None

    @property
    def why_not(self) -> str:
        """Why there is no comparison."""
        bad = next((one for one in (self.now, self.before) if one.status != OK), None)
        same = "the bytes are the same" if self.is_same else "the bytes differ"
        if bad is not None:
            return f"The server answered {bad.status} at {bad.row.date}."
        hint = " `thresher feeds` tells what came and went." if "xml" in self.now.mime else ""
        return f"This is no page but {self.now.mime}: {same}.{hint}"

    @property
    def verdict(self) -> str:
        if self.comparison is not None:
            return self.comparison.verdict.value
        if self.before.status != self.now.status:
            gone = self.now.status in GONE
            return "vanished" if gone else "appeared" if self.now.status == OK else "not comparable"
        return "same" if self.is_same else "not comparable"

    @property
    def reasons(self) -> tuple[str, ...]:
        if self.comparison is None:
            return (self.why_not,)
        return ("the bytes are the same",) if self.is_same else self.comparison.reasons


def show_captures(url: str, listed: list[Listed]) -> None:
    """All captures of a page, one a line."""
    versions = sum(bool(one.mark and one.mark.is_new) for one in listed)
    typer.echo(f"{url}\n{len(listed)} captures, {versions} {'versions' if versions != 1 else 'version'}:")
    for one in listed[-SHOWN_CAPTURES:]:
        row, mark = one.kept.row, one.mark
        what = (
            f"version {mark.version}"
            if mark and mark.version
            else f"answer {one.kept.status}"
            if not mark
            else "no page"
        )
        news = "new" if mark and mark.is_new else "again" if mark and mark.version else ""
        why = f"  {mark.verdict.value}" if mark and mark.verdict else ""
        typer.echo(f"  {row.date}  {what:<11} {news:<5} {'revisit' if row.is_revisit else '':<7}{why}".rstrip())
    if len(listed) > SHOWN_CAPTURES:
        typer.echo(f"  the {len(listed) - SHOWN_CAPTURES:,} before them are in the output of --json")


def show(found: Found, full_text: bool) -> None:
    """The comparison: verdict, measures, objects, hidden lists, text."""
    typer.echo(f"\n{found.before.row.date}  →  {found.now.row.date}")
    typer.secho(found.verdict, bold=True)
    for reason in found.reasons:
        typer.echo(f"  because {reason}" if found.comparison else f"  {reason}")
    if found.comparison is not None:
        _show_measures(found.comparison)
    _show_objects(found.objects)
    if found.comparison is None:
        return
    _show_hidden(found.comparison)
    _show_text(found, full_text)


def _show_measures(one: Comparison) -> None:
    text, structure = one.text, one.structure
    sure = f"{structure.least:,} edits in {structure.nodes:,} elements of both"
    if not structure.is_exact:
        sure = f"between {structure.lowest:.3f} and {structure.highest:.3f}: {structure.why}"
    typer.echo(
        "\n  text       " + f"cosine {text.cosine:.3f}, Jaccard {text.jaccard:.3f}, Sørensen–Dice {text.dice:.3f},"
    )
    typer.echo(f"             edit distance {text.edit:.3f} ({text.edits:,} words); stop words left out")
    typer.echo(f"  style      {one.style:.3f} (classes; of the fewer {one.overlap:.0%} in both)")
    typer.echo(f"  structure  {structure.similarity:.3f} ({sure})")
    typer.echo(f"  joint      {one.joint:.3f} (structure and style)")
    objects = one.objects
    counts = [f"{sum(c.change == kind for c in objects.changes)} {kind}" for kind in ("new", "edited", "gone")]
    known = ", ".join([*counts, f"{objects.unchanged} unchanged"]) if objects.are_known else "none known on this page"
    typer.echo(f"  objects    {known}; content judged by the {one.basis}")


def _show_objects(objects: ObjectChanges) -> None:
    changes = objects.changes
    if changes:
        typer.echo("")
    for change in changes[:SHOWN_ITEMS]:
        fields = f" ({', '.join(change.fields)})" if change.fields else ""
        typer.echo(f"  {change.change:<6} {change.type:<12} {change.title}{fields}")
    if len(changes) > SHOWN_ITEMS:
        typer.echo(f"  … and {len(changes) - SHOWN_ITEMS:,} more (--json has them)")


def _show_hidden(one: Comparison) -> None:
    for items, word in ((one.hidden_new, "new"), (one.hidden_gone, "gone")):
        if items:
            typer.echo(f"\n  {len(items)} {word} in lists that scripts hold:")
        for item in items[:SHOWN_ITEMS]:
            typer.echo(f"    {item.title or item.name}  ({item.place or 'top'})")


def _show_text(found: Found, full_text: bool) -> None:
    if found.old is None or found.new is None:
        return
    lines = text_diff(found.old.lines, found.new.lines)
    shown = list(lines if full_text else islice(lines, SHOWN_LINES))
    if shown:
        typer.echo("\n  text that differs:")
    for line in shown:
        typer.echo("    " + (" ".join(_painted(piece.side, piece.text) for piece in line) or "…"))
    if next(lines, None) is not None:
        typer.echo("    … (--text shows the rest)")


def _painted(side: Side, text: str) -> str:
    if side is Side.SAME:
        return text
    first, last = BRACKETS[side]
    return typer.style(text, fg=COLOURS[side]) if sys.stdout.isatty() else f"{first}{text}{last}"


def as_dict(url: str, found: Found | None, listed: list[Listed]) -> dict[str, Any]:
    """Everything, for programs."""
    data: dict[str, Any] = {"url": url}
    if listed:
        data["captures"] = [one.as_dict() for one in listed]
    if found is None:
        return {**data, "verdict": None, "reasons": ["there is only one capture of the page"]}
    data |= {
        "before": found.before.row.date,
        "now": found.now.row.date,
        "verdict": found.verdict,
        "reasons": list(found.reasons),
        "is_identical": found.is_same,
    }
    data["objects"] = {
        **{kind: sum(c.change == kind for c in found.objects.changes) for kind in ("new", "edited", "gone")},
        "unchanged": found.objects.unchanged,
        "changes": [asdict(change) for change in found.objects.changes],
    }
    return data | _measures(found) if found.comparison is not None else data


def _measures(found: Found) -> dict[str, Any]:
    one, old, new = found.comparison, found.old, found.new
    assert one is not None
    assert old is not None
    assert new is not None
    structure = one.structure
    return {
        "measures": {
            "text": asdict(one.text),
            "style": one.style,
            "class_overlap": one.overlap,
            "structure": {
                "similarity": structure.similarity,
                "is_exact": structure.is_exact,
                "distance": structure.least if structure.is_exact else None,
                "least": structure.least,
                "most": structure.most,
                "elements": structure.nodes,
                "why": structure.why or None,
            },
            "structure_and_style": one.joint,
        },
        "judged_by": one.basis,
        "words": {"new": one.passages.new_words, "gone": one.passages.gone_words},
        "hidden_lists": {
            "new": [asdict(item) for item in one.hidden_new],
            "gone": [asdict(item) for item in one.hidden_gone],
        },
        "text": [
            [{"side": piece.side.value, "text": piece.text} for piece in line]
            for line in text_diff(old.lines, new.lines, context=0)
            if line
        ],
    }
