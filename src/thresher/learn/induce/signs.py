"""Example pages → signs of the software that made them: what all their sites have, and other software has not."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

from thresher.knowledge import KnowledgeBase
from thresher.learn.induce.examples import Example, Seen, by_site, seen
from thresher.page import VirtualDocument, join
from thresher.pattern import DetectionIndex, PatternError, parse

MOST_SIGNS = 8
MOST_OF_KIND = 3
MOST_GENERATORS = 5
"""Extensions of a software put theirs beside its own."""
LEAST_SHARE = 0.5
MOST_SHARE = 0.8
"""Of the pages of each site that must have a sign; and a weak one."""
WHERE = (
    "the generator", "a cookie", "a link to its makers", "a script or style", "a name in a script", "an attribute",
    "links to its programs", "an id", "a class",
    "links to programs that other software has, too",
)  # fmt: skip
"""What signs are, the surest first."""
WEAK = WHERE.index("an id")
"""Kinds from this one on are taken only where there are few others."""
FEW = 3
PROGRAMS = WHERE.index("links to its programs")
SHARED = len(WHERE) - 1
"""The kind that is taken only where there is no other sign at all."""
_GENERATOR = re.compile(r"[^\W\d][^\d(;,|]*[^\W\d]")
_MAKERS = re.compile(
    r"powered|software|forum by|built (?:with|on)|running|copyright|©|\bby\b|proudly|theme|propuls", re.I
)
_VARIABLE = re.compile(r"(?:\bvar\s+|\bwindow\.|\bfunction\s+)([A-Za-z_$][\w$]{4,40})\s*(?:=|\()")
_SCRIPT_NAME = re.compile(r"([A-Za-z_]{3,30})\.(?:php|asp|aspx|cgi|pl|jsp|do|cfm)(?![A-Za-z])")
_PLAIN = re.compile(r"[A-Za-z][\w-]{3,40}")
_MADE_UP = re.compile(r"[0-9a-f]{6,}|\d{3,}")
MAX_SCRIPT = 20_000
"""Characters of one inline script that are looked at."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A pattern that tells the software, and where it was found."""

    pattern: str
    kind: int
    """Place in `WHERE`."""
    seen: Seen

    @property
    def where(self) -> str:
        return WHERE[self.kind]


@cache
def boilerplate() -> dict[str, frozenset[str]]:
    """Words that say nothing of the software, by what they name."""
    data = yaml.safe_load(Path(__file__).with_name("boilerplate.yaml").read_text(encoding="utf-8"))
    return {key: frozenset(map(str, words)) for key, words in data.items()}


def is_common(name: str) -> bool:
    """Whether pages of all kinds have ids, classes or variables of this name."""
    return re.sub(r"[-_\d$]", "", name).lower() in boilerplate()["names"]


def find_signs(examples: Sequence[Example], unlike: Sequence[VirtualDocument], base: KnowledgeBase) -> list[Sign]:
    """Signs that all sites have, the surest first; those that `unlike` has, or that speak for other types, left out."""
    found: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
    counts_of: Counter[str] = Counter()
    others, programs = _others(base), _known_programs(base)
    for number, one in enumerate(examples):
        taken = _taken(one.document, others)
        for kind, pattern, element in signs_on(one, is_alone=len(by_site(examples)) == 1):
            if element not in taken:
                is_shared = kind == PROGRAMS and any(program in pattern for program in programs)
                found[SHARED if is_shared else kind, pattern].add(number)
                counts_of[pattern] += 1
    signs = []
    places = {id(one): number for number, one in enumerate(examples)}
    for (kind, pattern), numbers in found.items():
        counts = seen(examples, lambda one, numbers=numbers: places[id(one)] in numbers)  # type: ignore[misc]
        share = LEAST_SHARE if kind < WEAK or kind == SHARED else MOST_SHARE
        if counts.is_everywhere and _is_regular(examples, numbers, share) and not _is_elsewhere(pattern, unlike):
            signs.append(Sign(pattern, kind, counts))
    return _chosen(signs, counts_of)


def _is_regular(examples: Sequence[Example], numbers: set[int], share: float) -> bool:
    """Whether at least some share of the pages of each site is among those."""
    own = {id(examples[number]) for number in numbers}
    return all(sum(id(one) in own for one in some) >= share * len(some) for some in by_site(examples).values())


def _chosen(signs: list[Sign], counts_of: Counter[str]) -> list[Sign]:
    chosen: list[Sign] = []
    for kind in range(len(WHERE)):
        if len(chosen) >= (1 if kind == SHARED else FEW) and kind >= WEAK:
            break
        # Of many equally good ones those that are there most often, and say most.
        own = sorted(
            (one for one in signs if one.kind == kind),
            key=lambda one: (-one.seen.pages, -counts_of[one.pattern], -len(one.pattern)),
        )
        chosen += own[: MOST_OF_KIND if kind else MOST_GENERATORS]
    return chosen[:MOST_SIGNS]


def _others(base: KnowledgeBase) -> DetectionIndex[str]:
    return DetectionIndex([(name, parse(text)) for name, text in base.detections() if name not in base.categories])


def _known_programs(base: KnowledgeBase) -> frozenset[str]:
    """Programs that addresses of known types name: viewtopic.php."""
    forms = str([base.file(name).data.get("urls", {}).get("roles", {}) for name in base.names])
    return frozenset(found[0] for found in _SCRIPT_NAME.finditer(forms))


def already_known(examples: Sequence[Example], base: KnowledgeBase) -> dict[str, Seen]:
    """Types that have signs on the examples."""
    index = _others(base)
    hits = {id(one): {hit.key for hit in index.lookup(one.document, 1)} for one in examples}
    names = sorted({name for some in hits.values() for name in some})
    return {name: seen(examples, lambda one, name=name: name in hits[id(one)]) for name in names}  # type: ignore[misc]


def _taken(document: VirtualDocument, others: DetectionIndex[str]) -> set[Any]:
    """Elements that speak for another type: what another application in the same site has put there."""
    return {
        node for hit in others.lookup(document) for node in hit.pattern.select(document) if not isinstance(node, str)
    }


def _is_elsewhere(pattern: str, unlike: Sequence[VirtualDocument]) -> bool:
    try:
        read = parse(pattern)
    except PatternError:
        return True
    return any(read.matches(document) for document in unlike)


def signs_on(example: Example, *, is_alone: bool) -> Iterator[tuple[int, str, Any]]:
    """What may be a sign on one page: kind, pattern and element. `is_alone`: there is no other site to compare with."""
    root = example.page.tree
    yield from _in_head(root)
    yield from _cookies(example.document)
    yield from _makers(root, example, is_alone=is_alone)
    yield from _resources(root, example, is_alone=is_alone)
    yield from _variables(root)
    yield from _programs(root)
    for element in root.iter():
        if isinstance(element.tag, str):
            yield from _names(element)


def _quoted(text: str) -> str:
    return f'"{text}"' if "'" in text else f"'{text}'"


def _in_head(root: Any) -> Iterator[tuple[int, str, Any]]:
    for element in root.iter("meta"):
        content = element.get("content") or ""
        name = (element.get("name") or "").lower()
        if name in ("generator", "application-name") and (found := _GENERATOR.search(content)):
            value = found[0].strip()[:40]
            if name == "generator" and len(value) > 2 and "'" not in value:
                yield 0, f"meta[@name='{element.get('name')}'][contains(@content, '{value}')]", element


def _cookies(document: VirtualDocument) -> Iterator[tuple[int, str, Any]]:
    top = document.metadata
    for element in top.iter("cookie") if top is not None else ():
        name = element.get("name") or ""
        stem = _MADE_UP.split(name)[0]
        if len(stem) > 3 and _PLAIN.fullmatch(stem) and not re.search(r"sess|^__cf|csrf|locale|lang", stem, re.I):
            test = f"@name='{name}'" if stem == name else f"contains(@name, '{stem}')"
            yield 1, f"cookie[{test}]", element


def _makers(root: Any, example: Example, *, is_alone: bool) -> Iterator[tuple[int, str, Any]]:
    """Links that say who has made the software: to another site, from each page."""
    for element in root.iter("a"):
        href = element.get("href") or ""
        href = href[href.rfind("http") :] if href.count("http") > 1 else href  # inside an archive's address
        host = (urlsplit(href).hostname or "") if href.startswith("http") and "[" not in href else ""
        host = host.removeprefix("www.")
        if not host or host == example.site or any(word in host for word in boilerplate()["hosts"]):
            continue
        above = element.getparent()
        around = " ".join(map(str, above.itertext()))[:300] if above is not None else ""
        if is_alone and not _MAKERS.search(around):
            continue
        words = re.findall(r"[^\W\d_]{3,}", " ".join(map(str, element.itertext())))
        named = next((word for word in words if word.lower() in host.replace("-", "")), "")
        yield 2, f"a[contains(@href, '{host}')]" + (f"[contains(., '{named}')]" if named else ""), element


def _resources(root: Any, example: Example, *, is_alone: bool) -> Iterator[tuple[int, str, Any]]:
    for element in root.iter("script", "link"):
        name = "src" if element.tag == "script" else "href"
        if element.tag == "link" and "stylesheet" not in (element.get("rel") or "").lower():
            continue
        address = re.split(r"[?@#;]|%3[fF]", element.get(name) or "")[0]
        full = join(example.page.url, address) or ""
        is_own = (urlsplit(full).hostname or "").removeprefix("www.") == example.site
        if (not is_own and (is_alone or example.has_address)) or any(
            word in address.lower() for word in boilerplate()["resources"]
        ):
            continue
        for text in (_tail(address), *_folders(address)):
            if text:
                yield 3, f"{element.tag}[contains(@{name}, {_quoted(text)})]", element


def _folders(address: str) -> list[str]:
    """Folders of a path whose names nobody would choose twice: they are the software's, whatever the theme is."""
    parts = address.split("/")[:-1]
    return [
        f"{part}/"
        for part in parts
        if _PLAIN.fullmatch(part) and len(part) > 5 and re.search(r"[a-z][-_][a-z]", part) and not _MADE_UP.search(part)
    ]


def _tail(address: str) -> str:
    """The end of a path that tells which file it is, without what changes with its version."""
    parts = [part for part in address.split("/") if part not in ("", ".", "..")]
    if not parts or '"' in address:
        return ""
    words = boilerplate()
    file = parts[-1]
    folder = parts[-2] if len(parts) > 1 and ":" not in parts[-2] and "." not in parts[-2] else ""
    if cut := _MADE_UP.search(file):
        file = file[: cut.start()]
    stem = re.sub(r"[-_.\d]|min", "", file.partition(".")[0]).lower()
    is_said = stem not in words["files"] and stem not in words["names"] and len(stem) > 3
    if folder and not _MADE_UP.search(folder) and (is_said or folder.lower() not in words["folders"]):
        return f"{folder}/{file}"
    return file if is_said and len(file) > 6 else ""


def _variables(root: Any) -> Iterator[tuple[int, str, Any]]:
    for element in root.iter("script"):
        for name in dict.fromkeys(_VARIABLE.findall((element.text or "")[:MAX_SCRIPT])):
            is_telling = "_" in name.strip("_") or re.search(r"[a-z][A-Z]", name) or name.isupper()
            if is_telling and not is_common(name) and not any(map(str.isdigit, name)):
                yield 4, f"script[contains(., '{name}')]", element


def _programs(root: Any) -> Iterator[tuple[int, str, Any]]:
    """Programs that links ask, by the names of their files."""
    for element in root.iter("a"):
        path = re.split(r"[?#]", element.get("href") or "")[0].rpartition("/")[2]
        found = _SCRIPT_NAME.match(path)
        if found and found[1].lower() not in boilerplate()["scripts"]:
            yield PROGRAMS, f"a[contains(@href, '{found[0]}')]", element


def _names(element: Any) -> Iterator[tuple[int, str, Any]]:
    for name in element.attrib:
        if str(name).startswith("data-") and len(name) > 9 and not _is_common_data(str(name)):
            yield 5, f"*[@{name}]", element
    ident = element.get("id") or ""
    if _PLAIN.fullmatch(ident) and not any(map(str.isdigit, ident)) and not is_common(ident):
        yield 7, f"{element.tag}[@id='{ident}']", element
    for token in (element.get("class") or "").split()[:4]:
        if _PLAIN.fullmatch(token) and len(token) > 6 and not any(map(str.isdigit, token)) and not is_common(token):
            yield 8, f"{element.tag}[@class~='{token}']", element


def _is_common_data(name: str) -> bool:
    words = name.removeprefix("data-").split("-")
    known = (
        "toggle",
        "target",
        "src",
        "href",
        "url",
        "lang",
        "cfasync",
        "reactid",
        "srcset",
        "cfemail",
        "type",
        "ajax",
    )
    return words[0] in known or (len(words) == 1 and is_common(words[0])) or not re.fullmatch(r"[a-z-]+", name)
