"""A small web site that comes with the package: a blog, a forum and all the usual noise, without a network.

Input: an address. Output: an `Answer`, always the same for the same seed. Seam: `DemoSite.answer` as a pure
function, `DemoServer` over HTTP on this machine; `expected` says what an archive of it should hold, and
`blind_cost` what a crawl without knowledge would have asked for.
"""

from thresher.demo.blind import BlindCost, blind_cost
from thresher.demo.exchange import Answer
from thresher.demo.server import DemoServer
from thresher.demo.site import DemoSite
from thresher.demo.truth import PageKind, Truth, Written, expected

__all__ = [
    "Answer",
    "BlindCost",
    "DemoServer",
    "DemoSite",
    "PageKind",
    "Truth",
    "Written",
    "blind_cost",
    "expected",
]
