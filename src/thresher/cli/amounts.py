"""Sizes and times as people write them."""

import re

from thresher.model.errors import UsageError

SIZES = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4}
TIMES = {"": 1, "S": 1, "M": 60, "H": 3600, "D": 86400}


def parse_size(text: str) -> int:
    """Bytes: 1000, 64K, 500M, 2G.

    >>> parse_size("1.5K")
    1536
    """
    return int(_amount(text, SIZES, "size", "500M or 2G"))


def parse_duration(text: str) -> float:
    """Seconds: 90, 90s, 30m, 12h, 2d."""
    return _amount(text, TIMES, "time", "90s, 30m or 12h")


def _amount(text: str, units: dict[str, int], what: str, example: str) -> float:
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]?)[Bb]?\s*", text)
    if match is None or match[2].upper() not in units or float(match[1]) == 0:
        raise UsageError(f"'{text}' is not a {what}.", f"Write it like {example}.")
    return float(match[1]) * units[match[2].upper()]


def human_size(count: float) -> str:
    """Bytes for people: 3.4 MB."""
    for unit in ("bytes", "KB", "MB", "GB"):
        if count < 1024 or unit == "GB":
            return f"{count:,.0f} {unit}" if unit == "bytes" else f"{count:,.1f} {unit}"
        count /= 1024
    return ""


def human_time(seconds: float) -> str:
    """Seconds for people: 42 s, 3 min 5 s, 2 h 10 min."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{int(seconds // 60)} min {int(seconds % 60)} s"
    return f"{int(seconds // 3600)} h {int(seconds % 3600 // 60)} min"
