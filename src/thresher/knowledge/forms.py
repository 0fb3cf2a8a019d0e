"""Forms of addresses: `viewtopic.php?t={id#}[&start={page#}]`, written by people, matched in linear time.

A form describes the end of a path and the parameters that matter; what stands before it is where the application
lives. `*` is a run without a slash, `#` a number, `**` anything, `/**` at the end anything or nothing; `{name}`,
`{name#}` and `{name**}` are the same with a name; `{name~}` is a run that is no number. `[…]` may be missing.
Parameters may come in any order, and others may be there too; `!name` must not be, `!*` none but those that the form
names. Characters that mean something here are written as in addresses: `%23` is a number sign. A query may begin with a
path of its own: `index.php?threads/{id#}`, `read.php?#,{id#}[,page={page#}]`.
"""

import re
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
    r"\*\*|\*|#|\{(?P<name>[a-z_]+0?)(?P<kind>\*\*|#|~)?\}|\[|\]|(?P<text>[^*#{}\[\]]+)|(?P<bad>.)", re.S
)
_RUN = re.compile(r"(?<!!)[*#]")
_NAMES = re.compile(r"\{([a-z_]+0?)")
_RUNS = {"*": "[^/]+?", "**": ".*?", "#": "[0-9]+", "~": r"(?![0-9]+(?:/|\Z))[^/]+?", None: "[^/]+?"}


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
    literal: str
    """Longest part of the path that is always there: a look for it spares most of the matching."""
    whole_query: re.Pattern[str] | None
    """For addresses that have a path in their query: `index.php?threads/{id#}`."""
    is_exact: bool
    """No other parameters may be there: `!*`."""
    is_folder: bool
    """No path at all: the folder the application lives in. Any folder fits, so it says nothing about where that is."""
    is_anonymous: bool
    """It has runs, and none with a name: it says what an address is for, not which of its kind it is."""

    def match(self, path: str, query: dict[str, str], root: str = "") -> Match | None:
        """What the form finds; None if the address is not of this form, or not below the folder `root` (if given)."""
        if self.literal not in path:
            return None
        if root and not path.startswith(root):
            return None
        # Below a known folder the form has all of the rest, so that `**` cannot begin above it.
        place = self.below.fullmatch(path, len(root)) if root else self.path.fullmatch(path)
        if place is None:
            return None
        first = _path_in(query)
        inside = self.whole_query.fullmatch(first) if self.whole_query else None
        if (inside is None) if self.whole_query else (bool(first) and not self.parameters):
            return None
        found = {name: value for name, value in place.groupdict().items() if value is not None and name != "root_"}
        found |= {name: value for name, value in (inside.groupdict() if inside else {}).items() if value is not None}
        if self.is_exact and not self._has_all(list(query)[1 if inside else 0 :]):
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
        return Match(root or place["root_"], tuple(sorted(found.items())), _counted(page, from_zero))

    def _has_all(self, names: list[str]) -> bool:
        return set(names) <= {parameter.name for parameter in self.parameters}

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
    expression, names = _expression(path, text)
    # A form without a path stands for the folder the application lives in, or its index file.
    ending = f"{expression}/?" if expression else r"(?:index\.[a-z]+)?"
    compiled, below = re.compile(rf"(?P<root_>/(?:[^/]*/)*?){ending}", re.S), re.compile(ending, re.S)
    whole, inner_names = None, set[str]()
    if _has_path(query):
        first, mark, query = query.partition("&")
        # '[&b=2]' is a parameter that may be missing: its bracket is no part of the path.
        first, query = (first[:-1], f"[&{query}") if mark and first.endswith("[") else (first, query)
        inner, inner_names = _expression(first.strip("/"), text)
        whole = re.compile(f"/?{inner}/?", re.S)
    parameters, more = _parameters(query, text)
    more |= inner_names
    double = names & more
    if double:
        raise FormError(f"The name {{{sorted(double)[0]}}} stands twice in the form {text!r}.")
    literal = max(re.split(r"\[[^\[\]]*\]|\{[^{}]*\}|[*#]+", path), key=len).strip("/")
    literal = unquote(literal)
    is_exact = any(parameter.is_forbidden and parameter.name == "*" for parameter in parameters)
    known = frozenset(names | more)
    is_anonymous = not known and bool(_RUN.search(text))
    return Form(text, compiled, below, parameters, known, literal, whole, is_exact, not expression, is_anonymous)


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


def _has_path(query: str) -> bool:
    """Whether the query of a form is a path: no name and value first, but a run or a slash."""
    first = query.partition("&")[0]
    if first[:1] in ("#", "{"):
        return True  # no parameter is called so
    return bool(set(first) & set("/{*#")) and "=" not in first and not first.startswith("!")


def _path_in(query: dict[str, str]) -> str:
    """The path that a query begins with, if it does: its first name has no value, and a slash or a number first.

    A list that begins with a number is one, too, though it may end in a name and a value: `1,12,page=2`.
    """
    name, value = next(iter(query.items()), ("", ""))
    if value:
        return f"{name}={value}" if name[:1].isdigit() and "," in name else ""
    return name if "/" in name or name[:1].isdigit() else ""


def path_in_query(url: str) -> str:
    """The path that the query of an address begins with; empty if it begins with a parameter.

    >>> path_in_query("http://f.example/read.php?1,12,page=2"), path_in_query("http://f.example/read.php?t=12")
    ('1,12,page=2', '')
    """
    return _path_in(query_of(url)) if "?" in url else ""


def query_of(url: str) -> dict[str, str]:
    """The parameters of an address; of those given twice the last one, which is what most servers take."""
    query = url.partition("#")[0].partition("?")[2]
    if not query:
        return {}
    pairs = (pair.partition("=") for pair in query.replace(";", "&").split("&") if pair)
    if "%" not in query:
        return {name: value for name, _, value in pairs}
    return {unquote(name): unquote(value) for name, _, value in pairs}


def path_of(url: str) -> str:
    """The path of an absolute address, percent-escapes decoded."""
    rest = url.partition("://")[2]
    path = rest.partition("#")[0].partition("?")[0]
    path = "/" + path.partition("/")[2]
    return unquote(path) if "%" in path else path


def _split_query(text: str) -> tuple[str, str, str]:
    """Path and query, where the question mark may stand inside a bracket: `thread-{id#}[?page={page#}]`."""
    place = text.find("?")
    if place > 0 and text[place - 1] == "[":
        return text[: place - 1], "?", "[" + text[place + 1 :]
    return text.partition("?")


def _expression(text: str, whole: str) -> tuple[str, set[str]]:
    parts: list[str] = []
    names: set[str] = set()
    depth = 0
    for token in _TOKEN.finditer(text):
        if token["bad"]:
            raise FormError(f"{token[0]!r} is not understood in the form {whole!r}.", "Names look like {id}, {id#}.")
        if token["text"]:
            parts.append(re.escape(unquote(token["text"])))
        elif token["name"]:
            if token["name"] == "root_":
                raise FormError(f"The name {{root_}} is taken, in the form {whole!r}.")
            if token["name"] in names:
                raise FormError(f"The name {{{token['name']}}} stands twice in the form {whole!r}.")
            names.add(token["name"])
            parts.append(f"(?P<{token['name']}>{_RUNS[token['kind']]})")
        elif token[0] == "[":
            depth += 1
            parts.append("(?:")
        elif token[0] == "]":
            depth -= 1
            parts.append(")?")
        else:
            parts.append(_RUNS[token[0]])
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
            expression, more = _expression(value, whole)
            names |= more
            found.append(_Parameter(unquote(name), re.compile(expression, re.S) if value else None, is_optional))
    if query.count("[") != query.count("]"):
        raise FormError(f"A bracket is not closed in the form {whole!r}.")
    return tuple(found), names
