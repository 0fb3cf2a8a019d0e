"""Example pages that hold what people wrote → how it is read off them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from thresher.learn.induce.examples import Example, Seen, by_site, seen, taking_turns
from thresher.learn.induce.records import learn_across
from thresher.learn.posts.names import names_of
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.rule import PostRule
from thresher.page import main_text, order_in
from thresher.pattern import parse

FIELDS = ("author", "author_url", "published", "text")
MOST = 0.8
MIN_TEXT = 0.1
"""Of the words of a page, what its posts have at least: short ones between long menus."""
MAX_TITLE = 200


@dataclass(frozen=True, slots=True)
class Reading:
    """Patterns for one kind of object, and on how many pages each of its parts was found."""

    each: tuple[str, ...] = ()
    fields: dict[str, tuple[str, ...]] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    seen: dict[str, Seen] = field(default_factory=dict)
    records: int = 0
    date_order: str = ""


def read_posts(pages: Sequence[Example], others: Sequence[Example]) -> Reading | None:
    """How posts are read off the pages of all sites: by one rule if one does, else by those of the sites together.

    `others` are pages that hold none.
    """
    mixed = taking_turns(pages)
    rules = [learn_posts([one.sight for one in mixed])]
    rules += [learn_posts([one.sight for one in some]) for some in by_site(pages).values()]
    rules += [learn_across(mixed, others)]
    rules += [learn_across(some, others) for some in by_site(pages).values()]
    # What reads hardly any of a page's words reads links or buttons.
    found = [rule for rule in rules if rule is not None and _text_share(rule, pages) >= MIN_TEXT]
    if not found:
        return None
    best = max(found, key=lambda rule: (_served(rule, pages), round(_text_share(rule, pages), 1)))
    chosen = [best]
    for rule in found:
        missed = [one for one in pages if not any(_records(one, other) for other in chosen)]
        if missed and _served(rule, missed):
            chosen.append(rule)
    return _reading(chosen, pages)


def _served(rule: PostRule, pages: Sequence[Example]) -> int:
    return sum(bool(_records(one, rule)) for one in pages)


def _text_share(rule: PostRule, pages: Sequence[Example]) -> float:
    """Of the words of the pages that it finds posts on, how many are in their texts."""
    text = parse(rule.text)
    read = total = 0
    for one in pages:
        bodies = [text.first(record) for record in _records(one, rule)]
        read += sum(len(_string(body)) for body in bodies if body is not None and not isinstance(body, str))
        total += sum(map(len, one.page.lines)) if bodies else 0
    return read / max(1, total)


def _records(example: Example, rule: PostRule) -> list[Any]:
    """What the rule takes for posts: those with a text."""
    text = parse(rule.text)
    found = parse(rule.each).select(example.page.tree)
    return [node for node in found if not isinstance(node, str) and text.matches(node)]


def _reading(rules: Sequence[PostRule], pages: Sequence[Example]) -> Reading:
    each = tuple(dict.fromkeys(rule.each for rule in rules))
    fields: dict[str, tuple[str, ...]] = {}
    for name in FIELDS:
        texts = dict.fromkeys(text for rule in rules if (text := getattr(rule, name)))
        # A mere tag would be found in records of any template.
        fields[name] = tuple(sorted(texts, key=lambda text: "[" not in text))
    records = {id(one): _first_found(one, each) for one in pages}
    counts = {"each": seen(pages, lambda one: bool(records[id(one)]))}
    dates: list[str] = []
    for name, patterns in fields.items():
        values = {
            id(one): [value for record in records[id(one)] if (value := _value(record, patterns))] for one in pages
        }
        if name == "published":
            dates = [value for some in values.values() for value in some]
        enough = {key for key, some in values.items() if some and len(some) >= MOST * len(records[key])}
        counts[name] = seen(pages, lambda one, enough=enough: id(one) in enough)  # type: ignore[misc]
    return Reading(
        each,
        {name: some for name, some in fields.items() if some},
        tuple(dict.fromkeys(text for rule in rules for text in rule.without)),
        counts,
        sum(map(len, records.values())),
        order_in(dates),
    )


def _first_found(example: Example, patterns: Sequence[str]) -> list[Any]:
    for text in patterns:
        found = [node for node in parse(text).select(example.page.tree) if not isinstance(node, str)]
        if found:
            return found
    return []


def _value(record: Any, patterns: Sequence[str]) -> str:
    for text in patterns:
        node = parse(text).first(record)
        value = node if isinstance(node, str) else _string(node) if node is not None else ""
        if value:
            return value
    return ""


def _string(element: Any) -> str:
    return " ".join(" ".join(map(str, element.itertext())).split())


def read_title(pages: Sequence[Example]) -> tuple[tuple[str, ...], Seen] | None:
    """Where pages have their title: in words that their `title` element has, too, and no other page of the site."""
    names: Counter[str] = Counter()
    for one in pages:
        own = {name for element in _titled(one, pages) for name in names_of(element)}
        names.update(own)
    chosen: list[str] = []
    left = list(pages)
    for name, _ in sorted(names.items(), key=lambda pair: (-pair[1], "[" not in pair[0])):
        if not left or len(chosen) == 3:
            break
        pattern = parse(name)
        right = [one for one in left if _is_title(pattern.first(one.page.tree), one, pages)]
        wrong = [one for one in pages if pattern.matches(one.page.tree) and one not in right and one in left]
        if right and not wrong and len(right) >= min(2, len(pages)):
            chosen.append(name)
            left = [one for one in left if one not in right]
    if not chosen:
        return None
    return tuple(chosen), seen(pages, lambda one: one not in left)


def _titled(example: Example, pages: Sequence[Example]) -> list[Any]:
    tags = ("h1", "h2", "h3", "h4", "a", "span", "strong", "b", "td", "div", "li")
    short = (element for element in example.page.tree.iter(*tags) if len(element) < 4)
    return [element for element in short if _is_title(element, example, pages)][:10]


def _is_title(node: Any, example: Example, pages: Sequence[Example]) -> bool:
    if node is None:
        return False
    text = " ".join(node.split()) if isinstance(node, str) else _string(node)[: MAX_TITLE + 1]
    title = " ".join(example.page.title.split())
    if not 3 < len(text) <= MAX_TITLE or text not in title or 4 * len(text) < len(title):
        return False
    others = [one for one in pages if one.site == example.site and one.page.title != example.page.title]
    return not any(text in " ".join(one.page.title.split()) for one in others)


def read_article(pages: Sequence[Example]) -> tuple[tuple[str, ...], Seen] | None:
    """What holds the text that a page is there for: the element with nearly all of it, and hardly more."""
    texts = {id(one): main_text(one.page.tree, one.page.url).text for one in pages}
    pages = [one for one in pages if len(texts[id(one)]) > 200]
    names: Counter[str] = Counter()
    for one in pages:
        names.update(_holders(one, len("".join(texts[id(one)].split())), texts[id(one)]))
    good = [(name, count) for name, count in names.most_common(8) if "[" in name]
    if not good:
        return None
    chosen: list[str] = []
    left = list(pages)
    for name, _ in good:
        pattern = parse(name)
        right = [one for one in left if pattern.matches(one.page.tree)]
        if right and len(chosen) < 3:
            chosen.append(name)
            left = [one for one in left if one not in right]
    return tuple(chosen), seen(pages, lambda one: one not in left)


def _holders(example: Example, size: int, text: str) -> set[str]:
    """Names that only the element has which holds the text."""
    words = set(text.split())
    found: set[str] = set()
    for element in example.page.tree.iter("div", "article", "section", "main", "td"):
        own = _string(element)
        if 0.8 * size <= len(own.replace(" ", "")) <= 1.3 * size and len(words & set(own.split())) > 0.8 * len(words):
            found |= {
                name for name in names_of(element) if "[" in name and parse(name).first(example.page.tree) is element
            }
    return found
