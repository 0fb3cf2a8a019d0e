"""Reading what came: Capture → Page.

Input: a `model.Capture`, or bytes and strings of one. Output: `model.Page`, sitemaps, references of style
sheets, URLs in their one spelling. Seam: plain functions that never raise on content; nothing here asks the
network or keeps state.
"""

from thresher.page.address import canonical, host_of, join, origin_of
from thresher.page.charset import charset_of, text_of
from thresher.page.css import css_references
from thresher.page.decode import Decoded, decode_content
from thresher.page.read import read_page
from thresher.page.sitemap import Sitemap, read_sitemap
from thresher.page.surt import surt

__all__ = [
    "Decoded",
    "Sitemap",
    "canonical",
    "charset_of",
    "css_references",
    "decode_content",
    "host_of",
    "join",
    "origin_of",
    "read_page",
    "read_sitemap",
    "surt",
    "text_of",
]
