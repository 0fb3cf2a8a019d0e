"""How a crawl or an update ends, whatever came of it."""

import signal
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import typer

from thresher.model.errors import EXIT_INTERRUPTED, LoginLost

if TYPE_CHECKING:
    from thresher.crawl import Session

T = TypeVar("T")


def to_the_end(work: Callable[[], T]) -> T:
    """Do long work that ends itself well at the first Ctrl-C; the second ends the program."""
    try:
        done = work()
    except KeyboardInterrupt:  # index and reports are written by the next run
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise typer.Exit(EXIT_INTERRUPTED) from None
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is written: a late Ctrl-C must not change how it ends
    return done


def check_login(session: "Session") -> None:
    """Raises `LoginLost` if the site no longer let us in."""
    if session.login.is_lost:
        raise LoginLost(
            f"The login seems to be lost: {len(session.login.lost_pages)} pages in a row came back as login forms.",
            "Log in with your browser, export its cookies again, and run the same command: it goes on where it was.",
        )
