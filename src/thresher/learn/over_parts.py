"""The list of all above one of its parts, where a crawl begins at a tag, a category or a month of a blog."""

from collections.abc import Generator

from thresher.learn.lesson import Lesson
from thresher.learn.page_types import PageType
from thresher.learn.proof import MIN_NEW, Look, prove_steps
from thresher.learn.shapes import names_thing, shape_in, skeleton
from thresher.learn.sifting import leave_parts
from thresher.learn.sight import Sight
from thresher.model import Page


def list_over_parts(lesson: Lesson, look: Look, entry: Sight) -> Generator[str, Page | None, Sight]:
    """The page above the entry page that lists threads itself, page after page, if one was seen; else `entry`.

    A crawl that begins there leaves tags for its end. One that begins at a tag would know nothing but tags.
    """
    shapes = {shape for shape, _ in lesson.threads}
    known = lesson.sights[lesson.entry]
    above = {one.url: one for one in lesson.sights.values() if one is not known and known.url.startswith(_folder(one))}
    for sight in sorted(above.values(), key=lambda one: -len(one.url)):
        fresh = {url for url in sight.urls - known.urls - lesson.common if shape_in(url, shapes)}
        if sight.kind is not PageType.INDEX or names_thing(skeleton(sight.url)) or len(fresh) < MIN_NEW:
            continue
        yield from prove_steps(lesson, look, [sight.url], lesson.index_steps)
        if any(shape == skeleton(sight.url) for shape, _ in lesson.index_steps):
            lesson.entry = sight.url
            among = lesson.among(known.url)
            if among is None or (among.shape, among.place) not in lesson.threads:
                lesson.add_list(known.url)
            leave_parts(lesson)
            return sight
    return entry


def _folder(sight: Sight) -> str:
    return sight.url.partition("?")[0].rpartition("/")[0] + "/"
