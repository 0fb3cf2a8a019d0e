"""Many literals looked for at once: which of them occur in some bytes."""

import re
from collections import defaultdict
from collections.abc import Sequence
from threading import Lock
from typing import Any, Protocol

try:
    import hyperscan
except ImportError:  # no wheel for this machine
    hyperscan = None  # type: ignore[assignment]

HYPERSCAN = "hyperscan"
PYTHON = "python"

Literal = tuple[bytes, bool]
"""What to look for, never empty, and whether case is of no account (ASCII letters only)."""


class Scanner(Protocol):
    def found(self, data: bytes) -> set[int]:
        """Numbers of what occurs in `data`: the literals from 0 on, then the expressions."""


def make_scanner(
    literals: Sequence[Literal], expressions: Sequence[bytes] = (), engine: str | None = None
) -> tuple[Scanner, str]:
    """A scanner for literals and a few regular expressions, and the name of its engine.

    That is hyperscan, or python where there is none. An engine asked for by name is that one, or an error.
    """
    if engine != PYTHON and hyperscan is not None:
        try:
            return HyperscanScanner(literals, expressions), HYPERSCAN
        except hyperscan.HyperscanError:  # such as a processor without SSE 4.2
            if engine == HYPERSCAN:
                raise
    return GramScanner(literals, expressions), PYTHON


FEW = 100
"""Below that many literals Hyperscan takes another way (Teddy), which on real pages was four times slower, so they are
filled up with some that no page has: 40 literals took 52 µs on 38 KB alone, and 13 with company."""
_COMPANY = tuple(bytes((1 + number % 8, 1 + number // 8, *b"\x01\x02\x03\x04\x05\x06")) for number in range(FEW))


class HyperscanScanner:
    """Intel's Hyperscan, or Vectorscan: one pass over the data, whatever the number of literals."""

    def __init__(self, literals: Sequence[Literal], expressions: Sequence[bytes] = ()) -> None:
        self._lock = Lock()  # the scratch space of a database serves one scan at a time
        self._limit = len(literals) + len(expressions)
        self._database: Any = None
        if self._limit:
            company = _COMPANY if self._limit < FEW else ()
            once, caseless = hyperscan.HS_FLAG_SINGLEMATCH, hyperscan.HS_FLAG_CASELESS
            everything = [*(_escaped(data) for data, _ in literals), *expressions, *map(_escaped, company)]
            flags = [once | caseless if is_caseless else once for _, is_caseless in literals]
            self._database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
            self._database.compile(
                expressions=everything,
                ids=list(range(len(everything))),
                flags=flags + [once] * (len(everything) - len(flags)),
            )

    def found(self, data: bytes) -> set[int]:
        numbers: set[int] = set()
        if self._database is not None and data:
            with self._lock:
                self._database.scan(data, match_event_handler=_note, context=numbers)
        return {number for number in numbers if number < self._limit}


def _note(number: int, _start: int, _end: int, _flags: int, numbers: set[int]) -> None:
    numbers.add(number)


def _escaped(literal: bytes) -> bytes:
    return b"".join(b"%c" % byte if chr(byte).isalnum() and byte < 128 else b"\\x%02x" % byte for byte in literal)


GRAM = 4


class GramScanner:
    """Without any library: a literal can only occur if its first four bytes do.

    The groups of four bytes in the data are gathered as a set (4 ms for 30 KB), whatever the number of literals;
    those literals that share one are then looked for.
    """

    def __init__(self, literals: Sequence[Literal], expressions: Sequence[bytes] = ()) -> None:
        self._short: list[tuple[int, bytes, bool]] = []
        self._by_gram: tuple[dict[bytes, list[tuple[int, bytes]]], ...] = (defaultdict(list), defaultdict(list))
        for number, (data, is_caseless) in enumerate(literals):
            data = data.lower() if is_caseless else data
            if len(data) < GRAM:
                self._short.append((number, data, is_caseless))
            else:
                self._by_gram[is_caseless][data[:GRAM]].append((number, data))
        self._expressions = [(len(literals) + place, re.compile(text)) for place, text in enumerate(expressions)]

    def found(self, data: bytes) -> set[int]:
        forms = (data, data.lower())
        numbers = {number for number, literal, is_caseless in self._short if literal in forms[is_caseless]}
        numbers |= {number for number, expression in self._expressions if expression.search(data)}
        for form, by_gram in zip(forms, self._by_gram, strict=True):
            if by_gram:
                grams = {form[start : start + GRAM] for start in range(len(form) - GRAM + 1)}
                shared = by_gram.keys() & grams
                numbers |= {number for gram in shared for number, literal in by_gram[gram] if literal in form}
        return numbers
