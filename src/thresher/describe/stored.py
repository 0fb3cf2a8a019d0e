"""An object as it is read back: what was found, with what the archive adds to it."""

from dataclasses import dataclass

from thresher.describe.known import moment
from thresher.model import WebObject

KEYS = (
    "id", "type", "url", "title", "author", "published", "modified", "text", "html", "links", "images", "own_text",
    "container", "container_title", "reply_to", "tags", "position", "confidence", "version", "deleted", "source",
    "rule",
)  # fmt: skip
"""The keys of an object in every format, in this order."""

SOURCE_KEYS = ("file", "offset", "url", "time")


@dataclass(frozen=True, slots=True)
class StoredObject:
    """One version of an object."""

    web: WebObject
    version: int
    position: int | None
    """Place among the objects of its type in its container, from 1; None without a container, and for deleted ones."""
    deleted: str
    """When it was found gone; empty while it is there."""
    first_seen: str
    last_seen: str
    is_container_stored: bool = False
    """Whether the container is an object of the archive itself."""

    def as_dict(self) -> dict[str, object]:
        """Every key of `KEYS`: what is not known is None, a list without members is empty."""
        web = self.web
        source = web.source
        return {
            "id": web.id,
            "type": web.type.value,
            "url": web.url or None,
            "title": web.title or None,
            "author": web.author or None,
            "published": web.published or None,
            "modified": web.modified or None,
            "text": web.text or None,
            "html": web.html or None,
            "links": list(web.links),
            "images": list(web.images),
            "own_text": web.own_text or None,
            "container": web.container or None,
            "container_title": web.container_title or None,
            "reply_to": web.reply_to or None,
            "tags": list(web.tags),
            "position": self.position,
            "confidence": web.confidence,
            "version": self.version,
            "deleted": self.deleted or None,
            "source": {"file": source.file, "offset": source.offset, "url": source.url, "time": moment(source.time)},
            "rule": web.rule or None,
        }
