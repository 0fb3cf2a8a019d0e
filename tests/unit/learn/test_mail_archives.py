"""Archives of mail: a page a letter, with its author and its date in lines before the text."""

import re
from collections.abc import Callable

import pytest
from tests.support.pages import TIME, page_of
from tests.unit.learn.small_sites import PEOPLE, Site, day, prose, sentence, title

from thresher.learn import Sight
from thresher.learn.posts.opening import with_opening
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.rule import PostRule
from thresher.page import DateHabits, find_date
from thresher.pattern import parse

LETTERS = 12


def writer(number: int) -> str:
    return f"{PEOPLE[number * number % 7].capitalize()} Meadow"


def words(number: int) -> str:
    return "\n\n".join(prose(f"letter {number} {part}", 2) for part in range(1 + number % 3))


def stamp(number: int) -> str:
    return f"{day(number * 3)}:00"


def neighbours(number: int) -> str:
    links = "".join(
        f"<li>{name}: <a href='{number + step:04}.html'>Re: {title(str(number + step))}</a></li>"
        for name, step in (("Before", -1), ("Behind", 1))
    )
    return f"<ul>{links}<li><b>Sorted by:</b> <a href='index.html'>[ thread ]</a></li></ul>"


def in_items(number: int) -> str:
    """Lines are items of a list, whose labels are marked; there are further ones."""
    more = f"<li><em>In-reply-to</em>: &lt;{number - 1}.x@valley.example&gt;</li>" if number % 3 else ""
    return (
        f"<h1>{title(str(number))}</h1><hr><ul><li><em>To</em>: talk@valley.example</li><li><em>Subject</em>: "
        f"{title(str(number))}</li><li><em>From</em>: {writer(number)} &lt;m{number}@valley.example&gt;</li>"
        f"<li><em>Date</em>: {stamp(number)} +0000</li>{more}</ul><hr><pre>{words(number)}</pre><hr>"
        f"{neighbours(number)}"
    )


def in_cells(number: int) -> str:
    """Lines are rows of a table, in another language."""
    return (
        f"<table><tr><th>Betreff:</th><td>{title(str(number))}</td></tr><tr><th>Von:</th><td>m{number}@valley.example "
        f"({writer(number)})</td></tr><tr><th>Datum:</th><td>{stamp(number)}</td></tr></table>"
        f"<div>{words(number)}</div>{neighbours(number)}"
    )


def between_breaks(number: int) -> str:
    """Lines have no element of their own."""
    return (
        f"<h2>{title(str(number))}</h2><strong>From:</strong> {writer(number)} ({number}@valley.example)<br>"
        f"<strong>Date:</strong> {stamp(number)}<br><pre>{words(number)}</pre>{neighbours(number)}"
    )


def without_labels(number: int) -> str:
    """A name beside an address of mail, and the date below; what else is bold says nothing of a letter."""
    return (
        f"<h1>{title(str(number))}</h1><b>{writer(number)}</b> <a href='mailto:talk@valley.example'>m{number} at "
        f"valley.example</a><br><i>{stamp(number)}</i><p>{neighbours(number)}<hr><pre>{words(number)}</pre>"
    )


def in_its_box(number: int) -> str:
    """The lines stand in one box with the text."""
    paragraphs = "".join(f"<p>{part}</p>" for part in words(number).split("\n\n"))
    return (
        f"<h1>{title(str(number))}</h1><div class='mail'><address><span><dfn>From</dfn>: {writer(number)} &lt;<a "
        f"href='mailto:{number}@valley.example'>{number}_at_valley</a>&gt;<br></span><span><dfn>Date</dfn>: "
        f"{stamp(number)}<br></span></address>{paragraphs}</div>{neighbours(number)}"
    )


def without_mail(number: int) -> str:
    """Nobody's address is told; the label is in one element with the name."""
    return (
        f"<h1>{title(str(number))}</h1><div><p>From: {writer(number)}</p><p>Date: {stamp(number)}</p></div>"
        f"<pre>{words(number)}</pre>{neighbours(number)}"
    )


Letter = Callable[[int], str]
ALL = [in_items, in_cells, between_breaks, without_labels, in_its_box, without_mail]


def sights(letter: Letter) -> list[Sight]:
    markup = {number: f"<html><body>{letter(number)}</body></html>" for number in range(10, 10 + LETTERS)}
    return [Sight(page_of(f"http://mail.example/{number:04}.html", text)[0]) for number, text in markup.items()]


def learned(letter: Letter) -> PostRule:
    pages = sights(letter)
    rule = with_opening(learn_posts(pages), pages)
    assert rule is not None
    return rule


def value(rule: PostRule, sight: Sight, pattern: str, match: str = "") -> str:
    box = parse(rule.each).first(sight.page.tree)
    node = parse(pattern).first(box)
    text = " ".join((node if isinstance(node, str) else " ".join(node.itertext())).split())
    found = re.search(match, text) if match else None
    return found[1] if found else text


@pytest.mark.parametrize("letter", ALL)
def test_the_author_of_a_letter_stands_in_its_head(letter: Letter) -> None:
    rule = learned(letter)

    names = [value(rule, sight, rule.author, rule.author_match) for sight in sights(letter)]

    assert names == [writer(number) for number in range(10, 10 + LETTERS)]


@pytest.mark.parametrize("letter", ALL)
def test_the_date_of_a_letter_stands_in_its_head(letter: Letter) -> None:
    rule = learned(letter)
    habits = DateHabits(TIME, "", "")

    moments = [find_date(value(rule, sight, rule.published), habits)[:16] for sight in sights(letter)]

    assert moments == [stamp(number)[:16].replace(" ", "T") for number in range(10, 10 + LETTERS)]


def test_lines_in_the_box_of_a_letter_are_no_part_of_its_text() -> None:
    rule = learned(in_its_box)

    assert {rule.author, rule.published} <= set(rule.without)


def test_a_list_of_recipients_is_no_author() -> None:
    assert "'To:'" not in learned(in_items).author


def test_pages_that_nobody_signed_have_no_author() -> None:
    def unsigned(number: int) -> str:
        return (
            f"<h1>{title(str(number))}</h1><p><b>Part {number % 3}</b> <i>Chapter: {sentence(str(number % 4), 2)}</i>"
            f"</p><pre>{words(number)}</pre>"
        )

    assert learned(unsigned).author == ""


def archive() -> Site:
    """Months with a list each; a letter says little more than the titles of its neighbours."""
    pages = {}
    months = [f"{year}-{name}" for year in (2021, 2022) for name in ("January", "March", "May", "July")]
    for place, month in enumerate(months):
        numbers = range(place * 9 + 100, place * 9 + 109)
        rows = "".join(f"<li><a href='{n:04}.html'>{title(str(n))}</a> <i>{writer(n)}</i></li>" for n in numbers)
        pages[f"/{month}/index.html"] = f"<html><body><h1>{month} by thread</h1><ul>{rows}</ul></body></html>"
        for number in numbers:
            text = f"<pre>{sentence(f'short {number}', 9)}</pre>"
            head = without_labels(number).partition("<pre>")[0]
            pages[f"/{month}/{number:04}.html"] = f"<html><body>{head}{text}{neighbours(number)}</body></html>"
    rows = "".join(
        f"<tr><td>{month}:</td><td><a href='/{month}/index.html'>[ Thread ]</a></td></tr>" for month in months
    )
    pages["/"] = f"<html><body><h1>The archive of a valley</h1><table border=3>{rows}</table></body></html>"
    return Site("http://mail.example", pages)


def test_a_letter_that_names_its_neighbours_is_no_list() -> None:
    site = archive()
    assert any(site.sight(f"/2021-March/{number:04}.html").is_letter for number in range(110, 117))

    lesson = site.learn("/")

    assert all(re.search(r"/\d{4}\.html$", url) for urls in lesson.threads.values() for url in urls)
    assert lesson.thread_count >= 9


def test_a_list_of_months_is_no_letter() -> None:
    site = archive()

    assert not any(site.sight(path).is_letter for path in ("/", "/2021-May/index.html"))
