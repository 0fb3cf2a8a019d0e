"""Findings → a draft of a knowledge file, in which each part says what it rests on."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thresher.learn.induce.examples import Seen
from thresher.learn.induce.findings import Findings, LevelFindings
from thresher.learn.induce.reading import Reading
from thresher.learn.posts.rule import SIGNATURES

WIDTH = 120


@dataclass(frozen=True, slots=True)
class Draft:
    """A type that was induced from examples."""

    text: str
    """The file, as YAML."""
    notes: tuple[str, ...]
    findings: Findings

    @property
    def is_told(self) -> bool:
        """Whether there is any sign to recognise it by."""
        return bool(self.findings.signs)


def draft_of(found: Findings) -> Draft:
    """The draft of a type."""
    lines = [*_head(found), *_detect(found), "levels:"]
    for level in found.levels:
        lines += _level(level, found)
    lines += _dates(found.posts)
    lines += _urls(found)
    return Draft("\n".join(lines) + "\n", tuple(found.notes), found)


def _head(found: Findings) -> Iterator[str]:
    pages, sites = len(found.examples), found.sites
    of = f"{len(sites)} sites ({', '.join(sites[:6])}{' …' if len(sites) > 6 else ''})" if len(sites) > 1 else sites[0]
    yield f"# A draft: what {pages} {'pages' if pages > 1 else 'page'} of {of} have in common. Look it over."
    yield "# Behind each part stands what it was found on; TODO says what the examples do not show."
    yield from (f"# Note: {line}" for note in found.notes for line in _wrapped(note))
    yield f"type: {found.name}"
    yield f"title: {_quoted(found.name.capitalize())}  # TODO: as people write it"
    yield f"extends: {found.category}"


def _wrapped(text: str) -> Iterator[str]:
    line = ""
    for word in text.split():
        if len(line) + len(word) > WIDTH - 12:
            yield line
            line = " "
        line = f"{line} {word}" if line else word
    yield line


def _detect(found: Findings) -> Iterator[str]:
    if not found.signs:
        yield "# TODO: nothing was found that tells this software from others; until then: --type " + found.name
        yield "detect: []"
        return
    one_site = "  # TODO: of one site only; take out what is the site's own" if len(found.sites) == 1 else ""
    yield "detect:" + one_site
    for sign in found.signs:
        yield f"  - {_quoted(sign.pattern)}  # {sign.where}, {sign.seen}"


def _level(level: LevelFindings, found: Findings) -> Iterator[str]:
    yield f"  - name: {level.name}"
    yield f"    kind: {level.kind}"
    if not level.pages:
        yield "    # TODO: no example is a page of this kind"
        yield "    detect: []"
    elif not level.marks:
        told = "; its addresses tell it" if level.forms else ""
        yield f"    # TODO: nothing that only these {len(level.pages)} pages have was found{told}"
        yield "    detect: []"
    else:
        yield "    detect:"
        others = any(other.pages for other in found.levels if other is not level)
        rest = "on no other example" if others else "TODO: there was no page of another kind to compare with"
        for mark in level.marks:
            yield f"      - {_quoted(mark.pattern)}  # {mark.seen}; {rest}"
    yield from _follow(level, found)
    if level.kind == "terminal":
        yield from _extract(found)


def _follow(level: LevelFindings, found: Findings) -> Iterator[str]:
    terminal, inner = found.levels[0], found.levels[1]
    rules: list[str] = []
    if level is terminal:
        if level.has_further:
            rules.append(f"{{ to: {level.name}, role: {level.role}, further: true }}  # its further pages")
    elif terminal.forms or level.links:
        role = f", role: {terminal.role}" if terminal.forms else ""
        at = f", at: {_quoted(level.links[0])}" if level.links else ""
        rest = f"  # {level.links[1]}" if level.links else "  # wherever they stand"
        rules.append(f"{{ to: {terminal.name}{role}{at} }}{rest}")
    if inner.forms:
        rules.append(f"{{ to: {inner.name}, role: {inner.role} }}")
    if rules:
        yield "    follow:"
        yield from (f"      - {rule}" for rule in rules)
    elif level.pages:
        yield "    # TODO: which links lead on; the addresses of the examples did not tell"


def _extract(found: Findings) -> Iterator[str]:
    names, posts = found.names, found.posts
    whole = bool(names.whole and (found.title or found.article))
    if not whole and posts is None:
        yield f"    # TODO: how {names.each or names.whole or 'it'} is read; what the category knows is tried meanwhile"
        return
    yield "    extract:"
    if whole:
        yield f"      - object: {names.whole}"
        yield "        fields:"
        if found.title:
            yield from _field("title", *found.title)
        if found.article:
            yield from _field("text", *found.article)
            yield "          # TODO: author and date; what the category knows is tried meanwhile"
    if posts is not None:
        yield from _posts(posts, names.each)


def _posts(posts: Reading, name: str) -> Iterator[str]:
    yield f"      - object: {name}"
    yield f"        each:  # {posts.records} found, {posts.seen['each']}"
    yield from (f"          - {_quoted(text)}" for text in posts.each)
    yield "        fields:"
    yield '          key: "/@id"'
    for field in ("author", "author_url", "published", "text"):
        if field in posts.fields:
            yield from _field(field, posts.fields[field], posts.seen[field])
        else:
            yield f"          # TODO: {field} was not found out"
    yield "        without:"
    yield from (f"          - {_quoted(text)}" for text in dict.fromkeys((*posts.without, *SIGNATURES)))
    yield "        quotes: [ blockquote, \"*[contains(@class, 'quote')]\" ]"


def _field(name: str, patterns: Sequence[str], seen: Seen) -> Iterator[str]:
    yield f"          {name}:  # {seen}"
    yield from (f"            - {_quoted(text)}" for text in patterns)


def _dates(posts: Reading | None) -> Iterator[str]:
    if posts is not None and posts.date_order:
        yield "dates:"
        yield f"  order: {posts.date_order}  # TODO: as these sites write them; it may be a setting of each"


def _urls(found: Findings) -> Iterator[str]:
    levels = [level for level in found.levels if level.forms]
    if not levels:
        yield "# TODO: urls, the forms of addresses by role"
        return
    yield "urls:"
    sessions = sorted({name for one in found.examples for name in one.sight.sessions})
    if sessions:
        yield f"  drop: [ {', '.join(map(_quoted, sessions))} ]  # seen to carry a session"
    yield "  roles:  # TODO: print views, profiles, searches, logins: addresses that are not to be asked for"
    for level in levels:
        yield f"    {level.role}:"
        for form in level.forms:
            loose = "; TODO: other pages may have such addresses, too" if form.is_loose else ""
            sites = f", {form.seen.sites} of {form.seen.of_sites} sites" if form.seen.of_sites > 1 else ""
            yield f"      - {_quoted(form.text)}  # {form.addresses} addresses{sites}{loose}"
    yield '    home: [ "" ]'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
