"""Speed and memory, as ratios measured in one run: `make bench`.

Each line says what was measured, the limit, and whether it holds; the exit code is 1 if one does not.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
sys.path.insert(0, str(ROOT))

CPU_RATIO_LIMIT = 1.5
FRONTIER_MB_LIMIT = 400


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took."""

    cpu_seconds: float
    peak_mb: float


def cost_of(command: list[str], **environment: str) -> Cost:
    """Run `command`; CPU time of user and system, and the most memory, of it alone."""
    process = subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


@contextmanager
def sites() -> Iterator[tuple[list[str], dict[str, str]]]:
    """What is crawled: all recorded sites where there are any, the demo site otherwise. Seeds and environment."""
    names = sorted(path.parent.name for path in (SHARED / "sites").glob("*/truth.json"))
    if names:
        from tests.support.shared import mirror

        with mirror(names) as proxy:
            yield [f"http://{name}.test/" for name in names], {"http_proxy": proxy}
    else:
        from thresher.demo import DemoServer

        with DemoServer() as server:
            yield [server.url], {}


def bench_cpu(folder: Path, rounds: int) -> tuple[float, float, int]:
    """CPU ms a page of Thresher and of wget, both writing WARC and reading links, on exactly the same pages.

    Starting up is part of both; compiling is part of neither, as where a program is installed: the first round leaves
    the bytecode to the others. The best of several rounds: other work on the machine only ever adds.
    """
    from tests.support.crawling import captures_of

    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}

    ours, theirs, pages = [], [], 0
    with sites() as (seeds, environment):
        for number in range(rounds):
            collection = folder / f"c{number}"
            options = ["-o", str(collection), "--delay", "0", "--resources", "none", "--strategy", "generic", "-q"]
            command = [sys.executable, "-m", "thresher", "crawl", *seeds, *options]
            ours.append(cost_of(command, **environment, **compiled))
            urls = [row.url for row in captures_of(collection)]
            pages = len(urls)
            listed = folder / "urls.txt"
            listed.write_text("\n".join(urls))
            # -r makes wget read each page for links; the pattern turns all of them down.
            wget = ["wget", "-q", "-r", "-l", "1", "--reject-regex", ".*", "-e", "robots=off", "--max-redirect=0"]
            output = ["-t", "1", "-P", str(folder / "wget"), f"--warc-file={folder / 'wget-warc'}", "-i", str(listed)]
            theirs.append(cost_of([*wget, *output], **environment))
            shutil.rmtree(folder / "wget", ignore_errors=True)
    return best(ours) / pages, best(theirs) / pages, pages


def best(costs: list[Cost]) -> float:
    """The least CPU, in ms."""
    return 1000 * min(cost.cpu_seconds for cost in costs)


def bench_frontier(folder: Path, urls: int) -> Cost:
    """A frontier that is offered `urls` addresses, in a process of its own."""
    script = Path(__file__).with_name("frontier_load.py")
    return cost_of([sys.executable, str(script), str(folder / "frontier.db"), str(urls)])


def bench_applications() -> bool:
    """What telling the application costs with few types and with many, and what its actions cost; whether one is too
    much. Needs the recorded sites."""
    if not (SHARED / "sites").is_dir():
        print("          no recorded sites beside this clone: detection and actions are not measured")
        return False
    detection = measured_by("detection.py", "--pages", "6", "--rounds", "3")
    actions = measured_by("actions.py")
    rows = {row["types"]: row for row in detection["rows"]}
    few, many, parsing = rows[50], rows[5000], detection["parse_ms"]
    failed = report("detection with 5,000 types beside 50", many["one_ms"] / few["one_ms"], 1.5, "times")
    what = f"of parsing ({parsing:.2f} ms) for detection with 5,000 types; trying each: {many['linear_ms']:.0f} ms"
    failed |= report(what, many["one_ms"] / parsing, 0.15, "parts")
    failed |= report("a type's actions on a parsed page, median", actions["median_ms"], 3.0, "ms")
    return failed


def bench_tree_distance() -> bool:
    """How the exact tree edit distance grows; whether that of two pages of 2,000 elements takes too long."""
    rows = measured_by("tree_distance.py")["rows"]
    for row in rows:
        what = (
            f"{row['parse_ms']:.2f} ms to parse, {row['bounds_ms']:.0f} for bounds, {row['page_ms']:.0f} for two pages"
        )
        print(f"          tree distance of {row['elements']:,} elements: {what}, {row['random_ms']:.0f} at random")
    (large,) = (row for row in rows if 1_900 < row["elements"] < 2_100)
    what = "tree distance of two pages of 2,000 elements, {:.0f} times the time to parse one"
    return report(what.format(large["page_ms"] / large["parse_ms"]), large["page_ms"] / 1000, 1.0, "s")


def measured_by(script: str, *options: str) -> dict[str, Any]:
    """What another benchmark prints as JSON."""
    path = Path(__file__).with_name(script)
    done = subprocess.run([sys.executable, str(path), *options, "--json"], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--urls", type=int, default=1_000_000)
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours, theirs, pages = bench_cpu(folder, options.rounds)
        what = f"CPU a page over {pages:,} pages: {ours:.2f} ms, wget --warc-file {theirs:.2f} ms"
        failed |= report(what, ours / theirs, CPU_RATIO_LIMIT, "times")
        cost = bench_frontier(folder, options.urls)
        failed |= report(
            f"frontier of {options.urls:,} URLs ({cost.cpu_seconds:.0f} s of CPU)",
            cost.peak_mb,
            FRONTIER_MB_LIMIT,
            "MB",
        )
    failed |= bench_applications()
    failed |= bench_tree_distance()
    return int(failed)


def report(what: str, value: float, limit: float, unit: str) -> bool:
    """Print a line; whether the limit is broken."""
    verdict = "ok" if value <= limit else "TOO MUCH"
    print(f"{verdict:>8}  {value:8.2f} {unit} (limit {limit:g})  {what}", flush=True)
    return value > limit


if __name__ == "__main__":
    sys.exit(main())
