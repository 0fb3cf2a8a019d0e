"""The mutations that nobody looked at while mending was written: on a small board and on a small blog."""

import re
from collections import Counter
from random import Random

import pytest
from lxml import etree

from thresher.evaluate.adaptation_fresh import FRESH
from thresher.evaluate.adaptation_targets import Template, elements_of, template_of
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


BOARD = level(
    {
        "object": "BoardPost",
        "each": ["div[@class~='post']"],
        "fields": {
            "key": ["/@id"],
            "author": ["b[@class='post-who']"],
            "published": ["i[@class='when']"],
            "text": ["div[@class='text']"],
        },
    }
)
POST = (
    "<div class='post shown' id='p{0}'><p class='top'><b class='post-who'>{1}</b>, <i class='when'>{2}</i> "
    "<a href='/t#p{0}'>link</a></p><div class='text'>{3}</div><p>Sig</p></div>"
)
POSTS = (
    "<div id='head'><a href='#list'>Jump</a></div><div id='list'><h1>Tea</h1>"
    + POST.format("{0}1", "Anna", "4 March 2021", "So <em>be</em> it, {0}.")
    + POST.format("{0}2", "Ben", "5 May 2022", "Yes, {0}.")
    + POST.format("{0}3", "Cleo", "6 May 2022", "No, {0}.")
    + "</div><div id='side'>Menu</div>"
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
    "<header id='top'>Walks</header><main id='main'><article class='single-post'><h1 class='entry-title'>"
    "<a href='/{0}'>Walk {0}</a></h1><p><a rel='author' class='fn' href='/a'>Cleo Day</a> on "
    "<time class='dt'>{0} June 2020</time></p><div class='body'><p>First {0}.</p><p>Then {0}.</p></div>"
    "<p class='tags'>walks</p></article></main><aside id='side'>Menu</aside>"
)
PAGES = (3, 4, 5)
SITES = ("blog", "board")


def site(name: str) -> Template:
    rule, markup = (BOARD, POSTS) if name == "board" else (BLOG, ARTICLE)
    return template_of(rule, [etree.HTML(markup.format(number)) for number in PAGES])


def words(page: etree._Element) -> list[str]:
    return "\n".join(map(str, page.itertext())).split()


def source(page: etree._Element) -> str:
    return etree.tostring(page, encoding="unicode")


DOES = [
    (
        "classes spelled otherwise",
        "board",
        r'<b class="(postWho|PostWho|post_who|(tt|ast|mdl|zen)[-_]post(-w|W)ho)">Anna',
    ),
    ("classes spelled otherwise", "blog", r'<h1 class="(entryTitle|EntryTitle|entry_title|\w+[-_]entry(-t|T)itle)">'),
    ("classes split, joined", "board", r'<b class="post who">Anna|<div class="post-shown" id="p31">'),
    ("classes split, joined", "blog", r'<article class="single post"><h1 class="entry title">'),
    ("class a level lower", "blog", r'<h1 class=""><a href="/3" class="entry-title">Walk'),
    (
        "class in two stripes",
        "board",
        r'="(post|post-who|text|when)-(odd|alt|light)( shown)?".*="\1-(even|plain|dark).*="\1-\2',
    ),
    (
        "ids renamed",
        "board",
        r'<div id="(?!head")[a-z-]+"><a href="#(list"|(?P<new>[a-z-]+)".*<div id="(?P=new)">).*<h1>.*id="p31"',
    ),
    ("ids renamed", "blog", r'<main id="(?!main")[a-z-]+">.*<aside id="(?!side")[a-z-]+">'),
    (
        "ids of records moved",
        "board",
        r'<div class="post shown"><p class="top"( id="p31">.*<div class="text"|>.*<div class="text" id="p31")>So',
    ),
    (
        "ids as classes, or gone",
        "board",
        r'<div class="post shown"><p class="top">.*href="/t#p31"|<div class="list">.*<div class="post shown p31"><p',
    ),
    ("ids as classes, or gone", "blog", r'<main class="main"><article .*<aside class="side">'),
    (
        "sections, divs",
        "board",
        r'<section id="list"><h1>Tea</h1><article class="post shown" id="p31"><p class="top">',
    ),
    ("sections, divs", "blog", r'<div id="main"><div class="single-post"><h1'),
    (
        "records as definitions",
        "board",
        r'<dl class="post shown" id="p31"><dt class="top">.*</dt><dd class="text">So.*</dd><dd>Sig</dd></dl>',
    ),
    (
        "records as definitions",
        "blog",
        r'<dl class="single-post"><dt><h1 .*</h1></dt><dt><a rel=.*</dt><dd class="body"><p>First 3.</p>',
    ),
    (
        "lines in other tags",
        "board",
        r'<(span|strong|em|small|cite|b) class="post-who">Anna</\1>, <(?!i)(\w+) class="when">4 M.*</\2>',
    ),
    ("lines in other tags", "blog", r'<(div|p|h2|h4|h5) class="entry-title"><a .*</\1><(\w+)><a rel=.*</time></\2>'),
    ("text first, last", "board", r'id="p31"><div class="text">So|</p><p>Sig</p><div class="text">So.*</div></div>'),
    ("text first, last", "blog", r'"single-post"><div class="body">|walks</p><div class="body"><p>First.*</article>'),
    ("page turned round", "board", r'<body><div id="list">|<div id="side">Menu</div><div id="list">.*</div></body>'),
    ("page turned round", "blog", r'<body><main id="main">|<aside id="side">Menu</aside><main id="main">.*</body>'),
    (
        "records in a grid",
        "board",
        r'</h1><div class="[\w-]+"><div class="[\w-]+"><div class="post shown" id="p31">.*</p>(</div>){4}<div id="s',
    ),
    ("records in a grid", "blog", r'<main id="main"><div class="[\w-]+"><div class="[\w-]+"><article .*</div></main>'),
    (
        "fields boxed",
        "board",
        r'<span class="[\w-]+"><span class="[\w-]+"><b class="post-who">Anna</b></span></span>, <span.*'
        r'<div class="[\w-]+"><div class="[\w-]+"><div class="text">So',
    ),
    ("fields boxed", "blog", r'<div class="([\w-]+)"><div class="([\w-]+)"><h1 .*<div class="\1"><div class="\2"><div'),
]


@pytest.mark.parametrize(("kind", "name", "expected"), DOES, ids=[f"{kind}-{name}" for kind, name, _ in DOES])
def test_a_kind_does_what_its_name_says(kind: str, name: str, expected: str) -> None:
    before, sites = source(site(name).pages[0]), [site(name) for _ in range(12)]

    done = [one for seed, one in enumerate(sites) if FRESH[kind](one, Random(seed))]

    pages = [source(one.pages[0]) for one in done]
    assert pages
    assert before not in pages
    assert [page for page in pages if not re.search(expected, page)] == []


def test_every_kind_is_tried() -> None:
    assert {kind for kind, _, _ in DOES} == {*FRESH}


@pytest.mark.parametrize("name", SITES)
@pytest.mark.parametrize("number", [1, 3, 5])
def test_no_mixture_of_kinds_adds_words_or_takes_any(number: int, name: str) -> None:
    for seed in range(42):
        one, before = site(name), site(name)
        mutate(one, FRESH, number, Random(seed), sorted(FRESH)[seed % len(FRESH)])

        for page, old in zip(one.pages, before.pages, strict=True):
            assert Counter(words(page)) == Counter(words(old)), one.done


@pytest.mark.parametrize("number", [1, 3, 5])
def test_what_marks_a_record_stays_in_an_attribute(number: int) -> None:
    for seed in range(42):
        one = site("board")
        mutate(one, FRESH, number, Random(seed), sorted(FRESH)[seed % len(FRESH)])

        for page, place in zip(one.pages, PAGES, strict=True):
            values = " ".join(value for part in elements_of(page) for value in part.attrib.values())
            assert {f"p{place}{post}" for post in (1, 2, 3)} <= {*re.split("[ #]", values)}, one.done


@pytest.mark.parametrize("name", SITES)
@pytest.mark.parametrize("number", [1, 3, 5])
def test_pages_stay_alike_and_the_same_seed_does_the_same(number: int, name: str) -> None:
    for seed in range(28):
        first, second = site(name), site(name)

        for one in (first, second):
            mutate(one, FRESH, number, Random(seed), sorted(FRESH)[seed % len(FRESH)])

        forms = [
            [(str(part.tag), re.sub(r" ?p\d+", "", part.get("class") or "")) for part in page.iter()]
            for page in first.pages
        ]
        assert forms == [forms[0]] * len(PAGES), first.done
        assert list(map(source, first.pages)) == list(map(source, second.pages))


@pytest.mark.parametrize("name", SITES)
def test_parsers_read_changed_pages_as_they_were_meant(name: str) -> None:
    for seed in range(42):
        one = site(name)
        mutate(one, FRESH, 4, Random(seed), sorted(FRESH)[seed % len(FRESH)])

        for page in one.pages:
            read = etree.HTML(etree.tostring(page, method="html", encoding="unicode"))
            assert [part.tag for part in read.iter()] == [part.tag for part in page.iter()], one.done


@pytest.mark.parametrize(
    ("kind", "name"),
    [("ids of records moved", "blog"), ("class a level lower", "board")],
)
def test_where_there_is_nothing_to_change_all_stays(kind: str, name: str) -> None:
    one = site(name)

    assert [FRESH[kind](one, Random(seed)) for seed in range(5)] == [""] * 5
    assert list(map(source, one.pages)) == list(map(source, site(name).pages))


def test_ids_stay_where_no_link_says_them() -> None:
    markup = "<div class='post' id='p1'><div class='text'>One.</div></div>"

    for seed in range(8):
        one = template_of(BOARD, [etree.HTML(markup)])
        FRESH["ids as classes, or gone"](one, Random(seed))

        assert 'class="post p1"' in source(one.pages[0])


def test_links_follow_renamed_ids_or_stay() -> None:
    links = set()
    for seed in range(12):
        one = site("board")
        FRESH["ids renamed"](one, Random(seed))
        (head, *_) = one.pages[0].iter("a")
        links.add(
            (head.get("href") == "#list", any(part.get("id") == str(head.get("href"))[1:] for part in one.elements()))
        )

    assert links == {(True, False), (False, True)}


@pytest.mark.parametrize("most", [1, 2, 3])
def test_rows_of_a_grid_have_one_to_three_records(most: int) -> None:
    rows = set()
    for seed in range(20):
        one = site("board")
        if f"{most} in a row" in FRESH["records in a grid"](one, Random(seed)):
            listed = next(part for part in one.elements() if part.get("id") == "list")
            rows.add(tuple(len(row) for row in listed if row.tag == "div"))

    assert rows == {{1: (1, 1, 1), 2: (2, 1), 3: (3,)}[most]}


def test_a_page_with_fewer_records_is_turned_as_the_others_are() -> None:
    one = template_of(
        BOARD,
        [
            etree.HTML(f"<div><h2>Tea</h2>{POST.format(1, 'A', '4 May 2022', 'T') * times}</div><p>F</p>")
            for times in (1, 2)
        ],
    )

    assert FRESH["page turned round"](one, Random(1))

    assert [[part.tag for part in page[0]] for page in one.pages] == [["p", "div"]] * 2
    assert all(page[0][1][0].tag == "h2" for page in one.pages)
