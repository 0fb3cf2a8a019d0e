"""The knowledge base: all types in a tree of files, each inheriting from the one above."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from thresher.knowledge.build import build_type, flaws
from thresher.knowledge.inherit import as_one, inherited, laid_over
from thresher.knowledge.shape import Problem
from thresher.knowledge.source import Finding, KnowledgeError, TypeFile, located, read_file
from thresher.knowledge.values import ApplicationType

SHIPPED = Path(__file__).with_name("types")
MAX_LINEAGE = 6
"""Category, application, version, site, and room for two more."""


ADAPTED = "adapted"
"""Source of types that were mended for a site."""


class KnowledgeBase:
    """Types by name. A file is understood when its type is asked for; reading all of them costs a tenth of a second."""

    def __init__(self, files: Sequence[TypeFile], recognised: Collection[str] | None = None) -> None:
        """Pages are `recognised` as of these types, of all if that is not said; others are there to be extended."""
        self._files = {file.name: file for file in files}
        self._recognised = self._files if recognised is None else recognised
        self._built: dict[str, ApplicationType] = {}

    @property
    def names(self) -> list[str]:
        return sorted(self._files)

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def file(self, name: str) -> TypeFile:
        return self._files[name]

    def lineage(self, name: str) -> tuple[str, ...]:
        """`name`, what it extends, and so on up to its category."""
        line = [name]
        while (parent := self._files[line[-1]].parent) is not None and parent in self._files and parent not in line:
            line.append(parent)
        return tuple(line)

    def type(self, name: str) -> ApplicationType:
        """The type called `name`, with all it inherits."""
        found = self._built.get(name)
        if found is None:
            found = self._built[name] = build_type(self.merged(name), self.lineage(name))
        return found

    def adapted(self, name: str, levels: Sequence[dict[str, Any]]) -> ApplicationType:
        """The type called `name` as one site has it: with `levels` laid over its own, the first uppermost."""
        data: dict[str, Any] = self.merged(name)
        for level in reversed(levels):
            data = laid_over(level, data)
        return build_type({**data, "source": ADAPTED}, self.lineage(name))

    def lessons(self, name: str) -> list[Sequence[dict[str, Any]]]:
        """Levels that were mended on sites of the type called `name`, as files of the knowledge base have them."""
        own = (file.data for file in self._files.values() if file.parent == name)
        return [as_one(data.get("levels", [])) for data in own if data.get("source") == ADAPTED]

    def merged(self, name: str) -> dict[str, object]:
        """The data of a type with all it inherits, in the form of a file."""
        first, *rest = (self._files[one].data for one in reversed(self.lineage(name)))
        # What a whole category has in common tells levels less surely than what one application has.
        data = {**first, "levels": [{**level, "weak": bool(rest)} for level in first.get("levels", [])]}
        for own in rest:
            data = inherited(own, data)
        return data

    def detections(self) -> Iterator[tuple[str, str]]:
        """Every type with each of its detection patterns, as written."""
        for name, file in self._files.items():
            if name in self._recognised:
                yield from ((name, text) for text in file.patterns("detect"))

    def refutations(self) -> Iterator[tuple[str, str]]:
        for name, file in self._files.items():
            yield from ((name, text) for text in file.patterns("refute"))

    @cached_property
    def categories(self) -> frozenset[str]:
        """Types that extend nothing."""
        return frozenset(name for name, file in self._files.items() if file.parent is None)


def load_base(*folders: Path) -> KnowledgeBase:
    """The shipped types; or, given `folders`, those in them, which may extend the shipped ones. Where names agree, the
    last folder wins. Raises `KnowledgeError`.
    """
    files, findings = read_folders(SHIPPED, *folders)
    own = [file for file in files if SHIPPED not in file.path.parents]
    if not findings:
        findings = check(files, own)
    if findings:
        raise KnowledgeError(
            "\n".join(str(finding) for finding in findings[:10]),
            "thresher kb check DIR shows everything that is wrong with a folder of types.",
        )
    return KnowledgeBase(files, {file.name for file in own} if folders else None)


def read_folders(*folders: Path) -> tuple[list[TypeFile], list[Finding]]:
    """All files in `folders`, later ones winning, and what is wrong with their form."""
    files: dict[str, TypeFile] = {}
    findings: list[Finding] = []
    for folder in folders:
        if not folder.is_dir():
            raise KnowledgeError(f"There is no folder of types at {folder}.", "--kb names a folder with .yaml files.")
        here: dict[str, TypeFile] = {}
        for path in sorted(folder.rglob("*.yaml")):
            file, wrong = read_file(path, str(path.relative_to(folder)))
            findings += wrong
            if file is None:
                continue
            if file.name in here:
                twice = Problem(("type",), f"The type {file.name!r} is in {here[file.name].label} already.")
                findings += located(path, file.label, [twice])
            here[file.name] = file
        files |= here
    return list(files.values()), findings


def check(files: Sequence[TypeFile], which: Sequence[TypeFile] | None = None) -> list[Finding]:
    """What is wrong with the types: patterns, forms, parents, levels that lead nowhere. `which`: those to check."""
    base = KnowledgeBase(files)
    findings: list[Finding] = []
    for file in files if which is None else which:
        found = [*_ancestry(file, base), *flaws(file.data)]
        if not found:
            found = list(_lost(file, base))
        findings += located(file.path, file.label, found) if found else []
    return findings


def _ancestry(file: TypeFile, base: KnowledgeBase) -> Iterator[Problem]:
    if file.parent is None:
        return
    if file.parent not in base:
        known = ", ".join(sorted(base.categories))
        yield Problem(("extends",), f"There is no type {file.parent!r} to extend.", f"Categories are: {known}.")
    line = base.lineage(file.name)
    if base.file(line[-1]).parent is not None and base.file(line[-1]).parent in line:
        yield Problem(("extends",), "The type extends itself: " + " > ".join(line) + ".")
    elif len(line) > MAX_LINEAGE:
        yield Problem(("extends",), "The line of types is too long: " + " > ".join(line) + ".")


def _lost(file: TypeFile, base: KnowledgeBase) -> Iterator[Problem]:
    """Follow rules to a level that neither the type nor its ancestors have; roles that have no form."""
    merged = build_type(base.merged(file.name), base.lineage(file.name))
    names = {level.name for level in merged.levels}
    roles = {role for role, _ in merged.urls.roles}
    for number, level in enumerate(file.data.get("levels", [])):
        for place, rule in enumerate(level.get("follow", [])):
            where = ("levels", number, "follow", place)
            if rule["to"] not in names:
                yield Problem(
                    (*where, "to"), f"There is no level {rule['to']!r}.", f"Levels: {', '.join(sorted(names))}."
                )
            # A category may speak of roles that only its applications have forms for.
            if rule.get("role") and rule["role"] not in roles and file.parent is not None:
                yield Problem((*where, "role"), f"No address has the role {rule['role']!r}: urls gives it no form.")
