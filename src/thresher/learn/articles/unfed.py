"""Pages of posts of which no feed speaks → rules that read them as posts and comments, not as threads.

First it is told whether they are posts at all. One text a page, and no answers that look like it: then what the pages
say of themselves, and the titles that lists give them, stand in for the items of a feed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from lxml import etree

from thresher.learn.articles.apart import apart
from thresher.learn.articles.comments import CommentRules
from thresher.learn.articles.examples import Example
from thresher.learn.articles.naming import PARAGRAPHS, Chosen, pattern_of, plain_name
from thresher.learn.articles.others import is_among, rows_of_others
from thresher.learn.articles.people import names_on, plain_names
from thresher.learn.articles.rules import ANSWER, PostRules, learn_rules
from thresher.learn.articles.talks import learn_talks
from thresher.learn.posts.names import string_of
from thresher.learn.posts.rule import PostRule
from thresher.model import FeedItem, Page
from thresher.page import HEADINGS, DateHabits, find_date, structured_claims

LEAST_PAGES = 4
"""Fewer do not tell posts that nobody has answered yet from a forum that is as young."""
MOSTLY = 0.85
"""Share of the pages that must look like posts; some may be odd."""
MAX_AUTHORS = 0.4
"""Authors a page, at most: those who write a blog are few, those who ask questions or send mails are many."""
READERS = 2
"""People who answer, for each one who writes posts: on a forum they are the same."""
LONGER = 4
"""How much longer posts are than comments, by the median: 7 to 12 times on three blogs. Answers are like questions."""
MAX_SAME = 2
"""Pages that may have the same title."""
_MARKED = frozenset({"json-ld", "microdata"})
"""Structured data that has a word for articles; others have none, or use it for everything."""
MAX_DATED = 300
"""Characters of a text that may say when a post was written."""
_DIGIT = re.compile(r"[0-9]")
_CONDITION = re.compile(r"\[[^\[\]]*\]")
_TALKS = re.compile(rb"DiscussionForumPosting|QAPage|schema\.org/(?:Question|Answer)\b|\"Question\"", re.I)
"""What pages call themselves that hold a discussion."""


@dataclass(frozen=True, slots=True)
class Articles:
    """How posts and their comments are read off pages that no feed speaks of: plain values that outlast the process."""

    posts: PostRules
    comments: CommentRules | None = None

    @property
    def all_data(self) -> list[dict[str, Any]]:
        """The rules as they stand in a knowledge file."""
        return [self.posts.as_data(), *([self.comments.as_data()] if self.comments is not None else [])]

    def fits(self, pages: Iterable[Page]) -> bool:
        """Whether all pages have one text where these rules say."""
        return all(1 <= self.posts.texts_on(page.tree) <= max(1, self.posts.bodies) for page in pages)


def learn_unfed(pages: Sequence[Page], heading: str, rule: PostRule | None) -> Articles | None:
    """The rules for posts on these pages; None if they are threads, or nothing is stable.

    `heading` is where pages have the title that lists give them, if that is known; `rule` is how they are read as
    threads.
    """
    titles = _titles(pages, heading)
    if rule is None or not _are_articles(pages, rule, titles):
        return None
    named = [next(_authors(rule.opening or rule, page), "") for page in pages]
    writers = plain_names(named if any(named) else names_on(pages))
    is_shown = len({name for name in writers if name}) > 1 == len(_claimed_authors(pages))
    examples = [
        _example(page, titles[page.url], name, rule, is_shown=is_shown)
        for page, name in zip(pages, writers, strict=True)
    ]
    if len({one.item.published for one in examples}) == 1 < len(examples):
        # What all pages state is when the site was made of its sources, not when each was written.
        examples = [_with_date(one, rule) for one in examples]
    posts = learn_rules(examples)
    if posts is None and rule.opening is not None:
        # General extractors may take long comments for the article.
        examples = [_with_opening(one, rule.opening) for one in examples]
        posts = learn_rules(examples)
    if posts is None or posts.is_of_threads:
        return None
    comments = learn_talks(examples, posts) or _as_comments(rule, examples)
    return Articles(apart(posts, comments, examples), comments)


def _as_comments(rule: PostRule, examples: Sequence[Example]) -> CommentRules | None:
    """Answers as comments; None if nobody knows who wrote them, or when, or if they tell of other posts."""
    if rule.opening is None or not rule.author or not rule.published:
        return None
    found = [(one, rows_of_others(example)) for example in examples for one in _nodes(rule.each, example)]
    if 2 * sum(is_among(one, others) for one, others in found) > len(found):
        return None
    author = Chosen(rule.author, 0, 0, 0.0, rule.author_match)
    published = (Chosen(rule.published, 0, 0, 0.0),)
    return CommentRules(rule.each, (rule.text,), (author,), rule.author_url, published, rule.without)


def _nodes(pattern: str, example: Example) -> list[etree._Element]:
    return [one for one in pattern_of(pattern).select(example.page.tree) if not isinstance(one, str)]


def merged(some: Iterable[Articles]) -> list[dict[str, Any]]:
    """Rules for several kinds of posts as one: the first place that finds something counts."""
    found: dict[str, dict[str, Any]] = {}
    for data in (data for one in some for data in one.all_data):
        known = found.setdefault(data["object"], {"object": data["object"], "fields": {}})
        for name, places in data["fields"].items():
            listed = places if isinstance(places, list) else [places]
            own = known["fields"].setdefault(name, [])
            own += [place for place in listed if place not in own]
        for name in ("each", "more", "without"):
            own = [*known.get(name, ()), *data.get(name, ())]
            known |= {name: list(dict.fromkeys(own))} if own else {}
    return list(found.values())


def _example(page: Page, title: str, author: str, rule: PostRule, *, is_shown: bool) -> Example:
    """A page with what a feed would say of it; the text is asked of general extractors. The author counts if the page
    says nothing of one, or if what it shows is more than it says (`is_shown`).
    """
    example = Example(FeedItem(page.url, title=title), page)
    said = any(claim.author for claim in example.claims) and not is_shown
    # A general extractor is asked last: it may take any date of the page.
    stated = next((claim.published for claim in example.claims if claim.published), "")
    published = stated or _date(rule.opening or rule, example) or _day_before(rule, example) or example.own_date
    example.item = replace(example.item, published=published, author="" if said else author)
    return example


def _day_before(rule: PostRule, example: Example) -> str:
    """The date that stands before the answers, if it is the only one: a general extractor may take that of an answer
    where the post has its own in a sentence. Empty if nobody has answered.
    """
    answers = set(rule.elements_on(example.page.tree)) if rule.opening is not None else set()
    habits = DateHabits(example.time, example.language)
    found: dict[str, str] = {}
    for event, element in etree.iterwalk(example.page.tree, events=("start", "end")):
        if element in answers:
            return next(iter(found.values())) if len(found) == 1 else ""
        text = element.text if event == "start" else element.tail
        is_said = isinstance(element.tag, str) and element.tag not in ("script", "style", "option")
        may_say = text and (is_said or event == "end") and len(text) <= MAX_DATED and _DIGIT.search(text)
        day = find_date(text, habits) if may_say else ""
        found |= {day[:10]: found.get(day[:10], day)} if len(day) >= len("2024-05-03") else {}
    return ""


def _with_date(example: Example, rule: PostRule) -> Example:
    """The example with the date that stands on the page, whatever its head says."""
    example.item = replace(example.item, published=_date(rule.opening or rule, example))
    return example


def _with_opening(example: Example, opening: PostRule) -> Example:
    """The example with the text that what is answered has, where pages are read as threads."""
    body = next((pattern_of(opening.text).first(one) for one in opening.elements_on(example.page.tree)), None)
    if not isinstance(body, etree._Element):
        return example
    html = str(etree.tostring(body, encoding="unicode", method="html", with_tail=False))
    return Example(replace(example.item, html=html), example.page, example.time)


def _date(rule: PostRule, example: Example) -> str:
    """The date at the place where threads have theirs, or else in the first element that is made for one."""
    boxes = rule.elements_on(example.page.tree) if rule.published else []
    places = [pattern_of(rule.published.partition("/@")[0]).first(box) for box in boxes[:1]]
    times = [node for node in places if isinstance(node, etree._Element)] or example.page.tree.iter("time")
    node = next(iter(times), None)
    habits = DateHabits(example.time, example.language)
    stated = (node.get("datetime"), node.get("title"), string_of(node)) if node is not None else ()
    return next((found for text in stated if text and (found := find_date(text, habits))), "")


def _claimed_authors(pages: Sequence[Page]) -> set[str]:
    """Whom pages call their author in their data: the head of a theme may name the owner of the blog on all of them."""
    return {claim.author for page in pages for claim in structured_claims(page.tree, page.url) if claim.author}


def _titles(pages: Sequence[Page], heading: str) -> dict[str, str]:
    """By address: what stands at the heading, what the page says of itself, or its first heading that is its own."""
    shown = {page.url: [text for one in page.tree.iter(*HEADINGS) if (text := string_of(one))] for page in pages}
    counts = Counter(text for texts in shown.values() for text in dict.fromkeys(texts))
    found: dict[str, str] = {}
    for page in pages:
        node = pattern_of(heading).first(page.tree) if heading else None
        said = (claim.title for claim in structured_claims(page.tree, page.url) if claim.source in _MARKED)
        own = (text for text in shown[page.url] if counts[text] <= MAX_SAME)
        stated = string_of(node) if isinstance(node, etree._Element) else next(filter(None, said), "")
        found[page.url] = stated or next(own, "") or next(iter(shown[page.url]), "")
    return found


def _are_articles(pages: Sequence[Page], rule: PostRule, titles: Mapping[str, str]) -> bool:
    if len(pages) < LEAST_PAGES or sum(bool(_TALKS.search(page.source)) for page in pages) > len(pages) / 2:
        return False
    if sum(map(_is_marked, pages)) >= MOSTLY * len(pages):
        return True
    counts = [len(rule.elements_on(page.tree)) for page in pages]
    is_alone = rule.opening is None and sum(count <= 1 for count in counts) >= MOSTLY * len(pages)
    if _is_paragraph(rule) and not rule.published:
        return _are_different(titles.values())
    if not is_alone and rule.opening is None:
        return False
    # An article has a text; what is shared to be talked about may be a link and nothing else.
    opening = rule.opening
    if opening is not None and sum(bool(opening.elements_on(one.tree)) for one in pages) < MOSTLY * len(pages):
        return False
    authors = {name for page in pages for name in _authors(rule.opening or rule, page)}
    if len(authors) > max(1, MAX_AUTHORS * len(pages)):
        return False
    if is_alone:
        return _are_different(titles.values())
    readers = {name for page in pages for name in _authors(rule, page)}
    return 0 < READERS * len(authors) < len(readers) or _is_longer(rule, pages)


def _is_paragraph(rule: PostRule) -> bool:
    """Whether what was taken for posts are paragraphs of one: links and code come back in them as people do."""
    path = rule.each
    # What an element must hold is a path as well: tr[td/a[@name]].
    while (plain := _CONDITION.sub("", path)) != path:
        path = plain
    return path.rpartition("/")[2] in PARAGRAPHS


def _are_different(titles: Iterable[str]) -> bool:
    """Whether pages have titles of their own: a mail has that of the one it answers."""
    subjects = Counter(ANSWER.sub("", title) for title in titles if title)
    return max(subjects.values(), default=1) <= MAX_SAME


def _is_longer(rule: PostRule, pages: Sequence[Page]) -> bool:
    """Whether what is answered is much longer than the answers, as an article is, and a question is not."""
    assert rule.opening is not None
    openings = [size for page in pages for size in _sizes(rule.opening, page)[:1]]
    answers = [size for page in pages for size in _sizes(rule, page)]
    return bool(openings and answers) and median(openings) >= LONGER * median(answers)


def _sizes(rule: PostRule, page: Page) -> list[int]:
    """Characters of the texts that a rule reads."""
    bodies = (pattern_of(rule.text).first(element) for element in rule.elements_on(page.tree))
    return [len(string_of(body)) for body in bodies if isinstance(body, etree._Element)]


def _is_marked(page: Page) -> bool:
    """Whether the page calls itself an article."""
    return any(claim.source in _MARKED for claim in structured_claims(page.tree, page.url))


def _authors(rule: PostRule, page: Page) -> Iterator[str]:
    pattern = pattern_of(rule.author) if rule.author else None
    for element in rule.elements_on(page.tree) if pattern is not None else ():
        node = pattern.first(element) if pattern is not None else None
        text = node if isinstance(node, str) else string_of(node) if node is not None else ""
        found = re.search(rule.author_match, text) if rule.author_match else None
        if name := plain_name(found[found.lastindex or 0] if found is not None else text):
            yield name
