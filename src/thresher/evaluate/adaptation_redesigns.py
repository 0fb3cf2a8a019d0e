"""More mutations to score mending by: what redesigns do to blocks and bylines. They were written without a look at
mending, then failures of them were read and worked on.
"""

import re
from random import Random

from lxml import etree

from thresher.evaluate.adaptation_edits import (
    FRAMES,
    LINES,
    ROWS,
    block_of,
    drawn_class,
    is_in,
    is_line,
    lines_of,
    of_class,
    once,
    take_out,
    words_in,
    wrap,
)
from thresher.evaluate.adaptation_targets import Element, Template, classes_of
from thresher.evaluate.mutations import Mutation

HALF = 0.5
BLOCKS = ("card", "entry", "c-item", "o-box", "tile", "panel")
OUTSIDE = ("page", "site", "l-main", "theme")
PREFIXES = ("x", "app", "ui", "shop")
DATA = ("data-id", "data-key", "data-anchor", "data-node-id")
JOINTS = ("{author} · {date}", "{date} by {author}", "on {date} by {author}", "{author}, {date}", "{author} | {date}")
ROLES = (("Member", "Moderator", "Newcomer"), ("Editor", "Guest author", "Staff"), ("Mitglied", "Gast", "Redaktion"))
BARS = (("Share", "Reply", "Report"), ("Tweet", "Pin it", "Send by mail"), ("Teilen", "Antworten", "Melden"))
LATEST, LONGEST_WORDS = 5, 6
"""Entries of a side bar, and the words of each part of one."""


def name_blocks(template: Template, random: Random) -> str:
    """All classes are named after the block they stand in (BEM): `post-title` in a record is `card__title`."""
    block, outside = random.choice(BLOCKS), random.choice(OUTSIDE)
    records = {record.element for record in template.records if record.element.tag not in ("html", "body")}
    found = [one for one in template.elements() if one.get("class")]
    for one in found:
        around = block if one in records or any(above in records for above in one.iterancestors()) else outside
        one.set("class", " ".join(dict.fromkeys(f"{around}__{_last_part(name)}" for name in classes_of(one))))
    return f"{block}, {outside}" if found else ""


def _last_part(name: str) -> str:
    """`title` of `post-title`, but the whole of `post-12`: numbers tell posts apart."""
    last = re.split("[-_]+", name)[-1]
    return last if last and not any(map(str.isdigit, last)) else name


def raise_class(template: Template, random: Random) -> str:
    """A class stands on the element around the one that had it."""
    name = drawn_class(template, random)
    found = [(one, above) for one in of_class(template, name) if (above := one.getparent()) is not None]
    moved = [(one, above) for one, above in found if above.tag not in ("html", "body")]
    for one, _ in moved:
        one.set("class", " ".join(other for other in classes_of(one) if other != name))
    for _, above in moved:
        above.set("class", " ".join(dict.fromkeys([*classes_of(above), name])))
    return f"{name} is a level higher" if moved else ""


def make_data(template: Template, random: Random) -> str:
    """Ids become attributes of another name, with the same values."""
    name = random.choice(DATA)
    found = [one for one in template.elements() if one.get("id")]
    for one in found:
        one.set(name, one.attrib.pop("id"))
    return name if found else ""


def wrap_insides(template: Template, random: Random) -> str:
    """What stands in records, and in their texts, is in two further elements."""
    homes = once([*(record.element for record in template.records), *template.holders("text")])
    found = [one for one in homes if one.tag not in ROWS]
    first, second = random.sample(BLOCKS, 2)
    for one in found:
        tag = "span" if one.tag in LINES else "div"
        outer, inner = one.makeelement(tag, {"class": first}), one.makeelement(tag, {"class": f"{second}-inner"})
        inner.text, one.text = one.text, None
        inner[:] = list(one)
        outer.append(inner)
        one.append(outer)
    return f"{first}, {second}" if found else ""


def list_records(template: Template, random: Random) -> str:
    """Records that follow each other are the items of a list."""
    tag, name = random.choice(("ul", "ol")), random.choice(BLOCKS)
    lists: set[Element] = set()
    records = once(block_of(record) for record in template.records)
    for one in records:
        before = one.getprevious()
        if one.tag in {*FRAMES, "li"} or one.getparent() is None:
            continue
        item = wrap(one, "li", name)
        if before is not None and before in lists and not (before.tail or "").strip():
            before.append(take_out(item))
        else:
            lists.add(wrap(item, tag, f"{name}-list"))
    return f"{tag}, {sum(map(len, lists))} items" if lists else ""


def join_fields(template: Template, random: Random) -> str:
    """Author and date are words of one line, without markup of their own."""
    joint, place = random.choice(JOINTS), random.choice(("author", "published"))
    count = 0
    for record in template.records:
        if len(lines := lines_of(record)) < 2:
            continue
        author, date = lines
        line = record.fields[place].makeelement("span", {"class": "byline"})
        line.text = joint.format(author=re.sub("^by ", "", words_in(author), flags=re.I), date=words_in(date))
        record.fields[place].addprevious(line)
        for one in lines:
            take_out(one)
        record.fields["author"] = record.fields["published"] = line
        count += 1
    return f"{joint}, {count} times" if count else ""


def make_components(template: Template, random: Random) -> str:
    """Elements have tags of the site's own, as web components do, in place of their classes."""
    prefix, common = random.choice(PREFIXES), template.common_classes()
    count = 0
    for one in template.elements():
        name = next((name for name in classes_of(one) if name in common and re.fullmatch(r"[\w-]+", name)), "")
        if name and one.tag in ("div", "span", "section", "article", "aside", "header", "footer", "main"):
            one.tag = f"{prefix}-{name.lower()}"
            del one.attrib["class"]
            count += 1
    return f"{prefix}-…, {count} elements" if count else ""


def add_pictures(template: Template, random: Random) -> str:
    """A picture and a role stand before each author, in an element around the three."""
    roles, is_link = random.choice(ROLES), random.random() < HALF
    found = [(one, record) for record in template.records if (one := record.fields.get("author")) is not None]
    authors = once(one for one, record in found if is_line(one, record))
    for one in authors:
        who = words_in(one)
        around = wrap(one, "span", "person")
        picture = etree.Element("img", {"class": "avatar", "alt": "", "src": f"/avatars/{len(who)}.png"})
        role = etree.Element("a" if is_link else "span", {"class": "role", **({"href": "/team"} if is_link else {})})
        role.text, role.tail = roles[len(who) % len(roles)], " "
        around[:] = [picture, role, one]
    return f"{roles[0]}, {len(authors)} times" if authors else ""


def add_bars(template: Template, random: Random) -> str:
    """Each record has a bar to share or report it: at its head, at its foot, or at the end of its text."""
    words, place = random.choice(BARS), random.choice(("head", "foot", "text"))
    count = 0
    for record in template.records:
        text = record.fields.get("text")
        if text is None or text.getparent() is None:
            continue
        home = text if place == "text" else block_of(record)
        bar = etree.Element("span" if home.tag in LINES else "div", {"class": "bar"})
        for word in words:
            etree.SubElement(bar, "a", {"href": f"#{word[:2].lower()}", "class": "button"}).text = word
            bar[-1].tail = " "
        home.insert(0 if place == "head" else len(home), bar)
        count += 1
    return f"{words[0]}, {place}, {count} times" if count else ""


def add_latest(template: Template, random: Random) -> str:
    """A side bar with the latest of what people wrote comes before all else, the same on every page."""
    some = [record for record in template.records if {"text", "author", "published"} & {*record.fields}]
    drawn = random.sample(some, min(LATEST, len(some)))
    parts_of = ("title", "author", "published", "text")
    entries = [[words_in(one.fields[name], LONGEST_WORDS) for name in parts_of if name in one.fields] for one in drawn]
    bodies = [body for page in template.pages if (body := page.find("body")) is not None]
    for body in bodies if entries else ():
        side = etree.Element("aside", {"class": "latest"})
        etree.SubElement(side, "h3").text = "Latest"
        for parts in entries:
            item = etree.SubElement(etree.SubElement(side, "ul"), "li")
            for part in parts:
                etree.SubElement(item, "span").text = part
                item[-1].tail = " "
        body.insert(0, side)
    return f"{len(entries)} entries" if entries and bodies else ""


def lift_lines(template: Template, random: Random) -> str:
    """Author and date stand before the block that was theirs, with one more element around both."""
    name = random.choice(BLOCKS)
    count = 0
    for record in template.records:
        lines, block = lines_of(record), block_of(record)
        if not lines or block.tag in FRAMES or block.getparent() is None or any(is_in(block, one) for one in lines):
            continue
        around = wrap(block, "li" if block.tag == "li" else "div", f"{name}-group")
        block.tag = "div" if block.tag == "li" else block.tag
        head = around.makeelement("div", {"class": f"{name}-head"})
        for one in lines:
            head.append(take_out(one))
            one.tail = " "
        around.insert(0, head)
        count += 1
    return f"{name}, {count} times" if count else ""


REDESIGNS: dict[str, Mutation] = {
    "classes of blocks": name_blocks,
    "class a level higher": raise_class,
    "ids as data": make_data,
    "insides wrapped twice": wrap_insides,
    "records in a list": list_records,
    "author, date in one line": join_fields,
    "tags of its own": make_components,
    "picture, role added": add_pictures,
    "bar of buttons added": add_bars,
    "latest entries added": add_latest,
    "author, date outside": lift_lines,
}
