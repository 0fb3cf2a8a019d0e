"""EPUB 3: a zip file with one chapter a talk. Same talks, same bytes."""

import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from thresher.model import Talk
from thresher.reading.names import one_line, title_of
from thresher.reading.pages import style, talk_markup

_XML = '<?xml version="1.0" encoding="utf-8"?>\n'
_CONTAINER = (
    _XML + '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">\n<rootfiles>'
    '<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>\n</container>\n'
)


def write_epub(title: str, talks: Iterable[Talk], output: Path | IO[bytes]) -> None:
    """Chapters are written as they come; the list of them last."""
    chapters: list[str] = []
    newest = datetime(1980, 1, 1, tzinfo=UTC)
    names: list[str] = []
    with ZipFile(output, "w") as book:
        # EPUB Open Container Format, 4.3: first, and stored.
        _add(book, "mimetype", "application/epub+zip", is_stored=True)
        _add(book, "META-INF/container.xml", _CONTAINER)
        _add(book, "EPUB/style.css", style("book.css"))
        for number, talk in enumerate(talks, start=1):
            chapters.append(title_of(talk))
            names.append(talk.opening.web.id)
            newest = max(newest, *(said.web.source.time for said in (talk.opening, *talk.replies)))
            body = "".join(talk_markup(talk, "talk"))
            _add(book, f"EPUB/talk-{number}.xhtml", _page(chapters[-1], body))
        _add(book, "EPUB/nav.xhtml", _contents(chapters))
        _add(book, "EPUB/package.opf", _package(one_line(title), names, newest, len(chapters)))


def _page(title: str, body: str) -> str:
    return (
        f'{_XML}<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">\n'
        f'<head>\n<title>{escape(title)}</title>\n<link rel="stylesheet" type="text/css" href="style.css"/>\n</head>\n'
        f"<body>\n{body}</body>\n</html>\n"
    )


def _contents(chapters: list[str]) -> str:
    entries = "".join(
        f'<li><a href="talk-{number}.xhtml"><bdi>{escape(title)}</bdi></a></li>\n'
        for number, title in enumerate(chapters, start=1)
    )
    body = f'<nav epub:type="toc" id="toc">\n<h2>Contents</h2>\n<ol>\n{entries}</ol>\n</nav>\n'
    return _page("Contents", body)


def _package(title: str, names: list[str], newest: datetime, chapters: int) -> str:
    identity = uuid.uuid5(uuid.NAMESPACE_URL, "\n".join([title, *names]))
    items = "".join(
        f'<item id="talk-{number}" href="talk-{number}.xhtml" media-type="application/xhtml+xml"/>\n'
        for number in range(1, chapters + 1)
    )
    spine = "".join(f'<itemref idref="talk-{number}"/>\n' for number in range(1, chapters + 1))
    return (
        f'{_XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">\n'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        f'<dc:identifier id="id">urn:uuid:{identity}</dc:identifier>\n<dc:title>{escape(title)}</dc:title>\n'
        "<dc:language>und</dc:language>\n<dc:publisher>Thresher</dc:publisher>\n"
        f'<meta property="dcterms:modified">{newest.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}</meta>\n</metadata>\n'
        "<manifest>\n"
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>\n'
        f'<item id="style" href="style.css" media-type="text/css"/>\n{items}</manifest>\n'
        f'<spine>\n<itemref idref="nav"/>\n{spine}</spine>\n</package>\n'
    )


def _add(book: ZipFile, name: str, text: str, *, is_stored: bool = False) -> None:
    # A ZipInfo of its own has the first day that zip files know: no clock in the file.
    info = ZipInfo(name)
    info.external_attr = 0o644 << 16
    book.writestr(info, text.encode(), ZIP_STORED if is_stored else ZIP_DEFLATED)
