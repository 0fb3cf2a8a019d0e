"""The one door to the RDF library."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from pyoxigraph import (
    Literal,
    NamedNode,
    Quad,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    Store,
    Triple,
    serialize,
)

from thresher.describe.vocabulary import PREFIXES

BULK = 2_000
"""Quads from which on loading in bulk, with files of its own, takes less time than a transaction."""

STORE_ERRORS = (OSError, RuntimeError)
"""What a store raises that cannot be read or written: damage comes as either."""

__all__ = [
    "STORE_ERRORS",
    "Literal",
    "NamedNode",
    "Quad",
    "QueryBoolean",
    "QuerySolutions",
    "Store",
    "add_all",
    "is_there",
    "open_to_read",
    "query",
    "triple_of",
    "write_results",
    "write_turtle",
]


def is_there(folder: Path) -> bool:
    """Whether there is a store in `folder`, sound or not."""
    return (folder / "CURRENT").exists()


def add_all(store: Store, quads: list[Quad]) -> None:
    if len(quads) >= BULK:
        store.bulk_extend(quads)
    else:
        store.extend(quads)


def query(store: Store, text: str) -> QuerySolutions | QueryBoolean | QueryTriples:
    """The answer to a question about all graphs together; raises SyntaxError with a place, or `STORE_ERRORS`."""
    return store.query(text, prefixes=PREFIXES, use_default_graph_as_union=True)


def write_results(results: QuerySolutions | QueryBoolean, output: IO[bytes], *, as_csv: bool) -> None:
    results.serialize(output, format=QueryResultsFormat.CSV if as_csv else QueryResultsFormat.JSON)


def write_turtle(triples: Iterable[Triple], output: IO[bytes], *, as_json: bool = False) -> None:
    """Triples with the usual prefixes; with `as_json` as JSON-LD."""
    form = RdfFormat.JSON_LD if as_json else RdfFormat.TURTLE
    serialize(triples, output, format=form, prefixes=PREFIXES)


def triple_of(quad: Quad) -> Triple:
    """Without its graph."""
    return Triple(quad.subject, quad.predicate, quad.object)


def open_to_read(folder: str | os.PathLike[str]) -> Store:
    return Store.read_only(os.fspath(folder))
