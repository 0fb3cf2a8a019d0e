"""What a page tells of others below its own text: 'Related', 'Read more', each with title, date and first words.

Such boxes are made like posts of a thread. But the title of each leads to a page like the one that it stands on, and
each has another; replies have the title of their thread, or none.
"""

from collections.abc import Iterable, Mapping

from lxml import etree

from thresher.learn.page_types.records import Record, Region
from thresher.learn.posts.limits import MOST
from thresher.learn.posts.names import string_of
from thresher.learn.sight import Sight
from thresher.page import HEADINGS


def teasers_in(sight: Sight, regions: Iterable[Region]) -> set[etree._Element]:
    """The boxes among the records of some regions of a page that tell of other pages."""
    others = sight.links_to_alike
    return {row for one in regions if _are_teasers(one, others) for record in one.records for row in record.elements}


def without_teasers(sight: Sight, regions: Iterable[Region]) -> list[Region]:
    """The regions of a page that are no teasers, nor stand in some."""
    some = list(regions)
    teasers = teasers_in(sight, some)
    return [one for one in some if not any(_is_in(record, teasers) for record in one.records)] if teasers else some


def _are_teasers(region: Region, others: Mapping[etree._Element, str]) -> bool:
    """Whether most records are called differently, each by a title that leads to another page like this one: `others`
    are the links to such pages."""
    titles = [title for record in region.records if (title := _title_in(record, others)) is not None]
    different = min(len({others[title] for title in titles}), len(set(map(string_of, titles))))
    return different >= MOST * len(region.records)


def _title_in(record: Record, links: Mapping[etree._Element, str]) -> etree._Element | None:
    """The first of `links` that is a heading of the record, or has one in it; or the words that it begins with."""
    rows = frozenset(record.elements)
    for element in (one for row in record.elements for one in row.iter("a") if one in links):
        inside = [above for above in element.iterancestors() if not rows.isdisjoint((above, *above.iterancestors()))]
        if any(one.tag in HEADINGS for one in (*inside, *element.iter())):
            return element
        words = string_of(element)
        if any(map(str.isalpha, words)) and string_of(record.elements[0]).startswith(words):
            return element
    return None


def _is_in(record: Record, boxes: set[etree._Element]) -> bool:
    return any(above in boxes for row in record.elements for above in (row, *row.iterancestors()))
