"""Files of knowledge: read, with the line of everything in them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from thresher.knowledge.shape import Problem, Spot, problems
from thresher.model.errors import ThresherError

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML without its C part
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

MAX_BYTES = 1_000_000
"""A type of our own has 4 KB; this is no file that a person wrote."""


MAX_VALUES = 50_000
"""In a file, aliases unfolded: a hundred times what the longest of our own has."""

# Most files have none; in patterns an asterisk is followed by other things.
_MAYBE_ALIAS = re.compile(r"(?:^|[\s\[,:{-])\*\w")


class KnowledgeError(ThresherError):
    """A file of knowledge that cannot be used: file, line, what is wrong, the nearest right thing."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem and where it is."""

    file: str
    line: int
    sentence: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sentence}" + (f" {self.hint}" if self.hint else "")


@dataclass(frozen=True, slots=True)
class TypeFile:
    """One file, read but not yet understood."""

    path: Path
    label: str
    """Its name as shown to people: the path inside the knowledge base."""
    data: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.data["type"])

    @property
    def parent(self) -> str | None:
        return self.data.get("extends")

    def patterns(self, key: str) -> list[str]:
        """The patterns under a key at the top of the file."""
        return listed(self.data.get(key))


def listed(value: Any) -> list[str]:
    """One pattern or a list of them, as a list."""
    return [] if value is None else [value] if isinstance(value, str) else list(value)


def read_file(path: Path, label: str) -> tuple[TypeFile | None, list[Finding]]:
    """The file and what is wrong with its form; None if nothing can be made of it."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return None, [Finding(label, 1, f"The file is larger than {MAX_BYTES:,} bytes.")]
        text = path.read_text(encoding="utf-8")
        if _MAYBE_ALIAS.search(text) and (line := line_of_flood(text)):
            sentence = f"With this alias the file unfolds to more than {MAX_VALUES:,} values."
            return None, [Finding(label, line, sentence, "Write out what is repeated, or repeat it less often.")]
        data = yaml.load(text, Loader=_Loader)
    except UnicodeDecodeError:
        return None, [Finding(label, 1, "The file is not UTF-8.")]
    except OSError as error:
        return None, [Finding(label, 1, f"The file cannot be read: {error.strerror}.")]
    except yaml.YAMLError as error:
        return None, [_not_yaml(error, label)]
    except RecursionError:
        return None, [Finding(label, 1, "The file is nested too deep.")]
    try:
        found = list(problems(data))
    except (ValueError, RecursionError):
        return None, [Finding(label, 1, "The file is nested in itself.")]
    findings = located(path, label, found) if found else []
    usable = isinstance(data, dict) and isinstance(data.get("type"), str) and not findings
    return (TypeFile(path, label, data) if usable else None), findings


def line_of_flood(text: str) -> int:
    """Line of the alias with which YAML unfolds to more than `MAX_VALUES`; 0 if none does.

    Nothing is unfolded for it: each alias counts as much as what it names.
    """
    sizes: dict[str, int] = {}
    open_nodes: list[tuple[str, int]] = []
    total = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent):
            total += sizes.get(event.anchor or "", 1)
            if total > MAX_VALUES:
                return event.start_mark.line + 1 if event.start_mark else 1
        elif isinstance(event, yaml.ScalarEvent):
            total += 1
            sizes[event.anchor or ""] = 1
        elif isinstance(event, yaml.CollectionStartEvent):
            open_nodes.append((event.anchor or "", total))
            total += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = open_nodes.pop()
            sizes[anchor] = total - before
    return 0


def located(path: Path, label: str, found: Iterable[Problem]) -> list[Finding]:
    """Problems with the lines they are on."""
    try:
        top = yaml.compose(path.read_text(encoding="utf-8"), Loader=_Loader)
    except (yaml.YAMLError, OSError, UnicodeDecodeError):
        top = None
    return [Finding(label, _line(top, problem.place), problem.sentence, problem.hint) for problem in found]


def _line(node: yaml.Node | None, place: Spot) -> int:
    line = node.start_mark.line + 1 if node is not None else 1
    for key in place:
        inner = None
        if isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if pair[0].value == str(key)), None)
            if pair is not None:
                line, inner = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(key, int) and key < len(node.value):
            inner = node.value[key]
            line = inner.start_mark.line + 1
        if inner is None:
            return line
        node = inner
    return line


def _not_yaml(error: yaml.YAMLError, label: str) -> Finding:
    mark = getattr(error, "problem_mark", None)
    what = getattr(error, "problem", None) or "it cannot be read"
    hint = "Patterns that hold ': ' or begin with * or @ need quotes around them." if mark else ""
    return Finding(label, mark.line + 1 if mark else 1, f"This is not YAML: {what}.", hint)
