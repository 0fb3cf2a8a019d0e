"""Pages of HTML that need nothing else: how reports and their tables are written."""

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """:root { color-scheme: light dark; --paper: #fff; --ink: #222; --soft: #555; --line: #ddd; --box: #f4f4f0 }
@media (prefers-color-scheme: dark) { :root { --paper: #15191b; --ink: #e6e9e6; --soft: #a7b0ab; --line: #363d3e;
  --box: #1e2426 } }
html { background: var(--paper); color: var(--ink) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: .3em .8em; border-bottom: 1px solid var(--line) }
td { text-align: right } td:first-child, th:first-child { text-align: left } h2 { margin-top: 2em }
svg { max-width: 100%; height: auto } p.note { color: var(--soft) }"""
WIDE = """body { max-width: 54em } div.wide { overflow-x: auto } table { font-size: 14px } th { vertical-align: bottom }
td { white-space: nowrap; font-variant-numeric: tabular-nums; border-bottom: 0; border-top: 1px solid var(--line) }
td, th { padding: .2em .7em } tr.more td { border-top: 0 } th:not(:first-child) { text-align: right }
tr.sum td { font-weight: bold } tr.sum:not(.more) td { border-top: 2px solid #999 }
h3 { margin: 1.6em 0 .2em } p.note { margin-top: .2em }"""
"""For reports whose tables have many columns."""
FIGURES = """body { overflow-wrap: anywhere } h1 { line-height: 1.25; margin: .2em 0 }
h2 { font-size: 1.2em; margin: 2.2em 0 .4em } td, th { padding: .3em .8em .3em 0 }
ul.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5em, 1fr)); gap: .7em; padding: 0 }
ul.figures li { background: var(--box); border: 1px solid var(--line); border-radius: .5em; padding: .6em .8em;
  color: var(--soft); font-size: .9em; list-style: none }
ul.figures b { display: block; font-size: 1.5em; line-height: 1.3; color: var(--ink) }
svg { width: 100% } figure { margin: 1em 0 } figcaption { color: var(--soft); font-size: .9em }
table { width: 100%; font-size: .95em }
td:not(:first-child), th:not(:first-child) { text-align: left } td { vertical-align: top }
td.n:not(:first-child), th.n:not(:first-child) { text-align: right; font-variant-numeric: tabular-nums }
th { color: var(--soft); font-weight: 500; font-size: .9em; text-align: left }
.ending { border: 1px solid var(--line); background: var(--box); border-radius: 1em; padding: 0 .8em }
footer { margin-top: 3em; border-top: 1px solid var(--line); color: var(--soft); font-size: .9em }"""
"""For reports that begin with some large numbers."""


def as_document(title: str, parts: Sequence[str], style: str = "") -> str:
    """One page of HTML from parts that are HTML already."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{_STYLE}\n{style}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def as_table(head: Iterable[str], rows: Iterable[Iterable[str]], sums: int = 0) -> str:
    """A table of texts; the last `sums` rows stand out. A colon in a head breaks its line, and a row without a first
    cell belongs to the one above.
    """
    first = "".join(f"<th>{escape(cell).replace(': ', '<br>')}</th>" for cell in head)
    lines = [tuple(row) for row in rows]
    body = "".join(
        f"<tr{_classes(row, place >= len(lines) - sums)}>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n"
        for place, row in enumerate(lines)
    )
    return f"<table><thead><tr>{first}</tr></thead><tbody>\n{body}</tbody></table>"


def _classes(row: tuple[str, ...], is_sum: bool) -> str:
    names = [name for name, holds in (("sum", is_sum), ("more", not row or not row[0])) if holds]
    return f' class="{" ".join(names)}"' if names else ""
