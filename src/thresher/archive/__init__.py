"""Captures on disk: WARC files, CDXJ index, fixity.

Input: an `Exchange`. Output: a `Capture` with its place. Seam: `Keeper.keep`; `verify` reads everything back.
"""

from thresher.archive.captures import SCHEMA, CaptureRow, Captures
from thresher.archive.cdxj import write_cdxj
from thresher.archive.collection import Collection
from thresher.archive.keeper import Keeper
from thresher.archive.recover import Recovered, recover_tails
from thresher.archive.verify import Problem, Verified, verify
from thresher.archive.writer import WarcWriter

__all__ = [
    "SCHEMA",
    "CaptureRow",
    "Captures",
    "Collection",
    "Keeper",
    "Problem",
    "Recovered",
    "Verified",
    "WarcWriter",
    "recover_tails",
    "verify",
    "write_cdxj",
]
