"""`export` as a user meets it."""

import shutil
from pathlib import Path

import pytest
from tests.support.command import thresher
from tests.support.objects import collection_of, post, thread


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "my-archive"
    hostile = thread(2, title="../<script>\u202e", text="Words of their own")
    collection_of(folder, [thread(), post(1), post(2), hostile, thread(3, host="c.example", title="Elsewhere")])
    return folder


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "my-archive"))


def test_everything_goes_into_one_file(root: Path, tmp_path: Path) -> None:
    done = thresher("export", str(root), "-o", str(tmp_path / "deep/all.html"))

    assert (done.returncode, done.stdout) == (0, "")
    assert "3 threads and posts" in done.stderr
    text = (tmp_path / "deep/all.html").read_text(encoding="utf-8")
    assert "Words of post 2" in text
    assert "<script" not in text


def test_a_folder_gets_a_file_for_each_with_safe_names(root: Path, tmp_path: Path) -> None:
    done = thresher("export", str(root), "--reading", "md", "-o", str(tmp_path / "copies"))

    assert done.returncode == 0
    assert {path.name for path in (tmp_path / "copies").iterdir()} == {"Pears.md", "script-U-202E.md", "Elsewhere.md"}


@pytest.mark.parametrize("form", ["html", "md", "epub", "mbox"])
def test_one_thread_in_every_form(root: Path, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"a.{form}"

    done = thresher("export", str(root), "--talk", "https://b.example/t1#p2", "--reading", form, "-o", str(path))

    assert done.returncode == 0
    assert "1 thread or post" in done.stderr
    assert path.stat().st_size > 100


def test_a_site_alone(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.md"

    thresher("export", str(root), "--site", "https://c.example/", "--reading", "md", "-o", str(path))

    assert "Elsewhere" in path.read_text(encoding="utf-8")
    assert "Pears" not in path.read_text(encoding="utf-8")


def test_a_copy_takes_the_place_of_an_earlier_one(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"

    sizes = set()
    for _ in range(2):
        thresher("export", str(root), "--reading", "mbox", "-o", str(path))
        sizes.add(path.stat().st_size)

    assert len(sizes) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--talk", "x", "--site", "y", "-o", "a.html"), "do not go together"),
        (("--talk", "https://d.example/", "-o", "a.html"), "There is no thread or post"),
        (("--site", "d.example", "-o", "a.html"), "no threads or posts of d.example"),
        (("--reading", "epub", "-o", "a.html"), "does not fit"),
        (("-o", "my-archive/catalog.db"), "does not fit"),
        (("-o", "my-archive/catalog.db/a.html"), "cannot be made"),
    ],
)
def test_what_makes_no_sense_is_said(root: Path, tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    done = thresher("export", str(root), *options, cwd=tmp_path)

    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert words in " ".join(done.stderr.split())
