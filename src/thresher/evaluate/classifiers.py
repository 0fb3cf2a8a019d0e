"""How well page types are told on software that was left out of training (FoCUS, section 5.1.1 and table 2)."""

import importlib.util
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

import thresher
from thresher.model.errors import UsageError

TRAINER = "scripts/train-page-types.py"
LEFT_OUT = {
    "saved pages, package left out": "saved pages, their package left out",
    "recorded sites, package left out, each page once": "recorded sites, their package left out",
    "held-out sites, each page once": "sites of other packages, held out",
    "installed software, each page once": "other software that was installed for it, held out",
}
"""Scores of weights.json that are shown, and what they are called."""


@dataclass(frozen=True, slots=True)
class ClassifierRow:
    """Precision and recall for index and thread pages; deviations over draws where there were any."""

    name: str
    pages: int
    """0 where it differs from draw to draw."""
    index_precision: float
    index_recall: float
    thread_precision: float
    thread_recall: float
    deviations: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class ClassifierScores:
    source: str
    packages: tuple[str, ...]
    """What the classifier that ships was trained on."""
    rows: tuple[ClassifierRow, ...]


def shipped_scores() -> ClassifierScores:
    """Scores as they were when the weights that ship were learned."""
    data = json.loads((files("thresher.learn.page_types") / "weights.json").read_text(encoding="utf-8"))
    source = f"as scored when the weights were learned, on {data['trained']} (weights.json)"
    return ClassifierScores(source, tuple(data["packages"]), _rows(data["scores"]))


def trained_scores(shared: Path) -> ClassifierScores:
    """The same, learned and scored again on the pages in `shared`; needs a clone, and scikit-learn."""
    if not (shared / "data" / "forum-pages" / "index.json").is_file():
        raise UsageError(
            f"There are no pages to train on in {shared}.", "It is the folder with data/forum-pages and sites in it."
        )
    trainer = _trainer()
    samples = [
        *trainer.saved_pages(shared),
        *trainer.recorded_pages(sorted(shared.glob("sites/*/truth.json"))),
    ]
    guesses = trainer.left_out(samples)
    saved = [place for place, sample in enumerate(samples) if sample.is_saved]
    recorded = [place for place, sample in enumerate(samples) if not sample.is_saved]
    names = list(LEFT_OUT)
    scores = {"by number of training packages": trainer.by_packages(samples)}
    for name, places in ((names[0], saved), (names[1], recorded)):
        if places:
            scores[name] = trainer.score(samples, guesses, places)
    packages = shipped_scores().packages
    return ClassifierScores("trained and scored again in this run", packages, _rows(scores))


def _rows(scores: Mapping[str, Any]) -> tuple[ClassifierRow, ...]:
    rows = []
    for name, shown in LEFT_OUT.items():
        if name in scores:
            one = scores[name]
            figures = [one[kind][figure] for kind in ("index", "thread") for figure in ("precision", "recall")]
            rows.append(ClassifierRow(shown, one["pages"], *figures))
    for number, one in scores.get("by number of training packages", {}).items():
        some = [one[f"{kind} {figure}"] for kind in ("index", "thread") for figure in ("precision", "recall")]
        spread = (some[0]["deviation"], some[1]["deviation"], some[2]["deviation"], some[3]["deviation"])
        means = (some[0]["mean"], some[1]["mean"], some[2]["mean"], some[3]["mean"])
        rows.append(ClassifierRow(f"saved pages, trained on {number} other packages", 0, *means, deviations=spread))
    return tuple(rows)


def _trainer() -> ModuleType:
    path = Path(thresher.__file__).parents[2] / TRAINER
    if not path.is_file():
        raise UsageError(f"There is no {TRAINER} beside this package.", "--train works in a clone of the repository.")
    if importlib.util.find_spec("sklearn") is None:
        raise UsageError("scikit-learn is not installed, and training needs it.", "pip install 'thresher[train]'")
    return load_beside(path, "train_page_types")


def load_beside(path: Path, name: str) -> ModuleType:
    """A Python file of the clone that is no part of the package."""
    spec = importlib.util.spec_from_file_location(f"thresher_beside_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module
