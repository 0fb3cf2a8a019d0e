"""Strings of any kind as RDF terms that are always valid."""

import re
from datetime import date, datetime
from functools import lru_cache
from urllib.parse import quote, urlsplit

from thresher.describe.oxigraph import Literal, NamedNode
from thresher.describe.vocabulary import expand

_KEPT = ":/?#[]@!$&'()*+,;=%~"
"""Characters of an address that stay as they are when the others are percent-encoded."""

_WHEN = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?", re.ASCII | re.IGNORECASE
)
_COARSE = ((re.compile(r"\d{4}-\d\d", re.ASCII), "xsd:gYearMonth"), (re.compile(r"\d{4}", re.ASCII), "xsd:gYear"))

_GENID = "/.well-known/genid/thresher/account/"
"""The place that RDF 1.1 (section 3.5) reserves for names that somebody else than the site has given."""


@lru_cache(maxsize=512)
def name(prefixed: str) -> NamedNode:
    """A term of our vocabulary."""
    return NamedNode(expand(prefixed))


@lru_cache(maxsize=4096)
def iri(text: str) -> NamedNode:
    """`text` as an IRI: itself if it is one, percent-encoded where that helps, or else quoted below `urn:thresher:id:`.

    >>> iri("https://b.example/a post").value
    'https://b.example/a%20post'
    >>> iri("post 5").value
    'urn:thresher:id:post%205'
    """
    for spelling in (text, quote(text, safe=_KEPT)):
        try:
            return NamedNode(spelling)
        except ValueError:
            continue
    return minted("id", text)


def minted(kind: str, text: str) -> NamedNode:
    """A name of our own."""
    return NamedNode(f"urn:thresher:{kind}:{quote(text, safe='/:')}")


@lru_cache(maxsize=4096)
def account(author: str, author_url: str, page: str) -> NamedNode:
    """The account of an author: the address of the profile, or a name below the host of the page.

    >>> account("Ann B", "", "https://b.example/t?5").value
    'https://b.example/.well-known/genid/thresher/account/Ann%20B'
    """
    if author_url:
        return iri(author_url)
    try:
        # http and https are one site, and must not give one author two names.
        return NamedNode(f"https://{urlsplit(page).netloc.rpartition('@')[2].lower()}{_GENID}{quote(author, safe='')}")
    except ValueError:
        return minted("account", author)


@lru_cache(maxsize=1024)
def site(page: str) -> NamedNode | None:
    """The front page of the site that `page` is on."""
    try:
        parts = urlsplit(page)
        return NamedNode(f"{parts.scheme}://{parts.netloc}/") if parts.netloc else None
    except ValueError:
        return None


def when(text: str) -> Literal:
    """A date as exact as it was told; what is no date stays a plain string.

    >>> str(when("2026-03-01T12:30+01:00"))
    '"2026-03-01T12:30:00+01:00"^^<http://www.w3.org/2001/XMLSchema#dateTime>'
    """
    text = text.strip()
    if match := _WHEN.fullmatch(text):
        day, minutes, seconds, fraction, offset = match.groups("")
        return _typed(f"{day}T{minutes}{seconds or ':00'}{fraction}{_offset(offset)}", "xsd:dateTime", text)
    for pattern, kind in _COARSE:
        if pattern.fullmatch(text):
            return Literal(text, datatype=name(kind))
    return _typed(text, "xsd:date", text)


def _offset(text: str) -> str:
    return text.upper() if len(text) != 5 else f"{text[:3]}:{text[3:]}"


def _typed(spelling: str, kind: str, text: str) -> Literal:
    try:
        if kind == "xsd:date":
            spelling = date.fromisoformat(text).isoformat()
        else:
            datetime.fromisoformat(spelling)
    except ValueError:
        return Literal(text)
    return Literal(spelling, datatype=name(kind))
