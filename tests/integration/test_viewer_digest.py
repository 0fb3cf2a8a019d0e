"""The digest of a catalog: caught up with step by step, it is what it would be if made anew."""

import sqlite3
from contextlib import closing
from pathlib import Path

import yaml
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html, raw_server
from tests.support.small_forum import ROOT, TALKS, TYPE, index, old

from thresher.crawl.update import update
from thresher.viewer.digest import Digest

PARTS = {
    # People are numbered as they come: so they are compared by their names.
    "things": "SELECT t.number, t.site, t.type, container, p.name, published, versions, is_deleted, current "
    "FROM things t LEFT JOIN people p ON p.number = t.person",
    "people": "SELECT site, name, url, count, first, last FROM people",
    **{
        table: f"SELECT * FROM {table}"
        for table in ("talks", "counts", "months", "captured", "asked", "left_alone", "places")
    },
}


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return {part: sorted(connection.execute(sql), key=repr) for part, sql in PARTS.items()}


def digested(path: Path, root: Path) -> None:
    digest = Digest(path, root / "catalog.db")
    digest.catch_up()
    digest.close()


def test_catching_up_gives_what_making_anew_gives(tmp_path: Path) -> None:
    types, root = tmp_path / "types", tmp_path / "c"
    types.mkdir()
    (types / "smallforum.yaml").write_text(yaml.safe_dump(TYPE, sort_keys=False))

    def answers(some: slice, tail: str = "") -> dict[str, bytes]:
        talks = TALKS[some]
        pages = {one.url.removeprefix(ROOT.rstrip("/")): html(old(one).replace("</p>", f"{tail}</p>")) for one in talks}
        return {"/": html(index(talks)), **pages}

    with raw_server(answers(slice(0, 6))) as server:
        run_crawl(root, crawl_settings(server.url + "/", knowledge=(str(types),)))
        digested(tmp_path / "a.db", root)
        server.answers.clear()
        server.answers.update(answers(slice(2, 8), " Edited."))
        update(root)
    digested(tmp_path / "a.db", root)
    digested(tmp_path / "b.db", root)

    assert contents(tmp_path / "a.db") == contents(tmp_path / "b.db")
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        assert connection.execute("SELECT edited > 0, deleted > 0 FROM counts WHERE type = 'BoardPost'").fetchone() == (
            1,
            1,
        )


def test_a_damaged_digest_is_made_anew(tmp_path: Path) -> None:
    with raw_server({"/": html("<p>Hello.</p>")}) as server:
        run_crawl(tmp_path / "c", crawl_settings(server.url + "/"))
    (tmp_path / "view.db").write_bytes(b"SQLite format 3\0 and then nonsense" * 100)

    digested(tmp_path / "view.db", tmp_path / "c")

    assert contents(tmp_path / "view.db")["captured"]
