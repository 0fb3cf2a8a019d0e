"""Feeds in XML → Feed, through feedparser. The only module that knows it."""

import gc
import html
import io
import re
from collections.abc import Iterable, Mapping
from typing import Any

from thresher.feeds.ends import with_ends
from thresher.feeds.fields import address_of, moment_of, person_name, plain_text
from thresher.feeds.source import Source
from thresher.model import Feed, FeedItem

MAX_MENDED = 2 * 1024 * 1024
"""Longer feeds are not read a second time."""
LONG = 1 << 20

_THREADING = "http://purl.org/syndication/thread/1.0"
_FEED_TYPES = ("application/atom+xml", "application/rss+xml", "application/rdf+xml", "application/xml", "text/xml")
_HTML_TYPES = ("", "html", "text/html", "xhtml", "application/xhtml+xml")
_VERSION = re.compile(r"\bversion\s*=\s*[\"']\s*([0-9.]+)", re.I)
_NUMBER = re.compile(r"\s*(\d{1,9})\s*")

Values = Mapping[str, Any]


def read_xml(source: Source, url: str) -> Feed:
    """What feedparser understands of `source`; items of a feed that breaks off are those before the fault."""
    found, notes = _understood(source.text)
    channel = dict(found.get("feed", {}))
    prefix = next((name for name, uri in found.get("namespaces", {}).items() if uri == _THREADING), "thr")
    form = _format(source.root)
    language = _text(channel.get("language"))[:40]
    # An entry of Atom without an author has that of its feed (RFC 4287 §4.2.1).
    owners = _authors(channel, form) if form.startswith("atom") else []
    items = tuple(_item(dict(entry), url, form, language, prefix, owners) for entry in found.get("entries", ()))
    return Feed(
        url=url,
        format=form,
        items=items,
        title=plain_text(_text(channel.get("title"))),
        link=_page_link(channel, url),
        language=language,
        older=_relation(channel, url, "next") or _relation(channel, url, "prev-archive"),
        time_elements=source.time_elements,
        notes=(*source.notes, *notes),
    )


def _understood(text: str) -> tuple[Values, tuple[str, ...]]:
    """feedparser's answer and what to say of it; where tags do not match, a second one with forgotten ends in place."""
    found, notes = _parsed(text)
    if notes and len(text) < MAX_MENDED and (mended := with_ends(text)) is not text:
        other, more = _parsed(mended)
        if len(other.get("entries", ())) >= len(found.get("entries", ())):
            return other, ("end tags were missing", *more)
    return found, notes


def _parsed(text: str) -> tuple[Values, tuple[str, ...]]:
    """feedparser's answer. It gets bytes in a file: a string might be taken for an address or a file name.

    HTML is not sanitised, since nobody is shown it, and addresses inside are left alone: both took longer than
    all the rest together (3.9 MB of real feeds: 1.5 s without, 3.2 s with resolving).
    """
    import feedparser  # here: a twentieth of the start of a crawl, and most have no use for it

    headers = {"content-type": "application/xml; charset=utf-8"}
    octets = io.BytesIO(text.encode("utf-8", "replace"))
    try:
        found = feedparser.parse(octets, response_headers=headers, sanitize_html=False, resolve_relative_uris=False)
    except Exception as error:  # it raises whatever its handlers meet in hostile markup, and says nowhere what
        return {}, (f"could not be read ({type(error).__name__})",)
    if not found.pop("bozo", False):
        return found, ()
    # The error holds the parser, and so the whole text, in a circle: 50 MB for a long feed, until somebody looks.
    found.pop("bozo_exception", None)
    if len(text) > LONG:
        gc.collect(1)
    return found, ("not well-formed: read loosely",)


def _format(root: str) -> str:
    """By the root element: feedparser goes by the first namespace it meets, which may be a guest's."""
    tag = root.lower()
    name = tag[1:].split(None, 1)[0].rstrip(">").rpartition(":")[2]
    version = found[1] if (found := _VERSION.search(tag)) else ""
    if name == "rdf":
        return "rss090" if "netscape.com/rdf/simple/0.9" in tag else "rss10"
    if name == "feed":
        is_old = version == "0.3" or "purl.org/atom/ns#" in tag
        return "atom03" if is_old else "atom10" if "www.w3.org/2005/atom" in tag else "feed"
    known = {"0.90": "rss090", "0.91": "rss091", "0.92": "rss092", "1.0": "rss10"}
    return "rss20" if version.startswith("2") else known.get(version, "feed")


def _item(entry: Values, url: str, form: str, language: str, prefix: str, owners: list[str]) -> FeedItem:
    published = moment_of(_text(entry.get("published")) or _text(entry.get("created")), language)
    modified = moment_of(_text(entry.get("updated")) or _text(entry.get("lastmodified")), language)
    if not form.startswith("atom"):
        # There it is dc:date: when the item is from, and no change of it.
        published, modified = published or modified, modified if published and modified != published else ""
    return FeedItem(
        link=_item_link(entry, url),
        id=_text(entry.get("id")),
        title=plain_text(_text(entry.get("title"))),
        author=", ".join(_authors(entry, form) or owners),
        published=published,
        modified=modified,
        html=max(_texts(entry), key=len, default=""),
        tags=_tags(entry),
        comments_feed=address_of(url, _text(entry.get("wfw_commentrss"))) or _replies(entry, url),
        comment_count=_comment_count(entry, prefix),
        answers=_answers(entry.get(f"{prefix}_in-reply-to"), url),
    )


def _item_link(entry: Values, url: str) -> str:
    """The page of an item: what a redirecting service replaced, the link, or an id that is an address."""
    return (
        address_of(url, _text(entry.get("feedburner_origlink")))
        or _page_link(entry, url)
        or address_of(url, _text(entry.get("link")))
    )


def _page_link(values: Values, url: str) -> str:
    for link in _links(values):
        if link.get("rel", "alternate") == "alternate" and _text(link.get("type")) in _HTML_TYPES:
            found = address_of(url, _text(link.get("href")))
            if found:
                return found
    return ""


def _relation(values: Values, url: str, relation: str) -> str:
    links = (link for link in _links(values) if relation in _text(link.get("rel")).split())
    return next((found for link in links if (found := address_of(url, _text(link.get("href"))))), "")


def _replies(entry: Values, url: str) -> str:
    for link in _links(entry):
        if link.get("rel") == "replies" and _text(link.get("type")).partition(";")[0] in _FEED_TYPES:
            return address_of(url, _text(link.get("href")))
    return ""


def _comment_count(entry: Values, prefix: str) -> int | None:
    counts = [_text(link.get(f"{prefix}:count")) for link in _links(entry) if link.get("rel") == "replies"]
    for text in (_text(entry.get("slash_comments")), _text(entry.get(f"{prefix}_total")), *counts):
        if number := _NUMBER.fullmatch(text):
            return int(number[1])
    return None


def _answers(value: object, url: str) -> str:
    """The page that is answered to; its id where no address is given."""
    if not isinstance(value, Mapping):
        return ""
    name = _text(value.get("ref"))
    return address_of(url, _text(value.get("href"))) or address_of(url, name) or name


def _authors(entry: Values, form: str) -> list[str]:
    """Names, each once. In RSS, those without a mail box are of dc:creator, and go before `author`."""
    raw = [(_text(author.get("name")), bool(author.get("email"))) for author in _mappings(entry.get("authors"))]
    if form.startswith("atom"):
        return list(dict.fromkeys(name for text, _ in raw if (name := person_name(text))))
    if raw and (whole := _text(entry.get("author"))):
        # As it stands: feedparser takes domains of more than four letters apart.
        raw[-1] = whole, "@" in whole
    names = [(person_name(text), has_mail) for text, has_mail in raw]
    without = [name for name, has_mail in names if name and not has_mail]
    return list(dict.fromkeys(without or [name for name, _ in names if name]))


def _texts(entry: Values) -> Iterable[str]:
    """All descriptions an item has, as HTML."""
    summary = entry.get("summary_detail")
    details = [*_mappings(entry.get("content")), summary if isinstance(summary, Mapping) else {}]
    for detail in details:
        kind, value = _text(detail.get("type")), _text(detail.get("value"))
        if kind in _HTML_TYPES:
            yield value
        elif kind.startswith("text"):
            yield html.escape(value, quote=False)
    if "summary_detail" not in entry:
        yield _text(entry.get("summary"))


def _tags(entry: Values) -> tuple[str, ...]:
    found = (plain_text(_text(tag.get("label")) or _text(tag.get("term"))) for tag in _mappings(entry.get("tags")))
    return tuple(dict.fromkeys(filter(None, found)))


def _links(values: Values) -> list[Values]:
    return _mappings(values.get("links"))


def _mappings(value: object) -> list[Values]:
    # As plain dictionaries: feedparser's own give other keys than they have, with warnings.
    return [dict(one) for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
