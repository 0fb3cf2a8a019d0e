"""`thresher evaluate plans`: plans of a day learned by reward, on recorded polls."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from thresher.cli.evaluate_schedule import PollFiles, all_files
from thresher.model.errors import UsageError

REPORT = Path("plans-evaluation.html")
LEAST_STEPS = 1_000


class Rewarded(StrEnum):
    FIXED = "fixed"
    SCALED = "scaled"
    BOTH = "both"


class Shaped(StrEnum):
    CONTINUOUS = "continuous"
    SPARSE = "sparse"
    BOTH = "both"


class Labelled(StrEnum):
    NOVEL = "novel"
    CHANGED = "changed"


def plans(
    files: PollFiles,
    learner: Annotated[
        str, typer.Option(metavar="NAME,NAME…", help="ppo, dqn, light; all that are installed if none is named.")
    ] = "",
    steps: Annotated[int, typer.Option(help="Moves that PPO and DQN make at most while they learn.")] = 100_000,
    reward: Annotated[Rewarded, typer.Option(help="Rewards of table 4.3.")] = Rewarded.BOTH,
    shape: Annotated[
        Shaped, typer.Option(help="A decision for each hour, or the hours to crawl one after the other.")
    ] = Shaped.BOTH,
    label: Annotated[
        Labelled, typer.Option(help="What counts as a unique copy: new items, or anything that changed.")
    ] = Labelled.NOVEL,
    seed: Annotated[int, typer.Option(help="Another number draws other windows; the same draws the same.")] = 1,
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep the learned policies there.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help=f"The report; {REPORT} unless --json is given.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Learn plans of a day by reward, and compare them with an oracle and plans that need no learning.

    A plan says for each of the next 24 hours whether to crawl, from what
    the last seven days showed: reinforcement learning as Wang et al. tried
    it in 'Toward an Intelligent Crawling Scheduler for Archiving News
    Websites' (2019, section 4.4, table 5.3). PPO and DQN need an extra:
    pip install 'thresher[rl]'. The light learner needs nothing. One policy
    is learned for all files, from the first four fifths of each; all
    windows of the last fifth are scored.

    Files are as for thresher evaluate schedule. A learner takes less than
    a minute for each shape and reward; progress is shown.

    Example: thresher evaluate plans polls/*.csv.gz --learner ppo,light -o report.html
    """
    from thresher.cli.evaluate import check_writable
    from thresher.evaluate.plans import Label, PlanQuestion, chosen_learners, measure_plans
    from thresher.evaluate.plans_report import as_data, as_html, as_text
    from thresher.evaluate.schedule_series import load_series
    from thresher.plan.rl import Reward, Rules, Shape, Training

    def tell(text: str) -> None:
        typer.echo(text, err=True)

    if steps < LEAST_STEPS:
        raise UsageError(f"--steps is {steps:,}.", f"Give at least {LEAST_STEPS:,}; 100,000 is usual.")
    report = output or (None if as_json else REPORT)
    if report is not None:
        check_writable(report)
    if save is not None and save.exists() and not save.is_dir():
        raise UsageError(f"{save} is not a folder.", "--save names a folder; it is made if it is not there.")
    learners, missing = chosen_learners(learner)
    shapes = [one for one in Shape if shape in (Shaped.BOTH, one.value)]
    rewards = [one for one in Reward if reward in (Rewarded.BOTH, one.value)]
    rules = tuple(Rules(one, other) for one in shapes for other in rewards)
    series, notes = load_series(all_files(files))
    for note in (*missing, *notes):
        tell(note)
    question = PlanQuestion(learners, rules, Training(steps, seed=seed), Label(label), save)
    measured = measure_plans(series, question, (*missing, *notes), tell)
    if report is not None:
        report.write_text(as_html(measured), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(as_data(measured), ensure_ascii=False))
    else:
        typer.echo(as_text(measured))
        typer.echo(f"\nMeasured in {measured.seconds:,.0f} seconds. The report is in {report}.")
        if save is not None:
            typer.echo(f"The policies are in {save}.")
