"""Page flipping: which links of a page lead to further pages of the same list or thread (FoCUS, section 4.3.1).

Further pages have the address of the first one with a number in it, or with another number. That is a property of
strings; whether such a link really flips pages is told by its text (1 2 3 … 9), by its relation (`rel=next`), by an
arrow, or, where it stands alone and says only "Older posts", by the page it leads to.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import islice, takewhile

from lxml import etree

from thresher.knowledge.forms import path_of, query_of
from thresher.learn.links import LONG_TITLE, Spot, letters_in
from thresher.learn.shapes import bare, names_thing, skeleton

MAX_ADDED = 5
"""Parameters that the address of a further page has more than that of the first: IP.Board 3 writes out all four of the
usual order of its lists."""
MAX_ROW = 3
"""Elements around a link within which the other numbers of its row are."""
MAX_NUMBER = 7
"""Digits of a page or an offset."""
MIN_TITLES = 3
"""Links of a kind that are called what texts are: then none of them flips pages."""
_INSERTED = re.compile(
    # IP.Board 3 may write the usual order of its lists into the path: /page__sort_by__Z-A__st__30.
    r"([^0-9]{0,16}|[^0-9]{0,60}/(?:page|p|start|offset)[:=/_-]?|/page_[^/?]{0,100}_(?:page|start|st|offset)_{1,2})"
    rf"([0-9]{{1,{MAX_NUMBER}}})(/?|\.[a-z]{{2,5}})",
    re.I,
)
# Some themes say 'Page 2' to those who do not see it.
_COUNTED = re.compile(r"[\[(\s]*(?:(?:page|seite|p[aá]gina|strona|strana|side)\s+)?([0-9]{1,5})[\])\s.]*", re.I)
# At one end of what a link says: 'has > 10 replies' points nowhere.
_ARROW = re.compile(r"(?:^|\s)(?:[»›→⟩❯►▶⇒≫>]|&gt;)+(?:\s|$)|^\W*[»›→⟩❯►▶⇒≫]|(?:[»›→⟩❯►▶⇒≫>]|&gt;)\W*$")
_NEXT = re.compile(
    r"\b(?:next|older)\b|pagin|\bpag(?:er|ing)|pages?[-_]?(?:nav|link|num|list)|(?:^|\s)pages?(?:\s|$)", re.I
)
_NEXT_TEXT = re.compile(
    r"\W*(?:next|older|(?:view|show|load|see) (?:more|older)|weiter|mehr|nächste|ältere|suivante?s?|siguientes?"
    r"|próxim[ao]s?|volgende|avanti|successiv[ao])\W*(?:page|posts?|entries|messages|topics|threads|discussions|conversations|results"
    r"|seite|beiträge|einträge|themen|anzeigen|laden|articles?|página|pagina)?\W*",
    re.I,
)
"""All that such a link says, in a few languages; a title says more."""
_PREVIOUS_TEXT = re.compile(
    r"\W*(?:prev|previous|earlier|vorherige|frühere|précédente?s?|anterior(?:es)?|vorige|precedent[ei])\W*"
    r"(?:page|posts?|entries|articles?|seite|beiträge|einträge|página|pagina)?\W*",
    re.I,
)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_PARAMETER = re.compile(r"[A-Za-z_]+[:=]")
_SIZE = re.compile(r"(?:n|num|number|max|limit|rows|count|take|length|(?:page_?|list_?)?size|per_?page|results)", re.I)
"""What parameters are called that say how much is on a page."""
_FILE = re.compile(r"/index\.[a-z]{3,5}$", re.I)
_NUMBER_BEHIND = re.compile(r"[-_.,~][0-9]")
FIRSTS = ("0", "1")
"""Numbers of the first page, or of its first post."""
_COUNTER = re.compile(
    r"(?:^|[/,_-])(?:page|paged|pageno|pagenum|p|pg|start|st|offset|seite|pagina|strana|strona)[-_/=:]{0,2}$"
    r"|^[a-z]+page$",  # whichpage=2
    re.I,
)


class Sign(IntEnum):
    """How sure it is that a link flips pages."""

    NONE = 0
    """Only its address says so."""
    NEXT = 1
    """It calls itself the next one, or points there."""
    COUNTED = 2
    """It is one of a row of numbers that count as the addresses do."""


@dataclass(frozen=True, slots=True)
class Step:
    """How the address of a further page differs from that of the first."""

    name: str
    """The parameter in which they differ; empty if that is in the path."""
    before: str
    """What stands between the part they share and the number, and behind it."""
    after: str
    tail: str
    """What both addresses end with."""
    old: str = ""
    """The number that the first page had in its place."""
    beside: tuple[tuple[str, str], ...] = ()
    """Parameters that further pages have and the first has not: an order that is the usual one."""
    is_from_zero: bool = False
    """The address with the number 1 is a further page, too: pages are counted from 0, or the plain address shows the
    last of them."""
    is_carried: bool = False
    """The number is that of the list which led there, and says nothing of the page."""
    size: int = 0
    """What the number goes up by from page to page, where links with other numbers lead to single posts."""
    file: str = ""
    """What the first page ends with and further ones have not: /index.html goes on with /2.html."""

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells ways of stepping apart: in topic=7.0 the first number may change, or the second."""
        return self.name, self.before, self.after + (".#" if _NUMBER_BEHIND.match(self.tail) else "")

    @property
    def is_counter(self) -> bool:
        """Whether what stands before the number is a word for pages."""
        return bool(_COUNTER.search(self.name or self.before))


@dataclass(frozen=True, slots=True)
class Flips:
    """Links of one page that step in the same way."""

    step: Step
    sign: Sign
    urls: tuple[str, ...]
    """In the order of the page."""
    numbers: tuple[int, ...]
    texts: tuple[str, ...]

    @property
    def is_within(self) -> bool:
        """Whether the number that changes stands behind another, which names the thing: topic=7.15, thread-7-2.html."""
        pairs = zip(self.numbers, self.urls, strict=True)
        tail = re.escape(self.step.tail)
        return self.step.old in FIRSTS and all(re.search(rf"[0-9][-_.,~/]{one}{tail}$", url) for one, url in pairs)

    @property
    def first(self) -> str:
        """The nearest further page."""
        return next(iter(self.further), self.urls[-1])

    @property
    def further(self) -> tuple[str, ...]:
        """Further pages, the nearest first; page 1 of a list is mostly the list itself, which has a plainer address."""
        pairs = sorted(zip(self.numbers, self.urls, strict=True), key=lambda pair: (pair[0] < 2, pair))
        least = 0 if self.step.is_from_zero or self.step.old else 1
        return tuple(url for number, url in pairs if number > least)


def step_between(first: str, further: str) -> tuple[Step, int] | None:
    """How one leads from the address `first` to `further`, and the number there; None if it is no such pair.

    >>> step_between("http://f.example/t/5", "http://f.example/t/5/page/2")[0].before
    '/page/'
    >>> step_between("http://f.example/t.php?id=5", "http://f.example/t.php?id=5&p=2")[0].name
    'p'
    >>> step_between("http://f.example/t/5", "http://f.example/t/5/page-2?order=desc")[0].beside
    (('order', 'desc'),)
    >>> step_between("http://f.example/t/5", "http://f.example/t/5/?page=2")[0].name
    'page'
    >>> step_between("http://f.example/b/index.html", "http://f.example/b/2.html")[0].file
    '/index.html'
    >>> step_between("http://f.example/t/5", "http://f.example/user/anna") is None
    True
    """
    here, there = query_of(first), query_of(further)
    # Servers may take the last slash that links have, or add one.
    path, other = path_of(first).rstrip("/"), path_of(further).rstrip("/")
    if path != other:
        found = _path_difference(path, other) if _agree(here, there) else None
        if found is None or (not found[0].old and not path and found[0].before.count("/") > 2):
            return None
        step, number = found
        if _names_other(first, step):
            return None
        beside = tuple((name, value) for name, value in there.items() if name not in here)
        # Only what is called a page is one in spite of parameters: /board/5/page-2?by=Z-A, but not /tag/2?view=all.
        if beside and (len(beside) >= MAX_ADDED or not step.is_counter):
            return None
        return replace(step, beside=beside), number
    added = there.keys() - here.keys()
    changed = [name for name in here.keys() & there.keys() if here[name] != there[name]]
    if here.keys() - there.keys() or bool(added) == bool(changed) or len(changed) > 1 or len(added) > MAX_ADDED:
        return None
    numbers = [name for name in added if there[name].isascii() and there[name].isdigit()]
    # min=20&num=20: the second says how much a page has, and so the first what it begins with.
    sized = [name for name in numbers if not _SIZE.fullmatch(name)] if len(numbers) > 1 else numbers
    is_sized, numbers = len(sized) < len(numbers), sized
    if len(numbers) > 1 or len(added) > 2:  # postdays=0&postorder=asc&start=15: what is called like a counter is one
        called = [name for name in numbers if _COUNTER.search(name)]
        numbers = called or [name for name in numbers if is_sized and int(there[name]) > 1]
    if added:
        if len(numbers) != 1 or len(there[numbers[0]]) > MAX_NUMBER:
            return None
        beside = tuple((name, there[name]) for name in added - set(numbers))
        return Step(numbers[0], "", "", "", beside=beside), int(there[numbers[0]])
    name = changed[0]
    return _difference(name, here[name], there[name])


def _path_difference(first: str, further: str) -> tuple[Step, int] | None:
    """The same for paths; the first page may have the name of the file that servers show for a folder."""
    found = _difference("", first, further)
    file = _FILE.search(first) if found is None else None
    plain = _difference("", first[: file.start()], further) if file is not None else None
    return (replace(plain[0], file=file[0]), plain[1]) if file is not None and plain is not None else found


def _names_other(first: str, step: Step) -> bool:
    """Whether what was put into an address that names nothing, or ends with a name, is the name of something: /forum/
    lists the last posts of threads, and /forum/topic/a-walk/page/4 is a page of one of these. Behind a number, a name
    may be its own: /topic/5 and /topic/5/a-walk/page/2.
    """
    is_other = _ends_with_name(first) or not names_thing(skeleton(first))
    return is_other and any(names_thing(bare(one)) for one in _inserted(step))


def _inserted(step: Step) -> list[str]:
    """The folders that a step puts into an address."""
    # What is called something is a parameter, wherever it stands: /list/sort:newest-first/page:2.
    return [segment for segment in step.before.strip("/").split("/")[:-1] if not _PARAMETER.match(segment)]


def _is_of_linked(first: str, step: Step, linked: frozenset[str]) -> bool:
    """Whether what was put into an address makes another one that is `linked`, too: a thread may be called by one word,
    /tools/help, and have pages of its own, /tools/help/page-2.
    """
    inner = _inserted(step) if linked else []
    return bool(inner) and "/".join([path_of(first).rstrip("/"), *inner]) in linked


def _ends_with_name(url: str) -> bool:
    shape = skeleton(url)
    return names_thing(shape) and "#" not in shape.rpartition("/")[2]


def flips_on(url: str, spots: Iterable[Spot]) -> list[Flips]:
    """Ways in which links of the page at `url` may lead to further pages of it, the surest first."""
    found: defaultdict[tuple[str, str, str], list[tuple[Step, int, Spot]]] = defaultdict(list)
    spots = list(spots)
    # Behind a number, a name may be that of the page itself.
    linked = frozenset(path_of(spot.url).rstrip("/") for spot in spots) if _ends_with_name(url) else frozenset()
    for spot in spots:
        stepped = step_between(url, spot.url) if spot.url != url else None
        if stepped is not None and not _is_of_linked(url, stepped[0], linked):
            found[stepped[0].key].append((*stepped, spot))
    flips = [_surest(steps) for steps in found.values()]
    # Page 1 is the page itself; if that is all there is, there are no further ones.
    return sorted((one for one in flips if one.further), key=lambda one: -one.sign)


def _surest(steps: list[tuple[Step, int, Spot]]) -> Flips:
    """Links that step alike, with the same parameters beside the number: other orders of a list may keep its page."""
    # Those parameters are part of the way only where there is none without them.
    least = min(len(step.beside) for step, _, _ in steps)
    alike: defaultdict[tuple[tuple[str, str], ...], list[tuple[Step, int, Spot]]] = defaultdict(list)
    for one in steps:
        if len(one[0].beside) == least:
            alike[tuple(sorted(one[0].beside))].append(one)
    ways = [_flips(some[0][0], [(number, spot) for _, number, spot in some]) for some in alike.values()]
    return max(ways, key=lambda one: (one.sign, bool(one.further)))


def _flips(step: Step, steps: list[tuple[int, Spot]]) -> Flips:
    counted = [(int(found[1]), number, spot) for number, spot in steps if (found := _COUNTED.fullmatch(spot.text))]
    sign = _sign(step, steps, counted)
    if sign is Sign.COUNTED:
        size = _size_of({(shown, number) for shown, number, _ in counted})
        alike = [(number, spot) for number, spot in steps if (number - counted[0][1]) % size == 0]
        if len(alike) < len(steps) and counted[0][1] % size == 0:
            step = replace(step, size=size)
        steps = alike
    if not step.old:
        is_from_zero = _counts_from_zero(counted) if sign is Sign.COUNTED else _leads_to_first(step, steps)
        step = replace(step, is_from_zero=is_from_zero)
    return Flips(
        step,
        sign,
        tuple(spot.url for _, spot in steps),
        tuple(number for number, _ in steps),
        tuple(spot.text for _, spot in steps),
    )


def _counts_from_zero(counted: list[tuple[int, int, Spot]]) -> bool:
    """Whether page 1 is none that the plain address shows: 2 leads to page 1, or the page shown is not the first."""
    if any(number == 1 and shown == 2 for shown, number, _ in counted):
        return True
    linked = {shown for shown, _, _ in counted}
    if 1 not in linked:
        return False
    links = {spot.element for _, _, spot in counted}
    rows = {row for spot in links if (row := _row_of(spot, links)) is not None}
    texts = [str(text).strip() for row in rows for text in row.itertext()]
    here = {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < MAX_NUMBER} - linked
    return any(number > 1 and number - 1 in linked for number in here)


def _row_of(link: etree._Element, links: set[etree._Element]) -> etree._Element | None:
    """The row of numbers that one of `links` is in: the nearest element around it with another of them."""
    around = islice(link.iterancestors(), MAX_ROW)
    return next(
        (above for above in around if any(inner is not link and inner in links for inner in above.iter("a"))), None
    )


def _leads_to_first(step: Step, steps: list[tuple[int, Spot]]) -> bool:
    """The same where links have no numbers: the next page of the first is page 2, or one counts from 0 or backwards."""
    spots = [spot for number, spot in steps if number == 1]
    # Where there is one page only, some write arrows in both directions that lead to it.
    is_one = len(spots) == 1 and bool(spots[0].text or spots[0].rel) and leads_on(step, spots[0])
    return is_one and all(number != 2 for number, _ in steps)


def _sign(step: Step, steps: list[tuple[int, Spot]], counted: list[tuple[int, int, Spot]]) -> Sign:
    pairs = {(shown, number) for shown, number, _ in counted}
    if pairs and _count_alike(pairs) and _stand_together([spot for _, _, spot in counted]):
        # Years go up as pages do: they are a way on where there is no other.
        are_years = all(shown == number and _YEAR.fullmatch(str(shown)) for shown, number in pairs)
        return Sign.NEXT if are_years else Sign.COUNTED
    titles = {spot.text for _, spot in steps if letters_in(spot.text) >= LONG_TITLE}
    if len(titles) >= MIN_TITLES:
        return Sign.NONE  # /blog/?p=80 is a post, whatever p is elsewhere
    if step.is_counter or any(leads_on(step, spot) for _, spot in steps):
        return Sign.NEXT
    return Sign.NONE


def _count_alike(pairs: set[tuple[int, int]]) -> bool:
    """Whether what is shown and what the address says go up together: 2 3 4 and 2 3 4, or 10 20 30."""
    ordered = sorted(pairs)
    if len({shown for shown, _ in pairs}) != len(pairs):
        return False
    if len(ordered) == 1:
        shown, number = ordered[0]
        return number in (shown, shown - 1) or (shown > 1 and number % (shown - 1) == 0)
    (first, low), (last, high) = ordered[0], ordered[-1]
    size, rest = divmod(high - low, last - first)
    return rest == 0 and size > 0 and all(number == low + size * (shown - first) for shown, number in ordered)


def _size_of(pairs: set[tuple[int, int]]) -> int:
    """What the numbers go up by where the row does by one: where 2 leads to /15 and 3 to /30, /7 is a single post."""
    (first, low), (last, high) = min(pairs), max(pairs)
    return (high - low) // (last - first) if last > first else 1 if low in (first, first - 1) else low // (first - 1)


def _stand_together(spots: list[Spot]) -> bool:
    """Whether links stand in one small part of the page, or two like it, and not one in each record."""
    homes = {spot.element.getparent() for spot in spots}
    if len(homes) == 1 or len(spots) == 1:
        return True
    upper = {home.getparent() for home in homes if home is not None}
    return len(upper) <= max(2, len(spots) // 2)


def says_next(spot: Spot) -> bool:
    """Whether a link calls itself the next one, or points there."""
    if "next" in spot.rel.split():
        return True
    if len(spot.text) <= 24 and (_ARROW.search(spot.text) or _NEXT_TEXT.fullmatch(spot.text)):
        return True
    around = [spot.element, *islice(spot.element.iterancestors(), 3)]
    return any(_NEXT.search(element.get(name) or "") for element in around for name in ("class", "id"))


def leads_on(step: Step, spot: Spot) -> bool:
    """Whether a link says that it leads to a further page. What comes before the first page of a blog is older."""
    return says_next(spot) or (not step.old and _says_previous(spot))


def _says_previous(spot: Spot) -> bool:
    return "prev" in spot.rel.split() or (len(spot.text) <= 24 and _PREVIOUS_TEXT.fullmatch(spot.text) is not None)


def called_next(spots: Iterable[Spot]) -> list[str]:
    """Where links lead that say they are the next, each of them with a text that no other link has; then the second of
    a row of numbers.
    """
    by_url = {spot.url: spot for spot in spots}
    texts = Counter(spot.text for spot in by_url.values())
    alone = [spot for spot in by_url.values() if spot.text and texts[spot.text] == 1]
    # In a pager that leads both ways what is before comes last: of some blogs that is older.
    onwards = sorted(filter(says_next, alone), key=_says_previous)
    found = [*onwards, *(spot for spot in alone if spot.text == "2" and "3" in texts)]
    return list(dict.fromkeys(spot.url for spot in found))


def _difference(name: str, first: str, further: str) -> tuple[Step, int] | None:
    """What was put into `first` to make `further`, if that is one number with little around it."""
    head = _beginning(first, further)
    rest = [text[len(head) :] for text in (first, further)]
    if (any(text[:1].isdigit() for text in rest) and head[-1:].isdigit()) or all(text[:1].isdigit() for text in rest):
        head = head.rstrip("0123456789")
    rest = [text[len(head) :] for text in (first, further)]
    tail = _beginning(*(text[::-1] for text in rest))[::-1]
    inner = [text[: len(text) - len(tail)] for text in rest]
    if tail[:1].isdigit() and any(text[-1:].isdigit() for text in inner):
        tail = tail.lstrip("0123456789")
        inner = [text[: len(text) - len(tail)] for text in rest]
    put = _INSERTED.fullmatch(inner[1])
    if put is None or not (inner[0] == "" or (inner[0].isdigit() and not put[1] and not put[3])):
        return None
    return Step(name, put[1], put[3], tail, inner[0]), int(put[2])


def _beginning(one: str, other: str) -> str:
    """What both texts begin with."""
    count = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return one[:count]


def _agree(here: dict[str, str], there: dict[str, str]) -> bool:
    return all(there.get(name, value) == value for name, value in here.items())
