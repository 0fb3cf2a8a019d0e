"""Mutations to score mending by: things that nobody wrote come to stand around texts; of `adaptation_rebuilds`."""

import copy
from random import Random

from lxml import etree

from thresher.evaluate.adaptation_edits import (
    LINES,
    ROWS,
    block_of,
    is_line,
    lines_of,
    once,
    put_after,
    put_first,
    words_in,
)
from thresher.evaluate.adaptation_rebuilds_lines import name_in, spots_of
from thresher.evaluate.adaptation_targets import LONGEST_LINE, Element, Record, Template
from thresher.evaluate.mutations import Mutation

HALF = 0.5
EDITED = ("Last edited by {who} on {when}.", "Edited {when} by {who}", "Zuletzt geändert von {who} am {when}")
NOTICES = (
    "Reading time: {minutes} min",
    "This text is more than a year old, some of it may not hold any more.",
    "{count} words · Print · Listen to this text",
    "Dieser Beitrag wurde automatisch archiviert.",
)
WORDS_A_MINUTE = 200
HEADINGS = ("You may also like", "Read next", "Similar topics", "Mehr zum Thema")
TEASERS, TEASER_WORDS = 3, 12
PUNCTUATION = " \t\r\n·»«|,-–—"


def add_edits(template: Template, random: Random) -> str:
    """Texts are followed by a line that says who changed them and when: names and dates of others."""
    form, step, is_inside = random.choice(EDITED), random.choice((1, 2)), random.random() < HALF
    dates = {id(record): spot.words.strip(PUNCTUATION) for record, spot in spots_of(template)}
    authors = {id(one): name_in(one.fields["author"]) for one in template.records if _has_name(one)}
    known = [(authors[one], dates[one]) for one in dates if one in authors]
    count = 0
    for page in template.pages if known else ():
        for record in _texts_on(template, page)[::step]:
            text = record.fields["text"]
            note = etree.Element("span" if text.tag in LINES else "div", {"class": "edited"})
            who, when = known[(count + 1) % len(known)]
            note.text = form.format(who=who, when=when)
            if is_inside or text.tag in ("td", "dd", "li"):
                text.append(note)
            else:
                put_after(text, note)
            count += 1
    return f"{form}, {'inside' if is_inside else 'after'}, {count} times" if count else ""


def _has_name(record: Record) -> bool:
    author = record.fields.get("author")
    return author is not None and is_line(author, record) and len(words_in(author).split()) <= LONGEST_LINE


def _texts_on(template: Template, page: Element) -> list[Record]:
    """The records of a page that have a text which something can stand in or beside."""
    return [
        record
        for record in template.records
        if (text := record.fields.get("text")) is not None
        and text.getroottree().getroot() is page
        and text.getparent() is not None
        and text.tag not in {*ROWS, "html", "body"}
    ]


def add_notices(template: Template, random: Random) -> str:
    """A notice stands before each text, in its box or outside."""
    form, is_inside = random.choice(NOTICES), random.random() < HALF
    found = [record.fields["text"] for page in template.pages for record in _texts_on(template, page)]
    for text in once(found):
        count = len(words_in(text).split())
        notice = etree.Element("span" if text.tag in LINES else "div", {"class": "notice", "role": "note"})
        notice.text = form.format(count=count, minutes=1 + count // WORDS_A_MINUTE)
        parent = text.getparent()
        if is_inside or parent is None or parent.tag in ROWS:
            put_first(text, notice)
        else:
            parent.insert(parent.index(text), notice)
    return f"{form}, {'inside' if is_inside else 'before'}, {len(found)} times" if found else ""


def add_teasers(template: Template, random: Random) -> str:
    """At the end of each page stand the beginnings of texts of other pages, in boxes that are named as records are."""
    heading = random.choice(HEADINGS)
    all_ = [(page, record) for page in template.pages for record in _texts_on(template, page)]
    drawn = random.sample(all_, len(all_))
    alike = [(page, record) for page, record in drawn if {*record.fields} == {*drawn[0][1].fields}]
    cards = [(page, _card(record)) for page, record in alike]
    count = 0
    for page in template.pages:
        others = [card for other, card in cards if other is not page][:TEASERS]
        texts = _texts_on(template, page)
        if not others or not texts:
            continue
        section = etree.Element("section", {"class": "more"})
        etree.SubElement(section, "h3").text = heading
        section.extend([copy.deepcopy(card) for card in others])
        _end_of(texts[0], page).append(section)
        count += 1
    return f"{heading}, {count} pages" if count else ""


def _card(record: Record) -> Element:
    """The beginning of a record, in elements that have the classes of its own."""
    is_page = record.element.tag in ("html", "body")
    card = etree.Element("article" if is_page else str(record.element.tag), _classes(record.element, is_page=is_page))
    lines = lines_of(record)
    for name, one in record.fields.items():
        if name in ("author", "published") and one not in lines:
            continue
        tag = {"title": "h3", "text": "p"}.get(name, "span" if one.tag == "a" else str(one.tag))
        part = etree.SubElement(card, tag, _classes(one))
        is_long = len(words_in(one).split()) > TEASER_WORDS
        part.text, part.tail = words_in(one, TEASER_WORDS) + (" …" if is_long else ""), " "
    return card


def _classes(element: Element, *, is_page: bool = False) -> dict[str, str]:
    """The classes of an element, without numbers, which are of one record alone."""
    names = [name for name in (element.get("class") or "").split() if not any(map(str.isdigit, name))]
    return {"class": "card"} if is_page else {"class": " ".join(names)} if names else {}


def _end_of(record: Record, page: Element) -> Element:
    """Where something can stand behind all records of a page."""
    home = block_of(record).getparent()
    body = page.find("body")
    is_fit = home is not None and home.tag in ("div", "main", "section", "article", "body")
    return home if is_fit and home is not None else body if body is not None else page


REBUILT_FURNITURE: dict[str, Mutation] = {
    "notes of edits added": add_edits,
    "notices added": add_notices,
    "teasers added": add_teasers,
}
