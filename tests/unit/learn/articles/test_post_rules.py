"""Rules learned from a few items of a feed, tried on posts that were not in it."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from lxml import etree
from tests.unit.learn.articles.blogs import (
    Post,
    Theme,
    classy,
    example_of,
    examples,
    german,
    item_of,
    post,
    posts,
    prose,
    read,
    rules_of,
    strewn,
    tables,
)

from thresher.learn.articles import are_of_threads, learn_rules
from thresher.model import FeedItem

THEMES = {"classy": classy, "tables": tables, "strewn": strewn, "german": german}
Make = Callable[[Post], FeedItem]


def short(one: Post) -> FeedItem:
    """The item of a feed that has only the beginnings of posts."""
    return item_of(one, words=25)


@pytest.mark.parametrize("count", [4, 6])
@pytest.mark.parametrize("make", [item_of, short], ids=["whole feed", "short feed"])
@pytest.mark.parametrize("name", THEMES)
def test_a_post_that_was_not_in_the_feed_is_read_exactly(name: str, make: Make, count: int) -> None:
    theme, is_german = THEMES[name], name == "german"
    rules = rules_of(theme, posts(count, is_german), make)
    new = post(40, is_german)

    found, _ = read(theme(new), new, rules)

    assert found.text == new.text
    assert (found.title, found.author) == (new.title, new.author)
    assert found.published[:10] == f"{new.published:%Y-%m-%d}"


@pytest.mark.parametrize("words", [0, 30])
def test_a_title_before_the_text_in_the_feed_is_not_of_the_text(words: int) -> None:
    def theme(one: Post) -> str:
        body = "".join(f"<p>{text}</p>" for text in one.paragraphs)
        return f"<html lang='en'><body><article class='inner'><h1>{one.title}</h1>{body}</article></body></html>"

    def titled(one: Post) -> FeedItem:
        item = item_of(one, words=words)
        return replace(item, html=f"<h1>{one.title}</h1>{item.html}")

    rules = rules_of(theme, posts(6), titled)
    new = post(40)

    assert read(theme(new), new, rules)[0].text == new.text


@pytest.mark.parametrize("name", ["classy", "german"])
def test_tags_are_those_of_the_post_alone(name: str) -> None:
    theme, is_german = THEMES[name], name == "german"
    rules = rules_of(theme, posts(5, is_german))
    new = replace(post(40, is_german), tags=("a tag nobody has used", "cooking"))

    assert read(theme(new), new, rules)[0].tags == new.tags


def test_tags_that_pages_do_not_show_have_no_rule() -> None:
    assert rules_of(strewn, posts(5)).tags == ()


@pytest.mark.parametrize("name", THEMES)
def test_feeds_with_beginnings_teach_the_same_as_feeds_with_whole_texts(name: str) -> None:
    theme, some = THEMES[name], posts(5, name == "german")

    whole, beginnings = rules_of(theme, some), rules_of(theme, some, short)

    assert (whole.whole, beginnings.whole) == (5, 0)
    for field in ("text", "title", "author", "published", "tags"):
        assert [one.pattern for one in getattr(whole, field)] == [one.pattern for one in getattr(beginnings, field)]
    assert set(whole.without) == set(beginnings.without)


def test_parts_inside_the_text_that_are_not_in_the_feed_are_left_out() -> None:
    def theme(one: Post) -> str:
        related = f"<div class='related'>Read also: {post(one.number + 50).title}, {post(one.number + 60).title}</div>"
        return classy(one).replace("</p><p>", f"</p>{related}<p>", 1)

    new = post(40)

    assert "Read also" in theme(new)
    assert read(theme(new), new, rules_of(theme, posts(5)))[0].text == new.text


def test_a_part_that_only_some_posts_have_stays_if_the_feed_has_it() -> None:
    quoted = [replace(one, paragraphs=(*one.paragraphs, post(one.number + 30).paragraphs[0])) for one in posts(5)]

    def theme(one: Post) -> str:
        return classy(one).replace(
            f"<p>{one.paragraphs[-1]}</p>", f"<blockquote class='q'>{one.paragraphs[-1]}</blockquote>"
        )

    new = replace(post(40), paragraphs=("First of all.", "And a quotation behind it."))

    assert read(theme(new), new, rules_of(theme, quoted))[0].text == new.text


@pytest.mark.parametrize(
    "tail",
    [
        "<p>Filed under: {tags}</p>",
        "<p>The post <a href='{url}'>{title}</a> appeared first on <a href='/'>A small blog</a>.</p>",
        "<p>Filed under: {tags}</p><p>The post {title} appeared first on A small blog.</p>",
        "<div><a href='/x'><img src='/x.gif'></a> <a href='/y'>Email this</a></div>",
    ],
)
@pytest.mark.parametrize("theme", [classy, strewn])
def test_what_feeds_put_behind_texts_does_no_harm(theme: Theme, tail: str) -> None:
    def make(one: Post) -> FeedItem:
        return item_of(one, tail=tail.format(tags=", ".join(one.tags), url=one.url, title=one.title))

    rules = rules_of(theme, posts(6), make)
    new = post(40)

    assert rules.whole == 6
    assert read(theme(new), new, rules)[0].text == new.text


@pytest.mark.parametrize("sign", [": ", " – ", " | "])
def test_an_author_before_the_title_in_the_feed_is_not_of_the_title(sign: str) -> None:
    def make(one: Post) -> FeedItem:
        return replace(item_of(one), title=f"{one.author}{sign}{one.title}")

    new = post(40)

    assert read(classy(new), new, rules_of(classy, posts(5), make))[0].title == new.title


def test_another_name_before_the_title_in_the_feed_is_not_of_the_title_either() -> None:
    def make(one: Post) -> FeedItem:
        return replace(item_of(one, is_authored=False), title=f"Planet of small blogs: {one.title}")

    new = post(40)

    assert read(classy(new), new, rules_of(classy, posts(5), make))[0].title == new.title


def test_an_author_that_only_the_feed_names_is_that_of_all_posts() -> None:
    def theme(one: Post) -> str:
        return classy(one).replace(one.author, "me")

    def make(one: Post) -> FeedItem:
        return replace(item_of(one), author="Mara O'Neill")

    rules = rules_of(theme, posts(5), make)
    new = post(40)

    assert rules.only_author == "Mara O'Neill"
    assert read(theme(new), new, rules)[0].author == "Mara O'Neill"


def test_of_several_authors_that_only_the_feed_names_none_is_that_of_all_posts() -> None:
    def theme(one: Post) -> str:
        return classy(one).replace(one.author, "one of us")

    rules = rules_of(theme, posts(5))

    assert (rules.only_author, rules.author) == ("", ())


def test_an_author_is_the_one_near_the_text_not_one_of_the_sidebar() -> None:
    rules = rules_of(classy, posts(6))
    new = replace(post(40), author="Someone Entirely New")

    assert read(classy(new), new, rules)[0].author == "Someone Entirely New"


def test_the_second_theme_of_a_site_stands_behind_the_first() -> None:
    some = posts(7)
    mixed = [*examples(classy, some[:5]), *examples(german, some[5:])]

    rules = learn_rules(mixed)

    assert rules is not None
    for theme in (classy, german):
        new = post(40)
        assert read(theme(new), new, rules)[0].text == new.text


def test_nothing_depends_on_the_order_of_the_feed() -> None:
    some = posts(6)

    one, other = learn_rules(examples(classy, some)), learn_rules(examples(classy, some[::-1]))

    assert one == other


def test_pages_in_a_script_without_spaces_are_read_too() -> None:
    signs = "日本語文章庭園橋川山木水火土金月星空雨雪風花鳥魚犬猫馬牛羊虫石道家車船"

    def made(number: int) -> Post:
        lines = [
            "".join(signs[(number * 7 + place * (number + line + 2)) % len(signs)] for place in range(40))
            for line in range(3)
        ]
        return replace(
            post(number), title=f"{signs[number]}と{signs[number + 5]}の{signs[number + 9]}", paragraphs=tuple(lines)
        )

    rules = rules_of(classy, [made(number) for number in range(1, 6)])
    new = made(9)
    found, _ = read(classy(new), new, rules)

    assert (found.text, found.title) == (new.text, new.title)


def test_many_texts_on_each_page_are_threads() -> None:
    def theme(one: Post) -> str:
        replies = "".join(
            f"<article class='post'><div class='entry-content'>{post(one.number + 10 * step).text}</div></article>"
            for step in range(1, 5)
        )
        return classy(one).replace("<footer>", f"{replies}<footer>")

    assert rules_of(theme, posts(5)).is_of_threads
    assert not rules_of(classy, posts(5)).is_of_threads


def test_how_often_the_rule_was_right_is_known() -> None:
    mixed = [*examples(classy, posts(4)), *examples(german, posts(2, first=5))]
    rules = learn_rules(mixed)

    assert rules is not None
    assert rules.trust == pytest.approx(4 / 6)
    assert rules_of(classy, posts(4)).trust == 1.0


def test_a_post_without_a_title_in_the_feed_has_the_one_that_the_page_states_for_machines() -> None:
    def theme(one: Post) -> str:
        return classy(one).replace("</head>", f"<meta property='og:title' content='{one.title}'></head>")

    def make(one: Post) -> FeedItem:
        return replace(item_of(one), title="")

    new = post(40)

    assert read(theme(new), new, rules_of(theme, posts(5), make))[0].title == new.title


def test_a_day_of_change_is_read_where_pages_state_it() -> None:
    def changed(one: Post) -> str:
        return f"{one.published.replace(year=2024):%Y-%m-%d}"

    def theme(one: Post) -> str:
        return classy(one).replace("</h1>", f"</h1><span class='updated'>Changed: {changed(one)}</span>")

    some = [
        example_of(theme(one), replace(item_of(one), modified=f"{changed(one)}T10:00:00+00:00")) for one in posts(5)
    ]
    rules = learn_rules(some)
    new = post(40)

    assert rules is not None
    assert read(theme(new), new, rules)[0].modified == changed(new)


def edited(one: Post) -> str:
    """A line about who changed a short text, and when, stands in its box."""
    other = post(one.number + 3)
    note = f"Last edited by {other.author} on {other.published:%B %-d, %Y}, who found a word too many"
    return classy(one).replace("</p></div>", f"</p><p class='edited'>{note}</p></div>", 1)


def test_what_follows_a_text_that_is_known_to_the_word_is_not_of_it() -> None:
    brief = [
        replace(one, paragraphs=tuple(prose(f"{place} {one.number}", 1) for place in range(3))) for one in posts(6)
    ]
    exact = [replace(one, is_exact=True) for one in examples(edited, brief)]
    rules = learn_rules(exact)
    new = replace(post(40), paragraphs=(prose("brief", 1), prose("too", 1)))

    assert rules is not None
    found, _ = read(edited(new), new, rules)
    assert found.text == new.text
    assert found.author == new.author
    assert found.published[:10] == f"{new.published:%Y-%m-%d}"


def called(*titles: str) -> list[FeedItem]:
    return [replace(item_of(post(number)), title=title) for number, title in enumerate(titles)]


def test_items_that_are_called_alike_in_groups_are_posts_of_threads() -> None:
    titles = [f"Reply: {prose(f'thread {number}')[:40]}" for number in range(4)]

    assert are_of_threads(None, called(*titles, *titles[:3], *titles[1:]))


@pytest.mark.parametrize("mark", ["Re", "Reply", "Antwort", "AW"])
def test_items_that_mostly_answer_others_are_posts_of_threads(mark: str) -> None:
    # Where few people write, the newest posts are of one thread or two.
    subject, other = prose("thread")[:40], prose("other")[:40]

    assert are_of_threads(None, called(*[f"{mark}: {subject}"] * 8, f"Post: {subject}", f"{mark}: {other}", other))


def test_a_blog_may_answer_something_now_and_then() -> None:
    titles = [f"{prose(f'way {number}')[:40]}" for number in range(5)]

    assert not are_of_threads(None, called(*titles, f"Re: {titles[0]}", "Reply: to a letter about the sea"))


def test_a_blog_may_call_all_its_pictures_alike() -> None:
    assert not are_of_threads(None, called(*(["Photo"] * 6), *(["The word of the week"] * 5), "A walk by the sea"))


def test_an_item_that_is_known_by_two_addresses_is_one() -> None:
    items = called(*(f"A walk {prose(f'way {number}')[:40]}" for number in range(5)))

    assert not are_of_threads(None, [*items, *items])


def chaptered(one: Post, chapters: int = 0) -> str:
    """The text is a section, and so is each chapter in it, as documents written in plain text are made into pages."""
    more = "".join(
        f"<div class='section'><h2>Chapter</h2><p>{prose(f'{one.title} {n}')}</p></div>" for n in range(chapters)
    )
    marked = classy(one).replace("<div class='entry-content'>", "<div class='section'>")
    return marked.replace("</div><p class='tags'>", f"{more}</div><p class='tags'>")


def tree_of(markup: str) -> etree._Element:
    return example_of(markup, item_of(post(40))).page.tree


def test_chapters_that_are_called_as_the_text_are_no_further_posts() -> None:
    rules = rules_of(chaptered, posts(5))

    assert rules.texts_on(tree_of(chaptered(post(40)))) == 1
    assert rules.texts_on(tree_of(chaptered(post(40), chapters=3))) == 1


def test_several_texts_beside_each_other_are_counted() -> None:
    rules = rules_of(chaptered, posts(5))

    markup = chaptered(post(40), chapters=2).replace("<p class='tags'>", "<div class='section'>More</div><p>")

    assert rules.texts_on(tree_of(markup)) == 2
