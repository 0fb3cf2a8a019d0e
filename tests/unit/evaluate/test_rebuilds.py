"""What upgrades and new themes do to templates: on a small board and on a small blog."""

import re
from random import Random

import pytest
from lxml import etree

from thresher.evaluate.adaptation_edits import branch_of, put_after, put_first
from thresher.evaluate.adaptation_rebuilds import REBUILDS
from thresher.evaluate.adaptation_targets import Template, template_of
from thresher.evaluate.mutations import mutate
from thresher.knowledge import Level
from thresher.knowledge.build import build_type


def level(*rules: object) -> Level:
    data = {"type": "small", "title": "Small", "detect": ["body"]}
    (found,) = build_type(
        {**data, "levels": [{"name": "page", "kind": "terminal", "detect": ["body"], "extract": list(rules)}]},
        ("small",),
    ).levels
    return found


FIELDS = {"author": ["b[@class='who']"], "published": ["i[@class='when']"], "text": ["div[@class='text']"]}
BOARD = level({"object": "BoardPost", "each": ["div[@class~='post']"], "fields": {"key": ["/@id"], **FIELDS}})
POSTS = (
    "<h1>Tea</h1><div class='post' id='p{0}1'><p class='top'><b class='who'>By Anna</b>, "
    "<i class='when'>4 March 2021</i></p><div class='text'>So <em>be</em> it, {0}.</div><p>Sig</p></div>"
    "<hr><div class='post' id='p{0}2'><p class='top'><b class='who'>By Ben</b>, <i class='when'>5 May 2022</i></p>"
    "<div class='text'>Yes, {0}.</div></div>"
)
BLOG = level(
    {
        "object": "BlogPost",
        "fields": {
            "title": ["h1"],
            "author": ["a[@rel='author']"],
            "published": ["time"],
            "text": ["div[@class='body']"],
        },
    }
)
ARTICLE = (
    "<div id='main'><h1><a href='/{0}'>Walk {0}</a></h1><p><a rel='author' class='fn' href='/a'>Cleo Day</a> on "
    "<time class='dt' datetime='2020-06-0{0}T10:00:00'>{0} June 2020</time></p>"
    "<div class='body'><p>First {0}.</p><p>Then {0}.</p></div><p class='tags'>walks</p></div>"
)
SAID = {
    "board": ("Tea", "Anna", "4 March 2021", "So be it, {0}.", "Ben", "5 May 2022", "Yes, {0}."),
    "blog": ("Walk {0}", "Cleo Day", "{0} June 2020", "First {0}. Then {0}."),
}
PAGES = (3, 4, 5)


def site(name: str) -> Template:
    rule, markup = (BOARD, POSTS) if name == "board" else (BLOG, ARTICLE)
    return template_of(rule, [etree.HTML(markup.format(number)) for number in PAGES])


def words(page: etree._Element) -> str:
    return " ".join(" ".join(map(str, page.itertext())).split())


def source(page: etree._Element) -> str:
    return etree.tostring(page, encoding="unicode")


DOES = [
    (
        "microdata, no classes",
        "board",
        r'<div id="p31" itemscope.*<b itemprop="\w+">.*<div itemprop="(text|articleBody)">',
    ),
    ("microdata, no classes", "blog", r'<h1 itemprop="(headline|name)">.*<div itemprop="(text|articleBody)"><p>First'),
    (
        "tags, no classes",
        "board",
        r"<article id=\"p31\"><p><(cite|address|strong)>By Anna.*<time>4 M.*<section>So <em>be",
    ),
    (
        "words of classes changed",
        "board",
        r'<div class="(entry|item|message)" id="p31">.*class="(content|body|copy)">So',
    ),
    ("ids on anchors", "board", r'(<div class="post">)?<a class="anchor" (id|name)="p31"/>(<div class="post">)?<p'),
    (
        "head, foot of records",
        "board",
        r'<(div|header) class="\w+-head"><p.*</p></\1><div class="text">.*-foot"><p>Sig</p>',
    ),
    ("texts without a box", "board", r"</p>So <em>be</em> it, 3.<p>Sig</p></div>"),
    ("texts without a box", "blog", r"</p><p>First 3.</p><p>Then 3.</p><p class=\"tags\">"),
    (
        "records in two boxes",
        "board",
        r'2021</i></p></div><div class="\w+-body"><div class="text">So.*<p>Sig</p></div><hr/><div class="post"',
    ),
    ("replies nested", "board", r'<p>Sig</p><div class="[\w-]+"><div class="post" id="p32">.*</div></div></div><hr/>'),
    (
        "author, date in a list",
        "board",
        r'"meta"><\w+>[\w: ]+</\w+><(\w+)>Anna</\1> <\w+>[\w: ]+</\w+><\1>4 March 2021</\1>',
    ),
    (
        "author, date in the text",
        "board",
        r'<div class="text">(So.*3.)?<div class="byline"><b class="who">By Anna</b> <i',
    ),
    (
        "links given, taken",
        "board",
        r'<b><a href="/people/\d+" class="who">By Anna</a></b>|<a href="#p31" class="when">4 M',
    ),
    (
        "links given, taken",
        "blog",
        r'<span rel="author" class="fn">Cleo|<a href="#top" class="dt">3 J|<h1>Walk 3</h1> <a class="permalink"',
    ),
    ("time tags given, taken", "board", r'<i><time class="\w+">4 March 2021</time></i>'),
    ("time tags given, taken", "blog", r'on <span class="\w+">3 June 2020</span></p>'),
    (
        "dates in pieces",
        "board",
        r'id="p31"><span class="[\w-]+"><span class="day">4</span> <span class="month">March</span>',
    ),
    (
        "dates in pieces",
        "blog",
        r'"main"><span class="[\w-]+"><span class="day">3</span> <span class="month">June</span>',
    ),
    ("notes of edits added", "board", r"it, 3.(</div>)?<div class=\"edited\">.*(Ben.*5 May 2022|5 May 2022.*Ben)"),
    (
        "notices added",
        "board",
        r'(<div class="text">)?<div class="notice" role="note">[^{]+</div>(<div class="text">)?So',
    ),
    (
        "teasers added",
        "board",
        r'it, 3.*<section class="more"><h3>.*<div class="post"><b class="who">By.*, [45].</p> </div></section>',
    ),
]


@pytest.mark.parametrize(("kind", "name", "expected"), DOES, ids=[f"{kind}-{name}" for kind, name, _ in DOES])
def test_a_kind_does_what_its_name_says(kind: str, name: str, expected: str) -> None:
    sites = [site(name) for _ in range(8)]

    done = [one for seed, one in enumerate(sites) if REBUILDS[kind](one, Random(seed))]

    assert done
    assert [source(one.pages[0]) for one in done if not re.search(expected, source(one.pages[0]))] == []


def test_every_kind_is_tried() -> None:
    assert {kind for kind, _, _ in DOES} == {*REBUILDS}


@pytest.mark.parametrize("name", sorted(SAID))
@pytest.mark.parametrize("number", [1, 3, 5])
def test_no_mixture_of_kinds_loses_what_people_wrote(number: int, name: str) -> None:
    for seed in range(40):
        one = site(name)
        mutate(one, REBUILDS, number, Random(seed), sorted(REBUILDS)[seed % len(REBUILDS)])

        for page, place in zip(one.pages, PAGES, strict=True):
            assert [part for part in SAID[name] if part.format(place) not in words(page)] == [], one.done


@pytest.mark.parametrize("name", sorted(SAID))
@pytest.mark.parametrize("number", [1, 3, 5])
def test_pages_stay_alike_and_the_same_seed_does_the_same(number: int, name: str) -> None:
    for seed in range(20):
        first, second = site(name), site(name)

        for one in (first, second):
            mutate(one, REBUILDS, number, Random(seed), sorted(REBUILDS)[seed % len(REBUILDS)])

        forms = [[(str(part.tag), part.get("class")) for part in page.iter()] for page in first.pages]
        assert forms == [forms[0]] * len(PAGES), first.done
        assert list(map(source, first.pages)) == list(map(source, second.pages))


@pytest.mark.parametrize("kind", ["records in two boxes", "replies nested", "ids on anchors"])
def test_pages_that_are_one_record_have_none_to_split_nest_or_mark(kind: str) -> None:
    one = site("blog")

    assert REBUILDS[kind](one, Random(1)) == ""
    assert list(map(source, one.pages)) == list(map(source, site("blog").pages))


def test_notes_and_teasers_are_of_other_records() -> None:
    one, other = site("blog"), site("blog")

    REBUILDS["notes of edits added"](one, Random(1))
    REBUILDS["teasers added"](other, Random(1))

    notes = [str(note.text) for page in one.pages for note in page.iter("div") if note.get("class") == "edited"]
    assert [re.findall(r"\d+(?= June)", note) for note in notes] == [["4"], ["5"], ["3"]]
    for page, number in zip(other.pages, PAGES, strict=True):
        (teasers,) = page.iter("section")
        assert {*re.findall(r"First (\d)", words(teasers))} == {str(place) for place in PAGES} - {str(number)}


def test_a_date_beside_a_name_is_found_where_it_stands() -> None:
    shared = level({"object": "BoardPost", "each": ["div"], "fields": {"published": ["p"], "author": ["b"]}})
    markup = "<div><p class='top'>by <b>Anna</b> » 4 March 2021 </p></div>"
    one, other = (template_of(shared, [etree.HTML(markup)]) for _ in range(2))

    REBUILDS["time tags given, taken"](one, Random(1))
    REBUILDS["dates in pieces"](other, Random(1))

    assert re.search(r'by <b>Anna</b> <time class="\w+">» 4 March 2021</time> </p>', source(one.pages[0]))
    assert words(other.pages[0]) == "by Anna » 4 March 2021"
    assert REBUILDS["author, date in a list"](template_of(shared, [etree.HTML(markup)]), Random(1)) == ""


def test_new_elements_leave_texts_in_their_order() -> None:
    tree = etree.fromstring("<p>a<b>b</b>c</p>")

    put_after(tree[0], etree.Element("i"))
    put_first(tree, etree.Element("u"))

    assert source(tree) == "<p><u/>a<b>b</b><i/>c</p>"


def test_the_branch_of_a_text_is_beside_other_elements() -> None:
    markup = "<div class='post'><b class='who'>A</b><div><div class='text'>T</div></div></div>"
    (record,) = template_of(BOARD, [etree.HTML(markup)]).records

    found = branch_of(record)

    assert found is not None
    assert found == (record.element, record.element[1])
