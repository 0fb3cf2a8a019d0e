"""Path → strings that a document must have somewhere, or else the path leads nowhere in it.

Three byte strings stand for a document: its markup, the text of its tree, and the values of its metadata. The text
and the metadata are exact, so whole literals are looked for. The markup is what the parser read: in it, a character
of an attribute may be spelled as a reference, so only runs of `PLAIN` characters count, and `references` says whether
one of those is hidden. Tags are never relied on (parsers add and drop them), nor is the case of names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from lxml.html import defs

from thresher.pattern.conditions import html_name
from thresher.pattern.document import METADATA_ATTRIBUTES
from thresher.pattern.syntax import ANY, Condition, Exists, Kind, Last, Not, Path, Position, Step

PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _-./"
"""What names of files, cookies, classes and programs are made of. Software that escapes more than it must escapes
other characters ([ ] = : ! and the quotes), so pages seldom hide one of these."""
MAX_BYTES = 60
"""Of one needle; longer ones find nothing that these would not."""

_PLAIN_RUN = re.compile(f"[{re.escape(PLAIN)}]+")
# Characters that may be spelled as references, but by no parser changed otherwise.
_OPEN_RUN = re.compile(f"[{re.escape(PLAIN)}\u00a0-\ud7ff\ue000-\ufffc\U00010000-\U0010ffff]+")
_SHORT = 3
_PLAIN_START = re.compile(f"[{re.escape(PLAIN)}]{{{_SHORT + 1}}}")
# Words in the attributes of more than a third of 51 sites, and some of theirs: they tell nothing, and looking for them
# takes as long as for all others together, for they are found a hundred times a page.
_COMMON = (
    "http text css org stylesheet www com content https icon application width html png search description header "
    "title type button left footer url top page post javascript nav right image xml site logo name viewport blank "
    "device initial canonical alternate php scale twitter hidden author min container item list main index submit "
    "link menu rss favicon none body home all block jpg the tag net style facebook display article about images font "
    "bottom json height user mobile form wrapper default img large feed date login comments copyright center new "
    "nofollow label card summary color get data sidebar wrap global shortcut social keywords profile section size "
    "static position category share svg forum comment tags app generator xhtml jquery charset time links align posts "
    "inner more widget banner privacy navigation toggle next embed border pages max news action theme styles assets "
    "search.php index.php"
)
_COMMON_SHARE = 1 / 8
# Attributes whose values are words of a vocabulary that half of the web shares.
_VOCABULARY = frozenset({"name", "rel", "type", "property", "http-equiv", "itemprop", "role", "lang", "method"})
_VOCABULARY_SHARE = 1 / 4
_NAME_SHARE = 1 / 2
# Elements whose text stands in the markup as it is, in one piece.
_WITHOUT_TAGS = frozenset({"script", "style"})
# Names of attributes that tell nothing.
_EVERYWHERE = defs.safe_attrs | {"content", "http-equiv", "onclick", "property", "role", "style", "data-src", "data-id"}


class Where(Enum):
    """Which of a document's byte strings."""

    MARKUP = "markup"
    TEXT = "text"
    METADATA = "metadata"


@dataclass(frozen=True, slots=True)
class Needle:
    """Bytes to look for."""

    where: Where
    data: bytes
    is_caseless: bool = False


@dataclass(frozen=True, slots=True)
class Need:
    """One of `needles` must be there. The greater the weight, the fewer documents are likely to have it."""

    needles: tuple[Needle, ...]
    weight: float


def page_needs(path: Path) -> list[Need]:
    """What a page must have if `path` is to lead anywhere in its HTML: all of them. None at all: try and see."""
    return [need for step in path.steps for need in _step_needs(step)]


def metadata_needs(path: Path) -> list[Need] | None:
    """The same for the HTTP data; None if the path can lead nowhere in any."""
    if not may_be_in_metadata(path):
        return None
    needs = []
    for step in path.steps:
        for name, text in _attribute_texts(step):
            if text:
                data = text.encode("utf-8", "surrogatepass")[:MAX_BYTES]
                needs.append(Need((Needle(Where.METADATA, data, True),), _weight(text, name)))
    return needs


def may_be_in_metadata(path: Path) -> bool:
    """Whether there is HTTP data in which `path` leads somewhere; if not, its tree need not be made."""
    return all(map(_is_in_metadata, path.steps))


def _step_needs(step: Step) -> Iterator[Need]:
    for name, text in _attribute_texts(step):
        if text:
            yield from _markup_need(text, name)
            yield from _spelled_need(text, name)
        yield from _name_need(name)
    for text, is_own in _element_texts(step):
        if text and is_own and html_name(step.test.name) in _WITHOUT_TAGS:
            yield from _markup_need(text, "")
        elif text:
            data = text.encode("utf-8", "surrogatepass")[:MAX_BYTES]
            yield Need((Needle(Where.TEXT, data),), float(len(text)))
    if step.test.kind is Kind.ELEMENT and "-" in step.test.name:
        yield from _name_need(step.test.name)


def _conditions(step: Step) -> Iterator[Condition]:
    """Conditions that must hold."""
    return (p for p in step.predicates if not isinstance(p, Not | Position | Last))


def _attribute_texts(step: Step) -> Iterator[tuple[str, str]]:
    """Attributes that the step must meet, and what must stand in each; empty for any value."""
    if step.test.kind is Kind.ATTRIBUTE:
        yield html_name(step.test.name), ""
    for condition in _conditions(step):
        is_own = condition.value.kind is Kind.SELF and step.test.kind is Kind.ATTRIBUTE
        name = step.test.name if is_own else condition.value.name
        if is_own or condition.value.kind is Kind.ATTRIBUTE:
            text = "" if isinstance(condition, Exists) else condition.text
            # contains(@x, '') is true without the attribute.
            if text or isinstance(condition, Exists):
                yield html_name(name), text


def _element_texts(step: Step) -> Iterator[tuple[str, bool]]:
    """Texts that must stand in an element, or between elements; whether that is the element of the step itself."""
    for condition in _conditions(step):
        if isinstance(condition, Exists) or condition.value.kind is Kind.ATTRIBUTE:
            continue
        if condition.value.kind is Kind.ELEMENT or step.test.kind is not Kind.ATTRIBUTE:
            yield condition.text, condition.value.kind is Kind.SELF and step.test.kind is Kind.ELEMENT


def _markup_need(text: str, name: str) -> Iterator[Need]:
    runs = [run for run in _PLAIN_RUN.findall(text) if len(run) >= _SHORT] or sorted(_OPEN_RUN.findall(text), key=len)[
        -1:
    ]
    for run in runs:
        # An attribute without a value, <input CHECKED>, has its own name for a value, in small letters.
        needle = Needle(Where.MARKUP, run.encode()[:MAX_BYTES], name == ANY or run in name)
        if run.isascii():
            yield Need((needle,), _weight(run, name))
        else:
            # é is often spelled &eacute;, so a page with any reference may have it.
            yield Need((needle, Needle(Where.MARKUP, b"&")), _weight(run, name) / 2)


def _spelled_need(text: str, name: str) -> Iterator[Need]:
    """`text` as a whole where it has other characters than plain ones: as it is, or with a reference in it."""
    start = _PLAIN_START.search(text)
    if start is None or not (text.isascii() and text.isprintable()):
        return
    before, mark, _ = text[start.start() :].partition("&")
    whole = (before + mark)[:MAX_BYTES]
    odd = [place for place, character in enumerate(whole) if character not in PLAIN]
    if odd:
        forms = dict.fromkeys([whole, *(whole[:place] + "&" for place in odd)])
        needles = tuple(Needle(Where.MARKUP, form.encode(), name == ANY or whole in name) for form in forms)
        yield Need(needles, _weight(whole, name))


def _name_need(name: str) -> Iterator[Need]:
    """An attribute's name, or that of an element which no parser would make up."""
    if name != ANY and re.fullmatch(r"[\w:.-]+", name, re.ASCII):
        weight = 0.5 if name in _EVERYWHERE else len(name) * _NAME_SHARE
        yield Need((Needle(Where.MARKUP, html_name(name).encode()[:MAX_BYTES], True),), weight)


def _weight(text: str, name: str) -> float:
    """How telling `text` is in an attribute of that name."""
    if len(text) <= _SHORT or text.lower().strip(" _-.") in _COMMON:
        return len(text) * _COMMON_SHARE
    return len(text) * (_VOCABULARY_SHARE if name in _VOCABULARY else 1.0)


def _is_in_metadata(step: Step) -> bool:
    """Whether metadata can have what the step wants."""
    names = {html_name(name) for name, _ in _attribute_texts(step)} - {ANY}
    if step.test.kind is Kind.TEXT or any(text for text, _ in _element_texts(step)):
        return False
    if step.test.kind is Kind.ATTRIBUTE or step.test.name == ANY:
        return any(names <= known for known in METADATA_ATTRIBUTES.values())
    known = METADATA_ATTRIBUTES.get(html_name(step.test.name))
    return known is not None and names <= known
