"""What makes a version of an object: its content, and the digest by which a change of it is seen."""

import hashlib
import json
import re
from dataclasses import fields, replace

from thresher.model import Source, WebObject

CONTENT = (
    "title", "author", "author_url", "published", "modified", "reply_to",
    "links", "images", "tags", "own_text", "text", "html",
)  # fmt: skip
"""Fields that make a version, in the order of the catalog's columns: small ones first, so that SQLite finds them
without reading through long texts. Where it stands (container, order) and how it was found do not count."""

TITLE, AUTHOR, AUTHOR_URL, MODIFIED, TEXT, HTML = map(
    CONTENT.index, ("title", "author", "author_url", "modified", "text", "html")
)
BODY = tuple(map(CONTENT.index, ("links", "images", "own_text", "text", "html")))

LISTS = frozenset({"links", "images", "tags"})

Content = tuple[str, ...]
"""The values of `CONTENT`; lists as JSON, or empty."""

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_LARGEST = 2**63 - 1


def content_of(found: WebObject) -> Content:
    return (
        found.title, found.author, found.author_url, found.published, found.modified, found.reply_to,
        pack(found.links), pack(found.images), pack(found.tags), found.own_text, found.text, found.html,
    )  # fmt: skip


def digest_of(content: Content) -> bytes:
    """Equal for equal content. 16 bytes: a million million versions would have to be kept to meet a chance twin.

    Markup does not count: a new template is no new version of what somebody wrote. Nor does the date of the last
    change: sites that are built from files have a new one on every page each time they are built.
    """
    words = [value for place, value in enumerate(content) if place not in (HTML, MODIFIED)]
    return hashlib.blake2b("\0".join(words).encode(), digest_size=16).digest()


def pack(words: tuple[str, ...]) -> str:
    return _ENCODE(words) if words else ""


def unpack(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text)) if text else ()


def blanks_filled(content: Content, other: Content) -> Content:
    """`content`, with its empty fields taken from `other`.

    What belongs together stays together: a text has no quotes, links or images of another text, an author no profile
    of another author.
    """
    merged = [mine or theirs for mine, theirs in zip(content, other, strict=True)]
    if content[TEXT] or content[HTML]:
        for place in BODY:
            merged[place] = content[place]
    if content[AUTHOR] and content[AUTHOR] != other[AUTHOR]:
        merged[AUTHOR_URL] = content[AUTHOR_URL]
    return tuple(merged)


def filled(content: Content) -> int:
    """Which fields are not empty, as a bit mask."""
    return sum(1 << place for place, value in enumerate(content) if value)


def prepared(found: WebObject) -> tuple[WebObject, Content, bytes]:
    """`found` without what neither SQLite nor JSON can hold (half characters, endless numbers), content and digest."""
    content = content_of(found)
    try:
        digest = digest_of(content)
        rest = (found.id, found.url, found.rule, found.container, found.container_title, found.modified, found.html)
        "".join((*rest, found.source.file, found.source.url)).encode()
    except UnicodeEncodeError:
        return prepared(_mended(found))
    page, place = found.order
    if not (0 <= found.confidence <= 1 and abs(page) <= _LARGEST and abs(place) <= _LARGEST):
        order = (min(max(page, -_LARGEST), _LARGEST), min(max(place, -_LARGEST), _LARGEST))
        found = replace(found, order=order, confidence=max(0.0, min(1.0, found.confidence)))
    return found, content, digest


def _mended(found: WebObject) -> WebObject:
    source = found.source
    changed: dict[str, object] = {
        "source": Source(_whole(source.file), source.offset, _whole(source.url), source.time),
    }
    for field in fields(found):
        value = getattr(found, field.name)
        if type(value) is str:
            changed[field.name] = _whole(value)
        elif field.name in LISTS:
            changed[field.name] = tuple(_whole(word) for word in value)
    return replace(found, **changed)  # type: ignore[arg-type]


def _whole(text: str) -> str:
    # JSON inside pages can hold one half of a pair ("\ud83d" alone); no encoding can write it down.
    return _LONE_SURROGATE.sub("\ufffd", text)
