"""Invented pages, hour by hour, for tests of plans."""

import numpy as np

from thresher.plan.rl import HourlyTrack, Windows, cut_windows, make_track

MONDAY = 493_008
"""Hours from 1970 to the midnight before a Monday in 2026."""


def daytime_track(name: str, days: int, chance: float, seed: int = 1) -> HourlyTrack:
    """A page with news between 7 and 19, and hardly any at night."""
    hours = MONDAY + np.arange(24 * days)
    is_day = (hours % 24 >= 7) & (hours % 24 < 19)
    came = np.random.default_rng(seed).random(len(hours)) < np.where(is_day, chance, 0.02)
    return make_track(name, hours.astype(np.float64), came)


def some_windows(days: int = 60) -> Windows:
    tracks = [daytime_track(f"page {place}", days, chance, place) for place, chance in enumerate((0.9, 0.5, 0.2))]
    return cut_windows(tracks, 0.0, 1.0)
