"""Policies as files: what is loaded plans like what was saved, and what cannot be used says why."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tests.support.plan_windows import some_windows

from thresher.model.errors import UsageError
from thresher.plan.rl import Origin, Reward, Rules, Shape, Windows, load_policy, save_policy
from thresher.plan.rl.game import WIDTH
from thresher.plan.rl.light import Light, fit_light
from thresher.plan.rl.net import Layer, Net
from thresher.plan.rl.saving import _digest

ORIGIN = Origin("2026-11-16T12:00:00+00:00", ("a", "b"), "novel", (("steps", 1000),), 12.5)


@pytest.fixture(scope="module")
def windows() -> Windows:
    return some_windows(30)


def random_net(rules: Rules, moves: int) -> Net:
    lots = np.random.default_rng(1)
    sizes = (WIDTH, 8, moves)
    layers = tuple(
        Layer(lots.normal(size=(out, into)).astype(np.float32), lots.normal(size=out).astype(np.float32))
        for into, out in pairwise(sizes)
    )
    return Net("dqn", rules, layers, "relu")


@pytest.mark.parametrize("kind", ["light", "network"])
def test_what_is_loaded_plans_like_what_was_saved(tmp_path: Path, windows: Windows, kind: str) -> None:
    rules = Rules(Shape.SPARSE, Reward.SCALED)
    policy: Light | Net = fit_light(windows, rules) if kind == "light" else random_net(rules, 25)
    place = tmp_path / "new-folder" / "policy.json"

    save_policy(place, policy, ORIGIN)
    loaded, origin = load_policy(place)

    assert origin == ORIGIN
    assert loaded.rules == rules
    assert loaded.name == policy.name
    assert (loaded.plan(windows.seen) == policy.plan(windows.seen)).all()
    assert [path.name for path in place.parent.iterdir()] == ["policy.json"]


def saved(tmp_path: Path, windows: Windows) -> Path:
    place = tmp_path / "policy.json"
    save_policy(place, fit_light(windows, Rules()), ORIGIN)
    return place


def test_a_newer_version_is_refused(tmp_path: Path, windows: Windows) -> None:
    place = saved(tmp_path, windows)
    place.write_text(json.dumps({**json.loads(place.read_text()), "version": 2}))

    with pytest.raises(UsageError, match="has version 2; this program knows versions up to 1"):
        load_policy(place)


@pytest.mark.parametrize("damage", ["cut off", "a number", "not text", "another network", "no policy"])
def test_a_damaged_file_is_refused(tmp_path: Path, windows: Windows, damage: str) -> None:
    place = saved(tmp_path, windows)
    data = place.read_bytes()
    body = json.loads(data)
    if damage == "cut off":
        place.write_bytes(data[: len(data) // 2])
    elif damage == "not text":
        place.write_bytes(b"\xff\xfe" + data)
    elif damage == "a number":
        body["policy"]["weights"][3] += 0.5
        place.write_text(json.dumps(body))
    else:
        body["policy"] = {"kind": "regression", "weights": [1.0]} if damage == "another network" else None
        rest = {key: value for key, value in body.items() if key not in ("form", "digest")}
        place.write_text(json.dumps({**body, "digest": _digest(rest)}))

    with pytest.raises(UsageError, match="is damaged"):
        load_policy(place)


def test_a_network_of_another_size_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "policy.json"
    save_policy(place, random_net(Rules(Shape.SPARSE), 2), ORIGIN)

    with pytest.raises(UsageError, match="is damaged"):
        load_policy(place)


@pytest.mark.parametrize("content", ["[]", '{"form": "a diary"}', "{}"])
def test_other_files_are_none(tmp_path: Path, content: str) -> None:
    place = tmp_path / "policy.json"
    place.write_text(content)

    with pytest.raises(UsageError, match="is not a policy for plans"):
        load_policy(place)


def test_what_is_not_there_or_cannot_be_written_gets_a_sentence(tmp_path: Path, windows: Windows) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        load_policy(tmp_path / "missing.json")

    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        save_policy(tmp_path / "file" / "policy.json", fit_light(windows, Rules()), ORIGIN)
