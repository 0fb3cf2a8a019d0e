"""Mutations to score mending by, of names, dates and links: the second part of `adaptation_rebuilds`."""

import re
from dataclasses import dataclass
from random import Random

from lxml import etree

from thresher.evaluate.adaptation_edits import (
    LINES,
    ROWS,
    branch_of,
    drop,
    is_in,
    is_line,
    lines_of,
    put_after,
    put_first,
    take_out,
    unwrap,
    words_in,
)
from thresher.evaluate.adaptation_targets import LONGEST_LINE, NOW, Element, Record, Template
from thresher.evaluate.mutations import Mutation
from thresher.page import DateHabits, find_date

HALF = 0.5
LABELS = (
    {"author": "Author", "published": "Date"},
    {"author": "Written by", "published": "Posted on"},
    {"author": "Autor", "published": "Datum"},
    {"author": "From", "published": "Sent"},
)
LISTS = (("dl", "dt", "dd"), ("div", "b", "span"), ("p", "span", "span"))
"""A list of labels and values: around it, around a label, around a value."""
ITEMS = frozenset(("dt", "dd", "li", "td", "th"))
"""What stands in a list or a table alone."""
LINKED = (("author",), ("published",), ("title",), ("author", "published"))


def list_fields(template: Template, random: Random) -> str:
    """Author and date are values in a list before the text, with labels and without classes of their own."""
    labels, (around, key, value) = random.choice(LABELS), random.choice(LISTS)
    count = 0
    for record in template.records:
        lines, found = _apart(record), branch_of(record)
        if not lines or found is None:
            continue
        meta = etree.Element(around, {"class": "meta"})
        for name, line in lines.items():
            etree.SubElement(meta, key).text = labels[name] if around == "dl" else f"{labels[name]}: "
            record.fields[name] = etree.SubElement(meta, value)
            record.fields[name].text = name_in(line) if name == "author" else words_in(line)
            record.fields[name].tail = " "
            take_out(line)
        home, branch = found
        home.insert(home.index(branch), meta)
        count += 1
    return f"{labels['author']}, {around}, {count} times" if count else ""


def _apart(record: Record) -> dict[str, Element]:
    """The lines of author and date that hold no other field."""
    alone = [one for one in lines_of(record) if sum(is_in(other, one) for other in record.fields.values()) == 1]
    return {name: one for name in ("author", "published") if (one := record.fields.get(name)) in alone}


def name_in(line: Element) -> str:
    """What stands in the line of an author, without a word before the name."""
    return re.sub("^by ", "", words_in(line), flags=re.I)


def put_into_text(template: Template, random: Random) -> str:
    """Author and date stand in the box of the text: before its words, or after them."""
    is_first = random.random() < HALF
    count = 0
    for record in template.records:
        lines, text = lines_of(record), record.fields.get("text")
        if not lines or text is None or text.tag in ROWS or text.getparent() is None:
            continue
        byline = etree.Element("span" if text.tag in LINES else "div", {"class": "byline"})
        for line in lines:
            byline.append(take_out(line))
            line.tail = " "
            line.tag = "span" if line.tag in ITEMS else line.tag
        if is_first:
            put_first(text, byline)
        else:
            text.append(byline)
        count += 1
    return f"{'first' if is_first else 'last'}, {count} times" if count else ""


def change_links(template: Template, random: Random) -> str:
    """Fields that were links are plain words, those that were plain words are links; where a date or a title led to
    stands behind it as a permalink.
    """
    names = random.choice(LINKED)
    found = {
        one: (name, record)
        for record in template.records
        for name in names
        if (one := record.fields.get(name)) is not None and _can_be_linked(one, record)
    }
    for one, (name, record) in found.items():
        links = [link for link in one.iter("a") if link.get("href")]
        if links:
            _unlink(one, links, is_kept=name != "author")
        else:
            _link(one, f"/people/{len(words_in(one))}" if name == "author" else f"#{record.element.get('id') or 'top'}")
    return f"{', '.join(names)}, {len(found)} times" if found else ""


def _can_be_linked(element: Element, record: Record) -> bool:
    others = [record.element, *(one for one in record.fields.values() if one is not element)]
    is_free = not any(is_in(one, element) for one in others) and bool(words_in(element))
    return (
        is_free and element.getparent() is not None and not any(above.tag == "a" for above in element.iterancestors())
    )


def _unlink(element: Element, links: list[Element], *, is_kept: bool) -> None:
    target = str(links[0].get("href"))
    for link in links:
        if link is element:
            link.tag = "span"
            del link.attrib["href"]
        else:
            unwrap(link)
    if is_kept:
        permalink = etree.Element("a", {"class": "permalink", "href": target, "title": "Permalink"})
        permalink.text = "#"
        put_after(element, permalink)
        element.tail = " "


def _link(element: Element, target: str) -> None:
    """All that is in an element is in a link, which has the classes that the element had."""
    link = etree.Element("a", {"href": target})
    if name := element.get("class"):
        link.set("class", name)
        drop(element, "class")
    link.text, element.text = element.text, None
    link[:] = list(element)
    element.append(link)


@dataclass(frozen=True, slots=True)
class Spot:
    """The words of a date: those that an element begins with, or those after it."""

    holder: Element
    """The element that the date is read from."""
    element: Element
    is_tail: bool
    is_alone: bool
    """Whether the holder has no other field in it."""

    @property
    def words(self) -> str:
        return (self.element.tail if self.is_tail else self.element.text) or ""

    def wrap(self, tag: str, name: str) -> Element:
        """The words in a new element; the spaces around them stay outside."""
        words, new = self.words, etree.Element(tag, {"class": name})
        new.text = words.strip()
        before, after = words[: len(words) - len(words.lstrip())], words[len(words.rstrip()) :]
        if self.is_tail:
            parent = self.element.getparent()
            assert parent is not None
            self.element.tail = before
            parent.insert(parent.index(self.element) + 1, new)
        else:
            self.element.text = before
            self.element.insert(0, new)
        new.tail = after
        return new


def spots_of(template: Template) -> list[tuple[Record, Spot]]:
    """Where the dates of records are to be seen, each place once."""
    found: dict[Element, tuple[Record, Spot]] = {}
    habits = DateHabits(NOW, template.pages[0].get("lang") or "")
    for record in template.records:
        holder = record.fields.get("published")
        if holder is None or holder in found or not is_line(holder, record):
            continue
        is_alone = not any(is_in(one, holder) for one in record.fields.values() if one is not holder)
        places = [(one, is_tail) for one in holder.iter(etree.Element) for is_tail in (False, True)]
        spots = [Spot(holder, one, is_tail, is_alone) for one, is_tail in places if not (is_tail and one is holder)]
        if (spot := next((spot for spot in spots if _is_date(spot.words, habits)), None)) is not None:
            found[holder] = (record, spot)
    return list(found.values())


def _is_date(words: str, habits: DateHabits) -> bool:
    has_digits = any(map(str.isdigit, words))
    return has_digits and len(words.split()) <= LONGEST_LINE and bool(find_date(words.strip(), habits))


def change_time_tags(template: Template, random: Random) -> str:
    """Dates that are told by `time` or `abbr` are so no more, others are in a `time` from now on; the words stay."""
    name = random.choice(("date", "stamp", "moment"))
    spots = spots_of(template)
    for record, spot in spots:
        inner = spot.element.getparent() if spot.is_tail else spot.element
        around = [one for one in (inner, *(inner.iterancestors() if inner is not None else ())) if one is not None]
        told = next((one for one in around if one.tag in ("time", "abbr") and is_in(one, spot.holder)), None)
        if told is not None:
            told.tag = "span"
            told.attrib.clear()
            told.set("class", name)
            continue
        time = spot.wrap("time", name)
        if spot.is_alone:
            drop(spot.holder, "class")
            record.fields["published"] = time
    return f"{name}, {len(spots)} times" if spots else ""


def split_dates(template: Template, random: Random) -> str:
    """Each word of a date is in an element of its own, as in a badge; where a line has nothing but the date, the badge
    stands before all else of the record.
    """
    name = random.choice(("date-badge", "calendar", "when-box"))
    spots = spots_of(template)
    for record, spot in spots:
        badge = spot.wrap("span", name)
        words, badge.text = (badge.text or "").split(), None
        for word in words:
            etree.SubElement(badge, "span", {"class": _part(word)}).text = word
            badge[-1].tail = " "
        badge[-1].tail = None
        found = branch_of(record) if spot.is_alone and not spot.is_tail else None
        if found is not None and spot.holder in lines_of(record):
            put_first(found[0], take_out(badge))
            _drop_if_empty(spot.holder)
        if spot.is_alone:
            drop(spot.holder, "datetime", "title", "class", "itemprop")
            record.fields["published"] = badge
    return f"{name}, {len(spots)} times" if spots else ""


def _drop_if_empty(element: Element) -> None:
    if not words_in(element) and element.getparent() is not None:
        take_out(element)


def _part(word: str) -> str:
    """What a word of a date is called."""
    digits = "".join(filter(str.isdigit, word))
    if not digits:
        return "month" if len(word) > 2 else "part"
    return "clock" if ":" in word else {1: "day", 2: "day", 4: "year"}.get(len(digits), "full")


REBUILT_LINES: dict[str, Mutation] = {
    "author, date in a list": list_fields,
    "author, date in the text": put_into_text,
    "links given, taken": change_links,
    "time tags given, taken": change_time_tags,
    "dates in pieces": split_dates,
}
