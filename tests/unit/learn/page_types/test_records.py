"""What repeats on a page, and how much of it is one record."""

import pytest
from lxml import etree

from thresher.learn.page_types import outline as module
from thresher.learn.page_types.outline import Outline, times_in, token_of
from thresher.learn.page_types.records import Region, regions


def tree(body: str, head: str = "") -> etree._Element:
    source = f"<html lang='en'><head><title>A page</title>{head}</head><body>{body}</body></html>"
    return etree.fromstring(source.encode(), etree.HTMLParser(encoding="utf-8"))


def main(body: str) -> Region:
    return regions(tree(body))[0]


MENU = "<ul>" + "".join(f"<li><a href='/m{i}'>Menu {i}</a></li>" for i in range(4)) + "</ul>"
WORDS = "So I took the lid off, and what came out of it was not at all what the manual had promised us. "


def test_rows_of_a_board_are_records_and_its_cells_are_columns() -> None:
    rows = "".join(
        f"<tr><td><a href='t{i}'>How do I clean the sieve of number {i}?</a></td><td>{i}</td><td>{i * 7}</td>"
        f"<td>2020-05-{20 - i:02} by <a href='u{i}'>anna</a></td></tr>"
        for i in range(8)
    )

    region = main(f"{MENU}<table><tr><th>Topic</th><th>Replies</th><th>Views</th><th>Last</th></tr>{rows}</table>")

    assert region.parent.tag == "table"
    assert [record.elements[0].tag for record in region.records] == ["tr"] * 8
    assert [link.href for link in region.records[3].links] == ["t3", "u3"]
    assert region.records[3].times == ("2020-05-17",)
    assert region.columns >= 5
    assert region.likeness == 1.0


def test_header_body_and_footer_rows_of_a_post_are_one_record() -> None:
    posts = "".join(
        f"<tr class='top'><td><b>user{i}</b></td><td>Posted: 2020-05-0{i + 1} 10:00</td></tr>"
        f"<tr class='middle'><td>Rank {i}</td><td><span>{WORDS * (i + 1)}</span></td></tr>"
        f"<tr class='bottom'><td><a href='#top'>Top</a></td><td><a href='quote{i}'>Quote</a></td></tr>"
        for i in range(4)
    )

    region = main(f"<table>{posts}</table>")

    assert len(region.records) == 4
    assert [element.get("class") for element in region.records[1].elements] == ["top", "middle", "bottom"]
    assert [record.times[0] for record in region.records] == [f"2020-05-0{i + 1}T10:00" for i in range(4)]
    assert region.records[2].longest_block > 200


def test_rows_without_classes_are_told_apart_by_what_they_hold() -> None:
    posts = "".join(
        f"<tr><td><b>user{i}</b></td><td><p>{WORDS}</p></td></tr>"
        f"<tr><td><i>2020-05-0{i + 1}</i></td><td><a href='q{i}'>Quote</a></td></tr>"
        for i in range(5)
    )

    region = main(f"<table>{posts}</table>")

    assert [len(record.elements) for record in region.records] == [2] * 5
    assert region.rows == 2.0


def test_terms_and_their_definitions_are_one_record() -> None:
    region = main("<dl>" + "".join(f"<dt>Term {i}</dt><dd>{WORDS}</dd>" for i in range(4)) + "</dl>")

    assert [[element.tag for element in record.elements] for record in region.records] == [["dt", "dd"]] * 4


def test_stripes_and_numbers_in_classes_do_not_part_posts() -> None:
    posts = "".join(
        f"<div id='p{i}' class='post {'odd' if i % 2 else 'even'} bg{i % 2}'><a href='u{i}'>user{i}</a>"
        f"<span>2020-05-0{i + 1}</span><div class='content'>{WORDS}</div></div>"
        for i in range(5)
    )

    region = main(f"<div id='posts'>{posts}</div>")

    assert region.parent.get("id") == "posts"
    assert len(region.records) == 5


def test_boards_of_several_categories_are_one_region() -> None:
    def category(name: str, count: int) -> str:
        boards = "".join(
            f"<li class='row'><a href='{name}{i}'>{name} board {i}</a> <em>{WORDS}</em> <b>2020-05-0{i + 1}</b></li>"
            for i in range(count)
        )
        return f"<div class='category'><h2>{name}</h2><ul class='boards'>{boards}</ul></div>"

    region = main(category("one", 4) + category("two", 3) + category("three", 1))

    assert len(region.records) == 8


def test_paragraphs_of_one_article_do_not_outweigh_its_comments() -> None:
    comments = "".join(
        f"<li class='comment'><a href='u{i}'>user{i}</a> <i>2020-05-0{i + 1}</i><p>{WORDS}</p><p>{WORDS}</p></li>"
        for i in range(5)
    )

    region = main(f"<article><p>{WORDS}</p><p>{WORDS}</p></article><ol>{comments}</ol>")

    assert region.parent.tag == "ol"


def test_a_single_record_is_no_region() -> None:
    assert regions(tree(f"<div class='post'><b>anna</b><p>{WORDS}</p></div>")) == ()
    assert regions(tree("")) == ()


def test_hidden_text_does_not_count_and_text_behind_comments_does() -> None:
    outline = Outline(tree("<p>four<script>var hidden</script>more<!-- note -->tail</p><style>p {}</style>"))

    assert outline.size == len("fourmoretail")
    assert [size for _, size, _ in outline.blocks] == [12]


def test_broken_markup_still_gives_records() -> None:
    rows = "".join(f"<tr><td><a href=t{i}>Title number {i}</b></a><td>2020-05-0{i + 1}<td>{i}" for i in range(5))

    region = main(f"</div><table><form>{rows}</span>")

    assert len(region.records) == 5
    assert all(record.times for record in region.records)


def test_nested_tables_of_a_layout_leave_the_rows_in_one_region() -> None:
    rows = "".join(
        f"<tr><td><table><tr><td><a href='t{i}'>Thread {i} of the board</a></td></tr></table></td>"
        f"<td>2020-05-0{i + 1}</td></tr>"
        for i in range(6)
    )
    page = f"<table><tr><td>{MENU}</td><td><table>{rows}</table></td></tr><tr><td>foot</td><td>x</td></tr></table>"

    assert len(main(page).records) == 6


def test_dates_in_attributes_come_before_what_is_written() -> None:
    times = times_in(Outline(tree("<time datetime='2020-05-01T10:00:00Z'>two days ago</time> <i>3 hours ago</i>")))

    assert [moment[:10] for _, moment in times] == ["2020-05-01", "2098-12-31"]


def test_numbers_that_are_no_dates_are_none() -> None:
    texts = ("1,234", "25 posts", "Page 3 of 12", "v1.2", "All times are GMT + 3 hours", "Summer of 2004", "smurf3")

    assert times_in(Outline(tree("".join(f"<p>{text}</p>" for text in texts)))) == []


def test_dates_are_found_as_people_write_them() -> None:
    texts = ("3 hours, 2 minutes ago", "Sun May 03, 2020 6:30 pm", "on 03.05.2020", "2020年5月3日", "il y a 2 jours")

    times = times_in(Outline(tree("".join(f"<p>{text}</p>" for text in texts))))

    days = [moment[:10] for _, moment in times]
    assert days == ["2098-12-31", "2020-05-03", "2020-05-03", "2020-05-03", "2098-12-30"]


def test_what_stands_behind_very_many_elements_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ELEMENTS", 500)

    outline = Outline(tree("<p>x</p>" * 600))

    assert len(outline.elements) == 500
    assert outline.end[0] == 500
    assert outline.size == 498


def test_tokens_drop_digits_and_states() -> None:
    assert token_of("unread row2 sticky", "") == "row"
    assert token_of("is-locked structItem", "x1") == "structItem"
    assert token_of("odd", "row-17") == ""
    assert token_of("", "comment-17") == "#comment-"
