"""Questions with answers below them, in boxes of one kind: who wrote stands bare in a line with labels and a date."""

from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, day, prose, title

from thresher.learn import Sight
from thresher.learn.posts import learn_posts
from thresher.pattern import parse


def box(question: int, number: int) -> str:
    key = f"{question}/{number}"
    heading = f"<h2>{title(str(question))}</h2>" if number == 0 else ""
    label = "<b class='label'>staff</b>" if (question + number) % 3 else "<b class='label'>user</b>"
    name = PEOPLE[(question * 3 + number) % 7]
    byline = f"<h5>{name} <span class='quiet'>{label} {day(question * 9 + number)}</span></h5>"
    texts = "".join(f"<p>{prose(f'{key}/{n}', 2)}</p>" for n in range(1 + number % 2))
    return f"<div class='dialog'><div class='face'></div><div class='content'>{heading}{byline}{texts}</div></div>"


def sights() -> list[Sight]:
    pages = [
        f"<html><head><title>{title(str(n))} | Help</title></head><body><div class='page'>"
        f"{''.join(box(n, number) for number in range(2 + n % 3))}</div></body></html>"
        for n in range(1, 9)
    ]
    return [Sight(page_of(f"http://help.example/q/{n}", markup)[0]) for n, markup in enumerate(pages, start=1)]


def test_a_name_that_stands_bare_before_labels_is_the_author() -> None:
    rule = learn_posts(sights())

    assert rule is not None
    post = next(iter(parse(rule.each).select(sights()[0].page.tree)))
    assert str(parse(rule.author).first(post)).strip() == PEOPLE[3]


def test_the_title_of_a_question_is_no_part_of_its_text() -> None:
    rule = learn_posts(sights())

    assert rule is not None
    assert rule.text.endswith("[@class~='content']")
    assert {"/h2", "/h5"} <= set(rule.without)
