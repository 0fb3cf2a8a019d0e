"""What stands above a text: who, when, and what became of it."""

from datetime import datetime

from thresher.model import Said, Talk
from thresher.reading.names import one_line

KINDS = {"Thread": "post", "Question": "answer"}


def who(said: Said) -> str:
    return one_line(said.web.author) or "nobody named"


def when(text: str) -> str:
    """A date as people read it; what is no date as it is.

    >>> when("2026-11-16T12:30:05+00:00"), when("2026-11-16"), when("yesterday")
    ('16 November 2026, 12:30', '16 November 2026', 'yesterday')
    """
    moment = moment_of(text)
    if moment is None:
        return one_line(text)
    day = f"{moment.day} {moment:%B %Y}"
    return f"{day}, {moment:%H:%M}" if len(text) > 10 else day


def moment_of(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def note(said: Said) -> str:
    """What a reader must know besides; mostly nothing."""
    if said.withheld:
        return f"withheld: {one_line(said.withheld)}"
    return f"Found gone on {when(said.deleted)}. This is what was kept." if said.deleted else ""


def address(said: Said) -> str:
    """Where it could be read on the web; empty for what is no web address."""
    url = one_line(said.web.url)
    return url if url.startswith(("https://", "http://")) else ""


def counted(talk: Talk) -> str:
    """How much was said; empty if nothing was."""
    count, kind = len(talk.replies), KINDS.get(talk.opening.web.type.value, "comment")
    return f"{count:,} {kind if count == 1 else kind + 's'}" if count else ""


def paragraphs(text: str) -> list[list[str]]:
    """A text as paragraphs of lines."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            found[-1].append(line.rstrip())
        elif found[-1]:
            found.append([])
    return [lines for lines in found if lines]
