"""The four forms of a copy, and one way to write them."""

import io
import tempfile
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from thresher.model import Talk
from thresher.reading.as_epub import write_epub
from thresher.reading.as_html import html_parts
from thresher.reading.as_mail import write_mbox
from thresher.reading.as_markdown import markdown_parts


class Copy(StrEnum):
    """A form; its value is the ending of its files."""

    HTML = "html"
    MARKDOWN = "md"
    EPUB = "epub"
    MAIL = "mbox"

    @property
    def media_type(self) -> str:
        return {
            Copy.HTML: "text/html; charset=utf-8",
            Copy.MARKDOWN: "text/markdown; charset=utf-8",
            Copy.EPUB: "application/epub+zip",
            Copy.MAIL: "application/mbox",
        }[self]


def write_copy(form: Copy, title: str, talks: Iterable[Talk], path: Path) -> None:
    """Write a file that is not there yet; talks are taken one after the other, and are never all in memory."""
    if form is Copy.EPUB:
        write_epub(title, talks, path)
    elif form is Copy.MAIL:
        write_mbox(talks, path)
    else:
        parts = html_parts if form is Copy.HTML else markdown_parts
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for part in parts(title, talks):
                file.write(part)


def copy_bytes(form: Copy, title: str, talks: Iterable[Talk]) -> bytes:
    """The same, for whoever sends it on."""
    if form is Copy.EPUB:
        book = io.BytesIO()
        write_epub(title, talks, book)
        return book.getvalue()
    with tempfile.TemporaryDirectory(prefix="thresher-copy-") as folder:
        path = Path(folder) / "copy"
        write_copy(form, title, talks, path)
        return path.read_bytes()
