"""An index answers what trying every pattern would, whatever the page, whatever its bytes."""

from collections import Counter

from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from tests.unit.pattern.pattern_oracle import interpreted
from tests.unit.pattern.pattern_strategies import WORDS, patterns, soups

from thresher.page.virtual import VirtualDocument
from thresher.pattern import DetectionIndex, Pattern, parse, try_all

names = st.sampled_from(["Server", "Set-Cookie", "X-Powered-By", "Link"])
lines = st.tuples(names, st.sampled_from([*WORDS, "po=st; path=/", "post=1", "a\x00b", "\ud800"]))
addresses = st.sampled_from(["", "http://h.example/post?po=st&name=Gr%C3%B6%C3%9Fe#x", "http://[::1", "post", "//a:b/"])
metadata = st.tuples(addresses, st.sampled_from([None, 200, 404]), st.lists(lines, max_size=4).map(tuple))
about_metadata = st.sampled_from(
    ["header[@name='set-cookie']", "cookie[@name='post']", "cookie[contains(@value, 'st')]/@name", "url[@query]",
     "url/param[@name='po'][@value='st']", "status[@code='404']", "/header[2]/@value", "@value[.='po']", "url[param]",
     "url[contains(@path, 'post')]", "*[@name='server']", "param | li[@class='post']", "status[not(@code='200')]"]
).map(parse)  # fmt: skip
foreign = st.sampled_from(["//p[starts-with(@class, 'po')]", "count(//a) > 1", "//comment()", "string(//b)"]).map(
    lambda text: parse("xpath:" + text)
)
pattern_lists = st.lists(st.one_of(patterns, patterns, patterns, about_metadata, foreign), max_size=12)
charsets = st.sampled_from(["utf-8", "utf-8", "cp1252", "utf-16", "shift_jis"])


def document_of(markup: str, charset: str, about: tuple, has_source: bool) -> VirtualDocument:
    """As a crawl makes it: decoded, encoded again in UTF-8, parsed; wrong charsets make rubbish of it."""
    source = markup.encode("utf-8").decode(charset, "replace").encode("utf-8")
    root = None
    if source.strip():
        root = etree.fromstring(source, etree.HTMLParser(encoding="utf-8", recover=True, huge_tree=True))
    return VirtualDocument(root, *about, source if has_source and root is not None else b"")


documents = st.builds(document_of, soups, charsets, metadata, st.booleans())


def page(markup: str) -> VirtualDocument:
    return document_of(markup, "utf-8", ("", None, ()), True)


def patterns_of(*texts: str) -> list[Pattern]:
    return [parse(text) for text in texts]


# One index for several documents: making one takes longer than everything else.
@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.lists(documents, min_size=1, max_size=5), pattern_lists)
@example([page("<input CHECKED>")], patterns_of("input[@checked='checked']"))
@example([page("<a class='p&#111;st'>")], patterns_of("a[@class='post']"))
@example([page("<a class='Gr&ouml;&szlig;e'>")], patterns_of("a[@class='Größe']"))
@example([page("<P DATA-K><X-Y>")], patterns_of("p[@data-k]", "x-y"))
@example([page("<p>")], patterns_of("p[contains(@data-k, '')]", "p[not(@class='post')]"))
@example([page("<p>po<b>st</b>")], patterns_of("p[.='post']"))
@example([page("<p></html><p class=post>post")], patterns_of("p[@class='post']", "p[.='post']"))
def test_lookup_equals_trying_every_pattern(pages: list[VirtualDocument], chosen: list[Pattern]) -> None:
    pairs = list(enumerate(chosen))
    fast, slow = DetectionIndex(pairs), DetectionIndex(pairs, engine="python")

    for document in pages:
        expected = try_all(pairs, document)

        assert fast.lookup(document) == expected
        assert slow.lookup(document) == expected


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.lists(documents, min_size=1, max_size=5), pattern_lists, st.integers(0, 3))
def test_fewer_hits_of_a_key_are_some_of_all(pages: list[VirtualDocument], chosen: list[Pattern], most: int) -> None:
    index = DetectionIndex([(number % 3, pattern) for number, pattern in enumerate(chosen)])

    for document in pages:
        every, few = index.lookup(document), index.lookup(document, most)

        counts = Counter(hit.key for hit in every)
        assert Counter(hit.key for hit in few) == Counter({key: min(count, most) for key, count in counts.items()})
        assert set(few) <= set(every)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(metadata, st.one_of(about_metadata, patterns))
def test_a_pattern_selects_in_metadata_what_xpath_would(about: tuple, pattern: Pattern) -> None:
    document = VirtualDocument(None, *about)
    tree = document.metadata

    expected = [] if tree is None else interpreted(pattern, tree, tree)

    assert list(pattern.select(document)) == expected


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.lists(st.binary(max_size=200), min_size=1, max_size=5), pattern_lists)
def test_lookup_equals_trying_every_pattern_on_any_bytes(contents: list[bytes], chosen: list[Pattern]) -> None:
    pairs = list(enumerate(chosen))
    index = DetectionIndex(pairs)

    for data in contents:
        source = b"<p class='" + data + b"'>" + data
        root = etree.fromstring(source, etree.HTMLParser(encoding="utf-8", recover=True, huge_tree=True))
        document = VirtualDocument(root, source=source)

        assert index.lookup(document) == try_all(pairs, document)
