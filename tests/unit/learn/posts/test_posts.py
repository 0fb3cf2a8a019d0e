"""How posts are read off pages of threads, found by comparing them with each other."""

import re
from collections.abc import Callable

import pytest
from lxml import etree
from tests.support.invented_forums import invent
from tests.support.invented_forums.reading import sight_at
from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, WORDS, day, forum, html, prose, title

from thresher.learn import Sight
from thresher.learn.posts.names import names_of
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.rule import SIGNATURES, PostRule
from thresher.pattern import parse

POSTS = 6


def person(page: int, number: int) -> str:
    return PEOPLE[(page * 2 + number * number) % len(PEOPLE)]


def text(page: int, number: int) -> str:
    return prose(f"{page} {number}", 2 + number % 3)


def moment(page: int, number: int) -> str:
    return day(page * 20 + number * 2)


def boxes(page: int) -> str:
    """Posts in boxes with classes."""
    return "<div class='posts'>" + "".join(
        f"<div class='post' id='p{page * 100 + n}'><div class='side'><a class='name' href='/user/{person(page, n)}'>"
        f"{person(page, n)}</a><span class='rank'>Member</span></div><div class='main'><div class='when'>"
        f"{moment(page, n)}</div><div class='body'>{text(page, n)}</div></div></div>"
        for n in range(POSTS)
    ) + "</div>"  # fmt: skip


def rows(page: int) -> str:
    """Posts in the rows of a table."""
    return "<table class='thread'>" + "".join(
        f"<tr class='entry'><td class='left'><b class='poster'>{person(page, n)}</b><br>Posts: {n * 31}</td>"
        f"<td class='right'><span class='date'>Posted: {moment(page, n)}</span><div class='message'>{text(page, n)}"
        f"</div></td></tr>"
        for n in range(POSTS)
    ) + "</table>"  # fmt: skip


def titled(page: int) -> str:
    """The date is told in words; in full it stands in an attribute."""
    return "<ol class='talk'>" + "".join(
        f"<li class='comment' id='c{page * 100 + n}'><a class='who' href='/~{person(page, n)}'>{person(page, n)}</a>"
        f"<span class='ago' title='{moment(page, n)}'>some time ago</span><div class='say'><p>{text(page, n)}</p></div>"
        f"</li>"
        for n in range(POSTS)
    ) + "</ol>"  # fmt: skip


def sights(layout: Callable[[int], str], count: int = 4) -> list[Sight]:
    return [
        Sight(page_of(f"http://forum.example/topic/{page}", html(title(str(page)), layout(page)))[0])
        for page in range(1, count + 1)
    ]


def learned(layout: Callable[[int], str], count: int = 4) -> PostRule:
    rule = learn_posts(sights(layout, count))
    assert rule is not None
    return rule


def string(node: etree._Element | str | None) -> str:
    if node is None:
        return ""
    return " ".join((node if isinstance(node, str) else " ".join(map(str, node.itertext()))).split())


def read(rule: PostRule, sight: Sight, field: str) -> list[str]:
    """What `field` of the rule finds in each of the posts."""
    found = []
    for record in parse(rule.each).select(sight.page.tree):
        assert not isinstance(record, str)
        found.append(string(parse(field).first(record)))
    return found


def timed(page: int) -> str:
    """Dates as machines read them."""
    return "<section>" + "".join(
        f"<article class='note'><header><a href='/u/{person(page, n)}'>{person(page, n)}</a> "
        f"<time datetime='{moment(page, n)}'>{n} days ago</time></header><div class='words'>{text(page, n)}</div>"
        f"</article>"
        for n in range(POSTS)
    ) + "</section>"  # fmt: skip


LAYOUTS = [boxes, rows, titled]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_post_of_a_page_is_found_once(layout: Callable[[int], str]) -> None:
    rule = learned(layout)

    for sight in sights(layout):
        assert len(parse(rule.each).select(sight.page.tree)) == POSTS


@pytest.mark.parametrize("layout", LAYOUTS)
def test_text_author_and_date_are_told_apart(layout: Callable[[int], str]) -> None:
    rule = learned(layout)
    page = 3
    sight = sights(layout)[page - 1]

    assert read(rule, sight, rule.text) == [text(page, n) for n in range(POSTS)]
    assert read(rule, sight, rule.author) == [person(page, n) for n in range(POSTS)]
    assert [found.removeprefix("Posted: ") for found in read(rule, sight, rule.published)] == [
        moment(page, n) for n in range(POSTS)
    ]


def test_what_was_learned_fits_pages_that_were_not_seen() -> None:
    rule = learned(boxes)
    page = 9
    fresh = Sight(page_of(f"http://forum.example/topic/{page}", html("Fresh", boxes(page)))[0])

    assert read(rule, fresh, rule.text) == [text(page, n) for n in range(POSTS)]
    assert read(rule, fresh, rule.author) == [person(page, n) for n in range(POSTS)]


def test_authors_that_are_links_have_an_address() -> None:
    rule = learned(boxes)
    found = parse(f"{rule.each}//{rule.author_url}").select(sights(boxes)[0].page.tree)

    assert list(found) == [f"/user/{person(1, n)}" for n in range(POSTS)]


def rated(page: int) -> str:
    """Names have the points of those who bear them behind them, in the same link."""
    return re.sub(
        r"(<a class='name'[^>]*>)(\w+)", lambda found: f"{found[1]}{found[2]} ({len(found[2]) * 7})", boxes(page)
    )


def test_what_others_think_of_somebody_is_not_part_of_the_name() -> None:
    rule = learned(rated)
    found = parse(f"{rule.each}//{rule.author}").select(sights(rated)[0].page.tree)

    names = [re.search(rule.author_match, " ".join(one.itertext())) for one in found]
    assert [name and name[1] for name in names] == [person(1, n) for n in range(POSTS)]
    assert (guest := re.search(rule.author_match, "A guest"))
    assert guest[1] == "A guest"
    assert learned(boxes).author_match == ""


def test_authors_that_are_no_links_have_none() -> None:
    assert learned(rows).author_url == ""


def with_places(page: int) -> str:
    """Members come from more places than there are members; only their addresses say who is who."""
    found = boxes(page)
    for n in range(POSTS):
        place = f"<span class='from'>Near {WORDS[(page * POSTS + n) % 11]}</span>"
        found = found.replace(f"<div class='when'>{moment(page, n)}", f"{place}<div class='when'>{moment(page, n)}")
    return found


def test_authors_whose_addresses_carry_a_session_have_an_address() -> None:
    """Each page has a session of its own, so that no address of a person comes back."""

    def with_session(page: int) -> str:
        return re.sub(
            r"href='/user/(\w+)'", rf"href='/user.php?name=\1&amp;sid=f00dcafe0123456{page}'", with_places(page)
        )

    pages = [Sight(sight.page, frozenset({"sid"})) for sight in sights(with_session)]

    rule = learn_posts(pages)

    assert rule is not None
    assert rule.author_url == learned(with_places).author_url != ""
    assert read(rule, pages[2], rule.author) == [person(3, n) for n in range(POSTS)]


MONTHS = ("January", "February", "March")


def dated_twice(page: int) -> str:
    """Once for telephones, beside the name, and once in few words with a bar of buttons."""
    return "<div class='posts'>" + "".join(
        f"<div class='post' id='p{page * 100 + n}'><div class='small'><h3>{person(page, n)}</h3>"
        f"<time>{moment(page, n)}</time></div><div class='meta'><b>Report Share</b> {MONTHS[n // 2]} {page}, 2021</div>"
        f"<div class='body'>{text(page, n)}</div></div>"
        for n in range(POSTS)
    ) + "</div>"  # fmt: skip


def test_a_line_with_a_date_names_nobody() -> None:
    rule = learned(dated_twice)

    assert read(rule, sights(dated_twice)[2], rule.author) == [person(3, n) for n in range(POSTS)]


def test_a_date_in_a_title_is_read_from_there() -> None:
    assert learned(titled).published == "span[@class~='ago']/@title"


def test_a_date_for_machines_is_in_its_element() -> None:
    rule = learned(timed)

    assert rule.published == "time"
    assert read(rule, sights(timed)[0], rule.text) == [text(1, n) for n in range(POSTS)]


def nameless(page: int) -> str:
    """Rows that nothing but their tag speaks of."""
    return "<table>" + "".join(
        f"<tr><td><b>{person(page, n)}</b></td><td><i>{moment(page, n)}</i><p>{text(page, n)}</p></td></tr>"
        for n in range(POSTS)
    ) + "</table>"  # fmt: skip


def split(page: int) -> str:
    """A post is two rows: no element holds all of it."""
    return "<table class='thread'>" + "".join(
        f"<tr class='top'><td><b>{person(page, n)}</b></td><td><i>{moment(page, n)}</i></td></tr>"
        f"<tr class='low'><td>Rank {n}</td><td><div class='message'>{text(page, n)}</div></td></tr>"
        for n in range(POSTS)
    ) + "</table>"  # fmt: skip


def without_text_box(page: int) -> str:
    """The text has no element of its own."""
    return "".join(
        f"<div class='msg' id='m{page * 50 + n}'><b>{person(page, n)}</b> <i>{moment(page, n)}</i><br>{text(page, n)}"
        "</div>"
        for n in range(POSTS)
    )  # fmt: skip


def test_a_text_may_stand_bare_in_its_post() -> None:
    rule = learned(without_text_box)

    assert (rule.text, rule.author, rule.published) == ("xpath:.", "b", "i")
    assert {"b", "i"} <= set(rule.without)


def test_no_rule_is_better_than_a_wrong_one() -> None:
    assert learn_posts(sights(nameless)) is None


def bare(page: int) -> str:
    """The same without any class: the first row has more cells."""
    return "<table class='thread'><tr><th colspan='3'>Messages</th></tr>" + "".join(
        f"<tr><th>#{page * 50 + n}</th><th>{person(page, n)}</th><th>{moment(page, n)}</th></tr>"
        f"<tr><td colspan='3'>{text(page, n)}</td></tr>"
        for n in range(POSTS)
    ) + "</table>"  # fmt: skip


def columns(page: int) -> str:
    """The cells of the first row have the same class, and the text stands in a box behind it."""
    return "<h4>Messages</h4>" + "".join(
        f"<div class='line wide'><div class='cell'><a href='/n{page * 50 + n}'>n{page * 50 + n}</a></div>"
        f"<div class='cell'>{person(page, n)}</div><div class='cell'>{moment(page, n)}</div></div>"
        f"<div><pre class='say'>{text(page, n)}</pre></div>"
        for n in range(POSTS)
    )  # fmt: skip


@pytest.mark.parametrize("layout", [split, bare, columns])
def test_posts_of_several_rows_are_read_from_their_first(layout: Callable[[int], str]) -> None:
    rule = learned(layout)

    assert read(rule, sights(layout)[1], rule.text) == [text(2, n) for n in range(POSTS)]
    assert read(rule, sights(layout)[1], rule.author) == [person(2, n) for n in range(POSTS)]
    assert read(rule, sights(layout)[1], rule.published) == [moment(2, n) for n in range(POSTS)]


def test_head_and_foot_that_are_called_alike_do_not_hide_the_text_between_them() -> None:
    """Names say how something looks: those of head and foot begin alike, that of the text does not."""
    forum = invent(3007, is_noisy=True)
    assert forum.traits.naming == "utility"

    rule = learn_posts([sight_at(forum, url) for url in sorted(forum.wanted)[:12]])

    assert rule is not None
    assert rule.each == "div[contains(@id, 'post-')]"
    assert rule.text.startswith("div[@class")


def test_one_page_is_enough_where_it_has_several_posts() -> None:
    rule = learned(boxes, 1)

    assert rule.each == "div[@class~='post']"
    assert rule.text == "div[@class~='body']"


def with_signatures(page: int) -> str:
    """People put the same lines below all they write."""
    found = boxes(page)
    for n in range(POSTS):
        motto = f"<div class='motto'>{prose(f'motto of {person(page, n)}', 1)}</div>"
        found = found.replace(text(page, n), text(page, n) + motto)
    return found


def test_what_comes_back_word_by_word_is_not_part_of_the_text() -> None:
    rule = learned(with_signatures)

    assert rule.without == ("div[@class~='motto']",)
    assert read(rule, sights(with_signatures)[0], rule.text)[0].startswith(text(1, 0))


def test_what_differs_is_part_of_the_text() -> None:
    def with_paragraphs(page: int) -> str:
        found = boxes(page)
        for n in range(POSTS):
            found = found.replace(text(page, n), f"<p class='words'>{text(page, n)}</p>")
        return found

    assert learned(with_paragraphs).without == ()


def test_the_title_of_the_thread_in_each_post_is_no_author() -> None:
    """There are more titles than people, and each has an address of its own, too."""

    def with_titles(page: int) -> str:
        found = boxes(page)
        for other in PEOPLE[2:]:
            found = found.replace(other, PEOPLE[len(other) % 2])
        subject = f"<div class='re'><a class='subject' href='/topic/{page}'>{title(str(page))}</a></div>"
        return found.replace("<div class='when'>", f"{subject}<div class='when'>")

    rule = learned(with_titles, 8)

    assert set(read(rule, sights(with_titles)[1], rule.author)) == set(PEOPLE[:2])


def test_a_rule_is_data_of_a_knowledge_file() -> None:
    data = learned(with_signatures).as_data()

    assert data["object"] == "BoardPost"
    assert data["each"] == ["div[@class~='post']"]
    assert data["fields"].keys() == {"key", "author", "author_url", "published", "text"}
    assert data["without"] == ["div[@class~='motto']", *SIGNATURES]
    assert data["fields"].pop("author") == ["a[@class~='name']", "*[@class~='name']"]
    for pattern in [*data["each"], *data["fields"].values(), *data["without"], *data["quotes"]]:
        assert parse(pattern) is not None


def test_fields_that_were_not_found_are_not_in_the_data() -> None:
    assert PostRule("div", "p").as_data()["fields"] == {"key": "/@id", "text": "p"}


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<p>Nothing here.</p>",
        f"<p>{prose('an article', 9)}</p>",
        "<form><input type='password'></form>",
        "<table>" + "".join(f"<tr><td><a href='/t{n}'>{title(str(n))}</a></td></tr>" for n in range(9)) + "</table>",
    ],
)
def test_pages_without_posts_have_no_rule(body: str) -> None:
    page, _ = page_of("http://forum.example/a", html("A page", body, menu=""))

    assert learn_posts([Sight(page), Sight(page)]) is None


def test_no_pages_have_no_rule() -> None:
    assert learn_posts([]) is None


def test_pages_without_posts_among_others_do_no_harm() -> None:
    empty = Sight(page_of("http://forum.example/a", html("A page", "<p>Nothing</p>"))[0])

    assert learn_posts([empty, *sights(boxes), empty]) == learned(boxes)


def seen_twice() -> list[Sight]:
    """Each page under the address that its board has for it, too."""
    pages = [
        [page_of(f"http://forum.example/topic.php?{query}", html(title(str(n)), boxes(n)))[0] for query in both]
        for n in range(1, 4)
        for both in [(f"t={n}", f"b=2&t={n}")]
    ]
    return [Sight(page) for both in pages for page in both]


@pytest.mark.parametrize("count", [2, 4, 6])
def test_pages_seen_under_two_addresses_are_learned_from_once(count: int) -> None:
    assert learn_posts(seen_twice()[:count]) == learned(boxes, count // 2)


def test_of_two_addresses_of_a_page_either_may_come_first() -> None:
    assert learn_posts(seen_twice()[::-1]) == learned(boxes, 3)


def test_names_speak_of_classes_before_places_and_tags() -> None:
    root = etree.fromstring("<div class='post'><p><b class='name x1' itemprop='author'>anna</b></p></div>")

    assert names_of(root[0][0]) == [
        "b[@class~='name']",
        "b[@itemprop='author']",
        "b[@class='name x1']",
        "div[@class~='post']/p/b",
        "b",
    ]
    assert names_of(root[0][0], root) == ["b[@class~='name']", "b[@itemprop='author']", "b[@class='name x1']", "b"]


def test_odd_classes_are_not_written_into_patterns() -> None:
    root = etree.fromstring('<div><b class="it\'s [odd] ok">anna</b></div>')

    for name in names_of(root[0]):
        assert parse(name) is not None
    assert "b[@class~='ok']" in names_of(root[0])


def test_posts_of_a_forum_are_read_from_its_sampled_threads() -> None:
    site = forum()
    lesson = site.learn("/")

    rule = learn_posts([lesson.sights[url] for url in lesson.pages])

    assert rule is not None
    assert rule.each == "div[@class~='post']"
    assert rule.text == "div[@class~='body']"
    assert rule.published == "div[@class~='when']"
    assert read(rule, site.sight("/topic/413"), rule.author) == [
        string(link) for link in parse("a[@class~='name']").select(site.sight("/topic/413").page.tree)
    ]


def opened(page: int) -> str:
    """The opening post has no class and number of a reply, and only its link has the date in full."""
    head = "Added by <a class='user' href='/users/{0}'>{0}</a> <a title='{1}' href='/day/{2}'>long</a> ago"
    first = head.format(person(page, 9), moment(page, 0), page)
    replies = "".join(
        f"<div class='message reply' id='m-{page * 100 + n}'><h4><a href='#m-{n}'>RE: {title(str(page))}</a> "
        f"{head.format(person(page, n), moment(page, n), n)}</h4><div class='wiki'><p>{text(page, n)}</p></div></div>"
        for n in range(1, POSTS)
    )
    return (
        f"<div class='message'><p>{first}</p><div class='wiki'><p>{text(page, 0)}</p></div></div><div>{replies}</div>"
    )


def test_the_opening_post_is_read_like_the_replies() -> None:
    rule = learned(opened)

    assert rule.each == "div[@class~='message']"
    for sight in sights(opened):
        assert len(read(rule, sight, rule.text)) == POSTS
        assert all(read(rule, sight, rule.author))
        assert all(re.search(r"\d{4}", date) for date in read(rule, sight, rule.published))


def test_a_box_that_is_no_post_is_not_taken_for_the_opening_one() -> None:
    def boxed(page: int) -> str:
        return f"<div class='message'><p>Please log in to answer.</p></div>{opened(page).partition('<div>')[2]}"

    assert learned(boxed).each != "div[@class~='message']"


def test_numbers_of_posts_are_no_authors() -> None:
    def numbered(page: int) -> str:
        return "".join(
            f"<div class='entry' id='c{page}-{n}'><h4><b class='number'><a href='#c{n}'>remark {n}</a></b> by "
            f"<i class='who'>{person(page, n)}</i> <u class='when'>{moment(page, n)}</u></h4>"
            f"<p>{text(page, n)}</p></div>"
            for n in range(POSTS)
        )

    assert read(learned(numbered), sights(numbered)[2], learned(numbered).author) == [
        person(3, n) for n in range(POSTS)
    ]


def test_what_has_a_name_is_told_by_it_and_not_by_its_place() -> None:
    def tabled(page: int) -> str:
        return "".join(
            f"<table class='entry'><tr><td><b class='who'>{person(page, n)}</b></td>"
            f"<td><i>{moment(page, n)}</i></td></tr>"
            f"<tr><td></td><td><div class='said'>{text(page, n)}</div></td></tr></table>"
            for n in range(POSTS)
        )

    assert learned(tabled).author == "b[@class~='who']"


def undated(page: int) -> str:
    return "".join(
        f"<div class='reply'><div class='say'>{text(page, n)} {text(page, n + 9)}</div>"
        f"<a class='who' href='/user/{person(page, n)}'>{person(page, n)}</a></div>"
        for n in range(POSTS)
    )


def test_posts_without_dates_are_told_by_the_people_who_write_them() -> None:
    rule = learned(undated)

    assert read(rule, sights(undated)[1], rule.author) == [person(2, n) for n in range(POSTS)]
    assert rule.published == ""


def test_posts_without_dates_and_links_are_told_by_what_names_are_called() -> None:
    def unlinked(page: int) -> str:
        return re.sub(r"<a class='who' href='[^']*'>(.*?)</a>", r"<h3 class='PostUser-name'>\1</h3>", undated(page))

    rule = learned(unlinked)

    assert read(rule, sights(unlinked)[1], rule.author) == [person(2, n) for n in range(POSTS)]
    assert read(rule, sights(unlinked)[1], rule.text) == [f"{text(2, n)} {text(2, n + 9)}" for n in range(POSTS)]


def test_labels_that_come_back_are_nobody() -> None:
    def sold(page: int) -> str:
        return re.sub(r"<a class='who'.*?</a>", "<b class='state'>In stock</b>", undated(page), count=2).replace(
            "class='who'", "class='state'"
        )

    assert learn_posts(sights(lambda page: re.sub(r"</?a\b[^>]*>", "", sold(page)))) is None


def test_a_list_of_texts_that_nobody_wrote_has_no_rule() -> None:
    def listed(page: int) -> str:
        return re.sub(r"<a class='who'.*?</a>", "<a class='more' href='/x'>Read on</a>", undated(page))

    assert learn_posts(sights(listed)) is None


def edited(page: int) -> str:
    """The line with the date goes on where a post was changed later."""
    return "<div class='posts'>" + "".join(
        f"<div class='post'><a class='name' href='/user/{person(page, n)}'>{person(page, n)}</a><div class='main'>"
        f"<span class='when'>{moment(page, n)}"
        + (f" (This post was last modified: {moment(page, n + 4)} by {person(page, n)}, who was not content "
           f"with the second paragraph of it.)" if page == 1 and n == 2 else "")
        + f"</span><div class='body'>{text(page, n)}</div></div></div>"
        for n in range(POSTS)
    ) + "</div>"  # fmt: skip


def test_a_few_lines_with_a_date_may_go_on() -> None:
    rule = learned(edited)

    assert rule.published == "span[@class~='when']"
    assert rule.text == "div[@class~='body']"


def paragraphs(page: int) -> str:
    """Texts of one or several paragraphs in a box with a signature and, here and there, a line about an edit."""
    return "<div class='posts'>" + "".join(
        f"<div class='post'><a class='name' href='/user/{person(page, n)}'>{person(page, n)}</a> <i class='when'>"
        f"{moment(page, n)}</i><div class='entry'>"
        + "".join(f"<p>{prose(f'{page} {n} {part}')}</p>" for part in range(1 + n % 3))
        + (f"<p class='edit'>Last edited by {person(page, n)} ({moment(page, n + 4)})</p>" if n % 3 == 1 else "")
        + f"<div class='motto'>{PEOPLE[n % 2]} says so.</div></div></div>"
        for n in range(POSTS)
    ) + "</div>"  # fmt: skip


def test_a_text_of_several_paragraphs_is_all_of_them_and_nothing_about_it() -> None:
    rule = learned(paragraphs)

    assert rule.text == "div[@class~='entry']"
    assert set(rule.without) == {"p[@class~='edit']", "div[@class~='motto']"}


def quoting(page: int) -> str:
    """Old boards close the element of the text before a quotation and open it again behind."""
    return "<table class='talk'>" + "".join(
        f"<tr><td><b class='name'>{person(page, n)}</b></td><td><i class='when'>{moment(page, n)}</i><div>"
        + (f"<span class='body'></span><blockquote>{prose(f'told {page} {n}')}</blockquote>" if n % 3 == 1 else "")
        + f"<span class='body'>{text(page, n)}</span></div></td></tr>"
        for n in range(POSTS)
    ) + "</table>"  # fmt: skip


def test_a_text_around_a_quotation_is_what_holds_its_parts() -> None:
    rule = learned(quoting)

    whole = f"{prose('told 5 1')} {text(5, 1)}"
    assert read(rule, sights(quoting, 5)[-1], rule.text)[1] == whole


def two_rows(page: int) -> str:
    """Rows that nothing but what their cells hold tells apart."""
    return "<table class='lines'>" + "".join(
        f"<tr><td class='row{n % 2}'><span class='name'><b>{person(page, n)}</b></span></td><td class='row{n % 2}'>"
        f"<i class='when'>{moment(page, n)}</i><div class='body'>{text(page, n)}</div></td></tr>"
        f"<tr><td class='row{n % 2}'><span class='nav'>Up</span></td><td class='row{n % 2}'><u>Profile</u></td></tr>"
        for n in range(POSTS)
    ) + "</table>"  # fmt: skip


def test_rows_may_be_told_apart_by_what_their_cells_hold() -> None:
    rule = learned(two_rows)

    sight = sights(two_rows, 5)[-1]
    assert read(rule, sight, rule.text) == [text(5, n) for n in range(POSTS)]
    assert read(rule, sight, rule.author) == [person(5, n) for n in range(POSTS)]


def american(page: int) -> str:
    return boxes(page).replace(moment(page, 0), "03-04-2021 08:00").replace(moment(page, 1), "03-25-2021 08:00")


@pytest.mark.parametrize(("layout", "order"), [(boxes, ""), (american, "mdy")])
def test_what_dates_of_all_pages_prove_holds_for_those_that_prove_nothing(
    layout: Callable[[int], str], order: str
) -> None:
    assert learned(layout).date_order == order


def titled_with_motto(page: int) -> str:
    """A motto is called like the text, and a title stands beside both."""
    return "<div class='posts'>" + "".join(
        f"<div class='post'><a class='name' href='/user/{person(page, n)}'>{person(page, n)}</a> <i class='when'>"
        f"{moment(page, n)}</i><div class='right'><h3>Re: it</h3><div class='said'>{text(page, n)}</div>"
        + (f"<div class='said motto'>{prose(f'motto {person(page, n)}', 1)}</div>" if n % 2 else "")
        + "</div></div>"
        for n in range(POSTS)
    ) + "</div>"  # fmt: skip


def test_what_stands_beside_all_texts_is_no_part_of_them() -> None:
    assert learned(titled_with_motto).text == "div[@class~='said']"


def placed(page: int) -> str:
    """Columns of a grid, whose classes say how wide they are; in the first, another box is the second of its kind."""
    return "<div class='container'>" + "".join(
        f"<div class='row'><div class='span3'><div class='thumbnail'><img src='/a.png'></div><div><p>{person(page, n)}"
        f"</p></div></div><div class='span7'><div><p>{text(page, n)}</p></div></div><div class='span2'><p>"
        f"<a href='#{n}'>#{n}</a></p><p>{moment(page, n)}</p></div></div><hr>"
        for n in range(POSTS)
    ) + "<div class='row'><div class='span12'><p><a href='/new'>Write</a></p></div></div></div>"  # fmt: skip


def test_a_column_is_told_by_its_place_in_the_post_and_not_by_that_of_a_box_in_another() -> None:
    rule = learned(placed)
    page = 3
    sight = sights(placed)[page - 1]

    assert read(rule, sight, rule.text)[:POSTS] == [text(page, n) for n in range(POSTS)]
    assert read(rule, sight, rule.author)[:POSTS] == [person(page, n) for n in range(POSTS)]


def with_copies_to_edit(page: int) -> str:
    """Each post has what it says in a field, too, for whoever edits it."""
    return "".join(
        f"<div class='post' id='p{page * 100 + n}'><a class='name' href='/user/{person(page, n)}'>{person(page, n)}</a>"
        f"<i class='when'>{moment(page, n)}</i><div class='body'><p>{text(page, n)}</p></div>"
        f"<textarea id='save_{page * 100 + n}'>{text(page, n)}</textarea></div>"
        for n in range(POSTS)
    )


def test_a_field_to_write_in_is_no_text() -> None:
    rule = learned(with_copies_to_edit, 4)

    assert "textarea" not in rule.text
    for page, sight in enumerate(sights(with_copies_to_edit, 4), start=1):
        assert read(rule, sight, rule.text) == [text(page, n) for n in range(POSTS)]


def in_one_article(page: int) -> str:
    """The whole thread is an article, as its replies are; guests have no link, and one of them may come first."""

    def who(n: int) -> str:
        name = person(page, n)
        return "<span>a guest</span>" if n == 0 and page < 3 else f"<a class='name' href='/user/{name}'>{name}</a>"

    replies = "".join(
        f"<article id='c_{page * 100 + n}'>{who(n)} <i class='when'>{moment(page, n)}</i>"
        f"<div class='body'>{text(page, n)}</div></article>"
        for n in range(POSTS)
    )
    opener = f"<a class='name' href='/user/{person(page, 9)}'>{person(page, 9)}</a>"
    return f"<article id='all'><h2>{title(str(page))}</h2>{opener}<section>{replies}</section></article>"


def test_what_is_around_all_posts_is_none_of_them() -> None:
    assert learned(in_one_article, 9).each == "article[contains(@id, 'c_')]"
