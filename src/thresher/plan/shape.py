"""New items by hour of the day or week, estimated from intervals that only tell how many came, not when."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.plan.history import DEFAULT_RATE, Floats, Ints
from thresher.plan.words import FIRST_SLOT

DAY, WEEK = 24, 168
ROUNDS = 4
"""Of spreading items over hours and estimating again; more change the rates by less than a hundredth."""
LONGEST_HOURS = 14.0 * DAY
"""Longer intervals tell nothing about hours."""
MEAN_HOURS = 24.0
"""Hours of what is usual that a page's mean rate is weighed against."""
FACTOR_HOURS = 24.0
"""The same for each hour of the day and each day of the week, over all weeks."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Items an hour for each hour of a period that begins on a Monday (or with a day), in UTC."""

    rates: Floats
    items: float
    """New items that it was estimated from, old ones counting less."""
    sums: Floats
    """Of the rates before each hour, and of all."""

    @property
    def mean(self) -> float:
        return float(self.sums[-1]) / len(self.rates)

    def items_until(self, hours: Floats) -> Floats:
        """Expected items from some far moment to each of `hours` (since 1970): differences count."""
        whole = np.floor(hours)
        place = whole.astype(np.int64) + FIRST_SLOT
        rounds, slot = np.divmod(place, len(self.rates))
        return np.asarray(rounds * self.sums[-1] + self.sums[slot] + (hours - whole) * self.rates[slot])


def shape_of(rates: Floats, items: float) -> Shape:
    return Shape(rates, items, np.concatenate(([0.0], np.cumsum(rates))))


def flat_shape(period: int, rate: float) -> Shape:
    return shape_of(np.full(period, rate), 0.0)


def pooled_shape(shapes: Sequence[Shape], period: int) -> Shape:
    """The mean form of shapes, those with many items weighing more, at their geometric mean rate."""
    if not shapes:
        return flat_shape(period, DEFAULT_RATE)
    weights = np.array([min(shape.items, 500.0) + 1.0 for shape in shapes])
    forms = np.array([shape.rates / shape.mean for shape in shapes])
    rate = float(np.exp(np.mean([np.log(shape.mean) for shape in shapes])))
    return shape_of(rate * (weights @ forms) / weights.sum(), 0.0)


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Intervals cut at full hours."""

    owner: Ints
    slot: Ints
    hours: Floats


def estimate_shape(
    begins: Floats, ends: Floats, items: Floats, period: int, half_life: float, shrink_hours: float, prior: Shape
) -> Shape:
    """The shape that explains how many items came in each interval (in hours since 1970).

    Each hour's rate is weighed against hour of the day times day of the week, and those against `prior`.
    """
    weights = 0.5 ** ((ends.max() - ends) / half_life)
    mean = (weights @ items + MEAN_HOURS * prior.mean) / (weights @ (ends - begins) + MEAN_HOURS)
    form = prior.rates * (mean / prior.mean)
    kept = ends - begins <= LONGEST_HOURS
    if not kept.any():
        return shape_of(form, float(weights @ items))
    begins, ends, items, weights = begins[kept], ends[kept], items[kept], weights[kept]
    pieces = _cut(begins, ends, period)
    hours = _summed(pieces.slot, weights[pieces.owner] * pieces.hours, period)
    rates = form
    for _ in range(ROUNDS):
        share = rates[pieces.slot] * pieces.hours
        total = _summed(pieces.owner, share, len(items))
        counts = _summed(pieces.slot, share * (weights * items / np.maximum(total, 1e-12))[pieces.owner], period)
        usual = _factored(counts, hours, form, mean)
        rates = (counts + shrink_hours * usual) / (hours + shrink_hours)
    return shape_of(_smoothed(rates), float(weights @ items))


def _summed(places: Ints, values: Floats, count: int) -> Floats:
    return np.bincount(places, values, minlength=count).astype(np.float64)


def _cut(begins: Floats, ends: Floats, period: int) -> _Pieces:
    first = np.floor(begins).astype(np.int64)
    # An interval that ends on the hour has nothing in the next one.
    count = np.ceil(ends).astype(np.int64) - first
    owner = np.repeat(np.arange(len(begins)), count)
    hour = np.repeat(first, count) + np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count)
    hours = np.minimum(ends[owner], hour + 1.0) - np.maximum(begins[owner], hour)
    return _Pieces(owner, (hour + FIRST_SLOT) % period, hours)


def _factored(counts: Floats, hours: Floats, form: Floats, mean: float) -> Floats:
    """Rates as a mean times a factor for the hour of the day times one for the day of the week."""
    days = len(counts) // DAY
    table, expected = counts.reshape(days, DAY), (hours * form).reshape(days, DAY)
    strength = FACTOR_HOURS * mean
    by_hour = (table.sum(0) + strength) / (expected.sum(0) + strength)
    by_day = (table.sum(1) + strength) / ((expected * by_hour).sum(1) + strength)
    return np.asarray(form * (by_day[:, None] * by_hour).reshape(-1))


def _smoothed(rates: Floats) -> Floats:
    """Each hour with a quarter of each neighbour: people do not publish on the minute."""
    return np.asarray(0.5 * rates + 0.25 * (np.roll(rates, 1) + np.roll(rates, -1)))
