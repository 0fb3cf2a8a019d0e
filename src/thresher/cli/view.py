"""`thresher view`: the archive in a browser."""

from pathlib import Path
from typing import Annotated

import typer

from thresher.model.errors import UsageError

LOOPBACK = "127.0.0.1"


def view(
    collection: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the collection.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for any that is free.")] = 8090,
    host: Annotated[
        str, typer.Option(help="Address to listen on. Beyond this machine, a token is asked for.", metavar="ADDRESS")
    ] = LOOPBACK,
    name: Annotated[
        list[str] | None,
        typer.Option(help="Further name under which browsers reach it, with the port if there is one.", metavar="HOST"),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser on it.")] = True,
) -> None:
    """Look into a collection with a browser: sites, threads, people, search, versions, structure, plans.

    The viewer reads; it never crawls, and nothing it shows is fetched from the web. It works while a crawl is running.
    Only this machine can reach it, unless --host says otherwise. Ctrl-C ends it.

    Example: thresher view my-archive
    """
    try:
        from thresher.viewer.serve import serve
    except ImportError as error:
        raise UsageError(
            f"The viewer needs a package that is not installed ({error.name}).", "pip install 'thresher[view]'"
        ) from error
    serve(collection, host, port, tuple(name or ()), opens=browser)
