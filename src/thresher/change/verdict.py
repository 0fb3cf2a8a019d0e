"""What became of a page between two versions: all measures, a verdict, and what it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from thresher.change.hidden import HiddenItem
from thresher.change.likeness import TextLikeness, jaccard, text_likeness
from thresher.change.passages import PassageChanges, passage_changes
from thresher.change.settings import ChangeSettings
from thresher.change.structure import Structure, compare_structure
from thresher.change.version import PageVersion
from thresher.change.wording import Passage, passage_of

SHOWN = 3
"""Examples in a reason."""


class Verdict(StrEnum):
    """What changed; the later, the more."""

    SAME = "same"
    """The same bytes, or only what no reader sees or what ticks: tokens, clocks, counters."""
    BOILERPLATE = "boilerplate only"
    """Words around the content, and not the content itself."""
    LAYOUT = "layout changed"
    """The same words in another arrangement of elements."""
    TEMPLATE = "template changed"
    """The content is the same, and made of other elements altogether."""
    CONTENT = "content changed"
    BOTH = "content and template changed"

    @property
    def is_new_version(self) -> bool:
        return self in (Verdict.TEMPLATE, Verdict.CONTENT, Verdict.BOTH)


@dataclass(frozen=True, slots=True)
class ObjectChange:
    """An object of the page that came, went or was edited between the two captures."""

    change: str
    """new, edited or gone."""
    id: str
    type: str
    title: str
    fields: tuple[str, ...] = ()
    """Of an edit: what differs."""


@dataclass(frozen=True, slots=True)
class ObjectChanges:
    """What people wrote on a page, as the archive knows it at both moments."""

    changes: tuple[ObjectChange, ...] = ()
    unchanged: int = 0
    texts: tuple[str, ...] = ()
    """The texts of all of them."""

    @property
    def are_known(self) -> bool:
        return bool(self.changes or self.unchanged)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions of a page, compared in every way that we know."""

    verdict: Verdict
    reasons: tuple[str, ...]
    text: TextLikeness
    style: float
    """Jaccard of the classes (4.2)."""
    overlap: float
    """Share of the classes of the version with fewer that the other has, too."""
    structure: Structure
    joint: float
    """Structure and style."""
    passages: PassageChanges
    hidden_new: tuple[HiddenItem, ...]
    hidden_gone: tuple[HiddenItem, ...]
    objects: ObjectChanges
    basis: str
    """What the content was judged by: objects, article or page."""


def compare(
    before: PageVersion,
    now: PageVersion,
    objects: ObjectChanges | None = None,
    settings: ChangeSettings | None = None,
    *,
    is_brief: bool = False,
) -> Comparison:
    """Compare two versions; if `is_brief`, the exact tree distance is not computed where its bounds decide."""
    settings, objects = settings or ChangeSettings(), objects or ObjectChanges()
    style = jaccard(before.classes, now.classes)
    weight = settings.style_weight
    # What the structure must reach for the joint measure to reach its threshold.
    decisive = (settings.layout_joint - weight * style) / (1 - weight) if weight < 1 else None
    cells = settings.max_tree_cells
    structure = compare_structure(before.tree, now.tree, decisive if is_brief else None, max_cells=cells)
    passages = passage_changes(before.passages, now.passages)
    basis, judged = _content(before, now, passages, objects, settings)
    known, there = {(one.place, one.name) for one in before.hidden}, {(one.place, one.name) for one in now.hidden}
    found = _Found(
        style=style,
        overlap=_overlap(before.classes, now.classes),
        joint=weight * style + (1 - weight) * structure.similarity,
        news=_news(judged.new, settings),
        losses=_news(judged.gone, settings),
        hidden_new=tuple(one for one in now.hidden if (one.place, one.name) not in known),
        hidden_gone=tuple(one for one in before.hidden if (one.place, one.name) not in there),
    )
    verdict, reasons = _judged(found, passages, objects, basis, settings)
    text = text_likeness(before.words, now.words)
    return Comparison(
        verdict, reasons, text, style, found.overlap, structure, found.joint, passages,
        found.hidden_new, found.hidden_gone, objects, basis,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Found:
    style: float
    overlap: float
    joint: float
    news: Sequence[Passage]
    losses: Sequence[Passage]
    hidden_new: tuple[HiddenItem, ...]
    hidden_gone: tuple[HiddenItem, ...]


def _content(
    before: PageVersion, now: PageVersion, passages: PassageChanges, objects: ObjectChanges, settings: ChangeSettings
) -> tuple[str, PassageChanges]:
    """What the content is judged by, and what its passages say of it."""
    if objects.are_known:
        size = sum(len(passage_of(text, now.language)) for text in objects.texts)
        if size >= settings.object_share * sum(map(len, now.passages)):
            return "objects", passage_changes((), ())
    # An article is looked for only where something could be beside it.
    if (passages.new or passages.gone) and before.article and now.article:
        return "article", passage_changes(before.article, now.article)
    return "page", passages


def _news(passages: Sequence[Passage], settings: ChangeSettings) -> list[Passage]:
    return [passage for passage in passages if len(passage) >= settings.news_words]


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Of the smaller set, the share that the larger has: a short page has few of the classes of its template."""
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 1.0


def _judged(
    found: _Found, passages: PassageChanges, objects: ObjectChanges, basis: str, settings: ChangeSettings
) -> tuple[Verdict, tuple[str, ...]]:
    content = [*_object_reasons(objects), *_text_reasons(found, basis), *_hidden_reasons(found)]
    is_template = found.overlap < settings.template_overlap
    reasons = list(content)
    if is_template:
        reasons.append(
            f"{found.overlap:.0%} of the classes of the one version are in the other "
            f"(another template below {settings.template_overlap:.0%})"
        )
    if content or is_template:
        verdict = Verdict.BOTH if content and is_template else Verdict.CONTENT if content else Verdict.TEMPLATE
        return verdict, tuple(reasons)
    if passages.new or passages.gone or passages.is_reordered:
        where = {"objects": "what people wrote is the same", "article": "the article is the same"}
        words = f"{passages.new_words} words came and {passages.gone_words} went"
        moved = "; texts stand in another order" if passages.is_reordered else ""
        inside = where.get(basis, f"none of them in a text of {settings.news_words} words or more")
        return Verdict.BOILERPLATE, (f"{words}, {inside}{moved}",)
    if found.joint < settings.layout_joint:
        return Verdict.LAYOUT, (f"structure and style together {found.joint:.3f}, below {settings.layout_joint}",)
    return Verdict.SAME, ("no text has come or gone; numbers, dates and what is not shown may differ",)


def _object_reasons(objects: ObjectChanges) -> list[str]:
    reasons = []
    for kind in ("new", "edited", "gone"):
        ones = [one for one in objects.changes if one.change == kind]
        if ones:
            names = ", ".join(f"{one.type} {one.title!r}" if one.title else one.type for one in ones[:SHOWN])
            reasons.append(f"{len(ones)} {'object' if len(ones) == 1 else 'objects'} {kind}: {names}")
    return reasons


def _text_reasons(found: _Found, basis: str) -> list[str]:
    place = "in the article" if basis == "article" else "on the page"
    reasons = []
    for passages, what in ((found.news, f"new {place}"), (found.losses, f"no longer {place}")):
        if passages:
            longest = sorted(passages, key=len, reverse=True)[0]
            count = f"{len(passages)} texts" if len(passages) > 1 else "a text"
            reasons.append(f"{count} {what}, such as “{' '.join(longest[:12])}{' …' if len(longest) > 12 else ''}”")
    return reasons


def _hidden_reasons(found: _Found) -> list[str]:
    reasons = []
    for items, what in ((found.hidden_new, "new in"), (found.hidden_gone, "gone from")):
        if items:
            names = ", ".join((one.title or one.name)[:60] for one in items[:SHOWN])
            reasons.append(f"{len(items)} items {what} lists in scripts: {names}")
    return reasons
