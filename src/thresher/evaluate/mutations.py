"""Small changes to a template, each the same on all of its pages: how sites change their looks.

A mutation changes the trees of a `Template` in place, draws what it needs from a seeded generator, and says what it
did; nothing if there is nothing it could change. What people wrote stays on the page. Those of `DEVELOPMENT` were
looked at while mending was written; those of `SCORING` (`adaptation_kinds`) are of other kinds, whose failures were
read and worked on later. `FRESH` (`adaptation_fresh`) has kinds that are in neither, written without a look at mending;
once failures of these are looked at, they belong to `SCORING`, and others take their place.
"""

from collections.abc import Callable
from random import Random

from thresher.evaluate.adaptation_edits import drawn_class, of_class, take_out, wrap
from thresher.evaluate.adaptation_targets import Template, classes_of

Mutation = Callable[[Template, Random], str]

TAGS = ("div", "span", "h1", "h2", "h3", "p", "section", "article", "li", "dl", "dd", "dt", "ul")
HALF = 0.5
OTHER_TAGS = ("div", "span", "article", "section", "header")


def rename_class(template: Template, random: Random) -> str:
    """A class gets another name."""
    old = drawn_class(template, random)
    new = f"m{old[::-1]}{random.randrange(99)}"
    for one in of_class(template, old):
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
    name = drawn_class(template, random)
    for one in of_class(template, name):
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
    name = drawn_class(template, random)
    found = [one for one in of_class(template, name) if len(one) > 1]
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
