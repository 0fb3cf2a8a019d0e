"""Objects as lines of JSON, as CSV, as Parquet."""

import csv
import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any

from thresher.describe.stored import KEYS, SOURCE_KEYS, StoredObject
from thresher.model.errors import UsageError

BETWEEN = " | "
"""Between the members of a list in CSV."""

LISTS = frozenset({"links", "images", "tags"})
NUMBERS = {"position": "int64", "confidence": "float64", "version": "int32"}

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins with one of these is run as a formula by spreadsheets, and these texts are strangers'."""

PORTION = 1_000
"""Rows of a Parquet file in memory at a time."""


def write_jsonl(objects: Iterable[StoredObject], output: IO[str]) -> int:
    """One JSON object a line; how many."""
    count = 0
    for count, one in enumerate(objects, start=1):  # noqa: B007 -- counted
        output.write(json.dumps(one.as_dict(), ensure_ascii=False) + "\n")
    return count


def csv_columns() -> list[str]:
    """One a key; the source has four."""
    return [name for key in KEYS for name in ([f"source_{one}" for one in SOURCE_KEYS] if key == "source" else [key])]


def write_csv(objects: Iterable[StoredObject], output: IO[str]) -> int:
    """One row an object; `output` must leave line ends alone. How many."""
    writer = csv.writer(output)
    writer.writerow(csv_columns())
    count = 0
    for count, one in enumerate(objects, start=1):  # noqa: B007 -- counted
        writer.writerow(_cells(one.as_dict()))
    return count


def _cells(values: dict[str, Any]) -> Iterator[object]:
    for key in KEYS:
        if key == "source":
            yield from (_safe(values[key][name]) for name in SOURCE_KEYS)
        elif key in LISTS:
            yield _safe(BETWEEN.join(values[key]))
        else:
            yield _safe(values[key])


def _safe(value: object) -> object:
    """Text that no spreadsheet takes for a formula; an apostrophe is how spreadsheets themselves mark text.

    A null character ends a cell early in some readers, and is no part of any text.
    """
    if not isinstance(value, str):
        return value
    value = value.replace("\0", "")
    return f"'{value}" if value.startswith(FORMULA_SIGNS) else value


def write_parquet(objects: Iterable[StoredObject], path: Path) -> int:
    """A Parquet file at `path`; how many rows. Dates stay text: pages tell them to the day, minute or second."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        raise UsageError(
            "Parquet needs a package that is not installed: pyarrow.",
            "Install it with: pip install 'thresher[tables]'. JSONL and CSV need nothing.",
        ) from None
    schema = _parquet_schema(arrow)
    rows = iter(objects)
    count = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while portion := [one.as_dict() for one in islice(rows, PORTION)]:
            writer.write_table(arrow.Table.from_pylist(portion, schema=schema))
            count += len(portion)
    return count


def _parquet_schema(arrow: Any) -> Any:
    text = arrow.string()
    source = arrow.struct([(name, arrow.int64() if name == "offset" else text) for name in SOURCE_KEYS])
    special = {"source": source, **dict.fromkeys(LISTS, arrow.list_(text))}
    return arrow.schema(
        [(key, special.get(key) or (arrow.type_for_alias(NUMBERS[key]) if key in NUMBERS else text)) for key in KEYS]
    )
