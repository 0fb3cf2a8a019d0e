"""Posts as old boards write them: stripes with names of their own, classes used twice, quotations, sidebars."""

from collections.abc import Callable

from lxml import etree
from tests.support.pages import page_of
from tests.unit.learn.posts.test_posts import POSTS, learned, moment, person, read, sights, text
from tests.unit.learn.small_sites import PEOPLE, day, html, prose, title

from thresher.learn import Sight
from thresher.learn.page_types.records import regions
from thresher.learn.posts.opening import learn_opening, with_opening
from thresher.learn.posts.own_text import OwnText
from thresher.learn.posts.posts import learn_posts
from thresher.pattern import parse


def all_read(layout: Callable[[int], str], count: int = 4) -> tuple[list[str], list[str], list[str]]:
    """What the rule that was learned finds on the second page: authors, dates, texts."""
    rule, sight = learned(layout, count), sights(layout, count)[1]
    return read(rule, sight, rule.author), read(rule, sight, rule.published), read(rule, sight, rule.text)


EXPECTED = (
    [person(2, n) for n in range(POSTS)],
    [moment(2, n) for n in range(POSTS)],
    [text(2, n) for n in range(POSTS)],
)


def striped(page: int) -> str:
    """Stripes have names of their own, and nothing names a post but what holds all of them."""
    return f"<div class='row'>Board</div><div class='row2'>{title(str(page))}</div><form id='allPosts'>" + "".join(
        f"<div class='{'row' if n % 2 else 'row2'}'><h4><a href='/user/{person(page, n)}'>{person(page, n)}</a></h4>"
        f"<div class='small'>{moment(page, n)}</div><div class='words'>{text(page, n)}</div></div><hr>"
        for n in range(POSTS)
    ) + "</form>"  # fmt: skip


def test_stripes_of_two_names_are_told_by_what_holds_them() -> None:
    assert learned(striped).each == "form[@id='allPosts']/div"
    assert all_read(striped) == EXPECTED


def twice_small(page: int) -> str:
    """The class of the date is that of the rank, too, which stands before it."""
    return "".join(
        f"<div class='post' id='p{page * 100 + n}'><div class='side'><a href='/user/{person(page, n)}'>"
        f"{person(page, n)}</a><div class='small'>Member since {n}</div></div><div class='main'><div><div><b>A walk</b>"
        f"<div class='small'>{moment(page, n)}</div></div></div><div class='words'>{text(page, n)}</div></div></div>"
        for n in range(POSTS)
    )


def test_the_second_of_a_class_is_told_by_what_it_stands_in() -> None:
    assert learned(twice_small).published == "div[@class~='main']//div[@class~='small']"
    assert all_read(twice_small) == EXPECTED


def numbered(page: int) -> str:
    """Only numbered ids name the parts of a post."""
    return "<div id='posts'>" + "".join(
        f"<div><table id='post{page * 100 + n}'><tr><td class='thead'>{moment(page, n)}</td></tr><tr><td>"
        f"<div id='menu_{page * 100 + n}'><a href='/user/{person(page, n)}'>{person(page, n)}</a></div></td><td>"
        f"<b>A walk</b><div id='message_{page * 100 + n}'>{text(page, n)}</div></td></tr></table></div>"
        for n in range(POSTS)
    ) + "</div>"  # fmt: skip


def test_parts_are_told_by_ids_with_a_number() -> None:
    assert learned(numbered).text == "div[contains(@id, 'message_')]"
    assert all_read(numbered) == EXPECTED


def quoting(page: int) -> str:
    """Each post quotes the one before as a whole, and says little."""
    return "<ol>" + "".join(
        f"<li class='post' id='p{page * 100 + n}'><a class='who' href='/u/{person(page, n)}'>{person(page, n)}</a> "
        f"<i class='when'>{moment(page, n)}</i> <a class='number' href='#p{n}'>Number {page * 100 + n} of all</a>"
        f"<blockquote class='words'><div class='box'><div>{text(page, n - 1)}</div></div>So it is {n}, {page}."
        f"</blockquote></li>"
        for n in range(POSTS)
    ) + "</ol>"  # fmt: skip


def test_quotations_do_not_count_against_the_texts_that_hold_them() -> None:
    assert learned(quoting).text == "blockquote[@class~='words']"


def test_what_is_quoted_was_said_once_and_what_comes_back_in_its_place_was_not_said() -> None:
    first, second = (
        etree.HTML(f"<body><p>{said}</p>{quoted}<i>a signature</i></body>")[0]
        for said, quoted in (("It rains.", ""), ("No, it snows.", "<div><p>It rains.</p></div>"))
    )
    own = OwnText([first, second])

    assert own.characters(first.find("p")) == len("It rains.")
    assert own.characters(second.find("div")) == 0
    assert own.characters(first.find("i")) == -len("a signature")


def side_by_side(page: int) -> str:
    """Author, date, paragraphs and a button stand beside each other in one box."""
    return "<ol class='talk'>" + "".join(
        f"<li class='comment' id='c{page * 100 + n}'><div class='comment-body'><div class='vcard'><cite>"
        f"{person(page, n)}</cite> says:</div><div class='meta'><a href='#c{n}'>{moment(page, n)}</a></div>"
        f"<p>{text(page, n)}</p><p>{prose(f'second {page} {n}')}</p><div class='reply'><a href='#r'>Reply</a></div>"
        f"</div></li>"
        for n in range(POSTS)
    ) + "</ol>"  # fmt: skip


def test_paragraphs_beside_author_and_date_are_read_whole() -> None:
    rule = learned(side_by_side)

    assert rule.text == "div[@class~='comment-body']"
    assert {"/div[@class~='vcard']", "/div[@class~='meta']", "/div[@class~='reply']"} <= set(rule.without)


def strangers(page: int) -> str:
    """Hardly anybody writes twice, and the topics are as varied as the names."""
    return "<ol>" + "".join(
        f"<li class='comment' id='c{page * 100 + n}'><b class='comment-author'>Guest{chr(97 + page)}{chr(97 + n)}</b> "
        f"<em class='topic'>{title(f'{page} {n}')[:30]}</em> <i>{moment(page, n)}</i><div class='say'>{text(page, n)}"
        f"</div></li>"
        for n in range(POSTS)
    ) + "</ol>"  # fmt: skip


def test_where_nobody_writes_twice_what_is_called_the_author_is_taken() -> None:
    assert learned(strangers).author == "b[@class~='comment-author']"


def with_sidebar(page: int) -> str:
    """Pages with a comment or two beside a long list of news that all pages have."""
    news = "".join(f"<li class='news'><a href='/n/{n}'>{title(str(n))}</a> {day(n)}</li>" for n in range(12))
    count = POSTS if page == 1 else 2
    posts = "".join(
        f"<div class='comment' id='c{page * 100 + n}'><a class='who' href='/u/{person(page, n)}'>{person(page, n)}</a>"
        f"<i>{moment(page, n)}</i><p>{prose(f'{page} {n}', 1)}</p></div>"
        for n in range(count)
    )
    return f"<div class='talk'>{posts}</div><ul class='side'>{news}</ul>"


def test_a_list_that_all_pages_have_holds_no_posts() -> None:
    rule = learned(with_sidebar)

    assert [len(parse(rule.each).select(one.page.tree)) for one in sights(with_sidebar)] == [POSTS, 2, 2, 2]


def indented(page: int) -> str:
    """Replies to replies stand further in."""

    def post(n: int) -> str:
        return (
            f"<div class='comment'><a class='who' href='/u/{person(page, n)}'>{person(page, n)}</a><i class='when'>"
            f"{moment(page, n)}</i><div class='say'>{text(page, n)}</div></div>"
        )

    inner = f"<div class='further'>{post(POSTS)}{post(POSTS + 1)}</div>"
    return f"<div class='talk'>{''.join(map(post, range(POSTS)))}{inner}</div>"


def test_replies_to_replies_are_posts() -> None:
    rule = learned(indented)

    assert [len(parse(rule.each).select(one.page.tree)) for one in sights(indented)] == [POSTS + 2] * 4


def unclosed(page: int) -> str:
    """A tag around each post is never closed, so that each stands in what is around the one before."""
    return "".join(
        f"<section class='outer'><div><div class='post' id='post_{page * 100 + n}'><div class='who'>{person(page, n)}"
        f"</div><div class='contents'><a href='#{n}'><time datetime='{moment(page, n)}'>then</time></a>"
        f"<p>{text(page, n)} <a href='/x'>See here</a></p><p>{prose(f'second {page} {n}')}</p></div></div>"
        for n in range(POSTS)
    )


def test_posts_that_stand_inside_each_others_boxes_are_read() -> None:
    rule = learned(unclosed)

    assert rule.each == "div[contains(@id, 'post_')]"
    assert (rule.author, rule.published) == ("div[@class~='who']", "div[@class~='contents']/a/time")
    assert (rule.text, rule.without) == ("div[@class~='contents']", ("/a",))


def inside_each_other(page: int) -> str:
    """The tag of a post itself is never closed: each post is in the one before."""
    return "".join(
        f"<div class='post'><div class='line'><a class='name' href='/user/{person(page, n)}'>{person(page, n)}</a>"
        f"<i class='when'>{moment(page, n)}</i></div><div class='body'>{text(page, n)}</div>"
        for n in range(12)
    )


def test_posts_inside_each_other_have_their_own_authors() -> None:
    rule, sight = learned(inside_each_other), sights(inside_each_other)[1]

    assert read(rule, sight, rule.author) == [person(2, n) for n in range(12)]
    assert read(rule, sight, rule.published) == [moment(2, n) for n in range(12)]
    assert read(rule, sight, rule.text) == [text(2, n) for n in range(12)]


def with_passages(page: int) -> str:
    """What is quoted, paragraphs, author and date, all beside each other; nobody quotes what was said here."""
    return "".join(
        f"<div class='post' id='p{page * 100 + n}'><a class='name' href='/user/{person(page, n)}'>{person(page, n)}</a>"
        f"<span class='when'>{moment(page, n)}</span><blockquote>{prose(f'quoted {page} {n}', 1)}</blockquote>"
        f"<p>{text(page, n)}</p><p>{prose(f'second {page} {n}')}</p></div>"
        for n in range(POSTS)
    )


def test_passages_beside_author_and_date_are_part_of_the_text() -> None:
    rule = learned(with_passages)

    assert (rule.text, rule.without) == ("xpath:.", ("/a[@class~='name']", "/span[@class~='when']"))


def test_bars_above_and_below_posts_are_no_records() -> None:
    bar = "<div class='bar'>Home</div>"
    posts = "".join(
        f"<div class='post' id='p{n}'>{f'<dl><dd>{n}</dd><dd>Rank</dd></dl>' * (n % 3)}"
        f"<p class='who'>{day(n)}</p>{f'<a href=/{n}>{n}</a>' * (n % 2)}<div>{prose(str(n), 1 + n % 4)}</div></div>"
        for n in range(8)
    )

    region = regions(etree.HTML(f"<body><div class='section'>{bar}{posts}{bar}</div></body>"))[0]

    assert [record.elements[0].get("class") for record in region.records] == ["post"] * 8


def opened(page: int, extra: str = "") -> str:
    """The post that replies answer has a box of another kind, and the same parts; it may say what others say."""

    def parts(number: int, said: str) -> str:
        return (
            f"<a class='who' href='/u/{person(page, number)}'>{person(page, number)}</a>"
            f"<time datetime='{moment(page, number)}'>then</time><div class='say'>{said}</div>"
        )

    replies = "".join(f"<li id='Comment_{page * 10 + n}'>{parts(n, text(page, n))}</li>" for n in range(1, POSTS))
    same = "Name: Age: Where from: Why here: What for: "
    return (
        f"<div class='first' id='Topic_{page}'><div><div class='inner'>{parts(0, same + extra)}</div></div></div>"
        f"<ul class='replies'>{replies}</ul>"
    )


def test_an_opening_post_made_like_replies_is_read_like_them() -> None:
    pages = sights(opened, 6)
    rule = with_opening(learn_posts(pages), pages)

    assert rule is not None
    assert rule.opening is not None
    assert rule.opening.each == "div[@class~='first']"
    assert [read(rule.opening, one, rule.opening.author) for one in pages] == [[person(n, 0)] for n in range(1, 7)]


def test_titles_are_no_opening_posts() -> None:
    def page(number: int) -> Sight:
        name = f"{title(str(number))} and {title(f'more {number}')} for all of us"
        posts = "".join(
            f"<li id='c{number * 100 + n}'><a href='/u/{PEOPLE[n]}'>{PEOPLE[n]}</a> <i>{day(number + n)}</i>"
            f"<div class='say'>{prose(f'{number} {n}')}</div></li>"
            for n in range(POSTS)
        )
        body = f"<div class='top'><span class='subject'>Topic: {name} (Read {number * 7} times)</span></div>"
        return Sight(page_of(f"http://forum.example/topic/{number}", html(name, f"{body}<ul>{posts}</ul>"))[0])

    pages = [page(number) for number in range(1, 7)]

    assert learn_opening(pages, learn_posts(pages)) is None


def edited(page: int) -> str:
    """Posts of two rows; the note of an edit has an element for its date, as the foot below it has."""
    rows = "".join(
        f"<tr id='post-{page}{n}'><td colspan='2' class='info'>#{n}</td></tr><tr class='msg'><td class='user'>"
        f"<a class='who' href='/user/{person(page, n)}'>{person(page, n)}</a></td><td><div class='body'>{text(page, n)}"
        f"</div>{edit_of(page, n) if n == 2 else ''}<p class='foot'><span class='when'>{clock(page, n)}</span></p></td>"
        f"</tr>"
        for n in range(POSTS)
    )
    return f"<table class='thread'>{rows}</table>"


def edit_of(page: int, number: int) -> str:
    return f"<p class='edit'>Edited by {person(page, number)}, {clock(page, number + 1)}</p>"


def clock(page: int, number: int) -> str:
    return f"<time datetime='{moment(page, number).replace(' ', 'T')}'>{moment(page, number)[:10]}</time>"


def test_the_date_of_an_edit_before_that_of_the_post_is_not_taken_for_it() -> None:
    assert all_read(edited)[1] == [date[:10] for date in EXPECTED[1]]
