"""Other ways to the topics of a list on its later versions: a path that was right once, and Scrapling's likeness."""

import logging
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lxml import html

from thresher.evaluate.adaptation_peers import NAME
from thresher.evaluate.versions import Shows, Version, path_to_topics, topic_of

WRAPPER = "static path"


def lists_found(versions: Sequence[Version], address: str, folder: Path, *, peers: bool = True) -> dict[str, list[int]]:
    """By program, the share in percent of the topics found on each version of the list; made for the first."""
    lists = [one for one in versions if one.shows is Shows.LIST]
    path = path_to_topics(lists[0])
    found = {WRAPPER: [_share(one, _linked(html.document_fromstring(one.payload).xpath(path))) for one in lists]}
    if peers and find_spec("scrapling") is not None:
        found[NAME] = list(_by_likeness(lists, path, address, folder))
    return found


def _by_likeness(lists: Sequence[Version], path: str, address: str, folder: Path) -> Iterator[int]:
    parser = import_module("scrapling.parser")
    # Importing it sets a level of its own; what it says of single pages would drown the progress.
    logging.getLogger("scrapling").setLevel(logging.CRITICAL + 1)
    storage = {"storage_file": str(folder / "versions.db"), "url": address}
    for number, one in enumerate(lists):
        source = one.payload.decode("utf-8", "replace")
        page = parser.Selector(source, url=address, adaptive=True, storage_args=storage)
        found = list(page.xpath(path, "topics", adaptive=number > 0, auto_save=number == 0))
        if number and len(found) == 1:
            found += list(found[0].find_similar())
        yield _share(one, _linked(element._root for element in found))


def _linked(elements: Any) -> set[str]:
    return {topic_of(str(element.get("href") or "")) for element in elements}


def _share(version: Version, found: set[str]) -> int:
    return round(100 * len(found & version.topics.keys()) / len(version.topics))
