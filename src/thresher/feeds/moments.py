"""When items are from, and which are the same."""

from datetime import UTC, datetime

from thresher.model import FeedItem


def moment_of_item(item: FeedItem) -> datetime | None:
    """When an item was published, or last changed where that is all a feed says; None if it says nothing.

    A date without an offset counts as UTC.
    """
    text = item.published or item.modified
    try:
        moment = datetime.fromisoformat(text) if text else None
        return moment and (moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC))
    except (ValueError, OverflowError):
        return None


def key_of(item: FeedItem) -> str:
    """What tells an item from others on every visit: its id, else its link, else what it says."""
    return item.id or item.link or f"{item.title}\n{item.published}\n{item.html[:200]}"
