"""How the post is read that a thread begins with, where it looks unlike the replies."""

import re
from collections.abc import Callable

import pytest
from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, day, forum, html, prose, title

from thresher.learn import Sight
from thresher.learn.posts.bylines import BY
from thresher.learn.posts.opening import learn_opening, with_opening
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.rule import PostRule
from thresher.pattern import parse

PAGES = 9


def asker(page: int) -> str:
    return PEOPLE[page * page % len(PEOPLE)]


def body(page: int) -> str:
    return prose(f"opening {page}", 2 + page % 3)


def answers(page: int) -> str:
    return "".join(
        f"<li class='answer' id='a{page * 50 + n}'><div class='say'>{prose(f'{page} {n}')}</div>"
        f"<a class='name' href='/user/{PEOPLE[(page + n * n) % 7]}'>{PEOPLE[(page + n * n) % 7]}</a> "
        f"<i class='when'>{day(page * 9 + n)}</i></li>"
        for n in range(page % 4 + 2)
    )  # fmt: skip


def question(page: int) -> str:
    """A question above its answers, with its author and date below it."""
    return (
        f"<div class='ask'><h1>{title(str(page))}</h1><div class='words'><p>{body(page)}</p></div>"
        f"<span class='tag'>garden</span> <a class='user' href='/user/{asker(page)}'>{asker(page)}</a> "
        f"<i class='asked'>{day(page * 9)}</i><a class='vote' href='/vote/{page}'>useful</a></div>"
        f"<ul>{answers(page)}</ul>"
    )


def in_a_form(page: int) -> str:
    """A question inside the form of its buttons, as some have it; old software has one around the whole page."""
    return f"<form method='post'>{question(page)}<label>Your answer</label><textarea>{page}</textarea></form>"


def byline(page: int) -> str:
    """Author and date are one text, and the paragraphs have no element of their own around them."""
    return (
        f"<div class='top'><small class='line'>Posted by {asker(page)}, {day(page * 9)}</small><h3>{title(str(page))}"
        f"</h3><p>{body(page)}</p><p>{prose(f'second {page}')}</p><a class='button' href='/reply/{page}'>Reply</a>"
        f"</div><ul>{answers(page)}</ul>"
    )


def nameless(page: int) -> str:
    """A question in a box that nothing but its place tells from others."""
    return (
        f"<div class='box'><a href='/'>Home</a></div><div><div class='box'><h1>{title(str(page))}</h1><div class='top'>"
        f"<small class='fade'>By <a href='/user/{asker(page)}'>{asker(page)}</a> at {day(page * 9)}</small></div>"
        f"<div class='inner'><p>{body(page)}</p></div></div><div class='box'><ul>{answers(page)}</ul></div></div>"
    )


def article(page: int) -> str:
    """An article alone, as blogs have it; the newest ones stand beside it."""
    return (
        f"<article><h1>{title(str(page))}</h1><p class='meta'><time>{day(page * 9)}</time> "
        f"<a rel='author' href='/by/{asker(page)}'>{asker(page)}</a></p><div class='content'><p>{body(page)}</p></div>"
        f"</article><aside>{''.join(f'<a href=/{n}>{title(str(n))}</a>' for n in range(4))}</aside>"
    )


def sights(layout: Callable[[int], str], count: int = PAGES) -> list[Sight]:
    return [
        Sight(page_of(f"http://ask.example/q/{page}", html(title(str(page)), layout(page)))[0])
        for page in range(1, count + 1)
    ]


def learned(layout: Callable[[int], str]) -> PostRule:
    pages = sights(layout)
    rule = learn_opening(pages, learn_posts(pages))
    assert rule is not None
    return rule


def read(rule: PostRule, sight: Sight, field: str) -> list[str]:
    boxes = [node for node in parse(rule.each).select(sight.page.tree) if not isinstance(node, str)]
    found = [parse(field).first(box) for box in boxes]
    texts = [one if isinstance(one, str) else " ".join(map(str, one.itertext())) for one in found if one is not None]
    return [" ".join(text.split()) for text in texts]


def in_cells(page: int) -> str:
    """The text is the second cell of its row, and so is an arrow to vote in the first row."""
    return (
        f"<table class='ask'><tr><td></td><td class='vote'><a href='/vote/{page}'>+</a></td>"
        f"<td class='title'><a href='/q/{page}'>{title(str(page))}</a></td></tr>"
        f"<tr><td colspan='2'></td><td class='sub'><a class='user' href='/user/{asker(page)}'>{asker(page)}</a> "
        f"<i class='asked'>{day(page * 9)}</i></td></tr>"
        f"<tr><td colspan='2'></td><td><p>{body(page)}</p></td></tr></table><ul>{answers(page)}</ul>"
    )


@pytest.mark.parametrize("layout", [question, in_a_form, article, in_cells])
def test_the_opening_post_has_a_rule_of_its_own(layout: Callable[[int], str]) -> None:
    rule = learned(layout)

    for page, sight in enumerate(sights(layout), 1):
        assert read(rule, sight, rule.text) == [body(page)]
        assert read(rule, sight, rule.author) == [asker(page)]
        assert read(rule, sight, rule.published) == [day(page * 9)]


def newcomer(page: int) -> str:
    """Every other has answered nobody."""
    return asker(page) if page % 2 else f"stranger{page}"


def faced(page: int) -> str:
    """The link to who asks holds a letter for a face and the name."""
    who = newcomer(page)
    return question(page).replace(
        f"<a class='user' href='/user/{asker(page)}'>{asker(page)}</a>",
        f"<a class='user' href='/user/{who}'><i>{who[0].upper()}</i> <b class='called'>{who}</b></a>",
    )


def test_a_letter_for_a_face_is_no_part_of_the_name_of_who_asks() -> None:
    rule = learned(faced)

    assert [read(rule, sight, rule.author) for sight in sights(faced)] == [[newcomer(n)] for n in range(1, PAGES + 1)]


def test_a_box_known_by_its_place_alone_is_found_in_the_whole_document() -> None:
    rule = learned(nameless)

    for page, sight in enumerate(sights(nameless), 1):
        assert read(rule, sight, rule.text) == [body(page)]
        assert read(rule, sight, rule.author) == [asker(page)]
        (line,) = read(rule, sight, rule.published)
        assert day(page * 9) in line


def test_author_and_date_in_one_text_are_told_apart() -> None:
    rule = learned(byline)

    assert rule.author_match == BY
    for page, sight in enumerate(sights(byline), 1):
        (line,) = read(rule, sight, rule.author)
        found = re.search(BY, line)
        assert found is not None
        assert found[1] == asker(page)
    data = rule.as_data()
    assert data["fields"]["author"] == {"at": rule.author, "match": BY}


def around_replies(page: int, behind: str = "on ") -> str:
    """The box with the line about author and date holds the replies, too: nothing has all of the question alone."""
    return (
        f"<div class='node'><div class='meta'><span>Submitted by <a href='/user/{asker(page)}'>{asker(page)}</a> "
        f"{behind}{day(page * 9)}</span></div><div class='content'><div class='words'><p>{body(page)}</p></div></div>"
        f"<ul>{answers(page)}</ul></div>"
    )


def test_who_wrote_when_may_be_said_before_the_box_of_the_text() -> None:
    rule = learned(around_replies)

    assert not rule.author_match  # the name is a link
    for page, sight in enumerate(sights(around_replies), 1):
        assert read(rule, sight, rule.author) == [asker(page)]


def in_a_group(page: int) -> str:
    """Tags stand between the line and the text, and only the date tells where the line is."""
    tags = "".join(f"<span class='tag'><a href='/tag/{n}'>tag {n}</a></span>" for n in range(page % 3))
    when = f"<em><time datetime='{day(page * 9)}'><b>some time</b> ago</time></em>"
    return around_replies(page, f"in <a href='/g/{page % 2}'>Group {page % 2}</a> {when} since ").replace(
        "</span></div>", f"</span>{tags}</div>", 1
    )


def test_a_line_around_the_date_names_the_author_before_the_group() -> None:
    rule = learned(in_a_group)

    for page, sight in enumerate(sights(in_a_group), 1):
        assert read(rule, sight, rule.author) == [asker(page)]


def test_paragraphs_without_a_box_are_read_together() -> None:
    rule = learned(byline)

    (text,) = read(rule, sights(byline)[2], rule.text)
    assert body(3) in text
    assert prose("second 3") in text
    assert {"h3", "small[@class~='line']", "a[@class~='button']"} <= {*rule.without}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Posted by Anna, 3 May 2023", "Anna"),
        ("by Anna Maria on 3 May", "Anna Maria"),
        ("Geschrieben von Anna am 3. Mai", "Anna"),
        ("By anna", "anna"),
        ("Posted by anna84 on 3 May", "anna84"),
        ("by Anna 3 May 2023", "Anna"),
        ("by Anna Berg in Garden talk, 3 May 2023", "Anna Berg"),
        ("por Anna en Jardines, 3 de mayo", "Anna"),
        ("by jan-in-spain on 3 May", "jan-in-spain"),
    ],
)
def test_a_name_ends_where_the_date_or_the_board_begins(line: str, name: str) -> None:
    found = re.search(BY, line)

    assert found is not None
    assert found[1] == name


def test_a_forum_whose_first_post_is_like_the_others_has_no_such_rule() -> None:
    site = forum()
    lesson = site.learn("/")
    pages = [lesson.sights[url] for url in lesson.pages]

    replies = learn_posts(pages)

    assert replies is not None
    assert with_opening(replies, pages) == replies


def test_without_replies_the_opening_post_is_all_there_is() -> None:
    pages = sights(article)

    rule = with_opening(None, pages)

    assert rule == learn_opening(pages, None)
    assert rule is not None
    assert [data["object"] for data in rule.all_data] == ["BoardPost"]


def turned(page: int) -> list[Sight]:
    """The pages of a long thread, each with the question above other answers."""
    return [
        Sight(
            page_of(
                f"http://ask.example/q/{page}" + (f"?page={further}" if further else ""),
                html(title(str(page)), question(page).replace(answers(page), answers(page + 20 * further))),
            )[0]
        )
        for further in range(4)
    ]


def test_what_stands_on_all_pages_of_one_thread_is_its_own() -> None:
    pages = [*turned(1), *turned(2), *turned(3), *sights(question, 6)[3:]]

    rule = learn_opening(pages, learn_posts(pages))

    assert rule is not None
    assert [text for sight in pages for text in read(rule, sight, rule.text)] == [
        body(page) for page in (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 5, 6)
    ]


def test_two_pages_do_not_tell() -> None:
    assert learn_opening(sights(article, 2), None) is None


def test_tags_are_no_authors() -> None:
    def tagged(page: int) -> str:
        tag = ("garden", "tools", "books")[page % 3]
        return re.sub(r"<a rel='author'.*?</a>", f"<a class='topic' href='/topic/{tag}'>{tag}</a>", article(page))

    assert learned(tagged).author == ""


def test_a_text_of_one_paragraph_on_the_pages_seen_may_have_several_elsewhere() -> None:
    def layout(page: int) -> str:
        second = f"<p>{body(page + 50)}</p>" if page > PAGES else ""
        return (
            f"<section id='said'><p>{body(page)}</p>{second}</section><section id='answers'>{answers(page)}</section>"
        )

    rule = learned(layout)

    longer = sights(layout, PAGES + 1)[-1]
    assert read(rule, longer, rule.text) == [f"{body(PAGES + 1)} {body(PAGES + 51)}"]


def beside_answers(page: int) -> str:
    """Who asked, and when, stands in a section before the text; both are in the element that holds the answers."""
    return (
        f"<div class='all'><h1>{title(str(page))}</h1><div class='info'><b>Asked</b> <a class='name' "
        f"href='/user/{asker(page)}'>{asker(page)}</a> <span class='menu'><a href='/mail/{page}'>Write</a></span> "
        f"<b>{page * 7} views</b> <b>{day(page * 9)}</b></div><div class='part'><div class='words'><p>{body(page)}</p>"
        f"</div></div><ul>{answers(page)}</ul></div>"
    )


def test_who_opened_a_thread_may_be_named_before_the_text_as_others_are() -> None:
    pages = sights(beside_answers)
    whole = with_opening(learn_posts(pages), pages)
    assert whole is not None
    assert whole.opening is not None

    for page, sight in enumerate(pages, 1):
        assert read(whole.opening, sight, whole.opening.author) == [asker(page)]
        assert read(whole.opening, sight, whole.opening.published) == [day(page * 9)]
