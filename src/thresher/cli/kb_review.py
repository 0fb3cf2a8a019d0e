"""`thresher kb review`: what was mended for sites, proposed for their types."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from thresher.model.errors import CollectionError, UsageError

if TYPE_CHECKING:
    from thresher.knowledge import KnowledgeBase
    from thresher.knowledge.review import Lesson, MendedLevel, Review

MAX_SHOWN = 20
"""Lessons of each kind that are listed; --json has all of them."""
_EVIDENCE = re.compile(
    r"^# (\S+): on pages of the level .*?, (\d+)% was read rightly before, (\d+)% after, on (\d+) other pages$", re.M
)
_RETIRED = re.compile(
    r"^# retired on (\S+): the level '(.+?)' as it was mended on (\S+) \((.*?)\), because (.+)$", re.M
)


_ENDED = ("failed", "time", "retired", "reason")


def review(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER…", help="Collections, or folders with what was mended in them.")
    ],
    kb: Annotated[
        list[Path] | None,
        typer.Option(
            "--kb", metavar="FOLDER", help="A folder with types of your own; may be repeated.", show_default=False
        ),
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option("--write", metavar="FOLDER", help="Write the proposed types there, for --kb.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON a type.")] = False,
) -> None:
    """Propose for a type what was mended on several of its sites, as a difference that can be read.

    Crawls mend what they know of an application where a site has another template, and keep that for the site. What
    held on two sites or more may hold for all: it is shown as a change to the type's file, with what it rests on. What
    was seen once, or did not last elsewhere, is listed beside it. Sites that no type describes and that share their
    structure are named, too: a type for them is proposed. Nothing is changed; with --write the proposed types are
    written into a folder of your own.

    Example: thresher kb review blog-a blog-b --write my-types, then: thresher kb check my-types
    """
    from thresher.cli.kb_unnamed import look_for_unnamed, tell_unnamed
    from thresher.knowledge import load_base
    from thresher.knowledge.amend import amended, difference
    from thresher.knowledge.review import review as review_types

    base = load_base(*(kb or ()))
    # Of one site in two collections, too, the newest comes first.
    mended = sorted((one for folder in folders for one in mended_in(folder)), key=lambda one: one.time, reverse=True)
    texts: dict[str, str] = {}
    reviews = review_types(mended, base)
    for one in reviews:
        file = base.file(one.type_name)
        if one.proposed:
            texts[one.type_name] = amended(file, one.proposed)
    unnamed = look_for_unnamed(folders, base, is_drafted=write is not None)
    written = _write(texts | unnamed.drafts, base, write) if write is not None else {}
    unknown = sorted({one.type_name for one in mended if one.type_name not in base})
    for one in reviews:
        text = texts.get(one.type_name)
        change = difference(base.file(one.type_name), text) if text is not None else ""
        if as_json:
            typer.echo(json.dumps(_as_dict(one, change, written.get(one.type_name)), ensure_ascii=False))
        else:
            _show(one, change)
    tell_unnamed(unnamed, written, as_json=as_json)
    if as_json:
        return
    for name in unknown:
        typer.echo(f"{name}: there is no such type here; --kb names the folder that has it.")
    if not mended and unnamed.is_empty:
        typer.echo("Nothing to review: nothing was mended for a site there.")
    for path in written.values():
        typer.echo(f"Written: {path}")
    if written:
        typer.echo(f"Look them over with: thresher kb check {write}; crawl with: --kb {write}")
    elif texts or unnamed.kin:
        typer.echo("Nothing was changed. --write FOLDER writes the proposed types into a folder of your own.")


def mended_in(folder: Path) -> Iterator["MendedLevel"]:
    """What was mended for sites, as a collection's catalog or its files have it; of each site the newest first."""
    if not folder.is_dir():
        raise CollectionError(f"There is no folder {folder}.", "Give a collection, or the knowledge folder in one.")
    if not (folder / "catalog.db").exists():
        inner = folder / "knowledge" if (folder / "knowledge").is_dir() else folder
        if not any(inner.glob("*.yaml")):
            raise CollectionError(
                f"{folder} is no collection, and has no files of knowledge.",
                "Give the folder that `thresher crawl … -o FOLDER` made, or its knowledge folder.",
            )
        yield from _in_files(inner)
        return
    found = list(_in_catalog(folder))
    if found or not (folder / "knowledge").is_dir():
        yield from found
    else:
        yield from _in_files(folder / "knowledge")


def _in_catalog(folder: Path) -> Iterator["MendedLevel"]:
    from thresher.archive import Collection
    from thresher.catalog import open_catalog
    from thresher.crawl.mends import kept_mends
    from thresher.knowledge.review import MendedLevel
    from thresher.page import host_of

    catalog = open_catalog(Collection(folder).catalog, read_only=True)
    try:
        if not catalog.execute("SELECT 1 FROM sqlite_master WHERE name = 'mends'").fetchone():
            return
        for one in kept_mends(catalog):
            site = _site(host_of(one.root))
            proof = one.pages, one.before, one.after, one.time
            yield MendedLevel(site, one.type_name, one.level, *proof, one.failed, one.retired, one.reason)
    finally:
        catalog.close()


def _in_files(folder: Path) -> Iterator["MendedLevel"]:
    """Types that extend another for one host; those that a feed or the site's pages taught stand alone."""
    from thresher.knowledge.review import MendedLevel
    from thresher.knowledge.source import KnowledgeError, read_file

    for path in sorted(folder.glob("*.yaml")):
        file, findings = read_file(path, path.name)
        if findings or file is None:
            raise KnowledgeError(
                f"{path} cannot be used: {findings[0] if findings else 'there is no type in it'}",
                "Mend the file, or take it out of the folder.",
            )
        host = re.fullmatch(r"url\[@host='(.+)'\]", (file.patterns("detect") or [""])[0])
        if file.parent is None or host is None or not file.name.startswith(f"{file.parent}-"):
            continue
        site = _site(file.name.removeprefix(f"{file.parent}-"))
        levels = file.data.get("levels", [])
        text = path.read_text(encoding="utf-8")
        evidence = _EVIDENCE.findall(text)
        proofs = evidence if len(evidence) == len(levels) else [("", "0", "0", "0")] * len(levels)
        for level, (time, before, after, pages) in zip(levels, proofs, strict=True):
            yield MendedLevel(site, file.parent, level, int(pages), int(before) / 100, int(after) / 100, time)
        # Only the catalog has the patterns of those.
        for retired, name, time, failed, reason in _RETIRED.findall(text):
            ended = {"failed": failed, "retired": retired, "reason": reason}
            yield MendedLevel(site, file.parent, {"name": name, "kind": ""}, time=time, **ended)


def _site(host: str) -> str:
    """A host in the spelling that file names have; with and without www it is one site."""
    return host.replace(":", "-").removeprefix("www.")


def _write(texts: dict[str, str], base: "KnowledgeBase", folder: Path) -> dict[str, Path]:
    """Write proposed types; nothing that is there already is overwritten, and nothing of the package is changed."""
    from thresher.knowledge.base import SHIPPED

    if folder.resolve().is_relative_to(SHIPPED.resolve()):
        raise UsageError(
            "Types that come with the program are not changed.", "Give --write a folder of your own, for --kb."
        )
    paths = {name: folder / (base.file(name).label if name in base else f"{name}.yaml") for name in texts}
    for path in paths.values():
        if path.exists():
            raise UsageError(f"{path} is there already.", "Give --write another folder, or move that file away.")
    for name, path in paths.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = path.with_suffix(".yaml.new")
            fresh.write_text(texts[name], encoding="utf-8")
            fresh.replace(path)
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}.", "Choose another folder.") from error
    return paths


def _show(review: "Review", change: str) -> None:
    count = len(review.sites)
    typer.echo(f"{review.type_name}: mended on {count} {'site' if count == 1 else 'sites'}: {', '.join(review.sites)}")
    if review.proposed:
        typer.echo("\n  Held on several sites, proposed for the type:")
        _list(review.proposed)
        typer.echo(f"\n{change}", nl=False)
    for title, lessons in (
        ("Contradicted, not proposed:", review.contradicted),
        ("Seen once, not proposed:", review.seen_once),
    ):
        if lessons:
            typer.echo(f"\n  {title}")
            _list(lessons)
    if review.retired:
        typer.echo("\n  Retired, not proposed:")
        for one in review.retired:
            typer.echo(f"  - {one}")
    if review.known:
        typer.echo(f"\n  {len(review.known)} of what the sites have is in the type already.")
    if not review.proposed:
        typer.echo("\n  Nothing to propose: no lesson held on two sites or more.")
    typer.echo()


def _list(lessons: Sequence["Lesson"]) -> None:
    for lesson in lessons[:MAX_SHOWN]:
        typer.echo(f"  - {lesson.name}  {lesson.text}")
        for support in lesson.support:
            typer.echo(f"      held at {support}")
        for replaced in lesson.against:
            typer.echo(f"      but {replaced}")
    if len(lessons) > MAX_SHOWN:
        typer.echo(f"  … and {len(lessons) - MAX_SHOWN} more (--json has them)")


def _as_dict(review: "Review", change: str, path: Path | None) -> dict[str, Any]:
    return {
        "type": review.type_name,
        "sites": list(review.sites),
        "proposed": [_lesson(one) for one in review.proposed],
        "contradicted": [_lesson(one) for one in review.contradicted],
        "seen_once": [_lesson(one) for one in review.seen_once],
        "known": [_lesson(one) for one in review.known],
        "retired": [
            {"site": one.site, "level": one.level["name"], **{name: getattr(one, name) for name in _ENDED}}
            for one in review.retired
        ],
        "diff": change,
        "written": str(path) if path is not None else None,
    }


def _lesson(lesson: "Lesson") -> dict[str, Any]:
    return {
        "level": lesson.level,
        "part": ".".join(word for word in lesson.part if word not in ("extract", "fields")),
        "pattern": lesson.text,
        "support": [asdict(one) for one in lesson.support],
        "against": [asdict(one) for one in lesson.against],
    }
