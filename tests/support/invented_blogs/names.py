"""How the elements of a theme are named: by what they are, by a program, for their looks, or not at all."""

import hashlib
import random
from dataclasses import dataclass

from tests.support.invented_blogs.traits import Names

_WORDS = {
    "post": ("post", "entry", "hentry", "blog-item", "story", "artikel"),
    "title": ("post-title", "entry-title", "headline", "name", "subject"),
    "text": ("entry-content", "post-body", "content", "text", "e-content", "body"),
    "meta": ("meta", "post-meta", "info", "byline", "details", "kicker"),
    "author": ("author", "writer", "by", "p-author", "user"),
    "date": ("date", "published", "posted-on", "day", "when"),
    "tags": ("tags", "tag-links", "labels", "topics"),
    "row": ("summary", "teaser", "item", "post-preview", "archive-item", "card"),
    "talk": ("comments", "comment-list", "discussion", "responses"),
    "remark": ("comment", "response", "reply-item", "note"),
    "visitor": ("comment-author", "fn", "who", "commenter"),
    "words": ("comment-body", "comment-text", "message", "said"),
    "at": ("comment-date", "comment-meta", "stamp", "posted"),
    "pager": ("pagination", "pager", "nav-links", "paging"),
    "aside": ("sidebar", "aside", "widget-area", "column-two"),
    "widget": ("widget", "module", "block", "box"),
    "related": ("related", "more-posts", "read-next", "see-also"),
}
_SINGLE = frozenset({"post", "text", "talk", "pager", "aside", "related"})
_LOOKS = ("mt-4", "flex", "px-2", "text-sm", "text-gray-600", "font-bold", "mb-6", "leading-7", "block", "rounded")


@dataclass(frozen=True, slots=True)
class Naming:
    """Attributes of elements by their role in the page."""

    kind: Names
    seed: int

    def of(self, role: str) -> str:
        """What stands in the tag, with a space before it; empty where the theme has no names."""
        chance = random.Random(f"{self.seed} {role}")
        match self.kind:
            case "semantic":
                return f' class="{chance.choice(_WORDS.get(role, (role,)))}"'
            case "hashed":
                return f' class="css-{hashlib.sha1(f"{self.seed}{role}".encode()).hexdigest()[:6]}"'
            case "utility":
                return f' class="{" ".join(chance.sample(_LOOKS, chance.randint(1, 4)))}"'
            case "ids" if role in _SINGLE:
                return f' id="{chance.choice(_WORDS[role])}"'
            case _:
                return ""
