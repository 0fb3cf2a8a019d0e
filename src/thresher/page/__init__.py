"""Reading what came: Capture → Page.

Input: a `model.Capture`, or bytes and strings of one. Output: `model.Page`, sitemaps, references of style
sheets, URLs in their one spelling. Seam: plain functions that never raise on content; nothing here asks the
network or keeps state.
"""

from thresher.page.address import canonical, host_of, join, origin_of
from thresher.page.base import base_of
from thresher.page.charset import charset_of, text_of
from thresher.page.css import css_references
from thresher.page.dates import DateHabits, find_date, order_in, zone_in
from thresher.page.decode import Decoded, decode_content
from thresher.page.passages import passage
from thresher.page.read import read_page
from thresher.page.sitemap import Sitemap, read_sitemap
from thresher.page.structured import StructuredArticle, structured_article
from thresher.page.surt import surt
from thresher.page.virtual import VirtualDocument

__all__ = [
    "DateHabits",
    "Decoded",
    "Sitemap",
    "StructuredArticle",
    "VirtualDocument",
    "base_of",
    "canonical",
    "charset_of",
    "css_references",
    "decode_content",
    "find_date",
    "host_of",
    "join",
    "order_in",
    "origin_of",
    "passage",
    "read_page",
    "read_sitemap",
    "structured_article",
    "surt",
    "text_of",
    "zone_in",
]
