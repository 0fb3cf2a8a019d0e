"""Charts of reports: what they say can be read, and nothing in them is markup of somebody else."""

import xml.etree.ElementTree as ElementTree

import pytest

from thresher.charts.charts import growth_chart, round_steps, row_chart
from thresher.charts.document import as_document


def test_rows_have_their_names_and_numbers_escaped() -> None:
    chart = row_chart([("<script>", 1234.0), ("a name that is much longer than there is room for it", 1.0)], "Kinds")

    tree = ElementTree.fromstring(chart)
    texts = ["".join(one.itertext()) for one in tree.iter("text")]
    assert texts[:2] == ["<script><script>", "1,234"]
    assert texts[2].startswith("a name that is much longer than the…")
    assert float(tree.findall("rect")[0].attrib["width"]) > 100 * float(tree.findall("rect")[1].attrib["width"])


def test_a_growth_curve_rises_from_left_to_right() -> None:
    tree = ElementTree.fromstring(growth_chart([(0, 0), (50, 900), (100, 1000)], "requests", "pairs"))

    line = tree.find("polyline")
    assert line is not None
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    assert {"100", "1,000"} <= {one.text for one in tree.iter("text")}


@pytest.mark.parametrize("points", [[], [(0.0, 0.0)]])
def test_a_curve_of_nothing_is_a_chart(points: list[tuple[float, float]]) -> None:
    assert growth_chart(points, "x", "y").startswith("<svg")
    assert row_chart([], "x").startswith("<svg")


@pytest.mark.parametrize("top", [0.2, 1, 3, 7, 99, 12345, 10**9])
def test_axes_have_few_round_numbers(top: float) -> None:
    steps = round_steps(top)

    assert steps[0] == 0
    assert steps[-1] <= max(top, 1)
    assert len(steps) <= 7


def test_documents_fit_phones_and_the_dark() -> None:
    page = as_document("<T>", ["<p>x</p>"])

    assert "&lt;T&gt;" in page
    assert 'name="viewport"' in page
    assert "prefers-color-scheme: dark" in page
