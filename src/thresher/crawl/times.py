"""Moments as feeds and objects state them."""

from datetime import UTC, datetime


def moment_of(stated: str) -> datetime | None:
    """A date as objects and feeds have it; one without a zone is taken for UTC. None if it is none."""
    try:
        found = datetime.fromisoformat(stated)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def is_later(stated: str, since: datetime) -> bool:
    """Whether a date as objects and feeds have it is after `since`; a day counts until its end."""
    found = moment_of(stated)
    if found is not None and len(stated) <= 10:
        found = found.replace(hour=23, minute=59, second=59)
    return found is not None and found > since
