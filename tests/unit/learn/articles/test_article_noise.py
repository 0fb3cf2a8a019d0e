"""Feeds and pages that have little to do with each other: no rule, and the reason is said."""

from dataclasses import replace

from tests.unit.learn.articles.blogs import (
    ROOT,
    Post,
    classy,
    example_of,
    examples,
    item_of,
    post,
    posts,
    prose,
    read,
    rules_of,
    strewn,
)

from thresher.learn.articles import learn_rules
from thresher.model import FeedItem

GONE = "<html><body><h1>Not found</h1><p>There is nothing here. Perhaps you want to search for it?</p></body></html>"


def test_pages_that_are_gone_teach_nothing() -> None:
    notes: list[str] = []

    assert learn_rules([example_of(GONE, item_of(one)) for one in posts(5)], notes) is None
    assert any("5 pages do not show" in note for note in notes)
    assert any("0 of 5" in note for note in notes)


def test_pages_that_are_gone_do_not_harm_those_that_are_there() -> None:
    notes: list[str] = []
    gone = [example_of(GONE, item_of(one)) for one in posts(4, first=20)]

    rules = learn_rules([*gone, *examples(classy, posts(4))], notes)

    assert rules is not None
    assert rules.examples == 4
    assert any("4 pages do not show" in note for note in notes)
    new = post(40)
    assert read(classy(new), new, rules)[0].text == new.text


def test_one_page_for_all_items_teaches_nothing() -> None:
    notes: list[str] = []
    some = posts(5)
    page = (
        "<html><body>"
        + "".join(f"<h2>{one.title}</h2><div class='e'>{one.text}</div>" for one in some)
        + "</body></html>"
    )

    assert learn_rules([example_of(page, item_of(one), ROOT) for one in some], notes) is None
    assert any("5 feed items share a page" in note for note in notes)


def test_items_that_share_a_page_do_not_harm_the_others() -> None:
    one, other, *rest = posts(6)
    shared = [example_of(classy(one), item_of(one)), example_of(classy(one), item_of(other), one.url)]
    notes: list[str] = []

    rules = learn_rules([*shared, *examples(classy, rest)], notes)

    assert rules is not None
    assert rules.examples == 4
    assert any("2 feed items share a page" in note for note in notes)


def test_items_without_title_and_description_teach_nothing() -> None:
    notes: list[str] = []
    bare = [FeedItem(one.url) for one in posts(5)]

    assert learn_rules([example_of(classy(one), item) for one, item in zip(posts(5), bare, strict=True)], notes) is None
    assert notes


def test_items_without_link_and_description_do_not_harm() -> None:
    odd = [
        example_of(classy(post(60)), FeedItem("", title="?"), f"{ROOT}60"),
        example_of(GONE, FeedItem(""), f"{ROOT}61"),
    ]

    rules = learn_rules([*odd, *examples(classy, posts(4))])

    assert rules is not None
    new = post(40)
    assert read(classy(new), new, rules)[0].text == new.text


def test_items_with_titles_alone_are_enough_if_the_pages_show_them() -> None:
    rules = rules_of(classy, posts(5), lambda one: replace(item_of(one), html=""))
    new = post(40)

    found, _ = read(classy(new), new, rules)

    assert (found.text, found.title, found.author) == (new.text, new.title, new.author)


def test_two_posts_with_the_same_text_do_not_make_it_part_of_the_frame() -> None:
    twin = replace(post(2), paragraphs=post(1).paragraphs)
    some = [post(1), twin, *posts(4, first=3)]
    new = post(40)

    for theme in (classy, strewn):
        assert read(theme(new), new, rules_of(theme, some))[0].text == new.text


def test_dates_that_lie_teach_nothing() -> None:
    def lying(one: Post) -> FeedItem:
        return replace(item_of(one), published=f"20{one.number + 30}-01-01T00:00:00+00:00")

    new = post(40)
    rules = rules_of(classy, posts(5), lying)

    assert read(classy(new), new, rules)[0].published[:10] in ("", f"{new.published:%Y-%m-%d}")


def test_one_date_for_all_items_teaches_nothing() -> None:
    """Feeds that say when they were made, not when the posts were."""
    new = post(40)
    rules = rules_of(classy, posts(5), lambda one: replace(item_of(one), published="2024-05-30T10:00:00+00:00"))

    assert rules.zone == ""
    assert read(classy(new), new, rules)[0].published[:10] in ("", f"{new.published:%Y-%m-%d}")


def test_texts_that_are_elsewhere_on_each_page_have_no_rule() -> None:
    notes: list[str] = []

    def theme(one: Post) -> str:
        names = "abcdefghij"
        inner = "".join(
            f"<div class='{names[one.number]}{place}'>{text}</div>" for place, text in enumerate(one.paragraphs)
        )
        for depth in range(one.number):
            inner = f"<{('section', 'main', 'div')[depth % 3]}>{inner}</{('section', 'main', 'div')[depth % 3]}>"
        others = "".join(f"<p>{prose(f'{one.number} other {place}')}</p>" for place in range(12))
        return f"<html><body>{others[: len(others) // 2 * (one.number % 2)]}{inner}{others}</body></html>"

    rules = learn_rules(examples(theme, posts(6)), notes)

    assert rules is None or 2 * rules.text[0].held > rules.text[0].pages
    assert rules is not None or any("no part of the pages" in note for note in notes)


def test_no_examples_teach_nothing() -> None:
    notes: list[str] = []

    assert learn_rules([], notes) is None
    assert notes == ["no page of the feed's items could be had"]


def test_one_page_is_too_few() -> None:
    assert learn_rules(examples(classy, posts(1))) is None


def test_a_feed_of_another_site_teaches_nothing() -> None:
    other = posts(5, first=70)

    assert (
        learn_rules([example_of(classy(one), item_of(two)) for one, two in zip(posts(5), other, strict=True)]) is None
    )
