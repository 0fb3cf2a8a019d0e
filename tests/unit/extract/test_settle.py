"""Several opinions on one post: who is believed, and how much."""

import json
from dataclasses import replace

import pytest
from lxml import etree, html
from tests.support.pages import TIME

from thresher.extract import article_on, settle
from thresher.extract.settle import DENSITY, DOUBT, GENERAL
from thresher.model import FeedItem, ObjectType, Source, WebObject
from thresher.page.article import MAX_ELEMENTS

URL = "http://b.example/walk"
SOURCE = Source("a.warc.gz", 7, URL, TIME)
TITLE, AUTHOR, DAY = "A walk to the mill", "Mara Teller", "2021-05-03"
LINES = (
    "We went down the river in the morning and came to the old mill before noon.",
    "The miller had left his keys under a stone, so that everybody could look at the wheel and the stones inside.",
    "Nobody had been there for years, and it was a pleasure to see that most of it would still have worked.",
)
TEXT = "\n".join(LINES)
OTHER = "The council spoke about new lamps for the market square, and nobody was against them in the end. " * 3
ITEM = FeedItem(URL, URL, TITLE, AUTHOR, f"{DAY}T10:00:00+00:00", "", f"<p>{LINES[0]}</p>", ("walks", "mills"))
MADE = WebObject(URL, ObjectType.BLOG_POST, URL, SOURCE, "fed: b/post", TITLE, AUTHOR, "", DAY, "", TEXT)


def page(*head: str, body: str = f"<div id='post'><p>{'</p><p>'.join(LINES)}</p></div>") -> etree._Element:
    return html.document_fromstring(
        f"<html lang='en'><head><title>{TITLE} | A blog</title>{''.join(head)}</head><body>{body}</body></html>"
    )


def stated(**data: object) -> str:
    """What a page says of itself in JSON-LD."""
    source = json.dumps({"@context": "https://schema.org", "@type": "BlogPosting", "url": URL, **data})
    return f"<script type='application/ld+json'>{source}</script>"


def metas(**data: str) -> str:
    return "".join(f"<meta property='{name.replace('__', ':')}' content='{value}'>" for name, value in data.items())


AGREEING = stated(headline=TITLE, author={"name": AUTHOR}, datePublished=f"{DAY}T09:00:00Z", articleBody=TEXT)


def test_what_nobody_else_speaks_of_is_believed_as_far_as_the_rules_are() -> None:
    assert settle(MADE, page()).confidence == 1.0
    assert settle(MADE, page(), trust=0.7).confidence == 0.7


def test_those_who_agree_leave_the_confidence_as_it_is() -> None:
    found = settle(MADE, page(AGREEING), ITEM)

    assert found.confidence == 1.0
    assert (found.title, found.author, found.published, found.text) == (TITLE, AUTHOR, DAY, TEXT)


@pytest.mark.parametrize(
    "claim",
    [
        stated(headline="Something else entirely"),
        stated(author={"name": "Somebody Else"}),
        stated(datePublished="2019-01-01"),
        stated(articleBody=OTHER),
    ],
    ids=["title", "author", "date", "text"],
)
def test_each_field_that_others_deny_costs_confidence_and_stays_as_the_rules_have_it(claim: str) -> None:
    found = settle(MADE, page(claim))

    assert found.confidence == pytest.approx(1.0 - DOUBT)
    assert (found.title, found.author, found.published, found.text) == (TITLE, AUTHOR, DAY, TEXT)


HERE = f"<div id='post'><p>{'</p><p>'.join(LINES)}</p></div>"
ELSEWHERE = f"<div id='post'><p>{OTHER}</p></div>"
ALL = ["the page itself", "its feed", "a general extractor", "the place"]
SUMMARY = FeedItem(URL, URL, TITLE, AUTHOR, DAY, "", f"<p>{OTHER}</p>")


@pytest.mark.parametrize(
    ("head", "item", "body", "against"),
    [
        ("", ITEM, HERE, []),
        (stated(articleBody=TEXT), None, ELSEWHERE, []),
        (stated(articleBody=OTHER), None, HERE, ["the page itself"]),
        ("", SUMMARY, HERE, ["its feed"]),
        ("", SUMMARY, ELSEWHERE, ["its feed", "a general extractor", "the place"]),
        (
            stated(articleBody=OTHER),
            SUMMARY,
            ELSEWHERE,
            ["the page itself", "its feed", "a general extractor", "the place"],
        ),
        (stated(articleBody=TEXT), SUMMARY, HERE, ["its feed"]),
    ],
    ids=[
        "all agree",
        "nobody is asked who is not needed",
        "the page",
        "the feed",
        "all but the page",
        "all",
        "feed alone",
    ],
)
def test_each_voter_that_means_another_text_is_named_and_costs_confidence(
    head: str, item: FeedItem | None, body: str, against: list[str]
) -> None:
    doubts: list[str] = []
    found = settle(MADE, page(head, body=body), item, doubts=doubts)

    assert len(doubts) == len(against)
    assert all(doubt.startswith(voter) for doubt, voter in zip(doubts, against, strict=True))
    assert found.confidence == pytest.approx(1.0 - DOUBT * len(against))
    assert found.text == TEXT


def test_a_text_of_few_words_that_nobody_confirms_is_put_to_the_vote() -> None:
    few = replace(MADE, text="Read more about it")

    assert settle(few, page(body=f"<p>{TEXT}</p>")).confidence == pytest.approx(1.0 - DOUBT)
    assert settle(few, page(body=f"<p>{few.text}</p>")).confidence == 1.0


def test_what_stands_around_the_text_in_a_marked_article_is_no_other_text() -> None:
    buttons = "Share this with your friends, like it, print it, send it by mail. " * 3
    short = replace(MADE, text=LINES[0])

    assert settle(short, page(stated(articleBody=f"{LINES[0]} {buttons}"))).confidence == 1.0
    assert settle(short, page(stated(articleBody=f"{LINES[0]} {OTHER} {OTHER}"))).confidence < 1.0


def test_the_more_is_denied_the_less_is_believed_but_never_nothing() -> None:
    denial = stated(headline="No", author={"name": "Nobody"}, datePublished="2019-01-01", articleBody=OTHER)

    assert settle(MADE, page(denial)).confidence == pytest.approx(1.0 - 4 * DOUBT)
    assert settle(MADE, page(denial), trust=0.2).confidence > 0


def test_what_one_confirms_is_not_in_doubt() -> None:
    assert settle(MADE, page(stated(headline="Something else")), ITEM).confidence == 1.0


@pytest.mark.parametrize("title", [f"{TITLE} | A blog", f"A blog: {TITLE}", TITLE.upper(), f"“{TITLE}”"])
def test_the_name_of_the_site_beside_a_title_is_no_other_title(title: str) -> None:
    assert settle(MADE, page(metas(og__title=title))).confidence == 1.0


@pytest.mark.parametrize(
    ("day", "is_same"), [("2021-05-02", True), ("2021-05-04T01:00:00Z", True), ("2021-05-06", False)]
)
def test_a_day_more_or_less_is_the_same_day(day: str, is_same: bool) -> None:
    assert (settle(MADE, page(stated(datePublished=day))).confidence == 1.0) is is_same


def test_gaps_are_filled_by_what_most_say() -> None:
    bare = WebObject(URL, ObjectType.BLOG_POST, URL, SOURCE, "fed: b/post", text=TEXT)
    claims = page(stated(headline="Odd one out", author={"name": "Odd"}, datePublished="2011-01-01"),
                  metas(og__title=TITLE, article__author=AUTHOR, article__published_time=DAY))  # fmt: skip

    found = settle(bare, claims, ITEM)

    assert (found.title, found.author, found.published[:10]) == (TITLE, AUTHOR, DAY)
    assert found.tags == ITEM.tags
    assert found.confidence == 1.0


def test_tags_of_the_page_count_more_than_those_of_the_feed() -> None:
    made = WebObject(URL, ObjectType.BLOG_POST, URL, SOURCE, "r", text=TEXT, tags=("page",))

    assert settle(made, page(), ITEM).tags == ("page",)


def test_a_day_of_change_is_taken_from_those_who_name_one() -> None:
    assert settle(MADE, page(stated(dateModified="2021-06-01"))).modified == "2021-06-01"


def test_what_holds_the_feeds_text_is_the_article_of_a_page_without_rules() -> None:
    body = f"<div id='other'><p>{OTHER}</p></div><div id='post'><p>{'</p><p>'.join(LINES)}</p></div>"
    whole = FeedItem(URL, URL, TITLE, AUTHOR, DAY, "", "".join(f"<p>{line}</p>" for line in LINES))

    found = article_on(page(body=body), SOURCE, whole)

    assert found is not None
    assert (found.text, found.title, found.author, found.published) == (TEXT, TITLE, AUTHOR, DAY)
    assert found.confidence == DENSITY
    assert (found.rule, found.type, found.url) == ("fed: density", ObjectType.BLOG_POST, URL)
    assert html.fromstring(found.html).get("id") == "post"


def test_without_an_item_a_general_extractor_is_asked_and_believed_less() -> None:
    found = article_on(page(body=f"<article><h1>{TITLE}</h1><p>{'</p><p>'.join(LINES)}</p></article>"), SOURCE)

    assert found is not None
    assert all(line in found.text for line in LINES)
    assert found.rule == "fed: general extractors"
    assert found.confidence == GENERAL < DENSITY


def test_an_item_about_something_else_does_not_keep_the_general_extractor_away() -> None:
    odd = FeedItem(URL, URL, "Lamps", "", "", "", OTHER)

    found = article_on(page(), SOURCE, odd)

    assert found is not None
    assert found.rule == "fed: general extractors"
    assert LINES[1] in found.text


def test_html_is_that_of_the_text() -> None:
    """A teaser that has all words of a short description is too short to be the article."""
    short = FeedItem(URL, URL, "", "", "", "", "the lamps of the mill")
    body = f"<div id='teaser'>The lamps of the mill</div><div id='post'><p>{'</p><p>'.join(LINES)}</p></div>"

    found = article_on(page(body=body), SOURCE, short)

    assert found is not None
    assert LINES[0] in found.text
    assert "teaser" not in found.html


def test_what_the_page_marks_as_its_article_is_the_last_resort() -> None:
    text = f"<div itemprop='articleBody'><p>{'</p><p>'.join(LINES)}</p></div>"
    marked = f"<div itemscope itemtype='https://schema.org/BlogPosting'>{text}</div>"
    endless = "<b></b>" * (MAX_ELEMENTS + 1)  # general extractors do not look at such pages

    found = article_on(page(body=marked + endless), SOURCE)

    assert found is not None
    assert found.rule == "fed: structured data"
    assert found.text == TEXT
    assert "itemprop" in found.html
    assert found.confidence <= GENERAL


def test_general_extractors_fill_what_nobody_else_says() -> None:
    found = article_on(page("<meta name='date' content='2021-05-03'>"), SOURCE)

    assert found is not None
    assert found.title.startswith(TITLE)
    assert found.published[:10] == DAY


@pytest.mark.parametrize("body", ["", "<p>Not found</p>", "<nav><a href='/'>Home</a></nav>", "<img src='a.png'>"])
@pytest.mark.parametrize("item", [None, ITEM])
def test_pages_without_text_have_no_article(body: str, item: FeedItem | None) -> None:
    assert article_on(page(body=body), SOURCE, item) is None


@pytest.mark.parametrize("source", ["<", "<!-- -->", "<?x?>", "<p>\x00</p>", "a < b", "<![CDATA[x", "<p>\ud800</p>"])
def test_broken_descriptions_find_nothing_and_raise_nothing(source: str) -> None:
    found = article_on(page(), SOURCE, FeedItem(URL, html=source))

    assert found is not None
    assert found.rule == "fed: general extractors"
