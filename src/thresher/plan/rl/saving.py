"""Learned policies as files: one JSON each, with a version, where it comes from, and a digest.

Networks are kept as plain numbers, so that no policy needs torch to make plans, and loading a file runs none of it.
"""

import base64
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from thresher.model.errors import UsageError
from thresher.plan.rl.game import WIDTH, moves
from thresher.plan.rl.light import FEATURES, Light
from thresher.plan.rl.net import Layer, Net, Numbers
from thresher.plan.rl.rewards import Reward, Rules, Shape

FORM = "thresher plan policy"
VERSION = 1
BENDS = ("tanh", "relu")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a policy comes from."""

    made_at: str
    """ISO 8601."""
    series: tuple[str, ...] = ()
    label: str = "novel"
    """What counted as a unique copy."""
    settings: tuple[tuple[str, float | str], ...] = ()
    check_reward: float = 0.0
    """Mean reward on the windows kept for checks."""


def save_policy(place: Path, policy: Light | Net, origin: Origin) -> None:
    """Write it whole, or not at all."""
    body = {
        "version": VERSION,
        "learner": policy.name,
        "shape": policy.rules.shape.value,
        "reward": policy.rules.reward.value,
        "made_at": origin.made_at,
        "series": list(origin.series),
        "label": origin.label,
        "settings": dict(origin.settings),
        "check_reward": origin.check_reward,
        "policy": _of_light(policy) if isinstance(policy, Light) else _of_net(policy),
    }
    text = json.dumps({"form": FORM, "digest": _digest(body), **body}, indent=1)
    beside = place.with_name(f".{place.name}.new")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)
    except OSError as error:
        raise UsageError(f"The policy cannot be written to {place}: {error.strerror or error}.") from None


def load_policy(place: Path) -> tuple[Light | Net, Origin]:
    """The policy of a file; a sentence if it is none, is damaged, or comes from a newer program."""
    try:
        body = json.loads(place.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"The policy {place} cannot be read: {error.strerror or error}.") from None
    except ValueError:
        raise _damaged(place) from None
    if not isinstance(body, dict) or body.pop("form", None) != FORM:
        raise UsageError(f"{place} is not a policy for plans.", "thresher evaluate plans --save writes some.")
    version = body.get("version")
    if isinstance(version, int) and version > VERSION:
        raise UsageError(
            f"The policy {place} has version {version}; this program knows versions up to {VERSION}.",
            "Use a newer version of Thresher, or learn it again.",
        )
    if body.pop("digest", None) != _digest(body):
        raise _damaged(place)
    try:
        return _policy(body), _origin(body)
    except (KeyError, TypeError, ValueError):
        raise _damaged(place) from None


def _damaged(place: Path) -> UsageError:
    return UsageError(f"The policy {place} is damaged.", "Learn it again: thresher evaluate plans --save DIR.")


def _digest(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def _of_light(policy: Light) -> dict[str, Any]:
    return {"kind": "regression", "weights": list(policy.weights)}


def _of_net(policy: Net) -> dict[str, Any]:
    layers = [{"weights": _packed(layer.weights), "bias": _packed(layer.bias)} for layer in policy.layers]
    return {"kind": "network", "bend": policy.bend, "layers": layers}


def _policy(body: dict[str, Any]) -> Light | Net:
    rules = Rules(Shape(body["shape"]), Reward(body["reward"]))
    own = body["policy"]
    if own["kind"] == "regression":
        weights = tuple(map(float, own["weights"]))
        if len(weights) != FEATURES:
            raise ValueError("other features")
        return Light(weights, rules, body["learner"])
    layers = tuple(Layer(_unpacked(layer["weights"]), _unpacked(layer["bias"])) for layer in own["layers"])
    sizes = [WIDTH, *(len(layer.bias) for layer in layers)]
    fits = all(layer.weights.shape == (out, into) for layer, into, out in zip(layers, sizes, sizes[1:], strict=False))
    if not fits or sizes[-1] != moves(rules.shape) or own["bend"] not in BENDS:
        raise ValueError("another network")
    return Net(body["learner"], rules, layers, own["bend"])


def _origin(body: dict[str, Any]) -> Origin:
    settings = tuple(body["settings"].items())
    return Origin(body["made_at"], tuple(body["series"]), body["label"], settings, float(body["check_reward"]))


def _packed(values: Numbers) -> dict[str, Any]:
    data = np.ascontiguousarray(values, dtype="<f4").tobytes()
    return {"shape": list(values.shape), "float32": base64.b64encode(data).decode("ascii")}


def _unpacked(packed: dict[str, Any]) -> Numbers:
    data = np.frombuffer(base64.b64decode(packed["float32"]), dtype="<f4")
    return data.reshape(packed["shape"]).astype(np.float32)
