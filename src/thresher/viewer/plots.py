"""Bars over time as SVG, drawn on the server: no script, and the numbers beside it for who cannot see them."""

from collections.abc import Sequence

from markupsafe import Markup, escape

WIDTH, HEIGHT, FOOT = 720, 160, 22
MOST_BARS = 240

Bars = Sequence[tuple[str, float]]


def bars(values: Bars, label: str, unit: str) -> Markup:
    """One bar a value, in order; many of them are drawn together. Nothing if there are fewer than two."""
    if len(values) < 2:
        return Markup("")
    some = _fewer(values)
    top = max(value for _, value in some) or 1
    step = WIDTH / len(some)
    drawn = "".join(
        f'<rect x="{place * step:.1f}" y="{_y(value, top):.1f}" width="{max(1.0, step * 0.85):.1f}" '
        f'height="{HEIGHT - _y(value, top):.1f}"><title>{escape(name)}: {value:,.0f}</title></rect>'
        for place, (name, value) in enumerate(some)
    )
    ends = (
        f'<text x="0" y="{HEIGHT + 16}">{escape(some[0][0])}</text>'
        f'<text x="{WIDTH}" y="{HEIGHT + 16}" text-anchor="end">{escape(some[-1][0])}</text>'
        f'<text x="{WIDTH}" y="12" text-anchor="end">at most {top:,.0f}</text>'
    )
    rows = "".join(f"<tr><th scope=row>{escape(name)}</th><td>{value:,.0f}</td></tr>" for name, value in some)
    return Markup(  # noqa: S704 -- all that comes from outside is escaped above
        f'<figure class="chart"><svg viewBox="0 0 {WIDTH} {HEIGHT + FOOT}" role="img" aria-label="{escape(label)}">'
        f"{drawn}{ends}</svg><figcaption>{escape(label)}</figcaption>"
        f"<details><summary>As a table</summary><table><thead><tr><th scope=col>{escape(unit)}</th>"
        f"<th scope=col>number</th></tr></thead><tbody>{rows}</tbody></table></details></figure>"
    )


def _y(value: float, top: float) -> float:
    return HEIGHT - max(value / top * (HEIGHT - 18), 1.5 if value else 0)


def _fewer(values: Bars) -> list[tuple[str, float]]:
    """Neighbours together, so that bars can be seen."""
    group = -(-len(values) // MOST_BARS)
    parts = (values[place : place + group] for place in range(0, len(values), group))
    return [(part[0][0], sum(value for _, value in part)) for part in parts]
