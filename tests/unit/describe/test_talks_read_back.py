"""Talks out of the catalog: chosen by address, id or site, in order of time, with all that is below them."""

from pathlib import Path

import pytest
from tests.support.objects import collection_of, post, source, thread

from thresher.catalog import open_catalog
from thresher.describe import Chosen, read_talks
from thresher.describe.withheld import Entry, WithheldKind, withhold
from thresher.model import ObjectType, Talk, WebObject

OLDER = WebObject(
    "https://c.example/old", ObjectType.BLOG_POST, "https://c.example/old/", source("https://c.example/old/"), "x",
    title="Old", author="Eve", published="2020-01-01", text="Long ago",
)  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    nested = WebObject(
        "https://b.example/c1", ObjectType.COMMENT, "", source("https://b.example/t1"), "known: x", author="Zoë",
        text="On the first post", container=post(1).id,
    )  # fmt: skip
    forum = WebObject("https://b.example/f", ObjectType.FORUM, "", source("https://b.example/"), "x", title="Fruit")
    return collection_of(tmp_path, [forum, thread(container=forum.id), post(2), post(1), nested, OLDER])


def talks(path: Path, **chosen: str) -> list[Talk]:
    catalog = open_catalog(path, read_only=True)
    try:
        return list(read_talks(catalog, Chosen(**chosen)))  # type: ignore[arg-type]
    finally:
        catalog.close()


def test_all_talks_come_in_order_of_time_each_with_what_is_below_it(path: Path) -> None:
    found = talks(path)

    assert [one.opening.web.title for one in found] == ["Old", "Pears"]
    assert [said.web.text for said in found[1].replies] == ["Words of post 1", "On the first post", "Words of post 2"]


@pytest.mark.parametrize(
    "name",
    ["https://b.example/t1", "https://b.example/p2", "https://b.example/t1#p1", "https://b.example/c1"],
)
def test_a_talk_is_found_by_anything_in_it(path: Path, name: str) -> None:
    (found,) = talks(path, name=name)

    assert found.opening.web.title == "Pears"


def test_a_talk_is_found_by_the_address_of_its_page(path: Path) -> None:
    (found,) = talks(path, name="https://c.example/old/")

    assert found.opening.web.id == OLDER.id


def test_a_site_is_chosen_by_its_host(path: Path) -> None:
    assert [one.opening.web.title for one in talks(path, site="C.example")] == ["Old"]
    assert talks(path, site="d.example") == []
    assert talks(path, name="https://d.example/") == []


def test_of_what_is_withheld_only_the_reason_is_there(path: Path) -> None:
    from thresher.describe import SCHEMA

    catalog = open_catalog(path, (SCHEMA,))
    withhold(catalog, [Entry(one, WithheldKind.OBJECT, "why", "2026") for one in (thread().id, post(1).id)])
    catalog.close()

    (found,) = talks(path, site="b.example")

    assert found.opening.withheld == found.replies[0].withheld == "why"
    assert (found.opening.web.title, found.replies[0].web.text, found.replies[0].web.author) == ("", "", "")
    assert {said.web.container_title for said in found.replies} == {""}
    assert found.replies[2].web.text == "Words of post 2"
