"""What belongs to one post where posts stand inside each other."""

from collections.abc import Collection, Iterator

from lxml import etree


def own_elements(record: etree._Element, records: Collection[etree._Element]) -> Iterator[etree._Element]:
    """The elements of a record, itself first, in the order of the page; those of other `records` in it left out."""
    waiting = [record]
    while waiting:
        element = waiting.pop()
        yield element
        inner = [child for child in element.iterchildren(etree.Element) if child not in records]
        waiting.extend(reversed(inner))
