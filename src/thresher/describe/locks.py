"""Who may use the triples: one that writes, or many that read. Oxigraph leaves this to us between processes."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from thresher.model.errors import CollectionBusy, CollectionError

LOCK_NAME = ".lock"
PATIENCE_SECONDS = 60.0
"""Longer than writing the triples of 100,000 objects takes."""
POLL_SECONDS = 0.05


@contextmanager
def held(folder: Path, *, exclusively: bool, patience_seconds: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Keep writers out of `folder`, which is made if missing, and readers too if `exclusively`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK_NAME).open("a+b")
    except OSError as error:
        raise CollectionError(
            f"{folder} cannot be written ({error.strerror}).", "Check that you may write to the collection."
        ) from error
    with lock:
        end = time.monotonic() + patience_seconds
        while not _taken(lock.fileno(), exclusively):
            if time.monotonic() >= end:
                raise CollectionBusy(f"Another process is using {folder}.", "Try again when it has ended.")
            time.sleep(POLL_SECONDS)
        yield


def _taken(number: int, exclusively: bool) -> bool:
    try:
        fcntl.flock(number, (fcntl.LOCK_EX if exclusively else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
