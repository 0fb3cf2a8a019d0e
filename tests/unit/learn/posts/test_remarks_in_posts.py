"""Questions and answers whose boxes hold remarks made otherwise than they are: numbered with them, and often longer."""

from collections.abc import Callable

from lxml import etree
from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, day, prose, title

from thresher.learn import Sight
from thresher.learn.posts.names import own_names
from thresher.learn.posts.opening import with_opening
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.rule import PostRule
from thresher.pattern import parse

Box = Callable[[int, int, int], str]


def signed(kind: str, number: int) -> str:
    name = PEOPLE[number * 5 % 7]
    return f"<p class='{kind}-by'><a href='/who/{name}'>{name}</a> <abbr class='js-when'>{day(number)}</abbr></p>"


def remark(number: int, length: int) -> str:
    return (
        f"<div class='js-remark' id='js-entry-{number}'><div class='js-arrow' id='js-entry-up-{number}'></div>"
        f"<div class='js-remark-inner'><div class='js-remark-said'><p>{prose(f'r{number}', length)}</p></div>"
        f"<div class='js-remark-foot'><a class='js-remark-by' href='/who/{PEOPLE[number % 7]}'>{PEOPLE[number % 7]}</a>"
        f" <span>(<abbr class='js-when'>{day(number)}</abbr>)</span> <i>reply</i></div></div></div>"
    )


def entry(number: int, remarks: int, length: int) -> str:
    kind = "js-asked" if number % 20 == 0 else "js-said"
    below = "".join(remark(number + 400 + 7 * n, length) for n in range(remarks))
    return (
        f"<div class='js-entry {kind}' id='js-entry-{number}'><div class='js-arrow' id='js-entry-up-{number}'>up</div>"
        f"<div class='inner'><div class='js-words' id='js-entry-text-{number}'><p>{prose(f'e{number}', 2)}</p></div>"
        f"{signed('entry', number)}<div class='js-remarks'><h4>Remarks</h4>{below}</div></div></div>"
    )


def sights(box: Box = entry, remarks: int = 2, length: int = 1) -> list[Sight]:
    """Twelve questions with one to three answers; some of both without remarks."""
    markup = [
        "".join(box(question * 20 + n, (question + n) % (remarks + 1), length) for n in range(2 + question % 3))
        for question in range(1, 13)
    ]
    return [
        Sight(
            page_of(
                f"http://ask.example/q/{n}",
                f"<html><head><title>{title(str(n))} | Ask</title></head><body><h1>{title(str(n))}</h1>"
                f"<div class='main'>{boxes}</div></body></html>",
            )[0]
        )
        for n, boxes in enumerate(markup, start=1)
    ]


def texts(rule: PostRule, sight: Sight) -> list[str]:
    posts = [one for one in parse(rule.each).select(sight.page.tree) if isinstance(one, etree._Element)]
    found = [parse(rule.text).first(post) for post in posts]
    return [" ".join("".join(map(str, one.itertext())).split()) for one in found if isinstance(one, etree._Element)]


def test_remarks_that_are_numbered_with_posts_are_no_posts() -> None:
    pages = sights()
    rule = learn_posts(pages)

    assert rule is not None
    assert texts(rule, pages[0]) == [prose(f"e{20 + n}", 2) for n in range(3)]


def test_remarks_that_say_more_than_posts_are_neither_posts_nor_their_text() -> None:
    pages = sights(remarks=6, length=5)
    rule = learn_posts(pages)

    assert rule is not None
    assert texts(rule, pages[0]) == [prose(f"e{20 + n}", 2) for n in range(3)]


def test_the_text_of_a_remark_is_not_the_line_below_it() -> None:
    pages = sights(remarks=4, length=2)
    rule = with_opening(learn_posts(pages), pages)

    assert rule is not None
    assert rule.remarks is not None
    assert texts(rule.remarks, pages[0])[0] == prose(f"r{20 + 400}", 2)


def test_classes_for_scripts_are_names_where_there_are_no_others() -> None:
    page = etree.fromstring("<div><p class='js-remark'/><p class='js-remark quiet'/><p class='js'/></div>")

    assert [own_names(one)[:1] for one in page] == [["p[@class~='js-remark']"], ["p[@class~='quiet']"], []]


def test_words_of_a_program_in_colours_are_part_of_the_text() -> None:
    def shown(number: int, _: int, __: int) -> str:
        lines = "".join(
            f"<span class='key'>let</span> x{number}{n} <span class='op'>=</span> {number * n};" for n in range(4)
        )
        words = f"<div class='words'><p>{prose(f'c{number}', 2)}</p><pre><code>{lines}</code></pre></div>"
        return f"<div class='entry' id='entry-{number}'>{signed('entry', number)}{words}</div>"

    rule = learn_posts(sights(shown))

    assert rule is not None
    assert not [name for name in rule.without if name.startswith("span")]
