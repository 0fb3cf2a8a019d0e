"""Addresses of single posts: links to them have a mark with a number of the address, `goto=501#post501`.

What is there is a page of a thread, and the thread has an address of its own, which titles lead to. So such addresses
are no threads where there are others.
"""

from collections import Counter
from collections.abc import Collection

from thresher.knowledge.forms import path_of
from thresher.learn.lesson import Lesson
from thresher.learn.links import is_telling
from thresher.learn.shapes import DIGITS, skeleton

MIN_SINGLES = 2
"""Addresses of a kind with such a mark; one may have it by chance."""


def single_posts(lesson: Lesson) -> frozenset[str]:
    """Kinds of addresses of which most, as far as they were met, have such a mark wherever they are linked."""
    sights = {sight.url: sight for sight in lesson.sights.values()}.values()
    marked: set[str] = set().union(*(sight.marked for sight in sights))
    plain: set[str] = set().union(*(sight.urls - sight.marked for sight in sights))
    single = Counter(map(_kind, marked - plain))
    others = Counter(kind for url in plain if (kind := _kind(url)) in single)
    return frozenset(kind for kind, count in single.items() if count >= max(MIN_SINGLES, 1 + others[kind]))


def are_singles(urls: Collection[str], kinds: frozenset[str]) -> bool:
    """Whether all these addresses are of such kinds."""
    return bool(kinds) and all(_kind(url) in kinds for url in urls)


def _kind(url: str) -> str:
    """The shape of an address; where that says nothing, as that of `/topic-post501`, what is left without numbers."""
    shape = skeleton(url)
    return shape if is_telling(shape) else DIGITS.sub("#", path_of(url))


def leave_singles(lesson: Lesson) -> None:
    """Single posts are no threads, where other addresses are."""
    kinds = single_posts(lesson)
    singles = {key for key, urls in lesson.threads.items() if are_singles(urls, kinds)}
    if not kinds or not lesson.threads.keys() - singles:
        return
    for key in singles:
        urls = lesson.threads.pop(key)
        lesson.pages = [url for url in lesson.pages if url not in urls]
    shapes = {kind for kind in kinds if is_telling(kind)} - {shape for shape, _ in lesson.threads}
    lesson.others |= {(shape, "") for shape in shapes}
    lesson.views |= shapes
