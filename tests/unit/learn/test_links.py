"""The links of a page, and which of them belong together."""

import pytest
from tests.support.pages import page_of

from thresher.learn.links import MAX_TEXT, LinkGroup, Spot, groups_of, is_telling, spots_of
from thresher.learn.sight import Sight, sessions_on

URL = "http://forum.example/board/1"


def spots(body: str, head: str = "") -> list[Spot]:
    page, _ = page_of(URL, f"<html><head>{head}</head><body>{body}</body></html>")
    return spots_of(page.tree, page.url)


def groups(body: str) -> list[LinkGroup]:
    return groups_of(spots(body))


def paths(group: LinkGroup) -> list[str]:
    return [url.removeprefix("http://forum.example") for url in group.titles]


def test_links_are_resolved_and_stay_inside_the_site() -> None:
    found = spots(
        "<a href='../topic/5'>One</a><a href='http://other.example/'>Two</a><a href='mailto:a@b.example'>Three</a>"
        "<a href='#top'>Four</a><a>Five</a><a href='https://forum.example.other.example/'>Six</a>"
    )

    assert [(spot.url, spot.text) for spot in found] == [("http://forum.example/topic/5", "One")]


def test_links_are_relative_to_the_base_of_the_page() -> None:
    (found,) = spots("<a href='topic/5'>One</a>", "<base href='http://forum.example/forum/'>")

    assert found.url == "http://forum.example/forum/topic/5"


def test_of_the_links_in_the_head_only_the_next_page_counts() -> None:
    head = "<link rel='stylesheet' href='/a.css'><link rel='Next' href='?page=2'><link rel='prev' href='?page=0'>"

    assert [(spot.url, spot.rel) for spot in spots("", head)] == [(URL + "?page=2", "next")]


def test_texts_are_folded_and_cut() -> None:
    first, second = spots(f"<a href='/1'>  A <b>walk</b>\n by </a><a href='/2'>{'long ' * 100}</a>")

    assert first.text == "A walk by"
    assert len(second.text) == MAX_TEXT


def test_columns_of_a_table_are_different_places_and_rows_are_not() -> None:
    rows = "".join(f"<tr><td><a href='/t{n}'>T</a></td><td><a href='/u{n}'>U</a></td></tr>" for n in range(2))
    found = spots(f"<table>{rows}</table>")

    assert found[0].place == found[2].place
    assert found[0].place != found[1].place


def test_stripes_and_numbers_in_classes_do_not_part_places() -> None:
    found = spots(
        "<p class='row odd'><a class='t5' href='/1'>A</a></p><p class='row even'><a class='t6' href='/2'>B</a>"
    )

    assert found[0].place == found[1].place


def test_addresses_with_a_number_are_grouped_wherever_they_stand() -> None:
    found = groups("<ul><li><a href='/topic/5'>A walk</a></li></ul><p><a href='/topic/6'>By the sea</a></p>")

    assert [(group.shape, group.place, paths(group)) for group in found] == [("topic/#", "", ["/topic/5", "/topic/6"])]


def test_addresses_that_are_all_name_are_grouped_by_their_place() -> None:
    posts = "".join(f"<h2><a href='/{name}/'>{name}</a></h2>" for name in ("a-long-walk", "by-the-sea"))
    found = groups(f"<ul><li><a href='/about-us/'>About us</a></li></ul>{posts}")

    assert [paths(group) for group in found] == [["/a-long-walk/", "/by-the-sea/"], ["/about-us/"]]
    assert [group.is_heading for group in found] == [True, False]


def test_people_in_one_folder_are_of_one_kind() -> None:
    found = groups("".join(f"<a href='/user/{name}'>{name}</a>" for name in ("anna", "bert", "carla")))

    assert [(group.shape, len(group.titles)) for group in found] == [("user/*", 3)]


def test_two_words_in_one_folder_are_two_kinds() -> None:
    found = groups("<a href='/help/search'>Search</a><a href='/help/rules'>Rules</a>")

    assert sorted(group.shape for group in found) == ["help/rules", "help/search"]


@pytest.mark.parametrize("ending", [".php", ".aspx", ".cgi", ".PHP"])
def test_words_before_the_ending_of_a_program_are_functions_and_no_names(ending: str) -> None:
    words = ("faq", "members", "search", "register")
    found = groups("".join(f"<a href='/forum/{word}{ending}'>{word}</a>" for word in words))

    assert sorted(group.shape for group in found) == [f"forum/{word}{ending}" for word in sorted(words)]


def test_functions_are_not_joined_with_each_other_by_a_name_beside_them() -> None:
    found = groups("".join(f"<a href='/forum/{word}.php'>{word}</a>" for word in ("faq", "members", "who-is-online")))

    assert sorted(group.shape for group in found) == ["forum/*.php", "forum/faq.php", "forum/members.php"]


@pytest.mark.parametrize("ending", [".html", ".htm", ""])
def test_other_words_in_one_folder_are_names(ending: str) -> None:
    words = ("sieve", "pump", "kettle", "ladder")
    found = groups("".join(f"<a href='/things/{word}{ending}'>{word}</a>" for word in words))

    assert [(group.shape, len(group.titles)) for group in found] == [(f"things/*{ending}", 4)]


def test_numbers_behind_one_function_are_of_one_kind() -> None:
    found = groups("".join(f"<a href='/forum/{word}.php?id={n}'>It</a>" for word in ("topic", "board") for n in (5, 6)))

    assert sorted((group.shape, len(group.titles)) for group in found) == [
        ("forum/board.php?id=#", 2),
        ("forum/topic.php?id=#", 2),
    ]


def test_groups_with_the_most_to_say_come_first() -> None:
    menu = "<ul><li><a href='/help'>Help</a></li></ul>"
    people = "".join(f"<i><a href='/user/{n}'>u{n}</a></i>" for n in range(3))
    topics = "".join(f"<b><a href='/topic/{n}'>How do I clean the sieve of number {n}?</a></b>" for n in range(3))

    assert [group.shape for group in groups(menu + people + topics)] == ["topic/#", "help", "user/#"]


def test_dates_and_words_that_come_back_are_no_titles() -> None:
    dates = "".join(f"<a href='/day/{n}'>2020-05-{n:02} 10:11</a>" for n in range(1, 4))
    (found,) = groups(dates)
    (more,) = groups("".join(f"<a href='/t/{n}'>Read more</a>" for n in range(9)))

    assert found.characters == 0
    assert more.characters == len("Readmore")


def test_the_title_of_an_address_is_the_longest_text_that_leads_there() -> None:
    (found,) = groups("<a href='/t/5'>»</a><a href='/t/5'>By the sea</a><a href='/t/5'>more</a>")

    assert found.titles == {"http://forum.example/t/5": "By the sea"}


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("topic/#", True),
        ("#-*", True),
        ("user/*", True),
        ("index.php?a=b", True),
        ("*", False),
        ("about", False),
        ("*/*", False),
        ("", False),
    ],
)
def test_a_shape_tells_by_a_number_or_a_folder(shape: str, expected: bool) -> None:
    assert is_telling(shape) is expected


def test_a_page_without_links_has_no_groups() -> None:
    assert groups("<p>Nothing</p>") == []


def test_a_session_in_most_links_is_seen_and_taken_out() -> None:
    links = "".join(f"<a href='/topic/{n}?sid=f00dcafe0123456789'>How to do it</a>" for n in range(5))
    page, _ = page_of(URL, f"<html><body>{links}</body></html>")

    assert sessions_on(page) == {"sid"}
    assert Sight(page, sessions_on(page)).urls == {f"http://forum.example/topic/{n}" for n in range(5)}


def test_long_values_that_differ_are_no_session() -> None:
    links = "".join(f"<a href='/topic/{n}?key=f00dcafe012345678{n}'>How to do it</a>" for n in range(5))
    page, _ = page_of(URL, f"<html><body>{links}</body></html>")

    assert sessions_on(page) == frozenset()


TEXT = "The sieve was clogged again this morning, so I took the pump apart and washed every piece in warm water."


def test_in_a_list_the_title_of_a_text_leads_to_it() -> None:
    page, _ = page_of(URL, f"<html><body><h2><a href='/a-walk'>A walk</a></h2><p>{TEXT}</p></body></html>")

    assert Sight(page).title_link == "http://forum.example/a-walk"


@pytest.mark.parametrize("href", ["/board/1", "/board/1?view=all", None])
def test_on_its_own_page_the_title_of_a_text_leads_nowhere_else(href: str | None) -> None:
    heading = f"<a href='{href}'>A walk</a>" if href else "A walk"
    page, _ = page_of(URL, f"<html><body><h2>{heading}</h2><p>{TEXT}</p></body></html>")

    assert Sight(page).title_link == ""


@pytest.mark.parametrize(
    ("address", "is_own"), [("/index.php?archive=2023-05", False), ("/index.php?item=5", True), ("/index.php", False)]
)
def test_where_one_program_shows_all_pages_parameters_say_whether_a_title_leads_elsewhere(
    address: str, is_own: bool
) -> None:
    body = f"<h3><a href='/index.php?item=5'>A walk</a></h3><p>{'We went along the river. ' * 8}</p>"
    page, _ = page_of(f"http://blog.example{address}", f"<html><body>{body}</body></html>")

    assert Sight(page).title_link == ("" if is_own else "http://blog.example/index.php?item=5")


def test_a_way_on_before_the_text_is_no_title_of_it() -> None:
    way = "<div><a href='/b/tools/a-walk-82/page-2'>Next page »</a></div>"
    page, _ = page_of("http://forum.example/b/tools/a-walk-82/", f"<p>A walk</p>{way}<div>{'long text ' * 30}</div>")

    assert Sight(page).title_link == ""


def test_a_page_without_long_text_has_no_title_link() -> None:
    page, _ = page_of(URL, "<html><body><h2><a href='/a-walk'>A walk</a></h2><p>Soon.</p></body></html>")

    assert Sight(page).title_link == ""


def test_what_most_links_are_called_is_no_title() -> None:
    rows = "".join(
        f"<tr><td><a href='/t/{n}'>{text}</a></td><td><a href='/t/{n}#last'>Last post</a></td></tr>"
        for n, text in enumerate(("Help!", "A pump", "My lantern is broken", "Oil"))
    )

    (group,) = groups(f"<table>{rows}</table>")

    assert list(group.titles.values()) == ["Help!", "A pump", "My lantern is broken", "Oil"]
    assert not group.says_nothing


def test_links_that_all_say_the_same_say_nothing() -> None:
    (group,) = groups("".join(f"<p><a href='/p/{n}'>Last post</a></p>" for n in range(4)))

    assert group.says_nothing


def test_names_of_one_word_stand_where_others_do() -> None:
    boards = "<li><a href='/c/old-tools/5'>Old tools</a></li><li><a href='/c/engines/3'>Engines</a></li>"

    (group,) = groups(f"<ul>{boards}</ul>")

    assert (group.shape, paths(group)) == ("c/*/#", ["/c/old-tools/5", "/c/engines/3"])


def test_words_that_say_what_is_named_are_no_names() -> None:
    found = groups("<p><a href='/f/old-tools/5'>Old tools</a></p><p><a href='/f/topic/3'>A topic</a></p>")

    assert {group.shape for group in found} == {"f/*/#", "f/topic/#"}


def test_a_name_with_a_number_behind_it_is_one_of_the_names() -> None:
    names = ("anna", "bertram", "carla", "dora42", "emil1981")
    (people,) = groups("".join(f"<a href='/user/{name}'>{name}</a>" for name in names))

    assert people.shape == "user/*"
    assert len(people.titles) == len(names)


def test_things_that_are_counted_are_no_names_though_words_stand_beside_them() -> None:
    words = ("anna", "bertram", "carla", "topic5", "part7", "mill1", "mill2")
    found = groups("".join(f"<a href='/x/{word}'>{word}</a>" for word in words))

    assert {group.shape for group in found} == {"x/*", "x/topic#", "x/part#", "x/mill#"}


def test_words_that_the_only_parameter_of_a_program_says_are_names() -> None:
    rows = "".join(f"<p><a href='/cgi-bin/talk.pl?board={name}'>{name}</a></p>" for name in ("cars", "boats", "rest"))
    (boards,) = groups(rows)

    assert boards.shape == "cgi-bin/talk.pl?board=*"
    assert len(boards.titles) == 3


def test_words_of_a_parameter_by_which_one_logs_in_are_functions() -> None:
    rows = "".join(f"<p><a href='/talk.pl?action={name}'>{name}</a></p>" for name in ("login", "team", "map", "stats"))

    assert len({group.shape for group in groups(rows)}) == 4
