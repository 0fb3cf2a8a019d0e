"""`thresher kb`: the knowledge base of web applications."""

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from thresher.cli import kb_add, kb_review
from thresher.model.errors import UsageError

app = typer.Typer(
    help="Look at, check and test what is known of web applications.\n\n"
    "Start with: thresher kb list, then thresher kb show phpbb3. "
    "docs/howto/add-an-application.md walks through adding one; thresher kb add drafts it from example pages.",
    no_args_is_help=True,
)

Folders = Annotated[
    list[Path] | None,
    typer.Option(
        "--kb", metavar="FOLDER", help="A folder with types of your own; may be repeated.", show_default=False
    ),
]


@app.command("list")
def list_types(
    kb: Folders = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON a type.")] = False,
) -> None:
    """List all application types in their tree: category, application, version or site."""
    from thresher.knowledge import load_base

    base = load_base(*(kb or ()))
    lines = sorted((tuple(reversed(base.lineage(name))), name) for name in base.names)
    for lineage, name in lines:
        data = base.file(name).data
        if as_json:
            facts = {"type": name, "title": data.get("title", name), "lineage": list(lineage)}
            typer.echo(json.dumps({**facts, "versions": data.get("versions", "")}, ensure_ascii=False))
            continue
        title = "" if data.get("title", name).lower() == name else f"  {data['title']}"
        versions = f" ({data['versions']})" if data.get("versions") else ""
        typer.echo(f"{'  ' * (len(lineage) - 1)}{name}{title}{versions}")


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="TYPE", help="Name of the type.")],
    kb: Folders = None,
    merged: Annotated[bool, typer.Option("--merged", help="With all it inherits.")] = False,
) -> None:
    """Show a type as it is written, or with all it inherits."""
    import yaml

    from thresher.crawl.rungs import check_type
    from thresher.knowledge import load_base

    base = load_base(*(kb or ()))
    check_type(name, base)
    if merged:
        typer.echo(yaml.safe_dump(base.merged(name), allow_unicode=True, sort_keys=False, width=120), nl=False)
    else:
        typer.echo(base.file(name).path.read_text(encoding="utf-8"), nl=False)


@app.command()
def check(
    folder: Annotated[Path | None, typer.Argument(help="Folder with types; those that come along if left out.")] = None,
) -> None:
    """Check types: unknown keys, wrong patterns, levels that lead nowhere. Says where, and the nearest right thing."""
    from thresher.knowledge import check as check_types
    from thresher.knowledge import read_folders
    from thresher.knowledge.base import SHIPPED

    files, findings = read_folders(SHIPPED, *([folder] if folder else []))
    mine = [file for file in files if folder is None or folder in file.path.parents]
    findings = [*findings, *check_types(files, mine)]
    for finding in findings:
        typer.echo(str(finding))
    if findings:
        raise typer.Exit(1)
    typer.echo(f"{len(mine)} types, nothing wrong.")


@app.command()
def test(
    folder: Annotated[Path, typer.Argument(help="Folder with saved pages and what is expected of each.")],
    kb: Folders = None,  # noqa: PT028 -- a command, no test
) -> None:
    """Try saved pages: is the application recognised, are the right links followed, is what people wrote found?"""
    from thresher.crawl.trial import read_cases, try_case

    cases = read_cases(folder)
    if not cases:
        raise UsageError(f"There is no case in {folder}.", "A case is a .yaml file beside a saved page.")
    failed = 0
    for case in cases:
        differences = try_case(case, tuple(map(str, kb or ())))
        failed += bool(differences)
        typer.echo(f"{'not right' if differences else 'right':9}  {case.name}")
        for line in differences:
            typer.echo(f"           {line}")
    typer.echo(f"{len(cases) - failed} of {len(cases)} cases right.")
    if failed:
        raise typer.Exit(1)


@app.command()
def export(
    names: Annotated[list[str] | None, typer.Argument(metavar="TYPE", help="Types; all if left out.")] = None,
    kb: Folders = None,
    form: Annotated[
        Literal["json", "yaml", "wadl", "schema"],
        typer.Option("--format", help="schema is the JSON schema of the files, for editors."),
    ] = "json",
) -> None:
    """Print types, with all they inherit, for other programs."""
    import yaml

    from thresher.crawl.rungs import check_type
    from thresher.knowledge import load_base
    from thresher.knowledge.export import as_data, as_wadl
    from thresher.knowledge.shape import schema

    base = load_base(*(kb or ()))
    for name in names or ():
        check_type(name, base)
    wanted = names or base.names
    if form == "schema":
        typer.echo(json.dumps(schema(), indent=2, ensure_ascii=False))
    elif form == "wadl":
        typer.echo(as_wadl(base, wanted), nl=False)
    elif form == "yaml":
        typer.echo(yaml.safe_dump_all(as_data(base, wanted), allow_unicode=True, sort_keys=False), nl=False)
    else:
        typer.echo(json.dumps(as_data(base, wanted), ensure_ascii=False, indent=1))


app.command("add")(kb_add.add)
app.command("review")(kb_review.review)
