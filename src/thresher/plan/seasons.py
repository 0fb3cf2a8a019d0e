"""Prophet as a method: trend, daily and weekly seasons of a page's items an hour (extra 'forecast')."""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from thresher.model.errors import UsageError
from thresher.plan.history import DEFAULT_RATE, Floats, History, PageRecord
from thresher.plan.steady import MOST_INTERVAL_HOURS
from thresher.plan.values import HORIZON_HOURS, HOUR, Forecast, Visit, epoch_hours
from thresher.plan.words import how_often, when

DAYS = 60.0
"""Of history that a model is made from: a second or two for each page."""
AGAIN_AFTER = 24.0 * 14
"""Hours after which it is made again."""
LEAST_HOURS = 48
LEAST_SHARE, MOST_SHARE = 0.1, 10.0
"""Of the mean rate, between which a rate is believed: straight lines go below nothing, and trends on for ever."""
LEAST_RATE = 1e-4


@dataclass(frozen=True, slots=True)
class _Seasons:
    """A model of one page, and the rate that it was made from."""

    model: Any
    mean: float

    def rates(self, hours: Floats) -> Floats:
        """Items an hour at some moments (hours since 1970)."""
        import pandas

        told = self.model.predict(pandas.DataFrame({"ds": _moments(hours)}))["yhat"].to_numpy()
        mean = max(self.mean, LEAST_RATE)
        return np.clip(np.asarray(told, dtype=np.float64), LEAST_SHARE * mean, MOST_SHARE * mean)


class Prophet:
    """Items an hour as Prophet (Taylor and Letham, 2018) sees them; each interval's items are spread over its hours."""

    name = "prophet"

    def __init__(self) -> None:
        require_prophet()
        self._history = History()
        self._models: dict[str, tuple[float, _Seasons | None]] = {}

    def observe(self, visit: Visit) -> None:
        self._history.add(visit)

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS, step: timedelta = HOUR) -> Forecast:
        record, start = self._history.of(page), epoch_hours(now)
        count = max(1, round(hours * HOUR / step))
        middles = np.asarray(start + (np.arange(count) + 0.5) * (step / HOUR), dtype=np.float64)
        model = self._model(page, record)
        last = start - MOST_INTERVAL_HOURS if record.last is None else min(record.last, start)
        past = np.arange(max(last, start - 24 * 14) + 0.5, start)
        # Asked once for both: each question takes hundredths of a second, however long it is.
        moments = np.concatenate((past, middles))
        told = np.full(len(moments), DEFAULT_RATE) if model is None else model.rates(moments)
        rates = told[len(past) :]
        waiting = float(told[: len(past)].sum()) if model is not None and len(past) else DEFAULT_RATE * (start - last)
        basis = f"Prophet: changes about {how_often(float(rates[:3].mean()))} on {when(start)}"
        return Forecast(page, now, step, tuple((rates * (step / HOUR)).tolist()), waiting, basis)

    def _model(self, page: str, record: PageRecord) -> _Seasons | None:
        made_at, model = self._models.get(page, (-np.inf, None))
        if record.count and record.until[-1] - made_at >= (AGAIN_AFTER if model is not None else 24):
            model = _fit(record)
            self._models[page] = (record.until[-1], model)
        return model


def require_prophet() -> None:
    """Say which extra is missing, if it is."""
    # It tells of each model it makes, unless somebody listens already; and without plotly it has no interactive plots,
    # which it calls an error.
    logging.getLogger("cmdstanpy").setLevel(logging.WARNING)
    logging.getLogger("cmdstanpy").addHandler(logging.NullHandler())
    logging.getLogger("prophet.plot").setLevel(logging.CRITICAL)
    try:
        import prophet
    except ImportError:
        raise UsageError(
            "The method 'prophet' needs Prophet, which is not installed.", "pip install 'thresher[forecast]'"
        ) from None
    del prophet


def _fit(record: PageRecord) -> _Seasons | None:
    import pandas
    import prophet

    begins, ends, items = record.columns(after=record.until[-1] - 24 * DAYS)
    if begins[0] < ends[-1] - 48 * DAYS:
        return None
    hours = np.arange(np.floor(begins[0]), np.ceil(ends[-1]))
    # What had come until each full hour, if items came evenly between visits.
    sums = np.interp(np.append(hours, hours[-1] + 1), np.append(begins[:1], ends), np.append(0.0, np.cumsum(items)))
    if len(hours) < LEAST_HOURS:
        return None
    model = prophet.Prophet(
        daily_seasonality=True, weekly_seasonality=True, yearly_seasonality=False, uncertainty_samples=0
    )
    model.fit(pandas.DataFrame({"ds": _moments(hours + 0.5), "y": np.diff(sums)}))
    return _Seasons(model, float(items.sum()) / len(hours))


def _moments(hours: Floats) -> list[datetime]:
    return [datetime.fromtimestamp(hour * 3600, UTC).replace(tzinfo=None) for hour in hours.tolist()]
