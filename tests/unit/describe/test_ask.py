"""Queries read, end in time, and stay in the collection."""

import socket
import time
from pathlib import Path

import pytest
from tests.support.objects import collection_of, later, post, thread

from thresher.describe import sync_rdf
from thresher.describe.ask import QueryStopped, ask
from thresher.describe.questions import check_question
from thresher.model.errors import EXIT_BUDGET, UsageError

ENDLESS = "SELECT (COUNT(*) AS ?n) { " + " ".join(f"?a{n} ?b{n} ?c{n} ." for n in range(8)) + " }"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("collection")
    collection_of(folder, [thread(), post(1), post(2), post(3)])
    return folder


def answer(root: Path, text: str, form: str = "csv", **more: float) -> str:
    with ask(root / "catalog.db", root / "rdf", text, form, **more).file as file:
        return file.read().decode()


def test_a_query_sees_what_was_kept_a_moment_ago(tmp_path: Path) -> None:
    collection_of(tmp_path, [post(1)])
    assert answer(tmp_path, "SELECT ?t { ?p sioc:content ?t }") == "t\r\nWords of post 1\r\n"

    collection_of(tmp_path, [later(post(1, text="Edited"))])

    assert answer(tmp_path, "SELECT ?t { ?p sioc:content ?t }") == "t\r\nEdited\r\n"


def test_ask_construct_and_describe_are_answered(root: Path) -> None:
    assert '"boolean":true' in answer(root, "ASK { ?p a sioct:BoardPost }", "json")
    turtle = answer(root, "CONSTRUCT { ?p dcterms:created ?w } WHERE { ?p dcterms:created ?w }", "turtle")
    assert "@prefix sioc: " in turtle
    assert turtle.count("dcterms:created") == 3
    assert "sioc:content" in answer(root, "DESCRIBE <https://b.example/p1>", "table")


def test_a_query_that_runs_for_ever_is_stopped(root: Path) -> None:
    began = time.monotonic()

    with pytest.raises(QueryStopped) as stopped:
        answer(root, ENDLESS, limit_seconds=1)

    assert time.monotonic() - began < 5
    assert (stopped.value.exit_code, stopped.value.sentence) == (EXIT_BUDGET, "The query was stopped after 1 seconds.")


def test_a_query_that_needs_too_much_memory_is_stopped(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thresher.describe.ask.MEMORY_BYTES", 512 * 1024**2)
    greedy = "SELECT * { " + " ".join(f"?a{n} ?b{n} ?c{n} ." for n in range(4)) + " } ORDER BY ?a0"

    with pytest.raises(QueryStopped, match="memory"):
        answer(root, greedy, limit_seconds=60)


def test_a_mistake_is_named_with_its_line_and_column(root: Path) -> None:
    with pytest.raises(UsageError, match=r"line 2, column \d+: \?s sioc:content }") as mistake:
        answer(root, "SELECT * {\n?s sioc:content }")
    assert mistake.value.exit_code == 2

    with pytest.raises(UsageError) as mistake:
        answer(root, "SELECT * { ?s nope:x ?o }")
    assert "prefix" in mistake.value.hint


def test_a_function_that_does_not_exist_is_named(root: Path) -> None:
    with pytest.raises(UsageError, match=r"https://a\.example/f"):
        answer(root, "SELECT (<https://a.example/f>(?s) AS ?x) { ?s ?p ?o }")


@pytest.mark.parametrize(
    "update",
    [
        "INSERT DATA { <a:a> <a:b> <a:c> }",
        "# now\nPREFIX a: <a:>\n DELETE WHERE { ?s ?p ?o }",
        "drop all",
        "LOAD <a:b>",
    ],
)
def test_updates_are_refused_with_a_sentence(update: str) -> None:
    with pytest.raises(UsageError, match="only reads"):
        check_question(update)


@pytest.mark.parametrize(
    "service",
    [
        "SERVICE <URL> { ?s ?p ?o }",
        "service silent <URL> { ?s ?p ?o }",
        "SERVICE # really\n <URL>#?\n{ ?s ?p ?o }",
        "BIND(<URL> AS ?x) SERVICE ?x { ?s ?p ?o }",
        "?a ?b true.SERVICE<URL>{ ?s ?p ?o }",
        "?a ?b 1 SERVICE<URL>{ ?s ?p ?o }",
        "?a ?b trueSERVICE<URL>{ ?s ?p ?o }",
        "FILTER(?a<?b&&'x>'=?c) SERVICE <URL> { ?s ?p ?o } FILTER('y'=?z)",
        "VALUES ?x { <URL> } SERVICE ?x { ?s ?p ?o }",
        "SERVICE #\r<URL>{ ?s ?p ?o }",
        "SERVICE #\r\n<URL>{ ?s ?p ?o }",
        "SERVICE e:nd { ?s ?p ?o }",
        "SERVICE : { ?s ?p ?o }",
    ],
)
def test_no_query_asks_another_server(root: Path, service: str) -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.setblocking(False)
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        text = f"PREFIX e: <{url}> PREFIX : <{url}> SELECT * {{ {service.replace('URL', url)} }}"

        with pytest.raises(UsageError, match="SERVICE"):
            check_question(text)

        with pytest.raises(BlockingIOError):
            server.accept()


@pytest.mark.parametrize(
    "innocent",
    [
        "SELECT ?service ?x { ?service a ?x }",
        "SELECT * { ?s schema:serviceType ?service . GRAPH ?service { ?a ?b ?c } }",
        "SELECT * { ?s sioc:content 'room service' FILTER(?s != <http://a.example/service>) }",
        "SELECT * { ?s foaf:accountServiceHomepage ?o }",
    ],
)
def test_words_that_only_look_like_it_are_fine(root: Path, innocent: str) -> None:
    # A header line with the variables, whether anything was found or not.
    assert answer(root, innocent).splitlines()[0]


def test_formats_that_do_not_fit_are_refused(root: Path) -> None:
    for text, form in (("SELECT * { ?s ?p ?o }", "turtle"), ("DESCRIBE <a:b>", "csv")):
        with pytest.raises(UsageError, match="does not fit"):
            answer(root, text, form)


def test_a_store_found_damaged_while_reading_is_made_anew(tmp_path: Path) -> None:
    collection_of(tmp_path, [post(1)])
    sync_rdf(tmp_path / "catalog.db", tmp_path / "rdf")
    for path in (tmp_path / "rdf").glob("*.sst"):
        path.write_bytes(b"\0" * path.stat().st_size)

    assert "Words of post 1" in answer(tmp_path, "SELECT ?t { ?p sioc:content ?t }")


@pytest.mark.parametrize("is_there", [False, True])
def test_a_collection_that_cannot_be_written_is_asked_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    collection_of(tmp_path, [post(1)])
    if is_there:
        sync_rdf(tmp_path / "catalog.db", tmp_path / "rdf")
    monkeypatch.setattr("thresher.describe.ask._is_writable", lambda rdf: False)

    assert "Words of post 1" in answer(tmp_path, "SELECT ?t { ?p sioc:content ?t }")

    assert (tmp_path / "rdf").exists() is is_there
