"""What may be above a page: the folders of its address, and the links that stand before its text."""

import re
from collections import defaultdict

from lxml import etree

from thresher.knowledge.forms import path_of
from thresher.knowledge.noise import judge
from thresher.learn.flipping import step_between
from thresher.learn.lesson import Lesson
from thresher.learn.page_types import PageType
from thresher.learn.shapes import ENDING, SCRIPTS, is_like, names_thing, parts_of, shape_in, skeleton
from thresher.learn.sight import FEW, LONG_TEXT, Sight
from thresher.page import origin_of, other_spelling

_TEXTS = frozenset({"a", "p", "div", "td", "li", "blockquote", "pre"})
_PARTING = frozenset({"hr", "br", "blockquote"})
_FILE = re.compile(rf"/[^/?]*\.(?!html?|{SCRIPTS})[a-z0-9]{{2,5}}$", re.I)


def is_download(url: str) -> bool:
    """Whether an address ends like that of a file which is no page."""
    return _FILE.search(url) is not None


def is_front_page(url: str) -> bool:
    """Whether an address is that of the first page of a site, which is a list of something, whatever it looks like."""
    root = f"{origin_of(url)}/"
    return url == root or _is_front(url, root)


def above(sight: Sight) -> list[str]:
    """Addresses above that of a page, which it links to; nearest first, the root last."""
    origin = f"{origin_of(sight.url)}/"
    segments = parts_of(sight.url).segments
    folders = ["/".join(segments[:count]) for count in range(len(segments), -1, -1)]
    found: list[str] = []
    for folder in folders:
        place = origin + (folder + "/" if folder else "")
        named = [url for url in sight.urls if url.rstrip("/") == place.rstrip("/") or _is_front(url, place)]
        found += sorted(named, key=lambda url: (len(url), url))[:1]
    # Its title may lead to the page itself, spelled without its last slash.
    own = (sight.url, other_spelling(sight.url))
    return [url for url in found if url not in own and not _is_front(url, sight.url)]


def crumbs(sight: Sight) -> list[str]:
    """Links before the first long text or the main list of a page, the nearest first; no other views of it.

    Those with an address like its own come last: beside a post stand links to it and to what it answers.
    """
    before: list[str] = []
    # What leads upwards is meant to be followed; what is to be done with the page is often not.
    by_element = {spot.element: spot.url for spot in sight.spots if "nofollow" not in spot.rel.split()}
    # The title of a record may not be its first link, and not in the longest group of links.
    most = sight.groups[0].characters if sight.groups else 0
    main = {spot.element for group in sight.groups if 2 * group.characters > most for spot in group.spots}
    for event, element in etree.iterwalk(sight.page.tree, events=("start", "end")):
        # A text may stand bare in its box, behind a line below its subject, or behind what it quotes.
        is_behind = event == "end" and element.tag in _PARTING
        text, box = (element.tail, element.getparent()) if is_behind else (element.text, element)
        is_long = box is not None and box.tag in _TEXTS and len(" ".join((text or "").split())) >= LONG_TEXT
        if is_long or (element in main and sight.kind is PageType.INDEX):
            break
        if event == "start" and element in by_element:
            before.append(by_element[element])
    # Whatever pages of a site end with, others that end so are pages, too: /list/7.page.
    own = ENDING.search(path_of(sight.url))
    ending = own[0] if own else "/"
    files = {url for url in before if is_download(url) and not path_of(url).endswith(ending)}
    pages = [url for url in reversed(before) if not sight.is_view(url) and url not in files]
    wanted = [url for url in dict.fromkeys(pages) if judge(url).verdict != "skip"]
    shape = _kind(sight.url)
    return sorted(wanted, key=lambda url: _kind(url) == shape)


def _kind(url: str) -> str:
    """What is left of an address without its parameters, names and numbers."""
    return skeleton(origin_of(url) + path_of(url))


def _is_front(url: str, folder: str) -> bool:
    """Whether `url` is the front page of a folder: /forum/index.php, /forum/index/."""
    name = url.removeprefix(folder).removesuffix("/")
    return (
        url.startswith(folder) and "/" not in name and "?" not in name and name.partition(".")[0] in ("index", "home")
    )


def is_above(upper: Sight, lower: Sight) -> bool:
    """Whether `upper` lists `lower` as one of several, or as much as `lower` does."""
    if lists_such(upper, lower) or _lists_by_name(upper, lower) or _holds(upper, lower):
        return True
    # What stands beside every page, such as the newest threads, says nothing of what is above what; but a list and
    # another order of it have everything in common.
    is_ordered = upper.url == lower.url.partition("?")[0]
    everywhere = [] if is_ordered else [group.titles.keys() for group in upper.groups]
    beside = set() if is_ordered else lower.beside(upper)
    own = (group for group in lower.groups if not beside.issuperset(group.titles))
    top = next((group for group in own if group.titles.keys() not in everywhere), None)
    # The newest threads on the front page of a larger site are not the forum.
    return top is not None and any(
        group.shape == top.shape and len(group.titles) >= len(top.titles) for group in upper.groups[:3]
    )


def _holds(upper: Sight, lower: Sight) -> bool:
    """Whether `lower` is right in the folder of `upper`, and both list in their own what is called alike: a board
    that is the only one below another, /f/engines/archive with /f/engines/archive/5-a-walk.
    """
    own, folder = lower.url.rstrip("/"), upper.url.rstrip("/")
    if lower.url not in upper.urls or own.rpartition("/")[0] != folder:
        return False
    return bool(_called(upper, folder) & _called(lower, own))


def _called(sight: Sight, folder: str) -> set[str]:
    """What texts are called that stand right in a folder, as far as they have numbers: a word alone may be anything."""
    below = (group for group in sight.groups if group.lists_texts and "?" not in group.shape)
    names = (url.removeprefix(f"{folder}/") for group in below for url in group.titles if url.startswith(f"{folder}/"))
    shapes = {skeleton(f"{origin_of(sight.url)}/{name}").rpartition("/")[2] for name in names if "/" not in name}
    return {shape for shape in shapes if "#" in shape}


def _lists_by_name(upper: Sight, lower: Sight) -> bool:
    """Whether what `upper` lists most of, in one place, is `lower` and its like, by nothing but names: /Cooking,
    /Old-trains. What `lower` links to, too, is a menu, but for `lower` itself.
    """
    lists: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for spot in upper.spots:
        if spot.url not in lower.urls or spot.url == lower.url:
            lists[spot.place][spot.url] = spot.text
    # What all records have says nothing: a button each to report them.
    most = max(lists.values(), key=lambda titles: sum(map(len, set(titles.values()))), default={})
    return lower.url in most and len(most) >= FEW


def among_others(sight: Sight, common: frozenset[str]) -> frozenset[str]:
    """Of links `common` to all pages seen, such as stand with more others that are not, in one place, each called by
    nothing but a word: /tools/ beside /garden/ and /kitchen/."""
    places: defaultdict[str, set[str]] = defaultdict(set)
    for spot in sight.spots:
        if not names_thing(skeleton(spot.url)):
            places[spot.place].add(spot.url)
    some = (urls for urls in places.values() if len(urls - common) >= FEW and len(urls & common) == 1)
    return frozenset().union(*some) & common


def lists_such(upper: Sight, lower: Sight) -> bool:
    """Whether `upper` has links to several things like `lower`, and is not the first page of it."""
    if names_thing(skeleton(upper.url)) and step_between(upper.url, lower.url) is not None:
        return False  # a thread whose posts lead to other threads
    if any(not group.place and lower.url in group.titles and len(group.titles) > 1 for group in upper.groups):
        return True
    # A further page of a list is below what its first page is below.
    own = {lower.url, *(url for url in upper.urls if step_between(url, lower.url) is not None)}
    shapes = {shape for shape in map(skeleton, own) if names_thing(shape)}
    return sum(skeleton(url) in shapes for url in upper.urls) > 1 or _stands_among_such(upper, lower)


def _stands_among_such(upper: Sight, lower: Sight) -> bool:
    """Whether `upper` links to `lower`, which is called by one word, where it links to several that have names."""
    own = skeleton(lower.url)
    places = {spot.place for spot in upper.spots if spot.url == lower.url}
    beside = {spot.url for spot in upper.spots if spot.place in places and names_thing(skeleton(spot.url))}
    return sum(is_like(own, skeleton(url)) for url in beside - {lower.url}) > 1


def entry_of(lesson: Lesson, guess: Sight) -> str:
    """The index page that lists most boards; without boards, the one that was come to from above."""
    boards = set().union(*lesson.boards.values()) if lesson.boards else set()
    best = max(
        (lesson.sights[url] for url in [guess.url, *lesson.indexes]),
        key=lambda sight: (len(boards & sight.urls), -len(sight.url)),
    )
    return best.url if len(boards & best.urls) > 1 else guess.url


def is_stream(lesson: Lesson, url: str) -> bool:
    """Whether a list may have a few threads of all boards, those that nobody answered: a menu leads there, from all
    pages.
    """
    # Boards may be in the menu, too, and their names be words: board.php?name=talk is one of several.
    shapes = [shape for (shape, _), urls in lesson.boards.items() if url in urls]
    is_one = any(map(names_thing, [skeleton(url), *shapes]))
    # What has parts in its folder is the list of all: /archive/ above /archive/2024/06/.
    is_whole = any(part.startswith(url) for parts in lesson.parts.values() for part in parts)
    return url in lesson.common and url != lesson.entry and not is_one and not is_whole


def unlisted(lesson: Lesson, start: str) -> list[list[str]]:
    """Threads of each kind that no list was found for, that at `start` first if it is one: the front page may show the
    newest of several parts.
    """
    boards = set().union(*lesson.boards.values()) if lesson.boards else set()
    # Names that a program drew may look like words, so that one kind has addresses of several shapes.
    known = {url: shape for (shape, _), urls in lesson.threads.items() for url in urls}
    wide = sorted({shape for shape in known.values() if "*" in shape})

    def kind(url: str) -> str:
        # The second page of a list has threads that nobody has met: /f/engines/5/a-walk is one of /f/*/#/*.
        return known.get(url) or next((shape for shape in wide if shape_in(url, {shape})), skeleton(url))

    listed: set[str] = set()
    for sight in (lesson.sights[url] for url in lesson.indexes):
        if sight.url in boards and not is_stream(lesson, sight.url):
            listed |= set(map(kind, sight.urls - lesson.common))
        for flips in (one for one in sight.flips if one.sign):
            # What a list lists goes on on its second page; what only stands beside it stays the same.
            further = [lesson.sights[url] for url in flips.further if url in lesson.sights]
            links = frozenset().union(*(page.urls - sight.urls for page in further)) if further else sight.urls
            listed |= set(map(kind, links - lesson.common))
    found: dict[str, list[str]] = {}
    for url in dict.fromkeys([start, *lesson.pages]):
        if (shape := kind(url)) not in listed:
            found.setdefault(shape, []).append(url)
    seen = set(map(kind, lesson.pages))
    return [urls for shape, urls in found.items() if shape in seen]
