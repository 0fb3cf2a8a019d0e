"""Options that several commands have, and the panels that `--help` shows them in."""

from pathlib import Path
from typing import Annotated

import typer

SITE = "What to crawl"
POLITENESS = "Politeness"
BUDGET = "Budgets and limits"
ACCESS = "Access"
OUTPUT = "Output"

MaxRequests = Annotated[
    int | None,
    typer.Option(min=1, help="Stop after this many requests.", rich_help_panel=BUDGET, show_default=False),
]
MaxSize = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE", help="Stop after writing this much: 500M, 2G.", rich_help_panel=BUDGET, show_default=False
    ),
]
MaxTime = Annotated[
    str | None,
    typer.Option(
        metavar="TIME", help="Stop after this time: 90s, 30m, 12h.", rich_help_panel=BUDGET, show_default=False
    ),
]
Cookies = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A cookies.txt from your browser.", rich_help_panel=ACCESS, show_default=False),
]
Auth = Annotated[
    str | None,
    typer.Option(
        metavar="USER:PASSWORD",
        help="USER:PASSWORD for HTTP authentication.",
        envvar="THRESHER_AUTH",
        rich_help_panel=ACCESS,
        show_default=False,
        show_envvar=True,
    ),
]
Headers = Annotated[
    list[str] | None,
    typer.Option(
        metavar="HEADER",
        help="An extra request header, 'Name: value'; may be repeated.",
        rich_help_panel=ACCESS,
        show_default=False,
    ),
]
Proxy = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="HTTP proxy; default: http_proxy and https_proxy.",
        rich_help_panel=ACCESS,
        show_default=False,
    ),
]
KeepSecrets = Annotated[
    bool,
    typer.Option(
        "--keep-secrets", help="Leave cookies and credentials in the WARC request records.", rich_help_panel=ACCESS
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print the summary as one line of JSON on stdout.", rich_help_panel=OUTPUT)
]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="No progress.", rich_help_panel=OUTPUT)]
NoAdapt = Annotated[
    bool,
    typer.Option("--no-adapt", help="Do not mend knowledge that no longer fits a site.", rich_help_panel=SITE),
]
