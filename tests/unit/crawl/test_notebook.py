"""What was learned of a site comes back as it was, or not at all."""

from dataclasses import replace
from pathlib import Path

import pytest

from thresher.catalog import open_catalog
from thresher.crawl.fed_lists import Listed
from thresher.crawl.fed_site import FedNote, FedPhase
from thresher.crawl.fed_waiting import Waited
from thresher.crawl.learning import Note
from thresher.crawl.notebook import SCHEMA, VERSION, notebooks
from thresher.learn import Learned, Progress
from thresher.learn.articles import CommentRules, PostRules, Taught
from thresher.learn.articles.naming import Chosen
from thresher.learn.flipping import Step
from thresher.learn.lesson import Look
from thresher.learn.posts.rule import PostRule
from thresher.learn.progress import Doubt, Group
from thresher.model import FeedItem

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

FED = FedNote(
    f"{ORIGIN}/",
    FedPhase.FED,
    f"{ORIGIN}/",
    Taught(
        (f"{ORIGIN}/2024/a",),
        f"{ORIGIN}/",
        PostRules((Chosen("div[@id='text']", 9, 10, 0.97),), zone="+02:00", examples=10, whole=9),
        CommentRules("li", ("p",), (Chosen("cite", 4, 5, 0.8),)),
        ("{base**}/comment-page-{page#}",),
    ),
    (f"{ORIGIN}/feed/",),
    ((f"{ORIGIN}/2024/a", FeedItem(f"{ORIGIN}/?p=1", title="A walk", tags=("walks",), comment_count=3)),),
    ("forum.example/#/*",),
    (f"{ORIGIN}/2024/a", f"{ORIGIN}/2023/b"),
    Listed((f"{ORIGIN}/",), (("page/N", True),), ((f"{ORIGIN}/page/2", "page/N", (f"{ORIGIN}/2024/a",)),)),
    Waited(((f"{ORIGIN}/about", f"{ORIGIN}/", 1),), (("forum.example/", 1, 8),), (("forum.example/", 1, 8),), 1, 12),
    is_first_apart=False,
    notes=("1 pages do not show what the feed says of them",),
)


def test_notes_come_back_as_they_were(tmp_path: Path) -> None:
    notes = [Note(f"{ORIGIN}/", LEARNED, PROGRESS), Note("http://shop.example/", notes=("no list was found",))]
    catalog = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    learned, _ = notebooks(catalog)
    learned.keep(notes)
    catalog.commit()
    catalog.close()

    learned, _ = notebooks(open_catalog(tmp_path / "catalog.db", (SCHEMA,)))
    found = learned.read()

    assert found == notes


def test_what_has_changed_is_written_again(tmp_path: Path) -> None:
    catalog = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    notebook, _ = notebooks(catalog)
    progress = Progress()
    notebook.keep([Note(f"{ORIGIN}/", LEARNED, progress)])
    progress.failures = 4
    notebook.keep([Note(f"{ORIGIN}/", LEARNED, progress)])

    (found,) = notebooks(catalog)[0].read()

    assert found.progress.failures == 4


@pytest.mark.parametrize("which", [0, 1], ids=["learned", "fed"])
@pytest.mark.parametrize(
    "row", [("notes", b"\xff\x00"), ("notes", b"\x05"), ("start", b""), ("weather", b"\xc0")], ids=str
)
def test_notes_that_nobody_can_read_are_left_out(tmp_path: Path, which: int, row: tuple[str, bytes]) -> None:
    catalog = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    learned, fed = notebooks(catalog)
    learned.keep([Note(f"{ORIGIN}/", LEARNED), Note("http://a.example/", LEARNED)])
    fed.keep([FED, replace(FED, start="http://a.example/")])
    damaged = "INSERT OR REPLACE INTO site_notes VALUES (?, 'http://a.example/', ?, ?, ?)"
    catalog.execute(damaged, (("learned", "fed")[which], row[0], VERSION, row[1]))

    assert [note.start for note in notebooks(catalog)[which].read()] == [f"{ORIGIN}/"]
    assert len(notebooks(catalog)[1 - which].read()) == 2


def test_only_the_parts_that_changed_are_written(tmp_path: Path) -> None:
    catalog = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    _, fed = notebooks(catalog)
    fed.keep([FED])
    catalog.execute("UPDATE site_notes SET data = zeroblob(0)")
    fed.keep([replace(FED, feed_pages=7)])

    written = catalog.execute("SELECT part FROM site_notes WHERE length(data) > 0").fetchall()

    assert [part for (part,) in written] == ["feed_pages"]


def test_what_a_feed_has_taught_comes_back_as_it_was(tmp_path: Path) -> None:
    notes = [FED, FedNote("http://shop.example/", FedPhase.NOTHING, notes=("no feed was found",))]
    catalog = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    notebooks(catalog)[1].keep(notes)
    catalog.commit()
    catalog.close()

    learned, fed = notebooks(open_catalog(tmp_path / "catalog.db", (SCHEMA,)))

    assert fed.read() == notes
    assert learned.read() == []


def test_notes_of_another_version_are_left_out(tmp_path: Path) -> None:
    catalog = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    notebooks(catalog)[1].keep([FED])
    catalog.execute("UPDATE site_notes SET version = ?", (VERSION - 1,))

    assert notebooks(catalog)[1].read() == []
