"""The text of a post up to the line that its signature begins with."""

import re

from lxml import etree, html

from thresher.extract.cuts import cut_at
from thresher.page import passage

RULE = re.compile(r"_{10,}")
LINE = "_________________"


def cell(markup: str) -> etree._Element:
    return html.fragment_fromstring(f"<div><p>before</p><div id='body'>{markup}</div><p>behind</p></div>")[1]


def test_what_follows_the_line_is_cut() -> None:
    body = cell(f"<span>One<br>two<br>{LINE}<br>Sig <b>bold</b> end</span><i>edited</i>")

    assert passage(cut_at(body, RULE)) == "One\ntwo"


def test_the_page_itself_stays_as_it_was() -> None:
    body = cell(f"<span>One<br>{LINE}<br>Sig</span>")

    cut_at(body, RULE)

    assert "Sig" in passage(body)


def test_of_several_lines_the_last_counts() -> None:
    body = cell(f"One<br>{LINE}<br>two<br>{LINE}<br>Sig")

    assert passage(cut_at(body, RULE)) == f"One\n{LINE}\ntwo"


def test_the_line_may_stand_first_in_an_element() -> None:
    body = cell(f"<span>One</span><span>{LINE}<br>Sig</span>tail")

    assert passage(cut_at(body, RULE)) == "One"


def test_of_several_lines_in_a_row_the_first_counts_and_dashes_before_it() -> None:
    rule = re.compile("anna of the mill|http://anna.example/|Edited.*")
    ending = "<br>--<br>anna of the mill<br><a>http://anna.example/</a><br><br>Edited by anna"

    assert passage(cut_at(cell(f"One<br>-<br>two{ending}"), rule)) == "One\n-\ntwo"
    assert passage(cut_at(cell(f"anna of the mill<br>two{ending}"), rule)) == "anna of the mill\ntwo"


def test_a_text_without_the_line_is_left_alone() -> None:
    body = cell(f"One {LINE} two<br>____<br>three")

    assert cut_at(body, RULE) is body
