"""Pairs that together are worth most: maximum-weight matching in a complete bipartite graph."""

from collections.abc import Sequence


def best_matching(weights: Sequence[Sequence[float]]) -> list[int]:
    """The column that each row is matched with, so that the sum of weights is largest; no column twice.

    There must be at least as many columns as rows. Kuhn's and Munkres' method with potentials, in cubic time.

    >>> best_matching([[0.9, 0.8], [0.9, 0.1]])
    [1, 0]
    """
    rows = len(weights)
    columns = len(weights[0]) if rows else 0
    assert rows <= columns
    row_potential = [0.0] * (rows + 1)
    column_potential = [0.0] * (columns + 1)
    owner = [0] * (columns + 1)  # the row that has each column; rows and columns count from 1, 0 is nobody
    for row in range(1, rows + 1):
        owner[0] = row
        slack = [float("inf")] * (columns + 1)
        way = [0] * (columns + 1)
        done = [False] * (columns + 1)
        column = 0
        while owner[column]:
            done[column] = True
            here, least, nearest = owner[column], float("inf"), 0
            for other in range(1, columns + 1):
                if done[other]:
                    continue
                cost = -weights[here - 1][other - 1] - row_potential[here] - column_potential[other]
                if cost < slack[other]:
                    slack[other], way[other] = cost, column
                if slack[other] < least:
                    least, nearest = slack[other], other
            for other in range(columns + 1):
                if done[other]:
                    row_potential[owner[other]] += least
                    column_potential[other] -= least
                else:
                    slack[other] -= least
            column = nearest
        while column:
            owner[column] = owner[way[column]]
            column = way[column]
    matched = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            matched[owner[column] - 1] = column - 1
    return matched
