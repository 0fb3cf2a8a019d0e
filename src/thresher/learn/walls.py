"""Why a site taught nothing: what stands between a reader and its pages may be a login, refusals or scripts."""

from collections import Counter
from collections.abc import Collection

from thresher.learn.lesson import Lesson
from thresher.learn.sight import Sight

BARE = 25
"""Words of its own below which a page says nothing: a title, and that something is being loaded."""
MOST = 0.5
NEARLY_ALL = 0.75
"""Of the pages asked for. Any site refuses some to guests and to robots: members, profiles, ways to write."""
COMMON = 3
"""Pages that have a line before it is taken for the frame of the site."""


def why_not(lesson: Lesson, missing: Collection[str]) -> str:
    """What was found instead of threads, in words; `missing` are addresses at which there was no page."""
    sights = {sight.asked: sight for sight in lesson.sights.values()}
    frame = _frame(list(sights.values()))
    closed = [sight for sight in sights.values() if _is_closed(sight, frame)]
    drawn = [sight for sight in sights.values() if sight not in closed and _is_drawn(sight, frame)]
    asked = len(sights) + len(missing)
    walls = (
        ("pages behind a login (with an account, --cookies FILE opens them)", len(closed), MOST),
        ("pages that scripts draw, and that say next to nothing without them", len(drawn), MOST),
        (
            "pages that were refused, led to a login or are not there (with an account: --cookies FILE)",
            len(missing),
            NEARLY_ALL,
        ),
    )
    wall, number, share = max(walls, key=lambda wall: wall[1])
    if number >= share * asked:
        return f"{wall}: {number} of {asked} asked for"
    if lesson.thread_count:
        return f"only {lesson.thread_count} threads, posts or questions were found"
    return "no list of threads, posts or questions was found"


def _frame(sights: list[Sight]) -> frozenset[str]:
    """Lines that stand on several pages."""
    counts = Counter(line for sight in sights for line in set(sight.page.lines))
    return frozenset(line for line, count in counts.items() if count >= COMMON)


def _words(sight: Sight, frame: Collection[str]) -> int:
    return sum(len(line.split()) for line in sight.page.lines if line not in frame)


def _is_closed(sight: Sight, frame: Collection[str]) -> bool:
    """Whether a login is all that there is: many forums have one beside every page."""
    is_elsewhere = sight.page.url != sight.asked and not sight.page.url.startswith(f"{sight.asked}/")
    return sight.page.has_password_field and (is_elsewhere or _words(sight, frame) < BARE)


def _is_drawn(sight: Sight, frame: Collection[str]) -> bool:
    return _words(sight, frame) < BARE and next(sight.page.tree.iter("script"), None) is not None
