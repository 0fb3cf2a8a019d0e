"""A site that serves two templates by user agent, visited as a desktop, then as a phone: is the same extracted?

This is the paper's table 2 (Faheem and Senellart, 2013, section 8). The two templates are two recordings of one site;
where the second was recorded later, what came and went in between is known.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from thresher.evaluate.adaptation import Adapter, Score, score
from thresher.evaluate.adaptation_pages import KnownLevel, KnownPage, known_levels
from thresher.evaluate.cut import cut_down, write_type
from thresher.evaluate.recording import Recording, key_of, load_recording
from thresher.evaluate.replay import Answer, served
from thresher.evaluate.visits import Changes, Visit, plain_settings, seen_objects
from thresher.knowledge import KnowledgeBase
from thresher.learn.mending import Witness
from thresher.model import CrawlSettings, Strategy, WebObject
from thresher.model.errors import UsageError
from thresher.page import decode_content, pair_dice, read_page, words_of

PHONE = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36"
)
MARK = "Mobile"
"""What servers tell phones by."""
FOUND, RIGHT = 0.99, 0.97
"""Shares of the objects that must be found again, and of authors and dates that must be right."""
SAME_TEXT = 0.9
"""Share of the pairs of words that two texts have in common; an edit that is not told is more."""
HAPPENED = ("new", "edited", "deleted")
_FRAMING = frozenset({"content-length", "transfer-encoding", "content-encoding", "vary", "connection", "keep-alive"})


@dataclass(frozen=True, slots=True)
class Pair:
    """Two recordings of one site, as `pairs.json` names them."""

    desktop: Recording
    phone: Recording
    rename: tuple[str, str] | None
    """Host of the phone's recording, and what it is to be called."""
    expect: Changes
    """What came and went between the two, by type of object."""

    @property
    def name(self) -> str:
        return f"{self.desktop.name}, {self.phone.name}"


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well the two visits agree."""

    known: int
    """Objects that the first visit brought and the second should."""
    found: float
    text: float
    """Of those found: shares that are the same."""
    author: float
    date: float
    changes: Changes
    """What the second visit told; noughts left out."""
    is_told: bool
    """Whether that is what really happened."""

    @property
    def is_right(self) -> bool:
        return self.found >= FOUND and min(self.text, self.author, self.date) >= RIGHT and self.is_told


@dataclass(frozen=True, slots=True)
class AgentFigures:
    """One pair, visited in several ways."""

    name: str
    visits: dict[str, Agreement]
    """By what was known."""
    peers: dict[str, Score]
    """Other programs, on pages of the phone that they saw as a desktop."""


FULL, CUT, STATIC = "all knowledge", "first template", "first template, no mending"
NEW, NEXT = "first template, site is new", "the same, and what was mended there"
"""Not visited before: the second template alone, as all knowledge reads it; then as the next site of that template."""
SERVED = "as on another site"
"""How a mend says that it was taken over (`learn/mending/lessons.py`)."""


def load_pairs(place: Path) -> Iterator[Pair]:
    """The pairs that a `pairs.json` lists, one after the other: recordings are large. They are beside it."""
    try:
        rows = json.loads(place.read_text(encoding="utf-8"))
        named = [(row["before"], row["after"], row.get("rename") or "", row["expect"]) for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{place} cannot be read as a list of pairs: {error}.") from error
    for before, after, rename, expect in named:
        old, _, new = rename.partition("=")
        desktop, phone = (load_recording(place.parent / name) for name in (before, after))
        yield Pair(desktop, phone, (old, new) if old else None, expect)


def faces(pair: Pair) -> Answer:
    """One site with two faces, at the same addresses."""
    new, old = pair.rename or ("", "")
    renamed = {key.replace(new, old, 1) if new else key: key for key in pair.phone.answers}
    made: dict[tuple[str, bool], bytes] = {}

    def answer(key: str, agent: str) -> bytes | None:
        is_phone = MARK in agent
        if (key, is_phone) not in made:
            recording, recorded = (pair.phone, renamed.get(key)) if is_phone else (pair.desktop, key)
            if recorded not in recording.answers or recorded is None:
                return None
            made[key, is_phone] = _spoken(recording, recorded, pair.rename if is_phone else None)
        return made[key, is_phone]

    return answer


def _spoken(recording: Recording, key: str, rename: tuple[str, str] | None) -> bytes:
    """A recorded answer that says that it is for this user agent; of another host, if it is to speak as one."""
    capture = recording.capture(key)
    lines = [f"{name}: {value}" for name, value in capture.headers if name.lower() not in _FRAMING]
    body = decode_content(capture.payload, capture.header("content-encoding"), len(capture.payload) * 100 + 1000).data
    head = "\r\n".join([f"HTTP/1.1 {capture.status} Recorded", *lines, "Vary: User-Agent"])
    whole = f"{head}\r\n\r\n".encode() + body
    return whole.replace(rename[0].encode(), rename[1].encode()) if rename else whole


def measure_pair(
    pair: Pair,
    base: KnowledgeBase,
    folder: Path,
    visit: Visit,
    peers: Sequence[Adapter] = (),
    *,
    knowledge: tuple[str, ...] = (),
) -> AgentFigures:
    """Both visits, with all that is known (the shipped types, or those in the folders of `knowledge`); then with the
    type cut down to the desktop's template.
    """
    answer = faces(pair)
    found: dict[str, Agreement] = {}
    scores: dict[str, Score] = {}
    with served(answer) as site:
        settings = plain_settings(pair.desktop.seed, site, knowledge=knowledge)
        found[FULL] = _visited_twice(pair, folder / "full", settings, visit)
        known = known_levels(pair.desktop, base)
        if known:
            types = (write_type(cut_down(base, known), folder / "types"),)
            # By the type alone, from where it lives: feeds, or comparing pages, would teach what it lacks.
            settings = replace(settings, seeds=(known[0].root,), knowledge=types, strategy=Strategy.KNOWN)
            found[CUT] = _visited_twice(pair, folder / "cut", settings, visit)
            found[STATIC] = _visited_twice(pair, folder / "static", replace(settings, adapts=False), visit)
            settings = replace(settings, strategy=Strategy.AUTO, user_agent=PHONE)
            found |= _visited_new(pair, folder, settings, visit)
        for peer in peers if known else ():
            scores[peer.name] = _peer_score(peer, known[0], answer)
    return AgentFigures(pair.name, found, scores)


def _visited_twice(pair: Pair, folder: Path, settings: CrawlSettings, visit: Visit) -> Agreement:
    visit(folder, settings)
    first = seen_objects(folder)
    told = visit(folder, replace(settings, user_agent=PHONE))
    return agreement_of(first, seen_objects(folder), told, pair.expect)


def _visited_new(pair: Pair, folder: Path, settings: CrawlSettings, visit: Visit) -> dict[str, Agreement]:
    """The phone's face by what is known of the desktop's, without a visit before; then by what was mended there."""
    expected = seen_objects(folder / "full")
    nothing: Changes = {kind: {} for kind in pair.expect}
    visit(folder / "new", settings)
    new = agreement_of(expected, seen_objects(folder / "new"), {}, nothing)
    lessons = folder / "lessons"
    lessons.mkdir()
    for file in (folder / "new/knowledge").glob("*.yaml"):
        # Of another host, so that it is not the site itself that is known.
        host = key_of(settings.seeds[0]).partition("/")[0].partition(":")[0]
        (lessons / file.name).write_text(file.read_text("utf-8").replace(host, "another.example"), "utf-8")
    knowledge = (*settings.knowledge, *([str(lessons)] if any(lessons.iterdir()) else []))
    visit(folder / "next", replace(settings, knowledge=knowledge))
    served = agreement_of(expected, seen_objects(folder / "next"), {}, nothing)
    files = (folder / "next/knowledge").glob("*.yaml")
    notes = [line for file in files for line in file.read_text("utf-8").splitlines() if line.startswith("# 2")]
    if anew := sum(SERVED not in line for line in notes):
        served = replace(served, changes={"mended": {"anew": anew}}, is_told=False)
    return {NEW: new, NEXT: served}


def agreement_of(first: Sequence[WebObject], second: Sequence[WebObject], told: Changes, expect: Changes) -> Agreement:
    """What two visits brought, of the types of which it is known what came and went."""
    again = {one.id: one for one in second}
    known = [one for one in first if one.type.value in expect]
    pairs = [(one, again[one.id]) for one in known if one.id in again]
    gone = sum(counts.get("deleted", 0) for counts in expect.values())
    texts = [pair_dice(words_of(one.text), words_of(other.text)) >= SAME_TEXT for one, other in pairs if one.text]
    authors = [(one.author, other.author) for one, other in pairs if one.author]
    dates = [(one.published[:10], other.published[:10]) for one, other in pairs if one.published]
    changes = _happened({kind: told.get(kind, {}) for kind in expect})
    return Agreement(
        len(known) - gone,
        len(pairs) / max(1, len(known) - gone),
        sum(texts) / len(texts) if texts else 1.0,
        _share(authors),
        _share(dates),
        changes,
        changes == _happened(expect),
    )


def _happened(changes: Changes) -> Changes:
    found = {kind: {name: of[name] for name in HAPPENED if of.get(name)} for kind, of in changes.items()}
    return {kind: counts for kind, counts in found.items() if counts}


def _share(pairs: Sequence[tuple[str, str]]) -> float:
    return sum(one == other for one, other in pairs) / len(pairs) if pairs else 1.0


def _peer_score(peer: Adapter, known: KnownLevel, answer: Answer) -> Score:
    """How a program reads the phone's pages, which it saw as a desktop, against what it found there itself."""
    own = peer.learn(known)
    pairs = []
    for one, there in zip(known.pages, own, strict=True):
        phone = _as_phone(one, answer(key_of(one.page.url), PHONE))
        if phone is not None:
            still = Witness(phone.page, tuple(there), phone.capture.time).shown
            pairs.append((still, peer.read(phone)))
    return score(known, pairs)


def _as_phone(one: KnownPage, answer: bytes | None) -> KnownPage | None:
    if answer is None:
        return None
    key = key_of(one.page.url)
    capture = replace(Recording("", "", {key: answer}).capture(key), url=one.page.url)
    page = read_page(capture, CrawlSettings(seeds=(one.page.url,)))
    return replace(one, capture=capture, page=page) if page is not None and page.tree is not None else None
