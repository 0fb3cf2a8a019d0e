"""All methods by name."""

from collections.abc import Callable
from functools import partial

from thresher.model.errors import UsageError
from thresher.plan.learned import Learned
from thresher.plan.rhythm import Rhythm, daily, weekly
from thresher.plan.seasons import Prophet
from thresher.plan.steady import FeedRate, FixedInterval, LastInterval, MeanRate, PoissonRate
from thresher.plan.values import Forecaster

METHODS: dict[str, Callable[[], Forecaster]] = {
    "fixed": FixedInterval,
    "last-interval": LastInterval,
    "poisson": PoissonRate,
    "mean": MeanRate,
    "feed": FeedRate,
    "daily": daily,
    "weekly": weekly,
    "rhythm": Rhythm,
    "svm": partial(Learned, "svm"),
    "forest": partial(Learned, "forest"),
    "boosting": partial(Learned, "boosting"),
    "prophet": Prophet,
}
DEFAULT_METHOD = "rhythm"


def make_method(name: str = DEFAULT_METHOD) -> Forecaster:
    """A method that knows nothing yet."""
    if name not in METHODS:
        raise UsageError(f"There is no method {name!r} to plan visits by.", f"Choose one of {', '.join(METHODS)}.")
    return METHODS[name]()
