"""Addresses → what is left of them without their own names and numbers: the shape that those of one kind share."""

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from urllib.parse import unquote

from thresher.knowledge.forms import path_of, query_of

DIGITS = re.compile(r"[0-9]+")
# Words before a number that say what is counted; others are names: thread-5, but joinery-5.
_KINDS = frozenset(
    {"topic", "thread", "board", "forum", "post", "page", "article", "user", "member", "profile", "category", "cat",
     "tag", "section", "node", "item", "showthread", "viewtopic", "showtopic", "forumdisplay", "index", "news", "blog",
     "view", "show", "message", "msg", "question", "answer", "comment", "discussion", "entry", "story", "archive",
     "part", "seite"}
)  # fmt: skip
SCRIPTS = r"php\d?|aspx?|jspx?|cgi|pl|do|cfm"
"""What programs end with that make pages."""
_WORDS = r"(?:[a-z]+_){1,3}[a-z]+"
"""What programs are called that are called by a few words: board_show.pl. Titles in addresses are joined by hyphens."""
# The number and the title may be part of the name of the program: board_show5_a-walk.aspx.
_KIND = rf"[a-z]|(?:{'|'.join(sorted(_KINDS))})[-_]?|{_WORDS}(?=[0-9]+_.*\.(?:{SCRIPTS})$)"
LED = re.compile(rf"(?s)((?:{_KIND})?)([0-9]+)([-_.,~])(.+)", re.I)
ENDING = re.compile(r"\.[a-z]{2,5}$", re.I)
_TRAILED = re.compile(r"(?s)(.+)([-_.,~])([a-zA-Z]{0,3})([0-9]+)")
# Behind a number a word says no kind: /t/5/news-2 is called so. Before one, a title may have its own: /t/a-walk-2/5.
_NAME_NUMBER = re.compile(r"(?:\*|(?<=#/)[a-z]+)[-_]#(?=\.[a-z]+$|$|/#(?:$|\?))")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}(?:[-_.][0-9]{1,2})?$")
SCRIPT = re.compile(rf"\.(?:{SCRIPTS})", re.I)
_PROGRAM = re.compile(rf"(?:.*/)?[^/#*]+\.(?:{SCRIPTS})", re.I)
_CALLED = re.compile(rf"{_WORDS}\.(?:{SCRIPTS})", re.I)
_NUMBERED_CALL = re.compile(rf"({_WORDS}(?:[0-9]+[a-z]*)+)(_.+)?(\.(?:{SCRIPTS}))", re.I)
"""The same with numbers behind: board_show5p2_a-walk.aspx."""
_INSTALLED = re.compile(r"([a-z]{3,})#", re.I)
_PROGRAMS = "cgi-bin"
"""The folder that servers have programs in: no name of anything."""
_RUNS = re.compile(r"[0-9]+|[A-Za-z]+")
_NUMBERED = re.compile(r"(?:[A-Za-z]+[0-9]+)+")
# topic=7.0 is a thread or a page of it, topic=7.msg31 one of its posts.
_NUMBERS = re.compile(r"[0-9]+(?:[.,~][0-9]+)+")
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
MIN_DRAWN = 6
"""Characters of names that a program drew: fewer are words with a number."""
_PIECE = re.compile(r"((?:^|[,/])(?:[a-z]+=)?)([^,/]*)", re.I)
_MIXED = re.compile(r"#?(?:[a-z]+#)+[a-z]+|#[a-z]+#?|[a-z]+#[a-z]+#", re.I)
_TOKENS = re.compile(r"([/?&=]|[-_.,~](?=#)|(?:^|(?<=/))~)")


@dataclass(frozen=True, slots=True)
class Parts:
    """An address taken apart."""

    segments: tuple[str, ...]
    names: tuple[str, ...]
    """What stands before each piece of a path that the query begins with; then names of parameters, sorted."""
    values: tuple[str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        return self.segments + self.values


def parts_of(url: str) -> Parts:
    """The parts of an absolute address; escapes decoded, an empty last segment left out."""
    path, _, inner = path_of(url).partition("?")
    pieces = _PIECE.findall(inner.rstrip("/")) if inner else []
    query = query_of(url)
    names = sorted(query)
    values = (*(value for _, value in pieces), *(query[name] for name in names))
    segments = tuple(part for part in path.split("/") if part)
    return Parts(segments, (*(before for before, _ in pieces), *names), values)


def is_inner(name: str) -> bool:
    """Whether it stands before a piece of a path in the query, and is no name of a parameter."""
    return not name or name[0] in "/," or name[-1] == "="


def query_text(names: Iterable[str], texts: Iterable[str]) -> str:
    """Names and texts, as an address has them."""
    pairs = list(zip(names, texts, strict=True))
    inner = "".join(name + text for name, text in pairs if is_inner(name))
    outer = (f"{name}={text}" if text else name for name, text in pairs if not is_inner(name))
    return "&".join(filter(None, (inner, *outer)))


@lru_cache(maxsize=20_000)
def skeleton(url: str) -> str:
    """What is left of one address when its own names and numbers are taken out: a first guess at its form.

    >>> skeleton("http://f.example/topic/5-a-walk?page=2"), skeleton("http://f.example/about20152.html")
    ('topic/#-*?page=#', 'about#.html')
    """
    parts = parts_of(url)
    path = "/".join(map(bare, parts.segments))
    query = query_text(parts.names, map(bare, parts.values))
    return path + (f"?{query}" if query else "")


def folder_of(url: str) -> str:
    """The words that an address begins with: pages of one kind have them in common, whatever follows.

    >>> folder_of("http://f.example/blog/2024/05/a-walk/"), folder_of("http://f.example/forum/topic.php?t=5")
    ('blog', 'forum/topic.php')
    >>> folder_of("http://f.example/blog/sieve"), folder_of("http://f.example/blog/a-sieve")
    ('blog', 'blog')
    """
    path, mark, _ = skeleton(url).partition("?")
    segments = path.split("/")
    # The last word is the name of the page itself, unless parameters say which one is meant.
    words = list(takewhile(lambda segment: not names_thing(segment), segments))
    return "/".join(words[:-1] if words == segments and not mark else words)


def folder_among(url: str, shapes: Iterable[str]) -> str:
    """The folder of an address that has one of some shapes, without words where that has any name.

    >>> folder_among("http://f.example/forum/engines/5-a-walk?page=2", ["forum/*/#-*"])
    'forum'
    >>> folder_among("http://f.example/engines/topic/5", ["*/topic/#"]), folder_among("http://f.example/a/5", ["b/#"])
    ('', 'a')
    """
    path = skeleton(url).partition("?")[0].split("/")
    wide = None
    for segments in (shape.partition("?")[0].split("/") for shape in shapes):
        own = path[: len(segments)]
        if own == segments:
            return folder_of(url)
        if _fits(numberless("/".join(own)), "/".join(segments)):
            wide = "/".join(takewhile(lambda segment: not names_thing(segment), segments))
    return folder_of(url) if wide is None else wide


def names_thing(shape: str) -> bool:
    """Whether addresses of a shape name one thing each: /topic/5, but not /index.php.

    Folders before a program say where it is installed; what it shows is told by its parameters, if it has any.

    >>> names_thing("forum#/index.php"), names_thing("topic#/index.php"), names_thing("*/index.php?action=stats")
    (False, True, False)
    """
    path, mark, query = shape.partition("?")
    if not is_program(path):
        return "#" in shape or "*" in shape
    folders = [folder for folder in path.split("/")[:-1] if not _is_installed(folder)]
    return any(folder == "#" or (not mark and names_thing(folder)) for folder in folders) or names_thing(query)


def is_program(path: str) -> bool:
    """Whether a path, or the shape of one, ends with the name of a program: index.php."""
    return _PROGRAM.fullmatch(path) is not None


def _is_installed(folder: str) -> bool:
    """Whether a folder is called as software is with its version: forum2, but not topic2."""
    found = _INSTALLED.fullmatch(folder)
    return found is not None and found[1].lower() not in _KINDS - {"forum", "board"}


def shape_in(url: str, shapes: Set[str]) -> bool:
    """Whether an address has one of some shapes, or a name where one of them has any."""
    shape = skeleton(url)
    if shape in shapes or f"{shape.rpartition('/')[0]}/*" in shapes:
        return True
    return any(_fits(one, other) for other in shapes if "*" in other for one in {shape, numberless(shape)})


def numberless(shape: str) -> str:
    """A shape that ends with a name, or with one and a number of the thing, without the number that the name ends with.

    >>> numberless("t/*-#"), numberless("t/*-#/#"), numberless("t/*-#/last")
    ('t/*', 't/*/#', 't/*-#/last')
    """
    return _NAME_NUMBER.sub("*", shape)


def is_like(shape: str, other: str) -> bool:
    """Whether two shapes are the same but for names, and numbers that these end with: b/newcomers/* and b/*/*-#."""
    one, two = numberless(shape), numberless(other)
    return _fits(one, two) or _fits(two, one)


@lru_cache(maxsize=20_000)
def _fits(shape: str, other: str) -> bool:
    """Whether two shapes are the same but for words where the other has any name."""
    words, others = tokens_of(shape), tokens_of(other)
    if len(words) != len(others):
        return False
    if others[-1] == "*" and words[-1].isalpha():
        words[-1] = "*"  # behind the last word nothing follows that it could say the kind of: /t/5/news
    pairs = zip(words, others, strict=True)
    return all(word == other or (other == "*" and (is_name(word) or is_mixed(word))) for word, other in pairs)


def is_name(word: str) -> bool:
    """Whether a word of an address may be the name of something; not if it says what is named."""
    return word.isalpha() and word not in _KINDS


def is_mixed(word: str) -> bool:
    """Whether a word of a shape is letters on both sides of a number, or begins with one: a short name that a program
    drew may look so, gex#o or #ab; page# is a word with a number.
    """
    return _MIXED.fullmatch(word) is not None


def tokens_of(shape: str) -> list[str]:
    """Segments, names of parameters and values of a shape, names before a number, and what stands between them.

    >>> tokens_of("c/engines?sort=*"), tokens_of("c/engines.#")
    (['c', '/', 'engines', '?', 'sort', '=', '*'], ['c', '/', 'engines', '.', '#'])
    """
    return _TOKENS.split(shape)


def is_of_kind(url: str, shape: str) -> bool:
    """Whether an address has a shape, or begins with the same words: topic.php?p=31 is of the kind of topic.php?t=#."""
    folder = folder_of(url)
    return shape_in(url, {shape}) or (bool(folder) and shape.startswith(f"{folder}?"))


def is_alike(url: str, other: str) -> bool:
    """Whether two addresses are of one kind, though one may say more: topic.php?t=5 and topic.php?b=2&t=5.

    >>> is_alike("http://f.example/topic.php?b=2&t=5", "http://f.example/topic.php?t=6")
    True
    >>> is_alike("http://f.example/index.php?board=2", "http://f.example/index.php?topic=6")
    False
    """
    path = skeleton(url).partition("?")[0]
    if path != skeleton(other).partition("?")[0]:
        return False
    if names_thing(path):
        return True  # parameters show it otherwise
    names, others = set(parts_of(url).names), set(parts_of(other).names)
    return names <= others or others <= names if names and others else names == others


def numbered_alike(urls: Iterable[str], own: str) -> set[str]:
    """Of addresses of one program, those that give another number than `own` for what tells things apart, one for each:
    a list that was sorted has parameters that no link to other lists has.

    >>> boards = ["http://f.example/topics.asp?F=1&title=tools", "http://f.example/topics.asp?F=2&title=garden"]
    >>> sorted(numbered_alike([*boards, "http://f.example/topics.asp?F=3"], "http://f.example/topics.asp?F=2&sort=UR"))
    ['http://f.example/topics.asp?F=1&title=tools', 'http://f.example/topics.asp?F=3']
    """
    path = path_of(own).partition("?")[0]
    numbers = {(name, value) for name, value in query_of(own).items() if value.isdecimal()}
    found: dict[tuple[str, str], str] = {}
    for url in sorted(urls):
        if path_of(url).partition("?")[0] == path:
            query = query_of(url)
            found |= {(name, query[name]): url for name, _ in numbers if query.get(name, "").isdecimal()}
    return {url for pair, url in found.items() if pair not in numbers}


def is_drawn(stem: str) -> bool:
    """Whether a text looks like a name that a program drew or computed: its letters and digits say nothing.

    >>> is_drawn("44fc0464fe"), is_drawn("dQw4w9WgXcQ"), is_drawn("f5t123s0"), is_drawn("about201")
    (True, True, False, False)
    """
    if len(stem) < MIN_DRAWN or not (stem.isascii() and stem.isalnum()):
        return False
    runs = len(_RUNS.findall(stem))
    # Several words with a number each say what is counted: forum5topic12.
    return (runs > 2 and bool(_HEX.fullmatch(stem))) or (runs > 3 and not _NUMBERED.fullmatch(stem))


def trailed_by(stem: str) -> re.Match[str] | None:
    """A name with a number behind it: the name, what joins them, letters before the number, the number.

    >>> [bool(trailed_by(name)) for name in ("a-walk.5", "windows-10.5", "notes-2024-05-17", "1.2.3")]
    [True, True, False, False]
    """
    found = _TRAILED.fullmatch(stem)
    if not found or not found[1][-1].isdigit():
        return found
    # A title may end with a number itself; but what is all numbers is none, and a day is part of the name.
    is_day = len(found[4]) < 3 and _YEAR.search(found[1])
    return found if any(map(str.isalpha, found[1])) and not is_day else None


def bare(text: str) -> str:
    text = unquote(text)
    if text == _PROGRAMS or _CALLED.fullmatch(text):
        return text
    if found := _NUMBERED_CALL.fullmatch(text):
        return DIGITS.sub("#", found[1]) + ("_*" if found[2] else "") + found[3]
    ending = (ENDING.search(text) or [""])[0]
    stem = text[: len(text) - len(ending)]
    if is_drawn(stem):
        return f"*{ending}"
    if _NUMBERS.fullmatch(stem):
        return DIGITS.sub("#", stem) + ending
    if found := LED.fullmatch(stem):
        return f"{found[1]}#{found[3]}*{ending}"
    if found := re.fullmatch(r"([a-zA-Z]{0,12})([-_]?)[0-9]+", stem):
        is_name = found[2] and len(found[1]) > 2 and found[1].lower() not in _KINDS
        return (f"*{found[2]}#" if is_name else DIGITS.sub("#", stem)) + ending
    if re.search(r"[-_ %@]|[^\x00-\x7f]", stem) or len(stem) > 24:
        trailed = trailed_by(stem)
        return (f"*{trailed[2]}{trailed[3]}#" if trailed else "*") + ending
    return DIGITS.sub("#", text)


def is_view_of(url: str, own: str, *, is_one_for_all: bool = False) -> bool:
    """Whether an address shows what `own` shows in another way. Where all pages of a site are at one address, only
    parameters, or a path in the query, say what is shown: /index.php?board=2, /index.php?/topic/5-a-walk/.
    """
    if path_of(url) != path_of(own):
        return False
    is_index = path_of(own).rpartition("/")[2].partition(".")[0] in ("", "index")
    return is_alike(url, own) if is_index or is_one_for_all else True
