"""What people end all their posts with, in no element of its own: old forums put signatures right behind the text."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from lxml import etree

from thresher.learn.articles.naming import pattern_of
from thresher.learn.posts.names import string_of
from thresher.learn.posts.rule import PostRule
from thresher.learn.sight import Sight

LEAST_POSTS = 2
"""Posts of somebody, in several threads, that end alike."""
LEAST_ENDING = 0.7
"""The same as a share: signatures may be left out, or change."""
LEAST_PEOPLE, LEAST_SHARE = 3, 0.25
"""People whose posts end so, and their share of those who wrote several: one alone may greet alike each time."""
MAX_LINES, MAX_CHARACTERS = 4, 200
"""Of what ends a post."""

Line = str


def with_sign_offs(rule: PostRule | None, sights: Iterable[Sight]) -> PostRule | None:
    """A rule that was learned from these pages, and all posts that it reads on them, until what some people end theirs
    with. Records that rules are learned from are few of many, and each of those who write has an ending of their own.
    """
    if rule is None or not rule.author:
        return rule
    by_author: defaultdict[str, list[tuple[int, list[Line]]]] = defaultdict(list)
    name = pattern_of(rule.author)
    for number, sight in enumerate(sights):
        for post in rule.elements_on(sight.page.tree):
            who = name.first(post)
            author = string_of(who) if isinstance(who, etree._Element) else " ".join((who or "").split())
            by_author[author].append((number, _lines(post, rule)))
    found = _sign_offs(by_author)
    opening = replace(rule.opening, sign_offs=found) if rule.opening is not None else None
    return replace(rule, sign_offs=found, opening=opening)


def _sign_offs(by_author: Mapping[str, Sequence[tuple[int, list[Line]]]]) -> str:
    """An expression for the lines that some people end their posts with, and nobody else has; empty if hardly anybody
    does.
    """
    writers = Counter(line for some in by_author.values() for line in {line for _, lines in some for line in lines})
    several = [some for who, some in by_author.items() if who and len({page for page, _ in some}) >= LEAST_POSTS]
    endings = [_ending([lines for _, lines in some]) for some in several]
    told = [own for lines in endings if (own := [line for line in lines if writers[line] == 1])]
    if len(told) < max(LEAST_PEOPLE, LEAST_SHARE * len(several)):
        return ""
    return "|".join(_expression(line) for lines in told for line in lines)


def _lines(post: etree._Element, rule: PostRule) -> list[Line]:
    """What the text of a post says between its tags, without lines about the post at its end."""
    body = pattern_of(rule.text).first(post)
    if not isinstance(body, etree._Element):
        return []
    aside = {one for name in rule.without for one in pattern_of(name).select(body) if isinstance(one, etree._Element)}
    lines = [line for piece in _pieces(body, aside) if (line := " ".join(piece.split()))]
    while lines and rule.until and re.fullmatch(rule.until, lines[-1]):
        lines.pop()
    return lines


def _pieces(body: etree._Element, aside: Set[etree._Element]) -> Iterator[str]:
    """The texts between tags, in their order, but those in elements that stand aside."""
    walk = etree.iterwalk(body, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start" and element in aside:
            walk.skip_subtree()
        elif event == "start":
            yield element.text or ""
        elif element is not body:
            yield element.tail or ""


def _ending(texts: Sequence[list[Line]]) -> list[Line]:
    """The lines that most of these texts end with; none if these are all that one of them says."""
    last, count = Counter(lines[-1] for lines in texts if lines).most_common(1)[0] if any(texts) else ("", 0)
    alike = [lines for lines in texts if lines and lines[-1] == last]
    if count < max(LEAST_POSTS, LEAST_ENDING * len(texts)):
        return []
    shared = 0
    while all(len(lines) > shared and lines[-1 - shared] == alike[0][-1 - shared] for lines in alike):
        shared += 1
    ending = alike[0][len(alike[0]) - shared :]
    is_all = any(len(lines) == shared for lines in alike)
    is_long = shared > MAX_LINES or sum(map(len, ending)) > MAX_CHARACTERS
    return [] if is_all or is_long else ending


def _expression(line: Line) -> str:
    return r"\s+".join(map(re.escape, line.split()))
