"""Any content is kept, found, described and printed; nothing a user types is an error."""

import io
import json
import tempfile
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.objects import open_store, post

from thresher.describe import KEYS, Wanted, read_objects, search, sync_rdf
from thresher.describe.formats import write_csv, write_jsonl
from thresher.describe.oxigraph import Store, query
from thresher.describe.questions import check_question, mistake_in
from thresher.describe.terms import account, iri, when
from thresher.describe.words import parse_words
from thresher.model import ObjectType, Source, WebObject
from thresher.model.errors import UsageError

WHOLE = st.text(max_size=60)
ANY = st.text(st.characters(), max_size=60)
"""Half characters (lone surrogates) too."""


def objects(texts: st.SearchStrategy[str]) -> st.SearchStrategy[WebObject]:
    lists = st.lists(texts, max_size=3).map(tuple)
    times = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)).map(
        lambda time: time.replace(microsecond=0, tzinfo=UTC)
    )
    return st.builds(
        WebObject, id=texts, type=st.sampled_from(ObjectType), url=texts,
        source=st.builds(Source, texts, st.integers(0, 2**62), texts, times), rule=texts, title=texts, author=texts,
        author_url=texts, published=texts, modified=texts, text=texts, own_text=texts, html=texts, links=lists,
        images=lists, tags=lists, container=texts, container_title=texts, reply_to=texts,
        order=st.tuples(st.integers(-(2**62), 2**62), st.integers(-(2**62), 2**62)), confidence=st.floats(0, 1),
    )  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(found=objects(WHOLE).filter(lambda found: found.container != found.id))
def test_any_strings_survive_keeping_reading_and_json(found: WebObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        catalog, store = open_store(Path(folder))
        store.keep([found])
        (stored,) = read_objects(catalog)
        lines = io.StringIO()
        write_jsonl([stored], lines)
        write_csv([stored], io.StringIO(newline=""))
        catalog.close()

    assert stored.web == found
    assert lines.getvalue().count("\n") == 1
    values = json.loads(lines.getvalue())
    assert tuple(values) == KEYS
    assert (values["id"], values["text"] or "", tuple(values["tags"])) == (found.id, found.text, found.tags)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(found=st.lists(objects(ANY), max_size=4), again=st.data())
def test_whatever_objects_hold_they_are_kept_searched_described_and_asked_for(
    found: list[WebObject], again: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        catalog, store = open_store(root)
        store.keep(found)
        store.index_words()
        store.keep([again.draw(objects(ANY)) for _ in range(2)] + found)
        store.index_words()
        catalog.execute("INSERT INTO object_words(object_words) VALUES ('integrity-check')")
        catalog.close()
        sync_rdf(root / "catalog.db", root / "rdf")
        triples = list(query(Store.read_only(str(root / "rdf")), "SELECT * { ?s ?p ?o }"))  # type: ignore[arg-type]

    assert triples


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(looks=st.lists(st.tuples(st.integers(1, 3), st.integers(0, 200), st.sampled_from(["", "a", "b"])), min_size=1))
def test_versions_are_numbered_without_gaps_and_the_last_is_current(looks: list[tuple[int, int, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        catalog, store = open_store(Path(folder))
        began = post(1).source.time
        for page, hours, text in looks:
            store.keep([post(1, page=page, time=began + timedelta(hours=hours), text=text)])
        versions = [one.version for one in read_objects(catalog, history=True)]
        (current,) = read_objects(catalog)
        catalog.close()

    assert versions == list(range(1, len(versions) + 1))
    assert current.version == versions[-1]


@settings(max_examples=150, deadline=None)
@given(words=st.one_of(st.text(), st.text('ab"*-OR() :^\0{}', max_size=30), st.lists(WHOLE).map(" OR ".join)))
def test_nothing_a_user_types_is_an_error(words: str) -> None:
    question = parse_words(words)

    if not question.is_empty:
        with tempfile.TemporaryDirectory() as folder:
            catalog, store = open_store(Path(folder))
            store.keep([post(1)])
            store.index_words()
            search(catalog, words, Wanted(author=words), inside=words)
            catalog.close()


@given(text=ANY.filter(lambda text: text.isprintable()), other=WHOLE)
def test_any_string_gives_valid_terms(text: str, other: str) -> None:
    assert iri(text).value
    assert account(other, "", text).value
    assert when(other) is not None


@given(text=st.one_of(WHOLE, st.text("serviceSERVICE<>?{}:# \r\n\"'", max_size=80)), message=WHOLE)
def test_questions_are_taken_or_refused_with_a_sentence(text: str, message: str) -> None:
    with suppress(UsageError):
        check_question(text)
    assert mistake_in(text, message).sentence
    assert mistake_in(text, "error at 3:9: expected " + message).sentence
