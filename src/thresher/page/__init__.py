"""Reading what came: Capture → Page.

Input: a `model.Capture`, or bytes and strings of one. Output: `model.Page`, sitemaps, references of style
sheets, URLs in their one spelling. Seam: plain functions that never raise on content; nothing here asks the
network or keeps state.
"""

from thresher.page.address import canonical, host_of, join, origin_of, other_spelling
from thresher.page.article import MainText, agreed_text, main_text, other_text, shared_lines
from thresher.page.bare_lines import BareLine, lines_leading
from thresher.page.base import base_of
from thresher.page.charset import charset_of, text_of
from thresher.page.css import css_references
from thresher.page.date_lines import NUMBERS, dated_lines, order_written
from thresher.page.date_words import is_date_word
from thresher.page.dates import DateHabits, clock_of, find_date, order_in, zone_in
from thresher.page.decode import Decoded, decode_content
from thresher.page.density import BLOCKS, Wrapper, find_wrapper
from thresher.page.drawn import DrawnFrom
from thresher.page.likeness import Wording, dice, pair_dice, pair_share
from thresher.page.passages import HEADINGS, passage, text_of_fragment
from thresher.page.read import read_page, read_tree
from thresher.page.script_data import data_in_scripts
from thresher.page.sheet import Sheet, words_of
from thresher.page.sitemap import Sitemap, read_sitemap
from thresher.page.structured import StructuredArticle, structured_article, structured_claims
from thresher.page.surt import surt
from thresher.page.virtual import VirtualDocument

__all__ = [
    "BLOCKS",
    "HEADINGS",
    "NUMBERS",
    "BareLine",
    "DateHabits",
    "Decoded",
    "DrawnFrom",
    "MainText",
    "Sheet",
    "Sitemap",
    "StructuredArticle",
    "VirtualDocument",
    "Wording",
    "Wrapper",
    "agreed_text",
    "base_of",
    "canonical",
    "charset_of",
    "clock_of",
    "css_references",
    "data_in_scripts",
    "dated_lines",
    "decode_content",
    "dice",
    "find_date",
    "find_wrapper",
    "host_of",
    "is_date_word",
    "join",
    "lines_leading",
    "main_text",
    "order_in",
    "order_written",
    "origin_of",
    "other_spelling",
    "other_text",
    "pair_dice",
    "pair_share",
    "passage",
    "read_page",
    "read_sitemap",
    "read_tree",
    "shared_lines",
    "structured_article",
    "structured_claims",
    "surt",
    "text_of",
    "text_of_fragment",
    "words_of",
    "zone_in",
]
