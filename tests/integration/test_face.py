"""What a user sees: results, progress, reports, budgets."""

import json
from pathlib import Path

import pytest
from tests.support.command import Done, thresher
from tests.support.crawling import captures_of, warcio_check
from tests.support.raw import html, raw_server

from thresher.demo import DemoServer

Demo = tuple[Path, Done]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    folder = tmp_path_factory.mktemp("demo")
    return folder, thresher("demo", "-o", "d", cwd=folder)


def test_the_demo_keeps_everything_and_says_what_it_saved(
    demo: Demo,
) -> None:
    folder, done = demo

    assert done.returncode == 0, done.stderr
    assert "100.0% of what people wrote" in done.stdout
    assert "would never end by itself" in done.stdout
    assert len(captures_of(folder / "d")) < 1000
    assert warcio_check(folder / "d") == ""


def test_the_demo_does_not_write_into_a_folder_that_is_there(
    demo: Demo,
) -> None:
    folder, _ = demo

    again = thresher("demo", "-o", "d", cwd=folder)

    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_status_and_verify_speak_of_the_collection(demo: Demo) -> None:
    folder, _ = demo

    status, verified = thresher("status", "d", cwd=folder), thresher("verify", "d", cwd=folder)
    numbers = json.loads(thresher("status", "d", "--json", cwd=folder).stdout)
    checked = json.loads(thresher("verify", "d", "--json", cwd=folder).stdout)

    assert "d: complete" in status.stdout
    assert "Everything agrees." in verified.stdout
    assert (numbers["pending"], numbers["is_running"]) == (0, False)
    assert numbers["captures"] == checked["captures"] == checked["index_lines"]
    assert checked["problems"] == []


def test_reports_have_every_outcome_and_every_reason(demo: Demo) -> None:
    folder, _ = demo
    reports = folder / "d/reports"

    outcomes = [json.loads(line) for line in (reports / "outcomes.jsonl").read_text().splitlines()]
    skipped = [json.loads(line) for line in (reports / "skipped.jsonl").read_text().splitlines()]
    summary = json.loads((reports / "crawl.json").read_text())

    assert len({entry["url"] for entry in outcomes}) == len(outcomes)
    assert all(entry["outcome"] for entry in outcomes)
    assert all(entry["reason"] and entry["via"] for entry in skipped)
    assert not {entry["url"] for entry in outcomes} & {entry["url"] for entry in skipped}
    assert summary["links_left"] == len(skipped)
    assert sum(summary["skipped"].values()) == len(skipped)


def test_json_is_one_line_on_stdout_and_nothing_else(tmp_path: Path) -> None:
    with raw_server({"/": html("<p>A few words of welcome.</p>")}) as server:
        done = thresher("crawl", server.url + "/", "-o", str(tmp_path / "c"), "--delay", "0", "--json")

    assert len(done.stdout.splitlines()) == 1
    summary = json.loads(done.stdout)
    assert (summary["ended"], summary["pages_kept"]) == ("complete", 1)


def test_a_budget_ends_with_its_exit_code_and_the_same_command_goes_on(tmp_path: Path) -> None:
    with DemoServer() as server:
        arguments = ("crawl", server.url, "-o", str(tmp_path / "c"), "--delay", "0", "--resources", "none")
        first = thresher(*arguments, "--max-requests", "25")
        second = thresher(*arguments, "--max-size", "200K")
        third = thresher(*arguments)

    assert (first.returncode, second.returncode, third.returncode) == (7, 7, 0), third.stderr
    assert "budget of 25 requests used up" in first.stdout
    assert "the same command goes on" in first.stdout
    assert "Going on:" in second.stderr
    rows = captures_of(tmp_path / "c")
    assert len({row.url for row in rows}) == len(rows)


def test_a_time_budget_ends_the_crawl(tmp_path: Path) -> None:
    with DemoServer() as server:
        done = thresher("crawl", server.url, "-o", str(tmp_path / "c"), "--delay", "0.5", "--max-time", "2s")

    assert done.returncode == 7
    assert "budget of 2 seconds used up" in done.stdout


def test_a_dry_run_shows_decisions_and_writes_nothing(tmp_path: Path) -> None:
    with DemoServer() as server:
        done = thresher("crawl", server.url + "forum/", "--dry-run", cwd=tmp_path)
        asked = server.requests

    assert done.returncode == 0, done.stderr
    assert asked == 1
    assert "would follow:" in done.stdout
    assert "session id" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_seeds_come_from_a_file_too(tmp_path: Path) -> None:
    with raw_server({"/a": html("<p>First words.</p>"), "/b": html("<p>Second words.</p>")}) as server:
        (tmp_path / "seeds.txt").write_text(f"# my sites\n{server.url}/a\n\n{server.url}/b\n")
        options = ("--delay", "0", "--scope", "page", "--json")
        done = thresher("crawl", "--seed-file", str(tmp_path / "seeds.txt"), "-o", str(tmp_path / "c"), *options)

    assert json.loads(done.stdout)["pages_kept"] == 2


def test_depth_include_and_exclude_hold(tmp_path: Path) -> None:
    pages = {f"/{n}": html(f"<p>Page {n}</p><a href='/{n + 1}'>next</a><a href='/x{n}'>x</a>") for n in range(5)}
    with raw_server({**pages, **{f"/x{n}": html("<p>x</p>") for n in range(5)}}) as server:
        options = ("--delay", "0", "--depth", "2", "--exclude", "/x1$", "--json")
        thresher("crawl", server.url + "/0", "-o", str(tmp_path / "c"), *options)

        guessed = {"/robots.txt", "/sitemap.xml", "/0/feed/", "/0/rss.xml", "/0/atom.xml"}
    assert set(server.paths) - guessed == {"/0", "/1", "/2", "/x0"}
    skipped = [json.loads(line) for line in (tmp_path / "c/reports/skipped.jsonl").read_text().splitlines()]
    reasons = {entry["url"].removeprefix(server.url): entry["reason"] for entry in skipped}
    assert reasons["/x1"] == "excluded by a pattern"
    assert reasons["/3"] == "deeper than the depth limit"


def test_doctor_finds_this_installation_in_order() -> None:
    done = thresher("doctor")

    assert done.returncode == 0
    assert "missing" not in done.stdout
    assert len(json.loads(thresher("doctor", "--json").stdout)) >= 10
