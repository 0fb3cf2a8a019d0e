"""A SPARQL query, answered within a time limit."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from thresher.describe.locks import held
from thresher.describe.questions import check_question, mistake_in
from thresher.describe.sync import forget, is_current, sync_rdf
from thresher.model.errors import EXIT_BUDGET, CollectionDamaged, ThresherError, UsageError

MEMORY_BYTES = 4 * 1024**3
"""Address space of a query; one that sorts a product of everything with everything ends here."""

FORMATS = ("table", "json", "csv", "turtle")


class QueryStopped(ThresherError):
    """A query came to its limit of time or memory."""

    exit_code = EXIT_BUDGET


@dataclass(frozen=True, slots=True)
class Answer:
    """The results, and whether they are SPARQL JSON that wants to be shown as a table."""

    file: IO[bytes]
    is_table: bool


class StoreDamaged(CollectionDamaged):
    """The triples cannot be read; `ask` makes them anew where it can."""


def ask(catalog: Path, rdf: Path, text: str, form: str = "json", *, limit_seconds: float = 30.0) -> Answer:
    """The answer to `text` over the collection as it is committed now. The caller closes the file.

    Where the collection cannot be written, triples that are not there yet are made in a folder for this query only.
    """
    check_question(text)
    if not is_current(catalog, rdf) and not _is_writable(rdf):
        with tempfile.TemporaryDirectory(prefix="thresher-") as folder:
            sync_rdf(catalog, Path(folder))
            return _answer(Path(folder), text, form, limit_seconds)
    sync_rdf(catalog, rdf)
    try:
        return _answer_locked(rdf, text, form, limit_seconds)
    except StoreDamaged:
        if not _is_writable(rdf):
            raise
        forget(rdf)
        sync_rdf(catalog, rdf)
        return _answer_locked(rdf, text, form, limit_seconds)


def _answer_locked(rdf: Path, text: str, form: str, limit_seconds: float) -> Answer:
    if not _is_writable(rdf):
        return _answer(rdf, text, form, limit_seconds)  # nobody can be writing there
    with held(rdf, exclusively=False):
        return _answer(rdf, text, form, limit_seconds)


def _answer(rdf: Path, text: str, form: str, limit_seconds: float) -> Answer:
    # To a file and not to a pipe: half an answer of a query that is stopped must not look like a whole one.
    output = tempfile.TemporaryFile()  # noqa: SIM115 -- handed on to the caller
    limits = [str(limit_seconds), str(MEMORY_BYTES)]
    command = [sys.executable, "-m", "thresher.describe.answer", str(rdf), form, *limits]
    try:
        done = subprocess.run(  # noqa: S603 -- ourselves
            command, input=text.encode(), stdout=output, stderr=subprocess.PIPE, timeout=limit_seconds, check=False
        )
        result = _result(done, text, form)
    except subprocess.TimeoutExpired:
        output.close()
        raise QueryStopped(
            f"The query was stopped after {limit_seconds:g} seconds.",
            "Ask for less (LIMIT, a type, an author), or give it more time with --limit-seconds.",
        ) from None
    except BaseException:
        output.close()
        raise
    output.seek(0)
    return Answer(output, result.get("kind") == "table")


def _result(done: subprocess.CompletedProcess[bytes], text: str, form: str) -> dict[str, str]:
    """What the process said of its results; what it found wrong is raised."""
    try:
        result: dict[str, str] = json.loads(done.stderr.decode("utf-8", "replace").rpartition("\n")[2])
    except ValueError:
        raise QueryStopped(
            f"The query ended without an answer: it needed more than {MEMORY_BYTES / 1024**3:g} GB of memory, "
            f"or something ended it ({done.returncode}).",
            "Ask for less: a LIMIT, fewer variables, no ORDER BY over everything.",
        ) from None
    match result.get("error"):
        case "syntax":
            raise mistake_in(text, result["message"])
        case "form":
            raise UsageError(f"--format {form} does not fit: {result['message']}.", "Try --format table or json.")
        case "store":
            raise StoreDamaged(
                f"The triples cannot be read ({result['message']}).",
                "Delete the folder rdf/ of the collection: it is made anew from the catalog.",
            )
        case "query":
            raise UsageError(f"The query cannot be answered: {result['message']}.")
    return result


def _is_writable(rdf: Path) -> bool:
    return os.access(rdf if rdf.exists() else rdf.parent, os.W_OK)
