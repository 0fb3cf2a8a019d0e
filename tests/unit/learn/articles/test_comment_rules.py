"""Comments: rules from feeds that hold some of them, tried on pages with more."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.support.pages import page_of
from tests.unit.learn.articles.blogs import (
    PEOPLE,
    Note,
    Post,
    all_notes,
    classy,
    comment_rules,
    note_item,
    post,
    posts,
    read,
    rules_of,
    sentence,
    with_notes,
)

from thresher.learn.articles import CommentRules, learn_comments
from thresher.model import WebObject

BEGIN = datetime(2022, 3, 1, 9, 30, tzinfo=UTC)


def note(number: int, text: str = "", author: str = "", *answers: Note) -> Note:
    return Note(
        number,
        author or PEOPLE[number % 4],
        text or sentence(f"comment {number}"),
        BEGIN + timedelta(hours=5 * number),
        answers,
    )


def talks(count: int = 3, comments: int = 4) -> list[Post]:
    return [with_notes(one, *(note(100 * one.number + step) for step in range(comments))) for one in posts(count)]


def read_notes(one: Post, rules: CommentRules | None) -> list[WebObject]:
    assert rules is not None, "no rules for comments"
    return read(classy(one), one, rules_of(classy, posts(4)), rules)[1]


def assert_read(found: list[WebObject], notes: list[Note]) -> None:
    assert [(one.text, one.author) for one in found] == [(one.text, one.author) for one in notes]
    assert [one.published[:16] for one in found] == [f"{one.published:%Y-%m-%dT%H:%M}" for one in notes]


def test_comments_of_a_post_that_no_feed_spoke_of_are_read() -> None:
    new = with_notes(post(40), *(note(7000 + step) for step in range(9)))

    found = read_notes(new, comment_rules(classy, talks()))

    assert_read(found, list(new.comments))
    assert [one.id.rpartition("#")[2] for one in found] == [f"comment-{one.id}" for one in new.comments]
    assert {one.container for one in found} == {new.url}


def test_comments_beyond_the_limit_of_the_feed_are_read() -> None:
    some = talks(comments=12)

    found = read_notes(some[0], comment_rules(classy, some, limit=3))

    assert_read(found, list(some[0].comments))


def test_one_page_with_comments_is_enough() -> None:
    new = with_notes(post(40), note(7000), note(7001))

    assert_read(read_notes(new, comment_rules(classy, talks(1, 2))), list(new.comments))


def nested(number: int) -> Note:
    inner = note(number + 2, "", "Fay Low", note(number + 3))
    return note(number, "", "", note(number + 1), inner)


def test_answers_stand_inside_what_they_answer() -> None:
    some = [with_notes(one, nested(100 * one.number), note(100 * one.number + 50)) for one in posts(3)]
    new = with_notes(post(40), nested(7000), note(7050))

    found = read_notes(new, comment_rules(classy, some))

    assert_read(found, all_notes(new.comments))
    assert [one.reply_to.rpartition("#")[2] for one in found] == [
        "", "comment-7000", "comment-7000", "comment-7002", ""
    ]  # fmt: skip


def test_answers_are_left_out_of_what_they_answer_even_if_no_page_of_the_feed_had_any_below() -> None:
    some = [with_notes(one, nested(100 * one.number)) for one in posts(2)]

    found = read_notes(some[0], comment_rules(classy, some, limit=2))

    assert_read(found, all_notes(some[0].comments))


@pytest.mark.parametrize("line", ["<p>In reply to Anna Berg.</p>", "In reply to <a href='#c'>Bertram Hale</a>.<br>"])
def test_lines_that_the_feed_puts_before_comments_do_no_harm(line: str) -> None:
    new = with_notes(post(40), note(7000), note(7001))

    assert_read(read_notes(new, comment_rules(classy, talks(), before=line)), list(new.comments))


def test_comments_of_one_word_are_comments() -> None:
    some = [with_notes(one, note(one.number * 10, "Yes."), note(one.number * 10 + 1)) for one in posts(3)]
    new = with_notes(post(40), note(7000, "Thanks!"), note(7001, "Wow"), note(7002))

    assert_read(read_notes(new, comment_rules(classy, some)), list(new.comments))


def test_nothing_but_comments_of_one_word_teach_too() -> None:
    words = ("Thanks!", "Great", "Indeed", "Never", "Hm")
    some = [with_notes(one, *(note(one.number * 10 + step, words[step]) for step in range(3))) for one in posts(3)]
    new = with_notes(post(40), note(7000), note(7001, "Wow"))

    assert_read(read_notes(new, comment_rules(classy, some)), list(new.comments))


def test_equal_comments_by_different_people_are_different_comments() -> None:
    text = "Thank you very much for this."
    some = [
        with_notes(one, *(note(one.number * 10 + step, text, PEOPLE[step]) for step in range(3))) for one in posts(3)
    ]
    new = with_notes(post(40), *(note(7000 + step, text, PEOPLE[step]) for step in range(4)))

    found = read_notes(new, comment_rules(classy, some))

    assert_read(found, list(new.comments))
    assert len({one.id for one in found}) == 4


def test_comments_that_the_page_does_not_show_do_not_harm() -> None:
    """They wait for somebody to let them through, or were taken away."""
    some = talks(3)
    pages = [
        (page_of(one.url, classy(one))[0], [*(note_item(one, each) for each in one.comments), note_item(one, note(9))])
        for one in some
    ]
    new = with_notes(post(40), note(7000), note(7001))

    assert_read(read_notes(new, learn_comments(pages)), list(new.comments))


def test_the_place_that_a_name_leads_to_is_read() -> None:
    def theme(one: Post) -> str:
        found = classy(one)
        for each in all_notes(one.comments):
            link = (
                f"<cite class='fn'><a href='http://{each.author.split()[0].lower()}.example/'>{each.author}</a></cite>"
            )
            found = found.replace(f"<cite class='fn'>{each.author}</cite>", link, 1)
        return found

    rules = comment_rules(theme, talks())
    new = with_notes(post(40), note(7000))

    assert rules is not None
    found = read(theme(new), new, rules_of(classy, posts(4)), rules)[1]
    assert [one.author_url for one in found] == ["http://anna.example/"]


def test_pages_that_do_not_show_the_comments_of_the_feed_teach_nothing() -> None:
    pages = [(page_of(one.url, classy(one))[0], [note_item(one, note(one.number))]) for one in posts(3)]

    assert learn_comments(pages) is None


def test_no_pages_teach_nothing() -> None:
    assert learn_comments([]) is None
    assert learn_comments([(page_of(post(1).url, classy(post(1)))[0], [])]) is None


def test_comments_are_not_of_the_text_of_the_post() -> None:
    some = talks(4)
    new = with_notes(post(40), note(7000), nested(7100))

    assert read(classy(new), new, rules_of(classy, some))[0].text == new.text
