"""Comments that stand inside the element of a post's text: they, and the box around them, are no part of the text."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from lxml import etree

from thresher.learn.articles.comments import CommentRules
from thresher.learn.articles.examples import Example
from thresher.learn.articles.naming import first_by, is_pattern, own_names, pattern_of
from thresher.learn.articles.rules import PostRules
from thresher.pattern import Pattern

MAX_HEAD_WORDS = 20
"""Words that may stand in the box before the first comment: 'Five people have answered to A walk in the woods'."""


def apart(posts: PostRules, comments: CommentRules | None, examples: Sequence[Example]) -> PostRules:
    """The rules for posts, with comments left out of the text where its element holds them. Who wrote a comment has not
    written the post.
    """
    if comments is None:
        return posts
    each = pattern_of(comments.each)
    authors = tuple(one for one in posts.author if not _is_commenter(one.pattern, each, examples))
    posts = replace(posts, author=authors)
    boxes = [box for one in examples if (box := _box(one, posts, each.select(one.sheet.root))) is not None]
    if not boxes:
        return posts
    names = Counter(name for box in boxes for name in own_names(box)[:1] if is_pattern(name))
    common = [name for name, count in names.items() if 2 * count > len(boxes)]
    return replace(posts, without=tuple(dict.fromkeys((*posts.without, *common, comments.each))))


def _is_commenter(author: str, each: Pattern, examples: Sequence[Example]) -> bool:
    """Whether what a pattern selects first stands in a comment, on most of the pages that have it."""
    found = [(one.sheet.root, place[0]) for one in examples if (place := first_by(author, one.sheet.root)) is not None]
    inside = sum(not {node, *node.iterancestors()}.isdisjoint(each.select(root)) for root, node in found)
    return 2 * inside > len(found)


def _box(example: Example, posts: PostRules, comments: Sequence[object]) -> etree._Element | None:
    """The largest part of the text's element that begins with its comments; None if it holds none."""
    sheet = example.sheet
    place = next((found for one in posts.text if (found := first_by(one.pattern, sheet.root)) is not None), None)
    body = sheet.number_of(place[0]) if place is not None else -1
    numbers = [sheet.number_of(one) for one in comments if isinstance(one, etree._Element)]
    first = min((number for number in numbers if 0 <= body < number and sheet.is_inside(number, body)), default=-1)
    if first < 0:
        return None
    best = first
    for up in sheet.around(first):
        if up == body or sheet.first[first] - sheet.first[up] > MAX_HEAD_WORDS:
            break
        best = up
    element: etree._Element = sheet.elements[best]
    return element
