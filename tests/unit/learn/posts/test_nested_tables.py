"""Posts of boards that are made of tables in tables: two columns in stripes, a head with the date and the subject."""

from collections.abc import Callable

import pytest
from tests.unit.learn.posts.test_posts import POSTS, learned, moment, person, read, sights, text, title

from thresher.learn.posts.depths import find_depth
from thresher.learn.posts.quoting import heads_in
from thresher.learn.posts.table import Table


def subject(page: int, number: int) -> str:
    return title(str(page)) + " and what else there is to say of it" if number % 3 == 0 else ""


def passage(page: int, number: int) -> str:
    """What an earlier post said, in the second row of a table of its own; the first says who."""
    said, who = text(page, number - 1), person(page, number - 1)
    head = f"<tr><td><span class='small'><b>{who} wrote:</b></span></td></tr>"
    return f"</span><table>{head}<tr><td class='quote'>{said}</td></tr></table><span class='body'>"


def nested(page: int) -> str:
    return "<table class='lines'><tr><th>Author</th><th>Message</th></tr>" + "".join(
        f"<tr><td class='row{n % 2 + 1}'><span class='name'><b>{person(page, n)}</b></span><br><span class='details'>"
        f"Member<br>Joined: 05 Feb 2019<br>Posts: {n * 31}</span></td><td class='row{n % 2 + 1}'><table><tr><td><a href"
        f"='/p/{page * 100 + n}'><img src='/post.gif'></a><span class='details'>Posted: {moment(page, n)}<span class="
        f"'gen'> </span> Subject: {subject(page, n)}</span></td><td><a href='/quote/{page * 100 + n}'><img src='/q.gif'"
        f"></a></td></tr><tr><td colspan='2'><hr></td></tr><tr><td colspan='2'><span class='body'>"
        f"{passage(page, n) if n in (2, 4) else ''}{text(page, n)}</span><span class='body'></span></td></tr></table>"
        f"</td></tr><tr><td class='row{n % 2 + 1}'><a href='#top'>Top</a></td><td class='row{n % 2 + 1}'><a href="
        f"'/user/{person(page, n)}'><img src='/who.gif'></a></td></tr>"
        for n in range(POSTS)
    ) + "</table>"  # fmt: skip


def test_a_date_may_stand_bare_before_an_element_and_a_subject() -> None:
    rule = learned(nested)

    for page, sight in enumerate(sights(nested), start=1):
        assert read(rule, sight, rule.published) == [f"Posted: {moment(page, n)}" for n in range(POSTS)]


def test_the_text_is_the_cell_that_has_no_date_in_it() -> None:
    rule = learned(nested)

    for page, sight in enumerate(sights(nested), start=1):
        said = read(rule, sight, rule.text)
        assert [said[n] for n in (0, 1, 3)] == [text(page, n) for n in (0, 1, 3)]
        assert said[2].endswith(text(page, 2))
        assert text(page, 1) in said[2]


def test_the_head_of_a_quotation_may_stand_in_the_row_before() -> None:
    assert learned(nested).quote_heads == ("span[@class~='small']",)


def test_what_names_no_element_is_no_pattern_for_heads() -> None:
    bodies = [cell for sight in sights(nested) for cell in sight.page.tree.iter("td") if cell.find("span") is not None]

    people = {person(page, n) for page in range(1, 5) for n in range(POSTS)}

    assert not any("preceding-sibling" in name for name in heads_in(bodies, people))


def rows_of(level: Callable[[int], int]) -> Table:
    def layout(page: int) -> str:
        rows = (f"<div class='post row{level(n)}'><b>{person(page, n)}</b>{text(page, n)}</div>" for n in range(POSTS))
        return "".join(rows)

    pages = [(page, sight.page.tree.findall(".//div[b]")) for page, sight in enumerate(sights(layout))]
    return Table([one for _, some in pages for one in some], [page for page, some in pages for _ in some])


@pytest.mark.parametrize(("levels", "is_deep"), [((1, 2, 1, 2, 1, 2), False), ((1, 2, 2, 1, 2, 1), True)])
def test_stripes_are_no_depths(levels: tuple[int, ...], is_deep: bool) -> None:
    depth, _ = find_depth(rows_of(lambda number: levels[number]))

    assert bool(depth) is is_deep
