"""How long the viewer's pages take on a large collection: python benchmarks/viewer.py [--objects N] [--keep FOLDER].

A collection is generated: two objects a capture, threads of 20 posts, 40 sites, 20,000 people, words as in a language
(few of them often, many of them seldom). Nothing of it is real but its size. Each page is asked for 20 times with
different numbers, names and words; the 95th percentile counts.
"""

import argparse
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from thresher.archive import Collection
from thresher.catalog import open_catalog
from thresher.crawl.session import SCHEMAS
from thresher.model import CrawlSettings
from thresher.page import surt

SITES, PEOPLE, THREAD = 40, 20_000, 20
TIMES = 20
LIMIT_MS = 300
START = datetime(2020, 1, 1, tzinfo=UTC)


def generate(root: Path, objects: int) -> None:
    """A catalog with so many objects, and half as many captures."""
    draw = random.Random(1)
    place = Collection(root)
    place.open_for_writing()
    place.describe(CrawlSettings(seeds=tuple(f"https://site{n}.example/" for n in range(SITES))))
    catalog = open_catalog(place.catalog, SCHEMAS)
    words = [f"word{n}" for n in range(50_000)]
    weights = [1 / (n + 1) for n in range(len(words))]
    texts = [" ".join(draw.choices(words, weights, k=40)) for _ in range(5_000)]
    captures = objects // 2
    catalog.executemany(
        "INSERT INTO captures(url, surt, date, kind, status, mime, digest, record_id, file, offset, length, size, "
        "is_revisit, seconds, is_indexed, absorbed) VALUES (?, ?, ?, 'page', 200, 'text/html', ?, '', 'a.warc.gz', ?, "
        "9000, 30000, 0, 0.1, 1, 1)",
        _captures(captures),
    )
    catalog.executemany(
        "INSERT INTO urls(url, state, kind, queue, priority, turn, depth, via, shape, outcome) "
        "VALUES (?, 2, 'page', ?, 100, ?, 1, '', '', 'kept')",
        ((url_of(n), host_of(n), n) for n in range(captures)),
    )
    catalog.executemany(
        "INSERT INTO objects(number, id, type, url, container, container_title, page, place, version, current, "
        "first_seen, last_seen, file, offset, source_url, source_time, changed, is_indexed) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, 'a.warc.gz', 0, ?, ?, ?, 1)",
        _objects(objects),
    )
    catalog.executemany(
        "INSERT INTO object_versions(number, object, version, digest, file, offset, source_url, source_time, rule, "
        "confidence, title, author, author_url, published, modified, reply_to, links, images, tags, own_text, text, "
        "html) VALUES (?, ?, 1, x'00', 'a.warc.gz', 0, ?, ?, 'made/thread', 1, ?, ?, '', ?, '', '', '[]', '[]', '[]', "
        "'', ?, '')",
        _versions(objects, draw, texts),
    )
    catalog.execute("INSERT INTO object_words(object_words) VALUES ('rebuild')")
    catalog.execute(
        "INSERT INTO visits VALUES (1, '2020-01-01T00:00:00+00:00', '2020-02-01T00:00:00+00:00', 'crawl', 0, 0, 0)"
    )
    catalog.close()
    place.close()


def thread_of(number: int) -> int:
    """The number of the thread that an object is of: every twentieth is one itself."""
    return number - (number - 1) % THREAD


def host_of(capture: int) -> str:
    return f"site{capture % SITES}.example"


def url_of(capture: int) -> str:
    return f"https://{host_of(capture)}/f{capture % 997}/t{capture // 50}/p{capture}"


def moment_of(number: int) -> str:
    return (START + timedelta(minutes=number)).isoformat()


def _captures(count: int) -> Iterator[tuple[object, ...]]:
    for number in range(count):
        url = url_of(number)
        yield url, surt(url), moment_of(number), f"sha1:{number}", number * 9000


def _objects(count: int) -> Iterator[tuple[object, ...]]:
    for number in range(1, count + 1):
        thread = thread_of(number)
        page = url_of((thread - 1) // 2)
        is_thread = number == thread
        kind = "Thread" if is_thread else "BoardPost"
        container = "" if is_thread else f"{url_of((thread - 1) // 2)}#thread"
        identity = f"{page}#thread" if is_thread else f"{page}#p{number}"
        moment = moment_of(number // 2)
        yield (
            number, identity, kind, page, container, "" if is_thread else f"Talk {thread}", 0, number - thread,
            number, moment, moment, page, moment, number,
        )  # fmt: skip


def _versions(count: int, draw: random.Random, texts: list[str]) -> Iterator[tuple[object, ...]]:
    for number in range(1, count + 1):
        thread = thread_of(number)
        page, moment = url_of((thread - 1) // 2), moment_of(number // 2)
        is_thread = number == thread
        title, text = (f"Talk {thread}", "") if is_thread else ("", f"{texts[draw.randrange(len(texts))]} only{number}")
        author = "" if is_thread else f"Person {int(PEOPLE * draw.random() ** 2)}"
        yield number, number, page, moment, title, author, "" if is_thread else moment, text


@contextmanager
def viewing(root: Path) -> Iterator[str]:
    """The viewer in a process of its own, once it is ready."""
    command = [sys.executable, "-m", "thresher", "view", str(root), "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        found = re.search(r"http://\S+", process.stderr.readline())
        assert found is not None, "it said no address"
        address = found[0].rstrip("/")
        # What is prepared in the background is there when it is asked for the next time.
        for path in ("/tree", "/plan", "/feeds"):
            while ask(address + path)[0] == 202:
                time.sleep(1)
        yield address
    finally:
        process.terminate()
        process.wait(30)


def ask(url: str) -> tuple[int, float]:
    """Status and seconds."""
    began = time.monotonic()
    try:
        with urllib.request.urlopen(url, timeout=120) as answer:
            answer.read()
            return answer.status, time.monotonic() - began
    except urllib.error.HTTPError as error:
        error.read()
        return error.code, time.monotonic() - began


def pages(objects: int, draw: random.Random) -> dict[str, list[str]]:
    """Addresses of each kind of page."""

    def some(form: str, most: int) -> list[str]:
        return [form.format(draw.randrange(1, most)) for _ in range(TIMES)]

    threads = [f"/talks/{thread_of(draw.randrange(1, objects))}" for _ in range(TIMES)]
    captures = [f"/captures?url={url_of(draw.randrange(objects // 2))}" for _ in range(TIMES)]
    return {
        "overview": ["/"] * TIMES,
        "site": some("/sites/{}", SITES),
        "list of talks": some("/talks?page={}", 40),
        "longest talks of a site": some("/talks?order=replies&site={}", SITES),
        "talk": threads,
        "object": some("/objects/{}", objects),
        "people": some("/people?page={}", 40),
        "people by name": some("/people?name=Person+{}", 99),
        "person": some("/people/{}", PEOPLE // 2),
        "search, seldom": some("/search?q=only{}", objects),
        "search, usual": some("/search?q=word{}", 3000),
        "search, in every second text": ["/search?q=word0", "/search?q=word1", "/search?q=word2+word3"] * (TIMES // 3),
        "search, narrowed": some("/search?q=word50&since=2021&site={}", SITES),
        "captures": captures,
        "structure": some("/tree?site={}", SITES),
        "structure, all": ["/tree"] * TIMES,
        "treemap": some("/tree?as=map&site={}", SITES),
        "feeds": ["/feeds"] * TIMES,
        "plan": ["/plan"] * TIMES,
        "left alone": ["/skipped"] * TIMES,
        "knowledge": ["/knowledge"] * TIMES,
        "live": ["/live"] * TIMES,
    }


def measure(root: Path, objects: int) -> bool:
    """Print a line a page; whether all are fast enough."""
    is_good = True
    with viewing(root) as address:
        for name, links in pages(objects, random.Random(2)).items():
            answers = [ask(address + link) for link in links]
            worst = statistics.quantiles([1000 * seconds for _, seconds in answers], n=20)[-1]
            statuses = {status for status, _ in answers}
            is_good &= worst <= LIMIT_MS and statuses == {200}
            middle = statistics.median(1000 * seconds for _, seconds in answers)
            print(f"{name:<30} {middle:7.0f} ms median {worst:7.0f} ms 95th percentile {sorted(statuses)}", flush=True)
    return is_good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--objects", type=int, default=2_000_000)
    parser.add_argument("--keep", type=Path, help="folder for the collection; used again if it is there")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        root = given.keep or Path(temporary) / "large"
        if not (root / "catalog.db").exists():
            began = time.monotonic()
            generate(root, given.objects)
            print(f"generated {given.objects:,} objects in {time.monotonic() - began:.0f} s", flush=True)
        with closing(sqlite3.connect(root / "catalog.db")) as connection:
            objects = int(connection.execute("SELECT max(number) FROM objects").fetchone()[0])
        is_good = measure(root, objects)
    print("all pages within the limit" if is_good else f"some page takes more than {LIMIT_MS} ms")
    sys.exit(not is_good)


if __name__ == "__main__":
    main()
