"""Invented blogs, crawled as unknown software: what is kept, what is read right, what it costs, and what goes wrong.

    python benchmarks/invented_blogs.py [--seeds 0-39] [--ways auto,learned] [--starts front,inner] [--out FILE]

A row a crawl; then, for each trait, how often crawls of blogs with it fail, beside all others. Not part of the tests:
`tests/quality/test_invented_blogs.py` holds a few of the seeds.
"""

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.support.invented_blogs import InventedBlog, Score, crawl_invented, invent, words_of  # noqa: E402

FLOORS = {"kept": 1.0, "title": 0.99, "text": 0.97, "author": 0.97, "date": 0.97, "comments": 0.95, "useful": 0.90}
MOST = 1.25
"""Requests beside the least possible."""


@dataclass(frozen=True)
class Row:
    """One crawl."""

    blog: InventedBlog
    seed: int
    way: str
    start: str
    score: Score

    @property
    def shares(self) -> dict[str, float]:
        one = self.score
        return {
            "kept": one.kept / one.posts,
            "title": one.title,
            "text": one.text,
            "author": one.author,
            "date": one.date,
            "comments": one.comments_right if one.comments else 1.0,
            "useful": one.useful,
        }

    @property
    def faults(self) -> list[str]:
        """Names of what is below its floor."""
        found = [name for name, share in self.shares.items() if share < FLOORS[name]]
        found += ["requests"] if self.score.ratio > MOST else []
        return found + (["extra"] if self.score.extra else [])

    def line(self) -> str:
        shares = " ".join(f"{name} {share:.2f}" for name, share in self.shares.items())
        return (
            f"{self.seed:4} {self.way:7} {self.start:5} {shares} "
            f"requests {self.score.requests}/{self.score.least} extra {self.score.extra} | {', '.join(self.faults)}"
        )


def crawl(seed: int, way: str, start: str, keep: Path | None) -> Row:
    """Crawl the blog of a seed once."""
    blog = invent(seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(keep or folder) / f"{seed}-{way}-{start}"
        begin = blog.inner() if start == "inner" else ""
        return Row(blog, seed, way, start, crawl_invented(blog, root, "--strategy", way, start=begin))


def summary(rows: list[Row]) -> list[str]:
    """Traits that go with failures: how often crawls with the trait fail, and how often all do."""
    bad = [bool(row.faults) for row in rows]
    by_trait: dict[tuple[str, object], list[bool]] = defaultdict(list)
    for row, is_bad in zip(rows, bad, strict=True):
        for trait in words_of(row.blog.traits).items():
            by_trait[trait].append(is_bad)
    common = sum(bad) / len(bad)
    found = sorted(by_trait.items(), key=lambda each: common - sum(each[1]) / len(each[1]))
    lines = [f"{sum(bad)} of {len(bad)} crawls have a fault"]
    lines += [f"  {name:9} {sum(name in row.faults for row in rows)}" for name in (*FLOORS, "requests", "extra")]
    lines += [f"  {sum(each)}/{len(each)} {name} = {value}" for (name, value), each in found[:15] if len(each) > 1]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="0-39", help="numbers and ranges: 1,4,7-9")
    parser.add_argument("--ways", default="auto,learned")
    parser.add_argument("--starts", default="front,inner")
    parser.add_argument("--out", type=Path, help="all faults in words, as JSON lines")
    parser.add_argument("--keep", type=Path, help="where the collections stay")
    options = parser.parse_args()
    rows = []
    for seed in numbers(options.seeds):
        for way in options.ways.split(","):
            for start in options.starts.split(","):
                row = crawl(seed, way, start, options.keep)
                rows.append(row)
                print(row.line(), flush=True)
                if options.out:
                    note(options.out, row)
    print("\n".join(summary(rows)))


def note(file: Path, row: Row) -> None:
    said = {"seed": row.seed, "way": row.way, "start": row.start, "traits": words_of(row.blog.traits)}
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps({**said, "faults": row.score.faults, "asked": row.score.asked}) + "\n")


def numbers(text: str) -> list[int]:
    """`1,4,7-9` as numbers."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


if __name__ == "__main__":
    main()
