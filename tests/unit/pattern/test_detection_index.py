"""The index of detection patterns: where markup and tree differ, and what it rests on."""

import gzip
import html
import random
import sys
import threading
from collections.abc import Iterator

import pytest
from lxml import etree
from tests.support.shared import SHARED, needs_shared

from thresher.page.virtual import VirtualDocument
from thresher.pattern import DetectionIndex, parse, scan, try_all
from thresher.pattern.matcher import Matcher
from thresher.pattern.needles import PLAIN
from thresher.pattern.references import HIDING

ENGINES = ["hyperscan", "python"]


def page(markup: str, **more: object) -> VirtualDocument:
    """As a crawl has it: the tree, and the bytes that it was parsed from."""
    source = markup.encode()
    root = etree.fromstring(source, etree.HTMLParser(encoding="utf-8", recover=True))
    return VirtualDocument(root, source=source, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("a[@title='Q&A forum']", "<a title='Q&amp;A forum'>"),
        ("a[@title='phpBB']", "<a title='php&#66;B'>"),
        ("a[@title='phpBB']", "<a title='php&#x42;B'>"),
        ("a[@title='phpBB']", "<a title='&#00112;hpBB'>"),
        ("a[@title='phpBB']", "<a title='&#112hpBB'>"),
        ("a[contains(@href, 'a_b.js')]", "<a href='/a&lowbar;b&period;js'>"),
        ("a[@title='fjord']", "<a title='&fjlig;ord'>"),
        ("a[@title='Größe']", "<a title='Gr&ouml;&szlig;e'>"),
        ("a[@title='Форум']", "<a title='&#1060;орум'>"),
        ("a[@title='Форум']", "<a title='Форум'>"),
        ("a[@class='abcdef'][@title='Größe']", "<a class='abcdef' title='Gr&ouml;&szlig;e'>"),
        ("a[@class='Größe'][contains(., 'Größe')]", "<a class='Gr&ouml;&szlig;e'>Gr&ouml;<b>&szlig;e</b>"),
        ("p[contains(., 'Powered by X')]", "<p>Powered&#32;by <b>X</b>"),
        ("p[.='Powered by X']", "<p>Powered<!-- no --> by X"),
        ("p[b='phpBB']", "<p><b>php<i>BB</i></b>"),
        ("p[contains(., 'a & b')]", "<p>a &amp; b"),
        ("script[contains(., 'a && b')]", "<script>if (a && b) {}</script>"),
        ("script[contains(., 'smf_theme_url')]", "<script>var smf_theme_url = '<b>x</b>'</script>"),
        ("script[contains(., 'a&#98;c')]", "<script>a&#98;c</script>"),
        ("style[contains(., '/node/node.css')]", "<style>@import '/modules/node/node.css';<i></style>"),
        ("script[contains(., 'Größe')]", "<svg><script>Größe</script></svg>"),
        ("p[script='post it']", "<p><script>post it</script>"),
        ("a[contains(@href, 'css.php?sheet=4')]", "<a href='/css.php?sheet=4&amp;x'>"),
        ("a[contains(@href, 'css.php?sheet=4')]", "<a href='/css.php&#63;sheet=4'>"),
        ("a[contains(@href, 'css.php?sheet=4')]", "<a href='/css.php?sheet&equals;4'>"),
        ("a[contains(@href, 'x.php?a=1&b=2')]", "<a href='x.php?a=1&amp;b=2'>"),
        ("a[contains(@href, 'x.php?a=1&b=2')]", "<a href='x.php?a=1&b=2'>"),
        ("a[contains(@href, '?topic=12[')]", "<a href='?topic=12&lbrack;'>"),
        ("DIV[@CLASS='Post']", "<div class='Post'>"),
        ("div[@class='Post']", "<DIV CLASS=Post>"),
        ("div[@data-thing]", "<div DATA-Thing>"),
        ("my-app", "<My-App>"),
        ("input[@checked='checked']", "<input CHECKED>"),
        ("@*[.='checked']", "<input CHECKED>"),
        ("a[@title='line\nbreak']", "<a title='line\r\nbreak'>"),
        ("tbody", "<table><tbody><tr><td>"),
        ("body", "<p>no body"),
        ("html[not(@lang)]", "<p>"),
        ("p[@class='x'][2]", "<p class=x><p class=x>"),
        ("video | p[@class='abc']", "<p class=abc>"),
        ("p[contains(@class, '')]", "<p>"),
        ("p[@class='a\\b|c(d)[e]*']", "<p class='a\\b|c(d)[e]*'>"),
        ("xpath://p[starts-with(@class, 'ab')]", "<p class=abc>"),
        ("p[@class='late']", "</html><p class=late>"),
    ],
)
def test_what_matches_is_found_however_it_is_spelled(engine: str, text: str, markup: str) -> None:
    index = DetectionIndex([("key", parse(text))], engine=engine)
    document = page(markup)

    (hit,) = index.lookup(document)

    assert (hit.key, str(hit.pattern)) == ("key", str(parse(text)))
    assert index.lookup(VirtualDocument(document.root)) == (hit,)


@pytest.mark.parametrize("engine", ENGINES)
def test_hits_come_in_the_order_of_the_patterns_with_their_evidence(engine: str) -> None:
    pairs = [
        ("phpbb", parse("meta[@name='generator'][contains(@content, 'phpBB')]/@content")),
        ("other", parse("meta[@content='nothing']")),
        ("phpbb", parse("cookie[contains(@name, 'phpbb3_')]")),
        ("board", parse("p[contains(., 'Powered by')]")),
        ("board", parse("a[@class='topictitle'] | p[@class='foot']")),
        ("post", parse("p[contains(@class, 'foo')]")),
    ]
    document = page(
        "<meta name=generator content='phpBB 3'><p class=foot>\n Powered by <b>phpBB</b>",
        headers=(("Set-Cookie", "phpbb3_x=1"),),
    )

    hits = DetectionIndex(pairs, engine=engine).lookup(document)

    assert [(hit.key, hit.evidence) for hit in hits] == [
        ("phpbb", "phpBB 3"),
        ("phpbb", '<cookie name="phpbb3_x" value="1">'),
        ("board", '<p class="foot"> Powered by'),
        ("board", '<p class="foot"> Powered by'),
        ("post", '<p class="foot"> Powered by'),
    ]


def test_evidence_is_short() -> None:
    document = page(f"<p class='{'x' * 5000}'>{'y' * 5000}")

    (hit,) = DetectionIndex([(1, parse("p[contains(@class, 'xxx')]"))]).lookup(document)

    assert len(hit.evidence) == 160
    assert hit.evidence.endswith("…")


def test_literals_inside_others_and_shared_ones_are_all_found() -> None:
    words = ["post", "poster", "po", "postscript", "ost", "st", "t"]
    pairs = [(word, parse(f"p[contains(@class, '{word}')]")) for word in words]
    pairs += [(f"{word} again", parse(f"p[contains(@class, '{word}')]")) for word in words]

    hits = DetectionIndex(pairs).lookup(page("<p class='postscript'>"))

    expected = [word for word in words if word != "poster"]
    assert [hit.key for hit in hits] == expected + [f"{word} again" for word in expected]


def test_patterns_that_no_literal_stands_for_are_counted() -> None:
    tried_on_every_page = ["p", "p[2]", "p[not(@class='abc')]", "xpath://p", "status", "a | p[@id='x']"]
    texts = [*tried_on_every_page, "p[@class='abc']", "p[.='abc']"]

    index = DetectionIndex([(text, parse(text)) for text in texts])

    assert index.always == len(tried_on_every_page)
    assert len(index) == len(texts)


def test_a_pattern_is_tried_only_if_all_its_words_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    real = Matcher.sign_in_page
    monkeypatch.setattr(Matcher, "sign_in_page", lambda self, *given: tried.append(given[1]) or real(self, *given))
    index = DetectionIndex(
        [(1, parse("video | div[@class~='credits'][contains(., 'phpBB')][@data-thing='alpha/beta']"))]
    )
    tried.clear()

    for markup in (
        "<div class=credits>",
        "phpBB",
        "<p class='credits alpha/beta'>",
        "<p class='credits alphabeta'>phpBB",
    ):
        assert index.lookup(page(markup)) == ()
    assert 1 not in tried

    index.lookup(page("<div class='credits' data-thing='alpha/beta'>php<b>BB</b>"))
    assert tried[-1] == 1


def test_words_that_stand_apart_do_not_make_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    real = Matcher.sign_in_page
    monkeypatch.setattr(Matcher, "sign_in_page", lambda self, *given: tried.append(1) or real(self, *given))
    index = DetectionIndex([(1, parse("link[contains(@href, 'css.php?stylesheet=4')]"))])

    assert index.lookup(page("<link rel=stylesheet href='css.php'>")) == ()
    assert tried == []

    assert index.lookup(page("<link href='css.php?stylesheet=4'>"))
    assert tried == [1]


def test_an_index_of_nothing_finds_nothing() -> None:
    assert DetectionIndex([]).lookup(page("<p>")) == ()
    assert DetectionIndex([(1, parse("p"))]).lookup(VirtualDocument()) == ()


def test_without_hyperscan_python_does_the_work_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [(1, parse("p[@class='abc']"))]

    assert DetectionIndex(pairs).engine == "hyperscan"
    monkeypatch.setattr(scan, "hyperscan", None)
    index = DetectionIndex(pairs)

    assert index.engine == "python"
    assert [hit.key for hit in index.lookup(page("<p class=abc>"))] == [1]


def test_a_processor_that_hyperscan_does_not_know_is_no_hindrance(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise scan.hyperscan.ArchitectureError("no SSE 4.2")

    monkeypatch.setattr(scan.HyperscanScanner, "__init__", refuse)

    assert DetectionIndex([(1, parse("p[@class='abc']"))]).engine == "python"
    with pytest.raises(scan.hyperscan.HyperscanError):
        DetectionIndex([(1, parse("p[@class='abc']"))], engine="hyperscan")


def test_several_threads_may_ask_one_index() -> None:
    index = DetectionIndex([(number, parse(f"p[@class='word{number}x']")) for number in range(300)])
    documents = [page(f"<p class='word{number}x'>" + "filler " * 5000) for number in range(8)]
    wrong: list[object] = []

    def ask(number: int) -> None:
        for _ in range(50):
            found = [hit.key for hit in index.lookup(documents[number])]
            wrong.extend([] if found == [number] else [found])

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)

    assert wrong == []


def references() -> Iterator[tuple[bytes, str]]:
    """Every way to spell a character, or none, as far as it could matter; with what it stands for."""
    for code in (*range(0x300), *range(0xD7F0, 0xE010), 0xFFFD, 0x10FFFF, 0x110000, 10**7, 10**20):
        for text in (f"&#{code};", f"&#{code}", f"&#0{code};", f"&#x{code:x};", f"&#X00{code:X}", f"&#x{code:X};"):
            yield text.encode(), html.unescape(text)
    for name, value in html.entities.html5.items():
        yield f"&{name}".encode(), value


@pytest.mark.parametrize("engine", ENGINES)
def test_every_reference_to_a_plain_character_is_noticed(engine: str) -> None:
    scanner, _ = scan.make_scanner([], HIDING, engine)

    missed = [text for text, value in references() if set(value) & set(PLAIN) and not scanner.found(text)]
    too_much = [text for text, value in references() if value in "&<>'\"\u00a0’" and value and scanner.found(text)]

    assert missed == []
    assert too_much == []


@pytest.mark.parametrize("engine", ENGINES)
def test_a_reference_is_noticed_wherever_it_stands(engine: str) -> None:
    scanner, _ = scan.make_scanner([], HIDING, engine)

    assert scanner.found(b"<a title='x&#112;y'>")
    assert scanner.found(b"x&#112")
    assert scanner.found(b"x&#112\n")
    assert not scanner.found(b"<a title='x&#1125;y &#8217; &#038; &amp;#112; &# 112;'>")


def test_plain_characters_stand_in_the_markup_as_they_do_in_the_tree() -> None:
    """What the index rests on: but for references, libxml2 changes none, drops nothing between two and adds nothing."""
    changed = []
    for code in (*range(0x300), *range(0xD7F0, 0xD800), *range(0xE000, 0xE010), *range(0xFFF0, 0x10010)):
        source = b"<p title='ab" + chr(code).encode() + b"cd'>"
        (element,) = etree.fromstring(source, etree.HTMLParser(encoding="utf-8")).iter("p")
        value = element.get("title") or ""
        runs = "".join(character if character in PLAIN else "\n" for character in value).split("\n")
        changed += [code for run in runs if run.encode() not in source]

    assert changed == []


@needs_shared
def test_on_real_pages_the_index_agrees_with_trying_every_pattern() -> None:
    chance = random.Random(3)
    files = sorted((SHARED / "data" / "forum-pages").glob("*/*.html.gz"))
    words = ["post", "forum", "topic", "member", "&amp;", "?t=", "user-", "vb_", "index.php?", "Größe"]
    texts = ["meta[@name='generator']", "meta[@name='generator'][contains(@content, 'phpBB')]", "div[@class~='post']"]
    texts += ["a[contains(., 'Powered by')]", "script[contains(@src, '.js')]", "p[contains(., '©')]"]
    for _ in range(60):
        tag, name = chance.choice(["div", "a", "td", "*"]), chance.choice(["class", "id", "href"])
        texts.append(f"{tag}[contains(@{name}, '{chance.choice(words)}')]")
    pairs = [(text, parse(text)) for text in texts]
    index = DetectionIndex(pairs)
    matched = 0

    for file in chance.sample(files, 30):
        document = page(gzip.decompress(file.read_bytes()).decode("utf-8", "replace"))
        hits = index.lookup(document)
        matched += len(hits)

        assert hits == try_all(pairs, document)
        assert hits == index.lookup(VirtualDocument(document.root))

    assert matched > 100
