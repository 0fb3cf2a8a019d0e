"""Where the pages of an invented site are."""

import re
from dataclasses import dataclass

from tests.support.nested_talks.looks import Look
from tests.support.nested_talks.talks import BOARDS, Post, Talk


@dataclass(frozen=True, slots=True)
class Addresses:
    """Paths of one site."""

    look: Look

    def talk(self, talk: Talk) -> str:
        slug = slug_of(talk.title)
        match self.look.address:
            case "path":
                return f"/t/{talk.number}/{slug}"
            case "query":
                return f"/thread?id={talk.number}"
            case "item":
                return f"/item?id={talk.opening.number}"
        return f"/{slug_of(BOARDS[talk.board])}/{slug}-{talk.number}"

    def post(self, talk: Talk, post: Post) -> str:
        """The page of a post with what is below it, or around it."""
        is_tree = self.look.permalink != "whole"
        match self.look.address:
            case "path":
                return self.talk(talk) + (f"/c{post.number}" if is_tree else f"?focus={post.number}")
            case "query":
                return f"/thread?id={talk.number}&c={post.number}" if is_tree else f"/thread?post={post.number}"
            case "item":
                return f"/item?id={post.number}"
        return f"{self.talk(talk)}/{post.number}" if is_tree else f"/p/{post.number}"

    def listing(self, board: int | None, page: int = 1) -> str:
        first = "/" if board is None else f"/b/{slug_of(BOARDS[board])}"
        return first if page == 1 else f"{first}?page={page}"

    def person(self, name: str) -> str:
        return f"/user?id={name}" if self.look.address == "item" else f"/user/{name}"


def slug_of(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")
