"""Posts whose text stands bare in their box, beside the name and the date: <p><b>Anna</b>, 3 May: It works.</p>"""

from collections.abc import Iterable, Sequence

from lxml import etree

from thresher.learn.posts.letterheads import Head, find_head

SELF = "xpath:."
"""The box itself."""
BARE_SHARE = 0.5
"""Of the text in posts, what stands right in their boxes if that is the text."""
MIN_CHARACTERS = 40
"""Of the bare text of a post, the mean: signs between links are fewer."""


def is_bare(records: Sequence[etree._Element]) -> bool:
    """Whether most of the text in these boxes is in no element inside them."""
    bare = sum(map(_length, (text for record in records for text in _own_texts(record))))
    all_of_it = sum(_length(str(text)) for record in records for text in record.itertext())
    return bare >= BARE_SHARE * all_of_it and bare >= MIN_CHARACTERS * len(records)


def head_in(records: Sequence[etree._Element]) -> Head:
    """Who wrote these posts and when, by lines in them that say so."""
    return find_head(records, "descendant")


def parts_aside(names: Iterable[str]) -> tuple[str, ...]:
    """What is no part of a text that is all of its box: elements with the author and the date."""
    return tuple(dict.fromkeys(plain for name in names if (plain := name.partition("/@")[0]) and "text()" not in name))


def _own_texts(element: etree._Element) -> list[str]:
    return [text for text in (element.text, *(child.tail for child in element)) if text]


def _length(text: str) -> int:
    return len(" ".join(text.split()))
