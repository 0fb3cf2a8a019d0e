"""Posts that nothing names but the marks in them, in tables whose cells are told by their places alone."""

from lxml import etree
from tests.unit.learn.posts.test_posts import POSTS, learned, moment, person
from tests.unit.learn.posts.test_posts_of_old_boards import EXPECTED, all_read

from thresher.learn.page_types.outline import Outline
from thresher.learn.page_types.records import region_at
from thresher.learn.posts.marks import cut_at_marks


def in_rows(page: int) -> str:
    """A row each, with a table in its second cell: a row for the date, one for the text."""
    posts = "".join(
        f"<tr><td bgcolor='#eee'><a name='{page * 100 + n}'></a><b><a href='/user/{person(page, n)}'>{person(page, n)}"
        f"</a></b><br>Member</td><td bgcolor='#eee'><table><tr><td>Posted: {moment(page, n)}<hr></td></tr><tr><td>"
        f"{text_of(page, n)}</td></tr></table></td></tr>"
        for n in range(POSTS)
    )
    return f"<table><tr><td><table><tr><td>Author</td><td>Topic</td></tr>{posts}</table></td></tr></table>"


def text_of(page: int, number: int) -> str:
    return EXPECTED[2][number] if page == 2 else f"{EXPECTED[2][number]} On page {page}, that is."


def test_rows_without_a_name_are_told_by_the_mark_in_them() -> None:
    assert learned(in_rows).each == "xpath://tr[td/a[@name >= 0]]"
    assert learned(in_rows).text == "xpath:td[2]/table[1]/tr[2]/td[1]"
    assert all_read(in_rows)[0] == EXPECTED[0]
    assert all_read(in_rows)[2] == EXPECTED[2]


def of_three_rows(page: int) -> str:
    """The heads of columns and the box about the author are cells as those of posts are, all with counted classes."""
    posts = "".join(
        f"<tr><td class='head2'><a id='post_{page * 100 + n}'></a><b><a href='/user/{person(page, n)}'>"
        f"{person(page, n)}</a></b></td><td class='head2'>{moment(page, n)}</td></tr>"
        f"<tr><td class='cell3'>Member<br><i>{n} posts</i></td>"
        f"<td class='cell3'>{text_of(page, n)}</td></tr><tr><td class='bar4'><a href='#top'>Top</a></td>"
        f"<td class='bar4'></td></tr>"
        for n in range(POSTS)
    )
    return f"<table class='big'><tr><td class='caption'>Author</td><td class='caption'>Post</td></tr>{posts}</table>"


def test_posts_of_several_rows_begin_where_their_marks_are() -> None:
    assert learned(of_three_rows).each == "xpath://tr[td/a[starts-with(@id, 'post_')]]"
    assert all_read(of_three_rows) == EXPECTED


def with_members(page: int) -> str:
    """Cells of one class: since when somebody is a member, the text, and the date."""
    return "".join(
        f"<table><tr><td class='a'><a name='post{page * 100 + n}'></a><b><a href='/user/{person(page, n)}'>"
        f"{person(page, n)}</a></b><br>Has been a member since 03.05.2001, it is said</td><td class='a'>"
        f"<p>Since 04.06.2022 this is how it was.</p>{text_of(page, n)}</td></tr>"
        f"<tr><td class='a'>{moment(page, n)}</td><td class='a'><i class='no'>No. {page}-{n}</i></td></tr></table>"
        for n in range(POSTS)
    )


def test_cells_with_a_date_among_much_else_are_no_remarks() -> None:
    authors, dates, texts = all_read(with_members)

    assert (authors, dates) == EXPECTED[:2]
    assert [text.endswith(said) for text, said in zip(texts, EXPECTED[2], strict=True)] == [True] * POSTS


def test_where_each_post_is_a_marked_row_other_marked_rows_are_something_else() -> None:
    """What was done between two posts is marked and dated as they are; the opening post is marked otherwise."""
    rows = "".join(
        f"<div class='{'deed' if n % 3 == 2 else 'post'}' id='{'p' if n else 'first'}-{n}'><b>Anna</b> "
        f"<i>2024-05-{n + 10}</i> {'labelled it' if n % 3 == 2 else f'<p>{text_of(n, 1)}</p>'}</div>"
        for n in range(12)
    )
    tree = etree.HTML(f"<div class='talk'>{rows}</div>")
    posts = [place for place, one in enumerate(Outline(tree).elements) if one.get("class") == "post"]
    region = region_at(Outline(tree), posts, [])

    assert cut_at_marks(region) is region
