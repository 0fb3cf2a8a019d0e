"""A page with what is to be found on it, and where its text was found."""

from dataclasses import dataclass

from thresher.learn.articles.examples import Example, Target
from thresher.page import Sheet

STEP = 0.005
"""What a step in the tree away from the text costs an author, a date, a title."""
MAX_STEPS = 60


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
