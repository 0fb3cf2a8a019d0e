"""The content of an object: its text with and without quotations, its markup, what it links to and shows."""

import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from lxml import etree

from thresher.extract.copies import hidden_copies
from thresher.extract.cuts import cut_at, without_lines
from thresher.extract.fields import Find, elements_by
from thresher.extract.inventory import Finder
from thresher.knowledge import Extraction
from thresher.page import join, passage


def content_of(body: Any, rule: Extraction, find: Find, finder: Finder, base: str) -> "Content":
    """The content that begins in `body`, as a rule says where it goes on and what does not belong to it."""
    return Content.joined([Content.of(one, rule, finder, base) for one in _bodies(body, rule, find)])


@dataclass(frozen=True, slots=True)
class Content:
    """What someone wrote, as the page has it."""

    text: str = ""
    own_text: str = ""
    html: str = ""
    links: tuple[str, ...] = ()
    images: tuple[str, ...] = ()

    @classmethod
    def joined(cls, some: Sequence["Content"]) -> "Content":
        """Several elements as one."""
        if len(some) == 1:
            return some[0]
        return cls(
            text="\n".join(filter(None, (one.text for one in some))),
            own_text="\n".join(one.own_text or one.text for one in some) if any(one.own_text for one in some) else "",
            html="\n".join(one.html for one in some),
            links=tuple(dict.fromkeys(link for one in some for link in one.links)),
            images=tuple(dict.fromkeys(image for one in some for image in one.images)),
        )

    @classmethod
    def of(cls, body: Any, rule: Extraction, finder: Finder, base: str) -> "Content":
        """The content of the element that holds an object's text."""
        if body is None:
            return cls()
        if isinstance(body, str):
            return cls(text=" ".join(body.split()))
        if rule.until:
            body = cut_at(body, re.compile(rule.until))
        if rule.quote_lines:
            passages = set(elements_by(rule.quotes, finder.within(body)))
            body = without_lines(body, passages, re.compile(rule.quote_lines))
        within = finder.within(body)
        foreign = set(elements_by(rule.without, within))
        heads = set(elements_by(rule.quote_heads, within))
        foreign |= hidden_copies(body, foreign | heads)
        quotes = set(elements_by(rule.quotes, within))
        return cls(
            text=passage(body, foreign | heads, rule.is_preformatted),
            own_text=passage(body, foreign | heads | quotes, rule.is_preformatted) if quotes else "",
            html=_html(body, foreign),
            links=_addresses(body, "a", "href", foreign, base),
            images=_addresses(body, "img", "src", foreign, base),
        )


def _html(body: etree._Element, foreign: set[etree._Element]) -> str:
    if foreign:
        body = _without(body, foreign)
    return str(etree.tostring(body, encoding="unicode", method="html", with_tail=False)).strip()


def _without(body: etree._Element, foreign: set[etree._Element]) -> etree._Element:
    """A copy of `body` without some of its elements; what stands behind them stays."""
    places = {number for number, element in enumerate(body.iter()) if element in foreign}
    twin = copy.deepcopy(body)
    for element in [element for number, element in enumerate(twin.iter()) if number in places]:
        parent = element.getparent()
        if parent is None:
            continue
        before = element.getprevious()
        if element.tail and before is not None:
            before.tail = (before.tail or "") + element.tail
        elif element.tail:
            parent.text = (parent.text or "") + element.tail
        parent.remove(element)
    return twin


def _addresses(body: etree._Element, tag: str, name: str, foreign: set[etree._Element], base: str) -> tuple[str, ...]:
    hidden = {inner for outer in foreign for inner in outer.iter(tag)}
    found = (join(base, element.get(name) or "") for element in islice(body.iter(tag), 2000) if element not in hidden)
    return tuple(dict.fromkeys(address for address in found if address))


def _bodies(body: Any, rule: Extraction, find: Find) -> list[Any]:
    """The element of a text, with those beside it in which it goes on, in the order of the page."""
    if not rule.more or body is None or isinstance(body, str):
        return [body]
    home = body.getparent()
    more = {one for one in elements_by(rule.more, find) if one is not body and one.getparent() is home}
    return [one for one in home if one is body or one in more] if more and home is not None else [body]
