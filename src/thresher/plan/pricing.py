"""The price of a visit: so high that the visits worth it are as many as the budget has."""

import numpy as np

from thresher.plan.outlook import Expected, Outlook

WIDE = np.geomspace(1e-4, 1e4, 17)
NARROW = np.geomspace(0.4, 2.5, 7)
"""Factors tried around a first guess, and around the best of those."""
DAMPED_ELASTICITY = 1.0
"""With constant rates, four times the price halves the visits: 2 would be right at once. But pages that are in step
make the visits of a day jump from few to many and back, and the price with them; with half of it the price settles."""
MOST_CHANGE = 1.25
"""By which a price may change from one time to the next."""


def find_price(expected: Expected, steps: int, wanted: float) -> float:
    """The price at which about `wanted` visits are made within the first `steps`.

    The search begins at what is right if all pages are alike.
    """
    interval = max(1.0, len(expected.waiting) * steps / max(wanted, 1e-9))
    price = max(float(expected.items.mean()), 1e-9) * interval**2 / 2
    for factors in (WIDE, NARROW):
        prices = price * factors
        visits = Outlook(expected, prices.tolist()).visits_within(steps)
        price = float(np.exp(np.interp(-wanted, -visits, np.log(prices))))
    return price


def corrected(outlook: Outlook, steps: int, wanted: float) -> float:
    """The price of an outlook, changed so that its visits will be about as many as wanted."""
    visits = float(outlook.visits_within(steps)[0])
    factor: float = (max(visits, 0.5) / max(wanted, 0.5)) ** DAMPED_ELASTICITY
    return float(outlook.prices[0]) * min(max(factor, 1 / MOST_CHANGE), MOST_CHANGE)
