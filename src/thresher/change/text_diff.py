"""The texts of two versions side by side, word by word, as a reader on a terminal wants them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz.distance import Levenshtein

MAX_LINES = 50_000
"""Of each text; beyond, the rest is not compared."""


class Side(StrEnum):
    SAME = "same"
    GONE = "gone"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Piece:
    """Words in a row that are in both texts, or in one of them."""

    side: Side
    text: str


Line = tuple[Piece, ...]


def text_diff(before: Sequence[str], now: Sequence[str], context: int = 1) -> Iterator[Line]:
    """Lines that differ, with `context` lines around each; an empty line stands for what is left out between them."""
    old, new = before[:MAX_LINES], now[:MAX_LINES]
    is_first = True
    blocks = [(code.tag, old[code.src_start : code.src_end], new[code.dest_start : code.dest_end])
              for code in Levenshtein.opcodes(old, new)]  # fmt: skip
    for number, (tag, left, right) in enumerate(blocks):
        if tag != "equal":
            yield from _changed(left, right)
            is_first = False
            continue
        head = [] if is_first else left[:context]
        tail = left[max(len(head), len(left) - context) :] if number + 1 < len(blocks) and context else []
        yield from (_line(Side.SAME, line) for line in head)
        if not is_first and tail and len(head) + len(tail) < len(left):
            yield ()
        yield from (_line(Side.SAME, line) for line in tail)


def _changed(left: Sequence[str], right: Sequence[str]) -> Iterator[Line]:
    """Lines that stand against each other, pair by pair; what is left over on one side as it is."""
    both = min(len(left), len(right))
    for old, new in zip(left[:both], right[:both], strict=True):
        yield from _words(old.split(), new.split())
    yield from (_line(Side.GONE, line) for line in left[both:])
    yield from (_line(Side.NEW, line) for line in right[both:])


def _words(old: list[str], new: list[str]) -> Iterator[Line]:
    codes = Levenshtein.opcodes(old, new)
    shared = sum(code.src_end - code.src_start for code in codes if code.tag == "equal")
    if 2 * shared < max(len(old), len(new)):
        # More differs than agrees: two whole lines are easier to read.
        yield _line(Side.GONE, " ".join(old))
        yield _line(Side.NEW, " ".join(new))
        return
    pieces = []
    for code in codes:
        gone, come = " ".join(old[code.src_start : code.src_end]), " ".join(new[code.dest_start : code.dest_end])
        if code.tag == "equal":
            pieces.append(Piece(Side.SAME, gone))
        else:
            pieces += [Piece(side, text) for side, text in ((Side.GONE, gone), (Side.NEW, come)) if text]
    yield tuple(pieces)


def _line(side: Side, text: str) -> Line:
    return (Piece(side, text),)
