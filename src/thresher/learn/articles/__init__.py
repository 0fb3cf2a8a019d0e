"""Feed items and their pages → rules that read posts and comments off all pages of the site.

Input: `Example`s (a feed item and its page). Output: `PostRules`, as data for a knowledge file. Seam: `learn_rules`.
"""

from thresher.learn.articles.apart import apart
from thresher.learn.articles.comments import CommentRules, learn_comments, ways_to_read, ways_within
from thresher.learn.articles.examples import Example
from thresher.learn.articles.knowledge import Taught, type_of
from thresher.learn.articles.rules import PostRules, are_of_threads, learn_rules
from thresher.learn.articles.talks import comments_on, learn_talks

__all__ = [
    "CommentRules",
    "Example",
    "PostRules",
    "Taught",
    "apart",
    "are_of_threads",
    "comments_on",
    "learn_comments",
    "learn_rules",
    "learn_talks",
    "type_of",
    "ways_to_read",
    "ways_within",
]
