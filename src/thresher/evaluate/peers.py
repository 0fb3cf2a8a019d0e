"""Other programs that find the article on a page, each behind one function: HTML and address → title, text, date.

They come with the extra `peers`; one that is not installed is left out. None asks the network.
"""

import logging
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from lxml import etree

from thresher.page import charset_of, passage, text_of

HINT = "pip install 'thresher[peers]'"


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a program found on a page; empty where it found nothing."""

    title: str = ""
    text: str = ""
    published: str = ""
    """ISO 8601, as far as the program says it."""


Extract = Callable[[bytes, str], Extraction]


@dataclass(frozen=True, slots=True)
class Peer:
    """A program and what it promises to find."""

    name: str
    module: str
    extract: Extract
    gives_title: bool = True
    gives_date: bool = False

    @property
    def is_installed(self) -> bool:
        return find_spec(self.module) is not None


def installed_peers() -> tuple[list[Peer], str]:
    """The programs that can be measured here, and a sentence about those that cannot; empty if all can."""
    there = [peer for peer in PEERS if peer.is_installed]
    missing = [peer.name for peer in PEERS if not peer.is_installed]
    verb = "is" if len(missing) == 1 else "are"
    return there, f"{', '.join(missing)} {verb} not installed and left out; {HINT} brings them." if missing else ""


def safely(extract: Extract) -> Extract:
    """The same function, but a page that it cannot read yields nothing instead of an exception."""

    def wrapped(html: bytes, url: str) -> Extraction:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return extract(html, url)
            except Exception:  # foreign programs raise what they like
                return Extraction()

    return wrapped


@cache
def _module(name: str) -> Any:
    """A module, silenced: what it has to say about single pages would drown the progress."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = import_module(name)
    logging.getLogger(name.partition(".")[0]).setLevel(logging.CRITICAL + 1)
    return found


def _decoded(html: bytes) -> str:
    return text_of(html, charset_of(html, ""))


def _date(value: Any) -> str:
    return str(value.isoformat() if hasattr(value, "isoformat") else value or "")


def _trafilatura(html: bytes, url: str) -> Extraction:
    found = _module("trafilatura").bare_extraction(_decoded(html), url=url, with_metadata=True, include_comments=False)
    return Extraction(found.title or "", found.text or "", _date(found.date)) if found else Extraction()


def _readability(html: bytes, url: str) -> Extraction:
    document = _module("readability").Document(_decoded(html), url=url)
    root = etree.fromstring(document.summary(html_partial=True), etree.HTMLParser())
    return Extraction(document.short_title() or "", passage(root) if root is not None else "")


def _boilerpy(html: bytes, url: str) -> Extraction:
    found = _module("boilerpy3.extractors").ArticleExtractor(raise_on_failure=False).get_doc(_decoded(html))
    return Extraction(found.title or "", found.content or "")


@cache
def _goose_program() -> Any:
    return _module("goose3").Goose({"enable_image_fetching": False})


def _goose(html: bytes, url: str) -> Extraction:
    found = _goose_program().extract(url=url, raw_html=_decoded(html))
    return Extraction(found.title or "", found.cleaned_text or "", _date(found.publish_date))


def _newspaper(html: bytes, url: str) -> Extraction:
    found = _module("newspaper").article(url, input_html=_decoded(html), fetch_images=False)
    return Extraction(found.title or "", found.text or "", _date(found.publish_date))


def _resiliparse(html: bytes, url: str) -> Extraction:
    read = _module("resiliparse.extract.html2text").extract_plain_text
    return Extraction(text=read(_decoded(html), main_content=True, list_bullets=False, links=False, comments=False))


PEERS = (
    Peer("trafilatura", "trafilatura", _trafilatura, gives_date=True),
    Peer("readability-lxml", "readability", _readability),
    Peer("boilerpy3", "boilerpy3", _boilerpy),
    Peer("goose3", "goose3", _goose, gives_date=True),
    Peer("newspaper4k", "newspaper", _newspaper, gives_date=True),
    Peer("resiliparse", "resiliparse", _resiliparse, gives_title=False),
)
"""In the order of the tables."""
