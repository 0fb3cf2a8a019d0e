"""Bad input gets a sentence, a hint and an exit code; never a traceback, and it never costs data."""

import sqlite3
from pathlib import Path

import pytest
from tests.support.command import Done, thresher
from tests.support.crawling import captures_of, crawl_settings, run_crawl, warc_files, warcio_check
from tests.support.raw import html, raw_server
from tests.support.shared import free_port

from thresher.demo import DemoServer


def check_sentence(done: Done, code: int, *words: str) -> None:
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


@pytest.mark.parametrize(
    "address", ["not a url", "http://", "ftp://example.org/", "file:///etc/passwd", "http://[zz]/", "https://?"]
)
def test_a_malformed_address_is_named(tmp_path: Path, address: str) -> None:
    done = thresher("crawl", address, "-o", str(tmp_path / "c"))

    check_sentence(done, 2, "is not a web address", "https://example.org/")
    assert not (tmp_path / "c").exists()


def test_an_unknown_host_is_said_to_be_unknown(tmp_path: Path) -> None:
    done = thresher("crawl", "http://no-such-host.invalid/", "-o", str(tmp_path / "c"))

    check_sentence(done, 6, "unknown host", "Check the address")


def test_a_refused_connection_is_said_to_be_refused(tmp_path: Path) -> None:
    done = thresher("crawl", f"http://127.0.0.1:{free_port()}/", "-o", str(tmp_path / "c"))

    check_sentence(done, 6, "connection refused")


def test_a_certificate_that_is_not_valid_is_named_with_a_way_out(tmp_path: Path) -> None:
    with raw_server({"/": html("<p>words</p>")}, tls=True) as server:
        refused = thresher("crawl", server.url + "/", "-o", str(tmp_path / "a"))
        taken = thresher("crawl", server.url + "/", "-o", str(tmp_path / "b"), "--insecure", "--delay", "0")

    check_sentence(refused, 6, "certificate not valid", "--insecure")
    assert taken.returncode == 0


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    done = thresher("crawl", "http://127.0.0.1:9/", "-o", str(tmp_path / "file" / "c"))

    check_sentence(done, 3, "cannot be used as a collection", "-o")
    assert (tmp_path / "file").read_text() == "in the way"


def small_collection(root: Path) -> None:
    with raw_server({"/": html("<p>words that are kept</p>")}) as server:
        run_crawl(root, crawl_settings(server.url + "/"))


@pytest.mark.parametrize("command", ["crawl", "status", "verify"])
def test_a_collection_of_a_newer_format_is_left_alone(tmp_path: Path, command: str) -> None:
    small_collection(tmp_path)
    with sqlite3.connect(tmp_path / "catalog.db") as database:
        database.execute("UPDATE meta SET value = '99' WHERE key = 'format'")
    database.close()
    before = (tmp_path / "catalog.db").read_bytes()

    arguments = (
        ["crawl", "http://127.0.0.1:9/", "-o", str(tmp_path)] if command == "crawl" else [command, str(tmp_path)]
    )
    done = thresher(*arguments)

    check_sentence(done, 3, "newer Thresher", "Update Thresher")
    assert (tmp_path / "catalog.db").read_bytes() == before


@pytest.mark.parametrize("command", ["crawl", "status", "verify"])
@pytest.mark.parametrize("damage", ["garbage", "cut", "middle"])
def test_a_damaged_catalog_is_said_to_be_damaged_and_nothing_is_destroyed(
    tmp_path: Path, damage: str, command: str
) -> None:
    small_collection(tmp_path)
    path = tmp_path / "catalog.db"
    whole = path.read_bytes()
    broken = {
        "garbage": b"not a database at all" * 500,
        "cut": whole[:5000],
        "middle": whole[:3000] + b"\xff" * 9000 + whole[12000:],
    }
    path.write_bytes(broken[damage])
    for extra in tmp_path.glob("catalog.db-*"):
        extra.unlink()
    archive_before = {file.name: file.read_bytes() for file in warc_files(tmp_path)}

    arguments = (
        ["crawl", "http://127.0.0.1:9/", "-o", str(tmp_path)] if command == "crawl" else [command, str(tmp_path)]
    )
    done = thresher(*arguments)

    check_sentence(done, 5, "damaged", "WARC files are not touched")
    assert {file.name: file.read_bytes() for file in warc_files(tmp_path)} == archive_before


def test_a_warc_file_that_lost_its_end_stops_the_crawl_with_a_word(tmp_path: Path) -> None:
    small_collection(tmp_path)
    with warc_files(tmp_path)[0].open("r+b") as file:
        file.truncate(300)

    done = thresher("crawl", "http://127.0.0.1:9/", "-o", str(tmp_path))
    checked = thresher("verify", str(tmp_path))

    check_sentence(done, 5, "shorter than the catalog says", "thresher verify")
    assert checked.returncode == 1
    assert "shorter than the catalog says" in checked.stdout
    assert warc_files(tmp_path)[0].stat().st_size == 300


@pytest.mark.parametrize("command", ["status", "verify"])
def test_a_folder_that_is_no_collection_is_named(tmp_path: Path, command: str) -> None:
    done = thresher(command, str(tmp_path))

    check_sentence(done, 3, "is not a Thresher collection")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--include", "(", "is not a regular expression"),
        ("--max-size", "lots", "is not a size"),
        ("--max-time", "soon", "is not a time"),
        ("--header", "nonsense", "is not a header"),
        ("--auth", "nonsense", "USER:PASSWORD"),
        ("--cookies", "/does/not/exist", "cannot be read"),
        ("--proxy", "socks5://x:1", "cannot be used"),
        ("--strategy", "psychic", "is not one of"),
        ("--type", "wordpres", "Did you mean wordpress"),
        ("--kb", "/does/not/exist", "no folder of types"),
        ("--seed-file", "/does/not/exist", "cannot be read"),
    ],
)
def test_an_option_that_makes_no_sense_is_explained(tmp_path: Path, option: str, value: str, words: str) -> None:
    done = thresher("crawl", "http://127.0.0.1:9/", "-o", str(tmp_path / "c"), option, value)

    check_sentence(done, 2, words)


def test_a_full_disk_stops_cleanly_and_the_crawl_goes_on_later(tmp_path: Path) -> None:
    with DemoServer() as server:
        arguments = (
            "crawl",
            server.url + "blog/",
            "-o",
            str(tmp_path / "c"),
            "--scope",
            "prefix",
            "--delay",
            "0",
            "-q",
        )
        full = thresher(*arguments, "--resources", "none", limit_bytes=400_000)
        kept_then = len(captures_of(tmp_path / "c"))
        later = thresher(*arguments, "--resources", "none")

    check_sentence(full, 9, "No room left on the disk", "run the same command again")
    assert later.returncode == 0, later.stderr
    rows = captures_of(tmp_path / "c")
    assert len(rows) > kept_then
    assert len({row.url for row in rows}) == len(rows)
    assert warcio_check(tmp_path / "c") == ""
