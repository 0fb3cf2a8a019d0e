"""A seed → how an invented site looks: what stands where, and under which addresses."""

import random
from dataclasses import dataclass, fields

NESTINGS = ("inside", "beside", "margin", "depth", "spacer", "table", "details", "grid")
"""Answers in the box of what they answer; in a list beside it; in rows with a margin, a class for the depth, or a cell
as wide as the depth; in tables in cells; in `details`; in the columns of a grid."""
HEADS = ("above", "first", "last", "split")
"""Author and date: in a line before the box, first in it, last in it, the author first and the date last."""
DATES = ("time", "title", "plain", "bare")
"""In a `time` element; relative, with the date as a title; written out, in an element of its own; bare in its line."""
OPENINGS = ("same", "question", "link")
"""The first post: like the others, in a box of another look, or the same with a link elsewhere instead of a title."""
ADDRESSES = ("path", "query", "item", "slug")
"""Of conversations: /t/5/a-walk, /thread?id=5, /item?id=101 (the number of their first post), /board/a-walk-5."""
PERMALINKS = ("none", "anchor", "tree", "whole")
"""Of posts: none, a place on the page, a page with what is below a post, one with the whole conversation."""
PLURALS = ("boards", "one")
"""The front page lists boards, or conversations."""


@dataclass(frozen=True, slots=True)
class Look:
    """One way to show conversations; all of it is drawn, but for `seed`."""

    seed: int
    nesting: str
    head: str
    date: str
    opening: str
    address: str
    permalink: str
    front: str
    has_people: bool
    """Whether authors are linked."""
    has_orders: bool
    """Whether there are links to the same in another order."""
    has_going_on: bool
    """Whether what is deep stands on a page of its own."""
    is_answers: bool
    """Questions, answers and comments on these, which are short and look otherwise."""
    has_schema: bool
    """Whether questions and answers say so in the words of schema.org."""
    has_ids: bool
    """Whether boxes of posts have one."""
    has_body: bool
    """Whether the text has an element of its own around its paragraphs."""
    words: tuple[str, ...]
    """What the software calls a post, its text, its author, its date, and what is below it."""


_WORDS = (
    ("comment", "comment-body", "author", "age", "children"),
    ("entry", "md", "user", "when", "child"),
    ("post-container", "post-content", "post-user", "post-date", "replies"),
    ("msg", "msg-text", "by", "on", "thread-below"),
    ("node", "content", "who", "stamp", "sub"),
    ("c-item", "c-text", "c-name", "c-meta", "c-list"),
)


def look_of(seed: int, **fixed: object) -> Look:
    """The look that a seed draws; `fixed` parts are as they are given."""
    draw = random.Random(seed * 7919 + 1)
    is_answers = draw.random() < 0.25
    drawn: dict[str, object] = {
        "seed": seed,
        "nesting": draw.choice(NESTINGS),
        "head": draw.choice(HEADS),
        "date": draw.choice(DATES),
        "opening": "question" if is_answers else draw.choice(OPENINGS),
        "address": draw.choice(ADDRESSES),
        "permalink": draw.choice(PERMALINKS),
        "front": draw.choice(PLURALS),
        "has_people": draw.random() < 0.8,
        "has_orders": draw.random() < 0.5,
        "has_going_on": draw.random() < 0.15,
        "is_answers": is_answers,
        "has_schema": draw.random() < 0.4,
        "has_ids": draw.random() < 0.7,
        "has_body": draw.random() < 0.7,
        "words": draw.choice(_WORDS),
    }
    known = {one.name for one in fields(Look)}
    assert fixed.keys() <= known, fixed
    return Look(**(drawn | fixed))  # type: ignore[arg-type]
