"""The list of all above one of its parts, where a crawl begins at a tag, a category or a month of a blog."""

from collections.abc import Generator

from thresher.learn.lesson import Lesson
from thresher.learn.page_types import PageType
from thresher.learn.proof import MIN_NEW, Look, prove_steps
from thresher.learn.shapes import names_thing, shape_in, skeleton
from thresher.learn.sifting import DATED, leave_parts
from thresher.learn.sight import Sight
from thresher.learn.upwards import above
from thresher.model import Page


def list_over_parts(lesson: Lesson, look: Look, entry: Sight) -> Generator[str, Page | None, Sight]:
    """The page above the entry page that lists threads itself, page after page, if one was seen; else `entry`.

    A crawl that begins there leaves tags for its end. One that begins at a tag would know nothing but tags.
    """
    shapes = {shape for shape, _ in lesson.threads}
    known = lesson.sights[lesson.entry]
    # Days, months and years may be all that was seen on the way upwards; the newest begins as the list of all does.
    shown = known.urls if DATED.search(known.url) is None else frozenset()
    if not shown:
        yield from look(next((url for url in above(known) if not DATED.search(url)), known.url))
    upper = {one.url: one for one in lesson.sights.values() if _is_above(one.url, known.url)}
    for sight in sorted(upper.values(), key=lambda one: -len(one.url)):
        fresh = {url for url in sight.urls - shown - lesson.common if shape_in(url, shapes)}
        if sight.kind is not PageType.INDEX or names_thing(skeleton(sight.url)) or len(fresh) < MIN_NEW:
            continue
        yield from prove_steps(lesson, look, [sight.url], lesson.index_steps)
        if any(shape == skeleton(sight.url) for shape, _ in lesson.index_steps):
            lesson.entry = sight.url
            # It may show none of those that the part does.
            for (shape, place), urls in lesson.threads.items():
                urls |= {url for url in fresh if not place and shape_in(url, {shape})}
            among = lesson.among(known.url)
            if among is None or (among.shape, among.place) not in lesson.threads:
                lesson.add_list(known.url)
            leave_parts(lesson)
            return sight
    return entry


def _is_above(url: str, lower: str) -> bool:
    """Whether `url` is a folder around `lower`, or a page in one that `lower` is not right in."""
    folder = url.rpartition("/")[0] + "/"
    is_other = url == folder or "/" in lower.partition("?")[0].removeprefix(folder)
    return "?" not in url and url != lower and lower.startswith(folder) and is_other
