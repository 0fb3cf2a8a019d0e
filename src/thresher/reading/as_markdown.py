"""Markdown in which archived text is nothing but text."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from thresher.model import Said, Talk
from thresher.page.unseen import spelled_out
from thresher.reading.names import one_line, title_of
from thresher.reading.said import address, counted, note, paragraphs, when, who

_MARKS = re.compile(r"([\\`*_\[\]<>#|~&!$^=])")
_AT_START = re.compile(r"^(\d+)([.)])|^([-+])|^:")


def markdown_parts(title: str, talks: Iterable[Talk]) -> Iterator[str]:
    """The file, piece by piece."""
    rest = iter(talks)
    some = list(islice(rest, 2))
    level = "#" if len(some) == 1 else "##"
    yield "" if len(some) == 1 else f"# {inert(one_line(title))}\n\n"
    for number, talk in enumerate(chain(some, rest)):
        yield "\n" * bool(number) + f"{level} {inert(title_of(talk))}\n"
        if where := address(talk.opening):
            yield f"\n{inert(where)}\n"
        if talk.opening.web.text.strip() or note(talk.opening):
            yield _said(talk.opening)
        if talk.replies:
            yield f"\n### {counted(talk)}\n"
        for reply in talk.replies:
            yield _said(reply)


def _said(said: Said) -> str:
    head = []
    if not said.withheld:
        moment = f", {inert(when(said.web.published))}" if said.web.published else ""
        head.append(f"**{inert(who(said))}**{moment}")
    if note(said):
        head.append(f"*{inert(note(said))}*")
    body = ["  \n".join(inert(spelled_out(line)) for line in lines) for lines in paragraphs(said.web.text)]
    return "".join(f"\n{part}\n" for part in (*head, *body)) + "\n---\n"


def inert(line: str) -> str:
    """A line of which no Markdown makes anything else.

    >>> inert("1. <b>*x*</b> [a](b)")
    '1\\\\. \\\\<b\\\\>\\\\*x\\\\*\\\\</b\\\\> \\\\[a\\\\](b)'
    """
    escaped = _MARKS.sub(r"\\\1", line.strip())
    return _AT_START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[0]}", escaped)
