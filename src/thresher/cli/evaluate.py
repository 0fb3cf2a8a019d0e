"""`thresher evaluate`: the papers' measurements on recorded sites."""

import json
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Repeat the papers' measurements on recorded sites, beside other tools.\n\n"
    "A recorded site is a WARC file, or a folder with mirror.warc.xz (and truth.json, for the address to start from).",
    no_args_is_help=True,
)


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
