"""The documents say all that the program has, and nothing that it has not."""

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
import typer.main

from thresher import model
from thresher.archive import Verified
from thresher.archive.collection import SECRET_SETTINGS
from thresher.catalog import open_catalog
from thresher.change import ChangeSettings
from thresher.cli import app_for
from thresher.cli.doctor import Finding
from thresher.crawl import Summary, addon
from thresher.crawl.session import SCHEMAS
from thresher.crawl.standing import CollectionStanding
from thresher.crawl.update import UpdateSummary
from thresher.describe import Hit
from thresher.model import CrawlSettings, Kind, Outcome, SkipReason, errors

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SOURCE = ROOT / "src"

COMMANDS = DOCS / "reference" / "commands.md"
SETTINGS = DOCS / "reference" / "settings.md"
COLLECTION = DOCS / "reference" / "collection.md"
EXIT_CODES = DOCS / "reference" / "exit-codes.md"

PAGES = sorted(path for path in (*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md") if path.exists())


def sections(path: Path, level: int) -> dict[str, str]:
    """Heading → text below it, up to the next heading of the same or a higher level."""
    parts = re.split(rf"^(#{{1,{level}}}) +(.+)$", path.read_text(encoding="utf-8"), flags=re.M)
    marks, titles, texts = parts[1::3], parts[2::3], parts[3::3]
    return {title.strip(): text for mark, title, text in zip(marks, titles, texts, strict=True) if len(mark) == level}


def rows(text: str) -> Iterator[list[str]]:
    """The cells of every row of every table in `text`, heads left out."""
    for head, row in re.findall(r"^\|(.+)\|\n\|[-| ]+\|\n((?:\|.*\|\n?)*)", text, flags=re.M):
        del head
        for line in row.splitlines():
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def words(cell: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", cell)


def first_words(text: str) -> set[str]:
    return {word for row in rows(text) for word in words(row[0])}


GROUP = typer.main.get_command(app_for())


def _commands(group: Any, name: str) -> Iterator[tuple[str, set[Any]]]:
    """All commands below a group, each with its options."""
    for word, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, f"{name} {word}")
        else:
            yield f"{name} {word}", set(command.params)


OPTIONS = {"thresher": {p for p in GROUP.params if p.name != "help"}, **dict(_commands(GROUP, "thresher"))}


def test_every_command_has_a_section_and_no_section_is_of_a_command_long_gone() -> None:
    documented = {title.strip("`") for title in sections(COMMANDS, 2)}

    assert documented == set(OPTIONS)


@pytest.mark.parametrize("command", sorted(OPTIONS))
def test_every_option_is_documented_with_its_default(command: str) -> None:
    text = sections(COMMANDS, 2)[f"`{command}`"]
    options = [p for p in OPTIONS[command] if p.param_type_name == "option"]

    documented = {tuple(words(row[0])): row[1] for row in rows(text)}

    assert documented == {(*p.opts, *p.secondary_opts): _default_of_option(p.default) for p in options}


@pytest.mark.parametrize("command", sorted(OPTIONS))
def test_environment_variables_of_options_are_documented(command: str) -> None:
    text = sections(COMMANDS, 2)[f"`{command}`"]

    variables = {p.envvar for p in OPTIONS[command] if getattr(p, "envvar", None)}

    assert {name for name in variables if f"`{name}`" not in text} == set()


def _default_of_option(default: object) -> str:
    if isinstance(default, bool):
        return "on" if default else "off"
    shown = default.value if isinstance(default, Enum) else default
    return f"`{shown}`" if shown not in (None, "") else ""


@pytest.mark.parametrize(
    ("command", "result"),
    [
        ("thresher status", CollectionStanding),
        ("thresher update", UpdateSummary),
        ("thresher verify", Verified),
        ("thresher doctor", Finding),
        ("thresher search", Hit),
    ],
)
def test_the_fields_of_json_results_are_documented(command: str, result: type) -> None:
    text = sections(COMMANDS, 2)[f"`{command}`"]

    names = set(inspect.get_annotations(result))

    assert {name for name in names if f"`{name}`" not in text} == set()


def test_every_setting_is_documented_with_its_default() -> None:
    documented = {word: row[1] for row in rows(SETTINGS.read_text(encoding="utf-8")) for word in words(row[0])}

    settings = (*fields(CrawlSettings), *fields(ChangeSettings))
    assert documented == {f.name: _default_of_setting(f.default) for f in settings}


def test_options_named_beside_settings_exist() -> None:
    options = OPTIONS["thresher crawl"] | OPTIONS["thresher diff"]
    known = {name for p in options for name in p.opts} | {"URL…"}

    named = {word for row in rows(SETTINGS.read_text(encoding="utf-8")) for word in words(row[2])}

    assert named - known == set()


def test_secret_settings_are_marked() -> None:
    marked = {
        word
        for row in rows(SETTINGS.read_text(encoding="utf-8"))
        if row[3].startswith("*secret.*")
        for word in words(row[0])
    }

    assert marked == set(SECRET_SETTINGS) - {"keep_secrets"}


def _default_of_setting(default: object) -> str:
    if default is MISSING:
        return "needed"
    if default is None or default == ():
        return "none"
    if default == "":
        return "empty"
    if isinstance(default, bool):
        return "on" if default else "off"
    if isinstance(default, int) and default and default % (1024 * 1024) == 0:
        return f"{default // (1024 * 1024)} MB"
    if isinstance(default, int) and default and default % 1024 == 0:
        return f"{default // 1024} KB"
    return f"`{default.value if isinstance(default, Enum) else default}`"


def test_every_outcome_is_documented() -> None:
    assert first_words(sections(COLLECTION, 2)["Outcomes"]) == {outcome.value for outcome in Outcome}


def test_every_reason_to_skip_a_link_is_documented() -> None:
    assert first_words(sections(COLLECTION, 2)["Reasons"]) == {reason.value for reason in SkipReason}


def test_every_kind_of_address_is_documented() -> None:
    text = sections(COLLECTION, 3)["`outcomes.jsonl`"]

    assert {kind.value for kind in Kind if f"`{kind.value}`" not in text} == set()


def test_every_field_of_the_summary_is_documented() -> None:
    assert first_words(sections(COLLECTION, 3)["`crawl.json`"]) == set(inspect.get_annotations(Summary))


def test_every_table_and_column_of_the_catalog_is_documented(tmp_path: Path) -> None:
    catalog = open_catalog(tmp_path / "catalog.db", (*SCHEMAS, addon.SCHEMA))
    # Shadow tables are SQLite's own, behind the full-text index.
    tables = [
        name
        for name, kind in catalog.execute("SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
        if kind != "shadow" and not name.startswith("sqlite_")
    ]
    columns = {
        name: {row[0] for row in catalog.execute("SELECT name FROM pragma_table_info(?)", (name,))} for name in tables
    }
    catalog.close()

    documented = {
        title.removeprefix("Table ").strip("`"): first_words(text)
        for title, text in sections(COLLECTION, 3).items()
        if title.startswith("Table ")
    }

    assert documented == columns


def error_types() -> dict[str, int]:
    """Name and exit code of every error."""
    types = [value for value in vars(errors).values() if isinstance(value, type)]
    return {found.__name__: found.exit_code for found in types if issubclass(found, errors.ThresherError)}


def test_every_exit_code_is_in_the_table() -> None:
    codes = set(error_types().values())
    codes |= {value for name, value in vars(errors).items() if name.startswith("EXIT_")} | {0}

    documented = [int(row[0]) for row in rows(EXIT_CODES.read_text(encoding="utf-8"))]

    assert documented == sorted(codes)


def test_the_drawn_tree_of_errors_has_every_error_with_its_code() -> None:
    tree = errors.__doc__ or ""
    drawn = {name: int(code) for name, code in re.findall(r"── (\w+) +(\d+) ", tree)}

    known = {name: code for name, code in error_types().items() if name != "ThresherError"}

    assert drawn == known


def test_every_value_that_travels_is_in_the_architecture() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")

    assert {name for name in model.__all__ if f"`{name}`" not in text} == set()


def test_every_room_is_in_the_architecture() -> None:
    text = sections(DOCS / "architecture.md", 2)["Rooms and storeys"]
    rooms = {path.name for path in (SOURCE / "thresher").iterdir() if (path / "__init__.py").exists()}

    assert {room for room in rooms if f"`{room}/`" not in text} == set()


def anchors(path: Path) -> set[str]:
    """Names that headings of a page have as link targets."""
    titles = re.findall(r"^#+ +(.+)$", path.read_text(encoding="utf-8"), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    lost = []

    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        place, _, anchor = target.partition("#")
        file = (page.parent / place).resolve() if place else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            lost.append(target)

    assert lost == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_options_in_examples_exist(page: Path) -> None:
    """Every `thresher COMMAND … --option` in a code block names an option of that command."""
    unknown = []

    for block in re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.M | re.S):
        for command, rest in re.findall(r"^(?:\./)?(thresher(?: [a-z]+)?)\b(.*)$", block, flags=re.M):
            known = {name for p in OPTIONS.get(command, ()) for name in p.opts}
            unknown += [command] if command not in OPTIONS else []
            unknown += [f"{command} {name}" for name in re.findall(r"(?<=\s)--?[a-z][\w-]*", rest) if name not in known]

    assert unknown == []


def modules_with_examples() -> list[str]:
    found = (path for path in (SOURCE / "thresher").rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))
    return sorted(".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__") for path in found)


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_run_as_written(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))

    assert result.attempted > 0
    assert result.failed == 0
