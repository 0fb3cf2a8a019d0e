"""What looks right, and what does not, where nobody knows what is on the pages."""

from collections.abc import Sequence

import pytest
from lxml import etree
from tests.support.pages import TIME, page_of
from tests.unit.learn.small_sites import MENU, PEOPLE, day, prose, title

from thresher.knowledge import load_base
from thresher.learn.mending.ground import Ground, grounds
from thresher.learn.mending.plausible import (
    Named,
    Verdict,
    judge_authors,
    judge_dates,
    judge_records,
    judge_texts,
    judge_titles,
    shared_ends,
)
from thresher.learn.mending.relax import parts_in_use, siblings, speaks_of
from thresher.learn.mending.witness import Witness
from thresher.pattern import parse

NUMBERS = range(1, 6)


def markup(page: int) -> str:
    posts = "".join(
        f"<div class='post'><b>{PEOPLE[n]}</b> <i>{day(page * 9 + n)}</i><div class='body'>{prose(f'{page} {n}', 3)}"
        f"</div><p class='sig'>So long</p></div>"
        for n in range(1 + page % 3)
    )
    cards = "".join(f"<div class='card'><a href='/{n}'>{title(str(n))}</a> {day(n)}</div>" for n in range(4))
    return (
        f"<html lang='en'><head><title>{title(str(page))} - Talk</title></head><body>{MENU}"
        f"<div class='page'>{posts}</div>"
        f"<aside>{cards}</aside><footer><p>All of this may be copied by whoever likes to copy such things at home</p>"
        f"</footer></body></html>"
    )


@pytest.fixture(scope="module")
def pages() -> list[Ground]:
    return grounds([Witness(page_of(f"http://a.example/{n}", markup(n))[0], (), TIME) for n in NUMBERS])


def found(pages: Sequence[Ground], pattern: str) -> list[list[etree._Element]]:
    selected = (parse(pattern).select(page.sheet.root) for page in pages)
    return [[node for node in some if not isinstance(node, str)] for some in selected]


def records(pages: Sequence[Ground], pattern: str, is_main: bool = True) -> Verdict:
    return judge_records(pages, found(pages, pattern), is_main)


def test_posts_side_by_side_with_a_date_each_are_records(pages: list[Ground]) -> None:
    assert records(pages, "div[@class='post']").is_right


@pytest.mark.parametrize(
    "pattern",
    ["div[@class='page']", "body//div", "div[@class='card']", "div[@class='body']", "li", "p", "table"],
    ids=["wrapper", "nested", "related posts", "no dates", "menu", "signatures", "nothing"],
)
def test_wrappers_menus_lists_of_posts_and_parts_of_posts_are_none(pages: list[Ground], pattern: str) -> None:
    assert not records(pages, pattern).is_right


def test_answers_may_stand_inside_the_comments_that_they_answer() -> None:
    def comment(key: str, inner: str = "") -> str:
        return f"<li class='c'><i>{day(len(key))}</i><p>{prose(key, 3)}</p>{inner}</li>"

    answers = [f"<ol>{comment(f'answer {n}')}</ol>" for n in NUMBERS]
    talks = [comment(f"first {n}", answer) + comment(f"second {n}") for n, answer in zip(NUMBERS, answers, strict=True)]
    trees = [f"<html><body>{MENU}<ol>{talk}</ol></body></html>" for talk in talks]
    some = grounds([Witness(page_of(f"http://a.example/{n}", tree)[0], (), TIME) for n, tree in enumerate(trees)])

    assert records(some, "li[@class='c']", is_main=False).is_right
    assert not records(some, "li[@class='c']").is_right


def texts(pages: Sequence[Ground], pattern: str) -> Verdict:
    posts = found(pages, "div[@class='post']")
    bodies = [[next(iter(parse(pattern).select(post)), None) for post in some] for some in posts]
    return judge_texts(bodies, posts, pages)  # type: ignore[arg-type]


def test_the_text_is_the_bulk_of_what_a_record_says(pages: list[Ground]) -> None:
    assert texts(pages, "div[@class='body']").is_right
    assert texts(pages, "div[@class='body']").score > 0.9
    assert not any(texts(pages, pattern).is_right for pattern in ("b", "i", "p", "h1"))


def test_menus_links_and_what_all_pages_say_are_no_prose(pages: list[Ground]) -> None:
    assert not any(
        page.prose(node) for page in pages for tag in ("aside", "footer", "ul") for node in page.sheet.root.iter(tag)
    )
    assert all(page.all_prose for page in pages)


def dates(pages: Sequence[Ground], *lines: str) -> Verdict:
    return judge_dates([lines], pages[:1])


@pytest.mark.parametrize(
    "lines",
    [
        ("2021-03-01 10:00", "2021-03-02 11:00", "2021-03-04 09:30"),
        ("Geschrieben am 3. Oktober 2020, 14:05 Uhr", "5. Oktober 2020, 08:00 Uhr", "7. November 2020, 08:00 Uhr"),
        ("le 3 février 2020 à 10h15", "le 4 février 2020 à 10h15", "le 9 mars 2020 à 10h15"),
        ("3 de mayo de 2020", "4 de mayo de 2020", "5 de mayo de 2020"),
        ("2020年3月1日 10:15", "2020年3月2日 10:15", "2020年4月1日 10:15"),
    ],
    ids=["numbers", "German", "French", "Spanish", "Japanese"],
)
def test_dates_that_differ_and_rise_look_right(pages: list[Ground], lines: tuple[str, ...]) -> None:
    assert dates(pages, *lines).is_right


@pytest.mark.parametrize(
    "lines",
    [
        ("2031-03-01", "2031-03-02", "2031-03-04"),
        ("2021-03-01", "2021-03-01", "2021-03-01", "2021-03-01"),
        ("Reply", "Quote", "Edit"),
        ("2021-03-01", "", ""),
        ("2021-03-09", "2019-03-01", "2022-01-01", "2018-01-01", "2021-07-07", "2017-01-01"),
    ],
    ids=["of the future", "all the same", "no dates", "mostly missing", "neither rising nor falling"],
)
def test_other_lines_do_not(pages: list[Ground], lines: tuple[str, ...]) -> None:
    assert not dates(pages, *lines).is_right


def authors(pages: Sequence[Ground], *names: Sequence[str | Named], is_told: bool = False) -> Verdict:
    named = [[name if isinstance(name, Named) else Named(name, "", 1) for name in some] for some in names]
    return judge_authors(named, pages[: len(named)], is_told)


def test_short_names_that_come_back_look_like_authors(pages: list[Ground]) -> None:
    assert authors(pages, ["Anna", "Bob", "Anna"], ["Carla van Dam", "Anna", "Bob"]).is_right


@pytest.mark.parametrize(
    "names",
    [
        ["Posts: 3", "Posts: 12", "Posts: 31", "Posts: 40"],
        ["Joined:", "Location:", "Joined:", "Location:"],
        ["1 May 2020", "2 May 2020", "1 May 2020"],
        ["A sentence that is much too long for a name", "Another sentence that is much too long"],
        ["A subject", "A subject", "A subject"],
        ["Anna says", "Bob says", "Carla says"],
        ["Anna", "", "", ""],
        [Named("Reply", "/r/1", 1), Named("Reply", "/r/2", 1), Named("Quote", "/q/1", 1)],
    ],
    ids=["counters", "labels", "dates", "sentences", "subject", "more than names", "few", "buttons"],
)
def test_other_short_texts_do_not(pages: list[Ground], names: list[str | Named]) -> None:
    assert not authors(pages, names).is_right


def test_one_name_on_all_pages_is_an_author_only_if_the_pattern_says_so(pages: list[Ground]) -> None:
    assert not authors(pages, ["Home"], ["Home"], ["Home"]).is_right
    assert authors(pages, ["Anna"], ["Anna"], ["Anna"], is_told=True).is_right


def test_a_pattern_speaks_of_authors_by_the_words_that_types_of_the_category_use() -> None:
    preferred = parts_in_use(siblings(load_base(), "blog"))

    assert speaks_of(parse("*[@class~='post-author']"), "author", preferred)
    assert speaks_of(parse("*[@class~='box-author-x']"), "author", preferred)
    assert not speaks_of(parse("*[@class~='post-tags']"), "author", preferred)
    assert not speaks_of(parse("a"), "author", preferred)


def test_titles_say_what_the_page_calls_itself(pages: list[Ground]) -> None:
    right = [title(str(n)) for n in NUMBERS]

    assert judge_titles(right, [1] * 5, pages).is_right
    assert not judge_titles(["Talk"] * 5, [1] * 5, pages).is_right
    assert not judge_titles([f"{one} - Talk" for one in right], [1] * 5, pages).is_right
    assert not judge_titles([title(str(n + 7)) for n in NUMBERS], [1] * 5, pages).is_right
    assert judge_titles(right, [1] * 5, pages).score > judge_titles(right, [3] * 5, pages).score


def test_the_name_of_the_site_stands_at_an_end_of_all_titles() -> None:
    assert shared_ends(["A walk - Leaf", "A swim - Leaf", "The rain - Leaf"])
    assert shared_ends(["Leaf: A walk", "Leaf: A swim", "Leaf: The rain"])
    assert not shared_ends(["A walk", "The swim", "My rain"])
    assert not shared_ends(["A walk", "A walk"])
