"""Whether what was taken for threads was written by people, at some time: shops and manuals list pages, too."""

import re
from collections import Counter
from collections.abc import Iterable

from thresher.learn.lesson import Lesson
from thresher.learn.page_types.outline import Outline, times_in
from thresher.learn.sight import Sight

COMMON = 0.8
"""Share of the pages that what stands on all of them is on: the day on which a manual was built."""
MIN_DATES = 3
"""Dates of a list whose rows have them."""
STATED = (b"datePublished", b"published_time", b"dateCreated", b"createdAt", b"created_at")
"""What data for programs says that is on a page."""
_MONTH = re.compile(r"(?<!\d)(?:19|20)\d\d[-/_.]?(?:0[1-9]|1[0-2])(?!\d{3})")
"""In the address of a post."""


def is_written(lesson: Lesson) -> bool:
    """Whether somebody is known to write, half of the threads have a date of their own, or a list has several."""
    threads = set().union(*lesson.threads.values()) | {*lesson.pages}
    if lesson.people or 2 * sum(bool(_MONTH.search(url)) for url in threads) >= len(threads):
        return True
    sights = {sight.url: sight for sight in lesson.sights.values()}
    dates = {url: _dates(sight) for url, sight in sights.items()}
    common = _on_all(dates.values())
    own = {url: moments - common for url, moments in dates.items()}
    seen = [url for url in sights if url in threads]
    dated = [url for url in seen if own[url] or states_date(sights[url])]
    return 2 * len(dated) >= max(1, len(seen)) or any(
        len(own[url]) >= MIN_DATES for url in lesson.indexes if url in own and url not in threads
    )


def states_date(sight: Sight) -> bool:
    """Whether data on a page says when something was written, though its readers may not see it."""
    return any(word in sight.page.source for word in STATED)


def _dates(sight: Sight) -> frozenset[str]:
    return frozenset(moment for _, moment in times_in(Outline(sight.page.tree)))


def _on_all(dates: Iterable[frozenset[str]]) -> set[str]:
    found = list(dates)
    counts = Counter(moment for moments in found for moment in moments)
    return {moment for moment, count in counts.items() if count > 1 and count >= COMMON * len(found)}
