"""After a crash: what the WARC files hold beyond the catalog's word."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from thresher.archive.scan import Damage, Record, scan
from thresher.model.errors import CollectionDamaged

ANSWERS = ("response", "revisit")
BEFORE_ANSWERS = ("request", "metadata")
"""Records that belong to the answer behind them."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """What was found behind the acknowledged part of the files."""

    adopted: int
    """Whole captures that the catalog did not know of yet."""
    cut_bytes: int
    """Bytes of torn records that were cut off."""


def recover_tails(
    folder: Path, files: dict[str, int], adopt: Callable[[str, Record], None], note_length: Callable[[str, int], None]
) -> Recovered:
    """Bring files and catalog together: cut torn ends off, hand whole captures that nobody noted to `adopt`.

    `files` are the names and lengths the catalog knows. A file that is shorter than that is damage nobody can
    mend here, and is not touched.
    """
    adopted = cut = 0
    for name, known in files.items():
        path = folder / name
        size = path.stat().st_size if path.exists() else 0
        if size < known:
            raise CollectionDamaged(
                f"{path} is {'missing' if not path.exists() else 'shorter than the catalog says'} "
                f"({size:,} of {known:,} bytes).",
                "Restore the file from a copy. `thresher verify` tells what else is affected.",
            )
        if size > known:
            end, captures = _whole_part(path, known)
            for record in captures:
                adopt(name, record)
            adopted += len(captures)
            if end < size:
                with path.open("r+b") as file:
                    file.truncate(end)
                cut += size - end
            note_length(name, end)
    return Recovered(adopted, cut)


def _whole_part(path: Path, start: int) -> tuple[int, list[Record]]:
    """The end of the last whole exchange after `start`, and the answers in it.

    A request whose answer was torn is cut too: its URL will be asked for again.
    """
    end, captures = start, []
    for found in scan(path, start):
        if isinstance(found, Damage):
            break
        if found.kind in ANSWERS:
            captures.append(found)
        if found.kind not in BEFORE_ANSWERS:
            end = found.offset + found.length
    return end, captures
