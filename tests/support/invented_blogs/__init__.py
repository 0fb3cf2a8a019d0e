"""Blogs that no software has made: traits drawn from a seed, the site they make, and the truth beside it.

Input: a seed. Output: an `InventedBlog`, served by `serve`, crawled and scored by `crawl_invented`; it is the seam.
"""

from tests.support.invented_blogs.scoring import Score, crawl_invented
from tests.support.invented_blogs.serving import serve
from tests.support.invented_blogs.site import InventedBlog, invent
from tests.support.invented_blogs.traits import Traits, draw, words_of

__all__ = ["InventedBlog", "Score", "Traits", "crawl_invented", "draw", "invent", "serve", "words_of"]
