"""Other tools read what was written: pywb replays it, and its own index agrees with ours."""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.crawling import captures_of, crawl_settings, run_crawl
from tests.support.raw import raw_server
from tests.support.shared import free_port, wait_for_port
from tests.support.small_blog import Blog, entries

from thresher.crawl.update import update
from thresher.demo import DemoServer

PYWB = Path(__file__).parents[2] / ".venv-pywb" / "bin"


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, Path]]:
    """The demo site crawled and served by pywb: pywb's address, the site's address, the collection."""
    assert (PYWB / "wayback").exists(), "make .venv-pywb/.made installs pywb"
    top = tmp_path_factory.mktemp("pywb")
    root = top / "collections" / "demo"
    with DemoServer() as server:
        origin = server.origin
        run_crawl(root, crawl_settings(server.url, resources="page"))
    with wayback(top) as address:
        yield f"{address}/demo", origin, root


@contextmanager
def wayback(top: Path) -> Iterator[str]:
    """pywb over the collections below `top`; its address."""
    port = free_port()
    process = subprocess.Popen(
        [PYWB / "wayback", "-b", "127.0.0.1", "-p", str(port)],
        cwd=top,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for_port(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def test_every_kept_page_is_replayed_with_its_status_and_words(replayed: tuple[str, str, Path]) -> None:
    pywb, _, root = replayed
    rows = [row for row in captures_of(root) if row.mime == "text/html" and row.status == 200][::7]

    answers = {row.url: get(f"{pywb}/mp_/{row.url}") for row in rows}

    assert len(rows) > 20
    assert {url for url, (status, _) in answers.items() if status != 200} == set()
    assert all(b"<title>" in body for _, body in answers.values())


def test_repeated_payloads_are_replayed_from_their_original(replayed: tuple[str, str, Path]) -> None:
    pywb, _, root = replayed
    revisits = [row for row in captures_of(root) if row.is_revisit and row.status == 200]

    bodies = [get(f"{pywb}/{digits(row.date)}id_/{row.url}") for row in revisits[:5]]

    assert revisits
    assert all(status == 200 and body for status, body in bodies)


def test_both_visits_to_a_site_that_did_not_change_are_replayed(tmp_path: Path) -> None:
    root = tmp_path / "collections" / "twice"
    with raw_server({}) as server:
        server.answers.update(Blog(entries(3)).answers(server.url))
        run_crawl(root, crawl_settings(server.url + "/"))
        time.sleep(1)  # replay tells captures apart by the second
        first = len(captures_of(root))
        update(root)
    again = [row for row in captures_of(root)[first:] if row.status == 200]

    with wayback(tmp_path) as address:
        later = {row.url: get(f"{address}/twice/{digits(row.date)}id_/{row.url}") for row in again}
        earlier = {
            row.url: get(f"{address}/twice/{digits(row.date)}id_/{row.url}") for row in captures_of(root)[:first]
        }

    assert again
    assert all(row.is_revisit for row in again)
    assert all(body and (status, body) == earlier[url] for url, (status, body) in later.items())


def digits(date: str) -> str:
    return "".join(one for one in date if one.isdigit())


def test_images_and_styles_of_a_page_are_replayed_too(replayed: tuple[str, str, Path]) -> None:
    pywb, _, root = replayed
    resources = [row for row in captures_of(root) if row.kind == "resource" and row.status == 200]

    kinds = {row.mime for row in resources}

    assert {"text/css", "image/png"} <= kinds
    assert all(get(f"{pywb}/id_/{row.url}")[0] == 200 for row in resources[:10])


def test_pywbs_own_index_agrees_with_ours(replayed: tuple[str, str, Path], tmp_path: Path) -> None:
    _, _, root = replayed
    files = sorted((root / "archive").glob("*.warc.gz"))

    subprocess.run(
        [PYWB / "cdx-indexer", "-j", "-s", "-o", str(tmp_path / "theirs.cdxj"), *map(str, files)],
        check=True,
        env={**os.environ, "LC_ALL": "C"},
    )

    theirs = facts(tmp_path / "theirs.cdxj")
    ours = facts(root / "indexes/index.cdxj")
    assert set(ours) == set(theirs)
    assert {place: ours[place] for place in ours} == theirs


def facts(path: Path) -> dict[tuple[str, str], tuple[str, ...]]:
    """Place → SURT and timestamp, URL, digest and length of each line; revisits have no status in pywb's index."""
    found = {}
    for line in path.read_text().splitlines():
        key, _, fields = line.partition(" {")
        entry = json.loads("{" + fields)
        found[entry["filename"].rpartition("/")[2], entry["offset"]] = (
            key,
            entry["url"],
            entry["digest"],
            entry["length"],
        )
    return found


def get(url: str) -> tuple[int, bytes]:
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_pywb_is_not_in_our_environment() -> None:
    assert shutil.which("wayback", path=str(Path(sys.executable).parent)) is None
