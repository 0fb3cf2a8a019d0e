"""What stands in and around posts and was not said in them: lines about edits, names of guests, titles, two clocks."""

import re
from collections.abc import Callable

import pytest
from tests.support.pages import page_of
from tests.unit.learn.small_sites import PEOPLE, day, prose, sentence, title

from thresher.learn import Sight
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.rule import PostRule
from thresher.pattern import parse

MONTHS = ("January", "March", "June", "August", "October")


def rule_of(post: Callable[[int, int], str], threads: int = 3, count: int = 8) -> PostRule:
    """What is learned from pages of posts, each made of the numbers of its thread and itself."""
    pages = [
        page_of(
            f"http://mill.example/topic/{thread}",
            f"<html><head><title>{title(str(thread))} - The mill</title></head><body><h1>{title(str(thread))}</h1>"
            f"{''.join(post(thread, n) for n in range(count))}</body></html>",
        )[0]
        for thread in range(threads)
    ]
    rule = learn_posts([Sight(page) for page in pages])
    assert rule is not None
    return rule


def name_of(thread: int, n: int) -> str:
    return PEOPLE[(thread * 3 + n * 5) % 7]


def box(thread: int, n: int, body: str, who: str = "", above: str = "") -> str:
    name = name_of(thread, n)
    writer = who or f"<a class='name' href='/user/{name}'>{name}</a>"
    return (
        f"<div class='post' id='p{thread * 100 + n}'><div class='who'>{writer}</div><div class='when'>"
        f"{day(thread * 9 + n * 2)}</div><div class='row'>{above}<div class='body'>{body}</div></div></div>"
    )


def words(thread: int, n: int) -> str:
    return f"<p>{prose(f'{thread} {n}', 2 + n % 3)}</p>"


@pytest.mark.parametrize("tag", ["span", "i"])
def test_a_line_about_an_edit_may_have_the_date_before_the_name(tag: str) -> None:
    def post(thread: int, n: int) -> str:
        note = f"<{tag} class='light'>Edited {MONTHS[n % 5]} {n + 2}, 2012 by {name_of(thread, n)}</{tag}>"
        return box(thread, n, words(thread, n) + (note if n % 2 else ""))

    assert f"{tag}[@class~='light']" in rule_of(post).without


def test_the_number_of_a_post_below_its_text_is_none_of_it() -> None:
    def post(thread: int, n: int) -> str:
        edited = f"Edited {day(n)} by {name_of(thread, n)} - " if n == 3 else ""
        return box(thread, n, f"{words(thread, n)}<div class='foot'>{edited}#{n + 1 + thread * 8}</div>")

    assert "div[@class~='foot']" in rule_of(post).without


def test_what_people_say_of_today_is_no_line_about_a_post() -> None:
    def post(thread: int, n: int) -> str:
        told = f"<br>Today we went to the {sentence(f'{thread} {n}', 3)}" if n % 2 else ""
        return box(thread, n, f"{prose(f'{thread} {n}', 2 + n % 3)}{told}")

    assert not rule_of(post).until


def test_two_lines_about_edits_are_enough_if_they_say_who_did_it_and_when() -> None:
    def post(thread: int, n: int) -> str:
        said = {3: "This post was changed", 6: "This topic was changed"}.get(n, "")
        note = f"<ul class='log'><li class='change'>{said} {n} months, 4 days ago by {name_of(thread, n)}.</li></ul>"
        return box(thread, n, words(thread, n) + (note if said and thread == 1 else ""))

    assert {"ul[@class~='log']", "li[@class~='change']"} <= set(rule_of(post).without)


def test_two_words_that_begin_alike_are_no_lines_about_posts() -> None:
    def post(thread: int, n: int) -> str:
        aside = f"<span class='aside'>This took me {n} days, says my neighbour.</span>"
        return box(thread, n, words(thread, n) + (aside if thread == 1 and n in (3, 6) else ""))

    assert "span[@class~='aside']" not in rule_of(post).without


def test_a_line_about_an_edit_may_stand_bare_at_the_end() -> None:
    def post(thread: int, n: int) -> str:
        note = f"<br><br>Edited {n} time(s). Last edit at 03/1{n}/2010 12:56PM by {name_of(thread, n)}."
        return box(thread, n, prose(f"{thread} {n}", 3) + (note if n % 2 else "<br>So much for that."))

    assert rule_of(post).as_data()["until"] == r"_{10,}|Edited\s+[0-9]+\b.{0,150}"


def test_prose_that_begins_alike_is_no_line_about_the_post() -> None:
    rule = rule_of(lambda thread, n: box(thread, n, f"{prose(f'{thread} {n}', 3)}<br>See also page {n} of the manual."))

    assert rule.until == ""


def test_guests_are_named_where_others_have_a_link_and_a_button() -> None:
    def post(thread: int, n: int) -> str:
        name = name_of(thread, n)
        who = f"<a href='/user/{name}'>{name}</a> <small>[ <a href='/pm/{name}'>PM</a> ]</small>"
        return box(thread, n, words(thread, n), "a visitor" if n == 5 and thread else who)

    rule = rule_of(post)

    assert rule.author == "div[@class~='who']/a"
    assert (rule.author_else, rule.else_match) == ("div[@class~='who']", r"^(.*?)(?:\s*\[\ PM\ \])?$")


def test_a_date_is_no_name_of_a_guest() -> None:
    def post(thread: int, n: int) -> str:
        name = name_of(thread, n)
        link = f"<a href='/user/{name}'>{name}</a>"
        who = "<strong>a visitor</strong>" if n == 5 and thread else link
        when = f"<span><a href='#p{n}'>{day(thread * 9 + n * 2)}</a></span>"
        return (
            f"<div class='post' id='p{thread}{n}'><h3 class='head'><span>{who}</span>{when}</h3><ul class='ident'>"
            f"<li class='name'>{who}</li><li>Member</li></ul><div class='body'>{words(thread, n)}</div></div>"
        )

    assert rule_of(post).author_else in ("li[@class~='name']", "h3[@class~='head']/span")


def test_the_title_above_an_opening_post_is_no_part_of_its_text() -> None:
    def post(thread: int, n: int) -> str:
        above = f"<h2 class='title'>{title(str(thread))}</h2>" if n == 0 else ""
        return box(thread, n, words(thread, n), above=above)

    assert rule_of(post, threads=6, count=3).text == "div[@class~='body']"


def test_a_date_may_stand_behind_a_title_in_one_element() -> None:
    def post(thread: int, n: int) -> str:
        name = name_of(thread, n)
        head = (
            f"<table><tr><td><div class='who'><a href='/user/{name}'>{name}</a> <small>[PM]</small></div><small><b>"
            f"<a href='#p{n}'>Re: {title(f'{thread} long') * 4}</a></b><br>{day(thread * 9 + n * 2)}</small></td>"
            f"<td class='info'>Registered: {5 + len(name)} years ago</td></tr></table>"
        )
        return f"<div class='message' id='m{thread}{n}'>{head}<div class='body'>{words(thread, n)}</div></div>"

    assert rule_of(post).published == "td/small/text()"


def test_a_long_title_may_stand_bare_before_the_date_in_the_second_element_of_its_class() -> None:
    def post(thread: int, n: int) -> str:
        name = name_of(thread, n)
        line = f"<img>Subject: {title(f'{thread} long') * 4}<img>{day(thread * 9 + n * 2)}"
        return (
            f"<table class='post' id='p{thread}{n}'><tr><td><b class='name'><a href='/user/{name}'>{name}</a></b>"
            f"<span class='small about'>Member<br>Joined: {day(len(name))[:10]}</span></td><td><table><tr><td>"
            f"<span class='small'>{line}</span></td></tr><tr><td><div class='body'>{words(thread, n)}</div></td></tr>"
            "</table></td></tr></table>"
        )

    assert rule_of(post).published == "xpath:tr[1]/td[2]/table[1]/tr[1]/td[1]/span[1]/text()[last()]"


def test_what_an_earlier_post_said_is_quoted_whatever_it_is_called() -> None:
    def post(thread: int, n: int) -> str:
        earlier = (
            f"<table><tr><td class='inset'><div>Originally Posted by {name_of(thread, n - 1)}</div>"
            f"<div>{prose(f'{thread} {n - 1}', 2 + (n - 1) % 3)}</div></td></tr></table>"
        )
        return box(thread, n, (earlier if n % 3 == 2 else "") + words(thread, n))

    rule = rule_of(post)

    assert "td[@class~='inset']" in rule.quotes
    assert "td[@class~='inset']/div[1]" in rule.quote_heads


def test_a_date_in_the_head_of_a_quotation_does_not_make_it_long() -> None:
    def post(thread: int, n: int) -> str:
        head = f"<p class='citation'>{name_of(thread, n - 1)}, on 1{n} Sep 2010 - 08:18 AM, said:</p>"
        quote = f"{head}<div class='quote'>{prose(f'{thread} {n - 1}', 2 + (n - 1) % 3)}</div>"
        return box(thread, n, (quote if n % 3 == 2 else "") + words(thread, n))

    assert "p[@class~='citation']" in rule_of(post).quote_heads


def test_comments_in_the_markup_before_a_quotation_do_no_harm() -> None:
    def post(thread: int, n: int) -> str:
        said = prose(f"{thread} {n - 1} once", 2)
        quote = f"<!-- a --><div class='quote'><!-- b --><b>{name_of(thread, n - 1)} wrote:</b><i>{said}</i></div>"
        return box(thread, n, (quote if n % 3 == 2 else "") + words(thread, n))

    assert "div[@class~='quote']/b[1]" in rule_of(post).quote_heads


@pytest.mark.parametrize("head", ["<b>{} wrote</b> on 1{} Sep 2010:<br>", "Quoting {}, who said on 1{} Sep 2010<br>"])
@pytest.mark.parametrize("is_within", [False, True])
def test_a_bare_line_before_a_quotation_or_in_it_is_its_head(head: str, is_within: bool) -> None:
    def post(thread: int, n: int) -> str:
        line, said = head.format(name_of(thread, n - 1), n), prose(f"{thread} {n - 1}", 2 + (n - 1) % 3)
        inside, before = (line, "") if is_within else ("", line)
        quote = f"{before}<div class='quote'>{inside}{said}</div>"
        return box(thread, n, (quote if n % 3 == 2 else "") + prose(f"{thread} {n}", 2 + n % 3))

    line = rule_of(post).quote_lines

    assert re.fullmatch(line, re.sub("<.*?>", "", head).format("Zoë of the mill", 4).strip())
    assert not re.fullmatch(line, "I saw that on 3 May, and this is what was there")


def test_what_people_write_before_a_quotation_is_no_head() -> None:
    def post(thread: int, n: int) -> str:
        said = prose(f"{thread} {n - 1}", 2)
        quote = f"{prose(f'{thread} {n} before', 1)}<br><div class='quote'>{said}</div>"
        return box(thread, n, (quote if n % 3 == 2 else "") + prose(f"{thread} {n}", 2 + n % 3))

    assert not rule_of(post).quote_lines


def test_a_passage_that_several_quote_is_no_button() -> None:
    def post(thread: int, n: int) -> str:
        head = f"<div class='by'>Originally posted by {name_of(thread, 0)}</div>"
        quote = f"<div class='box'><div class='quote'>{head}<div class='said'>{words(1, 0)}</div></div></div>"
        return box(thread, n, (quote if n % 3 == 2 else "") + prose(f"{thread} {n}", 2 + n % 3))

    assert not {"div[@class~='box']", "div[@class~='quote']", "div[@class~='said']"} & set(rule_of(post).without)


def test_signatures_are_no_quotations() -> None:
    def post(thread: int, n: int) -> str:
        signature = f"<div class='motto'>{prose(name_of(thread, n), 2)}</div>"
        return box(thread, n, words(thread, n) + signature)

    assert "div[@class~='motto']" not in rule_of(post).quotes


def titled_by_its_author(thread: int, n: int) -> str:
    """Each post has a title that leads to it; a few say the same. Every third writer is a guest."""
    number, name = thread * 100 + n, name_of(thread, n)
    own = "I think so" if n % 4 == 3 else title(f"post {number}")
    above = f"<h3 class='own'><a class='lasting' href='/post/{number}#p{number}'>{own}</a></h3>"
    return box(thread, n, prose(f"{thread} {n}", 3), name if n % 3 == 1 else "", above)


def test_what_leads_to_each_post_is_its_title_and_nobody() -> None:
    assert rule_of(titled_by_its_author).author == "div[@class~='who']"


def with_a_lasting_link(thread: int, n: int) -> str:
    """Behind each name stands a link to the post, in the same kind of line; the only guest has no other."""
    number, name = thread * 100 + n, name_of(thread, n)
    who = f"<span class='name'>{name}</span>" if number == 102 else f"<a class='name' href='/user/{name}'>{name}</a>"
    lines = f"<p class='named'>{who}</p><p class='link'><a class='lasting' href='/post/{number}'>Link</a></p>"
    return box(thread, n, prose(f"{thread} {n}", 3), lines)


def test_what_all_posts_say_beside_the_name_is_nobody() -> None:
    rule = rule_of(with_a_lasting_link)

    assert (rule.author, rule.author_else) == ("a[@class~='name']", "*[@class~='name']")


def test_a_box_about_somebody_with_a_picture_is_not_their_name() -> None:
    def post(thread: int, n: int) -> str:
        name = name_of(thread, n)
        number = PEOPLE.index(name)
        about = f"<li>{MONTHS[number % 5]} moth</li><li><a href='/user/{name}'><img src='/{name}.png'></a></li>"
        who = f"<h4><a href='/user/{name}'>{name}</a></h4><ul class='user'>{about}<li>{number * 17} notes</li></ul>"
        return box(thread, n, words(thread, n), who=who)

    assert rule_of(post).author.endswith("h4/a")


def test_a_number_in_what_somebody_is_called_is_no_date() -> None:
    def post(thread: int, n: int) -> str:
        name = name_of(thread, n)
        called = f"{name}42" if name == PEOPLE[0] and n % 2 else name
        who = f"<h4><i></i><a title='All about {called}' href='/user/{called}'>{called}</a></h4>"
        rank = f"<li>{len(name) * 17} notes, {called}</li>"
        about = f"<ul class='info'><li><a href='/user/{called}'><img></a></li>{rank}</ul>"
        when = f"<a class='small' title='Note {n} of {thread + 2}' href='#p{n}'>{day(thread * 9 + n * 2)}</a>"
        head = f"<div class='who'>{who}{about}</div><div class='line'>So said on {when}</div>"
        return f"<div class='post' id='p{thread * 100 + n}'>{head}<div class='body'>{words(thread, n)}</div></div>"

    rule = rule_of(post)

    assert "h4" in rule.author
    assert rule.published != "a[@title]"


def test_a_box_around_a_quoted_passage_is_no_line_about_the_post() -> None:
    def post(thread: int, n: int) -> str:
        quoted = (
            f"<div class='cited'><blockquote><i>{PEOPLE[0]} wrote on {day(n)}</i> {sentence(f'{thread} {n - 1}', 5)}"
            "</blockquote></div>"
        )
        return box(thread, n, (quoted if n in (3, 6) else "") + words(thread, n))

    assert "div[@class~='cited']" not in rule_of(post, threads=1).without


@pytest.mark.parametrize("name", ["signature", "userSignature", "sig"])
def test_what_is_called_a_signature_is_left_out(name: str) -> None:
    rule = rule_of(lambda thread, n: box(thread, n, words(thread, n)))
    tree = page_of("http://mill.example/topic/1", f"<html><body><div class='{name}'>Hi</div></body></html>")[0].tree

    assert any(parse(text).matches(tree) for text in rule.as_data()["without"])


def test_who_writes_on_two_boards_may_have_an_address_on_each() -> None:
    def post(thread: int, n: int) -> str:
        name = name_of(thread, n)
        # The title of the answer stands in the cell of the author, bare: more different texts than there are names.
        link = f"<a href='/user.php?{3 if thread and n < 2 else 2},{PEOPLE.index(name)}'>{name}</a>"
        who = (
            f"<table><tr><td><div class='by'>{link} <small>[ <a href='/login'>PM</a> ]</small></div>"
            f"Re: {title(str(thread))[:16]}</td></tr></table>"
        )
        return box(thread, n, words(thread, n), who)

    assert rule_of(post, threads=2, count=16).author == "div[@class~='by']/a"
