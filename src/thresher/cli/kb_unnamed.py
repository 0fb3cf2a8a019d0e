"""Types that nobody named, for `thresher kb review`: sites of several collections that share their structure."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from thresher.catalog import Catalog
    from thresher.knowledge import KnowledgeBase
    from thresher.learn.induce import Draft, Example
    from thresher.learn.induce.unnamed import Kin, UnnamedSite

OWN = ("learned", "fed")
"""Sources of types that were learned for one site."""
POSTS, LISTS = 4, 2
"""Pages of a site that are compared with those of others."""
MAX_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Unnamed:
    """What collections have of sites that were crawled without a type."""

    kin: Sequence["Kin"]
    """Those that share their structure."""
    known: dict[str, str]
    """Sites that have the signs of a type, and that."""
    drafts: dict[str, str]
    """Name and text of a type for each group, if that was asked for."""

    @property
    def is_empty(self) -> bool:
        return not self.kin and not self.known


def look_for_unnamed(folders: Sequence[Path], base: "KnowledgeBase", *, is_drafted: bool) -> Unnamed:
    """Sites of collections that no type describes, compared; a site in two collections counts once."""
    from thresher.learn.induce.unnamed import find_kin, known_type

    sites = {one.site: one for folder in folders for one in _sites(folder)}
    known = {name: found for name, one in sites.items() if (found := known_type(one, base))}
    kin = find_kin([one for name, one in sites.items() if name not in known], base)
    drafts = {name_of(one): draft.text for one in kin if is_drafted and (draft := draft_of(one, base)) is not None}
    return Unnamed(kin, known, drafts)


def _sites(folder: Path) -> Iterator["UnnamedSite"]:
    from thresher.knowledge.source import read_file
    from thresher.learn.induce.unnamed import UnnamedSite

    inner = folder / "knowledge" if (folder / "knowledge").is_dir() else folder
    for path in sorted(inner.glob("*.yaml")):
        file, findings = read_file(path, path.name)
        if findings or file is None or file.data.get("source") not in OWN:
            continue
        site = re.sub(rf"^(?:{'|'.join(OWN)})-", "", file.name).removeprefix("www.")
        yield UnnamedSite(site, file.data, tuple(_examples(folder, file.name)))


def _examples(folder: Path, name: str) -> Iterator["Example"]:
    """Archived pages that were read by the type called `name`, and pages that led to them."""
    if not (folder / "catalog.db").exists():
        return
    from thresher.archive import Collection, Keeper
    from thresher.catalog import open_catalog
    from thresher.learn.induce import Example
    from thresher.model import CrawlSettings
    from thresher.page import VirtualDocument, read_page

    place = Collection(folder)
    place.open_for_reading()
    catalog = open_catalog(place.catalog, read_only=True)
    try:
        keeper = Keeper.to_read(place, catalog)
        for url in _addresses(catalog, name):
            row = keeper.captures.latest(url)
            capture = keeper.load(row) if row is not None and row.status == 200 else None
            page = read_page(capture, CrawlSettings(seeds=(url,))) if capture is not None else None
            if capture is not None and page is not None and page.tree is not None and page.lines:
                yield Example(page, VirtualDocument.of(page, capture))
    finally:
        catalog.close()


def _addresses(catalog: "Catalog", name: str) -> list[str]:
    posts = catalog.execute(
        "SELECT DISTINCT o.source_url FROM objects o JOIN object_versions v ON v.number = o.current "
        "WHERE instr(v.rule, ?) ORDER BY o.source_url",
        (f" {name}/",),
    )
    urls = [url for (url,) in posts]
    chosen = [urls[place * len(urls) // POSTS] for place in range(POSTS)] if len(urls) >= POSTS else urls
    marks = ", ".join("?" * len(urls[:500]))
    lists = catalog.execute(
        f"SELECT via, count(*) AS leads FROM urls WHERE url IN ({marks}) AND via NOT IN ({marks}) "  # noqa: S608
        "GROUP BY via ORDER BY leads DESC, via LIMIT ?",
        (*urls[:500], *urls[:500], LISTS),
    )
    return [*dict.fromkeys(chosen), *(via for via, _ in lists if via)]


def draft_of(kin: "Kin", base: "KnowledgeBase") -> "Draft | None":
    """A type for the sites, from their archived pages; None if there are none."""
    from thresher.learn.induce import induce

    examples = [each for one in kin.sites for each in one.examples]
    return induce(examples, name_of(kin), kin.category, base) if examples else None


def name_of(kin: "Kin") -> str:
    return "like-" + re.sub(r"[^a-z0-9.-]+", "-", kin.names[0].lower())


def command_for(kin: "Kin") -> str:
    """What drafts a type from pages of the sites."""
    pages = [each.page.url for one in kin.sites for each in one.examples] or [f"PAGE-OF-{name}" for name in kin.names]
    return f"thresher kb add --name {name_of(kin)} --category {kin.category} -o my-types " + " ".join(
        f"--from '{url}'" for url in pages
    )


def tell_unnamed(unnamed: Unnamed, written: dict[str, Path], *, as_json: bool) -> None:
    """Each group with what it has in common, and how to make a type of it."""
    for kin in unnamed.kin:
        path = written.get(name_of(kin))
        if as_json:
            typer.echo(json.dumps(_as_dict(kin, path), ensure_ascii=False))
        else:
            _show(kin, path)
    for site, name in unnamed.known.items() if not as_json else ():
        typer.echo(f"{site}: crawled without a type, though its pages have the signs of {name}.")


def _show(kin: "Kin", path: Path | None) -> None:
    typer.echo(f"A {kin.category} that no type describes, on {len(kin.sites)} sites: {', '.join(kin.names)}")
    typer.echo("\n  They have in common:")
    for one in kin.common[:MAX_SHOWN]:
        rest = "" if len(one.sites) == len(kin.sites) else f"  ({', '.join(one.sites)})"
        typer.echo(f"  - {one.what}  {one.text}{rest}")
    if len(kin.common) > MAX_SHOWN:
        typer.echo(f"  … and {len(kin.common) - MAX_SHOWN} more (--json has them)")
    if path is None:
        typer.echo(f"\n  A draft of a type for them, to be looked over:\n  {command_for(kin)}")
    typer.echo()


def _as_dict(kin: "Kin", path: Path | None) -> dict[str, Any]:
    return {
        "new_type": name_of(kin),
        "category": kin.category,
        "sites": list(kin.names),
        "common": [{"what": one.what, "pattern": one.text, "sites": list(one.sites)} for one in kin.common],
        "command": command_for(kin),
        "written": str(path) if path is not None else None,
    }
