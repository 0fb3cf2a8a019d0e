"""Progress while a crawl runs, and the summary after it."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from thresher.cli.amounts import human_size, human_time
from thresher.crawl import Snapshot, Summary
from thresher.crawl.session import Opening
from thresher.model import CrawlSettings

PLAIN_SECONDS = 10.0
"""Between two lines where there is no terminal: a log of a day-long crawl stays readable."""


def show_opening(opening: Opening, settings: CrawlSettings) -> None:
    """What was found in the folder, and a word on manners."""
    console = _console()
    if opening.is_fresh:
        console.print(f"Visit {opening.visit} begins.", markup=False)
    elif not opening.is_new:
        console.print(f"Going on: {opening.pending:,} addresses waiting.", markup=False)
    if opening.adopted or opening.cut_bytes:
        console.print(
            f"The last run ended in the middle: {opening.adopted:,} captures recovered, "
            f"{opening.cut_bytes:,} torn bytes cut off.",
            markup=False,
        )
    if not settings.operator and not settings.user_agent and settings.delay != 0:
        console.print(
            "Site owners cannot reach you: consider --operator 'Name, https://where.to/find/you'.", markup=False
        )


@contextmanager
def watching(*, quiet: bool) -> Iterator[Callable[[Snapshot], None]]:
    """A live display on a terminal, plain lines elsewhere, nothing if quiet."""
    console = _console()
    if quiet:
        yield lambda _: None
    elif console.is_terminal:
        with Live(console=console, refresh_per_second=4, transient=True) as live:
            yield lambda snapshot: live.update(_panel(snapshot))
    else:
        yield _plain_lines()


def _plain_lines() -> Callable[[Snapshot], None]:
    last = time.monotonic()

    def show(now: Snapshot) -> None:
        nonlocal last
        if time.monotonic() - last >= PLAIN_SECONDS:
            last = time.monotonic()
            left = f", about {human_time(now.seconds_left)} left" if now.seconds_left else ""
            print(
                f"{human_time(now.seconds)}: {now.requests:,} requests, {now.pages_kept:,} pages kept, "
                f"{now.links_left:,} links left alone, {human_size(now.bytes)} written, {now.pending:,} waiting, "
                f"{now.rate:.1f}/s{left}; {now.looking_at}",
                file=sys.stderr,
                flush=True,
            )

    return show


def _panel(now: Snapshot) -> Group:
    first = Text.assemble(
        (f"{now.requests:,}", "bold"), " requests  ",
        (f"{now.pages_kept:,}", "bold green"), " pages  ",
        (f"{now.resources_kept:,}", "bold"), " resources  ",
        (f"{now.links_left:,}", "bold cyan"), " links left alone  ",
        (human_size(now.bytes), "bold"), " written",
    )  # fmt: skip
    left = f"about {human_time(now.seconds_left)} left" if now.seconds_left else "no guess yet"
    trouble = f"  {now.retries:,} retries, {now.failed:,} failed" if now.retries or now.failed else ""
    second = Text(
        f"{now.pending:,} waiting  {now.rate:.1f}/s  {human_time(now.seconds)} so far, {left}{trouble}", "dim"
    )
    third = Text(now.looking_at, "dim", no_wrap=True, overflow="ellipsis")
    return Group(first, second, third)


def show_summary(summary: Summary) -> None:
    """The result, for people, on stdout."""
    console = Console(highlight=False, soft_wrap=True)
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="bold")
    table.add_column()
    table.add_row(f"{summary.pages_kept:,}", "pages kept")
    table.add_row(f"{summary.resources_kept:,}", "resources kept")
    for root, name in list(summary.applications.items())[:5]:
        table.add_row(name, f"recognised at {root}")
    if summary.objects:
        table.add_row(f"{sum(summary.objects.values()):,}", "objects: " + _counted(summary.objects))
    table.add_row(f"{summary.requests:,}", f"requests in {human_time(summary.seconds)}")
    table.add_row(f"{summary.links_left:,}", "links left alone (reports/skipped.jsonl says why)")
    for reason, count in list(summary.skipped.items())[:6]:
        table.add_row("", f"  {count:,}  {reason}")
    table.add_row(human_size(summary.bytes_written), f"written to {summary.collection}/archive")
    troubles = _troubles(summary)
    if troubles:
        table.add_row(
            f"{sum(troubles.values()):,}", "not kept: " + ", ".join(f"{n:,} {what}" for what, n in troubles.items())
        )
    if summary.pending:
        table.add_row(f"{summary.pending:,}", "still waiting: the same command goes on")
    console.print(_headline(summary), markup=False)
    console.print(table)
    for start, why in list(summary.unlearned.items())[:3]:
        console.print(f"No forum, blog or question site was found at {start}: {why}.", markup=False)
        console.print("Links and sitemaps were followed instead.", markup=False)
    for url, detail in summary.puzzles[:3]:
        console.print(f"Not understood (kept all the same): {url}\n{detail}", markup=False)


def _counted(objects: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in sorted(objects.items(), key=lambda item: -item[1]))


def _headline(summary: Summary) -> str:
    if summary.ended == "complete":
        return "Crawl complete."
    if summary.ended == "interrupted":
        return "Crawl interrupted."
    return f"Crawl stopped: {summary.ended.rstrip('.')}."


def _troubles(summary: Summary) -> dict[str, int]:
    found: dict[str, int] = {}
    for outcomes in summary.outcomes.values():
        for outcome, count in outcomes.items():
            if outcome in ("failed", "unreachable", "forbidden", "blocked"):
                found[outcome] = found.get(outcome, 0) + count
    return found


def _console() -> Console:
    return Console(stderr=True, highlight=False, soft_wrap=True)
