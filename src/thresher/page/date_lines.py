"""Lines of a page that are there for their date, and what they prove together."""

import re
from collections import Counter
from itertools import islice

from lxml import etree

from thresher.page.dates import order_in

NUMBERS = re.compile(r"(?<!\d)\d{1,2}\s?([/-])\s?\d{1,2}\s?\1\s?\d{2,4}(?!\d)")
"""A date of numbers alone, in which the day or the month may come first."""
MAX_LINE = 60
"""Characters of a line that is there for its date: what people write is longer, and may be of another country."""
MAX_NODES = 20_000
MIN_LINES = 2
"""Of a page that prove the order: one may be a telephone number, or quote something."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def dated_lines(root: etree._Element | None, sign: str = "") -> list[str]:
    """The short texts of a page that have a date of numbers, with that sign between them if one is given."""
    if root is None:
        return []
    texts = map(str, islice(root.itertext(), MAX_NODES))
    return [
        text
        for text in texts
        if len(text.strip()) <= MAX_LINE and (found := NUMBERS.search(text)) and sign in (found[1], "")
    ]


def order_written(root: etree._Element) -> str:
    """dmy or mdy, as short lines anywhere on a page prove it, two at least and none the contrary; else empty.

    A year of two digits proves nothing: 13-04-12 may begin with it.

    >>> order_written(etree.HTML("<p>3-4-2014</p><p>Last post 25-4-2014, 10:31</p><p>26-4-2014, 18:05</p>"))
    'dmy'
    """
    proved = Counter(order for line in dated_lines(root) if _YEAR.search(line) and (order := order_in([line])))
    return next(iter(proved)) if len(proved) == 1 and proved.total() >= MIN_LINES else ""
