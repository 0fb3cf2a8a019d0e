"""A forum of a known type gets another template between two visits: its knowledge is mended, or nothing is."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.support.command import thresher
from tests.support.crawling import crawl_settings, mends_of, run_crawl
from tests.support.raw import RawServer, html, raw_server
from tests.support.small_blog import objects_of
from tests.support.small_forum import ROOT, TALKS, TYPE, Talk, index, old, renamed, retagged, table

from thresher.crawl.update import UpdateSummary, settings_of, update
from thresher.model import ObjectType, Strategy

Template = Callable[[Talk], str]


def answers(template: Template, talks: tuple[Talk, ...] = TALKS) -> dict[str, bytes]:
    return {
        "/": html(index(talks)),
        **{one.url.removeprefix(ROOT.rstrip("/")): html(template(one)) for one in talks},
    }


@contextmanager
def crawled(
    folder: Path,
    template: Template = old,
    *more: str,
    talks: tuple[Talk, ...] = TALKS,
    adapts: bool = True,
    knowledge: dict[str, Any] = TYPE,
) -> Iterator[RawServer]:
    """A forum that was crawled with a type for its old template, and `more` knowledge."""
    types = folder / "types"
    types.mkdir(exist_ok=True)
    (types / "smallforum.yaml").write_text(yaml.safe_dump(knowledge, sort_keys=False))
    with raw_server(answers(template, talks)) as server:
        folders = (str(types), *more)
        # Another name of the same machine: knowledge that was mended for one site is not recognised on another.
        seed = server.url.replace("127.0.0.1", "localhost" if more else "127.0.0.1") + "/"
        settings = crawl_settings(seed, strategy=Strategy.KNOWN, knowledge=folders, adapts=adapts)
        assert run_crawl(folder / "c", settings).exit_code == 0
        server.requests.clear()
        yield server


def counts_of(found: UpdateSummary) -> dict[str, tuple[int, ...]]:
    names = ("new", "edited", "deleted", "unchanged")
    return {kind: tuple(counts[name] for name in names) for kind, counts in found.objects.items()}


POSTS = sum(len(one.said) for one in TALKS)
SAME = {"Thread": (0, 0, 0, len(TALKS)), "BoardPost": (0, 0, 0, POSTS)}


@pytest.mark.parametrize("template", [table, renamed], ids=["a table", "another name"])
def test_another_template_changes_nothing_of_what_people_wrote(tmp_path: Path, template: Template) -> None:
    with crawled(tmp_path) as server:
        before = {one.id: (one.text, one.author, one.title) for one in objects_of(tmp_path / "c")}
        server.answers.update(answers(template))
        found = update(tmp_path / "c")

    assert counts_of(found) == SAME
    assert {one.id: (one.text, one.author, one.title) for one in objects_of(tmp_path / "c")} == before
    assert mends_of(tmp_path / "c")


def test_what_was_mended_serves_the_visits_to_come_and_is_there_to_read(tmp_path: Path) -> None:
    with crawled(tmp_path) as server:
        server.answers.update(answers(table))
        update(tmp_path / "c")
        found = update(tmp_path / "c")

    assert counts_of(found) == SAME
    assert len(mends_of(tmp_path / "c")) == 1
    (file,) = (tmp_path / "c/knowledge").glob("smallforum-*.yaml")
    assert "100% after" in file.read_text()
    file.rename(tmp_path / "types" / file.name)
    checked = thresher("kb", "check", str(tmp_path / "types"))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_posts_that_are_new_edited_or_gone_are_told_in_another_template_too(tmp_path: Path) -> None:
    first, second, *rest = TALKS
    edited = replace(
        first.said[0], text=first.said[0].text + " And this was added by its author a week later, as he says."
    )
    talks = (replace(first, said=(edited, *first.said[1:])), replace(second, said=second.said[:-1]), *rest)
    with crawled(tmp_path) as server:
        server.answers.update(answers(table, talks))
        found = update(tmp_path / "c")

    assert counts_of(found)["BoardPost"] == (0, 1, 1, POSTS - 2)


def test_an_unchanged_site_and_one_that_lost_posts_are_not_mended(tmp_path: Path) -> None:
    fewer = tuple(replace(one, said=one.said[:1]) for one in TALKS)
    with crawled(tmp_path) as server:
        update(tmp_path / "c")
        server.answers.update(answers(old, fewer))
        found = update(tmp_path / "c")

    assert counts_of(found)["BoardPost"] == (0, 0, POSTS - len(TALKS), len(TALKS))
    assert mends_of(tmp_path / "c") == []


def test_without_adaptation_another_template_is_not_read(tmp_path: Path) -> None:
    with crawled(tmp_path) as server:
        server.answers.update(answers(table))
        told = thresher("update", str(tmp_path / "c"), "--all", "--no-adapt", "--delay", "0", "--json", "-q")

    assert json.loads(told.stdout)["objects"]["BoardPost"]["unchanged"] == 0
    assert mends_of(tmp_path / "c") == []


@pytest.mark.parametrize("requests", [4, 7, 9])
def test_an_update_that_was_stopped_ends_as_if_it_had_not_been(tmp_path: Path, requests: int) -> None:
    with crawled(tmp_path) as server:
        server.answers.update(answers(table))
        update(tmp_path / "c", replace(settings_of(tmp_path / "c"), max_requests=requests))
        found = update(tmp_path / "c")

    assert counts_of(found) == SAME


def said_in(root: Path) -> set[tuple[str, str]]:
    return {(one.author, one.text) for one in objects_of(root) if one.type is ObjectType.BOARD_POST}


TRUE = {(said.author, said.text) for one in TALKS for said in one.said}


@pytest.mark.parametrize("template", [renamed, retagged], ids=["another name", "another tag"])
def test_a_new_site_in_another_template_is_read_and_serves_the_next(tmp_path: Path, template: Template) -> None:
    with crawled(tmp_path, template):
        first = said_in(tmp_path / "c")
    other = tmp_path / "other"
    other.mkdir()
    with crawled(other, template, str(tmp_path / "c/knowledge")):
        second = said_in(other / "c")
    bare = tmp_path / "bare"
    bare.mkdir()
    with crawled(bare, template, adapts=False):
        unadapted = said_in(bare / "c")

    assert first == second == TRUE
    assert unadapted != TRUE
    assert mends_of(other / "c") == ["thread as on another site"]


def test_a_new_site_in_the_template_of_its_type_is_not_mended(tmp_path: Path) -> None:
    with crawled(tmp_path):
        assert said_in(tmp_path / "c") == TRUE
    assert mends_of(tmp_path / "c") == []


SUCCESSOR = {
    "type": "nextforum",
    "title": "What people move small forums to",
    "detect": ["div[@id='next']"],
    "urls": {"roles": {"thread": ["thread.php?id={id#}"]}},
    "levels": [
        {
            "name": "thread",
            "kind": "terminal",
            "detect": ["div[@class~='post']"],
            "extract": [
                {"object": "Thread", "fields": {"title": ["h3"]}},
                {
                    "object": "BoardPost",
                    "each": ["div[@class~='post']"],
                    "fields": {
                        "key": ["/@data-number"],
                        "author": ["xpath:./u[1]"],
                        "published": ["xpath:./u[2]"],
                        "text": ["xpath:./section/div"],
                    },
                },
            ],
        },
    ],
}


def succeeded(one: Talk) -> str:
    """A page of the other software: alike from afar, so that the old type still tells what kind of page it is."""
    posts = "".join(
        f"<div class='post' data-number='p{said.number}'><u>{said.author}</u><u>{said.time:%Y-%m-%d %H:%M}</u>"
        f"<section><div>{said.text}</div></section></div>"
        for said in one.said
    )
    return f"<div id='next'><h3>{one.title}</h3>{posts}</div>"


def test_new_threads_of_a_site_that_got_other_software_are_read_by_the_type_of_that(tmp_path: Path) -> None:
    first, *rest = TALKS
    types = tmp_path / "types"
    types.mkdir()
    (types / "nextforum.yaml").write_text(yaml.safe_dump(SUCCESSOR, sort_keys=False))
    with crawled(tmp_path, old, talks=(first,)) as server:
        server.answers.update(answers(succeeded, tuple(rest)))
        found = update(tmp_path / "c")

    assert counts_of(found)["BoardPost"] == (POSTS - len(first.said), 0, 0, len(first.said))
    assert said_in(tmp_path / "c") == TRUE
    assert mends_of(tmp_path / "c") == ["thread as on another site"]


def by_place() -> dict[str, Any]:
    """The type, with links to threads where its template has them, and nowhere else."""
    first, second = TYPE["levels"]
    follow = [{"to": "thread", "at": ["ul[@class='threads']/li/a/@href"]}]
    return {**TYPE, "levels": [{**first, "follow": follow}, second]}


def tiled(talks: tuple[Talk, ...]) -> str:
    """The list in another template: its links stand elsewhere, beside others."""
    links = "".join(
        f"<p><b><a href='{one.url.removeprefix(ROOT.rstrip('/'))}'>{one.title}</a></b> "
        f"<a href='/user.php?id={one.number}'>by somebody</a></p>"
        for one in talks
    )
    return f"<div id='forum'><h1>All threads</h1><section class='tiles'>{links}</section></div>"


@pytest.mark.parametrize("is_moved", [True, False], ids=["links moved", "as before"])
def test_links_to_threads_are_found_where_the_list_has_them_now(tmp_path: Path, is_moved: bool) -> None:
    *before, last = TALKS
    with crawled(tmp_path, talks=tuple(before), knowledge=by_place()) as server:
        server.answers.update(answers(old))
        if is_moved:
            server.answers["/"] = html(tiled(TALKS))
        found = update(tmp_path / "c")
        again = update(tmp_path / "c")
        asked = server.paths

    assert counts_of(found)["BoardPost"] == (len(last.said), 0, 0, POSTS - len(last.said))
    assert counts_of(again) == SAME
    assert not any("user.php" in path for path in asked)
