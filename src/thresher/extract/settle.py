"""Several opinions on one post → one object, and how sure it is.

What the site's rules found is compared with what the page says of itself for machines (JSON-LD, microdata,
microformats, Open Graph) and with what the feed says of it. Where the rules found nothing, the others fill in; where
they disagree, the confidence goes down; on the text there is a vote of its own (`votes`). Where there is no text at
all, the place that the feed item describes is looked for (semantic density), then a general extractor is asked.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from lxml import etree

from thresher.extract.votes import LEAST_WORDS, doubts_of_text
from thresher.model import FeedItem, ObjectType, Source, WebObject
from thresher.page import (
    DateHabits,
    Sheet,
    StructuredArticle,
    Wrapper,
    agreed_text,
    find_date,
    find_wrapper,
    passage,
    structured_claims,
    text_of_fragment,
    words_of,
)

RULE, DENSITY, GENERAL = 1.0, 0.6, 0.4
"""How much is thought of a text by what found it, before anybody else is asked: rules that held on other pages of the
site, the place that a feed's words point to, what looks like an article. Set by hand: their order means something,
their distances little.
"""
DOUBT = 0.15
"""What each field costs on which the opinions differ. Set by hand: two doubts leave a rule's text above one that was
found by density, three do not.
"""
LEAST_CONFIDENCE = 0.05
"""However many doubts there are, the text is on the page."""
MAX_SHARED = 200
"""Items that are looked for on one page: each is compared with all of it. Feeds have 10 to 50."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What somebody says of a post; empty where nothing."""

    title: str = ""
    author: str = ""
    published: str = ""
    modified: str = ""
    text: str = ""


def settle(
    made: WebObject,
    root: etree._Element,
    item: FeedItem | None = None,
    trust: float = RULE,
    language: str = "",
    doubts: list[str] | None = None,
) -> WebObject:
    """The object that rules have made of the page `root`, completed and weighed by all other opinions on it.

    `trust` says how often the rules were right where that could be checked. What speaks against the object is added to
    `doubts`, in words.
    """
    opinions = _opinions_on(made, root, language)
    said = [] if doubts is None else doubts
    said += doubts_of_text(made.text, root, [one.text for one in opinions if one.text], item, language)
    return _completed(made, opinions, item, trust, said)


def _opinions_on(made: WebObject, root: etree._Element, language: str) -> list[Opinion]:
    habits = DateHabits(made.source.time, language)
    return [_opinion(claim, habits) for claim in structured_claims(root, made.url)]


def _completed(
    made: WebObject, opinions: list[Opinion], item: FeedItem | None, trust: float, said: list[str]
) -> WebObject:
    """What the object leaves empty is as most of the others say; what they doubt is added to `said`, and weighs."""
    is_future = item is not None and _is_after(item.published, made.source.time)
    if item is not None:
        published = "" if is_future else item.published
        opinions = [*opinions, Opinion(item.title, item.author, published, item.modified)]
    said += _against(made, opinions, item.published if item is not None and is_future else "")
    return replace(
        made,
        title=made.title or _most(opinions, "title"),
        author=made.author or _most(opinions, "author"),
        published=made.published or _most(opinions, "published"),
        modified=made.modified or _most(opinions, "modified"),
        tags=made.tags or (item.tags if item is not None else ()),
        confidence=round(max(LEAST_CONFIDENCE, trust - DOUBT * len(said)), 2),
    )


def _against(made: WebObject, opinions: Sequence[Opinion], future: str) -> list[str]:
    """What speaks against an object, in words; `future` is the feed's date if that was still to come."""
    said = [
        f"{name} is {getattr(made, name)!r} here, {_most(opinions, name)!r} in the page's data or its feed"
        for name in ("title", "author", "published")
        if _is_doubted(getattr(made, name), opinions, name)
    ]
    if future:
        said.append(f"its feed says that it is from {future!r}, when the page was there already")
    return said


def article_on(root: etree._Element, source: Source, item: FeedItem | None = None) -> WebObject | None:
    """The post of a page for which there are no rules, or on which they find nothing; None if it has no text."""
    language = root.get("lang") or ""
    body = _dense_part(root, item, language) if item is not None else None
    trust, rule = DENSITY, "density"
    text = passage(body) if body is not None else ""
    general = None
    if len(words_of(text)) < LEAST_WORDS:
        general, trust, rule = agreed_text(root, source.url), GENERAL, "general extractors"
        text, body = general.text, None
    if len(words_of(text)) < LEAST_WORDS and (body := _marked_body(root)) is not None:
        text, rule = passage(body), "structured data"
    if len(words_of(text)) < LEAST_WORDS:
        return None
    html = _html(body) if body is not None else ""
    blank = WebObject(source.url, ObjectType.BLOG_POST, source.url, source, f"fed: {rule}", text=text, html=html)
    made = _completed(blank, _opinions_on(blank, root, language), item, trust, [])
    if general is None:
        return made
    return replace(
        made,
        title=made.title or general.title,
        author=made.author or general.author,
        published=made.published or general.published,
    )


def posts_on(root: etree._Element, source: Source, items: Sequence[FeedItem]) -> tuple[WebObject, ...]:
    """The posts of a page that several items of a feed lead to, each where the item's words are densest.

    Two items with one place have none of their own: neither is taken.
    """
    sheet, language = Sheet.of(root), root.get("lang") or ""
    found = [
        (item, find_wrapper(sheet, item.title, text_of_fragment(item.html), language)) for item in items[:MAX_SHARED]
    ]
    times = Counter(wrapper.element for _, wrapper in found if wrapper is not None)
    return tuple(
        _post_of(item, wrapper, source)
        for item, wrapper in found
        if wrapper is not None and times[wrapper.element] == 1 and item.link
    )


def _post_of(item: FeedItem, wrapper: Wrapper, source: Source) -> WebObject:
    return WebObject(
        item.link,
        ObjectType.BLOG_POST,
        item.link,
        source,
        "fed: density",
        title=item.title,
        author=item.author,
        published=item.published,
        modified=item.modified,
        text=passage(wrapper.element),
        html=_html(wrapper.element),
        tags=item.tags,
        confidence=round(DENSITY * wrapper.share, 2),
    )


def _html(element: etree._Element) -> str:
    return str(etree.tostring(element, encoding="unicode", method="html", with_tail=False))


def _marked_body(root: etree._Element) -> etree._Element | None:
    """The element that the page itself calls the article."""
    return next((claim.body for claim in structured_claims(root) if claim.body is not None), None)


def _dense_part(root: etree._Element, item: FeedItem, language: str) -> etree._Element | None:
    found = find_wrapper(Sheet.of(root), item.title, text_of_fragment(item.html), language)
    return found.element if found is not None else None


def _opinion(claim: StructuredArticle, habits: DateHabits) -> Opinion:
    return Opinion(
        claim.title,
        claim.author,
        find_date(claim.published, habits) if claim.published else "",
        find_date(claim.modified, habits) if claim.modified else "",
        claim.text or (passage(claim.body) if claim.body is not None else ""),
    )


def _most(opinions: Sequence[Opinion], name: str) -> str:
    """What most say, the first of them as they say it."""
    values = [value for one in opinions if (value := str(getattr(one, name)))]
    counts = Counter(_key(value, name) for value in values)
    best = max(counts, key=counts.__getitem__, default=None)
    return next((value for value in values if _key(value, name) == best), "")


def _key(value: str, name: str) -> str:
    if name == "published" or name == "modified":
        return value[:10]
    return " ".join(words_of(value))


def _is_doubted(value: str, opinions: Sequence[Opinion], name: str) -> bool:
    """Whether others say something, and none of them the same."""
    others = [str(getattr(one, name)) for one in opinions if getattr(one, name)]
    same: Callable[[str, str], bool] = _same_day if name == "published" else _same_words
    return bool(value) and bool(others) and not any(same(value, other) for other in others)


def _same_words(one: str, other: str) -> bool:
    """One may have more: the name of the site behind a title."""
    first, second = words_of(one), words_of(other)
    short, long = sorted((first, second), key=len)
    return bool(short) and (long[: len(short)] == short or long[-len(short) :] == short)


def _same_day(one: str, other: str) -> bool:
    """Within a day: the zone is often not said."""
    try:
        days = abs((datetime.fromisoformat(one[:10]) - datetime.fromisoformat(other[:10])).days)
    except ValueError:
        return False
    return days <= 1


def _is_after(stated: str, time: datetime) -> bool:
    """Whether a date is later than `time`, by more than zones can differ."""
    return stated[:10] > (time + timedelta(days=1)).date().isoformat()
