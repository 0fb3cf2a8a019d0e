"""Numbers that rules for posts and for texts alone have in common."""

from datetime import UTC, datetime

MAX_NAME = 60
"""Characters of the name of somebody."""
MAX_DATE = 90
"""Characters of a line that is a date."""
MOST = 0.85
"""Share of the records, or pages, that a part must be in to be one of all."""
LATEST = datetime(2099, 1, 1, tzinfo=UTC)
"""What 'yesterday' counts from, where only the order of dates matters."""
