"""Something is withheld: then nothing that the program prints, writes or shows has it; and it can come back."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest
from tests.support.asgi import Viewer
from tests.support.command import thresher
from tests.support.crawling import crawl_settings, run_crawl, warc_files
from tests.support.raw import raw_server
from tests.support.small_blog import Blog, entries, objects_of

WORD = "Zanzibarquokka"
TITLE = f"The {WORD} papers"
AUTHOR = f"Zeno {WORD}"
REASON = "asked for by its author"
NUMBER = 10
"""A post with comments."""
BLOG = Blog(entries(16)).changed(
    NUMBER,
    title=TITLE,
    author=AUTHOR,
    paragraphs=(f"All about {WORD} and what became of the gardens behind it.", "And nothing else, for a long while."),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A blog, crawled; its folder, the id of the post, and the address of its page."""
    root = tmp_path_factory.mktemp("made") / "a"
    with raw_server({}) as server:
        server.answers.update(BLOG.answers(server.url))
        run_crawl(root, crawl_settings(server.url + "/"))
    (found,) = (one for one in objects_of(root) if WORD in one.title)
    assert any(one.container == found.id for one in objects_of(root)), "the post has comments"
    return root, found.id, found.source.url


@pytest.fixture
def root(made: tuple[Path, str, str], tmp_path: Path) -> Path:
    return Path(shutil.copytree(made[0], tmp_path / "a"))


def said_of(root: Path, page: str) -> dict[str, str]:
    """Everything that the commands print and write about a collection."""
    runs = {
        "objects": ("objects", str(root)),
        "history": ("objects", str(root), "--history"),
        "csv": ("objects", str(root), "--format", "csv"),
        "search": ("search", str(root), WORD),
        "search for others": ("search", str(root), "gardens", "--limit", "500", "--json"),
        "query": ("query", str(root), "SELECT ?s ?p ?o { ?s ?p ?o }", "--format", "csv"),
        "diff": ("diff", str(root), page),
        "explain": ("explain", page, "--collection", str(root)),
        "status": ("status", str(root)),
        "tree": ("tree", str(root)),
    }
    found = {name: (done := thresher(*words)).stdout + done.stderr for name, words in runs.items()}
    for form in ("html", "md", "mbox", "epub"):
        path = root.parent / f"copy.{form}"
        assert thresher("export", str(root), "--reading", form, "-o", str(path)).returncode == 0
        found[form] = _text(path)
    assert not [name for name, text in found.items() if "Traceback" in text]
    return found


def _text(path: Path) -> str:
    if path.suffix != ".epub":
        return path.read_text(encoding="utf-8")
    with zipfile.ZipFile(path) as book:
        return "".join(book.read(name).decode() for name in book.namelist())


def shows(found: dict[str, str], word: str = WORD) -> set[str]:
    # The address of the page has the title in it; addresses are not withheld.
    return {name for name, text in found.items() if word in text}


def test_before_anything_is_withheld_it_is_everywhere(root: Path, made: tuple[Path, str, str]) -> None:
    found = said_of(root, made[2])

    assert shows(found) >= {"objects", "history", "csv", "search", "query", "explain", "html", "md", "mbox", "epub"}


def test_an_object_that_is_withheld_is_nowhere_and_comes_back(root: Path, made: tuple[Path, str, str]) -> None:
    _, identity, page = made
    before, warcs = said_of(root, page), [path.read_bytes() for path in warc_files(root)]

    done = thresher("withhold", str(root), identity, "--reason", REASON)

    assert done.returncode == 0, done.stderr
    hidden = said_of(root, page)
    assert shows(hidden) == set()
    assert shows(hidden, REASON) == {"diff", "explain", "html", "md", "mbox", "epub"}
    assert "withheld: 1 object, 0 captures" in hidden["status"]
    assert [path.read_bytes() for path in warc_files(root)] == warcs
    listed = thresher("withhold", str(root), "--list", "--json").stdout
    assert json.loads(listed)["reason"] == REASON
    assert thresher("withhold", str(root), identity, "--undo").returncode == 0
    after = said_of(root, page)
    assert {name for name in before if sorted(before[name].split()) != sorted(after[name].split())} == set()


def test_captures_that_are_withheld_take_the_post_and_its_comments_with_them(
    root: Path, made: tuple[Path, str, str]
) -> None:
    _, identity, page = made
    comments = [one.text for one in objects_of(root) if one.container == identity and one.source.url == page]
    assert comments

    done = thresher("withhold", str(root), page, "--capture", "--reason", REASON)

    assert done.returncode == 0, done.stderr
    hidden = said_of(root, page)
    assert shows(hidden) == set()
    assert {name for comment in comments for name in shows(hidden, comment)} == set()
    assert "1 capture" in hidden["status"]
    assert thresher("withhold", str(root), page, "--capture", "--undo").returncode == 0
    assert WORD in said_of(root, page)["objects"]


def test_the_viewer_shows_the_reason_and_nothing_else_of_it(root: Path, made: tuple[Path, str, str]) -> None:
    _, identity, page = made
    with Viewer(root) as viewer:
        pages = viewer.walk()
        number = viewer.library.value("SELECT number FROM catalog.objects WHERE id = ?", (identity,))
        person = viewer.library.value("SELECT number FROM people WHERE name = ?", (AUTHOR,))
        assert f"/talks/{number}" in shows(pages)

        thresher("withhold", str(root), identity, "--reason", REASON)

        at_once = {place: viewer.get(place).text for place in (f"/talks/{number}", f"/objects/{number}", "/talks")}
        assert shows(at_once) == set()
    with Viewer(root) as viewer:
        pages = viewer.walk()
        pages |= {
            place: viewer.get(place).text for place in (f"/talks/{number}/copy.{form}" for form in ("html", "md"))
        }
        places = (f"/objects/{number}", f"/people/{person}", f"/search?q={WORD}&type=BlogPost", f"/captures?url={page}")
        pages |= {place: viewer.get(place).text for place in places}
        sparql = viewer.get("/query?query=SELECT+%3Fo+%7B+%3Fs+%3Fp+%3Fo+%7D").text
        missing = viewer.get(f"/people/{person}").status

    assert len(pages) > 50
    found = shows(pages) - {place for place in pages if place.startswith("/search")}  # it repeats what was asked for
    assert found == set()
    assert f"<bdi>{TITLE}" not in pages[f"/search?q={WORD}&type=BlogPost"]
    assert "Nothing was found" in pages[f"/search?q={WORD}&type=BlogPost"]
    assert WORD not in sparql
    assert missing == 404
    assert REASON in pages[f"/talks/{number}"]
    assert "/replay/" not in pages[f"/captures?url={page}"]
    assert "withheld: " + REASON in pages[f"/captures?url={page}"]


def test_talks_can_be_saved_from_the_viewer(root: Path, made: tuple[Path, str, str]) -> None:
    with Viewer(root) as viewer:
        number = viewer.library.value("SELECT number FROM catalog.objects WHERE id = ?", (made[1],))
        answers = {form: viewer.get(f"/talks/{number}/copy.{form}") for form in ("html", "md", "epub")}
        nothing = viewer.get("/talks/999999/copy.md")

    assert {answer.status for answer in answers.values()} == {200}
    for form, answer in answers.items():
        assert answer.headers["content-disposition"].startswith(f'attachment; filename="The-{WORD}-papers.{form}"')
    assert TITLE in answers["md"].text
    assert answers["epub"].body.startswith(b"PK")
    assert nothing.status == 404


def test_what_is_withheld_stays_so_when_an_update_finds_it_edited(tmp_path: Path) -> None:
    root = tmp_path / "a"
    with raw_server({}) as server:
        server.answers.update(BLOG.answers(server.url))
        run_crawl(root, crawl_settings(server.url + "/"))
        (found,) = (one for one in objects_of(root) if WORD in one.title)
        thresher("withhold", str(root), found.id, "--reason", REASON)
        edited = BLOG.changed(NUMBER, paragraphs=(f"Another word of {WORD}, much longer than it was before.",))
        server.answers.update(edited.answers(server.url))

        done = thresher("update", str(root), "--all", "--delay", "0")

    assert done.returncode == 0, done.stderr
    changes = (root / "reports/changes-2.jsonl").read_text(encoding="utf-8")
    assert found.id in changes
    assert WORD not in changes
    assert shows(said_of(root, found.source.url)) == set()
    assert WORD not in (root / "reports/crawl.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "What is to be withheld?"),
        (("https://nowhere.example/", "--reason", "x"), "no object and no capture"),
        (("x y", "--reason", "x"), "no object and no capture"),
        (("PAGE",), "A reason is needed"),
        (("PAGE", "--undo"), "is not withheld"),
        (("PAGE", "--time", "soon", "--reason", "x"), "is not a moment"),
    ],
)
def test_what_makes_no_sense_is_said(
    root: Path, made: tuple[Path, str, str], arguments: tuple[str, ...], words: str
) -> None:
    done = thresher("withhold", str(root), *(made[2] if word == "PAGE" else word for word in arguments))

    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert words in " ".join(done.stderr.split())


def test_nothing_is_made_where_there_is_no_collection(tmp_path: Path) -> None:
    done = thresher("withhold", str(tmp_path / "none"), "x", "--reason", "y")

    assert done.returncode == 3
    assert not (tmp_path / "none").exists()
