"""All commands together, and errors as sentences."""

import gc
import os
import sys
from typing import NoReturn

import typer
from rich.console import Console

from thresher import __version__
from thresher.cli import (
    crawl,
    demo,
    doctor,
    evaluate,
    explain,
    feeds,
    kb,
    learn,
    objects,
    query,
    search,
    status,
    update,
    verify,
)
from thresher.model.errors import ThresherError

app = typer.Typer(
    name="thresher",
    help="Archive web sites the way a knowledgeable person would.\n\n"
    "Start with: thresher crawl https://a-blog.example -o my-archive, or thresher demo for a look without a network.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(crawl.crawl)
app.command()(update.update)
app.command()(objects.objects)
app.command()(search.search)
app.command()(query.query)
app.command()(explain.explain)
app.command()(learn.learn)
app.command()(feeds.feeds)
app.add_typer(kb.app, name="kb")
app.add_typer(evaluate.app, name="evaluate")
app.command()(status.status)
app.command()(verify.verify)
app.command()(doctor.doctor)
app.command()(demo.demo)


@app.callback(invoke_without_command=True)
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
        app(prog_name="thresher")
    except ThresherError as error:
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
