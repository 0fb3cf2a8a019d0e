"""What `--help` says, on a narrow terminal."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from thresher.cli import app_for

COLUMNS = 70


def commands_of(command: object, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield above
    for name, one in command.commands.items() if isinstance(command, TyperGroup) else ():
        yield from commands_of(one, (*above, name))


@pytest.mark.parametrize("command", sorted(commands_of(typer.main.get_command(app_for()))), ids=" ".join)
def test_help_is_broken_into_lines_where_the_terminal_ends(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("TERMINAL_WIDTH", str(COLUMNS))

    said = CliRunner().invoke(app_for(), [*command, "--help"])

    assert said.exit_code == 0
    lines = [line.strip() for line in said.stdout.partition("Usage")[2].partition("╭")[0].splitlines()][1:]
    assert any(lines)
    early = [line for line, after in pairwise(lines) if line and after and fits(line, after.split()[0])]
    assert early == []


def fits(line: str, word: str) -> bool:
    """Whether a word of the next line would have had room, between the margins, in this one."""
    return len(line) + len(word) + 1 <= COLUMNS - 2
