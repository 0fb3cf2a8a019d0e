"""Two other opinions on what a pattern selects: a plain interpreter after the XPath standard, and XPath itself.

Neither shares anything with the room but the syntax tree: the interpreter works on node sets and counts positions in
lists, the translation spells every axis out and leaves the work to libxml2.
"""

from typing import Any

from lxml import etree

from thresher.pattern import (
    ANY,
    Axis,
    Contains,
    Equals,
    Exists,
    HasToken,
    Kind,
    Last,
    NodeTest,
    Not,
    Path,
    Pattern,
    Position,
    Predicate,
    Step,
    Value,
)

Node = tuple[str, Any, str]
"""Kind ('document', 'element', 'attribute', 'text'), the element it is or hangs on, a name or the side of a text."""


class Tree:
    """All nodes of a tree in document order."""

    def __init__(self, root: etree._Element) -> None:
        self.roots = [root, *root.itersiblings("*")]
        self.nodes: list[Node] = [("document", root, "")]
        for top in self.roots:
            self._add(top)
        self.order = {node: number for number, node in enumerate(self.nodes)}

    def _add(self, element: etree._Element) -> None:
        self.nodes.append(("element", element, ""))
        self.nodes += [("attribute", element, str(name)) for name in element.attrib]
        if element.text:
            self.nodes.append(("text", element, "text"))
        for child in element:
            if isinstance(child.tag, str):
                self._add(child)
            if child.tail:
                self.nodes.append(("text", child, "tail"))

    def children(self, node: Node) -> list[Node]:
        kind, element, _ = node
        if kind == "document":
            return [("element", top, "") for top in self.roots]
        if kind != "element":
            return []
        found: list[Node] = [("text", element, "text")] if element.text else []
        for child in element:
            found += [("element", child, "")] if isinstance(child.tag, str) else []
            found += [("text", child, "tail")] if child.tail else []
        return found

    def attributes(self, node: Node) -> list[Node]:
        return [("attribute", node[1], str(name)) for name in node[1].attrib] if node[0] == "element" else []

    def with_descendants(self, node: Node) -> list[Node]:
        return [node, *(deeper for child in self.children(node) for deeper in self.with_descendants(child))]

    def string(self, node: Node) -> str:
        kind, element, name = node
        if kind == "attribute":
            return str(element.get(name))
        if kind == "text":
            return str(element.text if name == "text" else element.tail)
        return "".join(self.string(deeper) for deeper in self.with_descendants(node) if deeper[0] == "text")

    def value(self, node: Node) -> Any:
        return node[1] if node[0] == "element" else self.string(node)


def interpreted(pattern: Pattern, root: etree._Element, context: etree._Element | None = None) -> list[Any]:
    """What `pattern` selects in the document of `root`, or relative to `context`."""
    tree = Tree(root)
    start: Node = ("document", root, "") if context is None else ("element", context, "")
    found = {node for path in pattern.paths for node in _path(tree, path, start)}
    return [tree.value(node) for node in sorted(found, key=tree.order.__getitem__)]


def _path(tree: Tree, path: Path, start: Node) -> set[Node]:
    nodes = {start}
    for step in path.steps:
        if step.axis is Axis.DESCENDANT:
            nodes = {deeper for node in nodes for deeper in tree.with_descendants(node)}
        nodes = {found for node in nodes for found in _step(tree, step, node)}
    return nodes


def _step(tree: Tree, step: Step, node: Node) -> list[Node]:
    axis = tree.attributes(node) if step.test.kind is Kind.ATTRIBUTE else tree.children(node)
    found = [candidate for candidate in axis if _passes(step.test, candidate)]
    for predicate in step.predicates:
        found = [
            candidate
            for number, candidate in enumerate(found, start=1)
            if _holds(tree, predicate, candidate, number, len(found))
        ]
    return found


def _passes(test: NodeTest, node: Node) -> bool:
    kind, element, name = node
    if test.kind is Kind.TEXT:
        return kind == "text"
    if kind != test.kind.value:
        return False
    return test.name == ANY or test.name.lower() == (element.tag if kind == "element" else name)


def _holds(tree: Tree, predicate: Predicate, node: Node, number: int, size: int) -> bool:
    if isinstance(predicate, Position):
        return number == predicate.number
    if isinstance(predicate, Last):
        return number == size
    if isinstance(predicate, Not):
        return not _holds(tree, predicate.condition, node, number, size)
    strings = [tree.string(found) for found in _values(tree, predicate.value, node)]
    if isinstance(predicate, Exists):
        return bool(strings)
    if isinstance(predicate, Equals):
        return predicate.text in strings
    if isinstance(predicate, Contains):
        return predicate.text in (strings[0] if strings else "")
    return any(predicate.text in string.replace("\t", " ").replace("\n", " ").split(" ") for string in strings)


def _values(tree: Tree, value: Value, node: Node) -> list[Node]:
    if value.kind is Kind.SELF:
        return [node]
    test = NodeTest(value.kind, value.name)
    axis = tree.attributes(node) if value.kind is Kind.ATTRIBUTE else tree.children(node)
    return [found for found in axis if _passes(test, found)]


def by_xpath(pattern: Pattern, root: etree._Element, context: etree._Element | None = None) -> list[Any]:
    """The same by libxml2, from the pattern spelled out as XPath."""
    start = "" if context is None else "."
    expression = "|".join(start + _spelled(path) for path in pattern.paths)
    found = etree.XPath(expression, smart_strings=False)(root if context is None else context)
    assert isinstance(found, list)
    return found


def _spelled(path: Path) -> str:
    return "".join(
        ("/descendant-or-self::node()/" if step.axis is Axis.DESCENDANT else "/")
        + _spelled_test(step.test)
        + "".join(f"[{_spelled_predicate(predicate)}]" for predicate in step.predicates)
        for step in path.steps
    )


def _spelled_test(test: NodeTest) -> str:
    if test.kind is Kind.TEXT:
        return "child::text()"
    axis = "attribute" if test.kind is Kind.ATTRIBUTE else "child"
    return f"{axis}::*" if test.name == ANY else f"{axis}::{test.name.lower()}"


def _spelled_predicate(predicate: Predicate) -> str:
    if isinstance(predicate, Position):
        return f"position()={predicate.number}"
    if isinstance(predicate, Last):
        return "position()=last()"
    if isinstance(predicate, Not):
        return f"not({_spelled_predicate(predicate.condition)})"
    kind = predicate.value.kind
    value = "self::node()" if kind is Kind.SELF else _spelled_test(NodeTest(kind, predicate.value.name))
    if isinstance(predicate, Exists):
        return f"boolean({value})"
    literal = f'"{predicate.text}"' if "'" in predicate.text else f"'{predicate.text}'"
    if isinstance(predicate, Contains):
        return f"contains({value}, {literal})"
    if isinstance(predicate, HasToken):
        return f"contains(concat(' ', translate({value}, '\t\n', '  '), ' '), ' {predicate.text} ')"
    if kind is Kind.SELF:
        return f"string(.)={literal}"
    return f"{value}={literal}"
