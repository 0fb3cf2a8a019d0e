"""What must not be shown, asked anew for each page: the digest may be some seconds behind."""

import sqlite3
from typing import Any

from thresher.describe.withheld import Withheld, read_withheld
from thresher.viewer.desk import Desk

BLANK = {
    "title": "", "author": "", "author_url": "", "published": "", "modified": "", "text": "", "opening": "", "tags": "",
    "url": "", "source_url": "", "rule": "", "person": 0, "version": 1,
}  # fmt: skip
"""What is put in the place of what a withheld object says."""


def withheld_of(desk: Desk) -> Withheld:
    return read_withheld(desk.library.rows)


def as_shown(row: sqlite3.Row, hidden: Withheld) -> dict[str, Any]:
    """A row about an object: with the reason if it is withheld, and without what it says then. A container that is
    withheld lends its title to nobody.
    """
    shown = {**dict(row), "withheld": hidden.objects.get(row["number"], "")}
    if shown["withheld"]:
        shown |= {name: value for name, value in BLANK.items() if name in shown}
    if shown["withheld"] or shown.get("container") in hidden.ids:
        shown |= {"container_title": ""} if "container_title" in shown else {}
    return shown
