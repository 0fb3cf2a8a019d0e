"""Moments as feeds and objects state them."""

from datetime import UTC, datetime


def is_later(stated: str, since: datetime) -> bool:
    """Whether a date as objects and feeds have it is after `since`; one without a zone is taken for UTC."""
    try:
        found = datetime.fromisoformat(stated)
    except ValueError:
        return False
    if len(stated) <= 10:
        found = found.replace(hour=23, minute=59, second=59)
    return (found if found.tzinfo is not None else found.replace(tzinfo=UTC)) > since
