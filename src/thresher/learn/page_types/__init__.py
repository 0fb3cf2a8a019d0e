"""Parsed page → whether it lists, holds what people wrote, or does neither, by its layout alone.

Input: the tree of a page and its address. Output: a `PageGuess`, with the features that spoke most. Seam: `page_type`.
`records` finds the repeated regions of a page, `layout` makes figures of them, `guess` weighs these.
"""

from thresher.learn.page_types.guess import REASONS, PageGuess, PageType, Reason, guess_of, page_type

__all__ = ["REASONS", "PageGuess", "PageType", "Reason", "guess_of", "page_type"]
