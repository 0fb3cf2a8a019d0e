"""`thresher evaluate`: the papers' measurements on recorded sites."""

import json
import time
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from thresher.cli.evaluate_plans import plans
from thresher.cli.evaluate_schedule import schedule
from thresher.model.errors import UsageError

if TYPE_CHECKING:
    from thresher.evaluate.mutations import Mutation

app = typer.Typer(
    help="Repeat the papers' measurements on recorded sites, beside other tools.\n\n"
    "A recorded site is a WARC file, or a folder with mirror.warc.xz (and truth.json, for the address to start from).",
    no_args_is_help=True,
)


app.command()(schedule)
app.command()(plans)


@app.callback()
def about() -> None:
    """Measurements; more of them come with later versions."""


@app.command()
def crawl(
    sites: Annotated[list[Path], typer.Argument(metavar="SITE", help="Recorded sites.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The report.")] = Path("crawl-evaluation.html"),
    detection: Annotated[bool, typer.Option(help="Measure what telling the application costs, too.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Crawl recorded sites blindly with wget and with Thresher: requests, coverage, how a crawl unfolds.

    Example: thresher evaluate crawl recordings/my-forum recordings/my-blog -o report.html
    """
    from thresher.evaluate import as_data, as_html, check_wget, compare_crawls, detection_costs, load_recording

    check_wget()
    comparisons, recordings = [], []
    for place in sites:
        recording = load_recording(place)
        recordings.append(recording)
        typer.echo(f"{recording.name}: crawling blindly and with Thresher …", err=True)
        comparisons.append(compare_crawls(recording))
        one = comparisons[-1]
        typer.echo(
            f"  {one.application}: {one.blind_requests:,} requests blindly, {one.our_requests:,} with Thresher; "
            f"{one.bigram_share:.1%} of the text, {one.content_link_share:.1%} of the links",
            err=True,
        )
    costs = []
    if detection:
        typer.echo("telling the application with up to 5,000 types …", err=True)
        costs = detection_costs(recordings)
    output.write_text(as_html(comparisons, costs), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(as_data(comparisons, costs), ensure_ascii=False))
    else:
        typer.echo(f"The report is in {output}.")


@app.command()
def priority(
    blog: Annotated[Path, typer.Argument(metavar="BLOG", help="Folder with mirror.warc.xz and truth.json of a blog.")],
    other: Annotated[Path, typer.Argument(metavar="OTHER", help="A recorded site of another kind: a wiki, a forum.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The report.")] = Path("priority-evaluation.html"),
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Put a blog and another site at one host, and count the requests until the posts are reached.

    This is about the download priority of BlogForever (Blanvillain et al.,
    2014), section 4.3: pages that are likely to lead to posts come first, by
    the most similar addresses seen so far; beside it, breadth-first,
    depth-first and random order. No network is used.

    The blog's truth.json has posts, each with its url, and feed_urls.

    Example: thresher evaluate priority sites/my-blog sites/my-wiki -o report.html
    """
    from thresher.evaluate import load_recording, priority_report
    from thresher.evaluate.priority import load_blog, measure_priority

    began = time.monotonic()
    check_writable(output)
    measured = measure_priority(load_blog(blog), load_recording(other), lambda text: typer.echo(text, err=True))
    seconds = time.monotonic() - began
    output.write_text(priority_report.as_html(measured, seconds), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(priority_report.as_data(measured, seconds), ensure_ascii=False))
    else:
        typer.echo(priority_report.as_text(measured))
        typer.echo(f"\nMeasured in {seconds:,.0f} seconds. The report is in {output}.")


@app.command()
def focus(
    sites: Annotated[
        list[Path], typer.Argument(metavar="SITE", help="Folders with mirror.warc.xz and truth.json in them.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="The report.")] = Path("focus-evaluation.html"),
    seed: Annotated[int, typer.Option(help="Another number draws other pages; the same draws the same.")] = 1,
    starts: Annotated[int, typer.Option(min=1, max=1000, help="Random inner pages of each site to start from.")] = 10,
    train: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Train and score page types again on the pages in this folder (data/forum-pages, sites), rather "
            "than show the scores that ship with them. Needs a clone and scikit-learn.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Learn and crawl recorded forums and blogs as a stranger, and measure how well.

    These are the experiments of FoCUS (Jiang et al., 2013), section 5, on
    recorded sites whose truth is known: are page types and links to further
    pages told, is the front page found from any page, how much of a site and
    how little else does a crawl bring home? Beside it: a blind crawl and, in
    a clone of the repository, two other crawlers. No network is used.

    A forum's truth.json has entry_url, forum_url, index_page_urls,
    thread_page_urls, and page_urls of each of its boards and threads; a
    blog's has listing_page_urls, and posts with url and comment_page_urls.

    Example: thresher evaluate focus sites/my-forum sites/my-blog -o report.html
    """
    from thresher.evaluate import focus as experiments
    from thresher.evaluate import focus_report
    from thresher.evaluate.classifiers import shipped_scores, trained_scores

    def tell(text: str) -> None:
        typer.echo(text, err=True)

    began = time.monotonic()
    check_writable(output)
    truths = experiments.load_truths(sites, tell)
    scores = shipped_scores()
    if train is not None:
        tell("training page types, each time without one package …")
        scores = trained_scores(train)
    peers = experiments.load_peers()
    found = []
    for number, (place, truth) in enumerate(truths, start=1):
        tell(f"{number}/{len(truths)} {place.name}: learning and crawling from {starts} pages and from its entry …")
        one = experiments.measure_site(place, truth, starts, seed, scores.packages, peers)
        found.append(one)
        ours = one.crawls[experiments.OURS]
        tell(
            f"  {truth.kind}: {ours.effectiveness:.1%} effective, {ours.coverage:.1%} covered, entry found from "
            f"{sum(draw.is_right for draw in one.draws)} of {len(one.draws)} pages ({one.seconds:.0f} s)"
        )
    seconds = time.monotonic() - began
    output.write_text(focus_report.as_html(found, scores, seconds), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(focus_report.as_data(found, scores, seconds), ensure_ascii=False))
    else:
        typer.echo(focus_report.as_text(found, scores))
        typer.echo(f"\nMeasured in {seconds:,.0f} seconds. The report is in {output}.")


@app.command()
def extraction(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER", help="Folders with pages whose article is known.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The report.")] = Path("extraction-evaluation.html"),
    pages: Annotated[int, typer.Option(min=0, help="Pages of each site to score at most; 0 for all.")] = 100,
    peers: Annotated[bool, typer.Option(help="Measure other programs on the same pages, too.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Find article, title and date on pages where they are known, and measure how often they are right.

    These are the measurements of BlogForever (Blanvillain et al., 2014),
    section 5, and of Oita and Senellart (2010): rules are learned from a
    blog's feed and tried on posts that were not learned from. Beside it, on
    the same pages: other programs that find articles, as far as they are
    installed (the extra 'peers'). No network is used.

    A folder is a recorded blog (mirror.warc.xz, and truth.json with posts
    that have url, title, text, date_iso, and with feed_urls), or saved blogs
    with their feeds (index.json), or single articles without a feed
    (ground-truth.json, html/*.html.gz).

    Example: thresher evaluate extraction sites/my-blog data/blogs -o report.html
    """
    from thresher.evaluate.extraction import measure_corpus
    from thresher.evaluate.extraction_cases import load_corpora
    from thresher.evaluate.extraction_report import as_data, as_html, as_text, progress_line
    from thresher.evaluate.extraction_times import growth_of, reference_site
    from thresher.evaluate.peers import installed_peers

    def tell(text: str) -> None:
        typer.echo(text, err=True)

    began = time.monotonic()
    check_writable(output)
    now = datetime.now(UTC)
    others, missing = installed_peers() if peers else ([], "")
    if missing:
        tell(missing)
    tell("reading the pages …")
    corpora = [corpus for folder in folders for corpus in load_corpora(folder, pages)]
    sites = []
    for number, corpus in enumerate(corpora, start=1):
        tell(f"{number}/{len(corpora)} {corpus.name}: {len(corpus.cases)} pages, {len(corpus.lessons)} to learn from …")
        sites.append(measure_corpus(corpus, others, now))
        tell(f"  {progress_line(sites[-1])}")
    drawn = reference_site(sites)
    growth = growth_of(corpora[sites.index(drawn)], now) if drawn is not None else []
    seconds = time.monotonic() - began
    output.write_text(as_html(sites, growth, missing, seconds), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(as_data(sites, growth, missing, seconds), ensure_ascii=False))
    else:
        typer.echo(as_text(sites, growth, missing))
        typer.echo(f"\nMeasured in {seconds:,.0f} seconds. The report is in {output}.")


class Kinds(StrEnum):
    SCORING = "scoring"
    FRESH = "fresh"
    DEVELOPMENT = "development"

    @property
    def changes(self) -> "dict[str, Mutation]":
        """What is done to templates, by the name of each kind."""
        from thresher.evaluate.adaptation_fresh import FRESH
        from thresher.evaluate.adaptation_kinds import SCORING
        from thresher.evaluate.mutations import DEVELOPMENT

        return {Kinds.SCORING: SCORING, Kinds.FRESH: FRESH, Kinds.DEVELOPMENT: DEVELOPMENT}[self]


@app.command()
def adaptation(
    sites: Annotated[
        list[Path] | None, typer.Argument(metavar="SITE", help="Recorded sites of known types.", show_default=False)
    ] = None,
    mutations: Annotated[str, typer.Option(metavar="N,N…", help="How many changes are made to a template.")] = "1,3,5",
    trials: Annotated[
        int, typer.Option(min=1, max=1000, help="Templates broken in different ways, of each site for each number.")
    ] = 2,
    seed: Annotated[int, typer.Option(help="Another number draws other changes; the same draws the same.")] = 1,
    kinds: Annotated[
        Kinds,
        typer.Option(
            help="Which kinds of changes: those to score by, those that nobody looked at, or those that mending was "
            "written with."
        ),
    ] = Kinds.SCORING,
    versions: Annotated[
        Path | None,
        typer.Option(help="Versions of one phpBB page, named by their time, to be replayed as visits.", metavar="FILE"),
    ] = None,
    address: Annotated[str, typer.Option(help="The address that the versions are of.", metavar="URL")] = "",
    most: Annotated[int, typer.Option("--most-versions", min=0, help="Spread over all years; 0 for all.")] = 0,
    pairs: Annotated[
        Path | None,
        typer.Option(
            help="A pairs.json: recordings of one site in two templates, served by user agent.", metavar="FILE"
        ),
    ] = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="The report.")] = Path("adaptation-evaluation.html"),
    peers: Annotated[bool, typer.Option(help="Measure Scrapling on the same pages, too.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Change the templates of recorded sites at random, and measure how often they are read as before after mending.

    All pages of a template are changed alike: classes are hashed, wrappers
    removed, fields moved, dates written otherwise. What breaks the type as it
    is counts; half of the pages may teach how it is mended, the others are
    scored. Beside it, on the same pages: the type without mending, and
    Scrapling's adaptive selectors if it is installed (the extra 'peers').
    This is about section 6 of Faheem and Senellart (2013). No network is used.

    With --versions, years of one board page are replayed as visits; with
    --pairs, sites that serve two templates are visited as a desktop, then as
    a phone (the paper's table 2).

    Example: thresher evaluate adaptation sites/my-forum sites/my-blog --trials 10 -o report.html
    """
    from thresher.cli.evaluate_visits import measure_agents, measure_years
    from thresher.evaluate import adaptation as experiment
    from thresher.evaluate import adaptation_report as report
    from thresher.evaluate import load_recording
    from thresher.evaluate.adaptation_pages import known_levels
    from thresher.evaluate.adaptation_peers import installed_adapters
    from thresher.knowledge import load_base

    def tell(text: str) -> None:
        typer.echo(text, err=True)

    began = time.monotonic()
    check_writable(output)
    chosen = kinds.changes
    plan = experiment.Plan(chosen, _numbers(mutations, len(chosen)), trials, seed)
    base = load_base()
    found: list[experiment.Trial] = []
    controls: list[experiment.Control] = []
    harmless = 0
    with TemporaryDirectory(prefix="thresher-") as folder:
        others, missing = installed_adapters(Path(folder)) if peers else ([], "")
        if missing:
            tell(missing)
        for number, place in enumerate(sites or (), start=1):
            levels = known_levels(load_recording(place), base)
            named = ", ".join(f"{level.application.name}, {len(level.pages)} pages" for level in levels)
            tell(f"{number}/{len(sites or ())} {place.name}: {named or 'no pages of a known type, left out'}")
            for level in levels:
                some, idle = experiment.measure_level(level, base, plan, others, tell)
                found += some
                harmless += idle
                controls.append(experiment.control_level(level, base, seed))
        years = measure_years(versions, address, Path(folder), most, tell, peers=peers) if versions else None
        agents = measure_agents(pairs, Path(folder), others, tell) if pairs else []
    if not found and years is None and not agents:
        raise UsageError("Nothing could be measured.", "Name recorded sites with eight pages or more of a known type.")
    measured = report.Measured(found, harmless, missing, time.monotonic() - began, controls, years, agents)
    output.write_text(report.as_html(measured), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(report.as_data(measured), ensure_ascii=False))
    else:
        typer.echo(report.as_text(measured))
        typer.echo(f"\nMeasured in {measured.seconds:,.0f} seconds. The report is in {output}.")


def _numbers(text: str, most: int) -> list[int]:
    """The numbers in '1,3,5', each from 1 to `most`."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and 1 <= int(part) <= most for part in parts):
        raise UsageError(f"--mutations is {text!r}.", f"Name numbers from 1 to {most}, with commas between them.")
    return sorted(set(map(int, parts)))


def check_writable(output: Path) -> None:
    """Say so before minutes of work, not after, if the report cannot be written."""
    if output.is_dir() or not output.absolute().parent.is_dir():
        raise UsageError(f"The report cannot be written to {output}.", "Name a file in a folder that exists.")
