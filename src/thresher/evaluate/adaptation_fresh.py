"""Mutations that nobody looked at while mending was written: classes renamed, ids renamed, moved or removed.

Those of `adaptation_fresh_boxes` swap tags, wrap blocks and reorder them. Nothing comes to a page that was not there,
but for elements around what was; what marks a record, as `p12` does, stays in an attribute.
"""

import re
from collections.abc import Callable, Sequence
from random import Random
from string import ascii_lowercase

from thresher.evaluate.adaptation_edits import is_in, of_class, once, words_in
from thresher.evaluate.adaptation_fresh_boxes import FRESH_BOXES
from thresher.evaluate.adaptation_targets import Element, Record, Template, classes_of
from thresher.evaluate.mutations import Mutation

HALF = 0.5
PREFIXES = ("tt", "ast", "mdl", "zen")
STRIPES = (("odd", "even"), ("alt", "plain"), ("light", "dark"))
VOID = frozenset(("img", "br", "hr", "input", "meta", "link", "wbr", "source", "embed", "area", "col"))
REFERRING = ("for", "form", "list", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns")
"""Attributes that name the ids of other elements."""
GENERATED_LETTERS = 7
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")


def _parts(name: str) -> list[str]:
    """`post`, `title` and `12` of `post-title12`, `postTitle_12` and the like."""
    return _PART.findall(name) or [name]


def _camel(name: str) -> str:
    first, *others = _parts(name)
    return first.lower() + "".join(map(str.capitalize, others))


SPELLINGS: dict[str, Callable[[str, str], str]] = {
    "postTitle": lambda name, _: _camel(name),
    "PostTitle": lambda name, _: "".join(map(str.capitalize, _parts(name))),
    "post_title": lambda name, _: "_".join(map(str.lower, _parts(name))),
    "x-post-title": lambda name, prefix: "-".join((prefix, *map(str.lower, _parts(name)))),
    "x_postTitle": lambda name, prefix: f"{prefix}_{_camel(name)}",
}
"""How a style guide has the names of classes; with a prefix, in some of them."""


def spell_classes(template: Template, random: Random) -> str:
    """Classes are spelled as another style guide has it, with the prefix of a theme in some; those with numbers that
    are not on every page mark single posts, and stay.
    """
    style, prefix = random.choice(sorted(SPELLINGS)), random.choice(PREFIXES)
    common = template.common_classes()
    count = 0
    for one in template.elements():
        old = classes_of(one)
        is_mark = {name: name not in common and any(map(str.isdigit, name)) for name in old}
        new = list(dict.fromkeys(name if is_mark[name] else SPELLINGS[style](name, prefix) for name in old))
        if new != old:
            one.set("class", " ".join(new))
            count += 1
    return f"{style}, {prefix}, {count} elements" if count else ""


def split_classes(template: Template, random: Random) -> str:
    """Names of several words are classes of one word each, or the classes of an element are one name; names with
    numbers, and those of single pages, stay.
    """
    common = {name for name in template.common_classes() if not any(map(str.isdigit, name))}
    ways = [("split", _split), ("joined", _joined)]
    for word, way in random.sample(ways, len(ways)):
        found = [(one, way(names, common)) for one in template.elements() if (names := classes_of(one))]
        changed = [(one, new) for one, new in found if new != classes_of(one)]
        for one, new in changed:
            one.set("class", " ".join(new))
        if changed:
            return f"{word}, {len(changed)} elements"
    return ""


def _split(names: Sequence[str], common: set[str]) -> list[str]:
    parts = [re.split("[-_]+", name) if name in common else [name] for name in names]
    return list(dict.fromkeys(word for some in parts for word in some if word))


def _joined(names: Sequence[str], common: set[str]) -> list[str]:
    joint = "-".join(name for name in names if name in common)
    return [*([joint] if joint else []), *(name for name in names if name not in common)]


def lower_class(template: Template, random: Random) -> str:
    """A class stands on the one element in the one that had it, as that of a heading does on its link."""
    names = [name for name in template.classes() if _only_children(template, name)]
    names = names or [name for name in sorted(template.common_classes()) if _only_children(template, name)]
    if not names:
        return ""
    name = random.choice(names)
    found = _only_children(template, name)
    for one, _ in found:
        one.set("class", " ".join(other for other in classes_of(one) if other != name))
    for _, inner in found:
        inner.set("class", " ".join(dict.fromkeys([*classes_of(inner), name])))
    return f"{name} is a level lower, {len(found)} times"


def _only_children(template: Template, name: str) -> list[tuple[Element, Element]]:
    """Each element of a class with the one element in it; nothing if one of them has more in it, or words of its own,
    or the class is not on all pages.
    """
    found: list[tuple[Element, Element]] = []
    for one in of_class(template, name):
        own = [one.text, *(child.tail for child in one)]
        inner = [child for child in one if isinstance(child.tag, str)]
        is_page = one.tag in ("html", "body")
        if is_page or len(inner) != 1 or inner[0].tag in VOID or any(words and words.strip() for words in own):
            return []
        found.append((one, inner[0]))
    return found if template.is_on_all(one for one, _ in found) else []


def stripe_class(template: Template, random: Random) -> str:
    """A class has two names, which take turns on a page, as the rows of a table do."""
    names, stripes = template.classes(), random.choice(STRIPES)
    repeated = [name for name in names if any(len(_on(page, name)) > 1 for page in template.pages)]
    if not names:
        return ""
    old = random.choice(repeated or names)
    for page in template.pages:
        for place, one in enumerate(_on(page, old)):
            new = f"{old}-{stripes[place % len(stripes)]}"
            one.set("class", " ".join(new if name == old else name for name in classes_of(one)))
    return f"{old}, {', '.join(stripes)}"


def _on(page: Element, name: str) -> list[Element]:
    return [one for one in page.iter() if isinstance(one.tag, str) and name in classes_of(one)]


def rename_ids(template: Template, random: Random) -> str:
    """Ids have other names, and what refers to them follows, or not; those with numbers mark single posts, and stay."""
    form, prefix = random.choice(("before", "after", "generated")), random.choice(PREFIXES)
    salt, is_followed = random.random(), random.random() < HALF

    def new(name: str) -> str:
        if form == "generated":
            return "".join(Random(f"{salt}{name}").choices(ascii_lowercase, k=GENERATED_LETTERS))  # noqa: S311
        return f"{prefix}-{name}" if form == "before" else f"{name}-{prefix}"

    ids = {one.get("id") or "" for one in template.elements()}
    names = {name: new(name) for name in ids if name.strip() and not any(map(str.isdigit, name))}
    for one in template.elements() if names else ():
        if (value := one.get("id") or "") in names:
            one.set("id", names[value])
        if is_followed:
            _refer(one, names)
    return f"{form}, {prefix}, {'links follow' if is_followed else 'links stay'}, {len(names)} ids" if names else ""


def _refer(element: Element, names: dict[str, str]) -> None:
    """What an element says of other ids is said of their new names."""
    target = element.get("href") or ""
    if target[:1] == "#" and target[1:] in names:
        element.set("href", f"#{names[target[1:]]}")
    for attribute in REFERRING:
        if value := element.get(attribute):
            element.set(attribute, " ".join(names.get(name, name) for name in value.split()))


def move_ids(template: Template, random: Random) -> str:
    """The id of a record is on its text, or on the first element with words in it."""
    is_text = random.random() < HALF
    count = 0
    for one, record in _marked(template).items():
        text = record.fields.get("text")
        target = text if is_text else _first_with_words(one)
        if target is None or target is one or target.get("id") or not is_in(target, one):
            continue
        target.set("id", str(one.attrib.pop("id")))
        count += 1
    return f"{'text' if is_text else 'first'}, {count} times" if count else ""


def _marked(template: Template) -> dict[Element, Record]:
    """Records that have an id with a number."""
    return {one.element: one for one in template.records if any(map(str.isdigit, one.element.get("id") or ""))}


def _first_with_words(record: Element) -> Element | None:
    inner = (one for one in record.iterdescendants() if isinstance(one.tag, str) and one.tag not in ("script", "style"))
    return next((one for one in inner if not one.get("id") and words_in(one)), None)


def remove_marks(template: Template, random: Random) -> str:
    """All ids are classes, or those of records are gone, and links in the records alone still say which is which."""
    marked = _marked(template)
    is_gone = bool(marked) and all(map(_has_own_link, marked)) and random.random() < HALF
    found = list(marked) if is_gone else once(one for one in template.elements() if (one.get("id") or "").strip())
    for one in found:
        value = str(one.attrib.pop("id"))
        if not is_gone:
            one.set("class", " ".join(dict.fromkeys([*classes_of(one), *value.split()])))
    return f"{'gone' if is_gone else 'classes'}, {len(found)} times" if found else ""


def _has_own_link(record: Element) -> bool:
    return any((link.get("href") or "").endswith(f"#{record.get('id')}") for link in record.iterdescendants("a"))


FRESH: dict[str, Mutation] = {
    "classes spelled otherwise": spell_classes,
    "classes split, joined": split_classes,
    "class a level lower": lower_class,
    "class in two stripes": stripe_class,
    "ids renamed": rename_ids,
    "ids of records moved": move_ids,
    "ids as classes, or gone": remove_marks,
    **FRESH_BOXES,
}
