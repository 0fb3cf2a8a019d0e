"""Whatever text comes, reading gives a pattern or says why not; what is read prints and reads as the same."""

import time

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.unit.pattern.pattern_strategies import patterns

from thresher.pattern import Pattern, PatternError, parse

pieces = st.sampled_from(
    ["a", "div", "@", "*", "/", "//", "[", "]", "(", ")", "contains(", "contains", "not(", "last()", "text()", "text(",
     "'", '"', "'x'", '"y"', "=", "~=", "!=", ",", "|", ".", "..", "1", "0", "12", "xpath:", "::", ":", "$", "and", " ",
     "\n", "@class", "@class='x'", "starts-with(", "é", "\x00", "\ud800", "99999999999999999999", "-", "’"]
)  # fmt: skip
texts = st.one_of(st.text(max_size=60), st.lists(pieces, max_size=15).map("".join))


@settings(max_examples=600, derandomize=True)
@given(texts)
@example("xpath:" + "(" * 3000)
@example("a" + "[a" * 3000)
@example("a[contains(@x, '" + "''" * 4000)
@example("/a" * 4000)
def test_reading_gives_a_pattern_or_an_error_that_shows_the_place(text: str) -> None:
    read = read_or_refuse(text)

    if isinstance(read, Pattern):
        assert parse(str(read)) == read
    else:
        sentence, shown, caret = read.sentence.split("\n")
        assert read.text == text
        assert 0 <= read.position <= len(text)
        assert f"at character {read.position + 1}: {read.expected}" in sentence
        assert caret.strip() == "^"
        assert len(caret) <= len(shown) + 1


def read_or_refuse(text: str) -> Pattern | PatternError:
    try:
        return parse(text)
    except PatternError as error:
        return error


@settings(max_examples=400, derandomize=True)
@given(patterns)
def test_what_is_printed_reads_as_the_same_pattern(pattern: Pattern) -> None:
    printed = str(pattern)

    assert parse(printed) == pattern
    assert str(parse(printed)) == printed
    assert hash(parse(printed)) == hash(pattern)


@settings(max_examples=30, derandomize=True, deadline=None)
@given(pieces, st.integers(1000, 20_000))
def test_long_texts_are_read_in_bounded_time(piece: str, count: int) -> None:
    start = time.process_time()

    read_or_refuse("a[" + piece * count)

    assert time.process_time() - start < 1
