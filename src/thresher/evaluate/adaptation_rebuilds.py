"""Still more mutations to score mending by: what upgrades of software and new themes do. They were written without a
look at mending, and looked at since.

These change classes, ids and boxes; those of `adaptation_rebuilds_lines` change names, dates and links, those of
`adaptation_rebuilds_furniture` add what nobody wrote.
"""

import re
from collections.abc import Sequence, Set
from random import Random

from lxml import etree

from thresher.evaluate.adaptation_edits import (
    FRAMES,
    ROWS,
    branch_of,
    drop,
    is_in,
    is_line,
    lines_of,
    once,
    put_after,
    put_first,
    take_out,
    unwrap,
)
from thresher.evaluate.adaptation_rebuilds_furniture import REBUILT_FURNITURE
from thresher.evaluate.adaptation_rebuilds_lines import REBUILT_LINES
from thresher.evaluate.adaptation_targets import Element, Template
from thresher.evaluate.mutations import Mutation

SCHEMAS = (
    ("BlogPosting", {"author": "author", "published": "datePublished", "text": "articleBody", "title": "headline"}),
    ("Comment", {"author": "creator", "published": "dateCreated", "text": "text", "title": "name"}),
    ("DiscussionForumPosting", {"author": "author", "published": "dateCreated", "text": "text", "title": "headline"}),
)
NAME_TAGS = ("cite", "address", "strong")
VOCABULARY = (
    ("post", "entry", "item", "message"),
    ("content", "body", "text", "copy"),
    ("author", "user", "poster", "byline"),
    ("date", "time", "meta", "info"),
    ("title", "heading", "subject", "headline"),
    ("comment", "reply", "response", "note"),
    ("header", "head", "top", "intro"),
    ("footer", "foot", "bottom", "outro"),
    ("wrap", "container", "inner", "box"),
    ("who", "name", "nick", "by"),
    ("when", "day", "moment", "stamp"),
)
"""Words in the names of classes that themes use for much the same things."""
SMALL = frozenset(("span", "b", "i", "em", "strong", "small", "font", "abbr", "bdi"))
"""Tags of lines that say nothing of what stands in them."""
WRAPPERS = frozenset(("div", "section", "span", "header", "footer"))
BOXES = frozenset(("div", "article", "section", "li"))
PARTS = ("post", "item", "message", "article")
REPLIES = ("children", "replies", "sub-comments", "thread-level")


def use_microdata(template: Template, random: Random) -> str:
    """Records and fields are told by microdata, not by classes: what themes did when search engines asked for it."""
    schema, properties = random.choice(SCHEMAS)
    told: dict[Element, list[str]] = {}
    boxes = once(record.element for record in template.records if record.element.tag not in ("html", "body"))
    for record in template.records:
        for name, one in record.fields.items():
            told.setdefault(one, []).append(properties[name])
    for one in (*told, *boxes):
        drop(one, "class")
    for one, names in told.items():
        one.set("itemprop", " ".join(dict.fromkeys(names)))
    for one in boxes:
        one.set("itemscope", "")
        one.set("itemtype", f"https://schema.org/{schema}")
    return f"{schema}, {len(told)} fields" if told else ""


def drop_classes(template: Template, random: Random) -> str:
    """No element has a class; tags say what things are, as themes without classes have it."""
    name_tag = random.choice(NAME_TAGS)
    found = [one for one in template.elements() if "class" in one.attrib]
    for one in found:
        del one.attrib["class"]
    for record in template.records if found else ():
        if record.element.tag in ("div", "section"):
            record.element.tag = "article"
        for name, tag in (("author", name_tag), ("published", "time")):
            line = record.fields.get(name)
            if line is not None and line.tag in SMALL and is_line(line, record):
                line.tag = tag
        text = record.fields.get("text")
        if text is not None and text.tag == "div":
            text.tag = "section"
    return f"article, {name_tag}, time, section" if found else ""


def change_words(template: Template, random: Random) -> str:
    """Words in the names of classes are others that mean much the same: what was a name of one thing may be that of
    another from now on.
    """
    step = random.randrange(1, len(VOCABULARY[0]))
    others = {word: row[(place + step) % len(row)] for row in VOCABULARY for place, word in enumerate(row)}
    words = re.compile("|".join(sorted(others, key=len, reverse=True)))
    count = 0
    for one in template.elements():
        old = one.get("class") or ""
        if (new := words.sub(lambda found: others[found[0]], old)) != old:
            one.set("class", new)
            count += 1
    return f"post is {others['post']}, {count} elements" if count else ""


def use_anchors(template: Template, random: Random) -> str:
    """The id of a record is on an empty link, in the record or before it, as boards had it for long."""
    attribute, is_inside = random.choice(("id", "name")), random.random() < 0.5
    count = 0
    for one in once(record.element for record in template.records):
        parent = one.getparent()
        if parent is None or one.tag in {*FRAMES, *ROWS} or not any(map(str.isdigit, one.get("id") or "")):
            continue
        anchor = etree.Element("a", {"class": "anchor", attribute: str(one.attrib.pop("id"))})
        if is_inside or parent.tag in ROWS:
            put_first(one, anchor)
        else:
            parent.insert(parent.index(one), anchor)
        count += 1
    return f"{attribute}, {'inside' if is_inside else 'before'}, {count} times" if count else ""


def add_head_and_foot(template: Template, random: Random) -> str:
    """What stands before a text is in a head, what stands after it in a foot; boxes that were around it are gone."""
    tags, name = random.choice((("header", "footer"), ("div", "div"))), random.choice(PARTS)
    kept = {one for record in template.records for one in (record.element, *record.fields.values())}
    homes: set[Element] = set()
    for record in template.records:
        found = branch_of(record)
        if found is None or found[0] in homes:
            continue
        home, branch = found
        place = home.index(branch)
        before, after = list(home)[:place], list(home)[place + 1 :]
        if before:
            head = _box(tags[0], f"{name}-head", before)
            head.text, home.text = home.text, None
            home.insert(0, head)
        if after:
            foot = _box(tags[1], f"{name}-foot", after)
            foot.text, branch.tail = branch.tail, None
            home.append(foot)
        homes.add(home)
        _flatten([one for one in home if one is not branch], kept)
    return f"{tags[0]}, {name}, {len(homes)} times" if homes else ""


def _box(tag: str, name: str, children: Sequence[Element]) -> Element:
    box = etree.Element(tag, {"class": name})
    box[:] = children
    return box


def _flatten(boxes: Sequence[Element], kept: Set[Element]) -> None:
    """Take away what is around other elements alone, has no id and is not to be kept."""
    inner = [one for box in boxes for one in box.iterdescendants(*WRAPPERS) if one not in kept and not one.get("id")]
    for one in inner:
        own = [one.text, *(child.tail for child in one)]
        if len(one) and not any(words and words.strip() for words in own):
            unwrap(one)


def unbox_texts(template: Template, random: Random) -> str:
    """Texts have no box of their own: their paragraphs stand between what was before them and what was after."""
    homes: dict[Element, None] = {}
    for record in template.records:
        found, text = branch_of(record), record.fields.get("text")
        if found is None or text is None or found[0] in homes:
            continue
        home, branch = found
        boxes = [one for one in (text, *text.iterancestors()) if is_in(one, branch)]
        if any(one.tag not in BOXES for one in boxes):
            continue
        for one in boxes:
            unwrap(one)
        record.fields["text"] = home
        homes[home] = None
    return f"{len(homes)} times" if homes else ""


def split_records(template: Template, random: Random) -> str:
    """The text of a record, and what follows it, is in a box of its own behind the one with author and date."""
    name = random.choice(PARTS)
    count = 0
    for record in template.records:
        found, one = branch_of(record), record.element
        if found is None or one.tag not in BOXES or one.getparent() is None:
            continue
        home, branch = found
        moved = list(home)[home.index(branch) :]
        if all(any(is_in(line, part) for part in moved) for line in lines_of(record)):
            continue
        put_after(one, _box("li" if one.tag == "li" else "div", f"{name}-body", moved))
        count += 1
    return f"{name}, {count} times" if count else ""


def nest_replies(template: Template, random: Random) -> str:
    """Every second of records that follow each other is in the one before it, as a reply."""
    name = random.choice(REPLIES)
    boxes = once(record.element for record in template.records if record.element.tag in BOXES)
    nested: set[Element] = set()
    for one in boxes:
        after = next((other for other in one.itersiblings() if isinstance(other.tag, str) and other.tag != "hr"), None)
        if one in nested or after is None or after not in boxes:
            continue
        replies = etree.SubElement(one, "ol" if one.tag == "li" else "div", {"class": name})
        replies.append(take_out(after))
        nested.add(after)
    return f"{name}, {len(nested)} times" if nested else ""


REBUILDS: dict[str, Mutation] = {
    "microdata, no classes": use_microdata,
    "tags, no classes": drop_classes,
    "words of classes changed": change_words,
    "ids on anchors": use_anchors,
    "head, foot of records": add_head_and_foot,
    "texts without a box": unbox_texts,
    "records in two boxes": split_records,
    "replies nested": nest_replies,
    **REBUILT_LINES,
    **REBUILT_FURNITURE,
}
