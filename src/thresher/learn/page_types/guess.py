"""Parsed page → what kind of page it is, by its layout alone: for sites whose software nobody has described.

A linear classifier over `layout`, as in FoCUS (section 4.3.1): each type's score is a bias and a weighted sum of
features. The weights are in weights.json, with how they were scored; scripts/train-page-types.py makes them.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from lxml import etree

from thresher.learn.page_types.layout import Layout, layout_of

REASONS = 3


class PageType(StrEnum):
    """What a page is for."""

    INDEX = "index"
    """Lists boards, threads, questions or posts, and leads on."""
    THREAD = "thread"
    """Holds what people wrote: posts of a thread, a question with its answers, an article with its comments."""
    OTHER = "other"
    """Login, profile, search, member list, help, statistics, error."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A feature that spoke for the type that was guessed, rather than for the next best."""

    feature: str
    value: float
    weight: float
    """By how much it moved the one score away from the other."""
    is_high: bool
    """Whether the page has more of it than pages mostly have."""


@dataclass(frozen=True, slots=True)
class PageGuess:
    """The type of a page, as far as its layout tells."""

    type: PageType
    scores: dict[PageType, float]
    """About 1 for the type it is and 0 for the others; the further apart, the surer."""
    reasons: tuple[Reason, ...]
    """The features that spoke most, the first the loudest."""

    @property
    def margin(self) -> float:
        """How far the best score is ahead of the next."""
        first, second = sorted(self.scores.values(), reverse=True)[:2]
        return first - second


def page_type(root: etree._Element, url: str) -> PageGuess:
    """The type of the page at `url` whose tree is `root`. Never raises on content."""
    return guess_of(layout_of(root, url))


def guess_of(layout: Layout) -> PageGuess:
    """The type of a page with this layout."""
    model = _model()
    named = layout._asdict()
    values = [(named[feature.name] - feature.centre) / feature.scale for feature in model.features]
    scores = {
        kind: model.bias[kind] + sum(f.weights[kind] * v for f, v in zip(model.features, values, strict=True))
        for kind in PageType
    }
    best, second = sorted(PageType, key=lambda kind: -scores[kind])[:2]
    reasons = [
        Reason(feature.name, named[feature.name], (feature.weights[best] - feature.weights[second]) * value, value > 0)
        for feature, value in zip(model.features, values, strict=True)
    ]
    reasons.sort(key=lambda reason: -reason.weight)
    return PageGuess(best, scores, tuple(reason for reason in reasons[:REASONS] if reason.weight > 0))


@dataclass(frozen=True, slots=True)
class _Feature:
    name: str
    centre: float
    scale: float
    weights: dict[PageType, float]


@dataclass(frozen=True, slots=True)
class _Model:
    features: tuple[_Feature, ...]
    bias: dict[PageType, float]


@cache
def _model() -> _Model:
    data = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    features = tuple(
        _Feature(name, one["centre"], one["scale"], {kind: one[kind.value] for kind in PageType})
        for name, one in data["features"].items()
    )
    return _Model(features, {kind: data["bias"][kind.value] for kind in PageType})
