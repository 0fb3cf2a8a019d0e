"""How much a crawl may cost."""

import time
from collections.abc import Callable

from thresher.model import CrawlSettings


class Budget:
    """Requests, bytes and seconds of this run; `used_up` names the first that is spent."""

    def __init__(self, settings: CrawlSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._started = clock()

    def used_up(self, requests: int, stored_bytes: int) -> str:
        """Which budget is spent, in words; empty while there is some left of each."""
        settings = self._settings
        if settings.max_requests is not None and requests >= settings.max_requests:
            return f"{settings.max_requests:,} requests"
        if settings.max_bytes is not None and stored_bytes >= settings.max_bytes:
            return f"{settings.max_bytes:,} bytes"
        if settings.max_seconds is not None and self._clock() - self._started >= settings.max_seconds:
            return f"{settings.max_seconds:,.0f} seconds"
        return ""
