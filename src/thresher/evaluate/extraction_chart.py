"""A chart of many lines, each with its name at its end: cumulated time of several programs."""

from collections.abc import Sequence
from html import escape
from math import ceil, log10

WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, TOP, BOTTOM = 60, 150, 16, 46
LINE = 15
"""Least distance between two names, in pixels."""
COLOURS = ("#1f6f54", "#7fb79f", "#b3541e", "#37598c", "#8a6d1f", "#8c3775", "#5a5f68", "#2f8fa8")

Curve = tuple[str, Sequence[tuple[float, float]]]


def named_lines(curves: Sequence[Curve], x_unit: str, y_unit: str) -> str:
    """The curves on common axes from zero."""
    right = max((x for _, line in curves for x, _ in line), default=1.0) or 1.0
    step = _step(max((y for _, line in curves for _, y in line), default=1.0) or 1.0)
    high = step * ceil(max((y for _, line in curves for _, y in line), default=1.0) / step or 1)

    def place(x: float, y: float) -> tuple[float, float]:
        across, up = x / right * (WIDTH - LEFT - RIGHT), y / high * (HEIGHT - TOP - BOTTOM)
        return LEFT + across, HEIGHT - BOTTOM - up

    parts = [_grid(high, step, place(0, 0)[1]), _axis_names(right, x_unit, y_unit)]
    ends = _apart([place(*line[-1])[1] if line else float(HEIGHT - BOTTOM) for _, line in curves])
    for number, (name, line) in enumerate(curves):
        path = " ".join("{:.1f},{:.1f}".format(*place(x, y)) for x, y in line)
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(
            f'<text x="{WIDTH - RIGHT + 8}" y="{ends[number] + 4:.1f}" fill="{colour}">{escape(name)} '
            f"{line[-1][1] if line else 0:,.1f}</text>"
        )
    body = "\n".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" font-family="sans-serif" font-size="12">\n'
        f"{body}\n</svg>"
    )


def _step(high: float) -> float:
    """A round distance of lines, of which three to seven fit below `high`."""
    power = 10.0 ** int(log10(high) // 1)
    return next((power * part for part in (0.2, 0.5, 1.0, 2.0) if high / (power * part) <= 7), power * 2.0)


def _grid(high: float, step: float, bottom: float) -> str:
    parts = []
    for number in range(round(high / step) + 1):
        y = bottom - number * step / high * (HEIGHT - TOP - BOTTOM)
        colour = "#ddd" if number else "#444"
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{colour}"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{number * step:,.4g}</text>'
        )
    return "".join(parts)


def _axis_names(right: float, x_unit: str, y_unit: str) -> str:
    y, middle = HEIGHT - BOTTOM + 18, (HEIGHT - BOTTOM + TOP) / 2
    return (
        f'<text x="{LEFT}" y="{y}">0</text><text x="{WIDTH - RIGHT}" y="{y}" text-anchor="end">{right:,.0f}</text>'
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{y + 14}" text-anchor="middle">{escape(x_unit)}</text>'
        f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">{escape(y_unit)}</text>'
    )


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights moved up as far as names that would cover each other need; the lowest stays where it is."""
    moved: dict[int, float] = {}
    last = float(HEIGHT)
    for number in sorted(range(len(heights)), key=lambda number: -heights[number]):
        last = moved[number] = min(heights[number], last - LINE)
    return [moved[number] for number in range(len(heights))]
