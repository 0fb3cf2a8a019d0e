from tests.support.pages import page_of

from thresher.learn.articles.examples import Example
from thresher.learn.articles.others import is_among, rows_of_others
from thresher.model import FeedItem

URL = "http://b.example/2024/05/pears/"
RELATED = (
    '<ul><li><a href="/2024/04/plums/">Plums</a> <i>3 April 2024</i><p>All about plums …</p></li>'
    '<li><i>7 March 2024</i> <a href="/2024/03/figs/">Figs</a><p>All about figs …</p></li></ul>'
)
TALK = (
    '<ol><li><b>Anna</b> <i>4 May 2024</i><p>As in <a href="/2024/04/plums/">Plums</a>.</p></li>'
    '<li><b>Bert</b> <i>5 May 2024</i><p><a href="/2024/03/figs/">Figs</a> are better.</p></li></ol>'
)


def example(body: str) -> Example:
    return Example(FeedItem(URL), page_of(URL, f'<html lang="en"><body>{body}</body></html>')[0])


def test_rows_that_begin_with_links_to_other_posts_are_told() -> None:
    one = example(f"<p>Pears are late.</p>{RELATED}{TALK}")

    rows = rows_of_others(one)

    assert sorted(" ".join(row.itertext())[:5] for row in rows) == ["7 Mar", "Plums"]
    assert [is_among(row, rows) for row in one.page.tree.iter("li")] == [True, True, False, False]


def test_comments_that_link_to_other_posts_and_to_themselves_are_no_such_rows() -> None:
    links = '<p><a href="/2024/05/pears/?reply=1">Reply</a> <a href="/2024/05/pears/#c1">#1</a></p>'

    assert rows_of_others(example(f"<p>Pears are late.</p>{TALK}{links}")) == set()
