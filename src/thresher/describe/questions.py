"""What may be asked in SPARQL: reading, and only here."""

import re

from thresher.model.errors import UsageError

_VARIABLE = re.compile(r"[?$]\w+")
_GAP = r"(?:\s|#[^\r\n]*[\r\n])*"
# Nothing may lead out of this machine, and Oxigraph follows SERVICE. The pattern also hits what only looks like it, in
# a string or behind a letter: its parser takes `trueSERVICE<…>{` apart, and ours would not notice.
_SERVICE = re.compile(
    rf"service{_GAP}(?:silent{_GAP})?(?:<[^<>]*>|\?|[^\s:<>{{}}]*:[^\s<>{{}}]*){_GAP}\{{", re.IGNORECASE
)
_PROLOGUE = re.compile(rf"{_GAP}(?:prefix{_GAP}[^\s:]*:{_GAP}<[^>]*>|base{_GAP}<[^>]*>)", re.IGNORECASE)
_UPDATE = re.compile(rf"{_GAP}(?:insert|delete|load|clear|drop|create|add|move|copy|with)\b", re.IGNORECASE)
_PLACE = re.compile(r"error at (\d+):(\d+): ?(?:expected (.*))?", re.DOTALL)


def check_question(text: str) -> None:
    """Refuse, with a sentence, what would change the triples or ask another server."""
    if not text.strip():
        raise UsageError("The query is empty.", "Begin with SELECT, ASK, CONSTRUCT or DESCRIBE.")
    rest = text
    while match := _PROLOGUE.match(rest):
        rest = rest[match.end() :]
    if _UPDATE.match(rest):
        raise UsageError(
            "This is an update, and `query` only reads.", "The triples follow from the catalog; they cannot be edited."
        )
    bare = _VARIABLE.sub("?", text)
    # Twice, since a carriage return ends a comment by the standard, and by a parser that forgot it does not.
    if _SERVICE.search(bare) or _SERVICE.search(bare.replace("\r", " ")):
        raise UsageError(
            "SERVICE asks another server, and a query never leaves this collection.",
            "Take the SERVICE part out of the query.",
        )


def mistake_in(text: str, message: str) -> UsageError:
    """What the parser found wrong with a query, with its place and the line in question."""
    match = _PLACE.match(message)
    if match is None:
        return UsageError(f"The query is not SPARQL: {_first_line(message)}.")
    line, column = int(match[1]), int(match[2])
    lines = text.splitlines() or [""]
    shown = lines[min(line, len(lines)) - 1].rstrip()
    sentence = f"The query is not SPARQL: line {line}, column {column}: {shown[:200]}"
    expected = match[3] or ""
    if "Prefix not found" in expected:
        return UsageError(sentence, "It uses a prefix that nobody declared; add a PREFIX line.")
    if len(expected) > 60:
        return UsageError(sentence, "The query stops making sense there.")
    return UsageError(sentence, f"There the parser would have taken {expected}." if expected else "")


def _first_line(text: str) -> str:
    return (text.splitlines() or [""])[0].rstrip(".")
