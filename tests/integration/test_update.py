"""A collection visited again: what is new, edited and deleted is said, what cannot be known is not."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import thresher
from tests.support.crawling import captures_of, crawl_settings, run_crawl, warcio_check
from tests.support.raw import RawServer, Script, html, raw_server
from tests.support.small_blog import Blog, entries, entry, objects_of, redirect, shown_posts, true_posts

from thresher.archive import Collection, verify
from thresher.catalog import open_catalog
from thresher.crawl.update import UpdateSummary, settings_of, update
from thresher.describe import read_objects

BLOG = Blog(entries(20))
NOTHING = {"new": 0, "edited": 0, "deleted": 0}
BUSY = b"HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"


@contextmanager
def crawled(root: Path, blog: Blog = BLOG) -> Iterator[RawServer]:
    """A server whose blog has been crawled into `root`."""
    with raw_server({}) as server:
        server.answers.update(blog.answers(server.url))
        assert run_crawl(root, crawl_settings(server.url + "/", attempts=1)).exit_code == 0
        server.requests.clear()
        yield server


def becomes(server: RawServer, blog: Blog, **more: Script) -> None:
    """The site is another one from now on; `more` are further answers, by path without slashes."""
    server.answers.clear()
    server.answers.update(blog.answers(server.url))
    server.answers.update({f"/{path}": answer for path, answer in more.items()})


def without(number: int) -> Blog:
    return replace(BLOG, entries=tuple(one for one in BLOG.entries if one.number != number))


def changes_of(found: UpdateSummary, kind: str) -> dict[str, int]:
    return {name: count for name, count in found.objects[kind].items() if name != "unchanged"}


def listed(root: Path, visit: int = 2) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (root / f"reports/changes-{visit}.jsonl").read_text().splitlines()]


def test_a_site_that_stays_as_it_is_has_no_changes_and_stores_revisits_only(tmp_path: Path) -> None:
    with crawled(tmp_path) as server:
        before = captures_of(tmp_path)
        found = update(tmp_path)

    assert changes_of(found, "BlogPost") == changes_of(found, "Comment") == NOTHING
    assert (found.objects["BlogPost"]["unchanged"], found.unseen, found.ended) == (20, {}, "complete")
    assert listed(tmp_path) == []
    again = captures_of(tmp_path)[len(before) :]
    # Revisits are of payloads; an answer without a body has none.
    assert {row.is_revisit for row in again if row.size} == {True}
    assert max(Counter(server.paths).values()) == 1
    assert {row.url for row in again} == {row.url for row in before}
    assert warcio_check(tmp_path) == ""
    catalog = open_catalog(Collection(tmp_path).catalog, read_only=True)
    assert verify(Collection(tmp_path), catalog).problems == ()
    catalog.close()


def test_new_edited_and_deleted_posts_are_told_apart(tmp_path: Path) -> None:
    edited = ("We wrote something else here, after long thought about gardens and their fences.", "And then this.")
    after = without(7).changed(12, paragraphs=edited)
    after = replace(after, entries=(entry(21), *after.entries))
    with crawled(tmp_path) as server:
        becomes(server, after)
        found = update(tmp_path)

        assert changes_of(found, "BlogPost") == {"new": 1, "edited": 1, "deleted": 1}
        assert shown_posts(objects_of(tmp_path), server.url) == true_posts(after)
        ids = {
            one["change"]: one["url"].removeprefix(server.url) for one in listed(tmp_path) if one["type"] == "BlogPost"
        }
        assert ids == {"new": entry(21).path, "edited": entry(12).path, "deleted": entry(7).path}
        assert next(one for one in listed(tmp_path) if one["change"] == "deleted")["why"] == "404"


def test_a_deleted_post_keeps_its_versions_and_exists_again_when_it_is_back(tmp_path: Path) -> None:
    with crawled(tmp_path) as server:
        becomes(server, without(7))
        update(tmp_path)
        catalog = open_catalog(Collection(tmp_path).catalog, read_only=True)
        history = [one for one in read_objects(catalog, history=True) if one.web.title == entry(7).title]
        catalog.close()
        becomes(server, BLOG)
        third = update(tmp_path)

        assert [bool(one.deleted) for one in history] == [True]
        assert third.visit == 3
        assert changes_of(third, "BlogPost") == NOTHING
        assert shown_posts(objects_of(tmp_path), server.url) == true_posts(BLOG)


def test_comments_come_and_go(tmp_path: Path) -> None:
    talk = entry(10).remarks
    with crawled(tmp_path) as server:
        becomes(server, BLOG.changed(10, remarks=talk[1:]))
        found = update(tmp_path)
        becomes(server, BLOG)
        back = update(tmp_path)

    assert changes_of(found, "Comment") == {"new": 0, "edited": 0, "deleted": 1}
    assert changes_of(found, "BlogPost") == NOTHING
    assert [one["why"] for one in listed(tmp_path)] == ["no longer on its page"]
    assert changes_of(back, "Comment") == NOTHING


def test_a_typographic_apostrophe_a_new_banner_and_a_new_date_are_no_edits(tmp_path: Path) -> None:
    first = BLOG.changed(12, paragraphs=("It's \"the garden\" - and it's mine...", "It isn't much, but it is green."))
    second = first.changed(12, paragraphs=("It’s “the  garden” – and it’s mine…", "It isn’t much, but it is green."))
    with crawled(tmp_path, first) as server:
        becomes(server, replace(second, banner="Closed on Monday"))
        found = update(tmp_path)

    assert changes_of(found, "BlogPost") == NOTHING


@pytest.mark.parametrize("answer", [BUSY, html("<p>no</p>", "403 No"), b""], ids=["busy", "forbidden", "no answer"])
def test_a_page_that_cannot_be_had_says_nothing(tmp_path: Path, answer: bytes) -> None:
    with crawled(tmp_path) as server:
        becomes(server, BLOG)
        server.answers[entry(7).path] = answer
        found = update(tmp_path)

    assert changes_of(found, "BlogPost") == NOTHING
    assert found.unseen["BlogPost"] == 1


def test_a_page_that_is_no_longer_linked_is_asked_for_once_and_is_not_deleted(tmp_path: Path) -> None:
    with crawled(tmp_path) as server:
        becomes(server, without(7))
        server.answers[entry(7).path] = BLOG.answers(server.url)[entry(7).path]
        found = update(tmp_path)

        assert changes_of(found, "BlogPost") == NOTHING
        assert (found.objects["BlogPost"]["unchanged"], found.unseen) == (20, {})
        assert server.paths.count(entry(7).path) == 1


def test_a_post_that_leads_to_the_front_page_is_deleted_and_one_that_leads_to_a_login_is_not(tmp_path: Path) -> None:
    with crawled(tmp_path) as server:
        becomes(server, BLOG)
        server.answers[entry(7).path] = redirect("/")
        server.answers[entry(8).path] = redirect("/login?next=8")
        server.answers["/login?next=8"] = html("<form><input type=password name=p></form>")
        found = update(tmp_path)

        gone = {one["url"].removeprefix(server.url): one["why"] for one in listed(tmp_path)}
        assert gone == {entry(7).path: f"leads to {server.url}/"}
    assert changes_of(found, "BlogPost") == {"new": 0, "edited": 0, "deleted": 1}
    assert found.unseen == {"BlogPost": 1}


def test_a_site_that_is_down_has_lost_nothing(tmp_path: Path) -> None:
    with crawled(tmp_path):
        pass
    down = thresher("update", str(tmp_path), "--all", "--json", "-q")
    again = thresher("crawl", "http://127.0.0.1/", "-o", str(tmp_path), "-q")

    assert down.returncode == 6
    assert all(changes["deleted"] == 0 for changes in json.loads(down.stdout)["objects"].values())
    assert "deleted" in down.stderr
    assert again.returncode == 3
    assert "thresher update FOLDER --all" in again.stderr


def test_an_update_that_comes_to_its_budget_goes_on_and_tells_deletions_at_its_end(tmp_path: Path) -> None:
    after = without(7)
    runs: list[UpdateSummary] = []
    with crawled(tmp_path) as server:
        becomes(server, after)
        while not runs or runs[-1].exit_code:
            runs.append(update(tmp_path, settings_of(tmp_path, max_requests=9)))
            assert len(runs) < 20

        assert max(Counter(server.paths).values()) == 1
    assert {one.exit_code for one in runs[:-1]} == {7}
    assert {one.visit for one in runs} == {2}
    assert all(one.objects["BlogPost"]["deleted"] == 0 for one in runs[:-1])
    assert changes_of(runs[-1], "BlogPost") == {"new": 0, "edited": 0, "deleted": 1}


def started(root: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "thresher", "update", str(root), "--all", "--json", "-q"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "no_proxy": "*"}
    )


def killed_until_it_ends(root: Path, answered: Callable[[], int], step: int) -> tuple[dict[str, Any], int]:
    """Update in a process that is killed whenever `step` further requests were answered; what it told at last."""
    kills = 0
    while True:
        limit = answered() + step
        process = started(root)
        while process.poll() is None and answered() < limit:
            time.sleep(0.002)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            kills += 1
            continue
        told, errors = process.communicate()
        assert process.returncode == 0, errors
        return json.loads(told), kills


def test_kills_in_the_middle_of_an_update_change_nothing(tmp_path: Path) -> None:
    paragraphs = ("Other words than before, which somebody thought were better.", "So it goes with words.")
    after = replace(without(7), entries=(entry(21), *without(7).entries)).changed(12, paragraphs=paragraphs)
    results: dict[str, dict[str, Any]] = {}
    for name in ("whole", "killed"):
        root = tmp_path / name
        with crawled(root) as server:
            becomes(server, after)
            if name == "whole":
                results[name] = update(root).as_dict()
                continue
            results[name], kills = killed_until_it_ends(root, lambda: len(server.requests), 7)
            assert kills >= 3
            assert max(Counter(server.paths).values()) <= 2, "only what was under way is asked for again"
            assert shown_posts(objects_of(root), server.url) == true_posts(after)
        assert warcio_check(root) == ""

    assert results["killed"]["objects"] == results["whole"]["objects"]
    assert results["killed"]["unseen"] == results["whole"]["unseen"] == {}
    assert results["killed"]["visit"] == 2


def test_an_interrupted_update_ends_with_its_exit_code_and_goes_on(tmp_path: Path) -> None:
    with crawled(tmp_path) as server:
        becomes(server, without(7))
        process = started(tmp_path)
        while len(server.requests) < 8:
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=30)
        found = update(tmp_path)

        assert max(Counter(server.paths).values()) == 1
    assert process.returncode == 11
    assert json.loads(told)["objects"]["BlogPost"]["deleted"] == 0
    assert json.loads(told)["unseen"]["BlogPost"] > 0
    assert changes_of(found, "BlogPost") == {"new": 0, "edited": 0, "deleted": 1}


def test_a_second_process_on_the_same_collection_is_refused(tmp_path: Path) -> None:
    with crawled(tmp_path):
        holder = Collection(tmp_path)
        holder.open_for_writing()
        second = thresher("update", str(tmp_path), "--all")
        holder.close()

    assert second.returncode == 4
    assert "Another Thresher" in second.stderr


def test_options_of_an_update_are_not_those_of_the_next(tmp_path: Path) -> None:
    with crawled(tmp_path):
        described = (tmp_path / "thresher.yaml").read_text()
        first = update(tmp_path, settings_of(tmp_path, max_requests=9))
        second = update(tmp_path)

    assert (first.exit_code, second.exit_code) == (7, 0)
    assert (tmp_path / "thresher.yaml").read_text() == described


def test_after_an_update_a_crawl_has_nothing_to_do_and_can_add_seeds(tmp_path: Path) -> None:
    with crawled(tmp_path) as server:
        update(tmp_path)
        idle = run_crawl(tmp_path, crawl_settings(server.url + "/"))
        server.answers["/hidden"] = html("<p>A page that nothing leads to.</p>")
        added = run_crawl(tmp_path, crawl_settings(server.url + "/", server.url + "/hidden"))
        third = update(tmp_path)

    assert idle.requests == 0
    assert added.requests == 1
    assert third.visit == 3
    assert server.paths.count("/hidden") == 2


def test_bad_input_is_told_in_a_sentence(tmp_path: Path) -> None:
    with crawled(tmp_path / "c"):
        pass
    nowhere = thresher("update", str(tmp_path / "none"), "--all")
    plain = thresher("update", str(tmp_path / "none"))
    (tmp_path / "c/thresher.yaml").write_text("seeds: [http://a.example/]\nweather: fine\n")
    newer = thresher("update", str(tmp_path / "c"), "--all")
    (tmp_path / "c/thresher.yaml").write_text("seeds: 7\n")
    bad = thresher("update", str(tmp_path / "c"), "--all")
    (tmp_path / "c/thresher.yaml").unlink()
    gone = thresher("update", str(tmp_path / "c"), "--all")

    assert [one.returncode for one in (plain, nowhere, newer, bad, gone)] == [3, 3, 3, 3, 3]
    assert "is not a Thresher collection" in nowhere.stderr
    assert not (tmp_path / "none").exists()
    assert "unknown setting 'weather'" in newer.stderr
    assert "cannot be used" in bad.stderr
    assert "has no thresher.yaml" in gone.stderr
    assert "Traceback" not in "".join(one.stderr for one in (plain, nowhere, newer, bad, gone))


def test_a_collection_of_a_newer_format_and_one_whose_crawl_is_unfinished_are_refused(tmp_path: Path) -> None:
    with raw_server({}) as server:
        server.answers.update(BLOG.answers(server.url))
        run_crawl(tmp_path, crawl_settings(server.url + "/", max_requests=5))
        unfinished = thresher("update", str(tmp_path), "--all")
    catalog = open_catalog(Collection(tmp_path).catalog)
    catalog.set_meta("format", "99")
    catalog.close()
    newer = thresher("update", str(tmp_path), "--all")

    assert (unfinished.returncode, newer.returncode) == (3, 3)
    assert "is not finished" in unfinished.stderr
    assert "newer Thresher" in newer.stderr


def test_the_summary_is_told_in_words(tmp_path: Path) -> None:
    with crawled(tmp_path) as server:
        becomes(server, without(7))
        told = thresher("update", str(tmp_path), "--all", "--delay", "0")

    assert told.returncode == 0
    assert "Update complete (visit 2)." in told.stdout
    assert "BlogPost: 0 new, 0 edited, 1 deleted, 19 as before" in told.stdout
    assert "Visit 2 begins." in told.stderr
