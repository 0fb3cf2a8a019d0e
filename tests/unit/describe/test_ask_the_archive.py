"""The queries in docs/howto/ask-the-archive.md are run as they stand there."""

import csv
import io
import re
from pathlib import Path

import pytest
from tests.support.objects import collection_of, post, thread

from thresher.describe.ask import ask

PAGE = Path(__file__).parents[3] / "docs" / "howto" / "ask-the-archive.md"
EXAMPLES = dict(
    re.findall(
        r"^([A-Z][^\n]*(?:\n[^\n`]+)*):\n\n```sparql\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.M | re.S
    )
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("forums")
    collection_of(
        folder,
        [
            thread(),
            post(3, published="2026-04-03", author="Bob"),
            post(1, published="2026-03-31T23:59:00-08:00"),
            post(2, author="Bob", published="2026-03-02", reply_to=post(1).id),
            thread(host="c.example", title="Nuts"),
            post(1, host="c.example", published="", container_title="Nuts"),
            post(2, host="c.example", author="Cy", published="2026-02-28T12:00:00Z"),
        ],
    )
    return folder


def answer(root: Path, beginning: str) -> list[tuple[str, ...]]:
    (text,) = [query for title, query in EXAMPLES.items() if title.startswith(beginning)]
    with ask(root / "catalog.db", root / "rdf", text, "csv").file as file:
        rows = csv.reader(io.StringIO(file.read().decode(), newline=""))
        return [tuple(row) for row in rows][1:]


def test_every_example_is_tried_here() -> None:
    assert {title.split()[0] for title in EXAMPLES} == {"What", "The", "Who", "Where"}
    assert len(EXAMPLES) == PAGE.read_text(encoding="utf-8").count("```sparql") == 5


def test_all_posts_of_one_author_over_two_forums(root: Path) -> None:
    assert answer(root, "What Ann wrote") == [
        ("https://b.example/", "2026-03-31T23:59:00-08:00", "Words of post 1"),
        ("https://c.example/", "", "Words of post 1"),
    ]


def test_the_thread_of_a_post(root: Path) -> None:
    assert answer(root, "The thread") == [
        ("Pears", "Ann", "Words of post 1"),
        ("Pears", "Bob", "Words of post 2"),
        ("Pears", "Bob", "Words of post 3"),
    ]


def test_what_was_said_in_march(root: Path) -> None:
    assert answer(root, "What was said") == [
        ("2026-03-02", "Bob", "Words of post 2"),
        ("2026-03-31T23:59:00-08:00", "Ann", "Words of post 1"),
    ]


def test_who_answers_whom(root: Path) -> None:
    assert answer(root, "Who answers") == [("Bob", "Ann", "1")]


def test_where_a_text_lies(root: Path) -> None:
    assert answer(root, "Where a text") == [("test-00001.warc.gz", "1000", "2026-03-01T12:00:00Z")]
