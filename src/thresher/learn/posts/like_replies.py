"""Thread pages → how the opening post is read where it is made like the replies, in a box of another kind.

Lists of replies stand below the post that they answer, which has a box of its own; but the parts in it, the text, the
author and the date, are written by the same template, so that the rule for replies finds them there, too.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from lxml import etree

from thresher.learn.articles.naming import is_pattern, names_of, pattern_of
from thresher.learn.posts.limits import MOST
from thresher.learn.posts.names import string_of
from thresher.learn.posts.rule import PostRule
from thresher.learn.sight import Sight

MIN_PAGES = 2
MAX_NAMES = 40
"""Patterns that are tried."""
MAX_CLIMB = 6
"""Elements around a text in which its author and its date are looked for."""


def opening_like_replies(sights: Sequence[Sight], replies: PostRule) -> PostRule | None:
    """`replies` with another box; None unless most pages have one such box, before the replies."""
    if "xpath:" in f"{replies.text}{replies.author}{replies.published}" or not (replies.author and replies.published):
        return None
    trees = [sight.page.tree for sight in sights]
    boxes = [box for tree in trees if (box := _box_on(tree, replies)) is not None]
    if len(boxes) < MIN_PAGES or 2 * len(boxes) <= len(trees):
        return None
    each = selecting(trees, boxes)
    return replace(replies, each=each, opening=None, depth="", reply_to="") if each else None


def _box_on(tree: etree._Element, rule: PostRule) -> etree._Element | None:
    """The one box outside the replies of a page that has all parts of a post; None if there is none, or several."""
    replies = set(_elements(rule.each, tree))
    around = {above for reply in replies for above in reply.iterancestors()}
    free = [one for one in _elements(rule.text, tree) if replies.isdisjoint((one, *one.iterancestors()))]
    found = {box for one in free if (box := _climb(one, rule, around)) is not None}
    box = found.pop() if len(found) == 1 else None
    first = next((one for one in tree.iter() if one in replies or one is box), None)
    return box if first is box else None


def _climb(text: etree._Element, rule: PostRule, around: set[etree._Element]) -> etree._Element | None:
    """The nearest element around a text that has an author and a date, too, and no reply."""
    parts = [part.partition("/@")[0] for part in (rule.author, rule.published)]
    for _, above in zip(range(MAX_CLIMB), text.iterancestors(), strict=False):
        if above in around or above.tag == "body":
            return None
        if all(_elements(part, above) for part in parts):
            return _with_id(above, around)
    return None


def _with_id(box: etree._Element, around: set[etree._Element]) -> etree._Element:
    """The element around a box that says no more and has an id, by which the post is known again; else the box."""
    for one in (box, *box.iterancestors()):
        if one in around or string_of(one) != string_of(box):
            break
        if one.get("id"):
            return one
    return box


def _elements(pattern: str, place: etree._Element) -> list[etree._Element]:
    return [one for one in pattern_of(pattern).select(place) if not isinstance(one, str)]


def selecting(roots: Sequence[etree._Element], boxes: Sequence[etree._Element]) -> str:
    """The pattern that selects these boxes and little else on pages with these `roots`; empty if none does."""
    around = {box: next(one for one in (box, *box.iterancestors()) if one in roots) for box in boxes}
    names = Counter(name for box in boxes for name in names_of((box, ""), around[box]))
    wanted = set(boxes)
    best, score = "", MOST
    for name in [name for name, _ in names.most_common(MAX_NAMES) if is_pattern(name)]:
        selected = [node for root in roots for node in pattern_of(name).select(root)]
        right = sum(node in wanted for node in selected)
        value = 2 * right / max(1, len(selected) + len(boxes))
        if value > score + 0.01:
            best, score = name, value
    return best
