"""`thresher tree`: the addresses of a site as a tree, and what became of it between two moments."""

from pathlib import Path
from typing import Annotated

import typer

from thresher.model.errors import UsageError

MAX_MATRIX = 3_000
"""Nodes of an ancestor matrix that is written out: nine million cells."""


def tree(
    collection: Annotated[Path, typer.Argument(metavar="FOLDER", help="The collection.")],
    at: Annotated[
        str, typer.Option("--at", metavar="T1", help="The moment; default: the last capture.", show_default=False)
    ] = "",
    against: Annotated[
        str, typer.Option("--against", metavar="T2", help="The moment to compare it with.", show_default=False)
    ] = "",
    under: Annotated[
        str, typer.Option("--under", metavar="URL", help="Only the branch below this address.", show_default=False)
    ] = "",
    depth: Annotated[int, typer.Option(min=1, help="Levels below the host that are shown.")] = 3,
    everything: Annotated[bool, typer.Option("--all", help="Feeds, images and all else too, not only pages.")] = False,
    matrix: Annotated[bool, typer.Option("--matrix", help="The ancestor matrix, as zeros and ones.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object, with every page and branch.")] = False,
) -> None:
    """Show the addresses of a collection as a tree: at a moment, or what came, went and moved between two.

    Of two moments the earlier one is the checkpoint, whichever is given
    first. A page that was not asked for again is not counted as vanished: it
    is listed as not visited. A moment is a day, a time, the digits of a
    replay address, or visit:1 for the end of the first visit.

    Example: thresher tree my-archive --depth 2

    Example: thresher tree my-archive --at 2026-11-01 --against 2026-11-16 --under https://news.example/politics/
    """
    from thresher.change import compare_trees, path_of
    from thresher.cli.tree_read import checked_address, open_tree
    from thresher.cli.tree_show import Shown, show, show_json, show_matrix

    place = path_of(checked_address(under)) if under else ()
    with open_tree(collection) as reader:
        visits = reader.visits(everything=everything)
        moments = [reader.moment(text, visits) for text in ((at, against) if against else (at,))]
        moments.sort(key=lambda visit: visit.number)
        found = compare_trees(visits, moments[0].number, moments[-1].number, reader.moved_to, place)
    if not found.branches:
        raise UsageError(
            f"There is no page below {under}." if under else "There was no page yet at that moment.",
            "`thresher tree FOLDER --depth 2` shows what there is.",
        )
    if matrix and len(found.branches) > MAX_MATRIX:
        raise UsageError(
            f"A matrix of {len(found.branches):,} nodes would have {len(found.branches) ** 2:,} cells.",
            f"Take a branch of at most {MAX_MATRIX:,} nodes with --under; --json has the ancestors of each node.",
        )
    shown = Shown(found, moments[0].time, moments[-1].time if against else None, depth, under)
    if as_json:
        show_json(shown, matrix)
    elif matrix:
        show_matrix(shown)
    else:
        show(shown)
