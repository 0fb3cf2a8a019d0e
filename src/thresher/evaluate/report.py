"""The measurements as tables and plots on one page of HTML, and as plain data."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from typing import Any

from thresher.charts.charts import bar_chart, box_chart, line_chart
from thresher.charts.document import as_document, as_table
from thresher.evaluate.detection import DetectionCost
from thresher.evaluate.measures import Comparison

CURVE_POINTS = 200
BLIND, OURS = "blind crawl (wget)", "Thresher"


def as_data(comparisons: Sequence[Comparison], costs: Sequence[DetectionCost]) -> dict[str, Any]:
    """For `--json` and programs."""
    rows = []
    for comparison in comparisons:
        row = asdict(comparison)
        row["fewer_times"] = round(comparison.blind_requests / max(1, comparison.our_requests), 2)
        row["blind_curve"] = _thinned(comparison.blind_curve)
        row["our_curve"] = _thinned(comparison.our_curve)
        rows.append(row)
    return {"sites": rows, "detection": [asdict(cost) for cost in costs]}


def as_html(comparisons: Sequence[Comparison], costs: Sequence[DetectionCost]) -> str:
    """One page that needs nothing else."""
    by_type: dict[str, list[Comparison]] = defaultdict(list)
    for comparison in comparisons:
        by_type[comparison.application].append(comparison)
    fewer = sum(one.blind_requests for one in comparisons) / max(1, sum(one.our_requests for one in comparisons))
    parts = [
        "<h1>Application-aware crawling, measured</h1>",
        f"<p>{len(comparisons)} recorded sites, each crawled blindly by wget and by Thresher, from the same address, "
        f"pages only. In all, Thresher made {fewer:.1f} times fewer requests. The measurements follow section 8 of "
        "Faheem and Senellart, <i>Intelligent and Adaptive Crawling of Web Applications for Web Archiving</i>, "
        "2013.</p>",
        _sites(comparisons),
        "<h2>Requests</h2><p class=note>Their figure 4: all requests of the sites of one type.</p>",
        bar_chart(
            [
                (name, [(BLIND, sum(o.blind_requests for o in ones)), (OURS, sum(o.our_requests for o in ones))])
                for name, ones in by_type.items()
            ],
            "requests",
        ),
        "<h2>Coverage of text</h2><p class=note>Their figure 5: share of the blind crawl's two-word sequences that "
        "Thresher's pages hold; menus, forms and dates of noise pages count as missing text too.</p>",
        box_chart([(name, [one.bigram_share for one in ones]) for name, ones in by_type.items()], "share of 2-grams"),
        "<h2>Links to other sites</h2><p class=note>Their table 1: with and without boilerplate, which is what stands "
        "on 5 % of a site's pages or more.</p>",
        _links(by_type),
        "<h2>How a crawl unfolds</h2>",
        "<p class=note>Their figure 6: distinct two-word sequences by number of requests.</p>",
        *(_curve(comparison) for comparison in comparisons),
    ]
    if costs:
        parts += [
            "<h2>Telling the application</h2><p class=note>Their figure 3: milliseconds a page by number of types, "
            "invented ones beside the real ones; both axes logarithmic.</p>",
            line_chart(
                [
                    ("every pattern tried", [(cost.types, cost.without_index) for cost in costs]),
                    ("with the index", [(cost.types, cost.with_index) for cost in costs]),
                    ("parsing the page", [(cost.types, cost.parsing) for cost in costs]),
                ],
                "types",
                "ms",
                logarithmic=True,
            ),
            _costs(costs),
        ]
    return as_document("Thresher: crawls measured", parts)


def _sites(comparisons: Sequence[Comparison]) -> str:
    head = ("site", "application", "blind requests", "Thresher", "times fewer", "2-grams", "links", "links, content")
    rows = [
        (
            one.name, one.application, f"{one.blind_requests:,}", f"{one.our_requests:,}",
            f"{one.blind_requests / max(1, one.our_requests):.1f}", f"{one.bigram_share:.1%}", f"{one.link_share:.1%}",
            f"{one.content_link_share:.1%}",
        )
        for one in comparisons
    ]  # fmt: skip
    return as_table(head, rows)


def _links(by_type: dict[str, list[Comparison]]) -> str:
    rows = [
        (
            name,
            f"{sum(one.link_share for one in ones) / len(ones):.1%}",
            f"{sum(one.content_link_share for one in ones) / len(ones):.1%}",
        )
        for name, ones in by_type.items()
    ]
    return as_table(("application", "external links", "without boilerplate"), rows)


def _costs(costs: Sequence[DetectionCost]) -> str:
    rows = [
        (f"{c.types:,}", f"{c.patterns:,}", f"{c.with_index:.3f}", f"{c.without_index:.1f}", f"{c.parsing:.3f}")
        for c in costs
    ]
    return as_table(("types", "patterns", "index, ms", "every pattern, ms", "parsing, ms"), rows)


def _curve(comparison: Comparison) -> str:
    lines = [
        (BLIND, [(x, y) for x, y in _thinned(comparison.blind_curve)]),
        (OURS, [(x, y) for x, y in _thinned(comparison.our_curve)]),
    ]
    return f"<h3>{escape(comparison.name)}</h3>" + line_chart(lines, "requests", "distinct 2-grams")


def _thinned(curve: Sequence[int]) -> list[tuple[int, int]]:
    """At most `CURVE_POINTS` of a curve, the last among them, with the request each belongs to."""
    step = max(1, len(curve) // CURVE_POINTS)
    points = [(number + 1, curve[number]) for number in range(0, len(curve), step)]
    return points if not curve or points[-1][0] == len(curve) else [*points, (len(curve), curve[-1])]
