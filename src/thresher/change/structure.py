"""How alike the element trees of two versions are: tree edit distance, bounds first, and formula 4.1."""

from dataclasses import dataclass

from thresher.change.label_tree import LabelTree, trimmed
from thresher.change.tree_bounds import lower_bound, upper_bound


@dataclass(frozen=True, slots=True)
class Structure:
    """The tree edit distance of two documents, or what is known of it."""

    least: int
    most: int
    nodes: int
    """Of both trees together."""
    why: str = ""
    """Why it is not exact."""

    @property
    def is_exact(self) -> bool:
        return self.least == self.most

    @property
    def similarity(self) -> float:
        """Formula 4.1 with unit costs: 1 for equal trees; of a distance that is not exact, the middle."""
        return (self.lowest + self.highest) / 2

    @property
    def lowest(self) -> float:
        return 1 - self.most / self.nodes if self.nodes else 1.0

    @property
    def highest(self) -> float:
        return 1 - self.least / self.nodes if self.nodes else 1.0


def compare_structure(one: LabelTree, other: LabelTree, threshold: float | None = None, *, max_cells: int) -> Structure:
    """The distance of two trees: exact, unless that is too much work, or is not needed.

    With a `threshold`, the bounds are enough if both similarities that they allow are on one side of it. `max_cells`
    is the work that may be done; a million cells take about 8 ms.
    """
    nodes = len(one) + len(other)
    left, right = trimmed(one, other)
    if not left or not right:
        edits = len(left) + len(right)
        return Structure(edits, edits, nodes)
    bounds = Structure(lower_bound(left, right), min(upper_bound(left, right), len(left) + len(right)), nodes)
    if bounds.is_exact:
        return bounds
    if threshold is not None and (bounds.lowest >= threshold or bounds.highest < threshold):
        return Structure(bounds.least, bounds.most, nodes, "its bounds decide")
    # numpy takes a tenth of a second to load, and most pairs are decided here.
    from thresher.change.tree_distance import exact_distance, planned

    work = planned(left, right)
    if not work.fits or work.cells > max_cells:
        return Structure(bounds.least, bounds.most, nodes, "too large for the exact distance")
    edits = exact_distance(work)
    return Structure(edits, edits, nodes)
