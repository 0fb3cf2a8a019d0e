"""FoCUS's experiments (Jiang et al., TKDE 2013, section 5) on one recorded site after the other."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType

import thresher
from thresher.evaluate.classifiers import load_beside
from thresher.evaluate.entries import EntryDraw, drawn, random_starts
from thresher.evaluate.flips import FlipFigures, flip_figures
from thresher.evaluate.offline import CrawlFigures, OfflineSite, Outline, Walk, figures_of
from thresher.evaluate.recording import key_of, load_recording
from thresher.evaluate.truth import KINDS, NotAForum, Truth, load_truth
from thresher.evaluate.walks import BlindWalk, learn_from, walk_blindly, walk_by_learning, walk_true_links

BLIND, STRUCTURE, IROBOT, OURS = "blind crawl", "structure-driven", "iRobot", "Thresher"
PEERS = "benchmarks/traversals.py"
TRUE_STRICT, TRUE_ANY = "true links", "links to true pages"

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class BlindFigures:
    """What the addresses are that a blind crawl meets (figure 11)."""

    threads: int
    lists: int
    others: int
    """Pages that say nothing, or again what a thread or a list says."""
    no_page: int
    """Feeds, redirects, addresses without an answer."""
    disallowed: int
    nofollow: int

    @property
    def shares(self) -> dict[str, float]:
        counts = {
            "threads": self.threads,
            "lists": self.lists,
            "uninformative, duplicate": self.others,
            "no page": self.no_page,
            "disallowed": self.disallowed,
            "nofollow": self.nofollow,
        }
        total = sum(counts.values()) or 1
        return {name: count / total for name, count in counts.items()}


@dataclass(frozen=True, slots=True)
class SiteFigures:
    """All that was measured on one site."""

    name: str
    kind: str
    software: str
    is_trained_on: bool
    """Whether pages of this software were among those that page types were learned from."""
    is_learned: bool
    """Whether the learner found a way to threads from the entry."""
    flips: FlipFigures
    draws: tuple[EntryDraw, ...]
    blind: BlindFigures
    crawls: dict[str, CrawlFigures]
    """From the entry, by crawler."""
    from_starts: dict[str, tuple[CrawlFigures, ...]]
    """From random pages: ours, and along true links."""
    from_entry: dict[str, CrawlFigures]
    """The same from the entry."""
    seconds: float = field(compare=False)


def load_truths(places: Sequence[Path], tell: Tell) -> list[tuple[Path, Truth]]:
    """The sites that can be measured, forums first; the others are named and left out. `UsageError` if none can."""
    found = []
    for place in places:
        try:
            found.append((place, load_truth(place)))
        except NotAForum as error:
            if len(places) == 1:
                raise
            tell(f"left out: {error.sentence}")
    if not found:
        raise NotAForum("None of these sites is a forum, a blog or a site of questions and answers.")
    return sorted(found, key=lambda one: KINDS.index(one[1].kind))


def load_peers() -> ModuleType | None:
    """The traversals of other crawlers, if they stand beside the package, as in a clone."""
    path = Path(thresher.__file__).parents[2] / PEERS
    return load_beside(path, "traversals") if path.is_file() else None


def measure_site(
    place: Path, truth: Truth, starts: int, seed: int, trained_on: Sequence[str] = (), peers: ModuleType | None = None
) -> SiteFigures:
    """Everything on one site; the same for the same seed."""
    began = time.monotonic()
    site = OfflineSite(load_recording(place), truth)
    inner = random_starts(site, starts, seed)
    learned = learn_from(site, truth.entry)
    crawls = {OURS: figures_of(walk_by_learning(learned))}
    draws, ours = [], []
    for start in inner:
        one = learn_from(site, start)
        draws.append(drawn(site, start, one.lesson.entry if one.is_learned else ""))
        ours.append(figures_of(walk_by_learning(one)))
    blind = walk_blindly(site, truth.entry)
    crawls[BLIND] = figures_of(blind.walk)
    if peers is not None:
        crawls |= _peer_crawls(site, peers, seed)
    true = {TRUE_STRICT: True, TRUE_ANY: False}
    return SiteFigures(
        site.name,
        truth.kind,
        truth.software,
        any(truth.software.lower().startswith(package) for package in trained_on),
        learned.is_learned,
        flip_figures(site),
        tuple(draws),
        blind_figures(blind),
        {name: crawls[name] for name in (BLIND, STRUCTURE, IROBOT, OURS) if name in crawls},
        {
            OURS: tuple(ours),
            **{
                name: tuple(figures_of(walk_true_links(site, start, is_strict=is_strict)) for start in inner)
                for name, is_strict in true.items()
            },
        },
        {
            OURS: crawls[OURS],
            **{
                name: figures_of(walk_true_links(site, truth.entry, is_strict=is_strict))
                for name, is_strict in true.items()
            },
        },
        time.monotonic() - began,
    )


def blind_figures(blind: BlindWalk) -> BlindFigures:
    """What a blind crawl asked for, and what it was asked not to."""
    walk = blind.walk
    truth, got, asked = walk.site.truth, walk.got.keys(), set(walk.asked)
    lists = got & truth.lists - truth.threads
    return BlindFigures(
        len(got & truth.threads),
        len(lists),
        len(got - truth.useful),
        len(asked - got),
        len(blind.disallowed),
        len(blind.nofollow),
    )


def _peer_crawls(site: OfflineSite, peers: ModuleType, seed: int) -> dict[str, CrawlFigures]:
    """The other crawlers' traversals from the entry; what they sample before does not count."""
    threads = [url for url in site.pages if key_of(url) in site.truth.threads]
    walks = {STRUCTURE: Walk(site), IROBOT: Walk(site)}
    entry = site.truth.entry
    if threads:
        example = random.Random(f"{seed} {site.name}").choice(threads)  # noqa: S311 -- repeatable, not secret
        peers.structure_driven(_looking(Walk(site)), _looking(walks[STRUCTURE]), entry, example)
    peers.irobot(_looking(Walk(site)), _looking(walks[IROBOT]), entry)
    return {name: figures_of(walk) for name, walk in walks.items()}


def _looking(walk: Walk) -> Callable[[str], Outline | None]:
    """Pages whose links have no session in them: these crawlers do not know of sessions, and would drown in them."""
    site = walk.site

    def look(url: str) -> Outline | None:
        outline = walk.outline(url)
        if outline is None or not site.sessions:
            return outline
        return replace(outline, anchors=tuple(replace(one, url=site.plain(one.url)) for one in outline.anchors))

    return look
