"""When to come back: the history of visits → appointments, under a budget.

Input: `Visit`s, one after the other. Output: `Forecast`s of new items and `Appointment`s, each with its reason. Seam:
`Forecaster`, anything that learns from visits when new items come; the `Planner` takes any of them.
"""

from thresher.plan.methods import DEFAULT_METHOD, METHODS, make_method
from thresher.plan.planner import Planner, Standing
from thresher.plan.purse import Budget
from thresher.plan.values import Appointment, Forecast, Forecaster, Visit

__all__ = [
    "DEFAULT_METHOD",
    "METHODS",
    "Appointment",
    "Budget",
    "Forecast",
    "Forecaster",
    "Planner",
    "Standing",
    "Visit",
    "make_method",
]
