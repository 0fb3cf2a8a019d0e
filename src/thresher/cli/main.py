"""All commands together, and errors as sentences."""

import gc
import inspect
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import typer

from thresher import __version__
from thresher.model.errors import ThresherError

COMMANDS = (
    "crawl",
    "update",
    "watch",
    "plan",
    "objects",
    "search",
    "query",
    "explain",
    "learn",
    "feeds",
    "diff",
    "tree",
    "view",
    "export",
    "withhold",
    "kb",
    "evaluate",
    "status",
    "verify",
    "doctor",
    "demo",
)
"""In the order of `--help`. Each has a module of its name, with a function of that name or, for a group, an `app`."""


def app_for(arguments: Sequence[str] = ()) -> typer.Typer:
    """The program as far as `arguments` need it: with the one command that they name, or with all of them.

    To load every command and describe its options would be a quarter of a start.
    """
    app = typer.Typer(
        name="thresher",
        help="Archive web sites the way a knowledgeable person would.\n\n"
        "Start with: thresher crawl https://a-blog.example -o my-archive, or thresher demo for a look without a "
        "network.",
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(about)
    for name in arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS:
        module = import_module(f"thresher.cli.{name}")
        if hasattr(module, name):
            app.command()(getattr(module, name))
        else:
            app.add_typer(module.app, name=name)
    _let_help_flow(app)
    return app


def _let_help_flow(app: typer.Typer) -> None:
    """Take the line ends of docstrings out of the help: on a narrow terminal each line would be broken once more."""
    for command in app.registered_commands:
        paragraphs = inspect.cleandoc(getattr(command.callback, "__doc__", None) or "").split("\n\n")
        command.help = "\n\n".join(" ".join(paragraph.split("\n")) for paragraph in paragraphs)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            _let_help_flow(group.typer_instance)


def about(
    version: bool = typer.Option(False, "--version", help="Print the version and exit.", is_eager=True),
) -> None:
    if version:
        typer.echo(f"thresher {__version__}")
        raise typer.Exit


def main() -> NoReturn:
    """Run a command; a known trouble ends with a sentence, a hint and its exit code."""
    # What modules are made of stays: looking for cycles in it at every 700 objects took a twenty-fifth of the start.
    gc.set_threshold(100_000, 50, 100)
    try:
        app_for(sys.argv[1:])(prog_name="thresher")
    except ThresherError as error:
        from rich.console import Console  # a twelfth of a start, and mostly nothing goes wrong

        console = Console(stderr=True, highlight=False, soft_wrap=True)
        console.print(f"thresher: {error.sentence}", style="bold red", markup=False)
        if error.hint:
            console.print(f"  {error.hint}", markup=False)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output has gone; say nothing more, not even while Python closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    finally:
        # Python would look for cycles in all that there is once more, before the system takes it back anyway.
        gc.freeze()
    sys.exit(0)
