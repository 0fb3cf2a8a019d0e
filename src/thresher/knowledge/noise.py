"""Judges an address by what the web in general uses such addresses for (`noise.yaml`).

The rules are indexed by the words they ask for, so a URL is compared only with the few rules that name one
of its segments or parameters.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote

import yaml

from thresher.model import SkipReason

Verdict = Literal["keep", "skip", "strip", "suspect"]

# libyaml's loader where PyYAML has it: a tenth of the time at every start.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_PARTS = re.compile(r"(https?://[^/?]+)([^?]*)\??(.*)", re.DOTALL)
# Java and PHP put their session behind the path, ASP.NET into a folder of its own, some into a segment.
_PATH_SESSION = re.compile(
    r";(?:jsessionid|phpsessid|sid|session_?id|sessid|cfid|cftoken|nsessionid)=[^/;?]*|/\((?:[a-z]\([0-9a-z]{20,}\))+\)(?=/)"
    r"|/\([0-9a-z]{24}\)(?=/)|/(?:jsessionid|phpsessid|sid|sessionid|session_id|sess)[=/_-][0-9a-z]{20,64}(?=/|$)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What to do with an address, and the rule that says so."""

    verdict: Verdict = "keep"
    reason: SkipReason = SkipReason.OTHER_VIEW
    detail: str = ""
    url: str = ""
    """With 'strip': the address to follow instead."""


_KEEP = Judgement()

_NO_WORDS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Rule:
    name: str
    reason: SkipReason
    verdict: Verdict
    anywhere: frozenset[str]
    last: frozenset[str]
    first: frozenset[str]
    segment_pattern: re.Pattern[str] | None
    params: frozenset[str]
    values: dict[str, frozenset[str]]
    patterns: dict[str, re.Pattern[str]]
    without: frozenset[str]
    min_segments: int

    def matched(self, address: "_Address") -> frozenset[str] | None:
        """Names of the parameters it matched by (empty if by the path alone); None if it does not match."""
        if len(address.segments) < self.min_segments or not self.without.isdisjoint(address.params):
            return None
        names = self._matched_parameters(address)
        asks_parameters = bool(self.params or self.values or self.patterns)
        if asks_parameters and not names:
            return None
        asks_place = bool(self.anywhere or self.last or self.first or self.segment_pattern)
        return names if not asks_place or self._is_at(address) else None

    def _matched_parameters(self, address: "_Address") -> frozenset[str]:
        names = self.params & address.params.keys()
        for name, values in address.params.items():
            pattern = self.patterns.get(name)
            is_listed = not self.values.get(name, _NO_WORDS).isdisjoint(values)
            if is_listed or (pattern and any(map(pattern.fullmatch, values))):
                names |= {name}
        return names

    def _is_at(self, address: "_Address") -> bool:
        segments = address.segments
        if not segments:
            return False
        if not self.anywhere.isdisjoint(segments) or segments[0] in self.first:
            return True
        if not self.last.isdisjoint(address.endings):
            return True
        pattern = self.segment_pattern
        return pattern is not None and any(pattern.fullmatch(segment) for segment in segments)


class _Address(NamedTuple):
    segments: tuple[str, ...]
    endings: tuple[str, ...]
    """The last segment; with the one before it where the last is a number. Without the underscore by which some
    software marks its own words: /apples/_history/."""
    params: dict[str, list[str]]


@lru_cache(maxsize=1 << 14)
def judge(url: str) -> Judgement:
    """What the rules say of `url`. Skipping wins over taking parameters off, that over suspicion."""
    found = _PARTS.match(url)
    if not found:
        return _KEEP
    origin, path, query = found.groups()
    plain_path = _PATH_SESSION.sub("", path) or "/" if _may_hold_session(path) else path
    if plain_path != path:
        shorter = f"{origin}{plain_path}?{query}" if query else origin + plain_path
        return Judgement("strip", SkipReason.SESSION, "session in the path", shorter)
    address = _address(path, query)
    rules = _candidates(address)
    return _by_rules(rules, url, address) if rules else _KEEP


def _may_hold_session(path: str) -> bool:
    """Whether `_PATH_SESSION` is worth a search, which takes as long as all the rest for an address without rules."""
    if ";" in path or "/(" in path:
        return True
    low = path.lower()
    return "sess" in low or "/sid" in low


def _by_rules(rules: Sequence[_Rule], url: str, address: _Address) -> Judgement:
    stripped: set[str] = set()
    first_strip: _Rule | None = None
    suspicion: _Rule | None = None
    for rule in rules:
        names = rule.matched(address)
        if names is None:
            continue
        if rule.verdict == "skip":
            return Judgement("skip", rule.reason, rule.name)
        if rule.verdict == "strip":
            stripped |= names
            first_strip = first_strip or rule
        else:
            suspicion = suspicion or rule
    if first_strip:
        detail = f"{first_strip.name}: {', '.join(sorted(stripped))}"
        return Judgement("strip", first_strip.reason, detail, without_parameters(url, stripped))
    return Judgement("suspect", suspicion.reason, suspicion.name) if suspicion else _KEEP


def without_parameters(url: str, names: Iterable[str]) -> str:
    """`url` with the named parameters taken off, in whatever case; the others keep their order and separators.

    >>> without_parameters("http://b.example/t.php?a=1&PHPSESSID=2;c=3", {"PhpSessId"})
    'http://b.example/t.php?a=1;c=3'
    """
    place, _, query = url.partition("?")
    gone = frozenset(map(str.lower, names))
    pieces = re.split("([&;])", query)
    kept: list[str] = []
    for i in range(0, len(pieces), 2):
        if pieces[i] and _name(pieces[i].partition("=")[0]) not in gone:
            kept += [pieces[i - 1] if i else "&", pieces[i]]
    return f"{place}?{''.join(kept[1:])}" if kept else place


def _address(path: str, query: str) -> _Address:
    low = (unquote(path) if "%" in path else path).lower()
    segments = tuple(segment for segment in low.split("/") if segment)
    endings = segments[-2:] if len(segments) > 1 and segments[-1].isdigit() else segments[-1:]
    if "/_" in low:
        endings = tuple(ending.lstrip("_") for ending in endings)
    params: dict[str, list[str]] = {}
    for pair in query.replace(";", "&").split("&") if query else ():
        name, _, value = pair.partition("=")
        if name:
            params.setdefault(_name(name), []).append(value.lower())
    return _Address(segments, endings, params)


def _name(name: str) -> str:
    return (unquote(name) if "%" in name else name).lower()


def _candidates(address: _Address) -> Sequence[_Rule]:
    """Rules that name one of the words of `address`, in the order of the file."""
    by_segment, by_parameter, _ = _rules()
    segments, endings, params = address
    words = segments if endings == segments[-len(endings) :] else segments + endings
    named = tuple(filter(by_segment.__contains__, words))
    asked = tuple(filter(by_parameter.__contains__, params))
    has_colon = ":" in "".join(segments)
    return _naming(named, asked, has_colon) if named or asked or has_colon else ()


# Addresses of one script have the same words: to gather the rules for each anew took 2 % of a crawl.
@lru_cache(maxsize=1 << 12)
def _naming(segments: tuple[str, ...], params: tuple[str, ...], has_colon: bool) -> tuple[_Rule, ...]:
    by_segment, by_parameter, patterned = _rules()
    found = {number for word in segments for number in by_segment[word]}
    found.update(number for word in params for number in by_parameter[word])
    if has_colon:
        found.update(patterned)
    rules = _all_rules()
    return tuple(rules[number] for number in sorted(found))


@cache
def _rules() -> tuple[dict[str, list[int]], dict[str, list[int]], list[int]]:
    """Segment → numbers of the rules that ask for it; parameter → the same; and those that ask for a pattern."""
    by_segment: defaultdict[str, list[int]] = defaultdict(list)
    by_parameter: defaultdict[str, list[int]] = defaultdict(list)
    for number, rule in enumerate(_all_rules()):
        for word in rule.anywhere | rule.last | rule.first:
            by_segment[word].append(number)
        for word in rule.params | rule.values.keys() | rule.patterns.keys():
            by_parameter[word].append(number)
    patterned = [number for number, rule in enumerate(_all_rules()) if rule.segment_pattern]
    return dict(by_segment), dict(by_parameter), patterned


@cache
def _all_rules() -> tuple[_Rule, ...]:
    text = files("thresher.knowledge").joinpath("noise.yaml").read_text(encoding="utf-8")
    rules = yaml.load(text, Loader=_LOADER)["rules"]  # noqa: S506 -- one of the safe loaders
    return tuple(_rule(raw) for raw in rules)


def _rule(raw: dict[str, Any]) -> _Rule:
    pattern = raw.get("segment_pattern")
    return _Rule(
        name=raw["name"],
        reason=SkipReason[raw["reason"]],
        verdict=raw["do"],
        anywhere=frozenset(raw.get("segments", ())),
        last=frozenset(raw.get("last", ())),
        first=frozenset(raw.get("first", ())),
        segment_pattern=re.compile(pattern) if pattern else None,
        params=frozenset(raw.get("params", ())),
        values={name: frozenset(values) for name, values in raw.get("values", {}).items()},
        patterns={name: re.compile(text) for name, text in raw.get("patterns", {}).items()},
        without=frozenset(raw.get("without", ())),
        min_segments=raw.get("min_segments", 0),
    )
