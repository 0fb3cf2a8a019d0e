"""Pages that say in their markup what they say only where scripts are off: there, `noscript` is the page.

Software that draws its pages in the browser puts the words for everybody else into such an element. It is renamed to
what it is for us, a `div`, so that all that read the tree see it. A pixel that counts visitors, or the advice to
switch scripts on, stays what it is.
"""

from collections.abc import Iterable
from itertools import islice

from lxml import etree

from thresher.page.passages import passage

MIN_ELEMENTS = 5
"""In a `noscript` that may be a page: the advice to switch scripts on is a sentence or two."""


def show_noscript(root: etree._Element, noscripts: Iterable[etree._Element]) -> bool:
    """Make a `div` of each of these with markup, if they hold more words than all that is shown beside them."""
    found = [one for one in noscripts if _is_rich(one)]
    is_page = bool(found) and sum(map(_words_in, found)) > _words_shown(root)
    if is_page:
        for one in found:
            one.tag = "div"
    return is_page


def _is_rich(noscript: etree._Element) -> bool:
    has_body = next(noscript.iterancestors("body"), None) is not None
    return has_body and len(list(islice(noscript.iterdescendants(), MIN_ELEMENTS))) == MIN_ELEMENTS


def _words_in(noscript: etree._Element) -> int:
    return sum(len(passage(child).split()) for child in noscript)


def _words_shown(root: etree._Element) -> int:
    hidden = {one for one in root.iter("*") if "display:none" in (one.get("style") or "").replace(" ", "")}
    return len(passage(root, hidden).split())
