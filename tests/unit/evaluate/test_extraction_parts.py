"""What a measurement of extraction is made of: scores, true texts from feeds, other programs, a chart."""

from itertools import pairwise

import pytest
from lxml import etree
from tests.support.extraction_pages import article, page, prose, text, title, url

from thresher.evaluate.extraction_chart import named_lines
from thresher.evaluate.extraction_gold import whole_text
from thresher.evaluate.extraction_scores import dice, is_same_day, share_found, shingle_f1, words
from thresher.evaluate.peers import PEERS, Extraction, Peer, installed_peers, safely


def test_likeness_is_one_for_equal_words_and_falls_with_each_pair_that_differs() -> None:
    assert dice(words("A, b! C"), words("a b c")) == 1.0
    assert dice(words("a b c d e"), words("a b c")) == pytest.approx(2 * 2 / 6)
    assert dice([], ["a"]) == 0.0
    assert dice(["a"], ["a"]) == 1.0
    assert shingle_f1(words("a b c d e"), words("a b c d f")) == pytest.approx(0.5)
    assert shingle_f1([], []) == 0.0
    assert share_found(words("a b c"), words("x a b y")) == 0.5


@pytest.mark.parametrize(
    ("found", "true", "is_same"),
    [
        ("2023-03-01", "2023-03-01T23:30:00+02:00", True),
        ("2023-03-02", "2023-03-01T23:30:00-05:00", True),
        ("2023-03-03", "2023-03-01T23:30:00+02:00", False),
        ("", "2023-03-01", False),
        ("yesterday", "2023-03-01", False),
    ],
)
def test_dates_are_the_same_if_they_name_one_day(found: str, true: str, is_same: bool) -> None:
    assert is_same_day(found, true) is is_same


def parsed(markup: str) -> etree._Element:
    root = etree.fromstring(markup, etree.HTMLParser())
    assert root is not None
    return root


def test_a_feeds_text_is_gold_if_the_page_shows_it_and_nothing_more() -> None:
    assert whole_text(article(1), parsed(page(1))) == text(1)


def test_what_programs_add_to_a_feeds_text_is_no_part_of_the_article() -> None:
    added = f"{article(1)}<p>The post {title(1)} first appeared on A very good blog.</p>"

    assert whole_text(added, parsed(page(1))) == text(1)


@pytest.mark.parametrize(
    "description",
    [
        f"<p>{prose(1)}</p>",
        f"<p>{prose(1)[:150]} […]</p>",
        f"<p>{prose(1)} <a href=x>Continue reading {title(1)}</a></p>",
        f"<p>{prose(1)}</p><p>{prose(9)}</p>",
        "<p>Too short</p>",
        "",
    ],
)
def test_beginnings_and_summaries_are_no_gold(description: str) -> None:
    assert whole_text(description, parsed(page(1))) == ""


def test_an_ellipsis_that_the_page_has_as_well_cuts_nothing() -> None:
    ending = f"<p>{prose(1)} And so on...</p>"

    assert whole_text(ending, parsed(f"<body><div>{ending}</div></body>")).endswith("And so on...")


def failing(html: bytes, url: str) -> Extraction:
    raise RuntimeError(url)


def test_a_program_that_raises_has_found_nothing() -> None:
    assert safely(failing)(b"", "u") == Extraction()


def test_programs_that_are_not_installed_are_left_out_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = Peer("absent", "no_such_module_here", failing)
    monkeypatch.setattr("thresher.evaluate.peers.PEERS", (absent,))

    assert installed_peers() == ([], "absent is not installed and left out; pip install 'thresher[peers]' brings them.")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("peer", [peer for peer in PEERS if peer.is_installed], ids=lambda peer: peer.name)
def test_each_installed_program_reads_a_page(peer: Peer) -> None:
    found = peer.extract(page(1).encode(), url(1))

    assert prose(1) in " ".join(found.text.split())
    assert bool(found.title) is peer.gives_title


def test_names_of_lines_do_not_cover_each_other() -> None:
    drawn = parsed(named_lines([(str(number), [(0.0, 0.0), (1.0, 0.0)]) for number in range(4)], "x", "y"))

    heights = sorted(float(one.get("y", "")) for one in drawn.iter("text") if one.get("fill"))

    assert all(after - before >= 15 for before, after in pairwise(heights))
