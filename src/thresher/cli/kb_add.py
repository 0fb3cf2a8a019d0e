"""`thresher kb add`: the draft of a new application type, from example pages."""

import json
import tempfile
from collections import Counter
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from thresher.model.errors import UsageError

if TYPE_CHECKING:
    from thresher.knowledge import KnowledgeBase
    from thresher.learn.induce import Draft, Example


def add(
    more: Annotated[
        list[str] | None, typer.Argument(metavar="[PAGE]…", help="More pages, as after --from.", show_default=False)
    ] = None,
    pages: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="PAGE",
            help="An example: an address, a saved HTML file, or FILE=URL with where it came from. May be repeated.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="Name of the new type, in lower case.", show_default=False)
    ] = "",
    category: Annotated[
        str, typer.Option("--category", metavar="CATEGORY", help="What it is: forum, blog, wiki …", show_default=False)
    ] = "",
    unlike: Annotated[
        list[str] | None,
        typer.Option("--unlike", metavar="PAGE", help="A page of other software; may be repeated.", show_default=False),
    ] = None,
    url: Annotated[str, typer.Option("--url", help="The address that a single saved file came from.")] = "",
    kb: Annotated[
        list[Path] | None,
        typer.Option(
            "--kb", metavar="FOLDER", help="A folder with types of your own; may be repeated.", show_default=False
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="Write NAME.yaml there.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Draft a new type from example pages: what several pages of several sites have in common.

    Two sites or more, with a few threads (or posts) and a list of each, say most: what one site has may be its own.
    The draft says behind each part on how many pages and sites it was found, and TODO where the examples do not tell.
    Look it over, correct it, and try it with thresher kb check FOLDER and thresher explain PAGE --kb FOLDER.

    Example: thresher kb add --name fishboard --category forum -o my-types --from https://a.example/topic/7
    --from https://a.example/board/2 --from https://b.example/forum/topic/12 --from saved.html=https://c.example/topic/3
    """
    from thresher.cli.kb_pages import read_examples
    from thresher.knowledge import load_base
    from thresher.learn.induce import induce

    base = load_base(*(kb or ()))
    _check(name, category, base, output)
    places = list(dict.fromkeys([*(pages or ()), *(more or ())]))
    if not places:
        raise UsageError("No example page was given.", "Give some with --from: addresses, or saved HTML files.")
    others = [one.document for one in read_examples(unlike)] if unlike else []
    examples = read_examples(places, url)
    draft = induce(examples, name, category, base, others)
    tried = _tried(draft, examples, base, kb or [])
    path = _write(draft.text, output / f"{name}.yaml") if output is not None else None
    if as_json:
        typer.echo(json.dumps(_as_dict(draft, tried, path), ensure_ascii=False))
    else:
        _show(draft, tried, path)
    if not draft.is_told:
        raise typer.Exit(1)


def _check(name: str, category: str, base: "KnowledgeBase", output: Path | None) -> None:
    """Say what is wrong before anything is fetched."""
    import re

    from thresher.knowledge.base import SHIPPED

    if not re.fullmatch(r"[a-z0-9][a-z0-9.-]*", name):
        raise UsageError(
            f"{name!r} is no name for a type." if name else "The new type needs a name.",
            "Give --name lower-case letters, digits, dots and hyphens: --name fishboard",
        )
    if category not in base.categories:
        wrong = f"There is no category {category!r}." if category else "The new type needs a category."
        raise UsageError(wrong, f"Categories are: {', '.join(sorted(base.categories))}.")
    if name in base:
        raise UsageError(
            f"There is a type {name!r} already.", f"Choose another name; thresher kb show {name} shows it."
        )
    if output is not None and output.resolve().is_relative_to(SHIPPED.resolve()):
        raise UsageError("Types that come with the program are not changed.", "Give -o a folder of your own.")
    if output is not None and (output / f"{name}.yaml").exists():
        raise UsageError(f"{output / name}.yaml is there already.", "Choose another name or folder.")


def _tried(draft: "Draft", examples: list["Example"], base: "KnowledgeBase", kb: list[Path]) -> dict[str, Any]:
    """What the draft makes of the examples themselves: recognised, levels, objects."""
    from thresher.extract import extract
    from thresher.knowledge import KnowledgeBase, check, read_folders
    from thresher.knowledge.base import SHIPPED
    from thresher.model import Source
    from thresher.recognise import Recogniser

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "draft.yaml")
        path.write_text(draft.text, encoding="utf-8")
        files, findings = read_folders(SHIPPED, *kb, Path(folder))
        findings = findings or check(files, [file for file in files if file.path == path])
    if findings:
        return {"pages": len(examples), "wrong": [str(finding) for finding in findings]}
    recogniser = Recogniser(KnowledgeBase(files))
    levels: Counter[str] = Counter()
    objects: Counter[str] = Counter()
    recognised = 0
    for one in examples:
        found = recogniser.recognise(one.document, one.page.url)
        if found is None or found.application.name != draft.findings.name:
            continue
        recognised += 1
        levels[found.level.name if found.level is not None else "not known"] += 1
        if found.level is not None:
            source = Source("", 0, one.page.url, datetime.now(UTC))
            read = extract(one.document, found.application, found.level, found.root, source)
            objects.update(thing.type.value for thing in read)
    return {"pages": len(examples), "recognised": recognised, "levels": dict(levels), "objects": dict(objects)}


def _write(text: str, path: Path) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".yaml.new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.", "Choose another folder with -o.") from error
    return path


def _show(draft: "Draft", tried: dict[str, Any], path: Path | None) -> None:
    if path is None:
        typer.echo(draft.text, nl=False)
        typer.echo(err=True)
    for note in draft.notes:
        typer.echo(f"note: {note}", err=True)
    for wrong in tried.get("wrong", ()):
        typer.echo(f"not right yet: {wrong}", err=True)
    if "recognised" in tried:
        levels = ", ".join(f"{count} {name}" for name, count in tried["levels"].items()) or "none"
        objects = ", ".join(f"{count} {name}" for name, count in tried["objects"].items()) or "none"
        typer.echo(f"Tried on the examples: {tried['recognised']} of {tried['pages']} recognised.", err=True)
        typer.echo(f"  levels: {levels}\n  objects: {objects}", err=True)
    if path is not None:
        typer.echo(f"Written: {path}")
        typer.echo(f"Look it over, then: thresher kb check {path.parent}")


def _as_dict(draft: "Draft", tried: dict[str, Any], path: Path | None) -> dict[str, Any]:
    found = draft.findings
    return {
        "type": found.name,
        "category": found.category,
        "pages": len(found.examples),
        "sites": found.sites,
        "signs": [{"pattern": one.pattern, "where": one.where, "seen": asdict(one.seen)} for one in found.signs],
        "levels": {level.name: [one.page.url for one in level.pages] for level in found.levels},
        "notes": list(draft.notes),
        "tried": tried,
        "file": str(path) if path is not None else None,
        "yaml": draft.text,
    }
