"""What was mended for a site and no longer does anything for it → retired, with the reason.

At the end of a visit to a collection, pages that lessons of earlier visits are about are read once with each lesson and
once without it. Where all of them are read as well without, nothing speaks for it any more: the site has its old
template back, the type has learned it since, or a later lesson does its work. In doubt a lesson stays.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from thresher.catalog import Catalog
from thresher.crawl.mends import Kept, by_site, keep_retired, kept_mends, mends_in_use
from thresher.crawl.samples import Gone, Sample
from thresher.crawl.understand import objects_on
from thresher.crawl.view import View, as_linked
from thresher.describe.content import CONTENT
from thresher.knowledge import ApplicationType, KnowledgeBase
from thresher.page import VirtualDocument
from thresher.recognise import Recognition, level_of

SAMPLE = 12
"""Pages with objects of each type that a lesson is about; as many as a lesson is learned from at most. A lesson that is
retired too early costs another mend on the next visit, and nothing else.
"""
_COMPARED = tuple(name for name in CONTENT if name != "html")
"""Markup is the template's: it makes no version of an object, either."""


@dataclass(frozen=True, slots=True)
class Visited:
    """What a visit has brought."""

    catalog: Catalog
    number: int
    agent: str
    """The user agent that was given for it, if any."""
    page: Callable[[str], Sample | Gone | None]
    """An address → the page that this visit has archived there."""
    is_post: Callable[[str], bool]
    """Whether a feed of the site says so."""


@dataclass(frozen=True, slots=True)
class Retired:
    """A lesson that is not used any more."""

    lesson: Kept
    reads_less: bool
    """Whether pages are read more fully without it: what this visit has kept of them can be bettered."""


def retire_lessons(visited: Visited, base: KnowledgeBase, now: datetime) -> list[Retired]:
    """Note in the catalog's open transaction which lessons of earlier visits are not used any more; say which."""
    found: list[Retired] = []
    for (_, type_name), lessons in by_site(mends_in_use(visited.catalog)).items():
        serving = list(lessons)
        # Of two that do the same, the newer one stays.
        for lesson in reversed(lessons) if type_name in base else ():
            # To another program a site may show another template: that says nothing of this one.
            is_asked = lesson.visit < visited.number and lesson.agent == visited.agent
            others = [one for one in serving if one is not lesson]
            retired = _judge(visited, base, lesson, serving, others) if is_asked else None
            if retired is not None:
                serving = others
                keep_retired(visited.catalog, lesson.number, now, visited.number, retired.lesson.reason)
                found.append(retired)
    return found


def _judge(
    visited: Visited, base: KnowledgeBase, lesson: Kept, serving: Sequence[Kept], others: Sequence[Kept]
) -> Retired | None:
    """None if the lesson is still of use, or nothing can be said."""
    used = base.adapted(lesson.type_name, [one.level for one in serving])
    rest = base.adapted(lesson.type_name, [one.level for one in others])
    pages = fuller = 0
    for one in _pages_about(visited, lesson):
        is_post = visited.is_post(one.page.url)
        answer = _compare(_seen(used, lesson.root, one, is_post), _seen(rest, lesson.root, one, is_post), one)
        if answer is None:
            return None
        pages, fuller = pages + 1, fuller + answer
    # What was proved on some pages is not disproved on fewer.
    if pages < min(SAMPLE, max(1, lesson.pages)):
        return None
    by = "the type and later lessons" if any(_is_of_level(one, lesson) for one in others) else "the type alone"
    how = f"{fuller} of them more fully" if fuller else "and the same is found"
    reason = f"{pages} pages of visit {visited.number} are read by {by}, {how}"
    return Retired(replace(lesson, retired_visit=visited.number, reason=reason), bool(fuller))


def _is_of_level(one: Kept, other: Kept) -> bool:
    return bool(one.level["name"] == other.level["name"])


def _pages_about(visited: Visited, lesson: Kept) -> Iterator[Sample]:
    """Pages that this visit has read by a lesson's level and that hold what it is about, each once, from all over."""
    about = {rule["object"] for rule in lesson.level.get("extract", [])}
    rows = visited.catalog.execute(
        "SELECT DISTINCT o.type, o.source_url, v.rule FROM objects o JOIN object_versions v ON v.number = o.current "
        "WHERE o.visit = ? AND o.source_url >= ? AND o.source_url < ? ORDER BY o.source_url",
        (visited.number, lesson.root, lesson.root + "\U0010ffff"),
    )
    by_type: dict[str, dict[str, None]] = {}
    for kind, url, rule in rows:
        if kind in about and rule.partition("/")[2].partition(" (")[0] == lesson.level["name"]:
            by_type.setdefault(kind, {})[url] = None
    chosen = dict.fromkeys(url for urls in by_type.values() for url in _spread(list(urls)))
    for url in chosen:
        if isinstance(one := visited.page(url), Sample):
            yield one


def _spread(urls: Sequence[str]) -> Iterator[str]:
    """Some of many, at equal distances."""
    count = min(SAMPLE, len(urls))
    return (urls[place * len(urls) // count] for place in range(count))


def _seen(application: ApplicationType, root: str, one: Sample, is_post: bool) -> View:
    document = VirtualDocument.of(one.page, one.capture)
    level, _ = level_of(document, application, one.page.url, root)
    return View(document, as_linked(Recognition(application, level, root), one.entry, is_post=is_post))


def _compare(used: View, rest: View, one: Sample) -> bool | None:
    """Whether a page is read more fully without a lesson; None if something would be missing, or is not the same."""
    if _follows(used) != _follows(rest):
        return None
    try:
        made, bare = (objects_on(view, one.capture).objects for view in (used, rest))
    except Exception:  # pages of all kinds, patterns made from them: no crawl ends for that
        return None
    if [(each.id, each.type) for each in made] != [(each.id, each.type) for each in bare]:
        return None
    pairs = [(getattr(a, name), getattr(b, name)) for a, b in zip(made, bare, strict=True) for name in _COMPARED]
    if any(before and before != after for before, after in pairs):
        return None
    return any(after and not before for before, after in pairs)


def _follows(view: View) -> object:
    """Where a page leads by the rules of its level."""
    level = view.recognition.level
    return level.follow if level is not None else None


def as_told(lesson: Kept) -> dict[str, str]:
    """A retired lesson for `--json`."""
    return {
        "root": lesson.root,
        "type": lesson.type_name,
        "level": lesson.level["name"],
        "mended": lesson.time,
        "failed": lesson.failed,
        "retired": lesson.retired,
        "reason": lesson.reason,
    }


def retired_in(catalog: Catalog, visit: int) -> list[Kept]:
    """What was retired in a visit, in all of its runs."""
    return [one for one in kept_mends(catalog) if one.is_retired and one.retired_visit == visit]
