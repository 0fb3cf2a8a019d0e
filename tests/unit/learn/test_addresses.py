"""From addresses to the form they have in common."""

from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.knowledge.forms import parse_form, path_of, query_of
from thresher.learn.addresses import MAX_DEPTH, LearnedForm, describe, forms_of
from thresher.learn.shapes import folder_of, parts_of, skeleton

ROOT = "http://forum.example/"


def forms(*paths: str, root: str = ROOT) -> list[str]:
    return [form.text for form in forms_of([ROOT + path for path in paths], root)]


def names_in(form: str, path: str) -> dict[str, str]:
    """What the names of `form` stand for in an address of the site."""
    found = parse_form(form).match(path_of(ROOT + path), query_of(ROOT + path), "/")
    assert found is not None, (form, path)
    return dict(found.names)


def fits(form: str, path: str) -> bool:
    return parse_form(form).match(path_of(ROOT + path), query_of(ROOT + path), "/") is not None


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["topic/5", "topic/17", "topic/230"], "topic/{id#}"),
        (["t5.html", "t17.html", "t230.html"], "t{id#}.html"),
        (["joinery-5", "garden-tools-17", "old-clocks-230"], "*-{id#}"),
        (["joinery-5.html", "garden-tools-17.html", "clocks-230.html"], "*-{id#}.html"),
        (["joinery-f5", "garden-tools-f17", "old-clocks-f230"], "*-f{id#}"),
        (["5-a-walk", "17-by-the-sea", "230-home"], "{id#}-*"),
        (["t/5_a-walk", "t/17_by-the-sea", "t/230_home"], "t/{id#}_*"),
        (["thread-5-a-walk", "thread-17-by-the-sea"], "thread-{id#}-*"),
        (["show.php?t=5", "show.php?t=17", "show.php?t=230"], "show.php?t={id#}"),
        (["show.php?f=2&t=5", "show.php?f=2&t=17", "show.php?f=3&t=230"], "show.php?f=#&t={id#}"),
        (["index.php?topic=5.0", "index.php?topic=17.0"], "index.php?topic={id#}.0"),
        (["user/anna", "user/bert", "user/carla"], "user/{a~}"),
        (["p/44fc0464fe", "p/9e64422ebb", "p/ed89d02baa", "p/6033547a6e"], "p/{a}"),
        (["2023-May/list.html", "2023-June/list.html", "2024-May/list.html", "2024-July/list.html"], "{a~}/list.html"),
    ],
)
def test_addresses_of_one_kind_have_one_form(paths: list[str], expected: str) -> None:
    assert forms(*paths) == [expected]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("p/44fc0464fe", "p/*"),
        ("watch/dQw4w9WgXcQ", "watch/*"),
        ("list/talk@valley.example/thread/5", "list/*/thread/#"),
        ("f5t123s0", "f#t#s#"),
        ("forum12topic345.html", "forum#topic#.html"),
        ("feed12345", "feed#"),
    ],
)
def test_names_that_a_program_drew_are_told_from_words_with_numbers(path: str, expected: str) -> None:
    assert skeleton(ROOT + path) == expected


def test_where_a_shape_has_a_name_any_will_do() -> None:
    urls = [f"{ROOT}p/{part}/topic/{number}" for part in ("mill", "barn") for number in range(5, 15)]

    (form,) = forms_of(urls, ROOT, shape="p/*/topic/#")

    assert fits(form.text, "p/yard/topic/99")


def test_the_number_is_what_names_a_thread_and_not_its_title() -> None:
    (form,) = forms("t/5-a-walk", "t/17-by-the-sea", "t/230-home")

    assert names_in(form, "t/99-another-title") == {"id": "99"}
    assert names_in(form, "t/99-renamed") == {"id": "99"}
    assert not fits(form, "t/anna")


def test_days_in_paths_are_days() -> None:
    (form,) = forms("2023/05/17/a-walk", "2023/11/02/by-the-sea", "2022/01/30/home")

    assert names_in(form, "2021/12/24/snow") == {"y": "2021", "m": "12", "d": "24", "a": "snow"}


def test_a_year_that_all_share_is_still_a_year() -> None:
    (form,) = forms("2023/05/a-walk", "2023/11/by-the-sea", "2023/01/home")

    assert names_in(form, "2024/02/snow") == {"y": "2024", "m": "02", "a": "snow"}


def test_numbers_beyond_a_calendar_are_no_days() -> None:
    (form,) = forms("2023/45/a-walk", "2023/11/by-the-sea", "2022/77/home")

    assert not {"y", "m", "d"} & parse_form(form).names


def test_a_year_alone_is_a_number_like_any_other() -> None:
    (form,) = forms("topic/2001", "topic/2002", "topic/1999")

    assert form == "topic/{id#}"


def test_few_addresses_of_another_kind_are_mistakes_of_the_set() -> None:
    """The example of the paper (FoCUS, section 4.3.2): most addresses are about#.html."""
    threads = [f"about{number}.html" for number in range(20100, 20120)]
    others = ["memberlist.php", "ucp.php?mode=login", "faq.php", "post-a6.html"]

    assert forms(*threads, *others) == ["about{id#}.html"]


def test_kinds_with_a_fair_share_of_the_addresses_are_kept() -> None:
    threads = [f"about{number}.html" for number in range(6)]
    more = [f"topic/{number}" for number in range(4)]

    assert forms(*threads, *more) == ["about{id#}.html", "topic/{id#}"]


@pytest.mark.parametrize(("count", "is_kept"), [(20, False), (21, True)])
def test_a_form_must_cover_more_than_a_fifth(count: int, is_kept: bool) -> None:
    threads = [f"about{number}.html" for number in range(100 - count)]
    boards = [f"board/{number}" for number in range(count)]

    assert ("board/{id#}" in forms(*threads, *boards)) is is_kept


def test_words_that_many_addresses_share_part_them() -> None:
    found = forms(*(f"{part}/{number}" for part in ("topic", "news") for number in range(5)))

    assert sorted(found) == ["news/{id#}", "topic/{id#}"]


def test_names_that_are_also_numbers_fit_where_names_do() -> None:
    (form,) = forms("tag/wood", "tag/1984", "tag/paint", "tag/copper")

    assert fits(form, "tag/2001")
    assert fits(form, "tag/glass")
    assert not fits(form, "user/glass")
    assert names_in(form, "tag/2001") != names_in(form, "tag/glass")


def test_a_name_is_no_number() -> None:
    (form,) = forms("blog/a-walk", "blog/by-the-sea", "blog/home")

    assert fits(form, "blog/snow")
    assert not fits(form, "blog/2")


@pytest.mark.parametrize(
    ("paths", "is_loose"),
    [
        (["a-walk", "by-the-sea", "home"], True),
        (["a-walk.html", "by-the-sea.html", "home.html"], True),
        (["blog/a-walk", "blog/by-the-sea", "blog/home"], False),
        (["5-a-walk", "6-by-the-sea", "7-home"], False),
        (["?t=5", "?t=6", "?t=7"], False),
    ],
)
def test_a_form_of_nothing_but_names_is_loose(paths: list[str], is_loose: bool) -> None:
    assert [form.is_loose for form in forms_of([ROOT + path for path in paths], ROOT)] == [is_loose]


def test_forms_are_relative_to_the_folder_of_the_site() -> None:
    assert forms("forum/topic/5", "forum/topic/6", root=ROOT + "forum/") == ["topic/{id#}"]


def test_what_is_outside_of_the_folder_does_not_count() -> None:
    assert forms("forum/topic/5", "forum/topic/6", "shop/7", root=ROOT + "forum/") == ["topic/{id#}"]
    assert forms("shop/7", root=ROOT + "forum/") == []


def test_no_addresses_have_no_form() -> None:
    assert forms_of([], ROOT) == []


def test_addresses_of_endless_depth_have_no_form() -> None:
    assert forms("/".join(["a"] * (MAX_DEPTH + 1)), "/".join(["b"] * (MAX_DEPTH + 1))) == []


def test_a_form_names_the_addresses_it_is_from() -> None:
    urls = [f"{ROOT}topic/{number}" for number in range(4)]

    assert forms_of([*urls, urls[0]], ROOT) == [LearnedForm("topic/{id#}", tuple(urls), is_loose=False)]


def test_one_address_is_enough_where_it_looks_like_the_name_of_one_thing() -> None:
    (form,) = forms("topic/5-a-walk")

    assert fits(form, "topic/6-by-the-sea")
    assert not fits(form, "user/6-by-the-sea")


def test_what_a_form_cannot_write_is_not_written() -> None:
    (form,) = forms("t/a%7Bb%7D", "t/c%5Bd", "t/e%2Af")

    assert fits(form, "t/a%7Bb%7D")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("topic/5-a-walk?page=2", "topic/#-*?page=#"),
        ("about20152.html", "about#.html"),
        ("joinery-5", "*-#"),
        ("thread-5.html", "thread-#.html"),
        ("a-walk-by-the-sea/", "*"),
        ("user/anna", "user/anna"),
        ("viewtopic.php?t=5&f=2", "viewtopic.php?f=#&t=#"),
        ("", ""),
    ],
)
def test_a_skeleton_is_what_is_left_without_names_and_numbers(path: str, expected: str) -> None:
    assert skeleton(ROOT + path) == expected


def test_parts_are_the_same_in_whatever_order_parameters_stand() -> None:
    one, other = parts_of(ROOT + "a/b/?x=1&y=%C3%BC"), parts_of(ROOT + "a/b?y=ü&x=1")

    assert one == other
    assert (one.segments, one.names, one.values) == (("a", "b"), ("x", "y"), ("1", "ü"))


def test_the_closest_description_of_a_column_is_taken() -> None:
    assert describe(["new", "new"]).kind == "fixed"
    assert describe(["5", "17"]).kind == "number"
    assert describe(["5-a", "17-b-c"]).kind == "led"
    assert describe(["a-5", "b-c-17"]).kind == "trailed"
    assert describe(["a", "17"]).kind == "any"
    assert describe(["a", "b"]).kind == "name"


WORD = st.text("abcxyz0129-_.", min_size=1, max_size=10).filter(lambda text: text.strip(".") != "")
PATHS = st.builds(
    lambda segments, query: (
        "/".join(segments) + ("?" + "&".join(f"{n}={v}" for n, v in query.items()) if query else "")
    ),
    st.lists(WORD, min_size=1, max_size=4),
    st.dictionaries(st.sampled_from(["t", "f", "page", "q"]), WORD, max_size=2),
)


@settings(max_examples=100, deadline=None)
@given(paths=st.lists(PATHS, min_size=1, max_size=12))
def test_every_address_has_the_form_that_was_learned_from_it(paths: list[str]) -> None:
    for form in forms_of([ROOT + path for path in paths], ROOT):
        for url in form.urls:
            assert parse_form(form.text).match(path_of(url), query_of(url), "/") is not None, (form.text, url)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", ""),
        ("5", ""),
        ("a-walk-by-the-sea", ""),
        ("2024/05/17/a-walk/", ""),
        ("topic/5", "topic"),
        ("topic/5/page/2", "topic"),
        ("topic/5-a-walk?page=2", "topic"),
        ("blog/2024/05/17/a-walk/", "blog"),
        ("forum/topic.php?t=5", "forum/topic.php"),
        ("forum/topic.php?b=2&t=5", "forum/topic.php"),
        ("forum/board.php?b=2", "forum/board.php"),
        ("index.php?topic=5.0", "index.php"),
        ("index.php?board=5.0", "index.php"),
        ("c/garden/t/5", "c/garden/t"),
        ("about5.html", ""),
    ],
)
def test_a_folder_is_the_words_that_an_address_begins_with(path: str, expected: str) -> None:
    assert folder_of(ROOT + path) == expected


# What is in a path or a value once its escapes are decoded; slashes in values have a test of their own.
ODD = st.text(st.sampled_from("ab5-_.,~?&=;%{}[]*#!+ü²٣ \n") | st.characters(codec="utf-8"), min_size=1, max_size=12)
ESCAPED = ODD.map(lambda text: quote(text.replace("/", "|"), safe=""))


@settings(max_examples=100, deadline=None)
@given(
    pieces=st.lists(
        st.tuples(
            st.lists(ESCAPED, min_size=1, max_size=3), st.dictionaries(st.sampled_from("tq"), ESCAPED, max_size=2)
        ),
        min_size=1,
        max_size=6,
    )
)
def test_no_characters_are_too_odd(pieces: list[tuple[list[str], dict[str, str]]]) -> None:
    urls = [
        ROOT + "/".join(path) + "?" * bool(query) + "&".join(f"{name}={value}" for name, value in query.items())
        for path, query in pieces
    ]

    for form in forms_of(urls, ROOT):
        for url in form.urls:
            assert parse_form(form.text).match(path_of(url), query_of(url), "/") is not None, (form.text, url)


def test_raised_numbers_behind_a_year_are_no_month() -> None:
    (form,) = forms("2023/%C2%B2/a-walk", "2022/%C2%B3/home")

    assert fits(form, "2023/%C2%B2/a-walk")


@pytest.mark.parametrize("name", ["tags[]", "f%5B0%5D", "filter[id]"])
def test_parameters_may_have_brackets_in_their_names(name: str) -> None:
    (form,) = forms(f"t.php?{name}=5", f"t.php?{name}=6")

    assert fits(form, f"t.php?{name}=5")


@pytest.mark.xfail(reason="a run in a form ends at a slash, in the value of a parameter too")
def test_values_may_have_slashes() -> None:
    (form,) = forms("index.php?q=blog/a-walk", "index.php?q=blog/by-the-sea", "index.php?q=blog/2023/home")

    assert fits(form, "index.php?q=blog/a-walk")
    assert fits(form, "index.php?q=blog/2023/home")


def test_a_path_in_the_query_has_a_form() -> None:
    assert forms(*(f"index.php?threads/{number}/" for number in range(10))) == ["index.php?threads/{id#}"]


def test_characters_that_mean_something_in_a_form_are_escaped() -> None:
    (form,) = forms("all?search=%23limit:40", "all?search=%23limit:60")

    assert form == "all?search=%23limit:{id#}"
    assert names_in(form, "all?search=%23limit:80") == {"id": "80"}
    assert not fits(form, "all?search=%23has+replies")
    assert parse_form(form).filled({"id": "80"}) == "all?search=%23limit:80"
