"""Whether a link that seems to flip pages does, by the page that it led to."""

from thresher.learn.flipping import Flips, Sign
from thresher.learn.sight import Sight

NEWS_SHARE = 0.1
"""Of the lines of a further page, what the page before must not have."""


def flips_to(flips: Flips, sight: Sight, further: Sight) -> bool:
    """Whether links that look so do flip pages, by the page that one of them led to.

    A further page has the layout of the first and other content; a day of a calendar shows what its month does.
    """
    if sight.kind is not further.kind and flips.sign is not Sign.COUNTED:
        return False
    if not _is_news(sight, further):
        return False
    if flips.sign:
        return True
    # One link, and only its address speaks for it: on the further page it has the same text and leads on.
    return any(spot.text in flips.texts and spot.url not in (*flips.urls, sight.url) for spot in further.spots)


def _is_news(sight: Sight, further: Sight) -> bool:
    """Whether most of what `further` has to say is not on the page that led to it: its list, and its text."""
    before = {(group.shape, group.place): set(group.titles) for group in sight.groups}
    lists = [group for group in further.groups if (group.shape, group.place) in before and group.characters]
    if lists:
        main = lists[0]
        fresh = [url for url in main.titles if url not in before[main.shape, main.place]]
        if 2 * len(fresh) > len(main.titles):
            return True
    # Further comments stand below the same article; a day of a calendar has nothing that its month has not.
    return len(further.lines - sight.lines) > NEWS_SHARE * len(further.lines)
