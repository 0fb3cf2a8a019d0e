"""Questions with answers below them, in boxes of one kind: who wrote stands bare in a line with labels and a date."""

from lxml import etree
from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, day, prose, title

from thresher.learn import Sight
from thresher.learn.posts.notes import repeated_in
from thresher.learn.posts.opening import with_opening
from thresher.learn.posts.posts import learn_posts
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


def answered(question: int) -> Sight:
    """Answers with remarks on some of them; who remarks, and when, stands in a line of its own below the words."""
    people = [f"{name}{number}" for name in PEOPLE for number in range(2)]

    def remark(number: int) -> str:
        name = people[(question * 5 + number) % len(people)]
        line = f"<a class='who' href='/u/{name}'>{name}</a> <i>{day(question * 9 + number)}</i> <b>Reply</b>"
        words = f"<div class='small'>{prose(f'remark {question} {number}', 1)}</div>"
        return f"<div class='remark'>{words}<p class='foot'>{line}</p></div>"

    def answer(number: int) -> str:
        name = people[(question * 3 + number) % len(people)]
        remarks = "".join(map(remark, range(number, number + (question + number) % 3)))
        when = f"<span class='when'>{day(question * 9 + number)}</span>"
        return (
            f"<div class='answer'><div class='body'><p>{prose(f'{question} {number}', 3)}</p></div><div class='by'>"
            f"<a class='name' href='/u/{name}'>{name}</a> {when}</div><div class='below'>{remarks}</div></div>"
        )

    markup = f"<title>{title(str(question))}</title><div id='all'>{''.join(map(answer, range(4)))}</div>"
    return Sight(page_of(f"http://help.example/a/{question}", markup)[0])


def test_a_line_with_who_and_when_is_no_remark_but_the_box_around_it_is() -> None:
    pages = [answered(question) for question in range(1, 4)]

    rule = with_opening(learn_posts(pages), pages)

    assert rule is not None
    assert rule.remarks is not None
    found = [one for page in pages for one in parse(rule.remarks.each).select(page.page.tree)]
    texts = {" ".join(parse(rule.remarks.text).first(one).itertext()) for one in found}
    assert texts == {
        prose(f"remark {q} {n}", 1) for q in range(1, 4) for k in range(4) for n in range(k, k + (q + k) % 3)
    }


def test_one_name_may_stand_for_several_things_that_the_software_says() -> None:
    lines = [
        "<i class='s'>Said by anna</i>",
        "<i class='s'>Code:</i>",
        "<i class='s'>[Changed on 2021-03-04 by bert]</i>",
    ]
    bodies = [
        etree.fromstring(f"<div>{lines[n % 3].replace('anna', PEOPLE[n % 7])}{prose(str(n))}</div>") for n in range(12)
    ]
    words = [etree.fromstring(f"<div>{prose(str(n))}<i class='s'>{title(str(n))}</i></div>") for n in range(12)]

    assert repeated_in(bodies, {*PEOPLE, "bert"}) == ("i[@class~='s']",)
    assert repeated_in([*bodies, *words], {*PEOPLE, "bert"}) == ()
