"""Digests, index and catalog checked against each other."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from thresher.archive.captures import CaptureRow, Captures
from thresher.archive.cdxj import cdxj_line, read_cdxj
from thresher.archive.collection import Collection
from thresher.archive.digest import sha1_label, sha1_of
from thresher.archive.keeper import split_block
from thresher.archive.recover import ANSWERS
from thresher.archive.scan import Damage, Record, scan
from thresher.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be, and where."""

    where: str
    what: str


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of a check; sound if there are no problems."""

    files: int
    records: int
    captures: int
    index_lines: int
    bytes: int
    problems: tuple[Problem, ...]


MAX_PROBLEMS = 1000
"""A thousand lines are enough to see the pattern of the damage."""


def verify(collection: Collection, catalog: Catalog, progress: Callable[[str], None] = lambda _: None) -> Verified:
    """Read every byte of the archive and compare; changes nothing."""
    problems: list[Problem] = []
    captures = {(row.place.file, row.place.offset): row for row in Captures(catalog).all()}
    unseen = set(captures)
    records = total = 0
    known_files = Captures(catalog).files()
    for name, length in known_files.items():
        path = collection.archive / name
        progress(name)
        if not path.exists():
            problems.append(Problem(name, "the file is missing"))
            continue
        total += path.stat().st_size
        problems.extend(_length_problem(path, length))
        for found in scan(path):
            if isinstance(found, Damage):
                problems.append(
                    Problem(f"{name} at byte {found.offset:,}", f"{found.what} ({found.end - found.offset:,} bytes)")
                )
                continue
            records += 1
            unseen.discard((name, found.offset))
            problems.extend(_record_problems(name, found, captures.get((name, found.offset))))
    problems.extend(
        Problem(f"{file} at byte {at:,}", f"no record for the capture of {captures[file, at].url}")
        for file, at in sorted(unseen)
    )
    indexed = {(row.place.file, row.place.offset): row for row in Captures(catalog).for_index()}
    lines, index_problems = _index_problems(collection.index, indexed)
    problems.extend(index_problems)
    return Verified(len(known_files), records, len(captures), lines, total, tuple(problems[:MAX_PROBLEMS]))


def _length_problem(path: Path, known: int) -> Iterator[Problem]:
    size = path.stat().st_size
    if size < known:
        yield Problem(path.name, f"shorter than the catalog says ({size:,} of {known:,} bytes)")
    elif size > known:
        yield Problem(
            path.name, f"{size - known:,} bytes more than the catalog knows of (the next crawl or update adopts them)"
        )


def _record_problems(name: str, record: Record, row: CaptureRow | None) -> Iterator[Problem]:
    where = f"{name} at byte {record.offset:,}"
    wanted = record.headers.get("warc-block-digest")
    if wanted and wanted != sha1_label(sha1_of((record.block,))):
        yield Problem(where, f"the block digest does not match ({record.url or record.kind})")
    if record.kind not in ANSWERS:
        return
    if record.kind == "response":
        _, body = split_block(record)
        if record.headers.get("warc-payload-digest") != sha1_label(sha1_of((body,))):
            yield Problem(where, f"the payload digest does not match ({record.url})")
    if row is None:
        yield Problem(where, f"the catalog does not know this capture of {record.url}")
    elif (row.url, row.digest) != (record.url, record.headers.get("warc-payload-digest")):
        yield Problem(where, f"the catalog says {row.url} here, the record {record.url}, or another digest")


def _index_problems(path: Path, captures: dict[tuple[str, int], CaptureRow]) -> tuple[int, list[Problem]]:
    if not path.exists():
        return 0, [Problem("indexes/index.cdxj", "the index is missing")] if captures else []
    problems, lines, before, seen = [], 0, "", set()
    for key, fields in read_cdxj(path):
        lines += 1
        offset = str(fields.get("offset", ""))
        place = (str(fields.get("filename", "")), int(offset) if offset.isdigit() else -1)
        row = captures.get(place)
        if row is None:
            problems.append(Problem(f"indexes/index.cdxj line {lines}", "points to no capture of the catalog"))
        elif cdxj_line(row).partition(" {")[0] != key or row.digest.removeprefix("sha1:") != fields.get("digest"):
            problems.append(Problem(f"indexes/index.cdxj line {lines}", f"differs from the catalog ({row.url})"))
        if key < before:
            problems.append(Problem(f"indexes/index.cdxj line {lines}", "not sorted"))
        before = key
        seen.add(place)
    missing = len(captures.keys() - seen)
    if missing:
        problems.append(Problem("indexes/index.cdxj", f"{missing:,} captures are not in the index"))
    return lines, problems
