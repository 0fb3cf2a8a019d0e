"""What stands before quoted passages, and authors who have no link."""

import re

from lxml import html as parser
from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, prose

from thresher.learn.posts.guests import unlinked
from thresher.learn.posts.quote_lines import quote_lines_in
from thresher.learn.posts.quoting import QUOTES, heads_in, quotes_in
from thresher.learn.posts.rule import PostRule
from thresher.pattern import parse


def bodies(passage: str, count: int = 6) -> list[parser.HtmlElement]:
    """Texts of posts; `{}` in `passage` is for a name, then for what was said."""
    return [
        parser.fromstring(
            f"<div>{passage.format(PEOPLE[n], prose(str(n)))}{prose(f'own {n}')} <b>{PEOPLE[n]}</b></div>"
        )
        for n in range(count)
    ]


def cut(passage: str) -> tuple[str, ...]:
    return heads_in(bodies(passage), PEOPLE)


def test_a_name_at_the_beginning_of_a_passage_is_its_head() -> None:
    assert cut("<blockquote><div><small>Quote<br></small><strong>{}</strong><br>{}</div></blockquote>") == (
        "blockquote/div/small[1]",
        "blockquote/div/strong[1]",
    )


def test_a_head_may_stand_before_the_passage() -> None:
    assert cut("<cite>{} wrote on Mon, 3 May 2021</cite><br><blockquote>{}</blockquote>") == ("cite",)


def test_a_paragraph_before_the_passage_may_be_its_head() -> None:
    (head,) = cut("<p>{} said in A walk:</p><blockquote>{}</blockquote><p>Yes: so it is.</p><p>It rains:</p>")
    posts = bodies("<p>{} said in A walk:</p><blockquote>{}</blockquote><p>It rains:</p>")

    assert head.startswith("xpath:")
    assert [len(parse(head).select(post)) for post in posts] == [1] * len(posts)


def test_a_head_with_a_name_of_its_own_is_called_by_it() -> None:
    assert cut("<div class='quote'><div class='by'>{} wrote:</div>{}</div>") == ("div[@class~='by']",)


def test_a_head_may_say_when_that_was() -> None:
    head = "<div class='top'><a href='/p/5'>Quote from: {} on April 29, 2014, 09:31:00 AM</a></div>"

    assert "div[@class~='top']" in cut(f"{head}<blockquote>{{}}</blockquote>")


def test_a_head_may_say_what_the_thread_is_called() -> None:
    titled = (
        "<p><a href='/u/1'>@{}</a> <a href='/t/5'>said in How do I mend the pump near the old boiler of mine</a>:</p>"
    )

    assert len(cut(f"{titled}<blockquote>{{}}</blockquote><p>Yes: so it is.</p>")) == 1


def test_a_mark_between_a_name_and_a_date_makes_a_head() -> None:
    days = ("May 3, 2021, 9:05:00 AM", "Oct 12, 2021, 3:40:00 PM", "Jan 30, 2022, 11:59:00 PM")
    posts = [
        parser.fromstring(
            f"<div><blockquote><a>{PEOPLE[n]}</a> @ {days[n % 3]}<br><p>{prose(str(n))}</p></blockquote></div>"
        )
        for n in range(6)
    ]

    line = quote_lines_in(posts, PEOPLE, QUOTES)

    assert all(re.fullmatch(line, f"{name} @ {day}") for name, day in zip(PEOPLE, days, strict=False))
    assert re.fullmatch(line, f"@ {days[0]}")
    assert not re.fullmatch(line, "Write to me @ home, please")


def test_words_that_were_said_are_no_head() -> None:
    assert cut("<blockquote><p><!-- {} -->{}</p></blockquote>") == ()


def test_an_element_that_holds_a_whole_post_is_no_passage_in_it() -> None:
    inner = "<div class='quote'>{} wrote: {}</div>"
    whole = [
        parser.fromstring(f"<div><h2>Re</h2><blockquote>{prose(str(n))}{inner}</blockquote></div>") for n in range(6)
    ]

    quotes = [one for pattern in map(parse, quotes_in(whole)) for one in pattern.select(whole[0])]

    assert [one.get("class") for one in quotes if not isinstance(one, str)] == ["quote"]
    assert quotes_in(bodies("<blockquote>{} wrote: {}</blockquote>")) == QUOTES


def test_guests_are_named_by_what_is_around_the_links_of_others() -> None:
    rows = [parser.fromstring(f"<div><a href='/user/{name}'>{name}</a></div>") for name in PEOPLE[:5]]
    guest = parser.fromstring("<div>visitor</div>")
    columns = {
        "div[@class~='who']/a": {number: row[0] for number, row in enumerate(rows)},
        "div[@class~='who']": {**dict(enumerate(rows)), 5: guest},
        "div": {**dict(enumerate(rows)), 5: guest},
    }

    assert unlinked(columns, "div[@class~='who']/a") == ("div[@class~='who']", "")
    assert unlinked(columns, "div[@class~='who']") == ("", "")


def test_what_says_more_than_the_name_is_not_for_guests() -> None:
    rows = [parser.fromstring(f"<div><a href='/user/{name}'>{name}</a> since 2012</div>") for name in PEOPLE[:5]]
    columns = {
        "div[@class~='who']/a": {number: row[0] for number, row in enumerate(rows)},
        "div[@class~='who']": dict(enumerate(rows)),
    }

    assert unlinked(columns, "div[@class~='who']/a") == ("", "")


def test_what_is_called_the_head_of_a_quotation_is_one_though_no_page_that_was_seen_has_any() -> None:
    heads = PostRule("div[@class~='post']", "div[@class~='body']").as_data()["quote_heads"]
    page, _ = page_of("http://mill.example/t/1", "<div class='quoteheader'>Quote from anna</div><p>a quoted walk</p>")

    selected = [one for head in heads for one in parse(head).select(page.tree)]

    assert [one.text for one in selected if not isinstance(one, str)] == ["Quote from anna"]
