"""A word to a crawl that runs in another process: pause, go on, stop. It stands in a small file of the collection."""

from contextlib import suppress
from enum import StrEnum
from pathlib import Path

FILE = ".control"


class Word(StrEnum):
    """What somebody wants of the crawl."""

    GO_ON = ""
    PAUSE = "pause"
    STOP = "stop"


def read_word(root: Path) -> Word:
    """What was said last; nonsense counts as nothing."""
    try:
        text = (root / FILE).read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return Word.GO_ON
    return Word(text) if text in set(Word) else Word.GO_ON


def say(root: Path, word: Word) -> None:
    """Tell the crawl. Raises `OSError` where the collection cannot be written."""
    if word is Word.GO_ON:
        (root / FILE).unlink(missing_ok=True)
    else:
        (root / FILE).write_text(word.value, encoding="ascii")


def forget(root: Path) -> None:
    """A crawl that begins obeys nothing that was said to the one before it."""
    with suppress(OSError):
        (root / FILE).unlink(missing_ok=True)
