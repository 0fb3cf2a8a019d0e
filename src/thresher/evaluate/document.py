"""Pages of HTML that need nothing else: how reports and their tables are written."""

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = """body { font: 16px/1.5 sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: .3em .8em; border-bottom: 1px solid #ddd }
td { text-align: right } td:first-child, th:first-child { text-align: left } h2 { margin-top: 2em }
svg { max-width: 100%; height: auto } p.note { color: #555 }"""
WIDE = """body { max-width: 54em } div.wide { overflow-x: auto } table { font-size: 14px } th { vertical-align: bottom }
td { white-space: nowrap; font-variant-numeric: tabular-nums; border-bottom: 0; border-top: 1px solid #ddd }
td, th { padding: .2em .7em } tr.more td { border-top: 0 } th:not(:first-child) { text-align: right }
tr.sum td { font-weight: bold } tr.sum:not(.more) td { border-top: 2px solid #999 }
h3 { margin: 1.6em 0 .2em } p.note { margin-top: .2em }"""
"""For reports whose tables have many columns."""


def as_document(title: str, parts: Sequence[str], style: str = "") -> str:
    """One page of HTML from parts that are HTML already."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
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
