"""Bytes → Feed, whatever the format."""

from thresher.feeds.json_feed import read_json
from thresher.feeds.source import text_of_feed, xml_source
from thresher.feeds.xml_feed import read_xml
from thresher.model import Feed

BEGIN = 4096


def read_feed(data: bytes, url: str, content_type: str = "") -> Feed | None:
    """The feed in `data`, which stood at `url`; None if it is no feed.

    RSS 0.90 to 2.0, RDF, Atom 0.3 and 1.0, JSON Feed. `data` has its content coding off; `content_type` is the
    header, for its charset. Never raises, never asks for anything: what is broken or too much is left out, and
    `notes` say so.
    """
    text, notes = text_of_feed(data, content_type)
    if text[:BEGIN].lstrip().startswith("{"):
        return read_json(text, url, notes)
    source = xml_source(text, notes)
    return read_xml(source, url) if source is not None else None
