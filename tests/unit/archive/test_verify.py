"""verify sees what is wrong, and nothing else."""

from pathlib import Path

import pytest
from tests.support.crawling import warc_files
from tests.support.exchanges import OpenCollection, exchange

from thresher.archive import Collection, Verified, verify
from thresher.catalog import open_catalog
from thresher.model import Kind


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    there = OpenCollection(tmp_path)
    for number in range(3):
        there.keeper.keep(exchange(f"http://a.example/{number}", b"words %d" % number), Kind.PAGE)
    there.keeper.keep(exchange("http://a.example/again", b"words 1"), Kind.PAGE)
    there.close()
    return tmp_path


def verified(root: Path) -> Verified:
    catalog = open_catalog(root / "catalog.db", read_only=True)
    try:
        return verify(Collection(root), catalog)
    finally:
        catalog.close()


def test_a_sound_collection_has_no_problems(collection: Path) -> None:
    result = verified(collection)

    assert result.problems == ()
    assert (result.records, result.captures, result.index_lines) == (9, 4, 4)


def test_one_changed_byte_is_found(collection: Path) -> None:
    file = warc_files(collection)[0]
    data = bytearray(file.read_bytes())
    starts = [at for at in range(len(data)) if data[at : at + 3] == b"\x1f\x8b\x08"]
    for position in range(20, len(data), 97):
        if any(at + 4 <= position < at + 10 for at in starts):
            continue  # time and system of a gzip header: no content depends on them
        changed = bytearray(data)
        changed[position] ^= 0x55
        file.write_bytes(changed)
        assert verified(collection).problems, f"byte {position} was changed and nobody noticed"


def test_a_record_with_the_wrong_digest_is_named(collection: Path) -> None:
    import gzip

    file = warc_files(collection)[0]
    records = file.read_bytes().split(b"\x1f\x8b\x08")
    forged = gzip.decompress(b"\x1f\x8b\x08" + records[3]).replace(b"words 0", b"w0rds 0")
    file.write_bytes(b"\x1f\x8b\x08".join([*records[:3], gzip.compress(forged)[3:], *records[4:]]))

    whats = [problem.what for problem in verified(collection).problems]

    assert any("payload digest does not match (http://a.example/0)" in what for what in whats)


def test_a_missing_file_and_a_missing_index_are_named(collection: Path) -> None:
    name = warc_files(collection)[0].name
    warc_files(collection)[0].unlink()
    (collection / "indexes/index.cdxj").unlink()

    problems = verified(collection).problems

    assert problems[0].where == name
    assert any(problem.what == "the index is missing" for problem in problems)


def test_an_index_that_lacks_a_capture_or_is_not_sorted_is_found(collection: Path) -> None:
    index = collection / "indexes/index.cdxj"
    lines = index.read_text().splitlines(keepends=True)

    index.write_text("".join(lines[:-1]))
    missing = [problem.what for problem in verified(collection).problems]
    index.write_text("".join(reversed(lines)))
    unsorted = [problem.what for problem in verified(collection).problems]

    assert missing == ["1 captures are not in the index"]
    assert set(unsorted) == {"not sorted"}
