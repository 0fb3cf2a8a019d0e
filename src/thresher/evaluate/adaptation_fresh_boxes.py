"""Mutations that nobody looked at while mending was written: tags swapped, blocks wrapped and reordered."""

from collections.abc import Iterable
from random import Random

from thresher.evaluate.adaptation_edits import (
    FRAMES,
    LINES,
    ROWS,
    block_of,
    branch_of,
    is_in,
    once,
    put_first,
    take_out,
    wrap,
)
from thresher.evaluate.adaptation_targets import Element, Record, Template
from thresher.evaluate.mutations import Mutation

SECTIONS = frozenset(("article", "section", "main", "header", "footer", "aside", "nav", "figure", "hgroup"))
BOXES = frozenset(("div", "article", "section"))
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
PLAIN = frozenset(("div", "p", "section", "header", "footer", "article", "aside", "span", *HEADINGS))
"""Tags in a record that can become others without a change of what they do."""
PHRASES = frozenset(("span", "b", "i", "strong", "em", "small", "cite", "font", "bdi"))
NEW_PHRASES = ("span", "strong", "em", "small", "cite", "b")
NEW_LINES = ("div", "p", "h4", "h5", "h2")
BLOCKS = frozenset(
    ("div", "p", "section", "article", "header", "footer", "aside", "ul", "ol", "dl", "table", "form", "pre", *HEADINGS)
)
"""Tags that can stand neither in a paragraph nor in a heading."""
GRIDS = (("row", "col"), ("grid", "grid__cell"), ("wp-block-columns", "wp-block-column"), ("uk-grid", "uk-width"))
MOST_IN_ROW = 3
WIDGETS = (
    ("field", "field__item"),
    ("elementor-widget", "elementor-widget-container"),
    ("et_pb_module", "et_pb_inner"),
    ("wp-block-group", "wp-block-group__inner"),
)
"""What builders of pages put around each thing, outside and inside."""


def swap_sections(template: Template, random: Random) -> str:
    """Divs are sections, articles, heads and feet, or those are all divs."""
    ways = [("sections", _make_sections), ("divs", _make_divs)]
    for word, way in random.sample(ways, len(ways)):
        if count := way(template):
            return f"{word}, {count} times"
    return ""


def _make_divs(template: Template) -> int:
    found = [one for one in template.elements() if one.tag in SECTIONS]
    for one in found:
        one.tag = "div"
    return len(found)


def _make_sections(template: Template) -> int:
    written = [record for record in template.records if "text" in record.fields]
    around = {above for record in written for above in (block_of(record), *block_of(record).iterancestors())}
    new = dict.fromkeys(around, "section") | {block_of(record): "article" for record in written}
    for record in written:
        if (found := branch_of(record)) is not None:
            home, branch = found
            place = home.index(branch)
            beside = [(one, number) for number, one in enumerate(home) if one not in around and one is not branch]
            new |= {one: "header" if number < place else "footer" for one, number in beside}
    changed = [(one, tag) for one, tag in new.items() if one.tag == "div"]
    for one, tag in changed:
        one.tag = tag
    return len(changed)


def define_records(template: Template, random: Random) -> str:
    """Records are definition lists: what holds author, date or title is a term, all else a definition."""
    done: set[Element] = set()
    for record in template.records:
        block, text = block_of(record), record.fields.get("text")
        own = [block.text, *(child.tail for child in block)]
        is_plain = block.tag in BOXES and not any(words and words.strip() for words in own)
        if text is None or text is block or block in done or not is_plain or not is_in(text, block):
            continue
        heads = [one for name, one in record.fields.items() if name != "text" and one is not block]
        block.tag = "dl"
        for child in [one for one in block if isinstance(one.tag, str) and one.tag not in ("script", "style")]:
            is_term = not is_in(text, child) and any(is_in(one, child) for one in heads)
            if child.tag in PLAIN and child not in heads:
                child.tag = "dt" if is_term else "dd"
            else:
                wrap(child, "dt" if is_term else "dd")
        done.add(block)
    return f"{len(done)} times" if done else ""


def swap_lines(template: Template, random: Random) -> str:
    """Author, date and title, or the lines around them, have other tags; links and times stay what they are."""
    names = ("author", "published", "title")
    phrases = {name: random.choice(NEW_PHRASES) for name in names}
    lines = {name: random.choice(NEW_LINES) for name in names}
    new: dict[Element, str] = {}
    for record in template.records:
        for name in names:
            one = _swappable(record, name)
            if one is None or one in new:
                continue
            has_blocks = any(inner.tag in BLOCKS for inner in one.iterdescendants())
            new[one] = "div" if has_blocks else phrases[name] if one.tag in PHRASES else lines[name]
    changed = [(one, tag) for one, tag in new.items() if one.tag != tag]
    for one, tag in changed:
        one.tag = tag
    return ", ".join(f"{name} {phrases[name]}, {lines[name]}" for name in names) if changed else ""


def _swappable(record: Record, name: str) -> Element | None:
    """The element of a field, or the nearest around it without the text or title, whose tag can be another."""
    holder = record.fields.get(name)
    others = [record.element, *(one for other, one in record.fields.items() if other in {"text", "title"} - {name})]
    for one in (holder, *holder.iterancestors()) if holder is not None else ():
        if any(is_in(other, one) for other in others):
            return None
        if one.tag in PHRASES | HEADINGS | {"p", "div"}:
            return one
    return None


def turn_records(template: Template, random: Random) -> str:
    """Texts come before all that stood beside them, or after it: heads are feet, feet are heads."""
    branches = dict(found for record in template.records if (found := branch_of(record)) is not None)
    for is_first in random.sample((True, False), 2):
        moved = {home: child for home, child in branches.items() if _is_moved(home, child, is_first=is_first)}
        if not moved or not template.is_on_all(moved):
            continue
        for home, child in moved.items():
            _put(home, child, is_first=is_first)
        return f"text {'first' if is_first else 'last'}, {len(moved)} times"
    return ""


def _is_moved(home: Element, child: Element, *, is_first: bool) -> bool:
    """Whether a child is not yet the first, or last, element of its home."""
    inner = [one for one in home if isinstance(one.tag, str) and one.tag not in ("script", "style")]
    return inner[0 if is_first else -1] is not child


def _put(home: Element, child: Element, *, is_first: bool) -> None:
    take_out(child)
    if is_first:
        put_first(home, child)
    else:
        home.append(child)


def turn_page(template: Template, random: Random) -> str:
    """What people wrote comes before the heads, menus and side bars of a page, or after all of them."""
    paths = [_path(template, page) for page in template.pages]
    # Pages with fewer records have a smaller element around all of them: what is moved is what moves on every page.
    depth = min(map(len, paths))
    for is_first in random.sample((True, False), 2):
        if count := sum(_turn(path[:depth], is_first=is_first) for path in paths):
            return f"content {'first' if is_first else 'last'}, {count} times"
    return ""


def _path(template: Template, page: Element) -> list[Element]:
    """The elements that have all records of a page in them, and all their fields, from the body's child inwards."""
    parts = [
        one
        for record in template.records
        for one in (record.element, *record.fields.values())
        if one.getroottree().getroot() is page and one.tag not in ("html", "body")
    ]
    around = [[*reversed(list(one.iterancestors())), one] for one in parts]
    shared = [level[0] for level in zip(*around, strict=False) if len({*level}) == 1]
    return [one for one in shared if one.tag not in ("html", "body")]


def _turn(path: Iterable[Element], *, is_first: bool) -> bool:
    """Move each element to one end of what it stands in; whether anything moved."""
    found = False
    for one in path:
        home = one.getparent()
        if home is not None and home.tag not in ROWS | LINES and _is_moved(home, one, is_first=is_first):
            _put(home, one, is_first=is_first)
            found = True
    return found


def lay_grid(template: Template, random: Random) -> str:
    """Each record is in a cell, and cells are in rows of one to three."""
    most, (row_name, cell_name) = random.randint(1, MOST_IN_ROW), random.choice(GRIDS)
    rows: set[Element] = set()
    count = 0
    for one in _outer(block_of(record) for record in template.records if "text" in record.fields):
        parent, before = one.getparent(), one.getprevious()
        if one.tag not in BOXES | {"main"} or parent is None or parent.tag in ROWS:
            continue
        cell = wrap(one, "div", cell_name)
        if before is not None and before in rows and len(before) < most and not (before.tail or "").strip():
            before.append(take_out(cell))
        else:
            rows.add(wrap(cell, "div", row_name))
        count += 1
    return f"{row_name}, {most} in a row, {count} records" if count else ""


def _outer(elements: Iterable[Element]) -> list[Element]:
    """Each element once, without those that stand in another one of them."""
    all_ = dict.fromkeys(elements)
    return [one for one in all_ if not any(above in all_ for above in one.iterancestors())]


def box_fields(template: Template, random: Random) -> str:
    """Each field is in two elements of its own, which are named alike for all of them: as builders of pages do."""
    outer, inner = random.choice(WIDGETS)
    around = {above for record in template.records for above in (record.element, *record.element.iterancestors())}
    fields = once(one for record in template.records for one in record.fields.values())
    found = [one for one in fields if one not in around and _can_be_boxed(one)]
    for one in found:
        is_inline = one.tag in PHRASES | {"a", "time", "abbr"} or any(
            above.tag in LINES for above in one.iterancestors()
        )
        tag = "span" if is_inline else "div"
        wrap(wrap(one, tag, inner), tag, outer)
    return f"{outer}, {len(found)} fields" if found else ""


def _can_be_boxed(element: Element) -> bool:
    parent = element.getparent()
    return parent is not None and parent.tag not in ROWS and element.tag not in FRAMES | {"li", "meta", "link"}


FRESH_BOXES: dict[str, Mutation] = {
    "sections, divs": swap_sections,
    "records as definitions": define_records,
    "lines in other tags": swap_lines,
    "text first, last": turn_records,
    "page turned round": turn_page,
    "records in a grid": lay_grid,
    "fields boxed": box_fields,
}
