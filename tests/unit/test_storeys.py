"""Rooms import from the storeys below them, never upwards and never from a neighbour (docs/architecture.md)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "thresher"

STOREYS: tuple[frozenset[str], ...] = (
    frozenset({"model"}),
    frozenset({"charts", "page", "pattern", "wire"}),
    frozenset({"catalog", "knowledge"}),
    frozenset(
        {"archive", "change", "demo", "describe", "extract", "feeds", "fetch", "frontier", "guide", "learn", "plan"}
        | {"reading", "recognise"}
    ),
    frozenset({"crawl", "evaluate", "fleet", "service", "viewer"}),
    frozenset({"cli"}),
)
"""From the ground up; the rooms of DESIGN.md, and those that docs/decisions/0004-rooms-added.md adds."""

ONLY: dict[str, frozenset[str]] = {"catalog": frozenset({"model"})}
"""Rooms that may use less than all below them."""

FREE = frozenset({"__init__", "__main__"})
"""Modules beside the rooms: the version, and the way in."""


def storey_of(room: str) -> int | None:
    """The storey of `room`; None if nobody has said."""
    return next((number for number, rooms in enumerate(STOREYS) if room in rooms), None)


def may_import(room: str, other: str) -> bool:
    below = storey_of(room), storey_of(other)
    if room == other:
        return True
    return below[0] is not None and below[1] is not None and below[1] < below[0] and other in ONLY.get(room, {other})


def imported_rooms(source: str, room: str) -> Iterator[tuple[int, str]]:
    """Line and room of every import of ours in the module, those inside functions included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name) for alias in node.names if (name := _room_in(alias.name)))
        elif isinstance(node, ast.ImportFrom) and node.level:
            # One dot stays in the room; more lead out of it.
            yield node.lineno, room if node.level == 1 else (node.module or node.names[0].name).partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module == "thresher":
            yield from ((node.lineno, alias.name) for alias in node.names if (SOURCE / alias.name).is_dir())
        elif isinstance(node, ast.ImportFrom) and (name := _room_in(node.module or "")):
            yield node.lineno, name


def _room_in(module: str) -> str:
    first, _, rest = module.partition(".")
    return rest.partition(".")[0] if first == "thresher" else ""


def offences(source: str, room: str, where: str) -> list[str]:
    """Imports that `room` must not make, each as a sentence."""
    return [
        f"{where}:{line}: '{room}' must not import '{other}' (storey {storey_of(other)} is not below {storey_of(room)},"
        " or is closed to it)"
        for line, other in imported_rooms(source, room)
        if not may_import(room, other)
    ]


MODULES = sorted(
    path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0].removesuffix(".py") not in FREE
)


def test_every_room_has_a_storey() -> None:
    rooms = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in MODULES}

    assert {room for room in rooms if storey_of(room) is None} == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_from_storeys_below(path: Path) -> None:
    room = path.relative_to(SOURCE).parts[0]

    found = offences(path.read_text(encoding="utf-8"), room, str(path.relative_to(SOURCE)))

    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("room", "source", "culprit"),
    [
        ("model", "from thresher.page import join", "page"),
        ("page", "from thresher.wire import Head", "wire"),
        ("catalog", "import thresher.page.surt", "page"),
        ("fetch", "def late():\n    from thresher.frontier import Lanes", "frontier"),
        ("guide", "from thresher import archive", "archive"),
        ("frontier", "from ..fetch import Ask", "fetch"),
        ("archive", "from thresher.crawl.session import Session", "crawl"),
        ("crawl", "from thresher.cli import main", "cli"),
    ],
)
def test_a_wrong_import_is_named_with_its_line(room: str, source: str, culprit: str) -> None:
    (found,) = offences(source, room, "made_up.py")

    assert found.startswith(f"made_up.py:{source.count(chr(10)) + 1}: '{room}' must not import '{culprit}'")


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("archive", "from thresher.page import surt"),
        ("archive", "from thresher.catalog import Catalog"),
        ("crawl", "from thresher import archive, frontier, __version__"),
        ("cli", "from thresher.crawl import Session"),
        ("page", "from .address import join"),
    ],
)
def test_imports_from_below_and_within_a_room_are_fine(room: str, source: str) -> None:
    assert offences(source, room, "made_up.py") == []
