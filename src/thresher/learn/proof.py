"""Whether a link that seems to flip pages does, by the page that it led to."""

import re
from collections.abc import Callable, Collection, Generator
from dataclasses import replace
from itertools import product

from thresher.knowledge.forms import query_of
from thresher.knowledge.noise import judge, without_parameters
from thresher.learn.drawing import busiest
from thresher.learn.flipping import FIRSTS, Flips, Sign, Step, called_next, leads_on, step_between
from thresher.learn.lesson import Learned, Lesson, StepKey
from thresher.learn.page_types import PageType
from thresher.learn.shapes import is_alike, is_like, shape_in, skeleton
from thresher.learn.sight import Sight
from thresher.model import Page

MAX_FLIPS = 3
"""Ways of flipping pages that are tried for lists and for threads."""
MIN_NEW = 3
"""Threads that a list must have which the one before has not."""
MAX_OTHERS = 3
"""Boards that are looked at only to see whether they go on."""
MIN_BACK = 3
"""The number of the page next to the first, where they are counted backwards; 2 may lead back to 1 in either way."""
_COUNTED = re.compile(r"(?s).*[0-9][-_.,~][0-9]+(?:\.[a-z]{2,5})?")
"""An address that ends with a number right behind another."""
NEWS_SHARE = 0.1
"""Of the lines of a further page, what the page before must not have."""


def flips_to(flips: Flips, sight: Sight, further: Sight) -> bool:
    """Whether links that look so do flip pages, by the page that one of them led to.

    A further page has the layout of the first and other content; a day of a calendar shows what its month does.
    """
    if _is_neighbour(sight, further):
        return False
    # With the newest post first, one of two pages may look like a list; so may one of two lists that show posts whole.
    is_like = sight.is_turned or further.is_turned or (bool(flips.sign) and _lists_on(sight, further))
    if sight.kind is not further.kind and flips.sign is not Sign.COUNTED and not is_like:
        return False
    # Titles may carry the number of the page that lists them (`carried_steps`).
    plain = replace(further, sessions=further.sessions | {flips.step.name})
    is_row = flips.sign is Sign.COUNTED and flips.step.is_counter
    if not (
        is_news(sight, further) or (flips.step.name and is_news(sight, plain)) or (is_row and _goes_on(sight, further))
    ):
        return False
    if flips.sign:
        return True
    # One link, and only its address speaks for it: on the further page it has the same text and leads on.
    return any(spot.text in flips.texts and spot.url not in (*flips.urls, sight.url) for spot in further.spots)


def _is_neighbour(sight: Sight, further: Sight) -> bool:
    """Whether a redirect led to the own address of another thing of the same kind: the next thread, asked for by the
    number of this one.
    """
    is_led = bool(further.asked) and further.asked != further.page.url
    return is_led and further.url != sight.url and skeleton(further.url) == skeleton(sight.url)


def counts_back(flips: Flips, sight: Sight, further: Sight) -> bool:
    """Whether older pages have lower numbers: what is next to the first page is the last but one that was written, and
    number 1 the oldest.
    """
    number = flips.numbers[flips.urls.index(flips.first)]
    if flips.step.old or number < MIN_BACK:
        return False
    steps = ((spot, step_between(sight.url, spot.url)) for spot in further.spots)
    return any(
        step is not None and step[0].key == flips.step.key and step[1] == number - 1 and leads_on(step[0], spot)
        for spot, step in steps
    )


def is_news(sight: Sight, further: Sight) -> bool:
    """Whether most of what `further` has to say is not on the page that led to it: its list, and its text."""
    # Further comments stand below the same article; a day of a calendar has nothing that its month has not.
    if _lists_on(sight, further):
        return True
    # A page with a single post of a thread says so above it: View post (A walk by the river).
    fresh = (line for line in further.lines - sight.lines if not any(name in line for name in sight.names))
    return sum(1 for _ in fresh) > NEWS_SHARE * len(further.lines)


def _lists_on(sight: Sight, further: Sight) -> bool:
    """Whether most of what `further` lists is not on the page that led to it, which lists such things in that place."""
    before = {(group.shape, group.place): set(group.titles) for group in sight.groups}
    lists = [group for group in further.groups if (group.shape, group.place) in before and group.characters]
    aside = further.beside(sight) if lists else set()
    # The last page of a list may have less to say than the menu beside it.
    main = next((group for group in lists if group.titles.keys() - aside), None)
    listed = main.titles.keys() - aside if main is not None else set()
    # A page with a single post leads back to the thread, whose first page its further pages need not name.
    listed = {url for url in listed if step_between(url, sight.url) is None}
    return main is not None and 2 * len(listed - before[main.shape, main.place]) > len(listed)


def _goes_on(sight: Sight, further: Sight) -> bool:
    """Whether `further` has any link of a kind that the page which led to it has several of, and not this one: the last
    page of a list may have a single thread, among all that stands beside both.
    """
    kinds = {(group.shape, group.place) for group in sight.groups if len(group.titles) >= MIN_NEW}
    listed = {url for group in further.groups if (group.shape, group.place) in kinds for url in group.titles}
    return bool(listed - sight.urls)


def says_more(sight: Sight, further: Sight) -> bool:
    """Whether `further` says anything at all that the page which led to it does not: one short answer."""
    known = set(sight.page.lines)
    return any(line not in known and any(map(str.isalpha, line)) for line in further.page.lines)


Look = Callable[[str], Generator[str, Page | None, Sight | None]]
"""An address → the page there, asked for unless it was before."""


def prove_steps(
    lesson: Lesson, look: Look, urls: list[str], steps: dict[StepKey, Step]
) -> Generator[str, Page | None, None]:
    """How further pages of some pages are addressed, each way proved by one of them."""
    refuted: set[StepKey] = set()
    counted: set[str] = set()
    for url in dict.fromkeys(urls):
        sight = lesson.sights[url]
        for flips in sight.flips:
            key = (skeleton(url), flips.step.key)
            counted |= {url} if key in steps and flips.sign is Sign.COUNTED else set()
            if url in counted and flips.sign is not Sign.COUNTED:
                continue  # how it goes on is known from a row of numbers
            if key in steps or key in refuted or len(refuted) >= MAX_FLIPS or not _may_flip(flips, url, lesson):
                continue
            further = yield from look(flips.first)
            if further is not None and flips_to(flips, sight, further):
                is_back = counts_back(flips, sight, further)
                steps[key] = replace(flips.step, is_from_zero=True) if is_back else flips.step
                counted |= {url} if flips.sign is Sign.COUNTED else set()
                if steps is lesson.thread_steps:
                    lesson.pages.append(further.url)
            else:
                refuted.add(key)


def carried_steps(lesson: Learned, sights: Collection[Sight]) -> None:
    """Lists may hand the number of their own page on to threads: on list?b=2&page=3, titles lead to thread?id=7&page=3.

    There it only says where a reader came from; but no link to those threads is without it. Behind other numbers,
    thread-7-1-3.html, it shows as a number that differs from list to list.
    """
    steps = {key: step for (_, key), step in lesson.index_steps.items() if step.name}
    for sight, (key, step) in product(sights, steps.items()):
        number = query_of(sight.url).get(step.name)
        links = [url for url in sight.urls if number and query_of(url).get(step.name) == number]
        # Beside the title of a long thread, there may be links to its pages.
        plain = {url for one in links if (url := without_parameters(one, {step.name})) not in sight.urls}
        shapes = set(map(skeleton, plain)) if len(plain) >= MIN_NEW else set()
        for shape in (one for one in sorted(shapes) for other, _ in lesson.threads if is_like(one, other)):
            lesson.thread_steps.setdefault((shape, key), replace(step, is_carried=True))
    lists = [sight.urls for sight in sights if sight.kind is PageType.INDEX]
    for (shape, place), known in lesson.threads.items():
        if not place and all(map(_COUNTED.fullmatch, known)):
            listed = [{url for url in urls if skeleton(url) == shape} for urls in lists]
            known.update(*(some for some in listed if len(some) >= MIN_NEW))


def prove_others(lesson: Lesson, look: Look) -> Generator[str, Page | None, None]:
    """Where threads have nothing but names, a further page of a board looks like one: /b/tools/a-walk, /b/tools/page-2.

    The boards that were seen may all be short; so others, which will be asked for anyway, until one goes on.
    """
    if not any(shape.endswith("*") for shape, _ in lesson.threads):
        return
    for (shape, _), urls in list(lesson.boards.items()):
        if any(own == shape for own, _ in lesson.index_steps):
            continue
        for url in busiest_first(lesson, urls)[:MAX_OTHERS]:
            sight = yield from look(url)
            if sight is None or sight.kind is not PageType.INDEX:
                continue  # a word of the menu may have an address like those of boards
            lesson.indexes += [url] if url not in lesson.indexes else []
            yield from prove_steps(lesson, look, [sight.url], lesson.index_steps)
            if any(own == skeleton(url) for own, _ in lesson.index_steps):
                break


def busiest_first(lesson: Lesson, urls: set[str]) -> list[str]:
    """Boards that were not seen yet; that with the greatest numbers beside it first, the others as they are listed."""
    groups = [group for sight in lesson.sights.values() for group in sight.groups if len(urls & set(group.titles)) > 1]
    listed = [url for group in groups for url in [*busiest(group), *group.titles] if url in urls]
    return [url for url in dict.fromkeys([*listed, *sorted(urls)]) if url not in lesson.sights]


def _may_flip(flips: Flips, url: str, lesson: Lesson) -> bool:
    """Whether it is worth a look: not where the number names another thing (/topic/5 and /topic/6), and, where
    nothing but the address speaks for it, only a link that stands alone.
    """
    if _is_from_further(flips, url, lesson) or shape_in(flips.first, lesson.people):
        return False
    if flips.sign is Sign.COUNTED or (flips.sign and flips.is_within):
        return True
    things = set().union(*lesson.boards.values(), *lesson.threads.values())
    if things.intersection(flips.urls) or (flips.step.old and url in things):
        return False
    if flips.sign:
        return True
    # A name may end with a number: /user/anna9.
    is_alone = len(set(flips.urls)) == 1 and flips.urls[0] not in lesson.common
    return is_alone and not shape_in(flips.urls[0], lesson.people)


def _is_from_further(flips: Flips, url: str, lesson: Lesson) -> bool:
    """Whether the page is itself a further one that links to the first, from which the steps are to be told."""
    end = flips.step.old + flips.step.tail
    if flips.step.old in ("", *FIRSTS) or not url.endswith(end):
        return False
    return any(f"{url.removesuffix(end)}{one}{flips.step.tail}" in lesson.sights[url].urls for one in FIRSTS)


def prove_next(lesson: Lesson, look: Look, url: str) -> Generator[str, Page | None, None]:
    """A list whose next page has an address of another kind: the front page shows what is at /list?from=0.

    That page is a list like any other, and tells how the further ones are addressed.
    """
    sight = lesson.sights[url]
    shapes = {shape for shape, _ in lesson.threads}
    listed = {one for one in sight.urls if shape_in(one, shapes)}
    if len(listed) < MIN_NEW or any(shape == skeleton(url) for shape, _ in lesson.index_steps):
        return
    for place in _called_next(sight, lesson)[:MAX_FLIPS]:
        if is_alike(place, url):
            return  # a further page itself, which says where it ends: ?after=1dda, then ?after=1bf4
        further = yield from look(place)
        if further is None or further.kind is not PageType.INDEX:
            continue
        if len({one for one in further.urls if shape_in(one, shapes)} - listed) >= MIN_NEW:
            lesson.boards.setdefault((skeleton(further.url), ""), set()).add(further.url)
            lesson.indexes.append(further.url)
            yield from _prove_second(lesson, look, further)
            return


def _prove_second(lesson: Lesson, look: Look, sight: Sight) -> Generator[str, Page | None, None]:
    """How the address of a second page becomes that of the third."""
    for flips in [one for one in sight.flips if one.sign and one.step.old][:MAX_FLIPS]:
        third = yield from look(flips.urls[flips.numbers.index(max(flips.numbers))])
        if third is not None and flips_to(flips, sight, third):
            lesson.index_steps[skeleton(sight.url), flips.step.key] = flips.step


def _called_next(sight: Sight, lesson: Lesson) -> list[str]:
    """Where links lead that say they are the next, and that nobody knows."""
    known = set().union(*lesson.boards.values(), *lesson.threads.values(), lesson.common, lesson.sights)
    return [url for url in called_next(sight.spots) if url not in known and judge(url).verdict != "skip"]


def are_of_one(flips: Flips, url: str, thing_at: Callable[[str], str]) -> bool:
    """Whether what is known takes further pages of the page at `url` for those of one thing, `thing_at` each address; a
    row of numbers says that they are.
    """
    if flips.sign is not Sign.COUNTED or not flips.step.old:
        return True
    return {thing_at(one) for one in flips.urls} == {thing_at(url)}
