"""`objects`, `search` and `query` as a user meets them."""

import csv
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command import thresher
from tests.support.objects import MOMENT, collection_of, later, open_store, post, thread

from thresher.describe import KEYS
from thresher.describe.formats import csv_columns


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    collection_of(
        folder, [thread(), post(1), post(2, author="Bob", text="=1+1 is a formula", tags=("a", "b")), post(3)]
    )
    collection_of(folder, [later(post(1, text="Edited words"))])
    catalog, store = open_store(folder)
    store.mark_gone(post(3).id, MOMENT)
    catalog.close()
    return folder


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "my-archive"))


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_objects_prints_what_is_there_now_with_exactly_the_keys_of_the_design(root: Path) -> None:
    done = thresher("objects", str(root))

    found = lines(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert [one["id"] for one in found] == ["https://b.example/t1", "https://b.example/p1", "https://b.example/p2"]
    assert {tuple(one) for one in found} == {KEYS}
    assert found[1] == {
        "id": "https://b.example/p1",
        "type": "BoardPost",
        "url": "https://b.example/t1#p1",
        "title": None,
        "author": "Ann",
        "published": "2026-03-01T10:00:00+01:00",
        "modified": None,
        "text": "Edited words",
        "html": "<p>Words of post 1</p>",
        "links": [],
        "images": [],
        "own_text": None,
        "container": "https://b.example/t1",
        "container_title": "Pears",
        "reply_to": None,
        "tags": [],
        "position": 1,
        "confidence": 1.0,
        "version": 2,
        "deleted": None,
        "source": {
            "file": "test-00001.warc.gz",
            "offset": 1000,
            "url": "https://b.example/t1",
            "time": "2026-03-08T12:00:00Z",
        },
        "rule": "known: phpbb/thread",
    }


def test_history_has_all_versions_and_deleted_objects(root: Path) -> None:
    found = lines(thresher("objects", str(root), "--history", "--type", "boardpost").stdout)

    assert [(str(one["id"])[-2:], one["version"], one["deleted"]) for one in found] == [
        ("p1", 1, None),
        ("p1", 2, None),
        ("p2", 1, None),
        ("p3", 1, "2026-03-01T12:00:00Z"),
    ]


def test_filters_that_leave_nothing_say_so_and_are_no_failure(root: Path) -> None:
    done = thresher("objects", str(root), "--author", "Nobody")

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "No object is like that.\n")


def test_csv_has_a_column_a_key_and_no_formulas(root: Path) -> None:
    target = root / "posts.csv"

    done = thresher("objects", str(root), "--format", "csv", "--author", "Bob", "--output", str(target))

    (row,) = csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"), newline=""))
    assert (done.stdout, done.stderr) == ("", f"1 objects in {target}.\n")
    assert list(row) == csv_columns()
    assert (row["text"], row["tags"], row["position"], row["title"]) == ("'=1+1 is a formula", "a | b", "2", "")
    assert (row["source_offset"], row["source_file"]) == ("1000", "test-00001.warc.gz")


def test_parquet_is_typed(root: Path) -> None:
    from pyarrow import parquet

    target = root / "objects.parquet"

    done = thresher("objects", str(root), "--format", "parquet", "--output", str(target))

    table = parquet.read_table(target)
    assert done.returncode == 0
    assert tuple(table.column_names) == KEYS
    assert {name: str(table.schema.field(name).type) for name in ("published", "tags", "position", "confidence")} == {
        "published": "string",
        "tags": "list<element: string>",
        "position": "int64",
        "confidence": "double",
    }
    assert table.to_pylist()[1] == lines(thresher("objects", str(root)).stdout)[1]


def test_parquet_needs_a_file(root: Path) -> None:
    done = thresher("objects", str(root), "--format", "parquet")

    assert done.returncode == 2
    assert "--output objects.parquet" in done.stderr


def test_without_pyarrow_the_extra_is_named(root: Path) -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        f"sys.argv = ['thresher', 'objects', {str(root)!r}, '--format', 'parquet', '--output', {str(root / 'x')!r}]\n"
        "from thresher.cli import main; main()"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 2
    assert "thresher[tables]" in done.stderr
    assert not (root / "x").exists()


@pytest.mark.parametrize("command", [("objects",), ("search", "x"), ("query", "ASK {}")])
def test_a_folder_that_is_no_collection_and_one_without_objects_get_a_sentence(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    name, *rest = command

    nothing = thresher(name, str(tmp_path), *rest)
    collection_of(tmp_path, [])
    empty = thresher(name, str(tmp_path), *rest)

    assert (nothing.returncode, empty.returncode) == (3, 3)
    assert "not a Thresher collection" in nothing.stderr
    assert "holds no objects yet" in empty.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--type", "BordPost"), "Did you mean BoardPost?"),
        (("--type", "xyz"), "Types: Forum, Thread"),
        (("--since", "last week"), "2026-03-15"),
        (("--until", "2026-02-30"), "2026-02-30"),
    ],
)
def test_types_and_dates_that_make_no_sense_are_explained(root: Path, arguments: tuple[str, ...], said: str) -> None:
    done = thresher("objects", str(root), *arguments)

    assert done.returncode == 2
    assert said in done.stderr.replace("\n  ", " ")


def test_search_lists_hits_for_people_and_programs(root: Path) -> None:
    done = thresher("search", str(root), "edited")
    as_json = lines(thresher("search", str(root), "edited", "--json").stdout)

    assert done.stdout.splitlines() == [
        "Pears · Ann · 2026-03-01 · BoardPost",
        "    **Edited** words",
        "    https://b.example/t1#p1",
    ]
    assert [(one["id"], one["snippet"]) for one in as_json] == [("https://b.example/p1", "**Edited** words")]


def test_search_finds_what_a_crawl_left_without_an_index(root: Path) -> None:
    catalog, store = open_store(root)
    store.keep([post(5, text="A plum")])
    catalog.close()

    done = thresher("search", str(root), "plum")

    assert "**plum**" in done.stdout
    assert done.stderr == ""


def test_search_says_what_it_cannot_find_while_a_crawl_is_running(root: Path) -> None:
    from thresher.archive import Collection

    catalog, store = open_store(root)
    store.keep([post(5, text="A plum")])
    catalog.close()
    running = Collection(root)
    running.open_for_writing()

    done = thresher("search", str(root), "plum")

    running.close()
    assert done.returncode == 0
    assert "its last 1 objects cannot be found yet" in done.stderr
    assert "Nothing found." in done.stderr


def test_query_prints_a_table(root: Path) -> None:
    done = thresher(
        "query",
        str(root),
        "SELECT ?name ?text { ?p sioc:content ?text; sioc:has_creator/sioc:name ?name } ORDER BY ?name",
    )

    assert done.stdout.splitlines() == [
        "name  text",
        "----  -----------------",
        "Ann   Edited words",
        "Bob   =1+1 is a formula",
    ]


def test_names_of_the_vocabulary_are_short_in_tables_and_whole_elsewhere(root: Path) -> None:
    query = "SELECT DISTINCT ?type { ?p a ?type, sioct:BoardPost } ORDER BY ?type LIMIT 1"

    assert thresher("query", str(root), query).stdout.splitlines()[-1] == "sioc:Post"
    assert "http://rdfs.org/sioc/ns#Post" in thresher("query", str(root), query, "--format", "csv").stdout


def test_query_reads_from_a_file_and_answers_while_a_crawl_is_running(root: Path) -> None:
    from thresher.archive import Collection

    running = Collection(root)
    running.open_for_writing()
    catalog, store = open_store(root)
    store.keep([post(6)])
    file = root / "question.rq"
    file.write_text("ASK { ?p a sioc:Post }", encoding="utf-8")

    done = thresher("query", str(root), f"@{file}")

    catalog.close()
    running.close()
    assert (done.returncode, done.stdout) == (0, "yes\n")


def test_query_ends_with_its_own_code_when_time_is_up(root: Path) -> None:
    endless = "SELECT (COUNT(*) AS ?n) { " + " ".join(f"?a{n} ?b{n} ?c{n} ." for n in range(8)) + " }"

    done = thresher("query", str(root), endless, "--limit-seconds", "0.5")

    assert done.returncode == 7
    assert "stopped after 0.5 seconds" in done.stderr


def test_a_query_that_is_no_sparql_is_shown_with_its_place(root: Path) -> None:
    done = thresher("query", str(root), "SELECT ?x WHERE ?x ?p ?o }")

    assert done.returncode == 2
    assert "line 1, column 17" in done.stderr


def test_a_file_that_is_missing_is_named(root: Path) -> None:
    done = thresher("query", str(root), "@nowhere.rq")

    assert done.returncode == 2
    assert "nowhere.rq cannot be read" in done.stderr
