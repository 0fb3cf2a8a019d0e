"""Rates, waits and times of the week as people say them."""

PARTS = ((6, "nights"), (12, "mornings"), (18, "afternoons"), (24, "evenings"))
FIRST_SLOT = 72
"""The hour of the week, Monday's first being 0, at which 1970 began: a Thursday."""


def how_often(rate: float) -> str:
    """A rate of items an hour in words.

    >>> how_often(2.6), how_often(0.31), how_often(0.01)
    ('2.6 an hour', 'one every 3.2 h', 'one every 4.2 days')
    """
    if rate <= 0:
        return "never"
    return f"{rate:.1f} an hour" if rate >= 0.95 else f"one every {how_long(1 / rate)}"


def how_long(hours: float) -> str:
    """A time span in the unit that suits it.

    >>> how_long(0.4), how_long(5), how_long(100), how_long(30_000), how_long(0)
    ('24 min', '5 h', '4.2 days', '3.4 years', 'no time')
    """
    if hours <= 0:
        return "no time"
    if hours < 0.95:
        return f"{max(1, round(hours * 60))} min"
    if hours < 48:
        return f"{hours:.1f}".removesuffix(".0") + " h"
    if hours < 24 * 731:
        return f"{hours / 24:.1f}".removesuffix(".0") + " days"
    return f"{hours / 24 / 365.25:.1f}".removesuffix(".0") + " years"


def when(moment_hours: float) -> str:
    """The time of the week of a moment in hours since 1970.

    >>> when(0), when(58)
    ('weekday nights', 'weekend mornings')
    """
    slot = (int(moment_hours) + FIRST_SLOT) % 168
    part = next(name for end, name in PARTS if slot % 24 < end)
    return f"{'weekend' if slot >= 120 else 'weekday'} {part}"
