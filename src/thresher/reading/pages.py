"""Talks as markup that is HTML and XML alike: one function for the page to print and the chapter of a book."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from thresher.model import Said, Talk
from thresher.page.unseen import spelled_out
from thresher.reading.names import title_of
from thresher.reading.said import address, counted, note, paragraphs, when, who


def style(name: str) -> str:
    """A style sheet of this room."""
    return (files("thresher.reading") / name).read_text(encoding="utf-8")


def talk_markup(talk: Talk, mark: str, *, is_alone: bool = False) -> Iterator[str]:
    """One talk; `mark` is what links lead to. One that `is_alone` has the only heading of its page."""
    opening, level = talk.opening, 1 if is_alone else 2
    name = "talk alone" if is_alone else "talk"
    yield f'<section class="{name}" id="{mark}">\n<h{level}><bdi>{escape(title_of(talk))}</bdi></h{level}>\n'
    where = address(opening)
    place = f'<a href="{escape(where)}" rel="noreferrer">{escape(where)}</a>' if where else ""
    seen = f"kept on {when(opening.web.source.time.isoformat())}" if opening.web.source.url else ""
    about = " · ".join(part for part in (place, seen) if part)
    yield f'<p class="about">{about}</p>\n' if about else ""
    if opening.web.text.strip() or note(opening):
        yield said_markup(opening, "opening")
    if talk.replies and counted(talk):
        yield f"<h3>{counted(talk)}</h3>\n"
    for reply in talk.replies:
        yield said_markup(reply, "reply")
    yield "</section>\n"


def said_markup(said: Said, name: str) -> str:
    """One post."""
    when_said = f" · <time>{escape(when(said.web.published))}</time>" if said.web.published else ""
    by = "" if said.withheld else f'<p class="by"><b><bdi>{escape(who(said))}</bdi></b>{when_said}</p>\n'
    told = f'<p class="note">{escape(note(said))}</p>\n' if note(said) else ""
    text = "".join(f'<p dir="auto">{_lines(lines)}</p>\n' for lines in paragraphs(said.web.text))
    return f'<article class="{name}">\n{by}{told}{text}</article>\n'


def _lines(lines: list[str]) -> str:
    return "<br/>\n".join(escape(spelled_out(line)) for line in lines)
