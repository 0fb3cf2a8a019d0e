from lxml import etree, html

from thresher.learn.articles.buttons import buttons
from thresher.learn.articles.naming import pattern_of


def records(*bodies: str) -> list[etree._Element]:
    return [html.fromstring(f"<li>{body}</li>") for body in bodies]


def left_of(some: list[etree._Element]) -> list[str]:
    """The texts of records without what is a button."""
    for pattern in buttons(some):
        for record in some:
            for part in pattern_of(pattern).select(record):
                assert isinstance(part, etree._Element)
                part.getparent().remove(part)
    return [" ".join(str(one.text_content()).split()) for one in some]


def test_links_to_answer_that_have_no_name_of_their_own_are_told_by_what_they_say() -> None:
    some = records(
        '<a rel="nofollow" href="http://a/">Anna</a> <p>Pears are late.</p><a rel="nofollow" href="?r=1">Reply</a>',
        '<a rel="nofollow" href="http://b/">Bert</a> <p>So are plums.</p><a rel="nofollow" href="?r=2">Reply</a>',
        '<a rel="nofollow" href="http://c/">Cara</a> <p>Not here.</p><a rel="nofollow" href="?r=3">Reply</a>',
    )

    assert left_of(some) == ["Anna Pears are late.", "Bert So are plums.", "Cara Not here."]


def test_white_space_around_the_words_of_a_button_does_not_matter() -> None:
    some = records(*(f"<p>Pear number {n}.</p><div><a href='?r={n}'>\n  Reply to this\n</a></div>" for n in "1234"))

    assert left_of(some) == [f"Pear number {n}." for n in "1234"]


def test_links_that_people_set_stay() -> None:
    some = records(*(f"<p>Pear {n}: <a href='/{n}'>see number {n}</a></p>" for n in "1234"))

    assert left_of(some) == [f"Pear {n}: see number {n}" for n in "1234"]
