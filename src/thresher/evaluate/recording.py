"""Recorded sites: WARC files whose responses can be served again and measured."""

import gzip
import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, cast
from urllib.parse import unquote, urlsplit

from thresher.model import Capture, RecordPlace
from thresher.model.errors import UsageError
from thresher.wire import dechunked, find_head_end, read_head

RECORDINGS = ("mirror.warc.xz", "mirror.warc.gz", "mirror.warc")
MAX_HEADER_LINES = 200


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded site."""

    name: str
    seed: str
    answers: dict[str, bytes]
    """Whole responses, head and body, by the key of their address (see `key_of`)."""

    def status(self, key: str) -> int:
        head = read_head(self.answers[key][:65536].partition(b"\r\n\r\n")[0] + b"\r\n\r\n")
        return head.status if head is not None else 0

    def capture(self, key: str) -> Capture:
        """An answer as a capture, ready to be understood."""
        answer = self.answers[key]
        end = find_head_end(answer)
        head = read_head(answer[:end])
        body = answer[end:]
        payload = dechunked(body) if head is not None and head.is_chunked else body
        status, headers = (head.status, head.headers) if head is not None else (0, ())
        return Capture(f"http://{key}", datetime.now(UTC), status, headers, payload, RecordPlace("", 0, 0), "")

    def is_page(self, key: str) -> bool:
        """Whether the answer is a page that was found."""
        head = self.answers[key].partition(b"\r\n\r\n")[0].lower()
        return b"content-type: text/html" in head and self.status(key) == 200


def key_of(url: str) -> str:
    """One key for all spellings of an address: without scheme, fragment and escapes, host in lower case."""
    parts = urlsplit(url.partition("#")[0])
    path = unquote(parts.path) or "/"
    return f"{parts.netloc.lower()}{path}{'?' + unquote(parts.query) if parts.query else ''}"


def load_recording(place: Path) -> Recording:
    """The site recorded in a WARC file, or in a folder with one (and `truth.json` for the address to start from)."""
    path = next((place / name for name in RECORDINGS if (place / name).is_file()), None) if place.is_dir() else place
    if path is None or not path.is_file():
        raise UsageError(
            f"There is no recorded site at {place}.", "Name a WARC file, or a folder with mirror.warc.xz in it."
        )
    answers: dict[str, bytes] = {}
    first = ""
    try:
        for url, block in _responses(path):
            first = first or url
            answers[key_of(url)] = block
    except (OSError, EOFError, lzma.LZMAError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as a WARC file: {error}.") from error
    if not answers:
        raise UsageError(f"There is no response in {path}.")
    return Recording(place.name if place.is_dir() else place.stem, _seed(place) or first, answers)


def _seed(place: Path) -> str:
    truth = place / "truth.json"
    if not truth.is_file():
        return ""
    return str(json.loads(truth.read_text(encoding="utf-8")).get("entry_url", ""))


def _responses(path: Path) -> Iterator[tuple[str, bytes]]:
    with _opened(path) as file:
        while (headers := _headers(file)) is not None:
            block = file.read(int(headers.get("content-length", "0")))
            if headers.get("warc-type") == "response":
                yield headers.get("warc-target-uri", "").strip("<>"), block


def _opened(path: Path) -> BinaryIO:
    if path.suffix == ".xz":
        return cast(BinaryIO, lzma.open(path, "rb"))
    return cast(BinaryIO, gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")


def _headers(file: BinaryIO) -> dict[str, str] | None:
    line = file.readline()
    while line in (b"\r\n", b"\n"):
        line = file.readline()
    if not line:
        return None
    if not line.startswith(b"WARC/"):
        raise ValueError(f"no record begins with {line[:20]!r}")
    found: dict[str, str] = {}
    for _ in range(MAX_HEADER_LINES):
        line = file.readline()
        if line in (b"\r\n", b"\n", b""):
            break
        name, _, value = line.decode("utf-8", "replace").partition(":")
        found[name.strip().lower()] = value.strip()
    return found
