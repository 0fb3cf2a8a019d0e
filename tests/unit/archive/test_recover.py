"""Whatever a crash leaves, whole captures survive and torn ones go."""

from pathlib import Path

import pytest
from tests.support.crawling import captures_of, warc_files, warcio_check
from tests.support.exchanges import OpenCollection, exchange

from thresher.archive import Recovered, recover_tails
from thresher.model import Kind
from thresher.model.errors import CollectionDamaged


def recover(there: OpenCollection) -> Recovered:
    captures = there.keeper.captures
    return recover_tails(
        there.collection.archive,
        captures.files(),
        lambda file, record: captures.set_absorbed(there.keeper.adopt(record, file, Kind.PAGE)),
        captures.note_length,
    )


def crashed(root: Path) -> list[int]:
    """Two captures committed, three written but not; where each exchange ended."""
    there = OpenCollection(root)
    ends = []
    for number in range(5):
        there.keeper.keep(exchange(f"http://a.example/{number}", b"words %d" % number), Kind.PAGE)
        ends.append(there.writer.length)
        if number == 1:
            there.keeper.commit()
    there.crash()
    return ends


def test_whole_captures_that_the_catalog_never_heard_of_are_adopted(tmp_path: Path) -> None:
    crashed(tmp_path)

    there = OpenCollection(tmp_path)
    result = recover(there)
    there.close()

    assert (result.adopted, result.cut_bytes) == (3, 0)
    assert [row.url for row in captures_of(tmp_path)] == [f"http://a.example/{number}" for number in range(5)]
    assert warcio_check(tmp_path) == ""


@pytest.mark.parametrize("torn_at", [1, 40, -1, -40])
def test_a_torn_tail_is_cut_back_to_the_last_whole_exchange(tmp_path: Path, torn_at: int) -> None:
    ends = crashed(tmp_path)
    size = (ends[3] + torn_at) if torn_at > 0 else (ends[4] + torn_at)
    with warc_files(tmp_path)[0].open("r+b") as file:
        file.truncate(size)

    there = OpenCollection(tmp_path)
    result = recover(there)
    there.close()

    assert warc_files(tmp_path)[0].stat().st_size == ends[3]
    assert (result.adopted, result.cut_bytes) == (2, size - ends[3])
    assert len(captures_of(tmp_path)) == 4
    assert warcio_check(tmp_path) == ""


def test_every_possible_cut_recovers_to_whole_exchanges(tmp_path: Path) -> None:
    ends = crashed(tmp_path / "a")
    whole = warc_files(tmp_path / "a")[0].read_bytes()
    for size in range(ends[1], len(whole) + 1, 7):
        (warc_files(tmp_path / "a")[0]).write_bytes(whole[:size])
        there = OpenCollection(tmp_path / "a")
        result = recover(there)
        there.crash()
        assert result.adopted == sum(end <= size for end in ends) - 2
        assert warc_files(tmp_path / "a")[0].stat().st_size in ends


def test_a_file_shorter_than_the_catalog_says_is_damage_and_stays_as_it_is(tmp_path: Path) -> None:
    crashed(tmp_path)
    with warc_files(tmp_path)[0].open("r+b") as file:
        file.truncate(100)

    there = OpenCollection(tmp_path)
    with pytest.raises(CollectionDamaged, match="shorter than the catalog says"):
        recover(there)
    there.crash()

    assert warc_files(tmp_path)[0].stat().st_size == 100


def test_foreign_warc_files_beside_ours_are_left_alone(tmp_path: Path) -> None:
    crashed(tmp_path)
    foreign = tmp_path / "archive" / "somebody-elses.warc.gz"
    foreign.write_bytes(b"not ours")

    there = OpenCollection(tmp_path)
    recover(there)
    there.close()

    assert foreign.read_bytes() == b"not ours"
