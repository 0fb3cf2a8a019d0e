"""What a package is like: every trait is drawn by itself."""

import random
from dataclasses import dataclass, fields
from typing import Any

CHOICES: dict[str, tuple[Any, ...]] = {
    "language": ("en", "en", "en", "de", "fr", "es"),
    "addresses": (
        "query", "query_board", "path", "slug_id", "files", "slugs", "board_path", "dotted", "action", "commas",
        "short", "drawn", "semicolons",
    ),
    "paging": ("page", "start", "path", "p"),
    "folder": ("", "", "forum/", "community/"),
    "front": ("boards", "boards", "boards", "latest", "portal"),
    "front_layout": ("table", "div", "list"),
    "list_layout": ("table", "table", "div", "list", "cards"),
    "thread_layout": ("two_cells", "two_rows", "box", "side", "article", "items", "definitions", "side_last"),
    "naming": ("semantic", "semantic", "semantic", "hashed", "utility", "bare"),
    "pager": ("numbers", "numbers_next", "next", "older"),
    "marks": ("post-", "p", "msg_", ""),
    "author": ("linked", "linked", "linked", "plain"),
    "guests": (False, False, True),
    "profile": ("none", "count", "joined"),
    "date_form": ("long", "numeric", "iso", "element", "relative", "day"),
    "date_place": ("head", "head", "foot", "side"),
    "body": ("paragraphs", "breaks", "wrapped"),
    "quotes": ("none", "blockquote", "box", "cited"),
    "edits": (False, False, True),
    "signatures": ("none", "none", "box", "rule"),
    "permalinks": ("fragment", "redirect", "page", "none"),
    "buttons": ("none", "links", "forms"),
    "row_author": (True, True, False),
    "row_counts": (True, True, False),
    "row_last": ("none", "date", "linked", "linked"),
    "row_pager": (False, False, True),
    "row_label": (False, False, False, True),
    "sticky": (False, False, True),
    "sort_links": (False, True),
    "print_view": (False, True),
    "neighbours": (False, False, True),
    "sidebar": ("none", "none", "latest", "tags"),
    "reply_form": (False, True),
    "members": (True, True, False),
    "session": (False, False, False, False, True),
    "order": ("oldest", "oldest", "oldest", "oldest", "newest"),
    "opening": ("like_replies", "like_replies", "like_replies", "apart"),
    "title_in": ("h1", "h2", "div", "caption"),
    "crumbs": (True, True, False),
    "jump": (False, True),
    "sub_boards": (False, False, True),
}  # fmt: skip
NOISE: dict[str, tuple[Any, ...]] = {
    "tags": ("none", "none", "rows", "threads", "both"),
    "wall": ("none", "titles", "words"),
    "streams": (False, True),
    "similar": (False, True),
    "tongues": (False, True),
    "likes": (False, True),
    "plain_copy": (False, False, True),
}
"""What a forum has beside what people wrote, all of it again: drawn where it is asked for. `wall` is what a page about
somebody shows of their posts, `streams` are lists over all boards, `plain_copy` is the whole forum in another dress."""


@dataclass(frozen=True, slots=True)
class Traits:
    """See `CHOICES` for what each may be; `seed` draws what is no trait: names, texts, counts."""

    seed: int
    language: str
    addresses: str
    paging: str
    folder: str
    front: str
    front_layout: str
    list_layout: str
    thread_layout: str
    naming: str
    pager: str
    marks: str
    author: str
    guests: bool
    profile: str
    date_form: str
    date_place: str
    body: str
    quotes: str
    edits: bool
    signatures: str
    permalinks: str
    buttons: str
    row_author: bool
    row_counts: bool
    row_last: str
    row_pager: bool
    row_label: bool
    sticky: bool
    sort_links: bool
    print_view: bool
    neighbours: bool
    sidebar: str
    reply_form: bool
    members: bool
    session: bool
    order: str
    opening: str
    title_in: str
    crumbs: bool
    jump: bool
    sub_boards: bool
    tags: str = "none"
    wall: str = "none"
    streams: bool = False
    similar: bool = False
    tongues: bool = False
    likes: bool = False
    plain_copy: bool = False

    def chance(self, what: str) -> random.Random:
        """Draws for one purpose, whatever was drawn for others."""
        return random.Random(f"{self.seed} {what}")


def draw(seed: int, *, is_noisy: bool = False, **given: Any) -> Traits:
    """The traits of a package; some may be given."""
    assert {one.name for one in fields(Traits)} == {"seed", *CHOICES, *NOISE}
    chance = random.Random(f"traits {seed}")
    drawn = {name: chance.choice(values) for name, values in (CHOICES | (NOISE if is_noisy else {})).items()}
    drawn |= given
    if drawn["front"] == "portal":
        drawn["folder"] = drawn["folder"] or "forum/"  # else there would be two front pages at one address
    return Traits(seed=seed, **drawn)
