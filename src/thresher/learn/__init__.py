"""Observations → knowledge: how a site that nobody has described is to be crawled.

Input: pages of the site, one after the other (`Learner` says which it wants to see). Output: a `Lesson`, and from it an
application type in the form of all knowledge (`type_of`); a `Course` goes on learning while the site is crawled. Seam:
a generator that yields addresses and is sent pages; nothing here asks the network.
"""

from thresher.learn.course import Course
from thresher.learn.knowledge import type_of
from thresher.learn.learner import Learner
from thresher.learn.lesson import Learned, Lesson
from thresher.learn.page_types import PageGuess, PageType, page_type
from thresher.learn.progress import Progress
from thresher.learn.sight import Sight

__all__ = [
    "Course",
    "Learned",
    "Learner",
    "Lesson",
    "PageGuess",
    "PageType",
    "Progress",
    "Sight",
    "page_type",
    "type_of",
]
