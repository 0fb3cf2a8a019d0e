"""What a feed says of a post against what was read: only plain contradictions count."""

from dataclasses import replace

import pytest
from tests.support.pages import TIME, page_of

from thresher.learn.articles import Example
from thresher.learn.mending import Witness, is_as_told
from thresher.model import FeedItem, ObjectType, Source, WebObject

URL = "http://b.example/a-walk"
WORDS = "Today we went along the river until the bridge came, and had the wind from behind all the way home."
MORE = "Nobody met us on the way, which is how we like it when the days are short and the lamps are lit early."
PAGE = f"<h1>A walk</h1><p>Anna Berg, 4 March 2021</p><div><p>{WORDS}</p><p>{MORE}</p></div><p>Owned by Otto Lang</p>"
ITEM = FeedItem(URL, URL, "A walk", "Anna Berg", "2021-03-04T22:30:00+00:00", "", f"<p>{WORDS}</p><p>{MORE}</p>")
POST = WebObject(
    URL,
    ObjectType.BLOG_POST,
    URL,
    Source("", 0, URL, TIME),
    "known: small/post",
    title="A walk",
    author="Anna Berg",
    published="2021-03-04",
    text=f"{WORDS}\n{MORE}",
)


def witness(item: FeedItem, *, names_authors: bool = True) -> Witness:
    page, _ = page_of(URL, PAGE)
    return Witness(page, (), TIME, Example(item, page, TIME), names_authors)


def test_a_post_that_is_what_the_feed_says_is_right() -> None:
    assert is_as_told(witness(ITEM), [POST])
    assert is_as_told(witness(replace(ITEM, html=f"<p>{WORDS} …</p>")), [POST])
    assert is_as_told(witness(ITEM), [replace(POST, author="Posted by Anna Berg", published="2021-03-05T00:30")])


@pytest.mark.parametrize(
    "read",
    [
        [],
        [replace(POST, title="A walk | Notes")],
        [replace(POST, author="Otto Lang")],
        [replace(POST, author="")],
        [replace(POST, published="")],
        [replace(POST, published="2021-03-09")],
        [replace(POST, text="Owned by Otto Lang")],
        [replace(POST, text=f"Anna Berg, 4 March 2021\n{WORDS}\n{MORE}\nOwned by Otto Lang")],
    ],
    ids=["nothing", "title", "another author", "no author", "no date", "another day", "another text", "lines too many"],
)
def test_plain_contradictions_are_faults(read: list[WebObject]) -> None:
    assert not is_as_told(witness(ITEM), read)


def test_what_the_page_does_not_show_the_feed_cannot_ask_for() -> None:
    other = replace(ITEM, author="Editors", html="<p>Quite other words than those on the page.</p>")

    assert is_as_told(witness(other), [POST])


def test_a_feed_with_one_name_for_all_tells_only_that_there_are_authors() -> None:
    owner = replace(ITEM, author="Otto Lang")

    assert is_as_told(witness(owner, names_authors=False), [POST])
    assert not is_as_told(witness(owner), [POST])
    assert not is_as_told(witness(owner, names_authors=False), [replace(POST, author="")])
