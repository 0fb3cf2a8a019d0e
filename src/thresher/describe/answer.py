"""The process that answers one query: `python -m thresher.describe.answer STORE FORMAT SECONDS MEMORY`, query on stdin.

Oxigraph cannot be interrupted, so a query has a process of its own that can be ended, with limits on memory and time
that hold even if whoever started it is gone. Results go to stdout, one line of JSON about them to stderr.
"""

import json
import resource
import signal
import sys

from thresher.describe.oxigraph import (
    STORE_ERRORS,
    QueryBoolean,
    QuerySolutions,
    open_to_read,
    query,
    write_results,
    write_turtle,
)


def answer(folder: str, form: str, text: str) -> dict[str, str]:
    """Write the results; what they are: `table` (JSON to be shown as a table), `text`, or an error."""
    try:
        results = query(open_to_read(folder), text)
        if isinstance(results, QuerySolutions | QueryBoolean):
            if form == "turtle":
                return {"error": "form", "message": "SELECT and ASK give no triples"}
            write_results(results, sys.stdout.buffer, as_csv=form == "csv")
            return {"kind": "table" if form == "table" else "text"}
        if form == "csv":
            return {"error": "form", "message": "CONSTRUCT and DESCRIBE give triples, not rows"}
        write_turtle(results, sys.stdout.buffer, as_json=form == "json")
    except SyntaxError as error:
        return {"error": "syntax", "message": str(error.msg)}
    except STORE_ERRORS as error:
        # Oxigraph raises the same type for a damaged store and for a function that it does not have.
        is_damage = isinstance(error, OSError) or "orruption" in str(error)
        return {"error": "store" if is_damage else "query", "message": str(error)}
    return {"kind": "text"}


def main() -> None:
    folder, form, seconds, memory = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.alarm(int(float(seconds)) + 2)
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    result = answer(folder, form, sys.stdin.buffer.read().decode("utf-8"))
    sys.stdout.flush()
    sys.stderr.write(json.dumps(result))


if __name__ == "__main__":
    main()
