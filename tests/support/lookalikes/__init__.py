"""Forums in the manner of packages that exist: what guests of them see, with all links and noise.

The addresses, the structure of the pages, the names of classes and the forms of dates are those of the package as it
comes; the words are ours. They are read as unknown sites (`--strategy learned`): what was once read well stays so. A
package is a folder of `packages`: a `Look` (addresses, dates, noise) and templates of its pages. Input: a name. Output:
`WholeForum`, as of the invented ones.
"""

from importlib import import_module
from pkgutil import iter_modules

from tests.support.lookalikes import packages
from tests.support.lookalikes.package import Package
from tests.support.whole_forum import WholeForum

NAMES = tuple(sorted(one.name for one in iter_modules(packages.__path__)))

NOT_YET = {
    "vbulletin5": "links to last posts are tried as threads and as further pages: ten requests of a hundred in vain",
}
"""Packages that are not read as well as `tests/quality/test_lookalikes.py` asks for, and why."""

SELDOM = frozenset(
    {
        "e107",  # left: the head of a post is a row above its text, the author is taken from the next one, no date
        "elkarte11",  # left: heads of quotations stay in texts unless the pages learned from have such a head
        "forkbb",
        "jforum2",
        "mercuryboard1",  # left: no further page is tried, so half of the forum is missing
        "newbb5",
        "subsilver30",
        "thredded",
    }
)
"""Packages that were read well when they came, or that were measured and are left for later.

`benchmarks/lookalikes.py` has them, the tests of every run have not.
"""


def lookalike(name: str, variant: int = 0, *, times: int = 1, is_lively: bool = False) -> WholeForum:
    """A whole forum in the manner of the package `name`, the same in every run; other people write in each variant.

    It may have `times` as many threads, and be `lively`: written as people write, with links, lists and emphasis.
    """
    look = import_module(f"{packages.__name__}.{name}").Look
    package: Package = look(name, variant, times=times, is_lively=is_lively)
    return package.forum()


__all__ = ["NAMES", "NOT_YET", "SELDOM", "lookalike"]
