"""Site structure as far as lists of items tell it: pages of one site together, and when enough of it is new.

The paper's sitemap (VT, section 5.1.2) is labelled with a checkpoint whenever the nodes added since the last are more
than a share of all. Recorded polls have no sitemap. What they have is how many items pages listed and how many of
them were new: nodes of the tree's lowest level, on the recorded pages of a site.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta

import numpy as np

from thresher.evaluate.schedule_replay import Track, World
from thresher.evaluate.schedule_series import CAP, Series

CHECKPOINT_SHARE = 0.1
"""New items since the last checkpoint, of those listed, that make the next. The paper's 0.0075 was chosen by the look
of its one site; at that share, all of these sites would change every hour."""
LEAST_PAGES = 2


def site_world(world: World) -> World | None:
    """One track a site with two pages or more; None if there is no such site."""
    groups: dict[str, list[Track]] = defaultdict(list)
    for track in world.tracks:
        groups[track.series.host].append(track)
    tracks = [_together(host, pages, world.step) for host, pages in groups.items() if len(pages) >= LEAST_PAGES]
    return World(tuple(tracks), world.step) if tracks else None


def _together(host: str, pages: Sequence[Track], step: timedelta) -> Track:
    slots = np.unique(np.concatenate([page.slots for page in pages]))
    novel = np.zeros(len(slots))
    for page in pages:
        novel[np.searchsorted(slots, page.slots)] += page.novel
    listed = sum(page.series.listed for page in pages)
    after_gap = np.diff(slots, prepend=slots[0]) > 6
    changed = _checkpoints(novel, CHECKPOINT_SHARE * max(listed, CAP))
    first = int(np.searchsorted(slots, max(page.slots[page.first_scored - 1] for page in pages if page.first_scored)))
    hours = slots * (step / timedelta(hours=1))
    series = Series(host, hours, novel, changed, step / timedelta(hours=1), listed)
    return Track(series, slots, novel, changed, after_gap, first)


def _checkpoints(novel: "np.typing.NDArray[np.float64]", needed: float) -> "np.typing.NDArray[np.bool_]":
    found, since = np.zeros(len(novel), dtype=bool), 0.0
    for place, new in enumerate(novel.tolist()):
        since += new
        if since >= needed:
            found[place], since = True, 0.0
    return found
