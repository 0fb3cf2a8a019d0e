"""Mutations to score mending by: what redesigns and changes of software do, other in kind than those of development.

`REDESIGNS` and `REBUILDS` are of them, too, since failures of theirs were looked at.
"""

from collections.abc import Callable
from datetime import datetime
from hashlib import blake2b
from random import Random

from thresher.evaluate.adaptation_edits import is_in, once, overlap, take_out, unwrap, wrap
from thresher.evaluate.adaptation_rebuilds import REBUILDS
from thresher.evaluate.adaptation_redesigns import REDESIGNS
from thresher.evaluate.adaptation_targets import LONGEST_LINE, NOW, Element, Record, Template, classes_of
from thresher.evaluate.mutations import Mutation
from thresher.page import DateHabits, find_date

UTILITIES = (
    "flex", "grid", "p-2", "p-4", "px-3", "m-1", "mt-4", "mb-2", "text-sm", "text-lg", "font-bold", "rounded", "w-full",
    "shadow", "border", "gap-2", "items-center", "bg-white", "text-gray-500", "leading-6",
)  # fmt: skip
ATTRIBUTES = (
    ("itemprop", "itemtype", "itemscope"),
    ("rel",),
    ("datetime",),
    ("title", "aria-label", "role"),
    ("itemprop", "itemtype", "itemscope", "rel", "datetime"),
)
BY = ("Posted by ", "Author: ", "Written by: ", "Verfasst von ", "Member: ", "Name » ")
ON = ("Posted on ", "Date: ", "Veröffentlicht am ", "» ")
MONTHS = {
    "de": (
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ),
    "en": (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ),
}  # fmt: skip


def hash_classes(template: Template, random: Random) -> str:
    """All classes become hashes, as CSS modules make them."""
    salt = str(random.random())
    return _map_classes(template, lambda name: "c" + blake2b(f"{salt}{name}".encode(), digest_size=4).hexdigest())


def use_utilities(template: Template, random: Random) -> str:
    """Classes say how things look, not what they are: several elements may have the same."""
    salt = str(random.random())

    def utility(name: str) -> str:
        return " ".join(Random(f"{salt}{name}").sample(UTILITIES, 3))  # noqa: S311 -- not for secrets

    return _map_classes(template, utility)


def _map_classes(template: Template, name_of: Callable[[str], str]) -> str:
    found = [one for one in template.elements() if one.get("class")]
    for one in found:
        one.set("class", " ".join(map(name_of, classes_of(one))))
    return f"{len(found)} elements" if found else ""


def number_class(template: Template, random: Random) -> str:
    """A class gets a number, another one on each element."""
    names = template.classes()
    if not names:
        return ""
    old, number = random.choice(names), random.randrange(100, 1000)
    for one in template.elements():
        if old in classes_of(one):
            number += random.randrange(1, 4)
            one.set("class", " ".join(f"{old}-{number}" if name == old else name for name in classes_of(one)))
    return f"{old}, each with a number"


def drop_attributes(template: Template, random: Random) -> str:
    """Attributes that say what things are to machines are gone."""
    names = random.choice(ATTRIBUTES)
    found = [(one, name) for one in template.elements() for name in names if name in one.attrib]
    for one, name in found:
        del one.attrib[name]
    return ", ".join(names) if found else ""


def drop_metadata(template: Template, random: Random) -> str:
    """What the head says of the page to other programs is gone."""
    found = [one for one in template.elements() if _is_metadata(one) and one.getparent() is not None]
    for one in found:
        take_out(one)
    return f"{len(found)} elements" if found else ""


def _is_metadata(element: Element) -> bool:
    if element.tag == "script":
        return element.get("type") == "application/ld+json"
    name = element.get("name") or ""
    return element.tag == "meta" and (
        "property" in element.attrib or "itemprop" in element.attrib or name == "author" or name.startswith("twitter:")
    )


def lift_children(template: Template, random: Random) -> str:
    """A level of elements around fields is gone, what was in them stands where they stood."""
    common = template.common_classes()
    wrappers: dict[str, dict[Element, None]] = {}
    for record in template.records:
        for one in _between(record):
            name = " ".join([str(one.tag), *(name for name in classes_of(one) if name in common)])
            wrappers.setdefault(name, {})[one] = None
    whole = sorted(name for name, some in wrappers.items() if template.is_on_all(some))
    if not whole:
        return ""
    chosen = random.choice(whole)
    for one in wrappers[chosen]:
        unwrap(one)
    return chosen


def _between(record: Record) -> list[Element]:
    """The elements between a record and its fields, without the record and the fields themselves."""
    kept = {record.element, *record.fields.values()}
    found: dict[Element, None] = {}
    for holder in record.fields.values():
        for above in holder.iterancestors():
            if above is record.element:
                break
            if above not in kept and above.tag not in ("html", "body", "head", "a"):
                found[above] = None
    return list(found)


def make_table(template: Template, random: Random) -> str:
    """Records become rows of a table."""
    rows = [record.element for record in template.records if record.element.tag not in ("body", "html", "tr")]
    for row in rows:
        parent = row.getparent()
        if parent is not None and parent.tag not in ("body", "html", "td"):
            parent.tag = "table"
        row.tag = "tr"
        if row.text and row.text.strip():
            continue
        for child in list(row):
            wrap(child, "td")
    return f"{len(rows)} rows" if rows else ""


def make_divs(template: Template, random: Random) -> str:
    """Lists, definition lists and tables become divs."""
    tags = random.choice((("dl", "dt", "dd"), ("ul", "ol", "li"), ("table", "tbody", "thead", "tr", "td", "th")))
    found = [one for one in template.elements() if one.tag in tags]
    for one in found:
        one.tag = "div"
    return f"{tags[0]} is div" if found else ""


def move_fields(template: Template, random: Random) -> str:
    """Author and date are swapped, or stand at the foot of the record."""
    is_swap = random.random() < 0.5
    count = sum((_swap if is_swap else _sink)(record) for record in template.records)
    return f"{'swapped' if is_swap else 'at the foot'}, {count} times" if count else ""


def _swap(record: Record) -> bool:
    author, date = record.fields.get("author"), record.fields.get("published")
    if author is None or date is None or overlap(author, date):
        return False
    first, second = author.getparent(), date.getparent()
    if first is None or second is None:
        return False
    mark = author.makeelement("span")
    author.tail, date.tail = date.tail, author.tail
    first.replace(author, mark)
    second.replace(date, author)
    mark_parent = mark.getparent()
    assert mark_parent is not None
    mark_parent.replace(mark, date)
    return True


def _sink(record: Record) -> bool:
    fields = [record.fields[name] for name in ("author", "published") if name in record.fields]
    others = [record.element, *(one for name, one in record.fields.items() if name in ("text", "title"))]
    if len(set(fields)) < 2 or any(overlap(*fields) or is_in(other, one) for one in fields for other in others):
        return False
    text = record.fields.get("text")
    home = text.getparent() if record.element.tag == "body" and text is not None else None
    foot = record.element.makeelement("div")
    (record.element if home is None else home).append(foot)
    for one in fields:
        if one.getparent() is not None:
            foot.append(take_out(one))
            one.tail = " "
    return True


def write_dates(template: Template, random: Random) -> str:
    """Dates are written in another way, and only for people."""
    form = random.choice((_german, _american, _numeric))
    found = [(record, date) for record in template.records if (date := _date(record, template)) is not None]
    for record, (moment, has_time) in found:
        holder = record.fields["published"]
        holder[:] = []
        for name in {"datetime", "title"} & {str(name) for name in holder.attrib}:
            del holder.attrib[name]
        holder.text = form(moment, has_time)
    return form(*found[0][1]) if found else ""


def _date(record: Record, template: Template) -> tuple[datetime, bool] | None:
    """The date of a record, and whether it has a time; None where the element holds more than a date."""
    holder = record.fields.get("published")
    if holder is None or any(other is not holder and is_in(other, holder) for other in record.fields.values()):
        return None
    text = " ".join("".join(map(str, holder.itertext())).split())
    if len(text.split()) > LONGEST_LINE:
        return None
    habits = DateHabits(NOW, template.pages[0].get("lang") or "")
    found = find_date(holder.get("datetime") or text, habits)
    return (datetime.fromisoformat(found), "T" in found) if found else None


def _german(moment: datetime, has_time: bool) -> str:
    return f"{moment.day}. {MONTHS['de'][moment.month - 1]} {moment.year}" + (f", {moment:%H:%M}" if has_time else "")


def _american(moment: datetime, has_time: bool) -> str:
    time = f" at {moment.hour % 12 or 12}:{moment:%M} {'PM' if moment.hour >= 12 else 'AM'}" if has_time else ""
    return f"{MONTHS['en'][moment.month - 1]} {moment.day}, {moment.year}{time}"


def _numeric(moment: datetime, has_time: bool) -> str:
    return f"{moment:%d.%m.%Y %H:%M}" if has_time else f"{moment:%d.%m.%Y}"


def label_fields(template: Template, random: Random) -> str:
    """Words stand before names, or before dates, in the same element."""
    name, labels = random.choice((("author", BY), ("author", BY), ("published", ON)))
    label = random.choice(labels)
    holders = once(one for one in template.holders(name) if one.tag not in ("body", "html"))
    for one in holders:
        one.text = label + (one.text or "").lstrip()
    return label.strip() if holders else ""


def shift_headings(template: Template, random: Random) -> str:
    """Headings are a level lower."""
    tags = {f"h{level}": f"h{min(6, level + 1)}" for level in range(1, 7)}
    found = [one for one in template.elements() if one.tag in tags]
    for one in found:
        one.tag = tags[str(one.tag)]
    return f"{len(found)} headings" if found else ""


SCORING: dict[str, Mutation] = {
    "classes hashed": hash_classes,
    "classes of looks": use_utilities,
    "classes numbered": number_class,
    "attributes dropped": drop_attributes,
    "metadata dropped": drop_metadata,
    "wrapper removed": lift_children,
    "records as a table": make_table,
    "lists as divs": make_divs,
    "author, date moved": move_fields,
    "dates rewritten": write_dates,
    "labels added": label_fields,
    "headings shifted": shift_headings,
    **REDESIGNS,
    **REBUILDS,
}
