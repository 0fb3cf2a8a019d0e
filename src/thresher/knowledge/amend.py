"""The text of a type's file with lessons put in, comments and layout kept, so that the difference can be read.

YAML is edited where its nodes stand in the text; that the result says what it should is checked, and where it does not,
the file is written anew from its data.
"""

import copy
import difflib
import json
from collections.abc import Sequence
from typing import Any

import yaml

from thresher.knowledge.review import Lesson, proposed_data
from thresher.knowledge.source import TypeFile

MAX_LINE = 120


def amended(file: TypeFile, lessons: Sequence[Lesson]) -> str:
    """The text of the file with the lessons in it."""
    text = before = file.path.read_text(encoding="utf-8")
    wanted = copy.deepcopy(file.data)
    proposed_data(wanted, lessons)
    try:
        for lesson in reversed(lessons):
            data = copy.deepcopy(yaml.safe_load(text))
            proposed_data(data, [lesson])
            text = _changed(text, data)
        if yaml.safe_load(text) == wanted:
            return text
    except (yaml.YAMLError, ValueError, IndexError, AttributeError):
        pass
    head = "".join(line for line in before.splitlines(keepends=True) if line.startswith("#"))
    return head + yaml.safe_dump(wanted, sort_keys=False, allow_unicode=True, width=MAX_LINE)


def difference(file: TypeFile, text: str) -> str:
    """What `text` changes of the file, as a unified diff."""
    before = file.path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines = difflib.unified_diff(before, text.splitlines(keepends=True), file.label, f"{file.label} (proposed)")
    return "".join(lines)


def _changed(text: str, data: Any) -> str:
    """`text`, edited at the one place where `data` says more than it."""
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    there = yaml.safe_load(text)
    is_flow, column = False, -2
    while node is not None:
        if isinstance(there, dict) and isinstance(node, yaml.MappingNode) and isinstance(data, dict):
            is_flow, column = is_flow or bool(node.flow_style), node.start_mark.column
            fresh = [key for key in data if key not in there]
            if fresh:
                return _with_key(text, node, fresh[0], data[fresh[0]], is_flow=is_flow)
            key = next(key for key in data if data[key] != there[key])
            node = next(value for name, value in node.value if name.value == key)
            there, data = there[key], data[key]
            continue
        is_items = isinstance(there, list) and bool(there) and len(there) == len(data)
        if is_items and isinstance(node, yaml.SequenceNode):
            is_flow = is_flow or bool(node.flow_style)
            place = next(number for number, one in enumerate(data) if one != there[number])
            node, there, data = node.value[place], there[place], data[place]
            continue
        return _with_item(text, node, there, data, column, is_flow=is_flow)
    return text  # an empty file says nothing that could be added to


def _with_key(text: str, node: yaml.MappingNode, key: str, value: Any, *, is_flow: bool) -> str:
    """`text` with a key added at the end of a mapping."""
    if is_flow:
        end = text.rindex("}", node.start_mark.index, node.end_mark.index)
        joint = ", " if node.value else ""
        return text[:end].rstrip() + f"{joint}{key}: {_flow(value)} " + text[end:]
    end = _end_of(text, node)
    return text[:end] + "\n" + _block({key: value}, node.start_mark.column) + text[end:]


def _with_item(text: str, node: yaml.Node, there: Any, data: list[Any], column: int, *, is_flow: bool) -> str:
    """`text` with the one new item of `data` put into a list, or beside the one thing that is there."""
    old = there if isinstance(there, list) else [there]
    is_first = data[1:] == old
    new = data[0] if is_first else data[-1]
    if isinstance(node, yaml.SequenceNode) and not node.flow_style:
        line = _block([new], node.start_mark.column)
        if is_first:
            start = text.rindex("\n", 0, node.start_mark.index) + 1
            return text[:start] + line + "\n" + text[start:]
        end = _end_of(text, node)
        return text[:end] + "\n" + line + text[end:]
    nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
    items = [text[one.start_mark.index : one.end_mark.index] for one in nodes]
    items = [_flow(new), *items] if is_first else [*items, _flow(new)]
    start, end = node.start_mark.index, node.end_mark.index
    flat = f"[ {', '.join(items)} ]"
    line = text[text.rfind("\n", 0, start) + 1 : start] + flat
    if is_flow or (isinstance(node, yaml.SequenceNode) and len(line) <= MAX_LINE and len(items) < 3):
        return text[:start] + flat + text[end:]
    rows = "".join(f"\n{' ' * (column + 2)}- {item}" for item in items)
    return text[:start].rstrip(" ") + rows + text[end:]


def _end_of(text: str, node: yaml.Node) -> int:
    """Behind the last character of a node: blocks reach as far as the next thing."""
    inner = node
    while isinstance(inner, yaml.CollectionNode) and not inner.flow_style and inner.value:
        last = inner.value[-1]
        key, inner = last if isinstance(last, tuple) else (None, last)
        if key is not None and inner.start_mark.index < key.end_mark.index:  # an alias: it stands elsewhere
            found = text.find("\n", key.end_mark.index)
            return found if found >= 0 else len(text.rstrip())
    end: int = inner.end_mark.index
    return len(text[:end].rstrip()) if text[end - 1 : end].isspace() else end


def _block(value: Any, column: int) -> str:
    """Lines of a list or mapping at a column, in the style of the types: one pattern a line, in double quotes."""
    pad = " " * column
    if isinstance(value, list):
        return "\n".join(f"{pad}- {_block(one, column + 2).lstrip()}" for one in value)
    if not isinstance(value, dict) or _is_place(value):
        return pad + _flow(value)
    lines = []
    for key, one in value.items():
        if one and (isinstance(one, list) or (isinstance(one, dict) and not _is_place(one))):
            lines.append(f"{pad}{key}:\n{_block(one, column + 2)}")
        else:
            lines.append(f"{pad}{key}: {_flow(one)}")
    return "\n".join(lines)


def _is_place(value: dict[str, Any]) -> bool:
    return "at" in value and "to" not in value


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{key}: {_flow(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[ {', '.join(map(_flow, value))} ]" if value else "[]"
    text = str(value)
    return text if text.isidentifier() else json.dumps(text, ensure_ascii=False)
