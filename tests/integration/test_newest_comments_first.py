"""A blog whose posts show their last page of comments, with links to the older and the newer ones only."""

from pathlib import Path

import pytest
from tests.support.crawling import captures_of, crawl_settings, run_crawl
from tests.support.raw import html, raw_server
from tests.support.small_blog import objects_of

from thresher.model import ObjectType, Resources, Strategy

PAGES = 4
PER_PAGE = 2
HEAD = (
    '<html><head><meta name="generator" content="WordPress 6.1"><link rel="https://api.w.org/" href="/wp-json/"></head>'
)


def comment(number: int, place: str) -> str:
    return (
        f'<li id="comment-{number}" class="comment"><b class="fn">Ida</b> <a href="{place}#comment-{number}">'
        f'<time datetime="2024-03-{number:02}T10:00:00+00:00">then</time></a>'
        f'<div class="comment-content"><p>Remark number {number} on the mill by the river.</p></div></li>'
    )


def post(page: int, address: dict[int, str]) -> bytes:
    """The post with one page of its comments, each of which names the page it stands on by its number."""
    first = (page - 1) * PER_PAGE + 1
    comments = "".join(comment(number, address[page]) for number in range(first, first + PER_PAGE))
    older = f'<a href="{address[page - 1]}#comments">Older</a>' if page > 1 else ""
    newer = f'<a href="{address[page + 1]}#comments">Newer</a>' if page < PAGES else ""
    return html(
        f'{HEAD}<body class="single single-post"><article class="post hentry"><h1 class="entry-title">The mill</h1>'
        '<a rel="author" class="url fn" href="/author/ida/">Ida</a><time class="entry-date" datetime='
        '"2024-03-01T09:00:00+00:00">1 March</time><div class="entry-content"><p>The mill turns.</p></div></article>'
        f'<div id="comments"><ol class="comment-list">{comments}</ol><nav class="comment-navigation">'
        f'<div class="nav-previous">{older}</div><div class="nav-next">{newer}</div></nav></div></body></html>'
    )


@pytest.mark.parametrize(
    ("plain", "further"), [("/the-mill/", "/the-mill/comment-page-{}/"), ("/?p=7", "/?p=7&amp;cpage={}")]
)
def test_all_pages_of_comments_are_read_once(tmp_path: Path, plain: str, further: str) -> None:
    numbered = {page: further.format(page) for page in range(1, PAGES + 1)}
    front = (
        f'{HEAD}<body class="home blog"><article class="post hentry"><h2 class="entry-title">'
        f'<a href="{plain}">The mill</a></h2></article></body></html>'
    )
    answers = {path.replace("&amp;", "&"): post(page, numbered) for page, path in numbered.items()}
    with raw_server({"/": html(front), plain: post(PAGES, numbered), **answers}) as server:
        run_crawl(
            tmp_path / "c",
            crawl_settings(server.url + "/", strategy=Strategy.KNOWN, resources=Resources.NONE),
        )
        asked = [row.url.removeprefix(server.url) for row in captures_of(tmp_path / "c")]

    kinds = [one.type for one in objects_of(tmp_path / "c")]
    assert kinds.count(ObjectType.BLOG_POST) == 1
    assert kinds.count(ObjectType.COMMENT) == PAGES * PER_PAGE
    assert sum(path.startswith(plain) for path in asked) == PAGES
