"""Which groups of links are worth a look, and which of their destinations say most about them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable

from thresher.knowledge.forms import query_of
from thresher.knowledge.noise import judge
from thresher.learn.flipping import step_between
from thresher.learn.links import LinkGroup, Spot
from thresher.learn.shapes import is_program, names_thing, skeleton
from thresher.learn.sight import FEW, Sight
from thresher.model import SkipReason

_LAST_NUMBER = re.compile(r"(?s)(.*[^0-9])([0-9]+)([^0-9]*)")
_WORDS = re.compile(r"\w+")
VOTES = 3
"""Destinations that say what a group of links leads to."""


def drawn(group: LinkGroup, source: Sight) -> list[str]:
    """Destinations to look at: what seems to be the longest thread of the list first, then from all over the list."""
    # Numbers of pages beside the titles may have addresses like theirs.
    urls = [url for url, title in group.titles.items() if any(map(str.isalpha, title))] or list(group.titles)
    # In a menu, what is to log in or to search says nothing of the rest.
    urls = [url for url in urls if not is_function(url)] or urls
    steps = dict.fromkeys(urls, 0)
    for other in source.urls.difference(group.titles):
        for url in urls:
            if other.startswith(url[: len(url) - 6]) and step_between(url, other):
                steps[url] += 1
    # Of two that are listed one is a further page of the other only if what differs was a zero: topic=7.15 goes on with
    # topic=7.0, topic/12 not with topic/1.
    firsts = {(found[1], found[3]): url for url in urls if (found := _LAST_NUMBER.fullmatch(url)) and found[2] == "0"}
    for other in group.titles if firsts else ():
        found = _LAST_NUMBER.fullmatch(other)
        first = firsts.get((found[1], found[3]), other) if found else other
        if first != other:
            steps[first] += 1
    longest = max(urls, key=lambda url: steps[url])
    order = [longest] if steps[longest] else busiest(group)
    spread = [urls[len(urls) * number // VOTES] for number in range(VOTES)]
    return list(dict.fromkeys([*order, *spread]))[:VOTES]


def leading(sight: Sight, groups: list[LinkGroup]) -> LinkGroup | None:
    """Of groups of several links, the one that begins first on the page: a row of a list begins with what it is about,
    and names who wrote there last behind that. A menu, in which one can search as well, is no list.
    """
    lists = [group for group in groups if len(group.titles) >= FEW and not any(map(is_function, group.titles))]
    several = {group.shape + group.place: group for group in lists}
    of_spot = {spot.element: group for group in several.values() for spot in group.spots}
    return next((of_spot[spot.element] for spot in sight.spots if spot.element in of_spot), None)


def between_titles(
    sight: Sight, is_thread: Callable[[str], bool], threads: Iterable[tuple[str, str]]
) -> frozenset[str]:
    """Where links to `threads` are told by their place: those that stand between their titles, mostly, of one kind.

    What these lead to is said of each thread, as who wrote it, whatever their addresses look like.
    """
    if not any(place for _, place in threads):
        return frozenset()
    titles = [group for group in sight.groups if group.lists_texts and all(map(is_thread, group.titles))]
    rows = {spot.element for group in titles for spot in group.spots}
    places = [place for place, spot in enumerate(sight.spots) if spot.element in rows]
    between = {spot.element for spot in sight.spots[places[0] : places[-1]]} - rows if places else set()
    counts = [(group, sum(spot.element in between for spot in group.spots)) for group in sight.groups]
    return frozenset(url for group, count in counts if 2 * count > len(group.spots) for url in group.titles)


def busiest(group: LinkGroup) -> list[str]:
    """The link whose record has the greatest numbers: answers and views, whatever they are called."""
    records = {spot.url: _numbers_in(spot, group) for spot in group.spots}
    widths = Counter(map(len, records.values()))
    width = widths.most_common(1)[0][0]
    rows = {url: numbers for url, numbers in records.items() if len(numbers) == width}
    if not width or len(rows) < 3:
        return []
    ranks: Counter[str] = Counter()
    for column in range(width):
        for rank, url in enumerate(sorted(rows, key=lambda url: rows[url][column])):
            ranks[url] += rank
    return [ranks.most_common(1)[0][0]]


def _numbers_in(spot: Spot, group: LinkGroup) -> list[int]:
    """Numbers that stand alone in the record of a link: its widest surroundings without another link of the group."""
    others = {other.element for other in group.spots if other.url != spot.url}
    record = spot.element
    for above in spot.element.iterancestors():
        if any(inner in others for inner in above.iter("a")):
            break
        record = above
    texts = (" ".join(str(text).split()).replace(",", "") for text in record.itertext())
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 9]


def is_noise(group: LinkGroup) -> bool:
    """Whether the web in general has such addresses for something else: to log in, to search, to print."""
    urls = list(group.titles)[:5]
    return 2 * sum(is_function(url) or asks(url) for url in urls) > len(urls)


def is_menu(group: LinkGroup) -> bool:
    """Whether links that only their place tells are of all kinds: some of them are to log in or to search."""
    return bool(group.place) and any(map(is_function, group.titles))


def is_function(url: str) -> bool:
    """Whether an address is to do something: for certain, or by the last word of it, as /register and /search."""
    judged = judge(url)
    is_word = judged.verdict == "suspect" and "?" not in url and not names_thing(skeleton(url).rpartition("/")[2])
    return judged.verdict == "skip" or (is_word and judged.reason in (SkipReason.ACTION, SkipReason.SEARCH))


def function_of(url: str, title: str) -> str:
    """The last word of an address that is to do something; empty if it is not, or if the link is called the same: a
    thread called New is at /new, and what is to write another one is called New topic.
    """
    word = url.partition("?")[0].rstrip("/").rpartition("/")[2]
    is_title = word.lower() == "-".join(_WORDS.findall(title.lower()))
    return word if not is_title and is_function(url) else ""


def asks(url: str) -> bool:
    """Whether an address is a question to a search form: filters can be put together without end.

    A few sites route pages by the same parameters: those are paths or numbers. The next page of a list may be asked for
    by its length: that is a number, too.
    """
    judged = judge(url)
    if judged.reason is not SkipReason.SEARCH or judged.verdict != "suspect":
        return False
    values = [value for value in query_of(url).values() if any(map(str.isalpha, value))]
    said = [value for value in values if set(value) & set("+ ") or not any(map(str.isdigit, value))]
    return bool(said) and not any("/" in value for value in values)


def is_view(group: LinkGroup, shapes: set[str]) -> bool:
    """Whether the same addresses are linked without their parameters: those show one post, or another order."""
    path, mark, _ = group.shape.partition("?")
    return bool(mark) and path in shapes and names_thing(path) and not is_program(path)
