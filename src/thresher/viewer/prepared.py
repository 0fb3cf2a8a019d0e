"""What takes longer than a page may: made in the background, kept for a while, made anew when it is old."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

WAIT = 1.0
"""Seconds that a page waits for something that is made for the first time."""


class Prepared(Generic[T]):
    """A value that `make` gives. Whoever asks gets the last one, while the next may be under way."""

    def __init__(self, make: Callable[[], T], seconds: float = 60.0) -> None:
        self._make = make
        self._seconds = seconds
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._value: T | None = None
        self._made_at = float("-inf")
        self._is_under_way = False
        self.trouble = ""
        """Why it could not be made the last time, if so."""

    def get(self, wait: float = WAIT) -> T | None:
        """The value; None if it takes longer to make than one waits, or cannot be made."""
        with self._lock:
            if not self._is_under_way and time.monotonic() - self._made_at > self._seconds:
                self._is_under_way = True
                threading.Thread(target=self._run, daemon=True).start()
        self._done.wait(wait)
        return self._value

    def _run(self) -> None:
        try:
            self._value = self._make()
            self.trouble = ""
        except Exception as error:
            self.trouble = str(error) or type(error).__name__
        finally:
            with self._lock:
                self._made_at = time.monotonic()
                self._is_under_way = False
            self._done.set()
