"""Patterns that find nothing, relaxed by what is on a page."""

from hypothesis import given, settings
from lxml import etree
from tests.unit.pattern.pattern_strategies import patterns, soups

from thresher.page import read_tree
from thresher.pattern import Pattern, parse
from thresher.pattern.options import likeness
from thresher.pattern.relax import Relaxation, relaxations, relaxations_of

PAGE = """<div id="menu"><a class="link" href="/">Home</a></div>
<div class="post" id="p12"><h3 class="storytitle">A walk</h3><span id="entry-date">1 May</span>
<article class="content wide" data-when="2024-05-01"><p>We went.</p></article></div>"""


def root(markup: str = PAGE) -> etree._Element:
    return etree.HTML(markup)


def relaxed(pattern: str, markup: str = PAGE, **options: object) -> list[Relaxation]:
    return list(relaxations(parse(pattern), [root(markup)], **options))  # type: ignore[arg-type]


def texts(pattern: str, markup: str = PAGE, **options: object) -> list[str]:
    return [str(one.pattern) for one in relaxed(pattern, markup, **options)]


def test_a_class_that_was_renamed_is_the_first_guess_where_it_sounds_alike() -> None:
    assert texts("h3[@class='post-title']")[0] == "h3[@class='storytitle']"
    assert texts("article[@class~='entry-content']")[0] == "article[@class~='content']"


def test_a_tag_is_swapped_for_one_of_the_page() -> None:
    first = [str(one.pattern) for one in relaxed("div[@class~='content']") if one.changes == 1]

    assert "article[@class~='content']" in first


def test_an_id_takes_the_place_of_a_class() -> None:
    first = relaxed("span[@class='entry-date']")[0]

    assert str(first.pattern) == "span[@id='entry-date']"
    assert (first.changes, first.is_worst) == (1, False)


def test_a_predicate_is_left_out() -> None:
    assert "h3[@class='storytitle']" in texts("h3[@class='storytitle'][@title]")


def test_an_attribute_is_read_from_another_one_or_from_the_text() -> None:
    found = texts("article/@datetime")

    assert "article/@data-when" in found
    assert "article" in found


def test_a_step_that_is_gone_is_left_out() -> None:
    assert "h3" in texts("header//h3")


def test_a_block_in_between_is_looked_through() -> None:
    assert "div[@class~='post']//p" in texts("div[@class~='post']/p")


def test_one_change_a_step_comes_before_several_and_few_before_many() -> None:
    found = relaxed("section[@class~='entry']/h2[@class='title']")
    efforts = [(one.is_worst, one.changes) for one in found]

    assert efforts == sorted(efforts)
    assert "div[@class~='post']/h3[@class='storytitle']" not in [str(one.pattern) for one in found if not one.is_worst]


def test_several_changes_at_once_are_the_worst_case() -> None:
    found = {str(one.pattern): one for one in relaxed("h2[@class='post-head']")}

    assert found["h3[@class='storytitle']"].changes == 2
    assert found["h3[@class='storytitle']"].is_worst


def test_the_prefix_that_told_the_level_is_not_touched() -> None:
    pattern, prefix = "div[contains(@class, 'post')]/h2[@class='post-title']", parse("div[contains(@class, 'post')]")

    found = texts(pattern, prefix=prefix)

    assert found
    assert all(text.startswith("div[contains(@class, 'post')]/") for text in found)


def test_words_of_sibling_types_come_first_among_equals() -> None:
    assert texts("article[@class~='box']", preferred={"wide"})[0] == "article[@class~='wide']"
    assert texts("article[@class~='box']", preferred={"content"})[0] == "article[@class~='content']"


def test_numbers_of_one_object_are_not_asked_for() -> None:
    assert not any("12" in text for text in texts("div[@id='wrap']"))


def test_what_is_in_few_of_several_places_is_no_candidate() -> None:
    others = [root("<div><p class='a'>x</p></div>"), root("<div><p class='a'>y</p></div>")]

    found = [str(one.pattern) for one in relaxations(parse("p[@class='old']"), [root(), *others])]

    assert "p[@class='a']" in found
    assert not any("story" in text for text in found)


def test_nothing_is_made_for_a_page_that_has_nothing_and_for_xpath() -> None:
    assert list(relaxations(parse("a"), [])) == []
    assert relaxed("div[@class='post']", "<html></html>") == []
    assert relaxed("xpath://div[@class='old']") == []


def test_a_pattern_for_anything_is_never_made() -> None:
    assert not any(text in {"*", "/*"} or text.endswith("//*") for text in texts("*[@class~='old']"))


def test_there_are_at_most_as_many_as_asked_for() -> None:
    assert len(texts("div[@class~='old']//span[@class='x']", most=5)) == 5


def test_patterns_for_one_thing_are_relaxed_together() -> None:
    both = [parse("h3[@class='post-title']"), parse("span[@class='entry-date']")]

    first = list(relaxations_of(both, [root()]))[:2]

    assert {(str(one.pattern), one.number) for one in first} == {
        ("h3[@class='storytitle']", 0),
        ("span[@id='entry-date']", 1),
    }


def test_names_are_alike_that_share_a_word() -> None:
    assert likeness("storytitle", "post-title") > likeness("subtle", "post-title")
    assert likeness("content", "entry-content") > likeness("comments", "entry-content")
    assert likeness("", "") == 0


@settings(max_examples=150, deadline=None)
@given(patterns, soups)
def test_every_relaxation_reads_as_itself_and_matches_its_page(pattern: Pattern, markup: str) -> None:
    top = read_tree(markup.encode(), "http://a.example/").tree

    for one in relaxations(pattern, [top] if top is not None else [], most=40):
        assert parse(str(one.pattern)) == one.pattern
        assert one.pattern.matches(top)
