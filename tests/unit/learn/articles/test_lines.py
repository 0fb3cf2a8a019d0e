"""Names in lines that say who wrote a comment, and have no element of their own."""

import pytest
from tests.unit.learn.articles.blogs import (
    PEOPLE,
    Note,
    Post,
    examples,
    note,
    post,
    posts,
    read,
    rules_of,
    strewn,
    with_notes,
)

from thresher.learn.articles import learn_rules, learn_talks

GUESTS = ("Anna Berg", "otto_99", "Carla Dunn", "Dora Finch", "Emil O.")


def talks(count: int = 5, comments: int = 4) -> list[Post]:
    return [
        with_notes(one, *(note(100 * one.number + step, GUESTS) for step in range(comments))) for one in posts(count)
    ]


def theme(one: Post, line: str) -> str:
    """Some names are links, as those of guests who gave an address are."""

    def box(each: Note) -> str:
        name = f"<a href='http://home.example/{each.id}'>{each.author}</a>" if each.id % 3 == 0 else each.author
        kind = "Member" if each.author == PEOPLE[0] else "Visitor"
        said = line.format(name=name, kind=kind, day=f"<time>{each.published:%A, %-d. %B %Y %H:%M}</time>")
        return f"<div class='reply'><h4>{said}</h4><div class='words'><p>{each.text}</p></div></div>"

    boxes = "".join(map(box, one.comments))
    return strewn(one).replace("<div id='foot'>", f"<div id='replies'>{boxes}</div><div id='foot'>")


@pytest.mark.parametrize(
    "line", ["{name} on {day}:", "On {day} by {name}", "Comment from: {name} [{kind}] <small>{day}</small>"]
)
def test_the_words_that_all_lines_have_are_no_part_of_names(line: str) -> None:
    some = talks()
    ours = examples(lambda one: theme(one, line), some)
    assert learn_rules(ours) is not None

    rules = learn_talks(ours)

    assert rules is not None
    new = with_notes(post(40), *(note(7000 + step, GUESTS) for step in range(6)))
    found = read(theme(new, line), new, rules_of(lambda one: theme(one, line), some), rules)[1]
    assert [one.author for one in found] == [each.author for each in new.comments]
    assert [one.text for one in found] == [each.text for each in new.comments]
