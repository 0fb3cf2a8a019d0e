"""Small charts as SVG: bars, boxes, lines. No script, no style sheet, readable in any browser and in print."""

from collections.abc import Sequence
from html import escape
from math import floor, log10

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 70, 16, 16, 56
COLOURS = ("#8a8f98", "#1f6f54", "#b3541e", "#37598c")
"""The blind crawl is grey, Thresher green."""
ACCENT = "#2f8f6d"
"""Readable on white and on black."""

ROW = 28
"""Height of a row of `row_chart`."""
LARGER = 14
"""Letters of charts that are read on a phone, too."""
TICKS = 4
"""Steps on an axis, about."""

Series = tuple[str, Sequence[tuple[float, float]]]


def row_chart(rows: Sequence[tuple[str, float]], label: str) -> str:
    """Bars that lie, one below the other, each with its name and its number: for long names."""
    top = max((value for _, value in rows), default=1) or 1
    left, right = 262, 74
    parts = []
    for number, (name, value) in enumerate(rows):
        y, width = number * ROW, max(1.5, value / top * (WIDTH - left - right))
        shown = name if len(name) <= 36 else name[:35] + "…"
        parts.append(
            f'<text x="{left - 8}" y="{y + 19}" text-anchor="end">{escape(shown)}<title>{escape(name)}</title></text>'
            f'<rect x="{left}" y="{y + 5}" width="{width:.1f}" height="{ROW - 10}" rx="2" fill="{ACCENT}"/>'
            f'<text x="{left + width + 6:.1f}" y="{y + 19}">{value:,.0f}</text>'
        )
    return _svg(parts, max(1, len(rows)) * ROW, label, LARGER)


def growth_chart(points: Sequence[tuple[float, float]], x_unit: str, y_unit: str) -> str:
    """One line with the area below it, over round numbers on both axes."""
    far = max((x for x, _ in points), default=1) or 1
    high = max((y for _, y in points), default=1) or 1
    bottom, across, up = HEIGHT - BOTTOM, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    parts = []
    for value in round_steps(high):
        y = f"{bottom - value / high * up:.1f}"
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="currentColor" opacity=".15"/>'
            f'<text x="{LEFT - 6}" y="{y}" dy="4" text-anchor="end">{value:,.0f}</text>'
        )
    parts += [_label(LEFT + value / far * across, bottom + 17, f"{value:,.0f}") for value in round_steps(far)]
    places = [f"{LEFT + x / far * across:.1f},{bottom - y / high * up:.1f}" for x, y in points]
    if places:
        ends = f"{places[0].partition(',')[0]},{bottom}", f"{places[-1].partition(',')[0]},{bottom}"
        parts.append(f'<polygon points="{" ".join([ends[0], *places, ends[1]])}" fill="{ACCENT}" opacity=".14"/>')
        parts.append(f'<polyline points="{" ".join(places)}" fill="none" stroke="{ACCENT}" stroke-width="2.2"/>')
    parts += [
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{bottom}" y2="{bottom}" stroke="currentColor"/>',
        _label(LEFT + across / 2, bottom + 40, x_unit),
        f'<text x="12" y="{(TOP + bottom) / 2}" text-anchor="middle" '
        f'transform="rotate(-90 12 {(TOP + bottom) / 2})">{escape(y_unit)}</text>',
    ]
    return _svg(parts, HEIGHT, f"{y_unit} by {x_unit}", LARGER)


def round_steps(top: float) -> list[float]:
    """Round numbers from 0 to `top`.

    >>> round_steps(476)
    [0.0, 100.0, 200.0, 300.0, 400.0]
    """
    rough = max(top, 1e-9) / TICKS
    unit = 10.0 ** floor(log10(rough))
    step = max(1.0, next(unit * factor for factor in (1, 2, 2.5, 5, 10) if unit * factor >= 0.75 * rough))
    return [number * step for number in range(int(top / step) + 1)]


def bar_chart(groups: Sequence[tuple[str, Sequence[tuple[str, float]]]], unit: str) -> str:
    """Groups of bars, side by side: [(group, [(series, value)])]."""
    top = max((value for _, bars in groups for _, value in bars), default=1) or 1
    names = list(dict.fromkeys(name for _, bars in groups for name, _ in bars))
    step = (WIDTH - LEFT - RIGHT) / max(1, len(groups))
    width = 0.8 * step / max(1, len(names))
    parts = [_frame(top, unit)]
    for number, (group, bars) in enumerate(groups):
        start = LEFT + number * step + 0.1 * step
        for name, value in bars:
            place = names.index(name)
            height = value / top * (HEIGHT - TOP - BOTTOM)
            parts.append(
                f'<rect x="{start + place * width:.1f}" y="{HEIGHT - BOTTOM - height:.1f}" width="{width * 0.92:.1f}" '
                f'height="{height:.1f}" fill="{COLOURS[place % 4]}"><title>{escape(group)}: {escape(name)} {value:,.0f}'
                f"</title></rect>"
            )
        parts.append(_label(start + 0.4 * step, HEIGHT - BOTTOM + 16, group))
    return _svg([*parts, _legend(names)])


def box_chart(groups: Sequence[tuple[str, Sequence[float]]], unit: str) -> str:
    """One box a group: least, quartiles, median, most."""
    values = [value for _, group in groups for value in group]
    low = min(values, default=0.0)
    floor = max(0.0, low - 0.25 * (1 - low) - 0.005)
    step = (WIDTH - LEFT - RIGHT) / max(1, len(groups))

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - floor) / max(1e-9, 1 - floor) * (HEIGHT - TOP - BOTTOM)

    parts = [_frame(1.0, unit, floor)]
    for number, (name, group) in enumerate(groups):
        middle, half = LEFT + (number + 0.5) * step, min(30.0, step / 4)
        least, first, median, third, most = _five(group)
        parts += [
            f'<line x1="{middle}" x2="{middle}" y1="{y(least):.1f}" y2="{y(most):.1f}" stroke="currentColor"/>',
            f'<rect x="{middle - half}" y="{y(third):.1f}" width="{2 * half}" '
            f'height="{max(1.0, y(first) - y(third)):.1f}" fill="#2f8f6d" fill-opacity=".2" stroke="{COLOURS[1]}">'
            f"<title>{escape(name)}: {least:.4f} {first:.4f} {median:.4f} {third:.4f} {most:.4f}</title></rect>",
            f'<line x1="{middle - half}" x2="{middle + half}" y1="{y(median):.1f}" y2="{y(median):.1f}" '
            f'stroke="{COLOURS[1]}" stroke-width="3"/>',
            _label(middle, HEIGHT - BOTTOM + 16, f"{name} ({len(group)})"),
        ]
    return _svg(parts)


def line_chart(
    series: Sequence[Series],
    x_unit: str,
    y_unit: str,
    *,
    logarithmic: bool = False,
    ticks: Sequence[tuple[float, str]] = (),
    marks: Sequence[float] = (),
) -> str:
    """Lines over a common scale; with `logarithmic` both axes are. `ticks` are written below the axis in place of the
    greatest value, `marks` are broken lines from top to bottom."""

    def scale(value: float) -> float:
        return log10(max(value, 1e-3)) if logarithmic else value

    points = [(scale(x), scale(y)) for _, line in series for x, y in line] or [(0.0, 0.0), (1.0, 1.0)]
    across_all = [x for x, _ in points] + [scale(x) for x, _ in ticks] + [scale(x) for x in marks]
    left, right = min(across_all), max(across_all)
    low = min(y for _, y in points) if logarithmic else 0.0
    high = max(y for _, y in points)

    def across(x: float) -> float:
        return LEFT + (scale(x) - left) / max(1e-9, right - left) * (WIDTH - LEFT - RIGHT)

    def place(x: float, y: float) -> str:
        up = (scale(y) - low) / max(1e-9, high - low) * (HEIGHT - TOP - BOTTOM)
        return f"{across(x):.1f},{HEIGHT - BOTTOM - up:.1f}"

    top = 10**high if logarithmic else high
    parts = [_frame(top, y_unit, 10**low if logarithmic else 0.0)]
    parts += [
        f'<line x1="{across(x):.1f}" x2="{across(x):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="{COLOURS[2]}" '
        'stroke-dasharray="4 4"/>'
        for x in marks
    ]
    for number, (name, line) in enumerate(series):
        path = " ".join(place(x, y) for x, y in line)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{COLOURS[number % 4]}" stroke-width="2">'
            f"<title>{escape(name)}</title></polyline>"
        )
    most = max((x for _, line in series for x, _ in line), default=1)
    if ticks:
        parts += [_label(across(x), HEIGHT - BOTTOM + 16, text) for x, text in ticks]
    else:
        parts.append(_label(WIDTH - RIGHT - 30, HEIGHT - BOTTOM + 16, f"{most:,.0f}"))
    # The middle below the axis is for ticks, if there are any.
    parts.append(_label(WIDTH / 2, HEIGHT - BOTTOM + (34 if ticks else 16), x_unit))
    return _svg([*parts, _legend([name for name, _ in series])])


def _five(values: Sequence[float]) -> tuple[float, float, float, float, float]:
    if len(values) < 2:
        only = values[0] if values else 0.0
        return only, only, only, only, only
    from statistics import quantiles  # 2 ms that the report of a crawl does without

    first, median, third = quantiles(values, n=4, method="inclusive")
    return min(values), first, median, third, max(values)


def _frame(top: float, unit: str, floor: float = 0.0) -> str:
    bottom = HEIGHT - BOTTOM
    digits = 3 if top <= 1.5 else 0
    return (
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{bottom}" y2="{bottom}" stroke="currentColor"/>'
        f'<line x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{bottom}" stroke="currentColor"/>'
        f'<text x="{LEFT - 6}" y="{TOP + 8}" text-anchor="end">{top:,.{digits}f}</text>'
        f'<text x="{LEFT - 6}" y="{bottom}" text-anchor="end">{floor:,.{digits}f}</text>'
        f'<text x="14" y="{(TOP + bottom) / 2}" text-anchor="middle" '
        f'transform="rotate(-90 14 {(TOP + bottom) / 2})">{escape(unit)}</text>'
    )


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'


def _legend(names: Sequence[str]) -> str:
    parts, x = [], LEFT
    for number, name in enumerate(names):
        parts.append(f'<rect x="{x}" y="{HEIGHT - 20}" width="12" height="12" fill="{COLOURS[number % 4]}"/>')
        parts.append(f'<text x="{x + 18}" y="{HEIGHT - 10}">{escape(name)}</text>')
        x += 40 + 8 * len(name)
    return "".join(parts)


def _svg(parts: Sequence[str], height: float = HEIGHT, label: str = "", letters: int = 12) -> str:
    body = "\n".join(parts)
    named = f'aria-label="{escape(label)}" ' if label else ""
    # Text and axes take the colour of the page around them, so that they are seen in the dark, too.
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img" {named}fill="currentColor" '
        f'font-family="sans-serif" font-size="{letters}">\n{body}\n</svg>'
    )
