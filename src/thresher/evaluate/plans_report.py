"""What was measured about plans, as text, as data and as a page."""

from collections.abc import Sequence
from html import escape
from typing import Any

from thresher.charts.document import WIDE, as_document, as_table
from thresher.evaluate.plans import PlansMeasured
from thresher.evaluate.plans_scores import Cell, Line, mean_interval, share_interval
from thresher.evaluate.row_charts import row_chart
from thresher.plan.rl import Reward, Shape

ASKED = 0.6
"""Of the oracle's reward, which is about what PPO had in the paper (30.8 of 50, 10.5 of 20)."""


def as_data(measured: PlansMeasured) -> dict[str, Any]:
    """For `--json` and programs."""
    learn, check, scored = measured.windows
    return {
        "plans": [_cell_data(cell, measured.series) for cell in measured.cells],
        "windows": {"learn": learn, "check": check, "scored": scored},
        "label": measured.question.label.value,
        "steps": measured.question.training.steps,
        "notes": list(measured.notes),
        "seconds": round(measured.seconds, 1),
    }


def _cell_data(cell: Cell, series: Sequence[str]) -> dict[str, Any]:
    return {
        "shape": cell.rules.shape.value,
        "reward": cell.rules.reward.value,
        "oracle": round(cell.oracle.mean, 3),
        "fixed_hours": cell.fixed_hours,
        "best": cell.best.name,
        "policies": {line.name: _line_data(cell, line, series) for line in cell.lines},
    }


def _line_data(cell: Cell, line: Line, series: Sequence[str]) -> dict[str, Any]:
    low, high = mean_interval(line)
    share_low, share_high = share_interval(line, cell.oracle)
    by_series = zip(series, line.sums, line.counts, cell.series_shares(line), strict=True)
    return {
        "mean_reward": round(line.mean, 3),
        "mean_low": round(low, 3),
        "mean_high": round(high, 3),
        "share_of_oracle": round(cell.share(line), 4),
        "share_low": round(share_low, 4),
        "share_high": round(share_high, 4),
        "mean_series_share": round(cell.mean_series_share(line), 4),
        "crawls": round(line.crawls, 2),
        "training_seconds": round(line.seconds, 1),
        "series": {
            name: {
                "windows": count,
                "mean_reward": round(total / count, 3) if count else None,
                "share_of_oracle": None if share is None else round(share, 4),
            }
            for name, total, count, share in by_series
        },
    }


def as_text(measured: PlansMeasured) -> str:
    """The tables for a terminal: first as in the paper, then in full."""
    parts = [f"Mean reward of a plan, in the form of table 5.3\n{_aligned(*_paper_table(measured))}"]
    parts += [f"{_title(cell)}\n{_aligned(_HEAD, _rows(cell))}" for cell in measured.cells]
    parts += [f"Note: {note}" for note in measured.notes]
    return "\n\n".join(parts)


def _paper_table(measured: PlansMeasured) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    cells = {(cell.rules.shape, cell.rules.reward): cell for cell in measured.cells}
    rewards = [reward for reward in Reward if any(key[1] is reward for key in cells)]
    shapes = [shape for shape in Shape if any(key[0] is shape for key in cells)]
    names = list(dict.fromkeys(line.name for cell in measured.cells for line in cell.lines))
    head = ("plans", *(f"{reward} reward: {name}" for reward in rewards for name in ("max", *names)))
    rows = [
        (str(shape), *(text for reward in rewards for text in _means(cells[shape, reward], names))) for shape in shapes
    ]
    return head, rows


def _means(cell: Cell, names: Sequence[str]) -> list[str]:
    means = {line.name: f"{line.mean:.1f}" for line in cell.lines}
    return [f"{cell.oracle.mean:.1f}", *(means.get(name, "N/A") for name in names)]


def _title(cell: Cell) -> str:
    return f"{cell.rules.shape} plans, {cell.rules.reward} rewards; fixed is every {cell.fixed_hours} hours"


_HEAD = (
    "policy", "mean: reward", "95 % of draws: of series", "share of: oracle", "95 % of draws: of series",
    "mean of: series' shares", "series with: 60 %", "crawls: a plan", "training: CPU s",
)  # fmt: skip


def _rows(cell: Cell) -> list[tuple[str, ...]]:
    lines = sorted(cell.lines, key=lambda line: -line.mean)
    return [_row(cell, cell.oracle), *(_row(cell, line) for line in lines)]


def _row(cell: Cell, line: Line) -> tuple[str, ...]:
    low, high = mean_interval(line)
    share_low, share_high = share_interval(line, cell.oracle)
    return (
        line.name, f"{line.mean:.1f}", f"{low:.1f}–{high:.1f}", f"{cell.share(line):.1%}",
        f"{share_low:.1%}–{share_high:.1%}", f"{cell.mean_series_share(line):.1%}",
        f"{cell.series_above(line, ASKED):.0%}", f"{line.crawls:.1f}", f"{line.seconds:.1f}" if line.seconds else "",
    )  # fmt: skip


def as_html(measured: PlansMeasured) -> str:
    """One page that needs nothing else."""
    learn, check, scored = measured.windows
    parts = [
        "<h1>Plans learned by reward, measured</h1>",
        f"<p>{len(measured.series)} recorded pages. A plan has a decision for each of 24 hours, and is made from the "
        "seven days before it. One policy is learned for all pages, from the first four fifths of each "
        f"({learn:,} windows, {check:,} more to choose the best one by), and scored on all {scored:,} windows of the "
        f"last fifth. A unique copy is a poll with <i>{measured.question.label}</i>. Networks made "
        f"{measured.question.training.steps:,} moves at most.</p>",
        "<h2>In the form of table 5.3</h2>",
        f'<div class="wide">{as_table(*_paper_table(measured))}</div>',
        "<p class=note>Mean reward of a plan. The paper had, for one page, a maximum of 50 for continuous plans (DQN "
        "−28.5 and −26.8, PPO 27.6 and 30.8) and 20 for sparse ones (PPO 9.7 and 10.5). Rewards depend on how often a "
        "page changes, so only shares of the oracle compare.</p>",
    ]
    for cell in measured.cells:
        parts += _cell_parts(cell, measured.series)
    parts += [f"<p class=note>{escape(note)}</p>" for note in measured.notes]
    return as_document("Thresher: plans measured", parts, WIDE)


def _cell_parts(cell: Cell, series: Sequence[str]) -> list[str]:
    shown = [line for line in cell.lines if line.name != "never"]
    shares = [cell.series_shares(line) for line in shown]
    groups = [
        (name, [(line.name, max(0.0, share[place] or 0.0)) for line, share in zip(shown, shares, strict=True)])
        for place, name in enumerate(series)
    ]
    head = ("series", "windows", "oracle: reward", *(f"{line.name}: of oracle" for line in shown))
    best = zip(series, cell.oracle.sums, cell.oracle.counts, strict=True)
    rows = [
        (
            name, f"{count:,}", f"{total / max(1, count):.1f}",
            *("–" if share[place] is None else f"{share[place]:.1%}" for share in shares),
        )
        for place, (name, total, count) in enumerate(best)
    ]  # fmt: skip
    return [
        f"<h2>{escape(_title(cell))}</h2>",
        f'<div class="wide">{as_table(_HEAD, _rows(cell))}</div>',
        "<p class=note>Intervals are of 1,000 draws of as many series, with replacement.</p>",
        "<h3>Series by series</h3>",
        row_chart(groups, "share of the oracle's reward"),
        f'<div class="wide">{as_table(head, rows)}</div>',
    ]


def _aligned(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in columns; the first to the left, numbers to the right."""
    lines = [[cell.replace(": ", " ") for cell in head], *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    return "\n".join(
        "  ".join((line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:]))).rstrip() for line in lines
    )
