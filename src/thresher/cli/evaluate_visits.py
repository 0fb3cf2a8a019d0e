"""Parts of `thresher evaluate adaptation` that visit sites again: years of a board, and sites with two faces."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.model.errors import ThresherError, UsageError

if TYPE_CHECKING:
    from thresher.evaluate.adaptation import Adapter
    from thresher.evaluate.agents import AgentFigures
    from thresher.evaluate.visits import Changes
    from thresher.evaluate.visits_report import Years
    from thresher.model import CrawlSettings

Tell = Callable[[str], None]


def visit(root: Path, settings: "CrawlSettings") -> "Changes":
    """Crawl into `root`, or update what is there, as the commands do."""
    from thresher.crawl import crawl
    from thresher.crawl.update import update

    if root.exists():
        return update(root, settings).objects
    summary = crawl(root, settings)
    if summary.exit_code:
        raise ThresherError(f"The first visit to {settings.seeds[0]} did not end well: {summary.ended}.")
    return {}


def measure_years(place: Path, address: str, folder: Path, most: int, tell: Tell, *, peers: bool) -> "Years":
    """The versions of one board page, replayed in several ways."""
    from thresher.evaluate.cut import alone, write_type
    from thresher.evaluate.versions import as_a_site, as_one_page, load_versions, replay, spread, type_of
    from thresher.evaluate.versions_peers import lists_found
    from thresher.evaluate.visits_report import Replayed, Years
    from thresher.knowledge import load_base

    if not address:
        raise UsageError("--versions needs the address that the versions are of.", "Give it with --address.")
    base = load_base()
    versions = load_versions(place, address)
    chosen = spread(versions, most) if most else versions
    name = type_of(chosen[0], address, base)
    tell(f"{place.name}: {len(chosen)} of {len(versions)} versions; the first is {name}")
    first = (write_type(alone(base, name), folder / "types"),)
    page, site = as_one_page(chosen, address), as_a_site(chosen, address)
    replays = []
    for number, (how, moments, knowledge, adapts) in enumerate(
        (
            ("one page, all knowledge", page, (), True),
            ("as a site, all knowledge", site, (), True),
            (f"as a site, {name} alone", site, first, True),
            (f"as a site, {name} alone, no mending", site, first, False),
        )
    ):
        outcomes = replay(
            moments, address, folder / f"years-{number}", visit, knowledge=knowledge, adapts=adapts, tell=tell
        )
        replays.append(Replayed(how, outcomes))
        shown = [one for one in outcomes if one.topics]
        tell(f"  {how}: all topics found on {sum(one.is_found for one in shown)} of {len(shown)} versions")
    return Years(replays, lists_found(chosen, address, folder, peers=peers))


def measure_agents(place: Path, folder: Path, peers: "Sequence[Adapter]", tell: Tell) -> "list[AgentFigures]":
    """The pairs of recordings that a file lists, each as a site with two faces."""
    from thresher.evaluate.agents import load_pairs, measure_pair
    from thresher.knowledge import load_base

    base = load_base()
    found = []
    for number, pair in enumerate(load_pairs(place)):
        tell(f"{pair.name}: as a desktop, then as a phone …")
        found.append(measure_pair(pair, base, folder / f"agents-{number}", visit, peers))
        for how, one in found[-1].visits.items():
            tell(f"  {how}: {one.found:.1%} found, {one.author:.1%} of authors, {one.date:.1%} of dates")
    return found
