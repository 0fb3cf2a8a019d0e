"""Lines with the date of a post and, bare in them, the name of who wrote it."""

import math
import re

from thresher.learn.posts.bare import SELF
from thresher.learn.posts.bylines import BY, Byline
from thresher.learn.posts.limits import LATEST, MAX_DATE, MOST
from thresher.learn.posts.names import string_of
from thresher.learn.posts.table import Table
from thresher.page import DateHabits, find_date

BEHIND_DATE = r"\d\S*(?:\s+[ap]\.?m\.?)?\s*(?:\s[-–—]\s|[|·•])\s*([^\W\d_](?:[^|·•]{0,58}?[^\W_])?)\s*(?:[|·•¶#].*)?$"
"""A name that is all that follows a date: '3 May 2024, 10:15 - Anna'."""
BEFORE_DATE = (
    r"(?i)^\W*(\S(?:.{0,58}?\S)?)\s+(?:(?:added|wrote|writes|said|says|commented|posted|replied|answered|schrieb|schreibt)"
    r"\b|(?:on|at|am|le|el|op)\s|[-–—|·•]\s).*\d"
)
"""A name that a date follows, with a word or a mark between them: 'Anna wrote on 3 May 2024'."""
MAX_DIFFERENT = 0.9
"""Of the names in lines with dates, those that differ: titles hardly come back."""


def beside_date(table: Table) -> Byline:
    """Who wrote records where names stand bare in the line of the date; they must come back, as those of people do."""
    best: tuple[int, float, Byline] = (0, -math.inf, ("", "", ""))
    habits = DateHabits(LATEST)
    # Where nothing is around a post, its line is what is known of it.
    for name, column in (*table.common.items(), (SELF, dict(enumerate(table.records)))):
        lines = list(map(string_of, column.values()))
        length = sum(map(len, lines)) / len(lines)
        if length > MAX_DATE or sum(bool(find_date(line, habits)) for line in lines) < MOST * len(lines):
            continue
        for expression in (BY, BEHIND_DATE, BEFORE_DATE):
            taken = [found[1] for line in lines if (found := re.search(expression, line))]
            different = set(taken)
            is_one = any(find_date(text, habits) or not any(map(str.isalpha, text)) for text in different)
            if is_one or len(taken) < MOST * len(lines) or not 1 < len(different) < MAX_DIFFERENT * len(taken):
                continue
            if name == SELF or table.is_true(name):
                best = max(best, (len(different), -length, (name, "", expression)))
    return best[2]
