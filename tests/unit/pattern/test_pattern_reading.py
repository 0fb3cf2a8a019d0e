"""Text → Pattern: every form of the language, and what is said of everything else."""

import pickle
from dataclasses import replace

import pytest

from thresher.model import ThresherError
from thresher.pattern import (
    Axis,
    Contains,
    Equals,
    Exists,
    HasToken,
    Kind,
    Last,
    NodeTest,
    Not,
    Path,
    Pattern,
    PatternError,
    Position,
    Step,
    Value,
    parse,
)

ALL = NodeTest(Kind.ELEMENT, "*")
DIV, A = NodeTest(Kind.ELEMENT, "div"), NodeTest(Kind.ELEMENT, "a")
CLASS, SELF = Value(Kind.ATTRIBUTE, "class"), Value(Kind.SELF)


def one(*steps: Step) -> Pattern:
    return Pattern((Path(steps),))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("div", one(Step(Axis.DESCENDANT, DIV))),
        ("//div", one(Step(Axis.DESCENDANT, DIV))),
        ("/div", one(Step(Axis.CHILD, DIV))),
        (
            "div/a//*",
            one(Step(Axis.DESCENDANT, DIV), Step(Axis.CHILD, A), Step(Axis.DESCENDANT, ALL)),
        ),
        ("@href", one(Step(Axis.DESCENDANT, NodeTest(Kind.ATTRIBUTE, "href")))),
        ("/@*", one(Step(Axis.CHILD, NodeTest(Kind.ATTRIBUTE, "*")))),
        ("text()", one(Step(Axis.DESCENDANT, NodeTest(Kind.TEXT)))),
        ("div[contains(@class, 'x')]", one(Step(Axis.DESCENDANT, DIV, (Contains(CLASS, "x"),)))),
        ("div[@class='x']", one(Step(Axis.DESCENDANT, DIV, (Equals(CLASS, "x"),)))),
        ('div[@class="x"]', one(Step(Axis.DESCENDANT, DIV, (Equals(CLASS, "x"),)))),
        ("div[@class~='x']", one(Step(Axis.DESCENDANT, DIV, (HasToken(CLASS, "x"),)))),
        ("div[h2='x']", one(Step(Axis.DESCENDANT, DIV, (Equals(Value(Kind.ELEMENT, "h2"), "x"),)))),
        ("div[.='x']", one(Step(Axis.DESCENDANT, DIV, (Equals(SELF, "x"),)))),
        ("div[contains(., 'x')]", one(Step(Axis.DESCENDANT, DIV, (Contains(SELF, "x"),)))),
        ("div[@class]", one(Step(Axis.DESCENDANT, DIV, (Exists(CLASS),)))),
        ("div[h2]", one(Step(Axis.DESCENDANT, DIV, (Exists(Value(Kind.ELEMENT, "h2")),)))),
        ("div[not(@class)]", one(Step(Axis.DESCENDANT, DIV, (Not(Exists(CLASS)),)))),
        ("div[not(contains(., 'x'))]", one(Step(Axis.DESCENDANT, DIV, (Not(Contains(SELF, "x")),)))),
        ("div[3][last()]", one(Step(Axis.DESCENDANT, DIV, (Position(3), Last())))),
        ("div | a", Pattern((Path((Step(Axis.DESCENDANT, DIV),)), Path((Step(Axis.DESCENDANT, A),))))),
    ],
)
def test_every_form_is_read(text: str, pattern: Pattern) -> None:
    assert parse(text) == pattern


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (' //div [ contains( @class ,"post" ) ] // a ', "div[contains(@class, 'post')]//a"),
        ("script [contains(@src, 'vbulletin_global.js')]", "script[contains(@src, 'vbulletin_global.js')]"),
        ('a[@class="it\'s"]', 'a[@class="it\'s"]'),
        ("a[.='say \"it''s\"']", "a[.='say \"it''s\"']"),
        ('a[.="say ""so"""]', "a[.='say \"so\"']"),
        ("A[@CLASS='X']", "A[@CLASS='X']"),
        ("li[007]", "li[7]"),
        ("a|b  |\n c", "a | b | c"),
        ("text[text]/text()", "text[text]/text()"),
        ("fb:like/@og:x-1", "fb:like/@og:x-1"),
        ("xpath:  //a[1] ", "xpath://a[1]"),
    ],
)
def test_a_pattern_prints_its_canonical_form(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert str(parse(canonical)) == canonical


@pytest.mark.parametrize(
    ("text", "position", "expected", "hint"),
    [
        ("div[contain(@class, 'x')]", 4, "contain( is not known", "did you mean contains("),
        ("div[Contains(@class, 'x')]", 4, "Contains( is not known", "write contains( in small letters"),
        ("a[starts-with(@href, '/x')]", 2, "starts-with(", "write it as XPath: xpath://a[starts-with(@href, '/x')]"),
        ("a[ends-with(@href, '/x')]", 2, "ends-with(", "xpath:"),
        ("a[position()=1]", 2, "position(", "[1]"),
        ("a[text()='x']", 2, "text(", ".='…'"),
        ("a[contains(text(), 'x')]", 11, "text(", "contains(., '…')"),
        ("div[@class='x]", 11, "does not end", "did you mean 'x' ?"),
        ("div[@class='x'", 14, "expected ]", "the ] at the end is missing"),
        ("div]", 3, "the end", "] too many"),
        ("div[class='x']", 4, "no element class", "write @class"),
        ("div[contains(class, 'x')]", 13, "no element class", "write @class"),
        ("meta[name='generator']", 5, "no element name", "write @name"),
        ("a/href", 2, "no element href", "write @href"),
        ("a[@x=foo]", 5, "a string", "put it in quotes: @x='foo'"),
        ("a[@x=‘foo’]", 5, "a string", "straight quotes: 'foo'"),
        ("a[@x=='foo']", 5, "a string", "a single ="),
        ("a[contains(@x 'f')]", 14, "expected ,", "contains(@x, '…')"),
        ("a[contains('f', @x)]", 11, "expected @name", "the string comes second"),
        ("a[contains(@x, 'f']", 18, "expected )", "the ) of contains( is missing"),
        ("a[@x and @y]", 5, "expected ]", "[A][B]"),
        ("a[@x or @y]", 5, "expected ]", "| between them"),
        ("a[@x contains 'y']", 5, "expected ]", "contains(@name, '…')"),
        ("a[@x!='y']", 4, "expected ]", "not(…='…')"),
        ("a[@x^='y']", 4, "expected ]", "xpath:…"),
        ("a[not(not(@x))]", 6, "not(", "one comparison"),
        ("a[.]", 3, "expected = behind .", "contains(., '…')"),
        ("a[.~='x']", 3, "attributes only", "contains(., '…')"),
        ("a[@x~='y z']", 6, "one word", "two predicates"),
        ("a[0]", 2, "from 1", "[1]"),
        ("a[99999999]", 2, "from 1", ""),
        ("div.post", 0, "div.post", "div[@class~='post']"),
        ("div#main", 3, "the end", "[@id='…']"),
        ("div > a", 4, "the end", "/ goes to a child"),
        ("a, b", 1, "the end", "| between alternatives"),
        ("[@x]", 0, "a tag", "*[…]"),
        (".//a", 0, "a tag", "leave the dot out"),
        ("../a", 0, "a tag", "xpath:../a"),
        ("a/ancestor::div", 2, "a tag", "xpath://a/ancestor::div"),
        ("child::a", 0, "a tag", "leave child:: out"),
        ("a/node()", 2, "node(", "xpath://a/node()"),
        ("", 0, "a tag", ""),
        ("a/", 2, "a tag", ""),
        ("a[", 2, "expected @name", ""),
        ("a/@", 3, "the name of an attribute", ""),
        ("@href='x'", 5, "the end", "in brackets"),
        ("xpath://a[", 10, "not closed", ""),
        ("xpath:a b", 6, "XPath says", ""),
        ("xpath:frob(.)", 6, "no function frob()", ""),
        ("xpath://a[contains(@x)]", 6, "XPath says", ""),
        ("xpath://a[@x=$y]", 13, "variables", ""),
        ("xpath://og:title", 8, "prefixes", "*[name()='og:title']"),
        ("xpath:", 6, "XPath says", ""),
        ("/a" * 60, 101, "at most 50 steps", ""),
        ("a" + "[1]" * 30, 62, "at most 20 predicates", ""),
        ("|".join("a" * 200), 200, "at most 100 alternatives", ""),
        ("a" * 20_000, 10_000, "at most 10000 characters", ""),
        ("xpath:" + "(" * 100, 56, "more than 50 deep", ""),
    ],
)  # fmt: skip
def test_mistakes_are_shown_with_their_place_and_a_way_out(text: str, position: int, expected: str, hint: str) -> None:
    with pytest.raises(PatternError) as caught:
        parse(text)

    assert expected in caught.value.expected
    assert hint in caught.value.hint
    assert caught.value.position == position


def test_an_error_has_a_sentence_with_a_caret_below_the_mistake() -> None:
    with pytest.raises(ThresherError) as caught:
        parse("div[contain(@class, 'x')]")

    assert caught.value.exit_code == 2
    assert caught.value.sentence == (
        "not a pattern, at character 5: contain( is not known here\n"
        "    div[contain(@class, 'x')]\n"
        "        ^"
    )  # fmt: skip


def test_of_a_long_pattern_the_part_around_the_mistake_is_shown() -> None:
    text = "a | " * 30 + "a[\n0] | " + "b | " * 30 + "b"

    with pytest.raises(PatternError) as caught:
        parse(text)

    _, shown, caret = caught.value.sentence.split("\n")
    assert shown.strip().startswith("…")
    assert shown.endswith("…")
    assert shown[caret.index("^")] == "0"


def test_steps_and_predicates_can_be_put_in_the_place_of_others() -> None:
    pattern = parse("div[contains(@class, 'post')]/h2[@class='title']/a/@href")
    (path,) = pattern.paths
    relaxed = replace(path.steps[1], test=NodeTest(Kind.ELEMENT, "h3"), predicates=())

    changed = replace(pattern, paths=(replace(path, steps=(path.steps[0], relaxed, *path.steps[2:])),))

    assert str(changed) == "div[contains(@class, 'post')]/h3/a/@href"
    assert parse(str(changed)) == changed


def test_patterns_are_hashable_and_survive_pickling_also_after_use() -> None:
    pattern = parse("div[@class='x'] | a")
    pattern.matcher  # noqa: B018 -- compiles it

    copied = pickle.loads(pickle.dumps(pattern))

    assert copied == pattern
    assert {pattern: 1}[copied] == 1


def test_errors_survive_pickling() -> None:
    with pytest.raises(PatternError) as caught:
        parse("div[")

    copied = pickle.loads(pickle.dumps(caught.value))

    assert (copied.sentence, copied.hint) == (caught.value.sentence, caught.value.hint)
