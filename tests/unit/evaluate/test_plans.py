"""Plans measured on recorded polls: parts, scores, the command."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from tests.support.plan_windows import MONDAY, daytime_track, some_windows
from typer.testing import CliRunner

from thresher.cli import app_for
from thresher.evaluate.plans import Label, chosen_learners, cut_parts, make_tracks
from thresher.evaluate.plans_scores import Cell, Line, mean_interval, score_line, share_interval
from thresher.evaluate.schedule_series import Series
from thresher.model.errors import UsageError
from thresher.plan.rl import Rules, learners, load_policy

LIGHT_SPARSE = ("evaluate", "plans", "--learner", "light", "--shape", "sparse")


def write(place: Path, days: int, chance: float, seed: int, step: int = 1) -> Path:
    track = daytime_track("", days, chance, seed)
    rows = ["observed_at,changed,n_items,added,novel"]
    for number in range(0, len(track.came), step):
        moment = datetime.fromtimestamp((MONDAY + number) * 3600, UTC).isoformat()
        new = int(track.came[number])
        # The teasers of the page turn round at every poll.
        rows.append(f"{moment},1,30,{new},{new}")
    place.write_bytes(gzip.compress("\n".join(rows).encode()))
    return place


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("polls")
    for number, chance in enumerate((0.9, 0.5, 0.2)):
        write(found / f"site_page{number}.csv.gz", 90, chance, number)
    return found


@pytest.fixture
def without_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learners, "find_spec", lambda name: None if name != "gymnasium" else name)


def invented(step: float, count: int) -> Series:
    hours = MONDAY + np.arange(count) * step
    return Series("page", hours, np.ones(count), np.zeros(count, dtype=bool), step)


def test_the_label_is_new_items_or_any_change() -> None:
    (novel,), _ = make_tracks([invented(1.0, 300)], Label.NOVEL)
    (changed,), _ = make_tracks([invented(1.0, 300)], Label.CHANGED)

    assert novel.came.all()
    assert not changed.came.any()


@pytest.mark.parametrize(("step", "count", "why"), [(6.0, 300, "6 hours apart"), (1.0, 100, "nowhere are eight days")])
def test_series_without_whole_windows_are_left_out_with_a_reason(step: float, count: int, why: str) -> None:
    tracks, notes = make_tracks([invented(step, count)], Label.NOVEL)

    assert tracks == []
    assert why in notes[0]


def test_parts_follow_each_other() -> None:
    parts = cut_parts([daytime_track("page", 100, 0.5)])

    ends = [windows.seen.starts.max() + 24 for windows in (parts.learn, parts.check)]
    begins = [windows.seen.starts.min() for windows in (parts.check, parts.scored)]
    assert all(end <= begin for end, begin in zip(ends, begins, strict=True))
    assert begins[1] >= MONDAY + 0.8 * 2400


def test_means_and_shares_are_of_all_windows_and_of_pages() -> None:
    windows = some_windows(10)
    values = np.where(windows.owner == 0, 30.0, 10.0)
    line = score_line("mine", windows, values, windows.came)
    best = score_line("oracle", windows, np.full(len(windows), 40.0), windows.came)
    cell = Cell(Rules(), best, (line,), (), 6)

    assert line.mean == pytest.approx(50 / 3)
    assert cell.share(line) == pytest.approx(50 / 120)
    assert cell.series_shares(line) == pytest.approx([0.75, 0.25, 0.25])
    assert cell.mean_series_share(line) == pytest.approx(1.25 / 3)
    assert cell.series_above(line, 0.6) == pytest.approx(1 / 3)
    low, high = mean_interval(line)
    assert 10 <= low < 50 / 3 < high <= 30
    assert share_interval(best, best) == pytest.approx((1.0, 1.0))


def test_a_page_without_windows_or_reward_has_no_share() -> None:
    line, best = Line("mine", (5.0, 0.0), (1, 0), 1.0), Line("oracle", (10.0, 0.0), (1, 0), 1.0)

    assert Cell(Rules(), best, (line,), (), 6).series_shares(line) == [0.5, None]


def test_without_the_extra_the_light_learner_is_measured_and_the_rest_named(without_extra: None) -> None:
    names, notes = chosen_learners("")

    assert names == ("light",)
    assert "ppo and dqn are left out: stable_baselines3, torch not installed" in notes[0]
    assert chosen_learners("light, light") == (("light",), [])


def test_the_command_prints_what_programs_expect(folder: Path, tmp_path: Path, without_extra: None) -> None:
    result = CliRunner().invoke(
        app_for(), ["evaluate", "plans", str(folder), "--json", "--save", str(tmp_path / "policies")]
    )  # fmt: skip

    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert {(cell["shape"], cell["reward"]) for cell in found["plans"]} == {
        ("continuous", "fixed"), ("continuous", "scaled"), ("sparse", "fixed"), ("sparse", "scaled"),
    }  # fmt: skip
    for cell in found["plans"]:
        policies = cell["policies"]
        assert set(policies) == {"light", "always", "never", "fixed"}
        assert policies["light"]["share_of_oracle"] >= 0.6
        assert cell["best"] == "light"
        assert set(policies["light"]["series"]) == {"site_page0", "site_page1", "site_page2"}
    assert any("pip install 'thresher[rl]'" in note for note in found["notes"])
    kept = sorted(path.name for path in (tmp_path / "policies").iterdir())
    assert kept == [f"light-{shape}-{kind}.json" for shape in ("continuous", "sparse") for kind in ("fixed", "scaled")]
    policy, origin = load_policy(tmp_path / "policies" / kept[0])
    assert policy.rules == Rules()
    assert origin.series == ("site_page0", "site_page1", "site_page2")


def test_the_command_prints_tables_and_writes_a_report(folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "r.html"

    result = CliRunner().invoke(
        app_for(),
        [*LIGHT_SPARSE, "--reward", "scaled", "-o", str(report), str(folder)],
    )

    assert result.exit_code == 0, result.output
    assert "in the form of table 5.3" in result.stdout
    assert "sparse plans, scaled rewards" in result.stdout
    assert "continuous plans" not in result.stdout
    text = report.read_text()
    assert text.count("<svg") == 1
    assert "site_page2" in text


def test_what_counts_as_unique_can_be_chosen(folder: Path) -> None:
    result = CliRunner().invoke(
        app_for(),
        [*LIGHT_SPARSE, "--reward", "fixed", "--label", "changed", "--json", str(folder)],
    )

    (cell,) = json.loads(result.stdout)["plans"]
    assert cell["policies"]["always"]["share_of_oracle"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--learner", "tarot"], "There is no learner 'tarot'."),
        (["--steps", "10"], "--steps is 10."),
        (["-o", "no/such/folder/r.html"], "The report cannot be written"),
    ],
)
def test_options_that_make_no_sense_get_a_sentence(folder: Path, arguments: list[str], sentence: str) -> None:
    result = CliRunner().invoke(app_for(), ["evaluate", "plans", str(folder), *arguments])

    assert isinstance(result.exception, UsageError)
    assert sentence in result.exception.sentence


def test_a_file_in_place_of_a_folder_for_policies_gets_a_sentence(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    result = CliRunner().invoke(
        app_for(), ["evaluate", "plans", str(folder), "--save", str(tmp_path / "file"), "--json"]
    )

    assert isinstance(result.exception, UsageError)
    assert "is not a folder" in result.exception.sentence


def test_too_short_series_get_a_sentence(tmp_path: Path) -> None:
    write(tmp_path / "short.csv.gz", 9, 0.5, 1)

    result = CliRunner().invoke(app_for(), ["evaluate", "plans", str(tmp_path), "--learner", "light", "--json"])

    assert isinstance(result.exception, UsageError)
    assert "There is no window to" in result.exception.sentence
