"""The links of a page, grouped: by the kind of address they have and the place where they stand.

Links of one function stand at one place of each record: the titles in the first column, the last posters in the
fourth. FoCUS aligns trees to find that out; tag paths say the same in one pass.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Set
from dataclasses import dataclass, field
from functools import cached_property

from lxml import etree

from thresher.knowledge.forms import query_of
from thresher.knowledge.noise import judge
from thresher.learn.shapes import ENDING, SCRIPT, is_mixed, is_name, is_program, names_thing, skeleton, tokens_of
from thresher.page import base_of, join, origin_of

MAX_LINKS = 5000
MAX_TEXT = 200
"""Characters of one link's text that count: a linked paragraph is not a long title."""
LONG_TITLE = 15
"""Letters of the titles of texts, the mean."""
_NUMBERS = re.compile(r"[0-9]+")
_WORDS = re.compile(r"[^\W\d_]+")
_PLAIN = re.compile(r"[\w#-]+")
_HEADING = re.compile(r"/h[1-6](?:[./]|$)")
_FIRST_WORD = re.compile(r"([a-z]+)/([a-z]+/#(?:\.[a-z]+)?|index\.[a-z]+)", re.I)
JOINED = 2
"""More words than that at one place of an address are names."""
_LIST_TAGS = frozenset({"td", "th", "dd", "dt"})


@dataclass(frozen=True, slots=True)
class Spot:
    """A link where it stands."""

    url: str
    text: str
    place: str
    """The tags from the root to the link, the classes of the innermost, the column in a table."""
    element: etree._Element = field(repr=False, compare=False)
    rel: str = ""

    @property
    def is_marked(self) -> bool:
        """Whether it leads to a mark with a number that its address has, too: `?goto=501#post501`."""
        numbers = _NUMBERS.findall((self.element.get("href") or "").partition("#")[2])
        return len(numbers) == 1 and numbers[0] in _NUMBERS.findall(self.url.partition("//")[2].partition("/")[2])


@dataclass(frozen=True)
class LinkGroup:
    """Links with addresses of one kind; those that nothing tells apart by their address stand at one place, too."""

    shape: str
    place: str
    """Empty where links of several places are together."""
    spots: tuple[Spot, ...]

    @cached_property
    def titles(self) -> dict[str, str]:
        """Each address with the text of most letters that leads there: dates may be longer than titles.

        What most links are called, such as Last post, is no title where there is another text.
        """
        found: dict[str, str] = {}
        for spot in self.spots:
            if self._worth(spot.text) >= self._worth(found.get(spot.url, "")):
                found[spot.url] = spot.text
        return found

    def _worth(self, text: str) -> tuple[bool, int]:
        return text not in self._labels and any(map(str.isalpha, text)), letters_in(text)

    @cached_property
    def _labels(self) -> frozenset[str]:
        """Texts that lead to most of the addresses."""
        counts = Counter(text for _, text in {(spot.url, spot.text) for spot in self.spots})
        total = len({spot.url for spot in self.spots})
        return frozenset(text for text, count in counts.items() if total > JOINED and 2 * count > total)

    @property
    def is_heading(self) -> bool:
        """Whether most of the links stand in headings."""
        inside = sum(1 for spot in self.spots if _HEADING.search(spot.place))
        return 2 * inside > len(self.spots)

    @property
    def lists_texts(self) -> bool:
        """Whether its links are several, and called what texts are: people, tags and months have shorter names."""
        return len(self.titles) > 2 and self.characters >= LONG_TITLE * len(self.titles)

    @property
    def says_when(self) -> bool:
        """Whether its links are called by days and times, with words that most have: what is left says less than a text
        is called.
        """
        words = [set(_WORDS.findall(title.lower())) for title in self.titles.values()]
        counts = Counter(word for some in words for word in some)
        own = sum(len(word) for some in words for word in some if 2 * counts[word] <= len(words))
        return own < LONG_TITLE * len(words)

    @property
    def is_labelled(self) -> bool:
        """Whether one text leads to most of its addresses: Reply, below each thread of a list."""
        return bool(self._labels)

    @property
    def says_nothing(self) -> bool:
        """Whether its links, which lead to several pages, are all called the same: Last post."""
        return len(self.titles) > 1 and len(set(self.titles.values())) == 1

    @cached_property
    def characters(self) -> int:
        """Letters in all different titles: how much this group says. Dates and "read more" are no titles."""
        return sum(map(letters_in, set(self.titles.values())))


def letters_in(text: str) -> int:
    return sum(map(str.isalpha, text))


def spots_of(root: etree._Element, url: str) -> list[Spot]:
    """All links inside the site of `url`, in document order."""
    base = base_of(root, url)
    origin = f"{origin_of(url)}/"
    places: dict[etree._Element, str] = {}
    found: list[Spot] = []
    for element in root.iter("a", "link"):
        href = element.get("href")
        if not href or href.startswith("#"):
            continue
        if element.tag == "link" and "next" not in (element.get("rel") or "").lower().split():
            continue
        address = join(base, href)
        if address is None or not address.startswith(origin):
            continue
        text = " ".join(" ".join(map(str, element.itertext())).split())[:MAX_TEXT]
        found.append(Spot(address, text, _place_of(element, places), element, (element.get("rel") or "").lower()))
        if len(found) >= MAX_LINKS:
            break
    return found


def groups_of(spots: list[Spot]) -> list[LinkGroup]:
    """Groups, those with the longest titles first."""
    found: defaultdict[tuple[str, str], list[Spot]] = defaultdict(list)
    shapes = _joined(Counter(skeleton(url) for url in {spot.url for spot in spots}))
    shapes = _joined_by_place(spots, shapes)
    mixed = _mixed_folders(spots)
    for spot in spots:
        shape = shapes[skeleton(spot.url)]
        # An address that is all name says nothing of its kind: /about/ and /a-walk/.
        is_one = is_telling(shape) and not (shape.endswith("/*") and shape.removesuffix("/*") in mixed)
        found[shape, "" if is_one else spot.place].append(spot)
    groups = [LinkGroup(shape, place, tuple(some)) for (shape, place), some in found.items()]
    return sorted(groups, key=lambda group: -group.characters)


def by_place(group: LinkGroup) -> list[LinkGroup]:
    """The same links in groups by the places where they stand."""
    places = dict.fromkeys(spot.place for spot in group.spots)
    return [LinkGroup(group.shape, one, tuple(spot for spot in group.spots if spot.place == one)) for one in places]


def _mixed_folders(spots: list[Spot]) -> set[str]:
    """Folders with pages to log in or to search: what else is right in them may be of any kind, as at the root."""
    words = {shape: spot.url for spot in spots if not names_thing(shape := skeleton(spot.url)) and "/" in shape}
    return {
        shape.rpartition("/")[0] for shape, url in words.items() if "?" not in shape and judge(url).verdict == "skip"
    }


def _joined(shapes: Counter[str]) -> dict[str, str]:
    """Shapes that differ only in the word at the end of the path, as one: /user/anna and /user/ben are /user/*.

    `shapes` says how many addresses have each: a number behind a word is part of a name where it is the only one, and
    others have names without: /user/dora42 is one of /user/* as well.
    """
    families: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    for shape in shapes:
        families[_family(shape)].add(shape)
    joined: dict[str, str] = {}
    for (folder, ending, query), some in families.items():
        name = f"{folder}/*{ending}{query}"
        numbers = name.count("#")
        plain = {shape for shape in some if shape.count("#") == numbers}
        numbered = {shape for shape in some - plain if shapes[shape] == 1 and _is_numbered_name(shape, numbers)}
        # Words before .php are functions of the site, not names.
        is_one = folder and not SCRIPT.fullmatch(ending) and (len(some) > JOINED or any("*" in shape for shape in some))
        ours = plain | (numbered if len(plain) > JOINED else set())
        joined |= {shape: name if is_one and shape in ours else shape for shape in some}
    return joined


def _is_numbered_name(shape: str, numbers: int) -> bool:
    """Whether the last word of a path is a name with a number behind it, and what is before has `numbers` of them."""
    last = shape.partition("?")[0].rpartition("/")[2]
    stem = ENDING.sub("", last)
    return shape.count("#") == numbers + 1 and stem.endswith("#") and is_name(stem[:-1])


def _joined_by_place(spots: list[Spot], joined: dict[str, str]) -> dict[str, str]:
    """The same for a word further ahead: where /c/old-tools/5 stands and is /c/*/#, /c/engines/3 is one of these."""
    families: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    functions = _functions(spots)
    for place, shape in {(spot.place, joined[skeleton(spot.url)]) for spot in spots}:
        for name in _with_any_name(shape, functions):
            families[place, name].add(shape)
    names: dict[str, str] = {}
    for (_, name), some in sorted(families.items()):
        if len(some) > 1 and (name in some or len(some) > JOINED):
            names |= {shape: name for shape in some if shape not in names}
    return {shape: names.get(other, other) for shape, other in joined.items()}


def _functions(spots: list[Spot]) -> frozenset[str]:
    """Parameters by which one logs in or searches: their words are functions of the site, and no names."""
    urls = {spot.url for spot in spots if "?" in spot.url}
    return frozenset(name for url in urls if judge(url).verdict == "skip" for name in query_of(url))


def _with_any_name(shape: str, functions: Set[str]) -> list[str]:
    """A shape that names one thing, with any name in the place of one of its words.

    The first word says what it is, unless another one does: /tools/topic/5; or it is a folder that says nothing else:
    /tools/index.html. A word alone may be the name, if it is what a parameter of a program says:
    talk.cgi?board=engines.
    """
    tokens = tokens_of(shape)
    places = [
        place
        for place in range(2, len(tokens), 2)
        if tokens[place - 1] in "/=~" and (tokens[place] == "*" or is_name(tokens[place]) or is_mixed(tokens[place]))
    ]
    drawn = ["*" if is_mixed(token) else token for token in tokens]
    # Beside the name of a board a short one may be drawn for each thread: /b/engines/gex7o/a-walk.
    found = ((place, [*some[:place], "*", *some[place + 1 :]]) for place in places for some in (tokens, drawn))
    led = _FIRST_WORD.fullmatch(shape)
    first = [f"*/{led[2]}"] if led is not None and is_name(led[1]) else []
    return first + [
        "".join(some)
        for place, some in found
        if tokens[place - 1] == "~"
        or names_thing("".join(tokens[:place] + tokens[place + 1 :]))
        or _is_alone(tokens, place, functions)
    ]


def _is_alone(tokens: list[str], place: int, functions: Set[str]) -> bool:
    """Whether a word is all that the only parameter of a program says."""
    is_only = tokens[place - 1] == "=" and place == len(tokens) - 1 and tokens.count("=") == 1
    return is_only and is_program("".join(tokens[: tokens.index("?")])) and tokens[place - 2] not in functions


def _family(shape: str) -> tuple[str, str, str]:
    path, mark, query = shape.partition("?")
    folder, _, last = path.rpartition("/")
    ending = ENDING.search(last)
    return folder, ending[0] if ending else "", mark + query


def is_telling(shape: str) -> bool:
    """Whether addresses of a shape are of one kind wherever they stand: it has a number, or more than a name.

    Where one program shows all pages, the name of each may be all of the query: index.php?members-list/.
    """
    path, _, query = shape.partition("?")
    segments = [segment for segment in path.split("/") if segment]
    if is_program(path) and query.strip("/") == "*":
        return False
    return "#" in shape or bool(query) or shape.startswith("~") or (len(segments) > 1 and segments[0] != "*")


def _place_of(element: etree._Element, places: dict[etree._Element, str]) -> str:
    """The tag path; parents of links are shared by many of them, and so kept."""
    parent = element.getparent()
    name = str(element.tag) + _classes(element)
    return name if parent is None else f"{_path_of(parent, places)}/{name}"


def _path_of(element: etree._Element, places: dict[etree._Element, str]) -> str:
    known = places.get(element)
    if known is None:
        parent = element.getparent()
        name = str(element.tag)
        if name in _LIST_TAGS:
            name += f"[{sum(1 for _ in element.itersiblings(name, preceding=True)) + 1}]"
        else:
            name += _classes(element)
        known = places[element] = name if parent is None else f"{_path_of(parent, places)}/{name}"
    return known


def _is_named_after(item: etree._Element, token: str) -> bool:
    """Whether a class of an item of a list ends with what the first link in it ends with."""
    link = item.find(".//a[@href]") if item.tag == "li" else None
    name = (link.get("href") or "").rstrip("/").rpartition("/")[2] if link is not None else ""
    return len(name) > 2 and token.endswith(name)


def _classes(element: etree._Element) -> str:
    """The first class of an element, its numbers as #: what follows often says odd or even, new or old.

    In menus a class may name what the item leads to; that tells items of one kind apart, and is left out.
    """
    tokens = (element.get("class") or "").split()
    first = [token for token in tokens[:2] if not _is_named_after(element, token)][:1]
    plain = _PLAIN.match(_NUMBERS.sub("#", first[0])) if first else None
    return f".{plain[0]}" if plain else ""
