"""Comments without a feed of them, and without an element each: heads, and texts behind them."""

from collections.abc import Callable
from datetime import timedelta
from time import process_time

import pytest
from lxml import html
from tests.support.pages import TIME
from tests.unit.learn.articles.blogs import (
    BEGIN,
    MONATE,
    PEOPLE,
    Post,
    classy,
    examples,
    german,
    note,
    post,
    posts,
    prose,
    read,
    rules_of,
    strewn,
    with_notes,
)

from thresher.learn.articles import learn_rules, learn_talks
from thresher.learn.articles.headlines import name_in_heads
from thresher.learn.articles.heads import learn_heads
from thresher.page import DateHabits, words_of

NAMES = (*PEOPLE, "heron_7", "K. de Vries", "old-harbour")
JOURS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
MESES = ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
         "diciembre")  # fmt: skip


def talk(one: Post, count: int) -> Post:
    return with_notes(
        one, *(note(20 * one.number + step, NAMES, timedelta(hours=29, minutes=7)) for step in range(count))
    )


def some_talks() -> list[Post]:
    return [talk(one, count) for one, count in zip(posts(6), (3, 0, 1, 4, 2, 5), strict=True)]


def definitions(one: Post) -> str:
    """English: the date, then the name, in a list of definitions."""
    pairs = "".join(
        f"<dt id='c{each.id}'>\n {each.published:%B %-d, %Y, %-I:%M %p} - {each.author}\n</dt>"
        f"<dd><p>{each.text}</p></dd>"
        for each in one.comments
    )
    return strewn(one).replace("<div id='foot'>", f"<h3>Comments:</h3><dl id='talk'>{pairs}</dl><div id='foot'>")


def ages(one: Post) -> str:
    """How long ago it was, which many comments share; the moment for who asks."""
    pairs = "".join(
        f"<dt><b>{each.author}</b> <i title='{each.published:%Y-%m-%d %H:%M}'>3 years ago</i></dt>"
        f"<dd><p>{each.text}</p></dd>"
        for each in one.comments
    )
    return strewn(one).replace("<div id='foot'>", f"<h3>Comments:</h3><dl>{pairs}</dl><div id='foot'>")


def numbered(one: Post) -> str:
    """French: a number, the day of the week, the date, the name; classes that alternate."""
    pairs = "".join(
        f"<dt class='{'odd' if place % 2 else 'even'}'><a href='#c{each.id}'>{place}.</a> Le "
        f"{JOURS[each.published.weekday()]} {each.published:%d/%m/%Y}, {each.published:%H:%M} par {each.author}</dt>"
        f"<dd><p>{each.text}</p><p>{prose(f'more {each.id}', 1)}</p></dd>"
        for place, each in enumerate(one.comments, 1)
    )
    lists = f"<div id='avis'><dl>{pairs}</dl></div>" if pairs else ""
    return classy(with_notes(one)).replace("<footer>", f"{lists}<footer>").replace("lang='en'", "lang='fr'")


def rows(one: Post) -> str:
    """German: two rows of a table a comment, the first with the name in a sentence."""
    pairs = "".join(
        f"<tr><td><b>#</b> {each.author} schrieb am {each.published.day}. {MONATE[each.published.month - 1]} "
        f"{each.published.year} um {each.published:%H:%M} Uhr:</td></tr><tr><td>{each.text}</td></tr>"
        for each in one.comments
    )
    return german(one).replace("<div class='fuss'>", f"<table>{pairs}</table><div class='fuss'>")


def headings(one: Post) -> str:
    """Spanish: a heading with the name and the date, then a paragraph; nothing around the two."""
    pairs = "".join(
        f"<h4><b>{each.author}</b> <small>{each.published.day} de {MESES[each.published.month - 1]} de "
        f"{each.published.year}, {each.published:%H:%M}</small></h4><p>{each.text}</p>"
        for each in one.comments
    )
    return strewn(one).replace("lang='en'", "lang='es'").replace("<div id='foot'>", f"{pairs}<div id='foot'>")


def boxes(one: Post) -> str:
    """Boxes without a name beside each other; the line begins with the name."""
    pairs = "".join(
        f"<div>{each.author}, {each.published:%-d %b %Y %H:%M}</div><div>{each.text}</div>" for each in one.comments
    )
    return strewn(one).replace("<div id='foot'>", f"<div class='talk'>{pairs}</div><div id='foot'>")


@pytest.mark.parametrize("theme", [definitions, ages, numbered, rows, headings, boxes])
def test_heads_and_what_follows_them_are_comments(theme: Callable[[Post], str]) -> None:
    some = some_talks()
    ours = examples(theme, some)
    assert learn_rules(ours) is not None

    rules = learn_talks(ours)

    assert rules is not None
    new = talk(post(40), 6)
    found = read(theme(new), new, rules_of(theme, some), rules)[1]
    assert [one.text.splitlines()[0] for one in found] == [each.text for each in new.comments]
    assert [one.author for one in found] == [each.author for each in new.comments]
    assert [one.published[:16] for one in found] == [f"{each.published:%Y-%m-%dT%H:%M}" for each in new.comments]


def test_texts_of_several_paragraphs_are_not_cut_to_the_first() -> None:
    def theme(one: Post) -> str:
        return headings(one).replace("</p><h4>", f"</p><p>{prose(str(one.number), 1)}</p><h4>")

    ours = examples(theme, some_talks())
    learn_rules(ours)

    assert learn_talks(ours) is None


def test_as_many_on_each_page_are_other_posts() -> None:
    def theme(one: Post) -> str:
        return definitions(talk(one, 3))

    ours = examples(theme, posts(6))
    learn_rules(ours)

    assert learn_talks(ours) is None


def test_a_list_of_dates_and_links_is_no_talk() -> None:
    def theme(one: Post) -> str:
        pairs = "".join(
            f"<dt>{each.published:%d %B %Y} {each.author}</dt><dd><a href='/{each.id}'>{each.text}</a></dd>"
            for each in one.comments
        )
        return strewn(one).replace("<div id='foot'>", f"<dl>{pairs}</dl><div id='foot'>")

    ours = examples(theme, some_talks())
    learn_rules(ours)

    assert learn_talks(ours) is None


@pytest.mark.parametrize(
    "line",
    [
        "{name} on {date:%B %-d, %Y}",
        "{name} ({date:%d.%m.%Y %H:%M})",
        "Comment by {name} — {date:%A, %d %B %Y}",
        "{date:%A} {date:%d %B %Y}: {name} says",
        "{date:%Y-%m-%d} - {name}",
        "{date:%d/%m/%Y %I:%M} p.m. | {name} | reply",
    ],
)
def test_names_are_what_dates_and_common_words_leave(line: str) -> None:
    dates = [BEGIN + timedelta(days=9 * number, minutes=number) for number in range(12)]
    names = [NAMES[number * number % 7] for number in range(12)]
    texts = [line.format(name=name, date=date) for name, date in zip(names, dates, strict=True)]

    chosen = name_in_heads([html.fromstring(f"<dt>{text}</dt>") for text in texts], DateHabits(TIME, "en"))

    assert chosen is not None
    assert chosen.held == 12


@pytest.mark.parametrize("line", ["Reply on {date:%B %-d, %Y}", "{date:%A} {date:%d %B %Y}", "{date:%d %B} is a day"])
def test_lines_without_names_have_none(line: str) -> None:
    dates = [BEGIN + timedelta(days=9 * number) for number in range(12)]
    texts = [line.format(date=date) for date in dates]

    assert name_in_heads([html.fromstring(f"<dt>{text}</dt>") for text in texts], DateHabits(TIME, "en")) is None


def test_long_pages_cost_in_proportion() -> None:
    """Thousands of lines with a date each, all of another class, under one parent."""

    def seconds(count: int) -> float:
        lines = "".join(f"<i class='k{n}'>{1 + n % 28} May 2021 {n}</i><b>{n} words</b>" for n in range(count))
        ours = examples(
            lambda one: strewn(one).replace("<div id='foot'>", f"<p>{one.number}</p><div>{lines}</div>"), posts(2)
        )
        texts = [words_of(" ".join(one.paragraphs)) for one in posts(2)]
        assert all(example.sheet.find(words[-5:]) >= 0 for example, words in zip(ours, texts, strict=True))
        begin = process_time()
        learn_heads(ours, texts)
        return process_time() - begin

    seconds(50)
    one, two = seconds(1000), seconds(2000)

    assert two <= 3 * one + 0.1  # 0.3 seconds for the longer one
