"""End tags that somebody forgot.

feedparser's loose parser takes everything up to the end of a description for its text, so one that never ends
swallows the items behind it.
"""

import re

_PARTS = re.compile(r"<!\[CDATA\[(?:.*?\]\]>|.*\Z)|<!--(?:.*?-->|.*\Z)|<(/?)([A-Za-z][\w.:-]{0,40})[^<>]*>", re.S)
# Elements of feeds that hold text, and no other element of feeds.
_LEAVES = frozenset(
    {"title", "link", "description", "guid", "pubdate", "category", "creator", "date", "encoded", "summary", "id",
     "published", "updated", "comments", "commentrss", "subject"}
)  # fmt: skip
_HOLDERS = frozenset({"item", "entry", "channel", "feed", "rss", "image"})


def with_ends(text: str) -> str:
    """`text` with an end for each element that should have had one before the next begins; itself if all have.

    >>> with_ends("<item><title>A<link>/a</link></item>")
    '<item><title>A</title><link>/a</link></item>'
    """
    pieces: list[str] = []
    place, waiting = 0, ""
    for part in _PARTS.finditer(text):
        name = part[2]
        if not name:
            continue
        local = name.rpartition(":")[2].lower()
        if part[1] and name == waiting:
            waiting = ""
        elif waiting and (local in _HOLDERS or (local in _LEAVES and not part[1])):
            pieces += [text[place : part.start()], f"</{waiting}>"]
            place, waiting = part.start(), ""
        if not waiting and not part[1] and local in _LEAVES and not part[0].endswith("/>"):
            waiting = name
    return "".join([*pieces, text[place:]]) if pieces else text
