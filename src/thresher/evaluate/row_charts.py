"""Charts with one row a site, as SVG: bars beside each other, bars of parts, points with their spread."""

from collections.abc import Sequence
from html import escape

WIDTH, LEFT, RIGHT, TOP, LEGEND = 760, 130, 50, 8, 44
COLOURS = ("#9aa0a8", "#c9892b", "#37598c", "#1f6f54", "#a8476f", "#6c5b9e")
"""The blind crawl is grey, Thresher green."""
PARTS = ("#1f6f54", "#7fb79f", "#c9892b", "#dad7cf", "#8a2f2f", "#5a4a86")
BAR, GAP = 9, 10

Groups = Sequence[tuple[str, Sequence[tuple[str, float]]]]


def row_chart(groups: Groups, label: str, colours: Sequence[str] = COLOURS) -> str:
    """For each group a few bars below each other, each a share of 1: [(group, [(series, share)])]."""
    names = list(dict.fromkeys(name for _, bars in groups for name, _ in bars))
    height = max(1, len(names)) * BAR + GAP
    bottom = TOP + len(groups) * height
    parts = [_scale(bottom)]
    for number, (group, bars) in enumerate(groups):
        y = TOP + number * height + GAP / 2
        parts.append(_name(group, y + (height - GAP) / 2 + 4))
        for name, share in bars:
            place = names.index(name)
            parts.append(
                f'<rect x="{LEFT}" y="{y + place * BAR:.1f}" width="{max(1.0, share * _room()):.1f}" '
                f'height="{BAR - 1}" fill="{colours[place % len(colours)]}">'
                f"<title>{escape(group)}: {escape(name)} {share:.1%}</title></rect>"
            )
    return _svg([*parts, _legend(names, bottom, colours)], bottom, label)


def part_chart(groups: Groups, label: str) -> str:
    """For each group one bar made of parts, which together are 1."""
    names = list(dict.fromkeys(name for _, bars in groups for name, _ in bars))
    height = 16 + GAP
    bottom = TOP + len(groups) * height
    parts = [_scale(bottom)]
    for number, (group, bars) in enumerate(groups):
        y, x = TOP + number * height + GAP / 2, float(LEFT)
        parts.append(_name(group, y + 12))
        for name, share in bars:
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{share * _room():.1f}" height="16" '
                f'fill="{PARTS[names.index(name) % len(PARTS)]}">'
                f"<title>{escape(group)}: {escape(name)} {share:.1%}</title></rect>"
            )
            x += share * _room()
    return _svg([*parts, _legend(names, bottom, PARTS)], bottom, label)


def _room() -> int:
    return WIDTH - LEFT - RIGHT


def _scale(bottom: float) -> str:
    parts = []
    for percent in (0, 25, 50, 75, 100):
        x = LEFT + percent / 100 * _room()
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom}" stroke="#ddd"/>')
        parts.append(f'<text x="{x}" y="{bottom + 14}" text-anchor="middle" fill="#555">{percent} %</text>')
    return "".join(parts)


def _name(text: str, y: float) -> str:
    return f'<text x="{LEFT - 8}" y="{y:.1f}" text-anchor="end">{escape(text)}</text>'


def _legend(names: Sequence[str], bottom: float, colours: Sequence[str]) -> str:
    parts, x = [], float(LEFT)
    for number, name in enumerate(names):
        colour = colours[number % len(colours)]
        parts.append(f'<rect x="{x:.0f}" y="{bottom + 25}" width="11" height="11" fill="{colour}"/>')
        parts.append(f'<text x="{x + 15:.0f}" y="{bottom + 35}">{escape(name)}</text>')
        x += 30 + 6.2 * len(name)
    return "".join(parts)


def _svg(parts: Sequence[str], bottom: float, label: str) -> str:
    body = "\n".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH} {bottom + LEGEND:.0f}" width="{WIDTH}" role="img" aria-label="{escape(label)}" '
        f'font-family="sans-serif" font-size="12">\n{body}\n</svg>'
    )
