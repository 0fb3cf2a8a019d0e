"""Mail: one message a post, so that mail programs show who answered whom."""

import hashlib
import mailbox
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from thresher.model import Said, Talk
from thresher.page.unseen import spelled_out
from thresher.reading.names import one_line, title_of
from thresher.reading.said import address, moment_of, note, who

# RFC 2606: nobody can ever be reached there.
DOMAIN = "thresher.invalid"
MAX_HEADER = 300
"""Characters of a subject or a name: some mail programs end at 998 bytes of a line."""


def write_mbox(talks: Iterable[Talk], path: Path) -> None:
    """All messages into a file that is not there yet."""
    box = mailbox.mbox(path)
    try:
        for talk in talks:
            for message in messages_of(talk):
                kept = mailbox.mboxMessage(message)
                kept.set_from(f"nobody@{DOMAIN}", moment_in(message).utctimetuple())
                box.add(kept)
        box.flush()
    finally:
        box.close()


def messages_of(talk: Talk) -> Iterator[EmailMessage]:
    """The messages of a talk; the first is what all others answer, directly or not."""
    subject = title_of(talk)[:MAX_HEADER]
    has_opening = bool(talk.opening.web.text.strip() or note(talk.opening))
    all_said = ([talk.opening] if has_opening or not talk.replies else []) + list(talk.replies)
    first = all_said[0].web.id
    known = {said.web.id: said.web.reply_to for said in all_said}
    for said in all_said:
        message = EmailMessage()
        name = "withheld" if said.withheld else who(said)[:MAX_HEADER]
        message["From"] = Address(name, "nobody", DOMAIN)
        message["Date"] = format_datetime(_moment(said))
        message["Subject"] = subject if said.web.id == first else f"Re: {subject}"
        message["Message-ID"] = message_id(said.web.id)
        if above := list(_above(said.web.id, first, known)):
            message["In-Reply-To"] = message_id(above[-1])
            message["References"] = " ".join(map(message_id, above))
        if where := address(said):
            message["X-Archived-At"] = where[:MAX_HEADER].encode("ascii", "replace").decode()
        message.set_content(_body(said))
        yield message


def message_id(identity: str) -> str:
    """The same for the same object in every copy.

    >>> message_id("https://forum.example/p1")
    '<f4b2d4a63040de900af433f0da362c1d@thresher.invalid>'
    """
    return f"<{hashlib.blake2b(identity.encode(), digest_size=16).hexdigest()}@{DOMAIN}>"


def moment_in(message: EmailMessage) -> datetime:
    moment: datetime = message["Date"].datetime
    return moment.astimezone(UTC)


def _above(identity: str, first: str, known: dict[str, str]) -> Iterator[str]:
    """What a message answers, from the first of the talk down to the nearest; circles end."""
    chain: list[str] = []
    here = known.get(identity, "")
    while here in known and here not in chain and here not in (first, identity):
        chain.append(here)
        here = known[here]
    if identity != first:
        yield first
        yield from reversed(chain)


def _moment(said: Said) -> datetime:
    found = moment_of(said.web.published) or said.web.source.time
    aware = found.replace(tzinfo=UTC) if found.tzinfo is None else found
    try:
        aware.astimezone(UTC)
    except OverflowError:  # a year 1 or 9999 in an odd zone
        return said.web.source.time
    return aware


def _body(said: Said) -> str:
    told = note(said)
    parts = [told] if told else []
    if said.web.title and said.web.text:
        parts.append(one_line(said.web.title))
    parts.append("\n".join(spelled_out(line) for line in said.web.text.splitlines()))
    return "\n\n".join(part for part in parts if part) + "\n"
