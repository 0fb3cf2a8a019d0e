"""Noticing that a login was lost, before a thousand login pages are archived."""

import re

from thresher.model import Capture, Entry, Kind, Page

PATIENCE = 3
"""Login pages in a row: one may be a members-only corner, three are a closed door."""

LOGIN_PLACE = re.compile(
    r"(?i)(?:^|[/?&=_.-])(?:log-?in|sign-?in|logon|auth|anmelden|connexion|session/new)(?:$|[/?&=_.-])"
)


class LoginWatch:
    """Watches pages of a crawl that was given a login.

    A page without a password field shows that the login works. When pages then turn into login forms, refusals or
    redirects to a login page, several in a row, the login is lost.
    """

    def __init__(self, *, is_active: bool, was_inside: bool = False) -> None:
        self.is_lost = False
        self.was_inside = was_inside
        """Whether a page without a login form has been seen, in this run or an earlier one."""
        self._is_active = is_active
        self._lost: list[str] = []

    def saw(self, entry: Entry, capture: Capture, page: Page | None) -> None:
        """Take note of one page."""
        if not self._is_active or self.is_lost or entry.kind is not Kind.PAGE:
            return
        if not _is_closed_door(capture, page):
            self.was_inside = True
            self._lost.clear()
        elif self.was_inside:
            self._lost.append(entry.url)
            self.is_lost = len(self._lost) >= PATIENCE

    @property
    def lost_pages(self) -> tuple[str, ...]:
        """The pages that came back as login forms, to be asked for again once the login works."""
        return tuple(self._lost)


def _is_closed_door(capture: Capture, page: Page | None) -> bool:
    if capture.status in (401, 403):
        return True
    if 300 <= capture.status < 400:
        return bool(LOGIN_PLACE.search(capture.header("location") or ""))
    return page is not None and page.has_password_field
