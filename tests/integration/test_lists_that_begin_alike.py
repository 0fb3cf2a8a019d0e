"""Two lists of a blog that begin with the same posts: both are read to their ends, for one may hold more."""

from pathlib import Path

from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html
from tests.support.small_site import prose

from thresher.evaluate.recording import key_of
from thresher.evaluate.replay import served

ROOT = "http://b.example"
A_PAGE = 5
POSTS = [f"/posts/p{number}/" for number in range(20)]
NOTES = [f"/notes/n{number}/" for number in range(8)]


def page(body: str) -> bytes:
    return html(f"<html><head><meta name=generator content='Hugo 0.9'><title>Kettle</title></head><body>{body}</body>")


def list_of(place: str, posts: list[str]) -> dict[str, bytes]:
    """The pages of a list that begins at `place`."""
    pages = {}
    for start in range(0, len(posts), A_PAGE):
        number = start // A_PAGE + 1
        rows = "".join(
            f"<article><h2><a href='{one}'>{prose(one, 3)}</a></h2><p>{prose(one, 8)}</p></article>"
            for one in posts[start : start + A_PAGE]
        )
        more = f"<a rel=next href='{place}page/{number + 1}/'>Older</a>" if start + A_PAGE < len(posts) else ""
        url = f"{ROOT}{place}page/{number}/" if start else ROOT + place
        pages[key_of(url)] = page(f"<nav><a href='/posts/'>Posts</a></nav>{rows}{more}")
    return pages


def post(path: str) -> bytes:
    day = "<time datetime='2020-01-02'>2 January 2020</time>"
    return page(
        f"<article><h1>{prose(path, 3)}</h1>{day}<div class='post-content'><p>{prose(path)}</p></div></article>"
    )


def test_a_list_that_begins_like_another_and_holds_more_is_read_to_its_end(tmp_path: Path) -> None:
    pages = {key_of(ROOT + path): post(path) for path in POSTS + NOTES}
    pages |= list_of("/", POSTS) | list_of("/posts/", POSTS[:13] + NOTES + POSTS[13:])

    with served(lambda key, _: pages.get(key)) as site:
        run_crawl(tmp_path, crawl_settings(f"{ROOT}/", proxy=site.proxy))

    asked = set(site.asked)
    assert [path for path in POSTS + NOTES if key_of(ROOT + path) not in asked] == []
