"""The learned rung on forums in the manner of packages that exist: which are read, which are not.

    python benchmarks/lookalikes.py [NAME ...] [--inner 3] [--variant 0] [--times 1] [--lively]
                                    [--strategy learned] [--jobs 2] [--keep FOLDER]

Each forum (`tests/support/lookalikes`) is crawled with the real command from its entry page and from inner pages. A
row a crawl: requests and the least possible, then the shares of wanted pages, of useful requests, of posts found, with
the right text, author, date and title, and objects that are no post. `--variant` has other people write other threads
on as many other boards: rules that hold for one content alone show there. `--times 3` has
three times as many threads, `--lively` posts as people write them: links, lists, emphasis, short and long.
`--keep` keeps the collections, to look at.
"""

import argparse
import random
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.invented_forums.scores import Score, crawl
from tests.support.lookalikes import NAMES, lookalike
from tests.support.whole_forum import WholeForum


def measured(forum: WholeForum, name: str, start: str, options: list[str], keep: Path | None) -> Score:
    with tempfile.TemporaryDirectory() as passing:
        folder = keep / name / (re.sub(r"\W+", "-", start) or "entry") if keep else Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        return crawl(forum, folder, *options, start=start)


def starts(forum: WholeForum, name: str, variant: int, inner: int) -> list[str]:
    pages = sorted(forum.wanted) + sorted(forum.lists - {forum.entry})
    return ["", *random.Random(f"{name} {variant or ''}".rstrip()).sample(pages, min(inner, len(pages)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--inner", type=int, default=3, help="inner pages that each is begun at as well")
    parser.add_argument("--variant", type=int, default=0, help="another content, drawn by this number")
    parser.add_argument("--times", type=int, default=1, help="so many times as many threads")
    parser.add_argument("--lively", action="store_true", help="posts as people write them")
    parser.add_argument("--strategy", default="learned")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"there is no lookalike called {', '.join(sorted(unknown))}")
    strategy = [] if options.strategy == "auto" else ["--strategy", options.strategy]

    def one(name: str, place: int) -> Score | None:
        forum = lookalike(name, options.variant, times=options.times, is_lively=options.lively)
        begun = starts(forum, name, options.variant, options.inner)
        if place >= len(begun):
            return None
        return shown(name, begun[place], measured(forum, name, begun[place], strategy, options.keep))

    begun = [(name, place) for name in options.names or NAMES for place in range(options.inner + 1)]
    with ThreadPoolExecutor(options.jobs) as pool:
        scores = [score for score in pool.map(lambda begin: one(*begin), begun) if score is not None]
    print(f"\ngood {sum(score.is_good for score in scores)} of {len(scores)}")


def shown(name: str, start: str, score: Score) -> Score:
    print(f"{'  ' if score.is_good else '! '}{name:16} {score.row()}  {start}", flush=True)
    return score


if __name__ == "__main__":
    main()
