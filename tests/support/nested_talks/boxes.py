"""Posts → markup: one box in another, or rows that are set in."""

from html import escape

from tests.support.nested_talks.addresses import Addresses
from tests.support.nested_talks.looks import Look
from tests.support.nested_talks.talks import Post, Talk

MAX_DEPTH = 4
"""What is deeper stands on a page of its own, where the site does so."""
DELETED = "[deleted]"
_FLAT = frozenset({"margin", "depth", "spacer"})


class Boxes:
    """Writes the posts of one conversation."""

    def __init__(self, look: Look, addresses: Addresses, talk: Talk) -> None:
        self._look = look
        self._to = addresses
        self._talk = talk
        self._post, self._body, self._who, self._when, self._below = look.words

    def answers(self, posts: list[Post], level: int = 1) -> str:
        """Posts that answer one and the same, with what is below them."""
        if not posts:
            return ""
        if self._look.has_going_on and level > MAX_DEPTH:
            url = self._to.post(self._talk, _above(posts[0]))
            return f'<div class="deeper"><a href="{escape(url)}">continue this thread</a></div>'
        if self._look.is_answers and level > 1:
            return f'<ul class="notes">{"".join(map(self._note, posts))}</ul>'
        inner = "".join(self._with_answers(post, level) for post in posts)
        if self._look.nesting in _FLAT:
            return inner
        return f'<ul class="{self._below}">{inner}</ul>' if self._look.nesting == "beside" else inner

    def _with_answers(self, post: Post, level: int) -> str:
        below = self.answers(post.answers, level + 1)
        content = self._content(post)
        ident = f' id="c{post.number}"' if self._look.has_ids else ""
        called = f'class="{self._post}"{ident}{self._schema("Answer" if self._look.is_answers else "Comment")}'
        line = self._line(post) if self._look.head == "above" else ""
        children = f'<div class="{self._below}">{below}</div>' if below else ""
        match self._look.nesting:
            case "inside":
                return f"{line}<div {called}>{content}{children}</div>"
            case "beside":
                return f"<li>{line}<div {called}>{content}</div>{below}</li>"
            case "margin":
                return f'{line}<div {called} style="margin-left: {20 * (level - 1)}px">{content}</div>{below}'
            case "depth":
                deep = called.replace('"', f'"depth-{level} ', 1)
                return f"{line}<div {deep}>{content}</div>{below}"
            case "spacer":
                wide = f'<td class="ind"><img src="s.gif" height="1" width="{40 * (level - 1)}"></td>'
                cells = f'{wide}<td class="vote">{self._arrows(post)}</td><td class="default">{line}{content}</td>'
                return f"<tr {called}><td><table><tr>{cells}</tr></table></td></tr>{below}"
            case "table":
                inner = f"<tr><td>{line}{content}{below}</td></tr>"
                return f'<table {called} width="100%" cellpadding="4">{inner}</table>'
            case "details":
                return f"<details open {called}><summary>{self._line(post)}</summary>{content}{children}</details>"
        columns = f'<div class="col-1"></div><div class="col-11">{line}<div {called}>{content}{below}</div></div>'
        return f'<div class="row">{columns}</div>'

    def _content(self, post: Post) -> str:
        """What stands in the box of a post, but for what answers it."""
        body, buttons = self._text(post), self._buttons(post)
        head = "above" if self._look.nesting == "details" else self._look.head
        match head:
            case "above":
                return body + buttons
            case "first":
                return self._line(post) + body + buttons
            case "last":
                return body + self._line(post) + buttons
        first = f'<div class="head">{self._author(post)} {self._points(post)}</div>'
        return f'{first}{body}<div class="foot">{self._date(post)} {self._links(post)}</div>{buttons}'

    def _line(self, post: Post) -> str:
        return (
            f'<div class="head">{self._author(post)} {self._points(post)} {self._date(post)} {self._links(post)}</div>'
        )

    def _text(self, post: Post) -> str:
        if post.is_deleted:
            return f'<div class="{self._body}">{DELETED}</div>'
        if not self._look.has_body and len(post.paragraphs) == 1:
            return f"<p>{escape(post.text)}</p>"
        inner = "".join(f"<p>{escape(one)}</p>" for one in post.paragraphs)
        return f'<div class="{self._body}"{self._prop("text")}>{inner}</div>' if self._look.has_body else inner

    def _author(self, post: Post) -> str:
        if post.is_deleted:
            return f'<span class="{self._who}">{DELETED}</span>'
        if not self._look.has_people:
            return f'<b class="{self._who}">{post.author}</b>'
        return f'<a class="{self._who}" href="{self._to.person(post.author)}">{post.author}</a>'

    def _date(self, post: Post) -> str:
        written = post.written
        day = f"{written.day} {written:%b %Y}, {written:%H:%M}"
        ago = f"{max(1, 2024 - written.year)} years ago"
        match self._look.date:
            case "time":
                return f'<time class="{self._when}" datetime="{written:%Y-%m-%dT%H:%M:%SZ}">{ago}</time>'
            case "title":
                return f'<span class="{self._when}" title="{written:%a, %d %b %Y %H:%M:%S GMT}">{ago}</span>'
            case "plain":
                return f'<span class="{self._when}">{day}</span>'
        return f"on {day}"

    def _points(self, post: Post) -> str:
        return f'<span class="score">{post.points} points</span>'

    def _arrows(self, post: Post) -> str:
        return f'<a href="/vote?id={post.number}&amp;how=up">&#9650;</a>'

    def _links(self, post: Post) -> str:
        links = [f'<a href="javascript:void(0)" class="togg">[{len(list(post.walk()))}&ndash;]</a>']
        if self._look.permalink == "anchor":
            links.append(f'<a href="#c{post.number}">link</a>')
        elif self._look.permalink != "none":
            links.append(f'<a href="{escape(self._to.post(self._talk, post))}">permalink</a>')
        if post.above is not None and post.above.above is not None:
            links.append(f'<a href="#c{post.above.number}">parent</a>')
        return " | ".join(links)

    def _buttons(self, post: Post) -> str:
        links = f'<a href="/reply?to={post.number}">reply</a> <a href="/flag?id={post.number}">report</a>'
        return f'<div class="buttons">{links}</div>'

    def _note(self, post: Post) -> str:
        """A comment on an answer: a line."""
        words = f'<span class="note-copy">{DELETED if post.is_deleted else escape(post.text)}</span>'
        return f'<li class="note" id="n{post.number}">{words} &ndash; {self._author(post)} {self._date(post)}</li>'

    def question(self) -> str:
        """The opening post, in a box of another look."""
        post = self._talk.opening
        inner = "".join(f"<p>{escape(one)}</p>" for one in post.paragraphs)
        signed = f'<div class="asked">Asked by {self._author(post)} {self._date(post)}</div>'
        text = f'<div class="question-text"{self._prop("text")}>{inner}</div>'
        return f'<div class="question" id="q{self._talk.number}"{self._schema("Question")}>{text}{signed}</div>'

    def link(self) -> str:
        """The opening post as one about something elsewhere, with or without words of its own."""
        post = self._talk.opening
        signed = f"submitted by {self._author(post)} {self._date(post)}"
        text = (
            ""
            if self._talk.outside
            else f'<div class="selftext">{"".join(f"<p>{escape(one)}</p>" for one in post.paragraphs)}</div>'
        )
        return f'<div class="thing"><div class="tagline">{self._points(post)} {signed}</div>{text}</div>'

    def alone(self) -> str:
        """The opening post, made like the others."""
        return self._with_answers(_without_answers(self._talk.opening), 1)

    def _schema(self, kind: str) -> str:
        return f' itemscope itemtype="http://schema.org/{kind}"' if self._look.has_schema else ""

    def _prop(self, name: str) -> str:
        return f' itemprop="{name}"' if self._look.has_schema else ""


def _above(post: Post) -> Post:
    assert post.above is not None
    return post.above


def _without_answers(post: Post) -> Post:
    return Post(post.number, post.author, post.written, post.paragraphs, post.points)
