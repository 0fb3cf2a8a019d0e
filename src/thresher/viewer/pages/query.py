"""SPARQL, with examples and a table."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from thresher.describe.ask import ask
from thresher.model.errors import ThresherError
from thresher.viewer.desk import desk_of

SECONDS = 20.0
MOST_ROWS = 500
EXAMPLES = (
    (
        "The newest posts",
        "SELECT ?when ?who ?title ?post {\n  ?post dcterms:created ?when ; sioc:has_creator/sioc:name ?who .\n"
        "  OPTIONAL { ?post dcterms:title ?title }\n} ORDER BY DESC(?when) LIMIT 20",
    ),
    (
        "Who wrote most",
        "SELECT ?who (COUNT(?post) AS ?posts) {\n  ?post sioc:has_creator/sioc:name ?who\n}"
        " GROUP BY ?who ORDER BY DESC(?posts) LIMIT 20",
    ),
    (
        "The longest threads",
        "SELECT ?title (COUNT(?post) AS ?posts) {\n  ?post sioc:has_container ?thread . ?thread dcterms:title ?title\n}"
        " GROUP BY ?thread ?title ORDER BY DESC(?posts) LIMIT 20",
    ),
    (
        "All kinds of things",
        "SELECT ?type (COUNT(?thing) AS ?things) { ?thing a ?type } GROUP BY ?type ORDER BY DESC(?things)",
    ),
)


def query(request: Request) -> Response:
    """The form, and the answer if something was asked."""
    desk = desk_of(request)
    text = request.query_params.get("query", "")[:20_000]
    columns: list[str] = []
    rows: list[list[str]] = []
    trouble = verdict = triples = ""
    if text.strip():
        place = desk.library.collection
        try:
            answer = ask(place.catalog, place.rdf, text, "table", limit_seconds=SECONDS)
            with answer.file as file:
                if answer.is_table:
                    columns, rows, verdict = _table(json.load(file))
                else:
                    triples = file.read(500_000).decode("utf-8", "replace")
        except ThresherError as error:
            trouble = f"{error.sentence} {error.hint}"
    return desk.page(
        request,
        "query.html",
        text=text,
        examples=EXAMPLES,
        columns=columns,
        rows=rows[:MOST_ROWS],
        count=len(rows),
        verdict=verdict,
        triples=triples,
        problem=trouble,
        has_asked=bool(text.strip()),
    )


def _table(found: dict[str, Any]) -> tuple[list[str], list[list[str]], str]:
    """Columns, rows, and of a question that wants yes or no the answer."""
    if "boolean" in found:
        return [], [], "Yes" if found["boolean"] else "No"
    names = found["head"]["vars"]
    return names, [[row.get(name, {}).get("value", "") for name in names] for row in found["results"]["bindings"]], ""
