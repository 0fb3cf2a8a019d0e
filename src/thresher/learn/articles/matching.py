"""Pairs that together are worth most: maximum-weight matching in a complete bipartite graph."""

from collections.abc import Sequence

MAX_STEPS = 8_000_000
"""About a second: 400 comments of different words need 0.2 million, random weights 2, weights made to cost 21."""
NOBODY = -1
FAR = float("inf")


class _Matching:
    """Kuhn's and Munkres' method with potentials, a row at a time."""

    def __init__(self, weights: Sequence[Sequence[float]], columns: int) -> None:
        self._weights = weights
        known: dict[tuple[float, ...], int] = {}
        self._kinds = [known.setdefault(tuple(row), len(known)) for row in weights]
        self._row_potential, self._column_potential = [0.0] * len(weights), [0.0] * columns
        self.owner = [NOBODY] * columns
        self.steps = 0

    def add(self, row: int) -> None:
        """Match `row`, too, and move others where that is better."""
        slack, way = [FAR] * len(self.owner), [NOBODY] * len(self.owner)
        open_ = list(range(len(self.owner)))
        passed: list[tuple[int, float]] = []
        scanned: set[int] = set()
        here, column, least = row, NOBODY, 0.0
        while here != NOBODY:
            # A row that is equal to one before, as comments of the same words are, leads nowhere that is nearer.
            if self._kinds[here] not in scanned:
                scanned.add(self._kinds[here])
                own, start = self._weights[here], least - self._row_potential[here]
                for other in open_:
                    cost = start - own[other] - self._column_potential[other]
                    if cost < slack[other]:
                        slack[other], way[other] = cost, column
                self.steps += len(open_)
            least = min(slack)
            column = slack.index(least)
            if not passed:  # of equal ones, one that is free: 400 equal comments then take a step each
                free = (one for one in open_ if slack[one] == least and self.owner[one] == NOBODY)
                column = next(free, column)
            slack[column] = FAR
            open_.remove(column)
            passed.append((column, least))
            here = self.owner[column]
        self._row_potential[row] += least
        for other, distance in passed[:-1]:
            self._row_potential[self.owner[other]] += least - distance
            self._column_potential[other] -= least - distance
        while column != NOBODY:
            before = way[column]
            self.owner[column] = self.owner[before] if before != NOBODY else row
            column = before


def best_matching(weights: Sequence[Sequence[float]]) -> list[int]:
    """The column that each row is matched with, so that the sum of weights is largest; no column twice.

    There must be at least as many columns as rows. Where it would take too long, the best pairs are taken first.

    >>> best_matching([[0.9, 0.8], [0.9, 0.1]])
    [1, 0]
    """
    columns = len(weights[0]) if weights else 0
    assert len(weights) <= columns
    matching = _Matching(weights, columns)
    for row in range(len(weights)):
        matching.add(row)
        if matching.steps > MAX_STEPS:
            return _greedy_matching(weights)
    columns_of = {row: column for column, row in enumerate(matching.owner)}
    return [columns_of[row] for row in range(len(weights))]


def _greedy_matching(weights: Sequence[Sequence[float]]) -> list[int]:
    """The best pair, then the best of what is left: worth at least half as much as the best matching."""
    pairs = [(-weight, row, column) for row, own in enumerate(weights) for column, weight in enumerate(own)]
    columns_of: dict[int, int] = {}
    taken: set[int] = set()
    for _, row, column in sorted(pairs):
        if row not in columns_of and column not in taken:
            columns_of[row] = column
            taken.add(column)
    return [columns_of[row] for row in range(len(weights))]
