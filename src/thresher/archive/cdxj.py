"""The CDXJ index: one sorted line a capture, as pywb and ReplayWeb.page read it."""

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from thresher.archive.captures import CaptureRow

_NO_DIGITS = re.compile(r"\D+")


def cdxj_line(row: CaptureRow) -> str:
    """`SURT timestamp JSON`; all values are strings, in pywb's order."""
    stamp = _NO_DIGITS.sub("", row.date)[:14]
    fields = {
        "url": row.url,
        "mime": "warc/revisit" if row.is_revisit else row.mime or "unk",
        "status": str(row.status),
        "digest": row.digest.removeprefix("sha1:"),
        "length": str(row.place.length),
        "offset": str(row.place.offset),
        "filename": row.place.file,
    }
    return f"{row.surt} {stamp} {json.dumps(fields, ensure_ascii=True)}"


def write_cdxj(path: Path, rows: Iterable[CaptureRow]) -> int:
    """Write the whole index beside and rename it; `rows` must come sorted by SURT and date. The number of lines."""
    count = 0
    fresh = path.with_suffix(".cdxj.new")
    with fresh.open("w", encoding="utf-8", newline="\n") as file:
        for line in in_byte_order(map(cdxj_line, rows)):
            file.write(line + "\n")
            count += 1
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    return count


def in_byte_order(lines: Iterable[str]) -> Iterator[str]:
    """Lines sorted by key and time, sorted by the rest too (`LC_ALL=C sort` would leave them as they are)."""
    group: list[str] = []
    group_key = ""
    for line in lines:
        key = line[: line.index(" {")]
        if key != group_key and group:
            yield from sorted(group)
            group = []
        group_key = key
        group.append(line)
    yield from sorted(group)


def read_cdxj(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Key with timestamp, and fields, of each line; a line that cannot be read gives empty fields."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            key, _, fields = line.rstrip("\n").partition(" {")
            try:
                yield key, json.loads("{" + fields)
            except ValueError:
                yield line.rstrip("\n"), {}
