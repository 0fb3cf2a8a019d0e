"""A small forum whose template is changed, mended and scored; and the command on a small recorded blog."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
import yaml
from tests.support.small_forum import ROOT, TYPE, index, old, talk
from tests.unit.learn.articles.blogs import PEOPLE, prose
from typer.testing import CliRunner

from thresher.cli import app_for
from thresher.evaluate import Recording
from thresher.evaluate.adaptation import (
    OURS,
    STATIC,
    Control,
    Plan,
    Score,
    Trial,
    control_level,
    measure_level,
    mended,
    score,
    shown_of,
)
from thresher.evaluate.adaptation_fresh import FRESH
from thresher.evaluate.adaptation_kinds import SCORING
from thresher.evaluate.adaptation_pages import KnownLevel, KnownPage, known_levels
from thresher.evaluate.adaptation_peers import NAME, Scrapling, installed_adapters
from thresher.evaluate.adaptation_report import Measured, as_data, as_html, as_text, share_of
from thresher.evaluate.mutations import DEVELOPMENT, Mutation
from thresher.evaluate.recording import key_of
from thresher.knowledge import KnowledgeBase, load_base
from thresher.model import WebObject
from thresher.page import read_tree

TALKS = tuple(map(talk, range(1, 17)))


def answer(markup: str) -> bytes:
    return (
        f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body>{markup}</body></html>".encode()
    )


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("types")
    (folder / "smallforum.yaml").write_text(yaml.safe_dump({**TYPE, "extends": "forum"}))
    return load_base(folder)


@pytest.fixture(scope="module")
def forum(base: KnowledgeBase) -> KnownLevel:
    pages = {key_of(one.url): answer(old(one)) for one in TALKS}
    recording = Recording("forum", ROOT, {key_of(ROOT): answer(index(TALKS)), **pages})
    (found,) = known_levels(recording, base)
    return found


def retold(one: KnownPage, before: str, after: str) -> KnownPage:
    """A page with other markup."""
    tree = read_tree(one.capture.payload.replace(before.encode(), after.encode()), one.page.url).tree
    assert tree is not None
    return one.with_tree(tree)


def test_the_pages_of_a_level_come_with_what_the_type_reads_on_them(forum: KnownLevel) -> None:
    assert (forum.site, forum.level.name, len(forum.pages)) == ("forum", "thread", len(TALKS))
    found = {one.page.url: [said.text for said in one.objects[1:]] for one in forum.pages}
    assert found == {one.url: [said.text for said in one.said] for one in TALKS}


def test_a_page_whose_tree_was_not_changed_is_read_as_before(forum: KnownLevel) -> None:
    one = forum.pages[0]

    same = one.with_tree(one.page.tree)

    assert [(o.id, o.text) for o in forum.read(forum.application, same)] == [(o.id, o.text) for o in one.objects]
    assert shown_of(same) == shown_of(one)


def test_what_is_read_as_it_is_is_right(forum: KnownLevel) -> None:
    assert score(forum, [(one.objects, one.objects) for one in forum.pages]) == Score(1.0, 1.0, 0.0)


def test_what_is_missing_wrong_or_too_much_is_not_right(forum: KnownLevel) -> None:
    there = forum.pages[0].objects

    missing = score(forum, [(there, there[:-1])])
    wrong = score(forum, [(there, [*there[:-1], replace(there[-1], author="Nobody")])])
    spare = score(forum, [(there, [*there, replace(there[-1], id="other")])])

    assert [one.is_right for one in (missing, wrong, spare)] == [False] * 3
    assert [one.failed for one in (missing, wrong, spare)] == [
        ("BoardPost.each",),
        ("BoardPost.author",),
        ("BoardPost.spare",),
    ]


def test_a_text_that_is_gone_is_noticed(forum: KnownLevel) -> None:
    one = forum.pages[0]
    last = one.objects[-1]

    shorter = retold(one, last.text, "")

    assert shown_of(one) - shown_of(shorter) == {(last.id, "text")}


def test_a_date_in_pieces_is_still_shown_and_one_that_is_gone_is_not(forum: KnownLevel) -> None:
    one = forum.pages[0]
    last = one.objects[-1]
    moment = datetime.fromisoformat(last.published)
    written, pieces = f"{moment:%Y-%m-%d %H:%M}", f"<u>{moment.day}</u> <u>{moment:%B}</u> <u>{moment.year}</u>"
    alone = replace(one, objects=(last,))

    assert shown_of(retold(alone, written, pieces)) == shown_of(alone)
    without = retold(alone, f"{moment:%Y-%m-%d}", "")
    assert shown_of(alone) - shown_of(without) == {(last.id, "published")}


def test_a_renamed_class_is_mended_and_an_unchanged_site_is_left_alone(base: KnowledgeBase, forum: KnownLevel) -> None:
    pages = [retold(one, "class='who'", "class='writer'") for one in forum.pages]

    application = mended(forum, base, pages[:8])

    assert not score(forum, [(one.objects, forum.read(forum.application, one)) for one in pages[8:]]).is_right
    assert score(forum, [(one.objects, forum.read(application, one)) for one in pages[8:]]).is_right
    assert mended(forum, base, forum.pages[:8]) is forum.application


def test_pages_that_are_unchanged_or_lost_posts_are_left_alone(base: KnowledgeBase, forum: KnownLevel) -> None:
    assert control_level(forum, base) == Control("forum", "thread", len(TALKS), unchanged=False, lost=False)


class Blind:
    """A program that finds nothing."""

    name = "blind"

    def learn(self, known: KnownLevel) -> Sequence[Sequence[WebObject]]:
        return [one.objects for one in known.pages]

    def read(self, one: KnownPage) -> Sequence[WebObject]:
        return ()


def test_only_what_breaks_the_type_counts_and_all_programs_are_scored(base: KnowledgeBase, forum: KnownLevel) -> None:
    told: list[str] = []

    trials, _ = measure_level(forum, base, Plan(DEVELOPMENT, (1, 2), 2), [Blind()], told.append)
    again, _ = measure_level(forum, base, Plan(DEVELOPMENT, (1, 2), 2), [], told.append)

    assert [trial.number for trial in trials] == [1, 1, 2, 2]
    assert {tuple(trial.scores) for trial in trials} == {(OURS, STATIC, "blind")}
    assert not any(trial.scores[name].is_right for trial in trials for name in (STATIC, "blind"))
    assert [trial.what for trial in trials] == [trial.what for trial in again]
    assert any(trial.scores[OURS].is_right and trial.page_ratio for trial in trials)
    assert len(told) == 4


def test_scrapling_finds_on_unchanged_pages_what_it_found_before(forum: KnownLevel, tmp_path: Path) -> None:
    pytest.importorskip("scrapling", reason="comes with the extra 'peers'")
    (program,), missing = installed_adapters(tmp_path)

    before = program.learn(forum)

    assert isinstance(program, Scrapling)
    assert missing == ""
    assert list(map(tuple, before)) == [tuple(program.read(one)) for one in forum.pages]
    assert [[one.id for one in some] for some in before] == [[o.id for o in one.objects] for one in forum.pages]


def test_a_program_that_is_not_installed_is_left_out_with_a_hint(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("thresher.evaluate.adaptation_peers.find_spec", lambda _: None)

    found, missing = installed_adapters(tmp_path)

    assert found == []
    assert missing.startswith(f"{NAME} is not installed")


GOOD, BAD = Score(1.0, 1.0, 0.0), Score(0.5, 1.0, 0.0, ("BoardPost.each",))


def trial(number: int, ours: Score, *kinds: str) -> Trial:
    what = tuple(f"{kind}: <b>" for kind in kinds)
    return Trial("s", "thread", number, kinds, what, {OURS: ours, STATIC: BAD}, True, 0.5, 1.25)


def test_reports_have_shares_times_and_what_was_not_repaired() -> None:
    trials = [trial(1, GOOD, "a"), trial(1, BAD, "b"), trial(3, GOOD, "a", "b", "c")]
    measured = Measured(trials, 7, "Scrapling is not installed.", 12.0)

    text, html, data = as_text(measured), as_html(measured), as_data(measured)

    assert share_of(trials, OURS) == pytest.approx(2 / 3)
    assert share_of(trials, "other") is None
    lines = [line.split() for line in text.splitlines()]
    assert ["1", "2", "0", "%", "50", "%", "95%"] in lines
    assert ["3", "1", "0", "%", "100", "%", "85%"] in lines
    assert "Scrapling is not installed." in text
    assert "<td>BoardPost.each</td>" in html
    assert "b: &lt;b&gt;" in html
    assert json.loads(json.dumps(data))["trials"][1]["tools"][OURS]["is_right"] is False


def post(number: int) -> str:
    return (
        "<html><head><title>t</title><meta name='generator' content='Hexo 7'>"
        "<meta property='og:type' content='article'></head><body>"
        f"<header><a href='/'>Home</a></header><article><h1 class='post-title'>The {number}. walk</h1>"
        f"<span class='p-author'>{PEOPLE[number % len(PEOPLE)]}</span>"
        f"<time class='post-meta-date-created' datetime='2023-03-{number + 1:02}T08:30:00+00:00'>"
        f"{number + 1} March 2023 08:30</time><div class='post-body'><p>{prose(str(number), 3)}</p></div></article>"
        "</body></html>"
    )


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A blog of ten posts."""
    records = []
    for number in range(10):
        block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{post(number)}".encode()
        address = f"http://b.example/2023/03/{number + 1:02}/walk-{number}/"
        head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {address}\r\nContent-Length: {len(block)}\r\n\r\n"
        records.append(head.encode() + block + b"\r\n\r\n")
    place = tmp_path / "blog"
    place.mkdir()
    (place / "mirror.warc").write_bytes(b"".join(records))
    return place


@pytest.mark.parametrize(("options", "kinds"), [([], SCORING), (["--kinds", "fresh"], FRESH)], ids=["scoring", "fresh"])
def test_the_command_prints_and_writes_what_was_measured(
    options: list[str], kinds: dict[str, Mutation], recorded: Path, tmp_path: Path
) -> None:
    output = tmp_path / "report.html"
    words = ["evaluate", "adaptation", str(recorded), "--mutations", "1,3", "--trials", "1", "--no-peers", "-o"]

    run = CliRunner().invoke(app_for(), [*words, str(output), "--json", *options])

    assert run.exit_code == 0, run.output
    data = json.loads(run.stdout)
    assert [len(one["kinds"]) for one in data["trials"]] == [1, 3]
    assert all(kind in kinds for one in data["trials"] for kind in one["kinds"])
    assert "1/1 blog: hexo, 10 pages" in run.stderr
    assert "Mending after a change of template" in output.read_text()


@pytest.mark.parametrize("numbers", ["", "0", "1,x", "99"])
def test_numbers_of_mutations_that_cannot_be_are_refused(numbers: str, recorded: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke(
        app_for(), ["evaluate", "adaptation", str(recorded), "--mutations", numbers, "-o", str(tmp_path / "r.html")]
    )

    assert run.exit_code != 0
    assert "--mutations" in str(run.exception)
