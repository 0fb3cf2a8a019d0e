"""The learned rung on forums of software that does not exist, many of them: how large a share is read, and what fails.

    python benchmarks/invented_forums.py [--seeds 0-39] [--inner 1] [--strategy learned] [--jobs 2] [--noisy]
                                         [--trait NAME=VALUE]

Each seed draws the traits of a package (`tests/support/invented_forums`). The forum is crawled with the real command
from its entry page and from inner pages. A row a crawl: requests and the least possible, then the shares of wanted
pages, of useful requests, of posts found, with the right text, author, date and title, and objects that are no post.
Then the traits that go with failures. `--trait` holds a trait; `--noisy` draws tags, streams,
walls and other things around the posts as well.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.invented_forums import Forum, invent
from tests.support.invented_forums.scores import Score, crawl
from tests.support.invented_forums.traits import CHOICES, NOISE

FIELDS = ("coverage", "useful", "found", "text", "author", "date", "title")


def measured(seed: int, inner: int, options: list[str], given: dict[str, Any]) -> list[tuple[Forum, str, Score]]:
    forum = invent(seed, **given)
    chance = random.Random(seed)
    pages = sorted(forum.wanted) + sorted(forum.lists - {forum.entry})
    rows = []
    for start in ["", *chance.sample(pages, inner)]:
        with tempfile.TemporaryDirectory() as folder:
            rows.append((forum, start, crawl(forum, Path(folder), *options, start=start)))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="0-19")
    parser.add_argument("--inner", type=int, default=1, help="inner pages that each is begun at as well")
    parser.add_argument("--strategy", default="learned")
    parser.add_argument("--trait", action="append", default=[])
    parser.add_argument("--noisy", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    given: dict[str, Any] = dict(one.split("=", 1) for one in options.trait)
    given["is_noisy"] = options.noisy
    strategy = [] if options.strategy == "auto" else ["--strategy", options.strategy]
    rows: list[tuple[Forum, str, Score]] = []
    with ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(int(first), int(last or first) + 1)
        for some in pool.map(lambda seed: measured(seed, options.inner, strategy, given), seeds):
            for forum, start, score in some:
                mark = "  " if score.is_good else "! "
                print(f"{mark}{forum.traits.seed:4} {score.row()}  {start}", flush=True)
            rows += some
    report(rows)


def report(rows: list[tuple[Forum, str, Score]]) -> None:
    good = [score.is_good for _, _, score in rows]
    print(f"\ngood {sum(good)} of {len(rows)}; means:", end=" ")
    print(", ".join(f"{name} {mean(getattr(score, name) for _, _, score in rows):.3f}" for name in FIELDS))
    print(f"requests of the least: {mean(score.requests / score.least for _, _, score in rows):.2f}")
    shares = []
    for trait in CHOICES | NOISE:
        total: Counter[object] = Counter(getattr(forum.traits, trait) for forum, _, _ in rows)
        bad = Counter(getattr(forum.traits, trait) for forum, _, score in rows if not score.is_good)
        shares += [(bad[value] / total[value], bad[value], f"{trait}={value}") for value in total if bad[value] > 1]
    for share, count, name in sorted(shares, reverse=True)[:14]:
        print(f"{share:6.0%} of {name} fail ({count})")


if __name__ == "__main__":
    main()
