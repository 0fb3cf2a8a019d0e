"""What is asked of the demo site and what it answers, as values."""

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote

ORIGIN = "http://demo.test"
"""Where the site believes to live unless it is told otherwise."""

Headers = tuple[tuple[str, str], ...]

# Nine digits: more than any id on the site, and no integer that takes long to compute with.
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Request:
    """An address on the site, taken apart."""

    target: str
    """Path and query as asked for, without fragment."""
    path: str
    segments: tuple[str, ...]
    """Decoded parts of the path, empty ones left out."""
    query: dict[str, str] = field(default_factory=dict)
    """The first value of each parameter."""
    has_cookie: bool = False

    def number(self, name: str) -> int | None:
        """The parameter as a number from 0 to 999,999,999; None if it is missing or anything else."""
        return as_number(self.query.get(name, ""))


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers in the order and case of the wire, and body."""

    status: int
    headers: Headers
    body: bytes

    def header(self, name: str) -> str:
        """Value of the first header of that name in any case; empty if there is none."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), "")

    @property
    def media_type(self) -> str:
        return self.header("content-type").partition(";")[0].strip().lower()

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def as_number(text: str) -> int | None:
    """`text` as a number of at most nine ASCII digits, or None."""
    return int(text) if _NUMBER.fullmatch(text) else None


def parse_target(target: str, has_cookie: bool = False) -> Request:
    """Takes any string apart without raising; what follows a `#` is dropped as a browser does."""
    # A lone surrogate cannot be sent, and half of the standard library refuses it.
    target = target.partition("#")[0].encode("utf-8", "replace").decode("utf-8")
    path, _, query = target.partition("?")
    values: dict[str, str] = {}
    for key, value in parse_qsl(query, keep_blank_values=True):
        values.setdefault(key, value)
    segments = tuple(part for part in unquote(path).split("/") if part)
    return Request(target, path, segments, values, has_cookie)


def html_answer(markup: str, status: int = 200, headers: Headers = ()) -> Answer:
    """A page as it came from the engine, whose headers are in no particular case."""
    first = (("Content-Type", "text/html; charset=UTF-8"), ("X-Powered-BY", "quay/0.9"))
    # Percent-decoding can give lone surrogates too, and some of what is asked is shown again.
    return Answer(status, first + headers, markup.encode("utf-8", "replace"))


def file_answer(body: bytes | str, media_type: str, headers: Headers = ()) -> Answer:
    """A file; text goes out as UTF-8."""
    data = body.encode("utf-8", "replace") if isinstance(body, str) else body
    return Answer(200, (("content-type", media_type), ("cache-CONTROL", "max-age=86400"), *headers), data)


def redirect(location: str, status: int = 302) -> Answer:
    """A redirect with the short page that servers add."""
    body = b"<!DOCTYPE html><title>Moved</title><p>This page is somewhere else.</p>\n"
    return Answer(status, (("LOCATION", location), ("Content-type", "text/html")), body)
