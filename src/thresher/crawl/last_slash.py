"""Servers that lead from each address to the same with a slash at its end, or without: the target is asked for at once.

Links of a site are mostly spelled in one way, and its server in another: then every page costs two requests. A few
redirects in a row prove it, for the whole server or for addresses of one shape. An address that is answered with a page
as it stands speaks against it. Indexes of archives take both spellings for one, so that replay finds what links name.
"""

from typing import NamedTuple

from thresher.guide.memory import Memory
from thresher.guide.shapes import shape_of_post
from thresher.page import origin_of, other_spelling

PROOFS = 3
"""Redirects that prove a habit, if nothing speaks against it: as many as a known list of traps takes."""

LESSON = "slash"
"""First word of the names under which the habits of servers are remembered."""


class _Habit(NamedTuple):
    """How often a server led to an address with a slash and without, and answered those that lack it and have it."""

    added: int = 0
    removed: int = 0
    lacking: int = 0
    having: int = 0

    def is_proved(self, has_slash: bool) -> bool:
        """Whether addresses with a slash, or without, lead to the other spelling."""
        if has_slash:
            return self.removed >= PROOFS and not self.having
        return self.added >= PROOFS and not self.lacking


class LastSlash:
    """Learns from answers how a server spells addresses; what it has learned is in the memory."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def observe(self, url: str, target: str = "") -> None:
        """`url` was answered with a page, or with a redirect to `target`."""
        other = other_spelling(url)
        if not other or target not in ("", other):
            return
        has_slash = _has_slash(url)
        field = ("removed" if has_slash else "added") if target else ("having" if has_slash else "lacking")
        for key in _keys(url):
            habit = self._habit(key)
            self._memory.save(key, habit._replace(**{field: getattr(habit, field) + 1}))

    def target_of(self, url: str) -> str:
        """The address that the server will lead to; empty if it is not known to lead anywhere."""
        other = other_spelling(url)
        is_led = bool(other) and any(self._habit(key).is_proved(_has_slash(url)) for key in _keys(url))
        return other if is_led else ""

    def _habit(self, key: str) -> _Habit:
        return _Habit(*(self._memory.load(key) or ()))


def _has_slash(url: str) -> bool:
    return url.partition("?")[0].endswith("/")


def _keys(url: str) -> tuple[str, str]:
    """Names of what is known of the server, and of its addresses of one shape, however they are spelled."""
    lacking = other_spelling(url) if _has_slash(url) else url
    return f"{LESSON} {origin_of(url)}", f"{LESSON} {shape_of_post(lacking)}"
