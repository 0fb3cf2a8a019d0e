"""How the exact tree edit distance grows with the page, beside the time to parse it.

Pairs of pages of 500, 1,000, 2,000 and 4,000 elements: two pages as sites have them (a menu, entries of a few shapes at
any depth); and, for the worst that can be, two trees at random, in which hardly a sub-tree repeats. CPU time, so that
other work on the machine counts little.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from lxml import etree

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from thresher.change import compare_structure  # noqa: E402
from thresher.change.label_tree import LabelTree, tree_of  # noqa: E402

SIZES = (500, 1_000, 2_000, 4_000)
MOST = 10**11
"""Cells: no limit."""


def page_of(size: int, chance: random.Random) -> str:
    """A page of about `size` elements."""
    parts = ["<html><head><title>t</title></head><body><header><nav><ul>"]
    parts += ["<li><a></a></li>"] * 12 + ["</ul></nav></header><main>"]
    count = 32
    while count < size - 8:
        words = [chance.choice(("<p></p>", "<p><a></a></p>", "<p><em></em><a></a></p>", "<ul><li></li><li></li></ul>",
                                "<blockquote><p></p></blockquote>", "<figure><img></figure>"))
                 for _ in range(chance.randint(1, 6))]  # fmt: skip
        depth = chance.randint(0, 4)
        entry = (
            "<div>" * depth + "<article><h2><a></a></h2>" + "".join(words) + "<footer><time></time></footer></article>"
        )
        entry += "</div>" * depth
        count += entry.count("<") - entry.count("</")
        parts.append(entry)
    return "".join([*parts, "</main><footer><p></p></footer></body></html>"])


def random_tree(size: int, chance: random.Random) -> LabelTree:
    """A tree of `size` nodes with 40 labels."""
    below: list[list[int]] = [[] for _ in range(size)]
    for number in range(1, size):
        parent = number - 1 if chance.random() < 0.4 else chance.randrange(number)
        below[parent].append(number)
    labels, sizes, weights = [], [], [0] * size
    ahead = [(0, False)]
    while ahead:
        number, is_done = ahead.pop()
        if not is_done:
            ahead.append((number, True))
            ahead.extend((child, False) for child in reversed(below[number]))
            continue
        weights[number] = 1 + sum(weights[child] for child in below[number])
        labels.append(f"t{chance.randrange(40)}")
        sizes.append(weights[number])
    return LabelTree(tuple(labels), tuple(sizes))


def least_ms(work: Callable[[], object], rounds: int) -> float:
    """CPU milliseconds, the best of several rounds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def measured(size: int, rounds: int) -> dict[str, float]:
    chance = random.Random(size)
    sources = [page_of(size, chance).encode() for _ in range(2)]
    trees = [tree_of(etree.fromstring(source, etree.HTMLParser())) for source in sources]
    wild = [random_tree(size, chance) for _ in range(2)]
    return {
        "elements": len(trees[0]),
        "parse_ms": least_ms(lambda: etree.fromstring(sources[0], etree.HTMLParser()), rounds),
        "bounds_ms": least_ms(lambda: compare_structure(*trees, max_cells=0), rounds),
        "page_ms": least_ms(lambda: compare_structure(*trees, max_cells=MOST), rounds),
        "random_ms": least_ms(lambda: compare_structure(*wild, max_cells=MOST), rounds),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = [measured(size, options.rounds) for size in SIZES]
    if options.json:
        print(json.dumps({"rows": rows}))
        return
    print("  elements  parse ms  bounds ms  page ms  random ms   CPU, of a pair")
    for row in rows:
        times = (row["parse_ms"], row["bounds_ms"], row["page_ms"], row["random_ms"])
        print(f"{row['elements']:10,.0f}" + "".join(f"{one:10.1f}" for one in times))


if __name__ == "__main__":
    main()
