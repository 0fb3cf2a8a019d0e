"""Small changes to a template, each the same on all of its pages: how sites change their looks.

A mutation changes the trees of a `Template` in place, draws what it needs from a seeded generator, and says what it
did; nothing if there is nothing it could change. What people wrote stays on the page. Those of `DEVELOPMENT` were
looked at while mending was written; those of `SCORING` (`adaptation_kinds`) are of other kinds. Failures of these were
read once and worked on, so `FRESH` has kinds that are in neither and were written without a look at mending.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random

from lxml import etree

from thresher.evaluate.adaptation_targets import Element, Record, Template, classes_of

Mutation = Callable[[Template, Random], str]

TAGS = ("div", "span", "h1", "h2", "h3", "p", "section", "article", "li", "dl", "dd", "dt", "ul")
HALF = 0.5
OTHER_TAGS = ("div", "span", "article", "section", "header")
LINES = frozenset(("p", "span", "a", "b", "i", "strong", "em", "small", "time", "h1", "h2", "h3", "h4", "h5", "h6"))
"""What a div cannot stand in."""
FRAMES = frozenset(("html", "body", "tr", "td", "th", "dd", "dt"))
"""What cannot be put into another element, or not without its neighbours."""
ROWS = frozenset(("tr", "table", "tbody", "ul", "ol", "dl"))
"""What holds nothing but rows."""
BLOCKS = ("card", "entry", "c-item", "o-box", "tile", "panel")
OUTSIDE = ("page", "site", "l-main", "theme")
PREFIXES = ("x", "app", "ui", "shop")
DATA = ("data-id", "data-key", "data-anchor", "data-node-id")
JOINTS = ("{author} · {date}", "{date} by {author}", "on {date} by {author}", "{author}, {date}", "{author} | {date}")
ROLES = (("Member", "Moderator", "Newcomer"), ("Editor", "Guest author", "Staff"), ("Mitglied", "Gast", "Redaktion"))
BARS = (("Share", "Reply", "Report"), ("Tweet", "Pin it", "Send by mail"), ("Teilen", "Antworten", "Melden"))
LATEST, LONGEST_WORDS = 5, 6
"""Entries of a side bar, and the words of each part of one."""


def rename_class(template: Template, random: Random) -> str:
    """A class gets another name."""
    old = _drawn_class(template, random)
    new = f"m{old[::-1]}{random.randrange(99)}"
    for one in _of_class(template, old):
        one.set("class", " ".join(new if name == old else name for name in classes_of(one)))
    return f"{old} is called {new}" if old else ""


def swap_tag(template: Template, random: Random) -> str:
    """All elements of one tag get another."""
    old, new = random.choice(TAGS), random.choice(OTHER_TAGS)
    found = [one for one in template.elements() if one.tag == old]
    for one in found:
        one.tag = new
    return f"{old} is {new}" if found and old != new else ""


def wrap_block(template: Template, random: Random) -> str:
    """Elements of a class get another around them."""
    name = _drawn_class(template, random)
    for one in _of_class(template, name):
        if one.tag not in ("html", "body") and one.getparent() is not None:
            wrap(one, "div", "wrap")
    return f"{name} is in a div" if name else ""


def remove_ids(template: Template, random: Random) -> str:
    """Ids are gone; those with numbers, which mark single posts, stay."""
    found = [one for one in template.elements() if one.get("id") and not any(map(str.isdigit, one.get("id", "")))]
    for one in found:
        del one.attrib["id"]
    return "no ids" if found else ""


def reorder_children(template: Template, random: Random) -> str:
    """What stands in elements of a class comes in reverse order."""
    name = _drawn_class(template, random)
    found = [one for one in _of_class(template, name) if len(one) > 1]
    for one in found:
        one[:] = list(one)[::-1]
    return f"{name} reversed" if found else ""


def lose_content(template: Template, random: Random) -> str:
    """Half of what people wrote is gone, the template is as it was: no mutation, but what must not be taken for one."""
    lost = [record for record in template.records if random.random() < HALF]
    for record in lost:
        text = record.fields.get("text")
        if record.element.tag not in ("html", "body") and record.element.getparent() is not None:
            take_out(record.element)
        elif text is not None:
            text[:] = []
            text.text = None
    return f"{len(lost)} of {len(template.records)} records" if lost else ""


DEVELOPMENT: dict[str, Mutation] = {
    "class renamed": rename_class,
    "tag swapped": swap_tag,
    "block wrapped": wrap_block,
    "ids removed": remove_ids,
    "children reordered": reorder_children,
}


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
    name = _drawn_class(template, random)
    found = [(one, above) for one in _of_class(template, name) if (above := one.getparent()) is not None]
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
    records = once(_block(record) for record in template.records)
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
        if len(lines := _lines(record)) < 2:
            continue
        author, date = lines
        line = record.fields[place].makeelement("span", {"class": "byline"})
        line.text = joint.format(author=re.sub("^by ", "", _words(author), flags=re.I), date=_words(date))
        record.fields[place].addprevious(line)
        for one in lines:
            take_out(one)
        record.fields["author"] = record.fields["published"] = line
        count += 1
    return f"{joint}, {count} times" if count else ""


def _lines(record: Record) -> list[Element]:
    """The elements of author and date that hold words, but nothing else of the record; the outer one of two."""
    found = once(one for name in ("author", "published") if (one := record.fields.get(name)) is not None)
    others = [one for name, one in record.fields.items() if name in ("text", "title")]
    alone = [one for one in found if _is_line(one, record) and not any(is_in(one, other) for other in others)]
    return [one for one in alone if not any(one is not other and is_in(one, other) for other in alone)]


def _is_line(element: Element, record: Record) -> bool:
    """Whether an element has words, and has neither the record nor its text or title in it."""
    others = [record.element, *(one for name, one in record.fields.items() if name in ("text", "title"))]
    return element.getparent() is not None and bool(_words(element)) and not any(is_in(one, element) for one in others)


def _words(element: Element, most: int | None = None) -> str:
    return " ".join(" ".join(map(str, element.itertext())).split()[:most])


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
    authors = once(one for one, record in found if _is_line(one, record))
    for one in authors:
        who = _words(one)
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
        home = text if place == "text" else _block(record)
        bar = etree.Element("span" if home.tag in LINES else "div", {"class": "bar"})
        for word in words:
            etree.SubElement(bar, "a", {"href": f"#{word[:2].lower()}", "class": "button"}).text = word
            bar[-1].tail = " "
        home.insert(0 if place == "head" else len(home), bar)
        count += 1
    return f"{words[0]}, {place}, {count} times" if count else ""


def _block(record: Record) -> Element:
    """The record, or the element around its text where the record is a row or the page."""
    text = record.fields.get("text")
    around = text.getparent() if text is not None else None
    is_whole = record.element.tag in {*ROWS, "html", "body"}
    return around if is_whole and around is not None else record.element


def add_latest(template: Template, random: Random) -> str:
    """A side bar with the latest of what people wrote comes before all else, the same on every page."""
    some = [record for record in template.records if {"text", "author", "published"} & {*record.fields}]
    drawn = random.sample(some, min(LATEST, len(some)))
    parts_of = ("title", "author", "published", "text")
    entries = [[_words(one.fields[name], LONGEST_WORDS) for name in parts_of if name in one.fields] for one in drawn]
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
        lines, block = _lines(record), _block(record)
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


FRESH: dict[str, Mutation] = {
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


def mutate(
    template: Template, kinds: dict[str, Mutation], number: int, random: Random, first: str = ""
) -> tuple[str, ...]:
    """Apply `number` different kinds, or as many as can be applied, the kind called `first` before all others; their
    names, in order. Nothing if the first cannot be applied.
    """
    done: list[str] = []
    for name in sorted(random.sample(sorted(kinds), len(kinds)), key=lambda name: name != first):
        if len(done) == number:
            break
        if what := kinds[name](template, random):
            template.done.append(f"{name}: {what}")
            done.append(name)
        elif name == first:
            break
    return tuple(done)


def wrap(element: Element, tag: str, name: str = "") -> Element:
    """Put a new element around one; what stands after it stays after it."""
    parent = element.getparent()
    assert parent is not None
    around = etree.Element(tag, {"class": name} if name else {})
    around.tail, element.tail = element.tail, None
    parent.replace(element, around)
    around.append(element)
    return around


def unwrap(element: Element) -> None:
    """Put what is in an element in its place."""
    parent = element.getparent()
    assert parent is not None
    children = list(element)
    _append_text(parent, element.getprevious(), element.text)
    place = parent.index(element)
    tail, element.tail = element.tail, None
    parent[place : place + 1] = children
    _append_text(parent, children[-1] if children else (parent[place - 1] if place else None), tail)


def take_out(element: Element) -> Element:
    """Remove an element from its place; what stands after it stays."""
    parent = element.getparent()
    assert parent is not None
    _append_text(parent, element.getprevious(), element.tail)
    element.tail = None
    parent.remove(element)
    return element


def is_in(inner: Element, outer: Element) -> bool:
    return inner is outer or any(above is outer for above in inner.iterancestors())


def overlap(one: Element, other: Element) -> bool:
    return is_in(one, other) or is_in(other, one)


def once(elements: Iterable[Element]) -> list[Element]:
    """Each element once, in their order."""
    return list(dict.fromkeys(elements))


def _append_text(parent: Element, before: Element | None, text: str | None) -> None:
    """More text after the child `before`, or at the beginning of `parent` if there is none."""
    if not text:
        return
    if before is None:
        parent.text = (parent.text or "") + text
    else:
        before.tail = (before.tail or "") + text


def _drawn_class(template: Template, random: Random) -> str:
    names = template.classes()
    return random.choice(names) if names else ""


def _of_class(template: Template, name: str) -> Iterator[Element]:
    return (one for one in template.elements() if name and name in classes_of(one))
