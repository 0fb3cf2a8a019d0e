"""Guesses at what somebody meant who wrote something that is no pattern.

Each function returns a sentence that can be acted on, or nothing. People come from XPath, from CSS selectors or
from neither; what they write then is known.
"""

import re
from difflib import get_close_matches

from lxml.html import defs

from thresher.pattern.syntax import quoted

OWN_FUNCTIONS = ("contains", "not", "last", "text")
XPATH_FUNCTIONS = frozenset(
    {"boolean", "ceiling", "concat", "contains", "count", "false", "floor", "id", "lang", "last", "local-name", "name",
     "namespace-uri", "normalize-space", "not", "number", "position", "round", "starts-with", "string",
     "string-length", "substring", "substring-after", "substring-before", "sum", "translate", "true"}
)  # fmt: skip
"""The core function library of XPath 1.0 (section 4)."""
NODE_TYPES = frozenset({"comment", "node", "processing-instruction", "text"})

# Names that are attributes in HTML and never elements: somebody forgot the @.
_ONLY_ATTRIBUTES = frozenset({"class", "href", "http-equiv", "id", "itemprop", "itemtype", "onclick", "rel", "src"})
_ONLY_ATTRIBUTES_COMPARED = _ONLY_ATTRIBUTES | {"action", "alt", "content", "name", "property", "role", "type", "value"}
_OTHER_XPATH = frozenset({"ends-with", "matches", "replace", "tokenize", "lower-case", "upper-case", "exists"})
_CURLY = str.maketrans("‘’‚“”„`´", "'''\"\"\"''")


def as_xpath(text: str) -> str:
    """How the whole pattern would be written as XPath, for those who need more than the language has."""
    bare = text.strip()
    if bare.startswith(".") or "::" in bare.split("/")[0]:
        return f"xpath:{bare}"
    if "|" in bare:
        return "xpath:…"
    return f"xpath:{bare}" if bare.startswith("/") else f"xpath://{bare}"


def on_function(name: str, text: str, in_predicate: bool) -> str:
    """About `name(`, which is not a function of the language, or not at that place."""
    lower = name.lower()
    if lower == "position":
        return "write the number alone: [1]"
    if in_predicate and name == "not":
        return "not() holds one comparison or one name"
    if in_predicate and lower == "text":
        return "write . for the text of an element: .='…' or contains(., '…')"
    if lower in OWN_FUNCTIONS and in_predicate:
        return f"write {lower}( in small letters" if lower != name else ""
    if lower in XPATH_FUNCTIONS | NODE_TYPES | _OTHER_XPATH:
        return f"{lower}() is not in the language; write it as XPath: {as_xpath(text)}"
    near = get_close_matches(lower, OWN_FUNCTIONS, 1, 0.7)
    return f"did you mean {near[0]}( ?" if near else f"write it as XPath: {as_xpath(text)}"


def on_name(name: str, is_compared: bool) -> str:
    """About a name that cannot be that of an element, though the grammar would let it pass; empty if it is fine."""
    lower = name.lower()
    if lower in (_ONLY_ATTRIBUTES_COMPARED if is_compared else _ONLY_ATTRIBUTES):
        return f"{name} is an attribute: write @{name}"
    tag, dot, token = name.partition(".")
    if dot and token and tag.lower() in defs.tags:
        return f"that is a CSS selector; write {tag}[@class~={quoted(token)}]"
    return ""


def on_axis(name: str, text: str) -> str:
    """About `name::`."""
    if name == "child":
        return "leave child:: out; a single / goes to children"
    if name == "attribute":
        return "write @ in the place of attribute::"
    return f"axes are not in the language; write it as XPath: {as_xpath(text)}"


def on_step(rest: str, text: str) -> str:
    """About `rest`, which stands where a step should."""
    if rest.startswith(".."):
        return f"patterns only go down; write it as XPath: {as_xpath(text)}"
    if rest.startswith(("./", ".")):
        return "leave the dot out; a pattern begins at its context anyway"
    if rest.startswith("["):
        return "write *[…] for an element of any name"
    return ""


def after_step(rest: str) -> str:
    """About `rest`, which stands where a pattern should go on or end."""
    if rest.startswith("#"):
        return "that is a CSS selector; write [@id='…']"
    if rest.startswith((">", "+", "~")):
        return "that is a CSS selector; / goes to a child, // to any descendant"
    if rest.startswith("]"):
        return "there is a ] too many, or its [ is missing"
    if rest.startswith("="):
        return "comparisons stand in brackets: a[@href='…']"
    if rest.startswith(","):
        return "write | between alternatives"
    return ""


def after_predicate(rest: str) -> str:
    """About `rest`, which stands where a predicate should be closed."""
    word = re.match(r"(?:and|or|contains)\b", rest)
    if word:
        return {
            "and": "write two predicates, one behind the other: [A][B]",
            "or": "write two patterns with | between them",
            "contains": "write contains(@name, '…')",
        }[word[0]]
    if rest.startswith("!="):
        return "write not(…='…')"
    if rest.startswith(("<", ">", "*=", "^=", "$=")):
        return "only =, ~= and contains() compare; for the rest write xpath:…"
    if not rest:
        return "the ] at the end is missing"
    return ""


def on_string(rest: str, before: str) -> str:
    """About `rest`, which stands where a string should; `before` is what it is compared with."""
    if rest[:1] in "‘’‚“”„`´" and rest:
        inner = re.match(r"[^\s\])]*", rest[1:].translate(_CURLY).replace("'", " ").replace('"', " "))
        return f"use straight quotes: {quoted(inner[0] if inner else '')}"
    if rest.startswith("="):
        return "write a single ="
    word = re.match(r"[^\s\]),'\"=@]+", rest)
    return f"put it in quotes: {before}{quoted(word[0])}" if word else ""


def on_open_string(quote: str, inner: str) -> str:
    """About a string that begins with `quote` and never ends; `inner` is all that follows."""
    word = re.match(r"[^\]\[)(]*", inner)
    return f"the closing {quote} is missing; did you mean {quote}{word[0].rstrip() if word else ''}{quote} ?"
