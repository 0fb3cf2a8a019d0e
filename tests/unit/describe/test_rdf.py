"""The triples follow the catalog, whatever happens to either."""

import json
import shutil
from pathlib import Path

import pytest
from tests.support.objects import MOMENT, collection_of, later, open_store, post, source, thread

from thresher.describe import Synced, sync_rdf
from thresher.describe.locks import held
from thresher.describe.oxigraph import Store, query
from thresher.describe.sync import MARK
from thresher.describe.terms import account, iri, when
from thresher.describe.triples import quads_of
from thresher.describe.vocabulary import ACCOUNT, CAPTURE, CLASSES, PROPERTIES, expand
from thresher.model import ObjectType, WebObject
from thresher.model.errors import CollectionBusy


def asked(root: Path, text: str) -> list[tuple[str, ...]]:
    store = Store.read_only(str(root / "rdf"))
    return sorted(tuple(getattr(term, "value", "") for term in row) for row in query(store, text))  # type: ignore[union-attr]


def sync(root: Path) -> Synced:
    return sync_rdf(root / "catalog.db", root / "rdf")


def texts(root: Path) -> list[tuple[str, ...]]:
    return asked(root, "SELECT ?text { ?post sioc:content ?text }")


def test_what_is_kept_is_there_as_triples(tmp_path: Path) -> None:
    collection_of(tmp_path, [thread(), post(1), post(2)])

    synced = sync(tmp_path)

    assert synced == Synced(objects=3, is_rebuilt=True)
    assert asked(tmp_path, "SELECT ?title { ?post a sioc:Post; sioc:has_container/dcterms:title ?title }") == [
        ("Pears",),
        ("Pears",),
    ]


def test_nothing_changed_costs_nothing(tmp_path: Path) -> None:
    collection_of(tmp_path, [post(1)])
    sync(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "rdf").iterdir()}

    assert sync(tmp_path) == Synced()

    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "rdf").iterdir()} == before


def test_a_collection_without_objects_gets_no_triples(tmp_path: Path) -> None:
    collection_of(tmp_path, [])

    assert sync(tmp_path) == Synced()
    assert not (tmp_path / "rdf").exists()


def test_a_new_version_takes_the_place_of_the_old(tmp_path: Path) -> None:
    collection_of(tmp_path, [post(1), post(2)])
    sync(tmp_path)
    collection_of(tmp_path, [later(post(1, text="Edited"))])

    synced = sync(tmp_path)

    assert synced == Synced(objects=1)
    assert texts(tmp_path) == [("Edited",), ("Words of post 2",)]
    assert asked(tmp_path, "SELECT ?v { <https://b.example/p1> schema:version ?v }") == [("2",)]


def test_what_is_gone_leaves_the_triples_and_comes_back(tmp_path: Path) -> None:
    collection_of(tmp_path, [post(1), post(2)])
    sync(tmp_path)
    catalog, store = open_store(tmp_path)
    store.mark_gone(post(1).id, MOMENT)
    catalog.commit()
    sync(tmp_path)
    assert texts(tmp_path) == [("Words of post 2",)]

    store.restore(post(1).id)
    catalog.close()
    sync(tmp_path)

    assert len(texts(tmp_path)) == 2


def test_only_what_is_committed_is_described(tmp_path: Path) -> None:
    collection_of(tmp_path, [post(1)])
    catalog, store = open_store(tmp_path)
    store.keep([post(2)])

    sync(tmp_path)

    assert texts(tmp_path) == [("Words of post 1",)]
    catalog.close()
    sync(tmp_path)
    assert len(texts(tmp_path)) == 2


def test_a_deleted_store_is_made_anew(tmp_path: Path) -> None:
    collection_of(tmp_path, [post(1)])
    sync(tmp_path)
    shutil.rmtree(tmp_path / "rdf")

    assert sync(tmp_path).is_rebuilt
    assert len(texts(tmp_path)) == 1


@pytest.mark.parametrize(
    "what", ["CURRENT gone", "everything cut", "mark broken", "mark of another layout", "from later"]
)
def test_a_damaged_or_foreign_store_is_made_anew(tmp_path: Path, what: str) -> None:
    collection_of(tmp_path, [post(1)])
    sync(tmp_path)
    rdf = tmp_path / "rdf"
    collection_of(tmp_path, [post(2)])
    if what == "CURRENT gone":
        (rdf / "CURRENT").unlink()
    elif what == "everything cut":
        for path in rdf.iterdir():
            if path.name not in (MARK, ".lock"):
                path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    else:
        marks = {
            "mark broken": "{",
            "mark of another layout": json.dumps({"changes": 1, "layout": 0}),
            "from later": json.dumps({"changes": 99, "layout": 1}),
        }
        (rdf / MARK).write_text(marks[what])

    assert sync(tmp_path).is_rebuilt

    assert len(texts(tmp_path)) == 2


def test_a_crash_before_the_mark_was_moved_does_the_work_again(tmp_path: Path) -> None:
    collection_of(tmp_path, [post(1), post(2)])
    sync(tmp_path)
    old = (tmp_path / "rdf" / MARK).read_text()
    collection_of(tmp_path, [later(post(1, text="Edited"))])
    sync(tmp_path)
    (tmp_path / "rdf" / MARK).write_text(old)

    assert sync(tmp_path) == Synced(objects=1)
    assert texts(tmp_path) == [("Edited",), ("Words of post 2",)]


def test_what_many_objects_say_alike_is_found_once(tmp_path: Path) -> None:
    profile = WebObject(
        "https://b.example/u/1",
        ObjectType.USER_ACCOUNT,
        "https://b.example/u/1",
        source("https://b.example/u/1"),
        "r",
        "Ann",
    )
    posts = [post(number, author_url=profile.id) for number in (1, 2, 3)]
    collection_of(tmp_path, posts[:2])
    sync(tmp_path)
    assert asked(tmp_path, "SELECT ?t { <https://b.example/t1> dcterms:title ?t }") == [("Pears",)]

    collection_of(tmp_path, [profile, thread(), posts[2]])
    sync(tmp_path)

    assert asked(tmp_path, "SELECT ?name { ?account a sioc:UserAccount; sioc:name ?name }") == [("Ann",)]
    assert asked(tmp_path, "SELECT ?t { <https://b.example/t1> dcterms:title ?t }") == [("Pears",)]
    twice = "SELECT ?s ?p ?o { ?s ?p ?o } GROUP BY ?s ?p ?o HAVING (COUNT(*) > 1)"
    assert asked(tmp_path, twice) == []


def test_many_objects_go_in_several_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thresher.describe.sync.AT_ONCE", 50)
    collection_of(tmp_path, [post(1, id=f"https://b.example/p{number}") for number in range(40)])

    sync(tmp_path)

    assert asked(tmp_path, "SELECT (COUNT(*) AS ?n) { ?post a sioc:Post }") == [("40",)]
    assert len(asked(tmp_path, "SELECT ?c { ?c a prov:Entity }")) == 1


def test_who_waits_too_long_for_the_store_is_told(tmp_path: Path) -> None:
    with held(tmp_path, exclusively=False):
        with held(tmp_path, exclusively=False, patience_seconds=0):
            pass
        with pytest.raises(CollectionBusy), held(tmp_path, exclusively=True, patience_seconds=0):
            pass


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("2026-03-01T12:30:15+01:00", '"2026-03-01T12:30:15+01:00"^^xsd:dateTime'),
        ("2026-03-01T12:30:15Z", '"2026-03-01T12:30:15Z"^^xsd:dateTime'),
        ("2026-03-01 12:30", '"2026-03-01T12:30:00"^^xsd:dateTime'),
        ("2026-03-01T12:30:15.25-0800", '"2026-03-01T12:30:15.25-08:00"^^xsd:dateTime'),
        ("2026-03-01", '"2026-03-01"^^xsd:date'),
        ("2026-03", '"2026-03"^^xsd:gYearMonth'),
        ("2026", '"2026"^^xsd:gYear'),
        ("2026-02-30", '"2026-02-30"'),
        ("2026-03-01T25:00", '"2026-03-01T25:00"'),
        ("yesterday", '"yesterday"'),
        ("", '""'),
    ],
)
def test_dates_are_typed_as_exactly_as_they_were_told(text: str, spelling: str) -> None:
    value, _, kind = spelling.partition("^^")

    assert str(when(text)) == (f"{value}^^<{expand(kind)}>" if kind else value)


@pytest.mark.parametrize(
    "text",
    ["", "no scheme", "http://a b/", "http://a.example/<x>", "x:%zz", "#", "http://[", "a:b#c#d", "\0", "ü", "\ue000"],
)
def test_any_string_gives_an_iri_and_different_ones_stay_different(text: str) -> None:
    assert ":" in iri(text).value
    assert iri(text) != iri(text + "x")
    assert account(text or "x", "", text).value.startswith(("https://", "urn:thresher:account:"))


def test_an_author_without_a_profile_has_one_name_on_a_whole_site() -> None:
    names = {
        account("Ann", "", page).value
        for page in ("https://b.example/t1", "http://B.example/t2", "https://u@b.example/")
    }

    assert names == {"https://b.example/.well-known/genid/thresher/account/Ann"}
    assert account("Ann", "https://b.example/u/1", "https://b.example/t1").value == "https://b.example/u/1"


@pytest.mark.parametrize("kind", list(ObjectType))
def test_every_type_has_classes_and_no_property_is_undocumented(tmp_path: Path, kind: ObjectType) -> None:
    from thresher.describe.reading import read_objects
    from thresher.describe.shared import shared_quads

    full = WebObject(
        "https://a.example/1", kind, "https://a.example/1", source("https://a.example/1"), "rule", "t", "Ann", "",
        "2026", "2026", "text", "own", "html", ("https://l.example/",), ("https://i.example/",), ("tag",),
        "https://a.example/c", "C", "https://a.example/0",
    )  # fmt: skip
    catalog, store = open_store(tmp_path)
    store.keep([full])
    (stored,) = read_objects(catalog)
    catalog.close()
    known = {expand(name) for names in PROPERTIES.values() for name in names}
    known |= {expand(name) for name in (*CAPTURE, *ACCOUNT, "rdfs:label")}

    used = {quad.predicate.value for quad in (*quads_of(stored), *shared_quads(stored, set()))}

    assert used - known == set()
    assert CLASSES[kind]
