"""JSON Feed (jsonfeed.org, versions 1 and 1.1) → Feed."""

import html
import json
from collections.abc import Iterable
from typing import Any

from thresher.feeds.fields import address_of, moment_of, person_name, plain_text
from thresher.feeds.source import MAX_ITEMS
from thresher.model import Feed, FeedItem

_MARK = "jsonfeed.org/version"
_TIMES = ("date_published", "date_modified")


def read_json(text: str, url: str, notes: tuple[str, ...] = ()) -> Feed | None:
    """The feed in `text`; None if it is other JSON, or none."""
    if _MARK not in text and _MARK.replace("/", "\\/") not in text:
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or _MARK not in _text(data.get("version")):
        return None
    raw = data.get("items")
    entries = [entry for entry in raw if isinstance(entry, dict)] if isinstance(raw, list) else []
    if len(entries) > MAX_ITEMS:
        entries, notes = entries[:MAX_ITEMS], (*notes, f"cut at {MAX_ITEMS} items")
    owners = list(_authors(data))
    return Feed(
        url=url,
        format="json",
        items=tuple(_item(entry, url, owners) for entry in entries),
        title=plain_text(_text(data.get("title"))),
        link=address_of(url, _text(data.get("home_page_url"))),
        language=_text(data.get("language"))[:40],
        older=address_of(url, _text(data.get("next_url"))),
        time_elements=tuple(name for name in _TIMES if any(entry.get(name) for entry in entries)),
        notes=notes,
    )


def _item(entry: dict[str, Any], url: str, owners: list[str]) -> FeedItem:
    name = _text(entry.get("id"))
    link = address_of(url, _text(entry.get("url")) or _text(entry.get("external_url")))
    texts = (_text(entry.get("content_html")), *(_escaped(entry.get(key)) for key in ("content_text", "summary")))
    return FeedItem(
        link=link or (address_of(url, name) if name.startswith(("http://", "https://")) else ""),
        id=name,
        title=plain_text(_text(entry.get("title"))),
        author=", ".join(dict.fromkeys(list(_authors(entry)) or owners)),
        published=moment_of(_text(entry.get("date_published"))),
        modified=moment_of(_text(entry.get("date_modified"))),
        html=max(texts, key=len),
        tags=tuple(filter(None, map(_text, _list(entry.get("tags"))))),
    )


def _authors(entry: dict[str, Any]) -> Iterable[str]:
    for author in (*_list(entry.get("authors")), entry.get("author")):
        if isinstance(author, dict) and (name := person_name(_text(author.get("name")))):
            yield name


def _text(value: object) -> str:
    """A text; numbers are ids of careless programs."""
    if isinstance(value, str):
        # Half of a pair of code units can be written in JSON and nowhere else.
        return value.encode("utf-8", "replace").decode("utf-8") if not value.isascii() else value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 64 else ""


def _escaped(value: object) -> str:
    return html.escape(_text(value), quote=False)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
