"""Learn the weights of `thresher.learn.page_types.guess` from saved pages and recorded sites, and score them.

    pip install -e .[train]
    python scripts/train-page-types.py [--shared ../shared] [--out src/thresher/learn/page_types/weights.json]
                                       [--held FOLDER] [--installed FOLDER] [--wrong] [--date 2026-11-16]

Pages: `data/forum-pages` (index.json says what each is) and the recorded sites (`sites/*/mirror.warc.xz` with
truth.json). Scores are those on packages that were left out of training: all versions of one software are one package.
A page weighs one over the root of the number of pages with its site and type, for they share a template.
`--held` scores recorded sites that have no part in anything else. Nor have the pages in page-layouts.csv beside this
script, of software that was installed for it: their features are numbers and may be passed on. `--installed` makes that
file anew, from a folder for each software with its pages and pages.json (software, version, pages: file, url, page,
type). `--wrong` names the pages that are taken for another type. Same input, same output.
"""

import argparse
import csv
import gzip
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

import numpy as np
from sklearn.linear_model import Ridge

from thresher.evaluate.recording import key_of, load_recording
from thresher.learn.page_types.layout import Layout, layout_of
from thresher.model import Capture, CrawlSettings, RecordPlace
from thresher.page import read_page

TYPES = ("index", "thread", "other")
KINDS = {"index": "index", "board": "index", "thread": "thread", "post": "thread", "other": "other"}
PAGES_A_TYPE = 12
"""Of one recorded site; more of the same template say nothing new."""
STRENGTH = 3.0
"""How much weights are held down; from 1 to 5 all score alike."""
DRAWS = 20
LAYOUTS = Path(__file__).with_name("page-layouts.csv")
SETTINGS = CrawlSettings(seeds=())
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)

# Saved pages whose kind was taken from their address, and which show something else.
MISLABELLED = {
    "phpbb2/002.html": ("other", "the login form that a closed board shows"),
    "phpbb3/002.html": ("thread", "a topic; the archive kept it below the board's address"),
    "phpbb3/027.html": ("other", "the login form that a closed thread shows"),
    "vanilla/001.html": ("thread", "a discussion with its comments, saved as index.html"),
    "ubb-like-2001/001.html": ("index", "the list of a board's topics"),
    "ubb-like-2001/002.html": ("index", "the list of a board's topics"),
    "ubb-like-2001/003.html": ("index", "the list of a board's topics"),
    "ubb-like-2001/004.html": ("index", "the list of a board's topics"),
    "discuz/006.html": ("thread", "an article with author, date, views and comments, none yet"),
    "discuz/007.html": ("thread", "an article with author, date, views and comments, none yet"),
}
PACKAGES = (
    ("phpbb", "phpbb"), ("vbulletin", "vbulletin"), ("xenforo", "xenforo"), ("hexo", "hexo"), ("wp-", "wordpress"),
    ("fluxbb", "fluxbb"), ("ghost", "ghost"),
)  # fmt: skip
# Addresses that nobody lists and nobody writes at; result lists of searches look like boards, so they are left out.
OTHER = re.compile(
    r"[/?&=.](?:log-?in|wp-login|sign-?(?:in|up)|register|registration|lost-?password|forgot(?:-password)?|reset-password"
    r"|member-?list|user-?list|members|viewprofile|profile|posting|post\.php|reply|faq|help|terms|privacy|contact|rules"
    r"|report|viewonline|online|delete_cookies|search(?:\.php|/)?$)(?:[/?&=.]|$)",
    re.I,
)
LEFT_OUT = re.compile(r"search.*[?&](?:search_id|action|author|keywords)|/feed|wp-json|mode=(?:viewpost|print)", re.I)


@dataclass(frozen=True)
class Sample:
    """A page whose type is known."""

    name: str
    package: str
    site: str
    type: str
    given: str
    """What the corpus calls it, right or wrong."""
    layout: Layout
    is_saved: bool
    """From the corpus of saved pages, not from a recorded site."""


def main() -> None:
    options = _options()
    samples = [*saved_pages(options.shared), *recorded_pages(sorted(options.shared.glob("sites/*/truth.json")))]
    if options.installed:
        note_layouts(options.installed)
    packages = {sample.package for sample in samples}
    print(f"{len(samples)} pages of {len(packages)} packages: {dict(Counter(sample.type for sample in samples))}")
    guesses = left_out(samples)
    saved = [i for i, sample in enumerate(samples) if sample.is_saved]
    recorded = [i for i, sample in enumerate(samples) if not sample.is_saved]
    scores = {
        "saved pages, package left out": score(samples, guesses, saved),
        "saved pages, package left out, labels as given": score(samples, guesses, saved, lambda sample: sample.given),
        "recorded sites, package left out": score(samples, guesses, recorded, is_weighted=True),
        "recorded sites, package left out, each page once": score(samples, guesses, recorded),
        "by number of training packages": by_packages(samples),
    }
    model = fitted(samples)
    installed = [*installed_pages()]
    scores["installed software"] = score(installed, guess(model, installed), range(len(installed)), is_weighted=True)
    scores["installed software, each page once"] = score(installed, guess(model, installed), range(len(installed)))
    _print_wrong(installed, guess(model, installed), options.wrong)
    if options.held:
        held = [*recorded_pages(sorted(options.held.glob("*/truth.json")))]
        scores["held-out sites"] = score(held, guess(model, held), range(len(held)), is_weighted=True)
        scores["held-out sites, each page once"] = score(held, guess(model, held), range(len(held)))
        scores["held-out packages"] = sorted({sample.package for sample in held})
        _print_wrong(held, guess(model, held), options.wrong)
    print(json.dumps(scores, indent=2))
    _print_wrong(samples, guesses, options.wrong)
    write(options.out, model, scores, samples, options.date)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--out", type=Path, default=Path("src/thresher/learn/page_types/weights.json"))
    parser.add_argument("--held", type=Path, default=None)
    parser.add_argument("--installed", type=Path, default=None)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--date", default=date.today().isoformat())
    return parser.parse_args()


def saved_pages(shared: Path) -> Iterator[Sample]:
    """The corpus of saved pages."""
    folder = shared / "data" / "forum-pages"
    for entry in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        body = gzip.decompress((folder / (entry["file"] + ".gz")).read_bytes())
        # Mirrors name files by addresses, and link to the files.
        url = "http://saved.invalid/" + entry["source_path"].replace("?", "%3F")
        layout = _layout(Capture(url, EPOCH, 200, HTML, body, RecordPlace("", 0, 0), ""))
        given = KINDS[entry["kind"]]
        kind = MISLABELLED.get(entry["file"], (given, ""))[0]
        if layout is not None:
            package = package_of(entry["package"])
            yield Sample(entry["file"], package, entry["site"], kind, given, layout, is_saved=True)


HTML = (("Content-Type", "text/html"),)


def installed_pages() -> Iterator[Sample]:
    """Pages of installed software, of which the features are kept and nothing else."""
    with LAYOUTS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            layout = Layout(*(float(row[name]) for name in Layout._fields))
            site, kind = row["software"], row["type"]
            yield Sample(f"{site} {row['page']}", package_of(site), site, kind, kind, layout, is_saved=False)


def note_layouts(folder: Path) -> None:
    """Keep the features of the pages in `folder`."""
    with LAYOUTS.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["software", "version", "page", "type", *Layout._fields])
        for path in sorted(folder.glob("*/pages.json")):
            told = json.loads(path.read_text(encoding="utf-8"))
            for page in told["pages"]:
                body = (path.parent / page["file"]).read_bytes()
                layout = _layout(Capture(page["url"], EPOCH, 200, HTML, body, RecordPlace("", 0, 0), ""))
                if layout is not None:
                    figures = [f"{figure:.4g}" for figure in layout]
                    table.writerow([told["software"], told["version"], page["page"], page["type"], *figures])


def recorded_pages(truths: Sequence[Path]) -> Iterator[Sample]:
    """A sample of each recorded forum and blog."""
    for path in truths:
        truth = json.loads(path.read_text(encoding="utf-8"))
        if "articles" in truth:
            continue  # wikis have neither boards nor threads
        recording = load_recording(path.parent)
        types = _types(truth, recording.answers)
        for kind in TYPES:
            keys = [key for key in sorted(types) if types[key] == kind and recording.is_page(key)]
            random.Random(path.parent.name).shuffle(keys)  # noqa: S311
            for key in _spread(keys, kind)[:PAGES_A_TYPE]:
                layout = _layout(recording.capture(key))
                if layout is not None:
                    site = path.parent.name
                    yield Sample(f"{site} {key}", package_of(site), site, kind, kind, layout, is_saved=False)


def _types(truth: dict[str, Any], answers: dict[str, bytes]) -> dict[str, str]:
    """What is known of the recorded addresses."""
    found: dict[str, str] = {}
    for key in answers:
        if OTHER.search(key) and not LEFT_OUT.search(key):
            found[key] = "other"
    posts = truth.get("posts", ())
    threads = [
        *truth.get("thread_page_urls", ()),
        *(post["url"] for post in posts),
        *(url for post in posts for url in post.get("comment_page_urls", ())),
    ]
    lists = [*truth.get("index_page_urls", ()), *truth.get("listing_page_urls", ())]
    for kind, urls in (("thread", threads), ("index", lists)):
        found.update((key, kind) for url in urls if (key := key_of(url)) in answers)
    return found


def _spread(keys: list[str], kind: str) -> list[str]:
    """For other pages, one of each script or folder first: there are a thousand profiles and one login."""
    if kind != "other":
        return keys
    seen: Counter[str] = Counter()
    ranked = []
    for key in keys:
        shape = re.sub(r"\d+", "", key.partition("?")[0].rpartition("/")[0 if "?" not in key else 2])
        mode = re.search(r"(?:mode|action)=(\w+)", key)
        shape += mode[1] if mode else ""
        ranked.append((seen[shape], key))
        seen[shape] += 1
    return [key for _, key in sorted(ranked, key=lambda pair: pair[0])]


def package_of(name: str) -> str:
    return next((package for start, package in PACKAGES if name.startswith(start)), name)


def _layout(capture: Capture) -> Layout | None:
    page = read_page(capture, SETTINGS)
    return layout_of(page.tree, page.url) if page is not None and page.tree is not None else None


@dataclass(frozen=True)
class Model:
    """Weights for each type, of the features as they come."""

    weights: np.ndarray
    bias: np.ndarray
    centre: np.ndarray
    scale: np.ndarray


def fitted(samples: Sequence[Sample]) -> Model:
    """A line for each type through its membership, 0 or 1, over standardised features, by least squares."""
    features = np.array([sample.layout for sample in samples])
    sizes = Counter((sample.site, sample.type) for sample in samples)
    weight = np.array([sizes[sample.site, sample.type] ** -0.5 for sample in samples])
    centre = np.average(features, axis=0, weights=weight)
    scale = np.sqrt(np.average((features - centre) ** 2, axis=0, weights=weight)) + 1e-9
    members = np.array([[float(sample.type == kind) for kind in TYPES] for sample in samples])
    ridge = Ridge(alpha=STRENGTH).fit((features - centre) / scale, members, sample_weight=weight)
    return Model(ridge.coef_, ridge.intercept_, centre, scale)


def guess(model: Model, samples: Sequence[Sample]) -> list[str]:
    features = (np.array([sample.layout for sample in samples]) - model.centre) / model.scale
    return [TYPES[i] for i in np.argmax(features @ model.weights.T + model.bias, axis=1)]


def left_out(samples: Sequence[Sample]) -> list[str]:
    """For each sample the guess of a model that saw nothing of its package."""
    guesses = [""] * len(samples)
    for package in sorted({sample.package for sample in samples}):
        inside = [i for i, sample in enumerate(samples) if sample.package == package]
        model = fitted([sample for sample in samples if sample.package != package])
        for i, one in zip(inside, guess(model, [samples[i] for i in inside]), strict=True):
            guesses[i] = one
    return guesses


def score(
    samples: Sequence[Sample],
    guesses: Sequence[str],
    places: Sequence[int],
    truth: Callable[[Sample], str] = lambda sample: sample.type,
    is_weighted: bool = False,
) -> dict[str, Any]:
    """Precision and recall of each type among the samples at `places`."""
    sizes = Counter((samples[i].site, samples[i].type) for i in places)
    weight = {i: 1 / sizes[samples[i].site, samples[i].type] if is_weighted else 1.0 for i in places}
    found: dict[str, Any] = {"pages": len(places)}
    for kind in TYPES:
        is_so = {i for i in places if truth(samples[i]) == kind}
        is_said = {i for i in places if guesses[i] == kind}
        right = sum(weight[i] for i in is_so & is_said)
        found[kind] = {
            "precision": round(right / max(1e-9, sum(weight[i] for i in is_said)), 3),
            "recall": round(right / max(1e-9, sum(weight[i] for i in is_so)), 3),
        }
    right = sum(weight[i] for i in places if truth(samples[i]) == guesses[i])
    return {**found, "right": round(right / sum(weight.values()), 3)}


def by_packages(samples: Sequence[Sample]) -> dict[str, Any]:
    """Scores on all other packages of models trained on a few, as in table 2 of the paper: mean and deviation."""
    packages = sorted({sample.package for sample in samples})
    chance = random.Random(1)  # noqa: S311
    found: dict[str, Any] = {}
    for count in (5, 10, 15):
        figures: dict[str, list[float]] = defaultdict(list)
        while len(figures["index precision"]) < DRAWS:
            drawn = set(chance.sample(packages, count))
            training = [sample for sample in samples if sample.package in drawn]
            if len({sample.type for sample in training}) < len(TYPES):
                continue
            rest = [sample for sample in samples if sample.package not in drawn and sample.is_saved]
            one = score(rest, guess(fitted(training), rest), range(len(rest)))
            for kind in ("index", "thread"):
                for figure in ("precision", "recall"):
                    figures[f"{kind} {figure}"].append(one[kind][figure])
        found[str(count)] = {
            name: {"mean": round(mean(values), 3), "deviation": round(pstdev(values), 3)}
            for name, values in sorted(figures.items())
        }
    return found


def write(out: Path, model: Model, scores: dict[str, Any], samples: Sequence[Sample], day: str) -> None:
    """The weights, for features as they come, with what they rest on."""
    document = {
        "note": "Written by scripts/train-page-types.py; docs/reference/page-types.md says what the features mean.",
        "trained": day,
        "pages": dict(Counter(sample.type for sample in samples)),
        "packages": sorted({sample.package for sample in samples}),
        "scores": scores,
        "features": {
            name: {
                "centre": round(float(model.centre[i]), 5),
                "scale": round(float(model.scale[i]), 5),
                **{kind: round(float(model.weights[j][i]), 4) for j, kind in enumerate(TYPES)},
            }
            for i, name in enumerate(Layout._fields)
        },
        "bias": {kind: round(float(model.bias[j]), 4) for j, kind in enumerate(TYPES)},
    }
    beside = out.with_suffix(".part")
    beside.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    beside.replace(out)
    print(f"{out} written", file=sys.stderr)


def _print_wrong(samples: Sequence[Sample], guesses: Sequence[str], is_wanted: bool) -> None:
    for sample, one in zip(samples, guesses, strict=True):
        if is_wanted and sample.type != one:
            print(f"{sample.name}: {sample.type}, taken for {one}")


if __name__ == "__main__":
    main()
