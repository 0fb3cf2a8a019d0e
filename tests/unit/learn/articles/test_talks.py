"""Comments where no feed speaks of them: they are the dated records behind the article."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.support.pages import TIME
from tests.unit.learn.articles.blogs import (
    Note,
    Post,
    all_notes,
    classy,
    examples,
    item_of,
    note,
    post,
    posts,
    prose,
    read,
    rules_of,
    sentence,
    strewn,
    with_notes,
)

from thresher.learn.articles import apart, comments_on, learn_rules, learn_talks
from thresher.learn.articles.naming import Chosen
from thresher.model import FeedItem


def talks(count: int = 4, comments: int = 4) -> list[Post]:
    return [with_notes(one, *(note(100 * one.number + step) for step in range(comments))) for one in posts(count)]


def plain(one: Post) -> str:
    """Comments in boxes with a line on who and when, and a text without an element of its own."""
    boxes = "".join(
        f"<div class='reply'><div class='head'><b class='user'>{each.author}</b> "
        f"<i class='when'>{each.published:%Y-%m-%d %H:%M}</i></div>{each.text}</div>"
        for each in one.comments
    )
    return strewn(one).replace("<div id='foot'>", f"<div id='replies'>{boxes}</div><div id='foot'>")


def crowded(one: Post) -> str:
    """Names without an element of their own, how long ago it was, and behind each text buttons and a form."""

    def box(each: Note) -> str:
        days = (TIME - each.published).days
        answers = "".join(map(box, each.answers))
        return (
            f"<div class='card'><h5 class='line'>{each.author} <em>{days // 7} weeks, {days % 7} days ago</em></h5>"
            f"<p>{each.text}</p><p>See <a href='/{each.id}'>{prose(f'link {each.id}', 1)}</a></p>"
            "<a href='#'>Link</a> <a class='answer' href='#'>Answer this</a><form class='say'><label>Your name</label>"
            f"<label>Your words</label></form>{answers}</div>"
        )

    boxes = "".join(map(box, one.comments))
    return strewn(one).replace("<div id='foot'>", f"<div id='cards'>{boxes}</div><div id='foot'>")


def threads(one: Post) -> str:
    """The text is a paragraph with a name; above answers, and only there, stands a line that says so."""

    def box(each: Note) -> str:
        answers = f"<b>Replies</b>{''.join(map(box, each.answers))}" if each.answers else ""
        return (
            f"<div class='card'><i class='user'>{each.author}</i> <u class='when'>{each.published:%d %B %Y %H:%M}</u>"
            f"<p class='words'>{each.text}</p><div class='answers'>{answers}</div></div>"
        )

    return strewn(one).replace("<div id='foot'>", f"<div>{''.join(map(box, one.comments))}</div><div id='foot'>")


def test_a_paragraph_that_is_the_only_one_of_its_record_is_its_text() -> None:
    some = talks(5, 3)
    ours = examples(threads, some)
    learn_rules(ours)

    rules = learn_talks(ours)

    assert rules is not None
    new = with_notes(post(40), note(7000), replace(note(7001), answers=(note(7002),)))
    found = read(threads(new), new, rules_of(threads, some), rules)[1]
    assert [one.text for one in found] == [each.text for each in all_notes(new.comments)]


def test_the_first_of_several_paragraphs_is_not_the_text() -> None:
    def theme(one: Post) -> str:
        return threads(one).replace("</p><div class='answers'>", "</p><p>More of it, all the same.</p><div>")

    some = talks(5, 3)
    ours = examples(theme, some)
    learn_rules(ours)

    rules = learn_talks(ours)

    assert rules is not None
    assert rules.text == ("xpath:.",)


def saying(one: Post) -> str:
    """Comments of two paragraphs in a box of their own; before it, a bare word."""
    boxes = "".join(
        f"<article class='word'><b class='user'>{each.author}</b> says "
        f"<i class='when'>{each.published:%Y-%m-%d %H:%M}</i>"
        f"<div class='said'><p>{each.text}</p><p>{prose(f'more {each.id}', 1)}</p></div></article>"
        for each in one.comments
    )
    return strewn(one).replace("<div id='foot'>", f"<div id='words'>{boxes}</div><div id='foot'>")


def test_a_bare_word_beside_the_box_of_the_text_is_no_part_of_it() -> None:
    rules = learn_talks(examples(saying, talks()))

    assert rules is not None
    assert rules.text == ("div[@class~='said']",)


def test_a_bare_word_beside_paragraphs_right_in_the_comment_is_no_part_of_them() -> None:
    def theme(one: Post) -> str:
        rows = "".join(
            f"<li id='c{each.id}'><cite>{each.author}</cite> says:<br><small>{each.published:%d %B %Y %H:%M}</small>"
            f"<p>{each.text}</p><p>{prose(f'more {each.id}', 1)}</p></li>"
            for each in one.comments
        )
        return strewn(one).replace("<div id='foot'>", f"<ol class='said'>{rows}</ol><div id='foot'>")

    some = talks(5, 3)
    ours = examples(theme, some)
    assert learn_rules(ours) is not None

    rules = learn_talks(ours)

    assert rules is not None
    new = with_notes(post(40), *(note(7000 + step) for step in range(3)))
    found = read(theme(new), new, rules_of(theme, some), rules)[1]
    assert [one.text for one in found] == [f"{each.text}\n{prose(f'more {each.id}', 1)}" for each in new.comments]


def test_who_has_a_link_is_named_as_most_are_who_have_none() -> None:
    def theme(one: Post) -> str:
        markup = classy(one)
        for each in one.comments if one.number == 1 else ():
            markup = markup.replace(f">{each.author}<", f"><a href='http://own.example/'>{each.author}</a><")
        return markup

    rules = learn_talks(examples(theme, talks(8)))

    assert rules is not None
    assert [one.pattern for one in rules.author if "text()" in one.pattern] == []


def test_buttons_and_forms_are_no_part_of_comments() -> None:
    some = talks(5, 3)
    ours = examples(crowded, some)
    assert learn_rules(ours) is not None

    rules = learn_talks(ours)

    assert rules is not None
    last = replace(note(7001), answers=(note(7002),))
    new = with_notes(post(40), note(7000), last, note(7003))
    found = read(crowded(new), new, rules_of(crowded, some), rules)[1]
    notes = all_notes(new.comments)
    texts = [f"{each.text}\nSee {prose(f'link {each.id}', 1)}" for each in notes]
    assert [one.text for one in found] == texts
    assert [one.author for one in found] == [each.author for each in notes]


@pytest.mark.parametrize("theme", [classy, plain])
def test_comments_are_found_without_a_feed_of_them(theme: Callable[[Post], str]) -> None:
    some = talks()
    ours = examples(theme, some)
    assert learn_rules(ours) is not None

    rules = learn_talks(ours)

    assert rules is not None
    new = with_notes(post(40), *(note(7000 + step) for step in range(6)))
    found = read(theme(new), new, rules_of(theme, some), rules)[1]
    assert [one.text for one in found] == [each.text for each in new.comments]
    assert [one.author for one in found] == [each.author for each in new.comments]
    assert [one.published[:16] for one in found] == [f"{each.published:%Y-%m-%dT%H:%M}" for each in new.comments]


def nested(one: Post) -> str:
    """Short posts with the date below them, and comments in lists inside each other."""

    def row(each: Note) -> str:
        answers = f"<ol>{''.join(map(row, each.answers))}</ol>" if each.answers else ""
        return (
            f"<li class='x57' id='c{each.id}'><b class='x9e'>{each.author}</b> <i class='x45'>"
            f"{each.published:%B %-d, %Y}</i><div class='x8c'><p>{each.text}</p></div>{answers}</li>"
        )

    rows = f"<section class='x62'><ol>{''.join(map(row, one.comments))}</ol></section>" if one.comments else ""
    return (
        f"<html lang='en'><title>{one.title}</title><div id='content'><section class='x3c'><h1 class='xe1'>{one.title}"
        f"</h1><div class='xa2'><p>{one.text}</p></div><div class='x46'><i class='xcf'>{one.published:%B %-d, %Y}</i>"
        f" by <b class='x0f'>{one.author}</b></div></section>{rows}</div></html>"
    )


def test_of_a_short_post_a_guess_at_its_text_may_go_on_to_the_comments() -> None:
    short = [replace(post(number), paragraphs=(sentence(f"short {number}"),)) for number in (20, 21)]
    some = [
        with_notes(short[0], replace(note(1), answers=(note(2),))),
        with_notes(short[1], note(3), note(4)),
        *posts(6),
    ]
    ours = examples(nested, some, lambda one: item_of(one, words=12, tail=" …"))
    rules = learn_rules(ours)
    assert rules is not None

    found = learn_talks(ours, rules)

    assert learn_talks(ours) is None
    assert found is not None
    new = with_notes(post(40), note(7000), replace(note(7001), answers=(note(7002),)))
    shown = read(nested(new), new, rules, found)[1]
    assert [(one.text, one.author) for one in shown] == [(each.text, each.author) for each in all_notes(new.comments)]


def test_who_wrote_a_comment_has_not_written_the_post() -> None:
    ours = examples(plain, talks())
    rules = learn_rules(ours)
    assert rules is not None
    wrong = replace(rules, author=(Chosen("b[@class~='user']", 4, 4, 1.0),))

    assert apart(wrong, learn_talks(ours), ours).author == ()


def test_a_box_about_the_post_is_no_comment_though_it_has_a_name_and_a_date() -> None:
    def licensed(one: Post) -> str:
        line = f"<b>{one.author}</b> <i>{one.published:%Y-%m-%d}</i> You may copy this with a word on where it is from."
        return strewn(one).replace("<div id='foot'>", f"<div class='licence'>{line}</div><div id='foot'>")

    ours = examples(licensed, posts(8))
    assert learn_rules(ours) is not None

    assert learn_talks(ours) is None


@pytest.mark.parametrize("theme", [classy, plain])
def test_pages_without_comments_have_no_rule_for_them(theme: Callable[[Post], str]) -> None:
    ours = examples(theme, posts(5))
    learn_rules(ours)

    assert learn_talks(ours) is None


def test_a_list_of_other_posts_is_no_talk() -> None:
    def theme(one: Post) -> str:
        links = "".join(
            f"<li><a href='/{step}'>{post(one.number * 10 + step).title}</a> <i>2021-05-0{step + 1}</i></li>"
            for step in range(5)
        )
        return classy(one).replace("<footer>", f"<ul class='related'>{links}</ul><footer>")

    ours = examples(theme, posts(5))
    learn_rules(ours)

    assert learn_talks(ours) is None


def test_no_pages_have_no_talks() -> None:
    assert learn_talks([]) is None


def test_where_a_feed_has_only_texts_of_comments_the_pages_say_who_wrote_and_when() -> None:
    some = talks()
    ours = examples(plain, some)
    posts = learn_rules(ours)
    assert posts is not None
    told = [
        (one.page, [FeedItem(one.page.url, html=f"<p>{each.text}</p>") for each in post.comments])
        for one, post in zip(ours, some, strict=True)
    ]

    rules = comments_on(told, ours, TIME, posts)

    assert rules is not None
    assert rules.known == 2


def linked(one: Post) -> str:
    """Some names are links, and the button behind each text is one of the same kind, inside the element of the text."""

    def box(each: Note) -> str:
        name = f"<a rel='nofollow' href='http://{each.id}.example/'>{each.author}</a>" if each.id % 2 else each.author
        return (
            f"<li><b>{name}</b> <i>{each.published:%Y-%m-%d %H:%M}</i><div><p>{each.text}</p>"
            f"<a rel='nofollow' href='?answer={each.id}'>Reply</a></div></li>"
        )

    return strewn(one).replace("<div id='foot'>", f"<ol>{''.join(map(box, one.comments))}</ol><div id='foot'>")


def test_who_has_no_link_is_not_called_by_a_button_that_is_one() -> None:
    some = talks(5, 4)
    ours = examples(linked, some)
    learn_rules(ours)

    rules = learn_talks(ours)

    assert rules is not None
    new = with_notes(post(40), note(7000), note(7001))
    found = read(linked(new), new, rules_of(linked, some), rules)[1]
    assert [(one.author, one.text) for one in found] == [(each.author, each.text) for each in new.comments]


def test_heads_whose_texts_stand_elsewhere_are_no_comments() -> None:
    def theme(one: Post) -> str:
        heads = "".join(
            f"<dt><b class='user'>{each.author}</b> says <i class='when'>{each.published:%Y-%m-%d %H:%M}</i></dt>"
            for each in one.comments
        )
        return strewn(one).replace("<div id='foot'>", f"<dl class='list'>{heads}</dl><div id='foot'>")

    ours = examples(theme, talks(5, 4))
    learn_rules(ours)

    assert learn_talks(ours) is None


def boxed(one: Post) -> str:
    """Heads without a name, in a box of their own in each item; the text is a paragraph, as the line with the day."""
    items = "".join(
        f"<li class='note' id='{each.id}'><article class='inner'><h4><span>{each.author}</span> <a href='#{each.id}'>#"
        f"</a></h4><p class='day'><time datetime='{each.published:%Y-%m-%dT%H:%M}'>{each.published:%d %B %Y, %H:%M}"
        f"</time></p><p>{each.text}</p></article></li>"
        for each in one.comments
    )
    return strewn(one).replace("<div id='foot'>", f"<ol>{items}</ol><div id='foot'>")


def test_heads_that_only_their_place_in_a_box_tells_are_no_part_of_comments() -> None:
    some = talks(5, 3)
    ours = examples(boxed, some)
    assert learn_rules(ours) is not None

    rules = learn_talks(ours)

    assert rules is not None
    new = with_notes(post(40), note(7000), note(7001))
    found = read(boxed(new), new, rules_of(boxed, some), rules)[1]
    assert [one.text for one in found] == [each.text for each in new.comments]
