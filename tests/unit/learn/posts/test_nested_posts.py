"""Posts inside each other, or set in: all of them are read, each once, with what they answer."""

from dataclasses import asdict

import pytest
from tests.support.nested_talks import Look, Score, look_of, score_objects, site_of
from tests.support.nested_talks.looks import NESTINGS
from tests.support.nested_talks.scoring import true_posts
from tests.support.objects import source
from tests.support.pages import page_of

from thresher.extract import extract
from thresher.knowledge.build import build_type
from thresher.learn.posts.opening import with_opening
from thresher.learn.posts.posts import learn_posts
from thresher.learn.sight import Sight
from thresher.model import WebObject

BASE = "http://village.example"
PLAIN = {"date": "time", "opening": "same", "has_going_on": False, "is_answers": False, "has_ids": True}


def read(look: Look) -> list[WebObject]:
    """What is read of a small site with a look by what is learned from its conversations."""
    site = site_of(look, 14)
    pages = {path: page_of(BASE + path, site.pages[path]()) for path in sorted(site.threads)}
    sights = [Sight(page) for page, _ in pages.values()]
    rule = with_opening(learn_posts(sights), sights)
    assert rule is not None
    level = {"name": "thread", "kind": "terminal", "detect": [], "follow": [], "extract": rule.all_data}
    data = {"type": "x", "title": "x", "detect": ["url[@host='x']"], "source": "learned", "levels": [level]}
    application = build_type(data, ("x", "forum"))
    documents = [(path, document) for path, (_, document) in pages.items()]
    return [
        one
        for path, document in documents
        for one in extract(document, application, application.levels[0], f"{BASE}/", source(BASE + path))
    ]


def score_of(look: Look) -> Score:
    found = [asdict(one) | {"type": one.type.value} for one in read(look)]
    return score_objects(true_posts(site_of(look, 14)), found)


def check(score: Score) -> None:
    assert (score.found, score.text, score.author, score.date, score.reply, score.extra) == (1, 1, 1, 1, 1, 0)


@pytest.mark.parametrize("nesting", NESTINGS)
def test_posts_are_read_at_all_depths(nesting: str) -> None:
    check(score_of(look_of(7, nesting=nesting, head="first", has_body=True, has_people=True, **PLAIN)))


@pytest.mark.parametrize("nesting", NESTINGS)
def test_the_author_may_stand_before_the_text_and_the_date_behind_it(nesting: str) -> None:
    check(score_of(look_of(8, nesting=nesting, head="split", has_body=True, has_people=False, **PLAIN)))


@pytest.mark.parametrize("nesting", ["inside", "beside", "grid", "margin"])
def test_author_and_date_may_stand_in_a_line_before_the_box(nesting: str) -> None:
    check(score_of(look_of(9, nesting=nesting, head="above", has_body=True, has_people=True, **PLAIN)))


@pytest.mark.parametrize("nesting", ["inside", "table", "depth", "spacer"])
def test_paragraphs_may_stand_beside_the_boxes_of_answers(nesting: str) -> None:
    check(score_of(look_of(10, nesting=nesting, head="last", has_body=False, has_people=True, **PLAIN)))


def test_dates_may_stand_bare_in_the_line_of_a_post() -> None:
    plain = PLAIN | {"date": "bare"}

    check(score_of(look_of(11, nesting="inside", head="above", has_body=True, has_people=True, **plain)))


def test_opening_posts_may_be_links_without_words() -> None:
    plain = PLAIN | {"opening": "link"}

    check(score_of(look_of(12, nesting="details", head="first", has_body=True, has_people=True, **plain)))


@pytest.mark.parametrize("nesting", ["inside", "beside", "margin"])
def test_comments_on_answers_are_read_with_what_they_are_about(nesting: str) -> None:
    plain = PLAIN | {"opening": "question", "is_answers": True}
    look = look_of(13, nesting=nesting, head="first", has_body=True, has_people=True, **plain)

    check(score_of(look))
    assert {one.type.value for one in read(look)} == {"BoardPost", "Comment"}


def test_posts_are_in_the_order_of_the_page() -> None:
    look = look_of(14, nesting="inside", head="first", has_body=True, has_people=True, **PLAIN)
    talk = max(site_of(look, 14).talks, key=lambda one: len(one.posts))
    texts = [post.text for post in talk.posts if not post.is_deleted]
    numbers = {text: number for number, text in enumerate(texts)}

    found = sorted(((one.order, " ".join(one.text.split())) for one in read(look)), key=lambda one: one[0])

    assert [numbers[text] for _, text in found if text in numbers] == list(range(len(texts)))
