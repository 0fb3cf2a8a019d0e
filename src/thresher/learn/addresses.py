"""Addresses → the form they have in common, in the language of `knowledge.forms`.

Top-down, as FoCUS refines its patterns (section 4.3.2): all addresses are parted by how many segments and which
parameters they have, then by words that many of them share; what is left in each part is described piece by piece.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from thresher.learn.shapes import (
    DIGITS,
    ENDING,
    LED,
    Parts,
    bare,
    is_drawn,
    is_inner,
    is_mixed,
    parts_of,
    query_text,
    trailed_by,
)

MIN_SHARE = 0.2
"""Of the addresses of a set, what a form must cover; smaller ones are likely mistakes of the set."""
LETTERS = "abcefghjklnopqrstuvwxz"
"""Names for what has none; y, m and d are dates."""
MAX_DEPTH = 12
"""Segments of a path beyond which nothing is learned."""

_MEANING = re.compile(r"[*#{}\[\]&?=!%]")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


@dataclass(frozen=True, slots=True)
class LearnedForm:
    """A form, and the addresses it was learned from."""

    text: str
    urls: tuple[str, ...]
    is_loose: bool
    """Nothing in it is fixed but the number of its parts: other pages of the site may well have it too."""


def forms_of(urls: Iterable[str], root: str, min_share: float = MIN_SHARE, shape: str = "") -> list[LearnedForm]:
    """Forms, relative to the folder `root`, that the addresses have, those that most have first.

    Where their `shape` has a name, they may have any, even if those that were seen have the same.
    """
    any_name = frozenset(place for place, text in enumerate(_texts_in(shape)) if text == "*")
    read = {url: parts_of(url) for url in dict.fromkeys(urls) if url.startswith(root)}
    known = read
    skipped = len(parts_of(root).segments)
    clusters: defaultdict[tuple[int, tuple[str, ...]], list[str]] = defaultdict(list)
    for url, parts in known.items():
        if len(parts.segments) <= MAX_DEPTH:
            clusters[len(parts.segments), parts.names].append(url)
    least = min_share * len(known)
    found = [part for cluster in clusters.values() for part in _parted(cluster, known, 0, least, any_name)]
    forms = [_form_of(part, known, skipped, any_name) for part in found if len(part) > least or len(found) == 1]
    return sorted(forms, key=lambda form: -len(form.urls))


def _texts_in(shape: str) -> list[str]:
    """Segments and values of a shape, in the order of `Parts.texts`."""
    path, _, query = shape.partition("?")
    return path.split("/") + [value for pair in query.split("&") for _, mark, value in [pair.partition("=")] if mark]


def _parted(urls: list[str], known: dict[str, Parts], place: int, least: float, any_name: Set[int]) -> list[list[str]]:
    """`urls`, which have equally many parts, split by the words that many of them share."""
    if not urls or place >= len(known[urls[0]].texts):
        return [urls] if urls else []
    words = {url: bare(known[url].texts[place]) for url in urls}
    counts = Counter(words.values())
    is_word = place not in any_name
    shared = [word for word, count in counts.items() if count > max(least, 1) and "*" not in word and is_word]
    rest = [url for url in urls if words[url] not in shared]
    parts = [[url for url in urls if words[url] == word] for word in shared]
    return [part for group in (*parts, rest) for part in _parted(group, known, place + 1, least, any_name)]


def _form_of(urls: list[str], known: dict[str, Parts], skipped: int, any_name: Set[int]) -> LearnedForm:
    rows = [known[url] for url in urls]
    columns = list(zip(*(row.texts for row in rows), strict=True))
    described = [describe(column) for column in columns]
    pieces = [
        Piece("any") if place in any_name and piece.kind == "fixed" else piece for place, piece in enumerate(described)
    ]
    names = _named(pieces, columns)
    texts = [_written(piece, name) for piece, name in zip(pieces, names, strict=True)]
    count = len(rows[0].segments)
    path = "/".join(texts[skipped:count])
    # The mark behind the name of a piece in the query means nothing: `,page=`.
    query = query_text([name if is_inner(name) else written(name) for name in rows[0].names], texts[count:])
    is_loose = not any(piece.kind == "fixed" or piece.has_number for piece in pieces[skipped:])
    return LearnedForm(path + (f"?{query}" if query else ""), tuple(urls), is_loose)


@dataclass(frozen=True, slots=True)
class Piece:
    """What a segment or a value looks like in all of the addresses."""

    kind: str
    """fixed, number, led (`5-title`), counted (`thread-5-1-1`), trailed (`title-5`), name, any (a name or a number)"""
    before: str = ""
    after: str = ""

    @property
    def has_number(self) -> bool:
        return self.kind in ("number", "led", "counted", "trailed")


def describe(column: Sequence[str]) -> Piece:
    """The closest description that fits all texts of a column.

    >>> describe(["about201.html", "about18.html"]).before, describe(["5-a", "6-b-c"]).kind
    ('about', 'led')
    """
    first = column[0]
    # What looks like the name or number of one thing is one, even if all of these have the same.
    if all(text == first for text in column) and not _names_one(first):
        return Piece("fixed", first)
    if all(text.isascii() and text.isdigit() for text in column):
        return Piece("number")
    before, after = _common(column) if len(set(column)) > 1 else _around_number(first)
    if before + after and all(DIGITS.fullmatch(text[len(before) : len(text) - len(after)]) for text in column):
        return Piece("number", before, after)
    led = [LED.fullmatch(text) for text in column]
    if len({DIGITS.sub("#", text) for text in column}) == 1 and led[0] and led[0][1]:
        # What stands behind is no title: a page of the thread, and of the list that led there.
        return Piece("counted", led[0][1], _numbers_behind(column))
    if all(led) and len({(m[1], m[3]) for m in led if m}) == 1 and led[0] and _tells([m[2] for m in led if m], column):
        return Piece("led", led[0][1], led[0][3])
    endings = {(ENDING.search(text) or [""])[0] for text in column}
    trailed = [trailed_by(ENDING.sub("", text)) for text in column]
    joints = {m[2] + m[3] for m in trailed if m}
    if all(trailed) and len(joints) == len(endings) == 1 and _tells([m[4] for m in trailed if m], column):
        return Piece("trailed", joints.pop(), endings.pop())
    # Of names that are drawn from letters and digits, some happen to have digits only.
    if any(text.isascii() and text.isdigit() for text in column) or all(map(is_drawn, column)) or _are_short(column):
        return Piece("any")
    mark = "~" if all(text.startswith("~") for text in column) else ""
    return Piece("name", mark, endings.pop() if len(endings) == 1 else "")


def _numbers_behind(column: Sequence[str]) -> str:
    """What stands behind the first number of texts that differ in nothing but numbers: `-1-#.html`."""
    rows = [DIGITS.findall(text)[1:] for text in column]
    numbers = iter([same.pop() if len(same := set(some)) == 1 else "#" for some in zip(*rows, strict=True)])
    behind = column[0][next(DIGITS.finditer(column[0])).end() :]
    return DIGITS.sub(lambda _: next(numbers), behind)


def _are_short(column: Sequence[str]) -> bool:
    """Whether most texts are short names that a program drew: letters before a number, or on both sides of one."""
    return 2 * sum(is_mixed(bare(text)) for text in column) > len(column)


def _names_one(text: str) -> bool:
    """Whether a text looks like the name or number of one thing."""
    return bool(set("*#") & set(bare(text.replace("#", "").replace("*", ""))))


def written(text: str) -> str:
    """A text as it stands in a form: characters that mean something there are escaped."""
    return _MEANING.sub(lambda found: f"%{ord(found[0]):02X}", text)


def _tells(numbers: Sequence[str], column: Sequence[str]) -> bool:
    """Whether the numbers in some texts tell most of these apart; the year in 2025-March does not."""
    return 2 * len(set(numbers)) > len(set(column))


def _around_number(text: str) -> tuple[str, str]:
    """What stands around the number in a text that is a short word with one."""
    found = re.fullmatch(r"(#?[a-zA-Z]{1,12}[-_:]?)[0-9]+(\.[a-z]{2,5})?", text) if "*" not in bare(text) else None
    return (found[1], found[2] or "") if found else ("", "")


def _common(column: Sequence[str]) -> tuple[str, str]:
    """What all texts begin and end with, digits apart."""
    first, last = min(column), max(column)
    length = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    before = first[:length].rstrip("0123456789")
    backward = [text[len(before) :][::-1] for text in column]
    first, last = min(backward), max(backward)
    length = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    after = first[:length].rstrip("0123456789")[::-1]
    return before, after


def _named(pieces: list[Piece], columns: list[tuple[str, ...]]) -> list[str]:
    """A name for each piece that says which page it is; empty for those that say nothing about it.

    A number that no two addresses share is enough. Otherwise all that differs counts.
    """
    varying = [place for place, piece in enumerate(pieces) if piece.kind != "fixed"]
    dates = _dates(pieces, columns)
    # A number of its own names the thing; one that a title ends with may as well be part of the title.
    for place in sorted(varying, key=lambda place: pieces[place].kind == "trailed"):
        values = [_number_in(text, pieces[place]) for text in columns[place]]
        is_id = pieces[place].has_number and place not in dates and len(set(values)) == len(values) > 1
        if is_id:
            letters = iter(LETTERS)
            # A number that all addresses so far share may be a part of the name: nobody has seen that it is not.
            return [
                "id" if other == place else next(letters, "") if _is_shared(pieces[other], columns[other]) else ""
                for other in range(len(pieces))
            ]
    names = iter(LETTERS)
    return [dates.get(place) or (next(names, "") if place in varying else "") for place in range(len(pieces))]


def _is_shared(piece: Piece, column: tuple[str, ...]) -> bool:
    return piece.has_number and len({_number_in(text, piece) for text in column}) == 1


def _dates(pieces: list[Piece], columns: list[tuple[str, ...]]) -> dict[int, str]:
    """Places of year, month and day: `/2023/05/17/a-walk`."""
    for place, (piece, column) in enumerate(zip(pieces, columns, strict=True)):
        plain = piece.kind == "number" and not piece.before + piece.after
        if (plain or piece.kind == "fixed") and all(map(_YEAR.fullmatch, column)):
            found = {place: "y"}
            for name, most in (("m", 12), ("d", 31)):
                following = place + len(found)
                if following < len(columns) and all(
                    text.isascii() and text.isdigit() and 0 < int(text) <= most and len(text) < 3
                    for text in columns[following]
                ):
                    found[following] = name
                else:
                    break
            if len(found) > 1:
                return found
    return {}


def _number_in(text: str, piece: Piece) -> str:
    if piece.kind in ("led", "counted"):
        found = LED.fullmatch(text)
        return found[2] if found else text
    if piece.kind == "trailed":
        found = trailed_by(ENDING.sub("", text))
        return found[4] if found else text
    return text


def _written(piece: Piece, name: str) -> str:
    number = f"{{{name}#}}" if name else "#"
    run = f"{{{name}~}}" if name and not piece.has_number else "*"
    before, after = written(piece.before), written(piece.after)
    match piece.kind:
        case "fixed":
            # A year that all addresses so far share is still a year.
            return number if name in ("y", "m", "d") else before
        case "number":
            return f"{before}{number}{after}"
        case "led":
            return f"{before}{number}{after}*"
        case "counted":
            return f"{before}{number}{piece.after}"
        case "trailed":
            return f"*{before}{number}{after}"
        case "any":
            return f"{{{name}}}" if name else "*"
    return before + run + after
