"""Pages that were looked at while it was not yet clear how their site is to be crawled."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from thresher.model import Capture, Entry, Feed, Page


@dataclass(frozen=True, slots=True)
class Sample:
    """A page that was looked at, or had to wait, while the site was being learned."""

    page: Page
    entry: Entry
    capture: Capture


class Gone(Enum):
    """There was no page at an address, and there will be none."""

    GONE = "gone"


Settled = Callable[[str], bool]
"""Whether the reason for leaving an address alone is known already."""
Load = Callable[[str], Sample | Gone | None]
"""An address → the page that the archive has of it, wherever redirects led; None if it was not asked for yet."""
LoadFeed = Callable[[str], Feed | Gone | None]
"""An address → the feed that the archive has of it, in the same way."""


def unsettled(_: str) -> bool:
    """`Settled` where every address is still to be decided."""
    return False
