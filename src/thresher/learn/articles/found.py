"""A page with what is to be found on it, and where its text was found."""

from dataclasses import dataclass

from thresher.learn.articles.examples import Example, Target
from thresher.page import Sheet

STEP = 0.005
"""What a step in the tree away from the text costs an author, a date, a title. It is to decide among equals: much more,
and a near place that fits less well would win; nothing, and a date in a list of other posts would do as well. Of nine
saved blogs, one has its dates read elsewhere with half of it, two with twice as much.
"""
MAX_STEPS = 60
"""Beyond, nothing is farther: a place is worth 0.7 at least, so that the only right one is still found. The saved blogs
give the same rules with 30 to 120.
"""


@dataclass(frozen=True, slots=True)
class Found:
    """An example whose text was found."""

    example: Example
    target: Target
    body: int
    """Number of the element that holds the text."""

    @property
    def sheet(self) -> Sheet:
        return self.example.sheet

    def nearness(self, number: int) -> float:
        """1 for the text itself, a bit less for each step in the tree away from it (BlogForever §3.5)."""
        return 1.0 - STEP * min(MAX_STEPS, self.sheet.distance(number, self.body))
