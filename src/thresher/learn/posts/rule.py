"""How posts are read off the pages of a site: what was learned of them, as plain values and as knowledge."""

from dataclasses import dataclass
from typing import Any

from lxml import etree

from thresher.learn.articles.naming import pattern_of
from thresher.learn.posts.quoting import HEADS, QUOTES

SIGNED = "_{10,}"
"""The line behind which old forums put signatures into the text."""
SIGNATURES = ("*[contains(@class, 'signature')]", "*[contains(@class, 'Signature')]", "*[@class~='sig']")
"""What forums call them, in whatever language they are; a few records may not show that they come back."""


@dataclass(frozen=True, slots=True)
class PostRule:
    """How posts are read off a page; patterns as text."""

    each: str
    text: str
    author: str = ""
    author_url: str = ""
    published: str = ""
    without: tuple[str, ...] = ()
    author_match: str = ""
    """A regular expression for the name in the text at `author`; empty where that is the name and nothing else."""
    author_else: str = ""
    """Where those are named who have no link: guests, and members who are gone."""
    else_match: str = ""
    """The same as `author_match`, for them."""
    quote_heads: tuple[str, ...] = ()
    """What stands before quoted passages, beyond what is called so everywhere."""
    quote_lines: str = ""
    """A regular expression for such heads that have no element of their own."""
    quotes: tuple[str, ...] = QUOTES
    until: str = ""
    """A regular expression for lines that end the text, beside that before signatures."""
    sign_offs: str = ""
    """The same for what some people end all their posts with."""
    date_order: str = ""
    """Which comes first in dates of numbers, day or month, as the posts of all pages prove it."""
    opening: "PostRule | None" = None
    """How the post is read that these answer, where it looks unlike them."""
    remarks: "PostRule | None" = None
    """How remarks on posts are read, where they are made otherwise."""
    object: str = "BoardPost"
    depth: str = ""
    """Where it says how far a post is set in, which shows what it answers; and the expression that takes the number."""
    depth_match: str = ""
    reply_to: str = ""
    """The address of what a post answers, as it names it."""
    key: str = "/@id"
    """By what a post is known again on its page."""

    def elements_on(self, tree: etree._Element) -> list[etree._Element]:
        """The elements of a page that are posts and have a text."""
        text = pattern_of(self.text)
        nodes = [node for node in pattern_of(self.each).select(tree) if not isinstance(node, str)]
        return [node for node in nodes if text.first(node) is not None]

    @property
    def all_data(self) -> list[dict[str, Any]]:
        """The rules as they stand in a knowledge file, that for the opening post first."""
        return [rule.as_data() for rule in (self.opening, self, self.remarks) if rule is not None]

    def as_data(self) -> dict[str, Any]:
        """The rule as it stands in a knowledge file."""
        author = _place(self.author, self.author_match)
        fields = {
            "key": self.key,
            "author": [author, _place(self.author_else, self.else_match)] if self.author_else else author,
            "author_url": self.author_url,
            "published": self.published,
            "text": self.text,
            "depth": _place(self.depth, self.depth_match),
            "reply_to": self.reply_to,
        }
        data: dict[str, Any] = {
            "object": self.object,
            "each": [self.each],
            "fields": {name: text for name, text in fields.items() if text},
            "quotes": list(self.quotes),
            "quote_heads": list(dict.fromkeys((*HEADS, *self.quote_heads))),
        }
        data |= {"quote_lines": self.quote_lines} if self.quote_lines else {}
        return data | {
            "without": [*self.without, *SIGNATURES],
            "until": "|".join(filter(None, (SIGNED, self.until, self.sign_offs))),
        }


def _place(at: str, match: str) -> Any:
    return {"at": at, "match": match} if match else at
