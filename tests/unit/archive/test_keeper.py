from pathlib import Path

from fastwarc.warc import ArchiveIterator
from tests.support.crawling import captures_of, warc_files, warcio_check
from tests.support.exchanges import OpenCollection, exchange

from thresher.model import Kind

CHUNKED_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_a_repeated_payload_becomes_a_revisit_record(tmp_path: Path) -> None:
    there = OpenCollection(tmp_path)
    there.keeper.keep(exchange("http://a.example/1", b"same words"), Kind.PAGE)
    _, second = there.keeper.keep(exchange("http://a.example/2", b"same words"), Kind.PAGE)
    there.close()

    first_row, second_row = captures_of(tmp_path)
    with warc_files(tmp_path)[0].open("rb") as stream:
        kinds = [record.headers["WARC-Type"] for record in ArchiveIterator(stream)]
    assert second.is_revisit
    assert second.payload == b"same words"
    assert (first_row.is_revisit, second_row.is_revisit) == (False, True)
    assert first_row.digest == second_row.digest
    assert kinds == ["warcinfo", "request", "response", "request", "revisit"]
    assert warcio_check(tmp_path) == ""


def test_other_chunk_borders_do_not_hide_that_a_payload_is_the_same(tmp_path: Path) -> None:
    there = OpenCollection(tmp_path)
    there.keeper.keep(exchange("http://a.example/1", b"4\r\nsame\r\n0\r\n\r\n", CHUNKED_HEAD), Kind.PAGE)
    _, again = there.keeper.keep(
        exchange("http://a.example/1", b"1\r\ns\r\n3\r\name\r\n0\r\n\r\n", CHUNKED_HEAD), Kind.PAGE
    )
    there.close()

    assert again.is_revisit


def test_a_truncated_or_empty_payload_is_never_referred_to(tmp_path: Path) -> None:
    there = OpenCollection(tmp_path)
    visits = [
        there.keeper.keep(exchange("http://a.example/1", b"half", truncated="length"), Kind.PAGE)[1],
        there.keeper.keep(exchange("http://a.example/2", b"half"), Kind.PAGE)[1],
        there.keeper.keep(exchange("http://a.example/3", b""), Kind.PAGE)[1],
        there.keeper.keep(exchange("http://a.example/4", b""), Kind.PAGE)[1],
    ]
    there.close()

    assert [capture.is_revisit for capture in visits] == [False] * 4


def test_files_roll_over_at_their_size_and_each_begins_with_warcinfo(tmp_path: Path) -> None:
    there = OpenCollection(tmp_path, roll_bytes=1500)
    for number in range(5):
        there.keeper.keep(exchange(f"http://a.example/{number}", bytes([number]) * 3000), Kind.PAGE)
    there.close()

    files = warc_files(tmp_path)
    assert len(files) > 1
    for file in files:
        with file.open("rb") as stream:
            kinds = [record.headers["WARC-Type"] for record in ArchiveIterator(stream)]
        assert kinds[0] == "warcinfo"
        assert kinds.count("warcinfo") == 1


def test_a_capture_is_read_back_as_it_was_also_through_a_revisit(tmp_path: Path) -> None:
    there = OpenCollection(tmp_path)
    there.keeper.keep(exchange("http://a.example/1", b"4\r\nsame\r\n0\r\n\r\n", CHUNKED_HEAD), Kind.PAGE)
    there.keeper.keep(exchange("http://a.example/2", b"same"), Kind.PAGE)
    rows = list(there.keeper.captures.all())

    loaded = [there.keeper.load(row) for row in rows]
    there.close()

    assert [capture.payload for capture in loaded if capture] == [b"same", b"same"]


def test_the_index_is_sorted_and_has_a_line_a_capture(tmp_path: Path) -> None:
    there = OpenCollection(tmp_path)
    for path in ("/z", "/a", "/a?b=1", "/A/b", "/"):
        there.keeper.keep(exchange(f"http://www.a.example{path}", path.encode()), Kind.PAGE)
    there.close()

    lines = (tmp_path / "indexes/index.cdxj").read_bytes().splitlines()
    assert len(lines) == 5
    assert lines == sorted(lines)
    assert lines[0].startswith(b"example,a)/ 20260301120000 {")
