"""What all parts of a page need: traits, story, places and names; links and bylines in the manner of the theme."""

from dataclasses import dataclass
from datetime import datetime
from html import escape

from tests.support.invented_blogs import moments
from tests.support.invented_blogs.names import Naming
from tests.support.invented_blogs.places import Places
from tests.support.invented_blogs.story import Post, Story
from tests.support.invented_blogs.traits import Traits


@dataclass(frozen=True, slots=True)
class Theme:
    """A blog about to be shown."""

    traits: Traits
    story: Story
    places: Places
    naming: Naming

    def name(self, role: str) -> str:
        return self.naming.of(role)

    def prop(self, name: str) -> str:
        """An attribute of schema.org, where pages have them."""
        return f' itemprop="{name}"' if self.traits.schema == "microdata" else ""

    def label(self, key: str) -> str:
        return escape(self.story.label(key))

    def link(self, path: str, words: str, attributes: str = "") -> str:
        return f'<a{attributes} href="{escape(self.places.linked(path))}">{escape(words)}</a>'

    def date(self, time: datetime, role: str = "date", more: str = "") -> str:
        return moments.markup(time, self.traits.date_form, self.story.language, self.name(role) + more)

    def author(self, post: Post) -> str:
        """The name of an author, with a link where authors have pages."""
        attributes = self.name("author") + self.prop("author")
        if self.traits.has_author_pages:
            return self.link(self.places.topic("author", post.author), post.author, f'{attributes} rel="author"')
        return f"<span{attributes}>{escape(post.author)}</span>"

    def byline(self, post: Post) -> str:
        """Author and date as they stand at the post; either may be missing."""
        mark = self.prop("datePublished")
        if mark and self.traits.date_form == "relative":  # for machines an age is no date
            mark += f' content="{post.time.isoformat()}"'
        date = self.date(post.time, more=mark)
        match self.traits.byline:
            case "sentence":
                words = f"{self.label('by')} {self.author(post)} {self.label('on')} {date} | {self.minutes(post)}"
            case "above" | "below":
                words = f"{date} · {self.author(post)}"
            case _:
                words = date
        return f"<div{self.name('meta')}>{words}</div>"

    def minutes(self, post: Post) -> str:
        return f"{1 + len(post.text) // 1000} {self.label('minutes')}"

    def tags(self, post: Post) -> str:
        if not self.traits.has_tags or not self.traits.has_tag_line:
            return ""
        links = ", ".join(self.link(self.places.topic("tag", tag), tag, ' rel="tag"') for tag in post.tags)
        return f"<div{self.name('tags')}>{self.label('tags')}: {links}</div>"

    def category(self, post: Post) -> str:
        if not self.traits.has_categories:
            return ""
        return self.link(self.places.topic("category", post.category), post.category)

    def has_named_author(self) -> bool:
        """Whether anything says who wrote a post."""
        return self.traits.byline != "none"
