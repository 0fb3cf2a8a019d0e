"""The tables of FoCUS's section 5, from what was measured on several sites."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from statistics import mean, pstdev

from thresher.evaluate.classifiers import ClassifierScores
from thresher.evaluate.entries import EntryFigures, entry_figures
from thresher.evaluate.flips import FlipFigures, Retrieval
from thresher.evaluate.focus import BLIND, IROBOT, OURS, STRUCTURE, TRUE_ANY, TRUE_STRICT, SiteFigures
from thresher.evaluate.offline import CrawlFigures
from thresher.evaluate.truth import KINDS

PLURAL = {"forum": "forums", "blog": "blogs", "Q&A": "Q&A sites"}
STEPS = (0.98, 0.95, 0.9, 0.8, 0.5)
"""Shares by which sites are counted; FoCUS counts those above 0.97 and 0.98."""
CRAWLERS = (BLIND, STRUCTURE, IROBOT, OURS)

Rows = list[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; its last `sums` rows are about all sites."""

    title: str
    note: str
    head: tuple[str, ...]
    rows: Rows
    sums: int = 0


def table_text(table: Table) -> str:
    """First column to the left, the others to the right; a colon in a head breaks its line."""
    heads = [cell.split(": ") for cell in table.head]
    depth = max(map(len, heads))
    above = list(zip(*([""] * (depth - len(head)) + head for head in heads), strict=True))
    rows = [*above, *table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join([table.title, "-" * len(table.title), *lines])


def classifier_table(scores: ClassifierScores) -> Table:
    rows = []
    for row in scores.rows:
        spread = row.deviations or (None, None, None, None)
        figures = (row.index_precision, row.index_recall, row.thread_precision, row.thread_recall)
        pages = f"{row.pages:,}" if row.pages else "–"
        rows.append((row.name, pages, *(_spread(one, more) for one, more in zip(figures, spread, strict=True))))
    return Table(
        "Page types",
        f"Table 2. Never on software seen in training; {scores.source}. FoCUS: 96 to 98 % each, on 160 packages.",
        ("scored on", "pages", "index precision", "index recall", "thread precision", "thread recall"),
        rows,
    )


def flip_table(sites: Sequence[SiteFigures]) -> Table:
    total = reduce(FlipFigures.__add__, (site.flips for site in sites), FlipFigures())
    rows = [(site.name, *_flip_cells(site.flips)) for site in sites]
    return Table(
        "Page flipping",
        "Section 5.1.2. Links to further pages of a list or a thread, on every recorded page of them: by the page "
        "alone (a sign at the link), and after a look at one page they lead to. FoCUS: 99 % precision, 95 % recall. "
        "A dash: nothing found, or nothing to find.",
        (
            "site", "lists: pages", "lists: precision", "lists: recall", "looked at: precision", "looked at: recall",
            "threads: pages", "threads: precision", "threads: recall", "looked at: precision", "looked at: recall",
        ),
        [*rows, ("all", *_flip_cells(total))],
        sums=1,
    )  # fmt: skip


def _flip_cells(flips: FlipFigures) -> tuple[str, ...]:
    def cells(seen: Retrieval, proved: Retrieval) -> tuple[str, ...]:
        figures = (seen.precision, seen.recall, proved.precision, proved.recall)
        return (f"{seen.pages:,}", *map(_percent, figures))

    return (*cells(flips.lists, flips.proved_lists), *cells(flips.threads, flips.proved_threads))


def entry_table(sites: Sequence[SiteFigures]) -> Table:
    rows: Rows = []
    for name, some in _groups(sites):
        draws = [site.draws for site in some]
        ours, theirs = entry_figures(draws, of_baseline=False), entry_figures(draws, of_baseline=True)
        rows.append((f"{name} ({len(some)})", *_entry_cells(ours), *_entry_cells(theirs)))
    return Table(
        "Entry discovery",
        "Table 3. The front page, found from a random inner page of each site: mean and deviation over draws. "
        "The baseline takes the address up to forum/, board/, community/, bbs/ or discuss/, else the host; where all "
        "sites are at the root of their host, it cannot fail. FoCUS: 99 % and, for the baseline, 76 %.",
        ("sites", "precision", "recall", "baseline: precision", "baseline: recall"),
        rows,
    )


def entry_site_table(sites: Sequence[SiteFigures]) -> Table:
    rows: Rows = []
    wrong = [next((draw.found or "nothing" for draw in site.draws if not draw.is_right), "") for site in sites]
    for site, one in zip(sites, wrong, strict=True):
        right, guessed = sum(draw.is_right for draw in site.draws), sum(draw.is_guess_right for draw in site.draws)
        row = (site.name, site.kind, str(len(site.draws)), str(right), str(guessed))
        rows.append((*row, one) if any(wrong) else row)
    head = ("site", "kind", "starts", "right", "baseline right", *(["first wrong one"] if any(wrong) else []))
    return Table("Entry discovery by site", "", head, rows)


def _entry_cells(figures: EntryFigures) -> tuple[str, str]:
    return (
        _spread(figures.precision, figures.precision_deviation),
        _spread(figures.recall, figures.recall_deviation),
    )


def blind_table(sites: Sequence[SiteFigures]) -> Table:
    names = tuple(sites[0].blind.shares)
    rows = [(site.name, *(_percent(share) for share in site.blind.shares.values())) for site in sites]
    means = [mean(site.blind.shares[name] for site in sites) for name in names]
    return Table(
        "What a blind crawl meets",
        "Figure 11. A breadth-first crawl that obeys robots.txt and nofollow; shares of all addresses it met. No page: "
        "feeds, redirects, and addresses that the recording has no answer for.",
        ("site", *names),
        [*rows, ("mean", *map(_percent, means))],
        sums=1,
    )


def crawl_table(sites: Sequence[SiteFigures]) -> Table:
    names = crawlers_of(sites)
    rows: Rows = [
        (site.name if name == names[0] else "", name, *_crawl_cells(site.crawls[name]))
        for site in sites
        for name in names
    ]
    for name in names:
        requests = mean(site.crawls[name].requests for site in sites)
        shares = (_percent(mean(take(site.crawls[name]) for site in sites)) for take in SHARES)
        rows.append(("mean" if name == names[0] else "", name, f"{requests:,.0f}", *shares))
    return Table(
        "Effectiveness and coverage",
        "Figure 12, from the entry. Effective: thread pages among all pages crawled. Useful: the same with lists on "
        "the way counted, too; there is no way to threads without lists, so no crawl is wholly effective. Coverage: "
        "thread pages crawled among all. Ours counts the pages it learned from; the others' samples are not counted. "
        "FoCUS: a blind crawl is about 50 % effective and covers nearly all.",
        ("site", "crawler", "requests", "effective", "useful", "coverage"),
        rows,
        sums=len(names),
    )


SHARES: tuple[Callable[[CrawlFigures], float], ...] = (
    lambda one: one.effectiveness,
    lambda one: one.useful_share,
    lambda one: one.coverage,
)


def _crawl_cells(figures: CrawlFigures) -> tuple[str, ...]:
    return (f"{figures.requests:,}", *(_percent(take(figures)) for take in SHARES))


def start_table(sites: Sequence[SiteFigures]) -> Table:
    names = (OURS, TRUE_STRICT, TRUE_ANY)
    head = [f"{name}: {start}" for name in names for start in ("entry", "random")]
    rows = [(site.name, *(cell for name in names for cell in _start_cells(site, name))) for site in sites]
    means = tuple(
        cell
        for name in names
        for cell in (
            _percent(mean(site.from_entry[name].coverage for site in sites)),
            _percent(mean(random_coverage(site, name) for site in sites)),
        )
    )
    return Table(
        "Entry or any page",
        "Figure 13. Coverage from the entry and from random inner pages: mean and deviation. Along true links as "
        "section 3 defines them, lists lead to boards and threads, and threads only to their own further pages; in the "
        "last columns any link to a list or a thread is followed, so from a thread up to its board, too. FoCUS: "
        "nearly all from the entry, 52 % from elsewhere.",
        ("site", *head),
        [*rows, ("mean", *means)],
        sums=1,
    )


def random_coverage(site: SiteFigures, name: str) -> float:
    """Mean over the random starts."""
    return mean([one.coverage for one in site.from_starts[name]] or [0.0])


def _start_cells(site: SiteFigures, name: str) -> tuple[str, str]:
    shares = [one.coverage for one in site.from_starts[name]] or [0.0]
    return _percent(site.from_entry[name].coverage), _spread(mean(shares), pstdev(shares))


def distribution_table(sites: Sequence[SiteFigures]) -> Table:
    crawls = [site.crawls[OURS] for site in sites]
    rows: Rows = [
        (name, *(f"{sum(take(one) >= step for one in crawls)} of {len(crawls)}" for step in STEPS), _percent(least))
        for name, take in zip(("effective", "useful", "coverage"), SHARES, strict=True)
        for least in [min(map(take, crawls))]
    ]
    failed = [site.name for site in sites if not site.is_learned]
    return Table(
        "All sites",
        "Section 5.3: sites where Thresher, with nothing known of their software, reaches at least a share. "
        + (f"Nothing was learned on {', '.join(failed)}." if failed else "A way to threads was learned on each."),
        ("share", *(f"≥ {step:.0%}" for step in STEPS), "least"),
        rows,
    )


def kind_table(sites: Sequence[SiteFigures]) -> Table:
    rows: Rows = []
    for kind, some in _groups(sites)[:-1]:
        for name in crawlers_of(sites)[1:]:
            crawls = [site.crawls[name] for site in some]
            whole = _together(crawls)
            macro = [mean(map(take, crawls)) for take in SHARES]
            cells = [_percent(one) for pair in zip(map_all(whole), macro, strict=True) for one in pair]
            rows.append((f"{kind} ({len(some)})", name, *cells))
    return Table(
        "Forums, blogs, questions and answers",
        "Table 7. Micro: pages of all sites together; macro: mean over sites. FoCUS on blogs: 97 % effective, nearly "
        "100 % coverage; iRobot there about 90 % and less than 23 %.",
        (
            "sites", "crawler", "effective, micro", "macro", "useful, micro", "macro", "coverage, micro", "macro",
        ),
        rows,
    )  # fmt: skip


def map_all(crawl: CrawlFigures) -> tuple[float, ...]:
    return tuple(take(crawl) for take in SHARES)


def _together(crawls: Sequence[CrawlFigures]) -> CrawlFigures:
    def total(take: Callable[[CrawlFigures], int]) -> int:
        return sum(map(take, crawls))

    return CrawlFigures(
        total(lambda one: one.requests),
        total(lambda one: one.pages),
        total(lambda one: one.threads),
        total(lambda one: one.lists),
        total(lambda one: one.wanted),
    )


def crawlers_of(sites: Iterable[SiteFigures]) -> list[str]:
    """The crawlers that were run on all sites."""
    return [name for name in CRAWLERS if all(name in site.crawls for site in sites)]


def _groups(sites: Sequence[SiteFigures]) -> list[tuple[str, list[SiteFigures]]]:
    """Sites by kind, then all."""
    kinds = [(PLURAL[kind], [site for site in sites if site.kind == kind]) for kind in KINDS]
    return [*((name, some) for name, some in kinds if some), ("all", list(sites))]


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _spread(share: float, deviation: float | None) -> str:
    return f"{share:.1%}" + (f" ± {deviation:.1%}" if deviation is not None else "")
