"""Recorded polls replayed: files, the world made of them, scores with known answers, the command."""

import gzip
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from thresher.cli import app_for
from thresher.evaluate.schedule import chosen_methods
from thresher.evaluate.schedule_classes import LAST, MAJORITY, best_threshold, measures, tell_changes
from thresher.evaluate.schedule_replay import (
    Knowledge,
    Replayed,
    Spend,
    World,
    make_world,
    replay,
    visit_in_turn,
)
from thresher.evaluate.schedule_scores import interval, relative, score
from thresher.evaluate.schedule_series import CAP, Series, load_series, read_series
from thresher.evaluate.schedule_sites import site_world
from thresher.model.errors import UsageError
from thresher.plan import make_method

START = datetime(2026, 3, 2, tzinfo=UTC)
FIRST = START.timestamp() / 3600


def invented(name: str, days: int, rate: float, seed: int = 1, step: float = 1.0) -> Series:
    """Polls of a page that has news in the daytime."""
    lots = np.random.default_rng(seed)
    hours = FIRST + np.arange(int(days * 24 / step)) * step
    daytime = (hours % 24 >= 7) & (hours % 24 < 19)
    novel = np.minimum(lots.poisson(rate * step * np.where(daytime, 1.9, 0.1)), CAP).astype(np.float64)
    return Series(name, hours, novel, novel > 0, step, 30.0)


def write(place: Path, series: Series) -> Path:
    rows = ["observed_at,changed,n_items,added,novel"]
    for hour, new in zip(series.hours, series.novel, strict=True):
        moment = datetime.fromtimestamp(hour * 3600, UTC).isoformat().replace("+00:00", "Z")
        rows.append(f"{moment},{int(new > 0)},30,{int(new)},{int(new)}")
    place.write_bytes(gzip.compress("\n".join(rows).encode()))
    return place


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("polls")
    for number, rate in enumerate((3.0, 0.8, 0.3, 0.1)):
        write(found / f"site-{number % 2}_page{number}.csv.gz", invented("", 60, rate, number))
    return found


def test_a_file_is_read_in_order_with_each_poll_once(tmp_path: Path) -> None:
    rows = [f"2026-03-02T{hour:02}:10:00Z,1,9,2,{hour}" for hour in range(24)]
    text = "\n".join(["observed_at,changed,n_items,added,novel", *reversed(rows), rows[3]])
    (tmp_path / "a_b.csv").write_text(text)

    found = read_series(tmp_path / "a_b.csv")

    assert found.name == "a_b"
    assert found.host == "a"
    assert found.novel.tolist() == [min(CAP, hour) for hour in range(24)]
    assert np.all(np.diff(found.hours) > 0)
    assert found.step_hours == 1.0
    assert found.listed == 9


def test_wrong_rows_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = [f"2026-03-02T{hour:02}:10:00,{hour % 2}" for hour in range(24)]
    wrong = ["yesterday,1", "2026-03-02T10:20:00,many", "", "2026-03-02T10:40:00,-3", "2026-03-02T11:20:00,nan", "x"]
    (tmp_path / "a.csv").write_text("\n".join([" observed_at , novel", *rows, *wrong]))

    found = read_series(tmp_path / "a.csv")

    assert len(found.hours) == 24
    assert found.notes == ("5 rows could not be read and are left out",)


def test_polls_without_a_change_are_put_between_recorded_changes(tmp_path: Path) -> None:
    moments = [START + timedelta(minutes=20 * place) for place in (0, 1, 2, 5, 6, 7, 9, *range(10, 40), 4000)]
    rows = [f"{moment.isoformat()},1,30,1,1" for moment in moments]
    (tmp_path / "a.changed_at.csv").write_text("\n".join(["changed_at,changed,n_items,added,novel", *rows]))

    found = read_series(tmp_path / "a.changed_at.csv")

    assert found.name == "a"
    assert found.step_hours == pytest.approx(1 / 3)
    assert found.novel[:10].tolist() == [1, 1, 1, 0, 0, 1, 1, 1, 0, 1]
    assert len(found.hours) == 41, "what is not known for days is not filled"
    assert "every 20 minutes" in found.notes[0]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "no column 'observed_at'"),
        (b"time,novel\n1,2\n", "no column 'observed_at'"),
        (b"observed_at,title\n2026-03-02T10:00:00Z,x\n", "no column 'novel'"),
        (b"observed_at,novel\n2026-03-02T10:00:00Z,1\n", "has 1 polls that can be read; 20 are needed"),
        (b"\x1f\x8bnot gzip at all", "cannot be read"),
        (gzip.compress(b"observed_at,novel\n" * 50, mtime=0)[:30], "cannot be read"),
        (bytes(range(256)) * 20, "no column"),
        (b'observed_at,novel\n"2026-03-02', "has 0 polls"),
    ],
)
def test_files_that_cannot_be_used_get_a_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "odd.csv").write_bytes(content)

    with pytest.raises(UsageError) as caught:
        load_series([tmp_path / "odd.csv"])

    assert sentence in caught.value.sentence


def test_one_bad_file_does_not_end_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("nothing\n")
    write(tmp_path / "good.csv.gz", invented("", 20, 1.0))

    found, notes = load_series([tmp_path / "bad.csv", tmp_path / "good.csv.gz", tmp_path / "good.csv.gz"])

    assert [one.name for one in found] == ["good", "good-2"]
    assert "It is left out." in notes[0]


def hourly(novel: list[float]) -> World:
    """A world of one page whose last fifth has these items."""
    counts = np.array([0.0] * (4 * len(novel)) + novel)
    hours = FIRST + np.arange(len(counts), dtype=np.float64)
    return make_world([Series("page", hours, counts, counts > 0, 1.0)], scored=len(novel) / len(counts) - 1e-9)


def test_scores_of_known_visits() -> None:
    world = hourly([2, 0, 3, 0, 0, 1, 0, 0, 0, 4])
    first = world.tracks[0].first_scored

    found = score("known", world, Replayed((np.array([first + 2, first + 3, first + 7]),)))
    page = found.pages[0]

    assert (page.items, page.visits, page.polls) == (10, 3, 10)
    assert page.delay == 2 * 2 + 3 * 0 + 1 * 2 + 4 * 1, "what was never caught waits until the end"
    assert page.caught == 6
    assert page.within_hour == 3
    assert page.wasted == 1
    assert (page.versions, page.versions_missed) == (4, 2)
    assert page.fresh.tolist() == [0, 0, 1, 1, 1, 0, 0, 1, 1, 0]


def test_waiting_in_a_gap_of_the_recording_does_not_count() -> None:
    hours = FIRST + np.concatenate((np.arange(80), 1000 + np.arange(20))).astype(np.float64)
    novel = np.zeros(100)
    novel[79] = 1
    series = Series("page", hours, novel, novel > 0, 1.0)
    world = make_world([series], scored=0.95)

    found = score("x", world, Replayed((np.array([80]),)))

    assert found.mean_delay == 1
    assert world.tracks[0].after_gap.sum() == 1


@pytest.mark.parametrize("share", [0.25, 0.1, 0.03])
@pytest.mark.parametrize("knowledge", list(Knowledge))
@pytest.mark.parametrize("spend", list(Spend))
def test_no_more_than_the_budget_is_visited_at_any_time(share: float, knowledge: Knowledge, spend: Spend) -> None:
    world = make_world([invented(f"s_{number}", 30, rate, number) for number, rate in enumerate((2.0, 0.5, 0.1))])

    found = replay(world, make_method("weekly"), share, knowledge, spend)

    firsts = [track.first_scored if knowledge is Knowledge.FULL else 0 for track in world.tracks]
    made = np.sort(
        np.concatenate([track.slots[visits] for track, visits in zip(world.tracks, found.visits, strict=True)])
    )
    polls = np.sort(np.concatenate([track.slots[first:] for track, first in zip(world.tracks, firsts, strict=True)]))
    earned = share * np.searchsorted(polls, made, side="right")
    assert np.all(np.arange(1, len(made) + 1) <= earned + 1e-6)
    assert len(made) >= 0.7 * share * len(polls) - 1
    assert all(len(set(visits.tolist())) == len(visits) for visits in found.visits)


def cut(series: Series, begin: int, end: int) -> Series:
    """The polls between two days."""
    kept = slice(begin * 24, end * 24)
    return replace(series, hours=series.hours[kept], novel=series.novel[kept], changed=series.changed[kept])


def test_series_that_ended_or_have_not_begun_neither_earn_nor_count_in_the_plan() -> None:
    stays = [invented(f"s_{number}", 100, rate, number) for number, rate in enumerate((1.0, 0.3))]
    others = [cut(invented(f"early_{number}", 100, 3.0, number + 10), 0, 40) for number in range(6)]
    others += [cut(invented(f"late_{number}", 300, 3.0, number + 20), 200, 300) for number in range(6)]

    alone, together = make_world(stays), make_world([*stays, *others])
    expected = replay(alone, make_method(), 0.1, Knowledge.FULL)
    found = replay(together, make_method(), 0.1, Knowledge.FULL)

    for one, other in zip(expected.visits, found.visits[:2], strict=True):
        assert len(other) == pytest.approx(len(one), abs=5)
    share = score("x", alone, Replayed(found.visits[:2])).visited
    assert 0.09 <= share <= 0.1 + 1 / 480, "one visit at most is left over from those before"


@pytest.mark.parametrize("name", ["rhythm", "turns"])
def test_what_is_scored_of_one_series_is_not_paid_by_another_before_its_own_score(name: str) -> None:
    quiet = [invented(f"quiet_{number}", 200, 0.02, number) for number in range(3)]
    lively = [cut(invented(f"lively_{number}", 150, 4.0, number + 10), 0, 150) for number in range(3)]
    world = make_world([*quiet, *lively])

    if name == "turns":
        found = score("x", world, visit_in_turn(world, 0.1))
    else:
        found = score("x", world, replay(world, make_method(name), 0.1, Knowledge.OWN))

    assert 0.09 <= found.visited <= 0.1


def test_a_gap_of_the_recording_earns_nothing_and_the_page_comes_back_after_it() -> None:
    whole = invented("gap_1", 100, 2.0)
    kept = np.ones(len(whole.hours), dtype=bool)
    kept[85 * 24 : 90 * 24] = False
    gap = replace(whole, hours=whole.hours[kept], novel=whole.novel[kept], changed=whole.changed[kept])
    world = make_world([gap, invented("s_1", 100, 0.5, 2)])

    found = replay(world, make_method(), 0.1, Knowledge.FULL)

    slots = [(track.slots[visits] - FIRST) / 24 for track, visits in zip(world.tracks, found.visits, strict=True)]
    in_gap = [int(((days > 85.5) & (days < 90)).sum()) for days in slots]
    assert in_gap[0] == 0
    assert in_gap[1] == pytest.approx(0.1 * 4.5 * 24, abs=3), "the other page has its own share, and not less"
    assert (slots[0] > 90).sum() >= 10


def test_visiting_in_turn_comes_round_evenly() -> None:
    world = make_world([invented(f"s_{number}", 10, 1.0, number) for number in range(4)])

    found = visit_in_turn(world, 0.25)

    assert all(set(np.diff(visits).tolist()) == {4} for visits in found.visits)


def test_planned_visits_beat_visiting_in_turn_and_an_interval_is_around_it() -> None:
    world = make_world([invented(f"s_{number}", 100, rate, number) for number, rate in enumerate((3.0, 0.8, 0.3, 0.1))])
    turns = score("turns", world, visit_in_turn(world, 0.1))

    for knowledge in Knowledge:
        found = score("rhythm", world, replay(world, make_method(), 0.1, knowledge))
        low, high = interval(found, turns)

        assert relative(found, turns) < 0.8
        assert low <= relative(found, turns) <= high


def test_other_grids_can_be_mixed() -> None:
    world = make_world(
        [invented("fine", 20, 2.0, step=1 / 6), invented("hourly", 20, 1.0), invented("daily", 60, 0.2, step=24)]
    )

    found = score("weekly", world, replay(world, make_method("weekly"), 0.1, Knowledge.FULL))

    assert world.step == timedelta(minutes=10)
    assert all(page.visits for page in found.pages)
    assert 0.07 <= found.visited <= 0.1


def test_measures_of_what_was_told() -> None:
    truth = np.array([True, True, True, False, False, False, False, False])
    told = np.array([True, True, False, True, False, False, False, False])

    accuracy, precision, recall, f1, balanced = measures(truth, told)

    assert (accuracy, precision, recall, f1) == pytest.approx((6 / 8, 2 / 3, 2 / 3, 2 / 3))
    assert balanced == pytest.approx((2 / 3 + 4 / 5) / 2)


def test_a_threshold_gains_on_the_majority_guess_in_both_measures() -> None:
    lots = np.random.default_rng(2)
    chances = lots.random(4000)
    changed = lots.random(4000) < np.sqrt(chances)

    threshold = best_threshold(chances, changed)

    _, _, _, f1, balanced = measures(changed, chances >= threshold)
    rate = float(changed.mean())
    assert f1 > 2 * rate / (1 + rate)
    assert balanced > 0.5


def test_learners_tell_a_page_with_daytime_news_better_than_guesses() -> None:
    world = make_world([invented(f"s_{number}", 80, rate, number) for number, rate in enumerate((0.9, 0.5))])

    found = tell_changes("pages", world, ("boosting", "mean"), lambda _: None)

    assert set(found.scores) == {MAJORITY, LAST, "boosting"}
    assert found.share_above("boosting") == 1.0


def test_pages_of_one_site_are_told_together() -> None:
    world = make_world([invented("a_1", 20, 2.0), invented("a_2", 20, 1.0, 2), invented("b_1", 20, 1.0, 3)])

    found = site_world(world)

    assert found is not None
    (track,) = found.tracks
    assert track.series.name == "a"
    assert 0 < track.changed.mean() < 0.5
    assert site_world(make_world([invented("b_1", 20, 1.0)])) is None


def test_methods_are_chosen_by_name() -> None:
    assert chosen_methods("mean, rhythm,mean") == ("mean", "rhythm")
    assert "prophet" not in chosen_methods("")
    with pytest.raises(UsageError, match="no method 'x'"):
        chosen_methods("mean,x")


def test_the_command_prints_what_programs_expect(folder: Path) -> None:
    result = CliRunner().invoke(
        app_for(),
        [
            "evaluate",
            "schedule",
            str(folder),
            "--budget",
            "0.1",
            "--history",
            "own",
            "--json",
            "--methods",
            "mean,rhythm,boosting",
        ],
    )

    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert set(found) == {"methods", "default"}
    assert found["default"] == "rhythm"
    assert set(found["methods"]) == {"turns", "mean", "rhythm", "boosting"}
    for row in found["methods"].values():
        assert {"mean_delay_hours", "relative_to_turns", "caught_within_hour", "wasted"} <= set(row)
    assert found["methods"]["turns"]["relative_to_turns"] == 1
    assert 0 < found["methods"]["rhythm"]["relative_to_turns"] < 1
    assert found["methods"]["boosting"]["f1"] > found["methods"]["boosting"]["majority_f1"]


def test_the_command_prints_tables_and_writes_a_report_with_plots(folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "r.html"

    result = CliRunner().invoke(
        app_for(), ["evaluate", "schedule", str(folder), "-o", str(report), "--methods", "mean,rhythm", "--no-classes"]
    )

    assert result.exit_code == 0, result.output
    assert "rhythm" in result.stdout
    text = report.read_text()
    assert text.count("<svg") >= 5
    assert "Freshness over time" in text
    assert "The next 48 hours" in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--budget", "0"], "--budget is 0."),
        (["--budget", "1.5"], "--budget is 1.5."),
        (["--methods", "tarot"], "There is no method 'tarot'."),
        (["-o", "no/such/folder/r.html"], "The report cannot be written"),
    ],
)
def test_options_that_make_no_sense_get_a_sentence(folder: Path, arguments: list[str], sentence: str) -> None:
    result = CliRunner().invoke(app_for(), ["evaluate", "schedule", str(folder), *arguments])

    assert isinstance(result.exception, UsageError)
    assert sentence in result.exception.sentence


@pytest.mark.parametrize("name", ["missing.csv", "empty-folder"])
def test_files_that_are_not_there_get_a_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty-folder").mkdir()

    result = CliRunner().invoke(app_for(), ["evaluate", "schedule", str(tmp_path / name)])

    assert isinstance(result.exception, UsageError)


def test_a_page_without_anything_new_gets_a_sentence(tmp_path: Path) -> None:
    write(tmp_path / "a.csv.gz", invented("", 20, 0.0))

    result = CliRunner().invoke(app_for(), ["evaluate", "schedule", str(tmp_path / "a.csv.gz"), "--methods", "mean"])

    assert isinstance(result.exception, UsageError)
    assert "nothing to catch" in result.exception.sentence
