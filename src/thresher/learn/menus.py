"""A forum may be one part of a larger site: the way there by menus, where nothing else leads to threads."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Generator, Iterable
from itertools import islice

from thresher.knowledge.noise import judge
from thresher.learn.branches import Downwards, by_branches
from thresher.learn.lesson import Lesson
from thresher.learn.page_types import PageType
from thresher.learn.posts.opening import MIN_PAGES, learn_opening
from thresher.learn.posts.posts import learn_posts
from thresher.learn.proof import MIN_NEW, Look
from thresher.learn.shapes import shape_in, skeleton
from thresher.learn.sifting import DATED, labels_among
from thresher.learn.sight import Sight
from thresher.learn.upwards import above, is_download
from thresher.model import Page
from thresher.page import origin_of

MAX_TRIES = 12
"""Pages of menus that are tried; a crawl that learns nothing from them would ask for them, too."""
MAX_LISTS = 3
"""The same, once threads were found: one of them may be the list of all."""
MAX_LABEL = 40
"""Characters of a link in a menu; titles are longer."""
_TALK = re.compile(
    r"\b(?:(?:message|bulletin)?boards?|forums?|foren|foros?|discuss(?:ions?)?|topics?|threads?|questions?|talk|lists?"
    r"|issues?|bugs?|tickets?|ideas?"
    r"|mailing[-_ ]?lists?|archiv\w*|arquivos?|архив\w*)\b|[归歸存]档|アーカイブ|보관함",
    re.I,
)
"""What a link calls itself that is worth a try before others."""


def by_menu(lesson: Lesson, look: Look, downwards: Downwards, entry: Sight) -> Generator[str, Page | None, Sight]:
    """The first list in menus that leads to what people wrote; `entry` if there is none.

    A menu may lead to another: from the front page to a project, and from there to its forum.
    """
    tried: set[str] = set()
    while len(tried) < MAX_TRIES and (url := next(iter(menu_of(lesson, tried)), "")):
        tried.add(skeleton(url))
        sight = yield from look(url)
        if sight is None or sight.kind is not PageType.INDEX or sight.url in lesson.indexes:
            continue
        yield from downwards([sight])
        if lesson.threads and (yield from _is_written(lesson, look)):
            return (yield from by_branches(lesson, look, downwards, sight)) or sight
        lesson.forget()
    return entry


def whole_list(lesson: Lesson, look: Look) -> Generator[str, Page | None, None]:
    """A front page may show the newest threads only, without a way on: a menu may lead to the list of all.

    Else lists by date have all of them together. One of several names, as tags are, has to do where there is neither.
    Where nothing but tags is known, these are parts of a list that goes on.
    """
    labels = labels_among(lesson)
    shapes = _shapes(lesson)
    known = {url for sight in lesson.sights.values() for url in sight.urls if shape_in(url, shapes)}
    talking = _talking(lesson.sights.values())
    # What was seen on the way costs nothing; the shorter the address, the more it lists.
    seen = sorted({sight.url for sight in lesson.sights.values()} - {*lesson.indexes, *lesson.pages}, key=len)
    part: Sight | None = None
    for url in [*seen, *[one for one in menu_of(lesson) if one in talking][:MAX_LISTS]]:
        sight = yield from look(url)
        if sight is None or sight.kind is not PageType.INDEX:
            continue
        listed = {one for one in sight.urls if shape_in(one, shapes)}
        # It may begin with what the front page shows, and go on.
        is_going_on = len(listed) >= MIN_NEW and any(flips.sign for flips in sight.flips)
        if is_going_on or (len(listed - known) >= MIN_NEW and not labels):
            if lesson.among(sight.url) is None:
                lesson.add_list(sight.url)
                lesson.parts |= {key: lesson.boards.pop(key) for key in labels}
                _note_listed(lesson, sight)
                return
            part = part or sight
    if labels:
        return
    if not (yield from lists_of_parts(lesson, look, are_dated=True)) and part is not None:
        lesson.add_list(part.url)
        _note_listed(lesson, part)


def list_above(lesson: Lesson, look: Look) -> Generator[str, Page | None, None]:
    """Lists of parts, as one for each month, may be in the folder of a list of all: then that is enough.

    The others are tried at the end of the crawl, as all parts are.
    """
    threads = set().union(*lesson.threads.values()) if lesson.threads else set()
    for key, urls in list(lesson.boards.items()):
        seen = [lesson.sights[url] for url in sorted(urls) if url in lesson.sights]
        listed = {url for page in seen for url in threads & page.urls - lesson.common}
        folders = [url for url in above(seen[0]) if url not in lesson.sights] if len(seen) > 1 else []
        for folder in folders[:1]:
            sight = yield from look(folder)
            if sight is not None and listed and listed < {url for url in sight.urls if shape_in(url, _shapes(lesson))}:
                lesson.parts[key] = lesson.boards.pop(key)
                lesson.add_list(sight.url)
                _note_listed(lesson, sight)


def seen_lists(lesson: Lesson) -> None:
    """Where the front page shows the newest threads, without a way on: lists that were met on the way upwards from
    threads are boards, if they have others.
    """
    shapes = _shapes(lesson)
    known = {url for page in lesson.indexes for url in lesson.sights[page].urls if shape_in(url, shapes)}
    others = shapes | lesson.people
    links = frozenset().union(*(sight.urls for sight in lesson.sights.values()))
    for sight in dict.fromkeys(lesson.sights.values()):
        if sight.kind is not PageType.INDEX or sight.url in lesson.indexes or shape_in(sight.url, others):
            continue
        if len({url for url in sight.urls if shape_in(url, shapes)} - known) >= MIN_NEW:
            _note_listed(lesson, sight)
            if not shape_in(sight.url, {shape for shape, _ in lesson.boards}):
                shape = skeleton(sight.url)
                lesson.add_list(sight.url, (url for url in links if skeleton(url) == shape))


def lists_of_parts(lesson: Lesson, look: Look, *, are_dated: bool = False) -> Generator[str, Page | None, bool]:
    """Lists of which menus have several, each of a part of the threads; whether there are some. The fewest come first:
    years before months. With `are_dated`, no others than by date.

    Other such lists are tried at the end of the crawl, and followed if they have anything new.
    """
    shapes = _shapes(lesson)
    known = {url for sight in lesson.sights.values() for url in sight.urls if shape_in(url, shapes)}
    others = shapes | lesson.people
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for url in frozenset().union(*(sight.urls for sight in lesson.sights.values())):
        is_meant = DATED.search(url) is not None if are_dated else True
        if is_meant and judge(url).verdict != "skip" and not is_download(url) and not shape_in(url, others):
            groups[skeleton(url)].add(url)
    several = {shape: urls for shape, urls in groups.items() if len(urls) >= MIN_NEW}
    for shape, urls in sorted(several.items(), key=lambda one: (len(one[1]), one[0]))[:MAX_LISTS]:
        sight = yield from look(min(urls))  # the front page shows the newest
        fresh = {one for one in sight.urls if shape_in(one, shapes)} - known if sight is not None else set()
        # A month may have a single post.
        if sight is not None and len(fresh) >= (1 if are_dated else MIN_NEW):
            lesson.boards[shape, ""] = urls
            lesson.others.discard((shape, ""))
            _note_listed(lesson, sight)
            return True
    return False


def _shapes(lesson: Lesson) -> set[str]:
    """What addresses of threads look like."""
    return {shape for shape, _ in lesson.threads}


def _note_listed(lesson: Lesson, sight: Sight) -> None:
    """Note a list, and the threads on it: the front page may have shown one or two of them."""
    lesson.indexes.append(sight.url)
    for (shape, place), urls in lesson.threads.items():
        # Where only their place tells them, other pages have addresses like theirs.
        urls |= {url for url in sight.urls if not place and shape_in(url, {shape})}


def _talking(sights: Iterable[Sight]) -> set[str]:
    """Where links lead that call themselves a place to talk."""
    spots = (spot for sight in sights for spot in sight.spots)
    return {spot.url for spot in spots if len(spot.text) < MAX_LABEL and _TALK.search(spot.text)}


def _is_written(lesson: Lesson, look: Look) -> Generator[str, Page | None, bool]:
    """Whether threads are answered by people, or signed and dated: any list leads to pages of some kind."""
    pages = [lesson.sights[url] for url in lesson.pages]
    if learn_posts(pages) is not None:
        return True
    others = (url for urls in lesson.threads.values() for url in sorted(urls) if url not in lesson.sights)
    for url in list(islice(others, max(0, MIN_PAGES - len(pages)))):
        sight = yield from look(url)
        if sight is not None and sight.kind is PageType.THREAD:
            lesson.pages.append(sight.url)
            pages.append(sight)
    rule = learn_opening(pages, None)
    return rule is not None and bool(rule.author and rule.published)


def menu_of(lesson: Lesson, tried: Collection[str] = ()) -> list[str]:
    """Links of the pages seen so far that were not looked at, one of each kind.

    Those that call themselves a place to talk come first, then those on most pages.
    """
    sights = {sight.url: sight for sight in lesson.sights.values()}
    counts: Counter[str] = Counter()
    for sight in sights.values():
        counts.update([*dict.fromkeys(spot.url for spot in sight.spots)])
    talking = _talking(sights.values())
    known = {*tried, *map(skeleton, lesson.sights)}
    found: dict[str, str] = {}
    for url, _ in sorted(counts.items(), key=lambda one: (one[0] not in talking, -one[1])):
        if url.startswith(f"{origin_of(lesson.entry)}/") and judge(url).verdict != "skip" and not is_download(url):
            found.setdefault(skeleton(url), url)
    return [url for shape, url in found.items() if shape not in known]


def leave_menu(lesson: Lesson) -> None:
    """What a menu calls by a word, in the folder of boards that have numbers and stand in no menu, is no board: recent
    topics, those without answers. As other parts they are tried at the end.
    """
    numbered = {
        shape.rpartition("/")[0]
        for (shape, _), urls in lesson.boards.items()
        if "#" in shape.rpartition("/")[2] and not urls <= lesson.common
    }
    for key, urls in list(lesson.boards.items()):
        folder, _, name = key[0].rpartition("/")
        if "#" not in name and folder in numbered and 2 * len(urls & lesson.common) > len(urls):
            lesson.parts[key] = lesson.boards.pop(key)


def leave_beside(lesson: Lesson) -> None:
    """What stands beside all pages, outside the folder of the front page that most threads are in, is another part of
    the site, and none of what was begun at: the newest posts of a blog, beside its forum.
    """
    folder = lesson.entry[: lesson.entry.rindex("/") + 1]
    inside = [url for urls in lesson.threads.values() for url in urls if url.startswith(folder)]
    for key, urls in list(lesson.threads.items()):
        is_beside = 2 * len(urls & lesson.common) > len(urls) and urls.isdisjoint(inside)
        if is_beside and 2 * len(inside) > lesson.thread_count:
            del lesson.threads[key]
            lesson.others.add(key)
            lesson.pages = [url for url in lesson.pages if url not in urls]
