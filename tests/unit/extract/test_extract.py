"""Objects read off a page."""

import time
from copy import deepcopy
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
import yaml
from lxml import etree
from tests.support.pages import TIME, page_of

from thresher.extract import extract, extract_in_time
from thresher.extract.following import Following
from thresher.knowledge import ApplicationType, KnowledgeBase, load_base, read_folders
from thresher.model import ObjectType, Source, WebObject
from thresher.pattern import parse
from thresher.recognise import level_of

TYPE = """
type: cork
title: Cork
dates: { zone: "p[@class='zone']" }
levels:
  - name: thread
    kind: terminal
    detect: [ "div" ]
    extract:
      - object: Thread
        fields: { title: h1 }
      - object: BoardPost
        each: "div[@class='note']"
        fields:
          key: "/@id"
          author: [ "b[@class='full']", "b" ]
          author_url: "b/a/@href"
          published: { at: "i", match: "on (.*)" }
          text: "section"
          tags: "em"
        without: [ "*[@class='sig']" ]
        quotes: [ blockquote ]
        quote_heads: [ "blockquote/cite" ]
urls:
  drop: [ sid ]
  roles:
    permalink: "note.php?post={id#}"
    thread: "note.php?n={id#}[&p={page#}]"
    profile: "u/*"
"""
PAGE = """<html lang="en"><h1>A  walk</h1><p class="zone">All times are UTC + 2 hours</p>
<div class="note" id="n1"><b><a href="/u/1">by Anna</a></b><i>on 3 May 2021 10:20</i><em>x</em><em>y</em>
<section>Hello <a href="/there">there</a>.<img src="cat.png"><p class="sig">bye <a href="/spam">now</a></p> Done.
</section></div>
<div class="note" id="n2"><b>Ben</b><i>on 4 May 2021</i>
<section><blockquote><cite>Anna wrote:</cite>Hello there.</blockquote>Hello back.</section>
<div class="note" id="n3"><b class="full">Cleo C.</b><b>Cleo</b><section>Me too.</section></div></div>
<div class="note"></div>"""


@pytest.fixture
def application(tmp_path: Path) -> ApplicationType:
    (tmp_path / "cork.yaml").write_text(TYPE)
    files, findings = read_folders(tmp_path)
    assert not findings
    return KnowledgeBase(files).type("cork")


def read(application: ApplicationType, url: str, markup: str = PAGE) -> tuple[WebObject, ...]:
    _, document = page_of(url, markup)
    source = Source("a.warc.gz", 7, url, TIME)
    return extract(document, application, application.levels[0], "http://b.example/", source)


@pytest.mark.parametrize(
    "said",
    [
        "First.<br><b>Anna</b> wrote on 3 May:<br><blockquote>Hello.</blockquote>Hello back.",
        "First.<br><blockquote>Anna wrote:<br>Hello.</blockquote>Hello back.",
    ],
)
def test_bare_lines_that_say_who_is_quoted_are_left_out(tmp_path: Path, said: str) -> None:
    lined = TYPE.replace(
        "quotes: [ blockquote ]", 'quotes: [ blockquote ]\n        quote_lines: ".{0,60}wrote.{0,60}:"'
    )
    (tmp_path / "cork.yaml").write_text(lined)
    page = f'<h1>A</h1><div class="note" id="n1"><section>{said}</section></div>'

    _, post = read(KnowledgeBase(read_folders(tmp_path)[0]).type("cork"), "http://b.example/note.php?n=7", page)

    assert post.text == "First.\nHello.\nHello back."
    assert post.own_text == "First.\nHello back."


def test_a_page_gives_its_own_object_and_those_on_it_in_order(application: ApplicationType) -> None:
    thread, *posts = read(application, "http://b.example/note.php?n=7")

    assert (thread.type, thread.title, thread.id) == (ObjectType.THREAD, "A walk", "http://b.example/note.php?n=7")
    assert [post.id for post in posts] == [f"http://b.example/note.php?n=7#n{number}" for number in (1, 2, 3)]
    assert [post.order for post in posts] == [(0, 0), (0, 1), (0, 2)]
    assert {post.container for post in posts} == {thread.id}
    assert {post.container_title for post in posts} == {"A walk"}
    assert posts[0].source == Source("a.warc.gz", 7, "http://b.example/note.php?n=7", TIME)
    assert posts[0].rule == "known: cork/thread"


def test_fields_are_read_as_people_see_them(application: ApplicationType) -> None:
    _, first, second, third = read(application, "http://b.example/note.php?n=7")

    assert (first.author, first.author_url) == ("Anna", "http://b.example/u/1")
    assert (first.published, second.published) == ("2021-05-03T10:20+02:00", "2021-05-04")
    assert first.tags == ("x", "y")
    assert third.author == "Cleo C."


def test_text_is_the_authors_own(application: ApplicationType) -> None:
    _, first, second, _ = read(application, "http://b.example/note.php?n=7")

    assert first.text == "Hello there.\nDone."
    assert first.links == ("http://b.example/there",)
    assert first.images == ("http://b.example/cat.png",)
    assert "bye" not in first.html
    assert "Done." in first.html
    assert (second.text, second.own_text) == ("Hello there.\nHello back.", "Hello back.")
    assert first.own_text == ""


def test_an_object_inside_another_answers_it(application: ApplicationType) -> None:
    _, first, second, third = read(application, "http://b.example/note.php?n=7")

    assert third.reply_to == second.id
    assert first.reply_to == second.reply_to == ""


def test_a_further_page_belongs_to_the_same_thread(application: ApplicationType) -> None:
    thread, *posts = read(application, "http://b.example/note.php?n=7&p=2")

    assert thread.id == "http://b.example/note.php?n=7"
    assert posts[0].order == (2, 0)
    assert posts[0].id == "http://b.example/note.php?n=7#n1"
    assert posts[0].url == "http://b.example/note.php?n=7&p=2#n1"


def test_objects_without_a_key_are_told_apart_by_what_they_say(application: ApplicationType) -> None:
    markup = "<div class=note><b>A</b><section>one</section></div><div class=note><b>A</b><section>two</section></div>"

    first, second = read(application, "http://b.example/note.php?n=7", markup)

    assert first.id != second.id
    assert first.id == read(application, "http://b.example/note.php?n=7", markup)[0].id


def test_a_page_without_objects_yields_none(application: ApplicationType) -> None:
    assert read(application, "http://b.example/note.php?n=7", "<p>nothing here") == ()


def test_what_follows_an_anchor_is_what_libxml2_would_find() -> None:
    rows = "".join(
        f"<tr><td><a name=p{n}></a><b class='by x'>w{n}</b></td></tr><tr><td class=mini><!-- - -->d{n}: 1<p>s</p></td>"
        f"<td><div class='body'>t{n}<a href=/u/{n}>m</a></div></td></tr>"
        for n in range(4)
    )
    root = etree.HTML(f"<div class=body>before</div><table>{rows}</table><p><a name=p9></a></p>")
    following = Following(root)
    expressions = (
        "(following::*[contains(@class, 'body')])[1]",
        "(following::*[contains(@class, 'body')])[2]",
        "(following::*[contains(@class, 'body')])[1]//a/@href",
        "(following::*[contains(@class, 'body') or contains(@class, 'mini')])[1]/parent::*",
        "(ancestor::td[1]/following::td[@class='mini'])[1]",
        "following::*[contains(., ':')][not(*)][1]",
        "(following::b)[1]",
        "(ancestor::ul[1]/following::b)[1]",
    )

    for expression in expressions:
        pattern = parse(f"xpath:{expression}")
        for element in root.iter("a", "td", "div"):
            found = following.select(pattern, element)
            assert found is not None, expression
            assert tuple(found) == pattern.select(element), expression


def test_other_expressions_are_left_to_libxml2() -> None:
    root = etree.HTML("<p><a></a><b>1</b><b>2</b></p>")
    others = (
        "(following::b[2])[1]",
        "(following::b[position() < 2])[1]",
        "following::b",
        "(following::b)[last()]",
        "(following::b)[1] | (following::i)[1]",
        "(following::b[count(*)])[1]",
    )

    assert [Following(root).select(parse(f"xpath:{one}"), root[0][0][0]) for one in others] == [None] * len(others)


@pytest.mark.parametrize("name", ["phpbb3/thread-subsilver2", "phpbb2/thread", "ipb2/thread", "vbulletin2/thread"])
def test_the_time_of_layouts_made_of_tables_grows_with_their_posts(name: str) -> None:
    # Twelve times the posts: twelve times the time, with room for chance. It was a hundred times.
    few, many = (seconds_for(name, times) for times in (10, 120))

    assert many < 40 * few


def test_a_page_that_takes_too_long_keeps_what_was_found(application: ApplicationType) -> None:
    page, document = page_of("http://b.example/note.php?n=7", PAGE)
    ticks = count(0, 0.5)

    found = extract_in_time(
        document,
        application,
        application.levels[0],
        "http://b.example/",
        Source("a", 7, page.url, TIME),
        lambda: next(ticks),
    )

    assert [one.type for one in found.objects] == [ObjectType.THREAD, ObjectType.BOARD_POST]
    assert found.notes[0].startswith("objects: stopped after 10 seconds with 2 found, before the pattern ")


def seconds_for(name: str, times: int) -> float:
    """Time to extract a saved page with its content so many times; the best of three."""
    folder = Path(__file__).parents[2] / "applications" / name
    case = yaml.safe_load(folder.with_suffix(".yaml").read_text(encoding="utf-8"))
    tree = etree.HTML((folder.parent / case["page"]).read_bytes())
    body = tree.find("body")
    for child in list(body) * (times - 1):
        body.append(deepcopy(child))
    page, document = page_of(case["url"], etree.tostring(tree, encoding="unicode", method="html"))
    application = load_base().type(case["application"])
    level, _ = level_of(document, application, page.url, "")
    assert level is not None
    taken = []
    for _ in range(3):
        begun = time.thread_time()
        assert len(extract(document, application, level, "", Source("a", 7, page.url, TIME))) > times
        taken.append(time.thread_time() - begun)
    return min(taken)


def test_authors_whose_profiles_are_linked_have_accounts(application: ApplicationType) -> None:
    notes = (("n1", "Anna", "/u/1?sid=7"), ("n2", "Ben", "http://ben.example/u/1"), ("n3", "Anna", "/u/1?sid=8"))
    markup = "".join(
        f"<div class=note id={key}><b><a href='{url}'>{name}</a></b><section>Hello.</section></div>"
        for key, name, url in (*notes, ("n4", "Cleo", "/about"))
    )
    _, document = page_of("http://b.example/note.php?n=7", markup)
    source = Source("a.warc.gz", 7, "http://b.example/note.php?n=7", TIME)

    found = extract_in_time(document, application, application.levels[0], "http://b.example/", source)

    assert found.objects[0].author_url == "http://b.example/u/1"
    assert [(one.type, one.id, one.url, one.title, one.rule) for one in found.accounts] == [
        (ObjectType.USER_ACCOUNT, "http://b.example/u/1", "http://b.example/u/1", "Anna", "known: cork/thread")
    ]


def test_yesterday_counts_from_when_the_server_wrote_the_page(application: ApplicationType) -> None:
    url = "http://b.example/note.php?n=7"
    markup = '<html lang="en"><div class="note" id="n1"><i>on Yesterday 10:20</i><section>Hello.</section></div>'
    _, document = page_of(url, markup, ("Date", "Fri, 03 May 2024 09:00:00 GMT"))

    found = extract(document, application, application.levels[0], "http://b.example/", Source("a", 7, url, TIME))

    assert found[-1].published == "2024-05-02T10:20"


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("note.php?n=7&amp;p=2", "http://b.example/note.php?n=7#n1"),
        ("http://other.example/note.php?n=7", "http://b.example/note.php?post=9#n1"),
        ("/u/1", "http://b.example/note.php?post=9#n1"),
    ],
)
def test_a_post_is_the_same_where_the_address_was_that_of_a_post(
    application: ApplicationType, named: str, expected: str
) -> None:
    markup = f'<link rel="canonical" href="{named}"><div class="note" id="n1"><section>Hello.</section></div>'

    found = read(application, "http://b.example/note.php?post=9", markup)

    assert found[-1].id == expected


def test_a_text_may_go_on_in_an_element_beside_its_own(tmp_path: Path) -> None:
    more = TYPE.replace("        without:", "        more: [ \"div[@id='rest']\" ]\n        without:", 1)
    (tmp_path / "cork.yaml").write_text(more)
    application = KnowledgeBase(read_folders(tmp_path)[0]).type("cork")
    parts = "<div id='rest'>And <a href='/on'>on</a>.</div></div><div id='rest'>Not of it.</div>"
    page = f"<h1>A</h1><div class='note' id='n1'><b>Anna</b><section>It begins.</section>{parts}"

    _, found = read(application, "http://b.example/note.php?n=7", page)

    assert found.text == "It begins.\nAnd on."
    assert found.links == ("http://b.example/on",)


BUTTON = """<html lang="en"><h1>A walk</h1>
<div class="note" id="n1"><b>Anna</b><i>on 3 May 2021</i><section>Hello there.</section></div>
<div class="note" id="n2"><b>Ben</b><i>on 4 May 2021</i><section><img src="cat.png"></section></div>
<div class="note"><b>Write a note</b></div>"""


def test_what_was_learned_may_also_select_a_button_which_is_no_post(application: ApplicationType) -> None:
    learned = replace(application, source="learned")

    _, *posts = read(learned, "http://b.example/note.php?n=7", BUTTON)

    assert [post.author for post in posts] == ["Anna", "Ben"]


POINTER = """<div class="note" id="n1"><b>Anna</b><i>on 3 May 2021</i><section><p><a href="/note.php?n=7">Read the first
post</a></p></section></div><div class="note" id="n2"><b>Ben</b><i>on 4 May 2021</i><section>Me too.</section></div>"""


def test_what_only_leads_to_the_first_page_of_its_thread_is_no_post(application: ApplicationType) -> None:
    learned = replace(application, source="learned")

    further = read(learned, "http://b.example/note.php?n=7&p=2", POINTER)
    first = read(learned, "http://b.example/note.php?n=8", POINTER)

    assert [post.author for post in further if post.text] == ["Ben"]
    assert [post.author for post in first if post.text] == ["Anna", "Ben"]


def test_where_no_date_was_learned_a_picture_is_somebodys_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "cork.yaml").write_text(TYPE.replace('published: { at: "i", match: "on (.*)" }', ""))
    learned = replace(KnowledgeBase(read_folders(tmp_path)[0]).type("cork"), source="learned")

    _, *posts = read(learned, "http://b.example/note.php?n=7", BUTTON)

    assert [post.author for post in posts][:2] == ["Anna", "Ben"]
