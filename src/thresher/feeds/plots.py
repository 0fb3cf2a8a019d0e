"""A cumulative plot over a logarithmic axis of time, as SVG."""

from collections.abc import Sequence
from html import escape
from math import log10

WIDTH, HEIGHT = 700, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 16, 12, 64
COLOURS = ("#37598c", "#7fa3d1", "#1f6f54", "#c9892b", "#b3541e")
TICKS = (
    ("a minute", 60), ("10 min", 600), ("an hour", 3600), ("6 h", 21600), ("a day", 86400), ("a week", 604800),
    ("a month", 2629800), ("a year", 31557600), ("10 years", 315576000),
)  # fmt: skip

Curve = tuple[str, Sequence[float]]


def cumulative_chart(curves: Sequence[Curve], label: str) -> str:
    """For each curve, the share of its values (seconds) that are at most x. Less than a minute counts as one."""
    values = [value for _, line in curves for value in line]
    last = max(2, sum(seconds < max(values, default=0.0) for _, seconds in TICKS) + 1)
    ticks = TICKS[:last]
    low, high = log10(ticks[0][1]), log10(ticks[-1][1])

    def x(seconds: float) -> float:
        place = (min(max(log10(max(seconds, 1.0)), low), high) - low) / (high - low)
        return LEFT + place * (WIDTH - LEFT - RIGHT)

    parts = [*_grid([(name, x(seconds)) for name, seconds in ticks])]
    for number, (name, line) in enumerate(curves):
        parts.append(
            f'<path d="{_steps([x(value) for value in sorted(line)])}" fill="none" '
            f'stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="2"><title>{escape(name)}</title></path>'
        )
    body = "\n".join([*parts, _legend([name for name, _ in curves])])
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" aria-label="{escape(label)}" '
        f'font-family="sans-serif" font-size="12">\n{body}\n</svg>'
    )


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _steps(places: Sequence[float]) -> str:
    """A staircase with one step a value."""
    path = [f"M{LEFT},{_y(0):.1f}"]
    for number, place in enumerate(places, start=1):
        path.append(f"H{place:.1f}V{_y(number / len(places)):.1f}")
    return "".join([*path, f"H{WIDTH - RIGHT}"]) if places else ""


def _grid(ticks: Sequence[tuple[str, float]]) -> list[str]:
    parts = []
    for name, x in ticks:
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{_y(0)}" stroke="#ddd"/>')
        anchor = "end" if x > WIDTH - RIGHT - 20 else "middle"
        parts.append(f'<text x="{x:.1f}" y="{_y(0) + 16}" text-anchor="{anchor}" fill="#555">{name}</text>')
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end" fill="#555">{percent} %</text>')
    return parts


def _legend(names: Sequence[str]) -> str:
    parts, x = [], float(LEFT)
    for number, name in enumerate(names):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<rect x="{x:.0f}" y="{HEIGHT - 22}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{x + 17:.0f}" y="{HEIGHT - 12}">{escape(name)}</text>')
        x += 40 + 7 * len(name)
    return "".join(parts)
