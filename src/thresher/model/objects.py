"""What people wrote: the objects that are found on pages."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ObjectType(StrEnum):
    """Named after SIOC's classes; what SIOC has no class for is named after schema.org's."""

    FORUM = "Forum"
    THREAD = "Thread"
    BOARD_POST = "BoardPost"
    BLOG_POST = "BlogPost"
    COMMENT = "Comment"
    WIKI_ARTICLE = "WikiArticle"
    QUESTION = "Question"
    ANSWER = "Answer"
    NEWS_ARTICLE = "NewsArticle"
    MICROBLOG_POST = "MicroblogPost"
    IMAGE = "Image"
    VIDEO = "Video"
    AUDIO = "Audio"
    BOOKMARK = "Bookmark"
    USER_ACCOUNT = "UserAccount"


@dataclass(frozen=True, slots=True)
class Source:
    """The capture an object was read from."""

    file: str
    """Name of the WARC file; empty for a page that is in no archive."""
    offset: int
    url: str
    time: datetime


@dataclass(frozen=True, slots=True)
class WebObject:
    """One thing that people wrote, as one capture shows it."""

    id: str
    """The same on every visit, whatever the page it was seen on."""
    type: ObjectType
    url: str
    """Where to read it."""
    source: Source
    rule: str
    """What found it: `known: phpbb/thread`."""
    title: str = ""
    author: str = ""
    author_url: str = ""
    published: str = ""
    """ISO 8601: a date, or date and time, with the offset where the page tells it."""
    modified: str = ""
    text: str = ""
    """Its own content: no menu, no comments, no signature; quoted passages stay, without their 'X wrote:' line."""
    own_text: str = ""
    """The text without quoted passages; empty where there are none."""
    html: str = ""
    links: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    container: str = ""
    """Id of the thread or post it belongs to."""
    container_title: str = ""
    reply_to: str = ""
    """Id of the object it answers."""
    order: tuple[int, int] = (0, 0)
    """Place in its container: number of the page (as its address counts), then place on the page."""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Said:
    """An object in the talk that it belongs to."""

    web: WebObject
    deleted: str = ""
    """When it was found gone; empty while it is there."""
    withheld: str = ""
    """Why it is not shown; what it says is then not in `web`, either."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A thread, a post or an article whole: what it begins with, and what was said to it, in order."""

    opening: Said
    replies: tuple[Said, ...] = ()
