"""The plan of a collection as a page to look at."""

from datetime import timedelta
from xml.etree import ElementTree

from tests.support.visits import START, visits

from thresher.cli.plan_plot import as_page
from thresher.plan import Budget, Planner, make_method

NOW = START + timedelta(days=28, hours=3, minutes=20)
OFFICE, QUIET = "https://office.example/?a=1&b=2", "https://quiet.example/"


def planned(hours: float = 48.0) -> str:
    planner = Planner(make_method(), Budget(6))
    for site, rate in ((OFFICE, None), (QUIET, 0.01)):
        for visit in visits(site, 28, rate=rate):
            planner.learn(visit)
    planner.add("https://gone.example/")
    planner.retire("https://gone.example/")
    sites = (OFFICE, QUIET, "https://gone.example/")
    return as_page(planner, sites, planner.appointments(NOW, hours), NOW, hours)


def charts(page: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring("<svg" + part.partition("</svg>")[0] + "</svg>") for part in page.split("<svg")[1:]]


def line(chart: ElementTree.Element) -> list[tuple[float, float]]:
    """Points as fractions of the height, the highest being 1."""
    (found,) = chart.iter("polyline")
    points = [tuple(map(float, point.split(","))) for point in found.attrib["points"].split()]
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return [(x, (bottom - y) / (bottom - top)) for x, y in points]


def test_each_site_has_the_coming_hours_and_its_usual_day() -> None:
    page = planned()
    ahead, day, *_ = charts(page)

    assert len(charts(page)) == 4, "two sites that are there, two plots each"
    assert len(line(ahead)) == 48
    by_hour = [height for _, height in line(day)]
    assert len(by_hour) == 24
    assert min(by_hour[9:17]) > 0.5, "office hours stand out"
    assert max(by_hour[:6] + by_hour[20:]) < 0.2
    assert OFFICE.replace("&", "&amp;") in page
    assert "Gone, as its last answers said" in page


def test_planned_visits_are_marked_and_the_next_has_its_reason() -> None:
    page = planned()
    ahead = charts(page)[0]

    marked = [one for one in ahead.iter("line") if "stroke-dasharray" in one.attrib]
    assert 8 <= len(marked) <= 13
    assert f"{len(marked)} visits planned; the next on Mon 30 Mar" in page
    assert "changes about" in page


def test_hours_and_days_are_written_below_however_far_one_looks() -> None:
    texts = [[text.text for text in charts(planned(hours))[0].iter("text")] for hours in (5.0, 48.0, 24.0 * 28)]

    assert "06 h" in texts[0]
    assert "Tue 31" in texts[1]
    assert all(3 <= len(some) <= 16 for some in texts)


def test_the_page_needs_nothing_else() -> None:
    page = planned()

    assert "<script" not in page
    assert "src=" not in page
    assert "<link" not in page
