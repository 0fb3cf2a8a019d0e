"""Everything that example pages say of their software, before it is written down."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from thresher.knowledge import KnowledgeBase
from thresher.learn.induce.examples import Example, Seen, by_site, taking_turns
from thresher.learn.induce.levels import LevelNames, Mark, find_marks, names_in, sorted_out
from thresher.learn.induce.reading import Reading, read_article, read_posts, read_title
from thresher.learn.induce.roles import LEAST_LINKS, RoleForm, addresses_of, link_pattern, role_forms, steps_of
from thresher.learn.induce.signs import WEAK, Sign, already_known, find_signs
from thresher.page import VirtualDocument

KNOWN_SHARE = 0.5
"""Of the examples that a known type must have signs on before it is worth a word."""
READ_BY_REGIONS = frozenset({"BoardPost", "Answer"})
"""Objects of which a page holds several, one like the other; others are articles, with comments perhaps."""


@dataclass
class LevelFindings:
    """What is known of the pages of one level."""

    name: str
    kind: str
    pages: Sequence[Example]
    marks: list[Mark] = field(default_factory=list)
    forms: list[RoleForm] = field(default_factory=list)
    role: str = ""
    has_further: bool = False
    links: tuple[str, Seen] | None = None
    """Where links to the terminal level stand, on lists."""


@dataclass
class Findings:
    """What the examples have in common, and what they leave open."""

    name: str
    category: str
    names: LevelNames
    examples: list[Example]
    signs: list[Sign] = field(default_factory=list)
    levels: list[LevelFindings] = field(default_factory=list)
    posts: Reading | None = None
    title: tuple[tuple[str, ...], Seen] | None = None
    article: tuple[tuple[str, ...], Seen] | None = None
    notes: list[str] = field(default_factory=list)
    """What a person should know, in sentences."""

    @property
    def sites(self) -> list[str]:
        return list(by_site(self.examples))

    def level(self, name: str) -> LevelFindings | None:
        return next((level for level in self.levels if level.name == name), None)


def findings_of(
    examples: Sequence[Example], name: str, category: str, base: KnowledgeBase, unlike: Sequence[VirtualDocument] = ()
) -> Findings:
    """What can be said of the software that made the examples."""
    names = names_in(category, base)
    kept, signs, notes = _agreeing(taking_turns(examples), unlike, base)
    found = Findings(name, category, names, kept, signs, notes=notes)
    _note_doubts(found, base)
    terminal, lists, others = sorted_out(kept)
    # Only lists of what people wrote lead there; others lead to these.
    addresses = addresses_of(kept, terminal)
    inner = [one for one in lists if len(one.sight.urls & set(addresses.get(one.site, ()))) >= LEAST_LINKS]
    outer = [one for one in lists if one not in inner] if len(names.lists) > 1 and inner else []
    inner = inner if outer else lists
    _read(found, terminal, [*lists, *others])
    found.levels = [
        _level(found, names.terminal, "terminal", terminal, [*lists, *others], addresses),
        _level(found, names.lists[0], "intermediate", inner, [*terminal, *outer, *others], addresses),
    ]
    if outer:
        found.levels.append(
            _level(found, names.lists[1], "intermediate", outer, [*terminal, *inner, *others], addresses)
        )
    _part_forms(found.levels)
    if others:
        shown = ", ".join(one.page.url for one in others[:3])
        found.notes.append(f"{len(others)} pages look like neither what people wrote nor a list of it: {shown}.")
    return found


def _part_forms(levels: Sequence[LevelFindings]) -> None:
    """Forms that two levels have tell neither."""
    counts = Counter(form.text.partition("[")[0] for level in levels for form in level.forms)
    for level in levels:
        level.forms = [form for form in level.forms if counts[form.text.partition("[")[0]] == 1]
        level.has_further = level.has_further and bool(level.forms)


def _agreeing(
    examples: list[Example], unlike: Sequence[VirtualDocument], base: KnowledgeBase
) -> tuple[list[Example], list[Sign], list[str]]:
    """The examples that share signs; of three sites or more, one that shares none with the others is left out."""
    signs = find_signs(examples, unlike, base)
    sites = list(by_site(examples))
    if len(sites) < 3 or any(sign.kind < WEAK for sign in signs):
        return examples, signs, []
    for site in sites:
        rest = [one for one in examples if one.site != site]
        fewer = find_signs(rest, unlike, base)
        if any(sign.kind < WEAK for sign in fewer):
            note = f"{site} shares no sign with the other sites: perhaps it is of other software. It was left out."
            return rest, fewer, [note]
    return examples, signs, []


def _note_doubts(found: Findings, base: KnowledgeBase) -> None:
    examples, notes = found.examples, found.notes
    if len(examples) == 1:
        notes.append("One page says little: what is the software's, the site's or the page's own cannot be told apart.")
    elif len(found.sites) == 1:
        notes.append("All pages are of one site: signs may be of its theme. Pages of a second site would tell.")
    if len(found.sites) > 1 and not any(sign.kind < WEAK for sign in found.signs):
        what = "only names of elements" if found.signs else "nothing"
        notes.append(f"The sites share {what} that would say which software made them: are all of them of the same?")
    elif not found.signs:
        notes.append("No sign of the software was found on these pages.")
    for name, counts in already_known(examples, base).items():
        if counts.share >= KNOWN_SHARE:
            notes.append(f"The type {name!r} has signs {counts}: `thresher kb show {name}` shows what is known of it.")
    if unknown := sorted({one.site for one in examples if not one.has_address}):
        notes.append(
            f"No addresses are known of {', '.join(unknown)}: give FILE=URL, and forms of addresses are learned."
        )


def _read(found: Findings, terminal: Sequence[Example], others: Sequence[Example]) -> None:
    if not terminal:
        found.notes.append("No page looks like one that holds what people wrote: give some.")
        return
    found.title = read_title(terminal)
    if found.names.each in READ_BY_REGIONS:
        found.posts = read_posts(terminal, others)
        if found.posts is None:
            found.notes.append("What repeats on the pages that people wrote on was not found out.")
    else:
        found.article = read_article(terminal)


def _level(
    found: Findings,
    name: str,
    kind: str,
    pages: Sequence[Example],
    others: Sequence[Example],
    addresses: dict[str, list[str]],
) -> LevelFindings:
    level = LevelFindings(name, kind, pages)
    if not pages:
        return level
    first = found.posts.each if kind == "terminal" and found.posts is not None else ()
    level.marks = find_marks(pages, others, first)
    if kind != "terminal":
        level.links = link_pattern(pages, addresses)
    own = addresses if kind == "terminal" else addresses_of(found.examples, pages)
    steps = steps_of(pages)
    is_front = kind != "terminal" and name != found.names.lists[0]
    if not is_front:
        level.role = name
        level.forms = role_forms(found.examples, own, steps)
        level.has_further = bool(steps) and bool(level.forms)
    return level
