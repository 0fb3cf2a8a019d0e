"""What was learned of a site comes back as it was, or not at all."""

from pathlib import Path

from thresher.catalog import open_catalog
from thresher.crawl.notebook import SCHEMA, Note, Notebook
from thresher.learn import Learned, Progress
from thresher.learn.course import Doubt, Group
from thresher.learn.flipping import Step
from thresher.learn.lesson import Look
from thresher.learn.posts import PostRule

ORIGIN = "http://forum.example"
STEP = Step("page", "", "", "", beside=(("sort", "votes"),), is_from_zero=True)
STEP_KEY = ("topic/#", STEP.key)
LEARNED = Learned(
    f"{ORIGIN}/",
    sessions=frozenset({"sid"}),
    boards={("board/#", ""): {f"{ORIGIN}/board/1", f"{ORIGIN}/board/2"}},
    threads={("topic/#", "html/body/a"): {f"{ORIGIN}/topic/5"}},
    others={("help", "")},
    asked=7,
    looked_at=[Look(f"{ORIGIN}/", "index", ("many links", "few words"))],
    posts={"topic": PostRule("div[@class~='post']", "p", without=("i",))},
    people=frozenset({"user/*"}),
    thread_steps={STEP_KEY: STEP},
)
PROGRESS = Progress(
    doubts={
        (True, STEP_KEY): Doubt(f"{ORIGIN}/topic/5", f"{ORIGIN}/topic/5?page=2", {f"{ORIGIN}/topic/5?page=2": None})
    },
    refuted={(False, STEP_KEY)},
    groups={("room/#", ""): Group(f"{ORIGIN}/", {f"{ORIGIN}/room/1": "Room"})},
    trial=(f"{ORIGIN}/room/1", ("room/#", "")),
    failures=1,
    lists={f"{ORIGIN}/"},
    read={"topic"},
)


def test_notes_come_back_as_they_were(tmp_path: Path) -> None:
    notes = [Note(f"{ORIGIN}/", LEARNED, PROGRESS), Note("http://shop.example/", notes=("no list was found",))]
    catalog = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    Notebook(catalog).keep(notes)
    catalog.commit()
    catalog.close()

    found = Notebook(open_catalog(tmp_path / "catalog.db", (SCHEMA,))).read()

    assert found == notes


def test_what_has_changed_is_written_again(tmp_path: Path) -> None:
    catalog = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    notebook = Notebook(catalog)
    progress = Progress()
    notebook.keep([Note(f"{ORIGIN}/", LEARNED, progress)])
    progress.failures = 4
    notebook.keep([Note(f"{ORIGIN}/", LEARNED, progress)])

    (found,) = Notebook(catalog).read()

    assert found.progress.failures == 4


def test_notes_that_nobody_can_read_are_left_out(tmp_path: Path) -> None:
    catalog = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    Notebook(catalog).keep([Note(f"{ORIGIN}/", LEARNED)])
    rows = [("http://a.example/", b"\xff\x00"), ("http://b.example/", b"\x81\xa5start\x05"), ("http://c.example/", b"")]
    catalog.executemany("INSERT INTO learned_sites(start, notes) VALUES (?, ?)", rows)

    assert [note.start for note in Notebook(catalog).read()] == [f"{ORIGIN}/"]
