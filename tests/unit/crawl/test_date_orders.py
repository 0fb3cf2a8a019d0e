"""Dates of numbers alone: what one page of a site proves holds for all of them."""

from lxml import etree
from tests.support.pages import capture_of

from thresher.crawl.date_orders import ENOUGH, MAX_PAGES, DateOrders
from thresher.crawl.ladder import Ladder
from thresher.crawl.rungs import ladder_for
from thresher.crawl.understand import objects_on
from thresher.guide import PlainMemory, ScopeCheck
from thresher.model import CrawlSettings, ObjectType
from thresher.page import order_written, read_page

ROOT = "http://b.example/"
SETTINGS = CrawlSettings(seeds=(ROOT,))
MARK = "<script>var my_post_key = '1';</script>"


def ladder(memory: PlainMemory) -> Ladder:
    return ladder_for(SETTINGS, ScopeCheck(SETTINGS), memory)


def board(*dates: str) -> str:
    rows = "".join(
        f'<tr><td><span class="smalltext">{date} <a href="showthread.php?tid={number}">last</a></span></td></tr>'
        for number, date in enumerate(dates, start=1)
    )
    return f"{MARK}<table>{rows}</table>"


def thread(date: str) -> str:
    return (
        f'{MARK}<div id="posts"><div class="post" id="post_7"><div class="post_author"><strong>Anna</strong></div>'
        f'<span class="post_date">{date}</span><div class="post_body" id="pid_7">It rains.</div></div></div>'
    )


def published(rungs: Ladder, path: str, markup: str) -> list[str]:
    capture = capture_of(ROOT + path, markup)
    page = read_page(capture, SETTINGS)
    assert page is not None
    view = rungs.look(page, capture)
    assert view is not None
    return [one.published for one in objects_on(view, capture).objects if one.type is ObjectType.BOARD_POST]


def test_a_list_proves_how_the_threads_of_its_site_are_dated() -> None:
    rungs = ladder(PlainMemory())
    published(
        rungs, "forumdisplay.php?fid=2", board("25-03-2014, 10:00 AM", "26-03-2014, 10:00 AM", "03-04-2014, 10:00 AM")
    )

    assert published(rungs, "showthread.php?tid=1", thread("03-04-2014, 10:00 AM")) == ["2014-04-03T10:00"]


def test_without_proof_dates_are_read_as_the_software_writes_them() -> None:
    assert published(ladder(PlainMemory()), "showthread.php?tid=1", thread("03-04-2014, 10:00 AM")) == [
        "2014-03-04T10:00"
    ]


def test_what_a_page_proves_of_itself_outweighs_its_site() -> None:
    rungs = ladder(PlainMemory())
    published(rungs, "forumdisplay.php?fid=2", board("25-03-2014, 10:00 AM", "26-03-2014, 10:00 AM"))

    assert published(rungs, "showthread.php?tid=1", thread("03-24-2014, 10:00 AM")) == ["2014-03-24T10:00"]


def test_a_resumed_crawl_reads_as_before() -> None:
    memory = PlainMemory()
    published(ladder(memory), "forumdisplay.php?fid=2", board("25-03-2014, 10:00 AM", "26-03-2014, 10:00 AM"))

    assert published(ladder(memory), "showthread.php?tid=1", thread("03-04-2014, 10:00 AM")) == ["2014-04-03T10:00"]


def test_the_majority_of_pages_decides_and_looking_ends() -> None:
    memory = PlainMemory()
    orders = DateOrders(memory)
    for _ in range(2):
        orders.observe(ROOT, etree.HTML("<p>25-03-2014</p><p>26-03-2014</p>"))
    orders.observe(ROOT, etree.HTML("<p>born 03-25-2014</p><p>died 03-26-2015</p>"))
    assert memory.load(f"date order {ROOT}") == (3, 2, 1)

    for _ in range(MAX_PAGES):
        orders.observe(ROOT, etree.HTML("<p>26-03-2014</p><p>27-03-2014</p>"))

    assert memory.load(f"date order {ROOT}") == (1 + ENOUGH, ENOUGH, 1)


def test_a_page_that_contradicts_itself_proves_nothing() -> None:
    assert order_written(etree.HTML("<p>25-03-2014</p><p>03-25-2014</p>")) == ""
    assert order_written(etree.HTML("<p>03-04-2014</p>")) == ""


def test_a_line_alone_and_years_of_two_digits_prove_nothing() -> None:
    assert order_written(etree.HTML("<p>25-03-2014</p>")) == ""
    assert order_written(etree.HTML("<p>Tel. 25-11-20</p><p>Season: 13-4-11</p>")) == ""
    assert order_written(etree.HTML("<p>by Sam 05/03/2016</p><p>by Dom 05/03/2016</p>")) == ""


def test_long_lines_are_for_what_they_say() -> None:
    assert order_written(etree.HTML(f"<p>25/03/2014 {'was a day like any other day' * 3}</p>")) == ""
