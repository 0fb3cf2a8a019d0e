"""What a page says of itself in JSON-LD, as far as articles, posts, films and the like are concerned."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import etree

from thresher.page.text import found_by

MAX_CHARACTERS = 500_000
"""Of one script; product catalogues can be longer, articles are not."""
_ARTICLES = frozenset(
    {"article", "blogposting", "newsarticle", "techarticle", "socialmediaposting", "discussionforumposting", "report"}
    | {"videoobject", "imageobject", "audioobject", "musicrecording", "musicalbum"}
)
_SCRIPTS = etree.XPath("//script[@type='application/ld+json']")


@dataclass(frozen=True, slots=True)
class StructuredArticle:
    """An article as its page describes it for search engines; empty where it says nothing."""

    title: str = ""
    author: str = ""
    published: str = ""
    modified: str = ""


def structured_article(root: etree._Element) -> StructuredArticle | None:
    """The first article that the page describes; None if it describes none. Never raises."""
    for script in found_by(_SCRIPTS, root):
        for item in _items(script.text or ""):
            kinds = item.get("@type")
            names = kinds if isinstance(kinds, list) else [kinds]
            if any(str(name).lower() in _ARTICLES for name in names):
                return StructuredArticle(
                    _text(item.get("headline") or item.get("name")),
                    _text(item.get("author") or item.get("byArtist")),
                    _text(item.get("datePublished") or item.get("uploadDate") or item.get("dateCreated")),
                    _text(item.get("dateModified")),
                )
    return None


def _items(source: str) -> Iterator[dict[str, Any]]:
    if len(source) > MAX_CHARACTERS:
        return
    try:
        # Some templates break lines inside strings, which JSON does not allow.
        data = json.loads(source, strict=False)
    except (ValueError, RecursionError):
        return
    for item in data if isinstance(data, list) else [data]:
        if isinstance(item, dict):
            yield item
            graph = item.get("@graph")
            yield from (inner for inner in (graph if isinstance(graph, list) else ()) if isinstance(inner, dict))


def _text(value: Any) -> str:
    """A name or a date: as it stands, of a person or organisation its name, of several the first."""
    if isinstance(value, list):
        return _text(value[0]) if value else ""
    if isinstance(value, dict):
        return _text(value.get("name"))
    return " ".join(str(value).split())[:500] if isinstance(value, str | int) else ""
