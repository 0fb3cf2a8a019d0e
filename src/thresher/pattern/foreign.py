"""Patterns that begin with `xpath:`: XPath 1.0 as it stands, evaluated by libxml2.

What would only fail when it is used (a function nobody has, a variable, a prefix) is found when it is read, so that
whoever wrote it hears of it at once.
"""

import re
from typing import Any

from lxml import etree

from thresher.pattern.advice import NODE_TYPES, XPATH_FUNCTIONS
from thresher.pattern.errors import PatternError
from thresher.pattern.grammar import MAX_CHARACTERS

PREFIX = "xpath:"
MAX_NESTING = 50
"""libxml2 recurses for each bracket; its own limit of 5,000 is meant for stacks of 8 MB, and threads have less."""

_STRINGS = re.compile(r"'[^']*'|\"[^\"]*\"")
_CALL = re.compile(r"([\w.-]+(?::[\w.-]+)?)\s*\(")
_PREFIXED = re.compile(r"(?<![:\w.-])[\w.-]+:(?!:)[\w.*-]+")
# "and (", "or (" look like calls.
_CALLABLE = XPATH_FUNCTIONS | NODE_TYPES | {"and", "or", "div", "mod"}
# Some mistakes, such as a missing argument, only show when there is something to evaluate.
_TRIAL = etree.HTML("<div class='a' id='b'><p>c <a href='d'>e</a></p></div>")


def read_xpath(text: str) -> str:
    """The expression in `text`, which begins with the prefix; PatternError if libxml2 could not evaluate it."""
    expression = text.partition(PREFIX)[2].strip()
    start = len(text) - len(text.partition(PREFIX)[2].lstrip())
    if len(text) > MAX_CHARACTERS:
        raise PatternError(text, MAX_CHARACTERS, f"a pattern has at most {MAX_CHARACTERS} characters")
    # What stands in strings is blanked, not cut: positions stay.
    bare = _STRINGS.sub(lambda found: " " * len(found[0]), expression)
    _check_nesting(text, bare, start)
    _check_names(text, bare, start)
    try:
        etree.XPath(expression)(_TRIAL)
    except (etree.XPathError, ValueError) as error:
        raise PatternError(text, start, f"XPath says: {error}") from None
    return expression


def _check_nesting(text: str, bare: str, start: int) -> None:
    depth = 0
    for found in re.finditer(r"[(\[)\]]", bare):
        depth += 1 if found[0] in "([" else -1
        if depth > MAX_NESTING:
            raise PatternError(text, start + found.start(), f"brackets are nested more than {MAX_NESTING} deep")
    # libxml2 lets "foo(" pass.
    if depth > 0:
        raise PatternError(text, start + len(bare), "a bracket is not closed")


def _check_names(text: str, bare: str, start: int) -> None:
    for found in _CALL.finditer(bare):
        if found[1].rpartition("::")[2] not in _CALLABLE:
            raise PatternError(text, start + found.start(), f"XPath 1.0 has no function {found[1]}()")
    if found_variable := re.search(r"\$", bare):
        raise PatternError(text, start + found_variable.start(), "variables have no values here")
    if found_prefix := _PREFIXED.search(bare):
        hint = f"write *[name()='{found_prefix[0]}'], with @ in front for an attribute"
        raise PatternError(text, start + found_prefix.start(), "prefixes have no namespaces here", hint)


class ForeignRoute:
    """An `xpath:` pattern, compiled once."""

    def __init__(self, expression: str) -> None:
        self._query = etree.XPath(expression, smart_strings=False)

    def values(self, top: etree._Element) -> list[Any]:
        """Elements and strings that the expression gives at `top`; nothing where libxml2's limits end the search.

        Comments and processing instructions come as their text. A number or a truth is its string, and nothing
        if it is zero or false.
        """
        try:
            found = self._query(top)
        except etree.XPathError:
            return []
        if isinstance(found, list):
            return [value for value in map(_plain, found) if value is not None]
        if isinstance(found, str):
            return [found] if found else []
        if isinstance(found, bool):
            return ["true"] if found else []
        return [_spelled(found)] if isinstance(found, float) and found and found == found else []


def _plain(item: Any) -> Any:
    if isinstance(item, str):
        return item
    if not isinstance(item, etree._Element):
        return None  # a namespace
    return item if isinstance(item.tag, str) else item.text or ""


def _spelled(found: float) -> str:
    return str(int(found)) if found.is_integer() else str(found)
