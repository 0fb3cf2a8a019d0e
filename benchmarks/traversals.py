"""How two other crawlers find their way through a site: re-implemented to be measured beside ours, no part of Thresher.

`thresher evaluate focus` loads this file if it stands beside the package, as it does in a clone. Both crawlers take a
`look`, which gives the outline of a page (its address, its links with text and place, its tag paths) or None; one for
the pages they sample, another for those they crawl, so that only the latter are counted, as in the papers.

- Structure-driven: M. Vidal, A. da Silva, E. de Moura, J. Cavalcanti, "Structure-Driven Crawler Generation by Example",
  SIGIR 2006; with page flipping added, as Jiang et al. (FoCUS, section 5.2) did to compare it.
- iRobot: R. Cai, J.-M. Yang, W. Lai, Y. Wang, L. Zhang, "iRobot: An Intelligent Crawler for Web Forums", WWW 2008; page
  flipping by connectivity after Wang et al., "Exploring Traversal Strategy for Web Forum Crawling", SIGIR 2008.
"""

import random
import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from statistics import mean
from typing import Any

Outline = Any
"""Has `url`, `anchors` (each with `url`, `text`, `place`), `paths` and `lines` (sets) and `size`."""
Look = Callable[[str], Outline | None]

SAMPLE = 1000
"""Pages that either samples at most before it crawls; they are not counted."""
_NUMBER = re.compile(r"[0-9]+")
_CLASS = re.compile(r"\.[^/\[]+")
_FLIP = re.compile(r"[\[(\s]*[0-9]{1,4}[\])\s.]*|.{0,12}\b(?:next|older|last)\b.{0,12}|[»›>→]+", re.I)


@cache
def pattern_of(url: str) -> str:
    """The form of an address: numbers as #, titles and the name at the end as *, parameters by name.

    >>> pattern_of("http://a.example/topic/15-a-walk?page=2&sort=asc")
    'http://a.example/topic/#-*?page=#&sort=asc'
    """
    path, _, query = url.partition("?")
    scheme, _, host, *segments = path.split("/")
    last = max((place for place, segment in enumerate(segments) if segment), default=0)
    named = [_segment(segment, is_last=bool(place) and place == last) for place, segment in enumerate(segments)]
    values = sorted(_NUMBER.sub("#", part) for part in query.split("&") if part)
    return "/".join([scheme, "", host, *named]) + ("?" + "&".join(values) if values else "")


def _segment(segment: str, *, is_last: bool) -> str:
    found = _NUMBER.match(segment)
    if found:
        return "#" + ("-*" if segment[found.end() :].startswith("-") else _NUMBER.sub("#", segment[found.end() :]))
    if "-" in segment or (is_last and "." not in segment):
        return "*" + (".html" if segment.endswith(".html") else "")
    return _NUMBER.sub("#", segment)


@cache
def location_of(place: str) -> str:
    """The tag path of a link without classes, which often say odd or even."""
    return _CLASS.sub("", place)


def alike(first: Outline, second: Outline) -> float:
    """How similar two trees are (Dice): the share of tag paths that both have; what is repeated counts once."""
    return 2 * len(first.paths & second.paths) / max(1, len(first.paths) + len(second.paths))


def breadth_first(look: Look, entry: str, limit: int) -> dict[str, Outline]:
    """Up to `limit` pages by the address they were asked for at."""
    pages: dict[str, Outline] = {}
    waiting, seen = deque([entry]), {entry}
    while waiting and len(pages) < limit:
        url = waiting.popleft()
        outline = look(url)
        if outline is None:
            continue
        pages[url] = outline
        fresh = dict.fromkeys(anchor.url for anchor in outline.anchors if anchor.url not in seen)
        seen.update(fresh)
        waiting.extend(fresh)
    return pages


# Structure-driven


TARGET_ALIKE = 0.75
"""How similar a page must be to the sample page to be a target."""
MAX_DEPTH = 4


def structure_driven(sampling: Look, crawling: Look, entry: str, example: str) -> None:
    """Crawl from `entry` along the patterns that led to pages like `example`."""
    model = sampling(example)
    if model is None:
        return
    pages = breadth_first(sampling, entry, SAMPLE)
    targets = {url for url, page in pages.items() if alike(page, model) >= TARGET_ALIKE}
    ways = _ways_to(targets, pages, entry)
    if not ways:
        crawling(entry)
        return
    # The shortest way of those that reach about as many targets as the best: roundabout ways reach copies of them.
    most = max(map(len, ways.values()))
    way = min((way for way in ways if 2 * len(ways[way]) >= most), key=lambda way: (len(way), -len(ways[way])))
    flips = [_flipping(step, pages) for step in ("", *way)]
    waiting, seen = deque([(entry, 0)]), {entry}
    while waiting:
        url, depth = waiting.popleft()
        outline = crawling(url)
        for anchor in outline.anchors if outline is not None else ():
            pattern = pattern_of(anchor.url)
            if anchor.url in seen:
                continue
            if depth < len(way) and pattern == way[depth]:
                seen.add(anchor.url)
                waiting.append((anchor.url, depth + 1))
            elif pattern in flips[depth]:
                seen.add(anchor.url)
                waiting.append((anchor.url, depth))


def _ways_to(targets: set[str], pages: dict[str, Outline], entry: str) -> dict[tuple[str, ...], set[str]]:
    """Sequences of patterns from the entry to targets, each with the targets at its end."""
    ways: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    # Addresses are kept in order, so that the same site always gives the same ways.
    reached: dict[tuple[str, ...], dict[str, None]] = {(): {entry: None}}
    for _ in range(MAX_DEPTH):
        onward: defaultdict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
        for way, urls in reached.items():
            for anchor in (anchor for url in urls for anchor in pages[url].anchors):
                pattern = pattern_of(anchor.url)
                if anchor.url in pages and pattern not in way and anchor.url != entry:
                    onward[*way, pattern][anchor.url] = None
        for way, urls in onward.items():
            # A step whose pages are not mostly targets leads further, one whose pages are is the end of a way.
            if 2 * len(urls.keys() & targets) > len(urls):
                ways[way] |= urls.keys() & targets
        best = sorted((way for way in onward if way not in ways), key=lambda way: -len(onward[way]))[:12]
        reached = {way: onward[way] for way in best}
    return ways


def _flipping(step: str, pages: dict[str, Outline]) -> set[str]:
    """Patterns of links with a number or "next" as text between pages that look alike, the first of them of `step`."""
    votes: defaultdict[str, list[bool]] = defaultdict(list)
    for url, page in pages.items():
        if step and pattern_of(url) != step:
            continue
        if not step and page is not next(iter(pages.values())):
            continue
        for anchor in page.anchors:
            if anchor.url in pages and anchor.url != url and _FLIP.fullmatch(anchor.text):
                votes[pattern_of(anchor.url)].append(alike(page, pages[anchor.url]) >= TARGET_ALIKE)
    return {pattern for pattern, found in votes.items() if 2 * sum(found) > len(found)}


# iRobot


CLUSTER_ALIKE = 0.75
MIN_PAGES = 3
"""Sampled pages without which a vertex is no kind of page."""
SIZE_SHARE = 0.25
"""Of the average page's text, what informative pages have at least."""
MAX_REPEATED = 0.5
"""Pages of a vertex that are pages of another under a second address, at most."""
TEMPLATE_SHARE = 0.1
"""Of the sampled pages, those that have a line that says nothing of the page it is on."""
ALIKE_TEXT = 0.8
CONNECTED = 0.6
"""Of the pairs of pages that links at one place join, how many they join in both directions."""

Arc = tuple[str, str]
"""Pattern and place of a link."""
Vertex = tuple[int, str]
"""Number of a layout, and pattern of the addresses."""


@dataclass
class Map:
    """The graph of a site: its vertices, and the links that are followed from pages of each layout."""

    pages: dict[Vertex, dict[str, Outline]] = field(default_factory=dict)
    arcs: defaultdict[int, dict[Arc, Vertex]] = field(default_factory=lambda: defaultdict(dict))


def irobot(sampling: Look, crawling: Look, entry: str) -> None:
    """Crawl from `entry` along the links that join informative kinds of pages."""
    sampled = _sampled(sampling, entry)
    graph = Map(_vertices(sampled))
    vertex_of = {url: vertex for vertex, pages in graph.pages.items() for url in pages}
    home = vertex_of.get(entry)
    if home is None:
        crawling(entry)
        return
    kept = _informative(graph.pages) | {home}
    vertex_of = {url: vertex for url, vertex in vertex_of.items() if vertex in kept}
    _span(graph, vertex_of, home)
    _add_flipping(graph, vertex_of)
    waiting, seen = deque([(entry, home)]), {entry}
    while waiting:
        url, vertex = waiting.popleft()
        outline = crawling(url)
        for anchor in outline.anchors if outline is not None else ():
            target = graph.arcs[vertex[0]].get((pattern_of(anchor.url), location_of(anchor.place)))
            if target is not None and anchor.url not in seen:
                seen.add(anchor.url)
                waiting.append((anchor.url, target))


def _sampled(look: Look, entry: str) -> dict[str, Outline]:
    """Pages from either end of a queue, at random: some near the entry, some far from it."""
    chance = random.Random(1)
    pages: dict[str, Outline] = {}
    waiting, seen = deque([entry]), {entry}
    while waiting and len(pages) < SAMPLE:
        url = waiting.popleft() if chance.random() < 0.5 else waiting.pop()
        outline = look(url)
        if outline is None:
            continue
        pages[url] = outline
        fresh = [one for one in dict.fromkeys(anchor.url for anchor in outline.anchors) if one not in seen]
        seen.update(fresh)
        chance.shuffle(fresh)
        waiting.extend(fresh)
    return pages


def _vertices(sampled: dict[str, Outline]) -> dict[Vertex, dict[str, Outline]]:
    """Pages by layout, one pass: each joins the layout it is most like; then by the pattern of their addresses."""
    centres: list[Outline] = []
    found: defaultdict[Vertex, dict[str, Outline]] = defaultdict(dict)
    for url, page in sampled.items():
        scores = [alike(centre, page) for centre in centres]
        layout = max(range(len(scores)), key=scores.__getitem__, default=-1)
        if layout < 0 or scores[layout] < CLUSTER_ALIKE:
            layout = len(centres)
            centres.append(page)
        found[layout, pattern_of(url)][url] = page
    return dict(found)


def _informative(vertices: dict[Vertex, dict[str, Outline]]) -> set[Vertex]:
    """Vertices with several pages, with much text, that are not those of another of their layout at second addresses.

    Of two vertices with the same pages, the one that repeats itself less stays, then the one with shorter addresses.
    """
    everything = [page for pages in vertices.values() for page in pages.values()]
    typical = mean(page.size for page in everything)
    counts = Counter(line for page in everything for line in page.lines)
    template = {line for line, count in counts.items() if count > max(2, TEMPLATE_SHARE * len(everything))}
    texts = {vertex: [page.lines - template for page in pages.values()] for vertex, pages in vertices.items()}
    texts = {vertex: [lines for lines in some if lines] for vertex, some in texts.items()}

    def rank(vertex: Vertex) -> tuple[float, float]:
        return len(set(texts[vertex])) / -max(1, len(texts[vertex])), mean(map(len, vertices[vertex]))

    kept: set[Vertex] = set()
    known: defaultdict[int, set[int]] = defaultdict(set)
    for vertex in sorted(vertices, key=rank):
        pages = vertices[vertex].values()
        if len(pages) < MIN_PAGES or mean(page.size for page in pages) < SIZE_SHARE * typical:
            continue
        if len({(page.size, page.lines) for page in pages}) < (1 - MAX_REPEATED) * len(pages):
            continue  # one page at many addresses: a login form
        repeated = sum(len(lines & known[vertex[0]]) > ALIKE_TEXT * len(lines) for lines in texts[vertex])
        if repeated <= MAX_REPEATED * len(texts[vertex]):
            kept.add(vertex)
            known[vertex[0]].update(*texts[vertex])
    return kept


def _span(graph: Map, vertex_of: dict[str, Vertex], home: Vertex) -> None:
    """Choose links as a spanning tree from the entry: those that reach most pages first, no vertex by two kinds."""
    links = {vertex: _links(graph.pages[vertex]) for vertex in dict.fromkeys([home, *vertex_of.values()])}
    reached = {home}
    while True:
        best: tuple[int, Vertex, Arc, Vertex] | None = None
        for vertex in sorted(reached):
            for arc, urls in links[vertex].items():
                targets = Counter(vertex_of[url] for url in urls if url in vertex_of)
                # A kind of link leads to one kind of page; if not, nothing can be said of it.
                target, count = targets.most_common(1)[0] if targets else (home, 0)
                if target not in reached and 2 * count > targets.total() and (best is None or count > best[0]):
                    best = (count, vertex, arc, target)
        if best is None:
            return
        graph.arcs[best[1][0]][best[2]] = best[3]
        reached.add(best[3])


def _links(pages: dict[str, Outline]) -> dict[Arc, dict[str, None]]:
    found: defaultdict[Arc, dict[str, None]] = defaultdict(dict)
    for page in pages.values():
        for anchor in page.anchors:
            found[pattern_of(anchor.url), location_of(anchor.place)][anchor.url] = None
    return found


def _add_flipping(graph: Map, vertex_of: dict[str, Vertex]) -> None:
    """Links at one place that join pages of one layout in both directions flip pages: connectivity."""
    joined: defaultdict[tuple[int, str], dict[tuple[str, str], None]] = defaultdict(dict)
    for url, vertex in vertex_of.items():
        for anchor in graph.pages[vertex][url].anchors:
            target = vertex_of.get(anchor.url)
            if target is not None and target[0] == vertex[0] and anchor.url != url:
                joined[vertex[0], location_of(anchor.place)][url, anchor.url] = None
    for (_, place), pairs in joined.items():
        if sum((there, here) in pairs for here, there in pairs) >= CONNECTED * len(pairs):
            for here, there in pairs:
                graph.arcs[vertex_of[here][0]].setdefault((pattern_of(there), place), vertex_of[there])
