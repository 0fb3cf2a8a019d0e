"""Forms of addresses: `viewtopic.php?t={id#}[&start={page#}]`, written by people, matched in linear time.

A form describes the end of a path and the parameters that matter; what stands before it is where the application
lives. `*` is a run without a slash, `#` a number, `**` anything, `/**` at the end anything or nothing; `{name}`,
`{name#}` and `{name**}` are the same with a name; `{name~}` is a run that is no number; `{page#15}` is a number that
pages of 15 begin at: 15, 30, but not 7. `[…]` may be missing.
Parameters may come in any order, and others may be there too; `!name` must not be, `!*` none but those that the form
names. Characters that mean something here are written as in addresses: `%23` is a number sign. A query that begins with
a path or a list, `index.php?threads/{id#}`, `read.php?#,{id#}[,page={page#}]`, is read as a part of the path.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, unquote

from thresher.model.errors import ThresherError

PAGE = "page"
"""The name that counts the pages of one thing; all other names say which thing it is."""
PAGE_FROM_ZERO = "page0"
"""The same for applications whose second page is page 1."""
COUNTERS = frozenset({PAGE, PAGE_FROM_ZERO})
BASE = "base"
"""The name of the address of which this one is a further page: `{base**}/comment-page-{page#}`."""
FIRST_PAGES = frozenset({"", "0", "1"})
"""Offsets begin at 0, page numbers at 1, and most applications leave both out."""
MAX_CHARACTERS = 2000
"""Longer addresses have no form: nobody wrote them by a rule that a person described."""

_TOKEN = re.compile(
    r"\*\*|\*|#|\{(?P<name>[a-z_]+0?)(?P<kind>\*\*|#|~)?(?P<size>(?<=#)[1-9][0-9]{0,3})?\}|\[|\]|(?P<text>[^*#{}\[\]]+)|(?P<bad>.)",
    re.S,
)
_RUN = re.compile(r"(?<!!)[*#]")
_ANYTHING = re.compile(r"\*\*|\{[a-z_]+\*\*\}")
_NAMES = re.compile(r"\{([a-z_]+0?)")
_RUNS = {"*": "[^/?]+?", "**": "[^?]*?", "#": "[0-9]+", "~": r"(?![0-9]+(?:/|\Z))[^/?]+?", None: "[^/?]+?"}
_VALUE_RUNS = {kind: run.replace("?]", "]").replace("[^]*?", ".*?") for kind, run in _RUNS.items()}
# A path at the beginning of a query, and what may be missing of it: `?/{id#}[/**]`, but not `[&page={page#}]`.
_INNER_PATH = re.compile(r"((?:[^&\[]|\[(?!&)[^\[\]]*\])*)&?(.*)", re.S)


class FormError(ThresherError):
    """A form that cannot be read."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Match:
    """What a form found in an address."""

    root: str
    """The path before the form, ending in a slash: where the application lives."""
    names: tuple[tuple[str, str], ...]
    """What the names stand for, the page apart."""
    page: str
    """Which page of it; empty for the first."""


@dataclass(frozen=True, slots=True)
class _Parameter:
    name: str
    value: re.Pattern[str] | None
    is_optional: bool = False
    is_forbidden: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A form, ready to match. `text` is as it was written."""

    text: str
    path: re.Pattern[str]
    below: re.Pattern[str]
    """The same for what stands behind a known folder."""
    parameters: tuple[_Parameter, ...]
    names: frozenset[str]
    has_inner: bool
    """Its path goes on in the query: `index.php?threads/{id#}`."""
    literal: str
    """Longest part of the path that is always there: a look for it spares most of the matching."""
    page_size: int
    """What the number of a page is a multiple of."""
    is_exact: bool
    """No other parameters may be there: `!*`."""
    is_folder: bool
    """No path at all, or any: the folder the application lives in, or whatever is in it. Any folder fits, so it says
    nothing about where that is, nor which application it is."""
    is_anonymous: bool
    """It has runs, and none with a name: it says what an address is for, not which of its kind it is."""

    def match(self, path: str, query: dict[str, str], root: str = "") -> Match | None:
        """What the form finds; None if the address is not of this form, or not below the folder `root` (if given)."""
        if self.literal not in path:
            return None
        if "?" in path and not self.has_inner:
            if self.is_exact or not self.parameters:
                return None
            path = path.partition("?")[0]
        if root and not path.startswith(root):
            return None
        # Below a known folder the form has all of the rest, so that `**` cannot begin above it.
        place = self.below.fullmatch(path, len(root)) if root else self.path.fullmatch(path)
        if place is None:
            return None
        found = {name: value for name, value in place.groupdict().items() if value is not None and name != "root_"}
        if self.is_exact and not query.keys() <= {parameter.name for parameter in self.parameters}:
            return None
        for parameter in self.parameters:
            value = query.get(parameter.name)
            if value is None:
                if parameter.is_optional or parameter.is_forbidden:
                    continue
                return None
            if parameter.is_forbidden:
                return None
            inner = parameter.value.fullmatch(value) if parameter.value else None
            if inner is None and parameter.value is not None:
                if parameter.is_optional:
                    continue
                return None
            found |= {name: part for name, part in (inner.groupdict() if inner else {}).items() if part is not None}
        page, from_zero = found.pop(PAGE, ""), found.pop(PAGE_FROM_ZERO, "0")
        if self.page_size > 1 and page.isascii() and page.isdigit() and int(page) % self.page_size:
            return None
        return Match(root or place["root_"], tuple(sorted(found.items())), _counted(page, from_zero))

    def filled(self, names: dict[str, str]) -> str:
        """The plainest address of this form, without what may be missing: the same for all pages of one thing."""

        def kept(part: re.Match[str]) -> str:
            inside = set(_NAMES.findall(part[1]))
            return part[1] if inside and inside <= names.keys() else ""

        text = re.sub(r"\[([^\[\]]*)\]", kept, self.text)
        text = re.sub(r"[?&]?!(?:\w+|\*)", "", text)
        text = _without_counters(text)
        return _TOKEN.sub(
            lambda token: token["text"] or quote(names.get(token["name"] or "", ""), safe="/-._~:@!,"), text
        )


@lru_cache(maxsize=4096)
def parse_form(text: str) -> Form:
    """The form in `text`. Raises `FormError` with what is wrong."""
    path, _, query = _split_query(text)
    path = path.strip("/")
    if path.endswith("/**"):
        path = path[:-3] + "[/**]"  # 'tags/**' is also 'tags'
    inner, query = _inner_path(query)
    expression, names = _expression(path, text)
    # A form without a path stands for the folder the application lives in, or its index file.
    ending = f"{expression}/?" if expression else r"(?:index\.[a-z]+)?"
    if inner:
        inside, more = _expression(inner, text)
        double = names & more
        ending, names = rf"{ending}\?{inside}/?", names | more
    else:
        double = set()
    compiled, below = re.compile(rf"(?P<root_>/(?:[^/?]*/)*?){ending}", re.S), re.compile(ending, re.S)
    parameters, more = _parameters(query, text)
    double |= names & more
    if double:
        raise FormError(f"The name {{{sorted(double)[0]}}} stands twice in the form {text!r}.")
    literal = max(re.split(r"\[[^\[\]]*\]|\{[^{}]*\}|[*#]+", path), key=len).strip("/")
    literal = unquote(literal)
    is_exact = any(parameter.is_forbidden and parameter.name == "*" for parameter in parameters)
    known = frozenset(names | more)
    is_anonymous = not known and bool(_RUN.search(text))
    is_any = _ANYTHING.fullmatch(path) is not None and all(parameter.is_forbidden for parameter in parameters)
    is_folder = not inner and (not expression or is_any)
    size = next((int(token["size"]) for token in _TOKEN.finditer(text) if token["size"]), 1)
    return Form(text, compiled, below, parameters, known, bool(inner), literal, size, is_exact, is_folder, is_anonymous)


def _without_counters(text: str) -> str:
    """A form without the parameters that only count pages: '?p={id#}&cpage={page#}' is of the thing '?p={id#}'."""
    path, mark, query = text.partition("?")
    pairs = [pair for pair in query.split("&") if not set(_NAMES.findall(pair)) or set(_NAMES.findall(pair)) - COUNTERS]
    return path + mark + "&".join(pairs) if pairs else path


def _counted(page: str, from_zero: str) -> str:
    """Which page it is, empty for the first; pages that are counted from zero are one further on."""
    if from_zero != "0":
        return str(int(from_zero) + 1) if from_zero.isascii() and from_zero.isdigit() else from_zero
    return "" if page in FIRST_PAGES else page


def _inner_path(query: str) -> tuple[str, str]:
    """The path that the query of a form begins with (no name and value, but a run or a slash), and the rest of it."""
    found = _INNER_PATH.fullmatch(query)
    first = found[1] if found else ""
    is_path = bool(set(first) & set("/{*#")) and "=" not in first and not first.startswith("!")
    is_path = is_path or first[:1] in ("#", "{") or "=/" in first  # no parameter is called so
    return (first.strip("/"), found[2]) if found and is_path else ("", query)


def parted(form: str) -> tuple[str, str]:
    """The path of a form, with that which its query begins with, and its parameters.

    >>> parted("index.php?archives/{id#}&!*"), parted("topic.php?t={id#}")
    (('index.php?archives/{id#}', '!*'), ('topic.php', 't={id#}'))
    """
    path, _, query = form.partition("?")
    inner, rest = _inner_path(query)
    return (f"{path}?{inner}", rest) if inner else (path, query)


def is_path(first: str) -> bool:
    """Whether the first piece of a query is a path: it has no value, and a slash, or a number first. A list that begins
    with a number is one, too, though it may end in a name and a value: `1,12,page=2`.
    """
    name, mark, value = first.partition("=")
    if mark:
        return (name[:1].isdigit() and "," in name) or (value.startswith("/") and len(value) > 1)
    return "/" in name or name[:1].isdigit()


def query_of(url: str) -> dict[str, str]:
    """The parameters of an address; of those given twice the last one, which is what most servers take. A path that
    stands before them is none (`path_of`).
    """
    query = url.partition("#")[0].partition("?")[2]
    if not query:
        return {}
    pieces = query.replace(";", "&").split("&")
    pairs = (pair.partition("=") for pair in pieces[is_path(pieces[0]) :] if pair)
    if "%" not in query:
        return {name: value for name, _, value in pairs}
    return {unquote(name): unquote(value) for name, _, value in pairs}


def path_of(url: str) -> str:
    """The path of an absolute address, percent-escapes decoded; with that which its query begins with, if it does: many
    programs write `index.php?/archives/5` where the server does not rewrite addresses for them.
    """
    rest = url.partition("://")[2]
    place, _, query = rest.partition("#")[0].partition("?")
    path = _plain("/" + place.partition("/")[2])
    first = query.replace(";", "&").partition("&")[0] if query else ""
    return f"{path}?{_plain(first.lstrip('/'))}" if is_path(first) else path


def behind(path: str, front: frozenset[str]) -> str:
    """A path as the server would write it if it rewrote addresses: without the script that they all go through.

    >>> behind("/f/index.php?threads/a.1/", frozenset({"index.php"}))
    '/f/threads/a.1/'
    >>> behind("/f/index.php/topic/1-a/", frozenset({"index.php"})), behind("/f/index.php", frozenset({"index.php"}))
    ('/f/topic/1-a/', '/f/index.php')
    """
    for script in front:
        place, _, rest = path.partition(f"/{script}")
        if rest[:1] in ("?", "/"):
            return f"{place}/{rest[1:]}"
    return path


def path_in_query(url: str) -> str:
    """The path that the query of an address begins with; empty if it begins with a parameter.

    >>> path_in_query("http://f.example/read.php?1,12,page=2"), path_in_query("http://f.example/read.php?t=12")
    ('1,12,page=2', '')
    """
    return path_of(url).partition("?")[2]


def _plain(path: str) -> str:
    """A path with its escapes decoded, but for question marks: one that is not escaped is where a query begins."""
    return unquote(path).replace("?", "%3F") if "%" in path else path


def _split_query(text: str) -> tuple[str, str, str]:
    """Path and query, where the question mark may stand inside a bracket: `thread-{id#}[?page={page#}]`."""
    place = text.find("?")
    if place > 0 and text[place - 1] == "[":
        return text[: place - 1], "?", "[" + text[place + 1 :]
    return text.partition("?")


def _expression(text: str, whole: str, runs: Mapping[str | None, str] = _RUNS) -> tuple[str, set[str]]:
    parts: list[str] = []
    names: set[str] = set()
    depth = 0
    for token in _TOKEN.finditer(text):
        if token["bad"]:
            raise FormError(f"{token[0]!r} is not understood in the form {whole!r}.", "Names look like {id}, {id#}.")
        if token["text"]:
            parts.append(re.escape(unquote(token["text"])))
        elif token["name"]:
            if token["size"] and token["name"] != PAGE:
                raise FormError(f"Only {{page#}} can have a size, in the form {whole!r}.")
            if token["name"] == "root_":
                raise FormError(f"The name {{root_}} is taken, in the form {whole!r}.")
            if token["name"] in names:
                raise FormError(f"The name {{{token['name']}}} stands twice in the form {whole!r}.")
            names.add(token["name"])
            parts.append(f"(?P<{token['name']}>{runs[token['kind']]})")
        elif token[0] == "[":
            depth += 1
            parts.append("(?:")
        elif token[0] == "]":
            depth -= 1
            parts.append(")?")
        else:
            parts.append(runs[token[0]])
        if depth not in (0, 1):
            raise FormError(f"The brackets in the form {whole!r} do not pair up, or stand inside each other.")
    if depth:
        raise FormError(f"A bracket is not closed in the form {whole!r}.")
    return "".join(parts), names


def _parameters(query: str, whole: str) -> tuple[tuple[_Parameter, ...], set[str]]:
    found: list[_Parameter] = []
    names: set[str] = set()
    # `a=1[&b=2]` and `[b=2]` both mean that b may be missing.
    for chunk in re.finditer(r"\[&?([^\[\]]*)\]|([^&\[\]]+)", query):
        is_optional = chunk[1] is not None
        for piece in filter(None, (chunk[1] if is_optional else chunk[2]).split("&")):
            name, _, value = piece.partition("=")
            if name.startswith("!"):
                found.append(_Parameter(name[1:], None, is_forbidden=True))
                continue
            expression, more = _expression(value, whole, _VALUE_RUNS)
            names |= more
            found.append(_Parameter(unquote(name), re.compile(expression, re.S) if value else None, is_optional))
    if query.count("[") != query.count("]"):
        raise FormError(f"A bracket is not closed in the form {whole!r}.")
    return tuple(found), names
