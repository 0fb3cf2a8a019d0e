"""Forms of addresses."""

from dataclasses import replace

import pytest

from thresher.knowledge import UrlKnowledge
from thresher.knowledge.forms import FormError, parse_form, path_of, query_of


def match(form: str, url: str) -> tuple[str, dict[str, str], str] | None:
    found = parse_form(form).match(path_of(url), query_of(url))
    return (found.root, dict(found.names), found.page) if found else None


def knowledge(**roles: str | list[str]) -> UrlKnowledge:
    pairs = [(role, form) for role, forms in roles.items() for form in ([forms] if isinstance(forms, str) else forms)]
    return UrlKnowledge(
        frozenset({"sid"}), frozenset({"hilit"}), tuple((role, parse_form(form)) for role, form in pairs)
    )


@pytest.mark.parametrize(
    ("form", "url", "expected"),
    [
        ("topic.php?t={id#}", "http://b.example/topic.php?t=7", ("/", {"id": "7"}, "")),
        ("topic.php?t={id#}", "http://b.example/board/topic.php?x=1&t=7", ("/board/", {"id": "7"}, "")),
        ("topic.php?t={id#}", "http://b.example/topic.php?t=seven", None),
        ("topic.php?t={id#}", "http://b.example/topic.php", None),
        ("topic.php?t={id#}", "http://b.example/mytopic.php?t=7", None),
        ("topic.php?t={id#}[&start={page#}]", "http://b.example/topic.php?start=10&t=7", ("/", {"id": "7"}, "10")),
        ("topic.php?t={id#}[&start={page#}]", "http://b.example/topic.php?t=7&start=0", ("/", {"id": "7"}, "")),
        ("threads/[*.]{id#}[/page-{page#}]", "http://b.example/threads/a-walk.12/page-3", ("/", {"id": "12"}, "3")),
        ("threads/[*.]{id#}[/page-{page#}]", "http://b.example/threads/12/", ("/", {"id": "12"}, "")),
        (
            "{y#}/{m#}/{id}",
            "http://b.example/blog/2023/01/a-walk/",
            ("/blog/", {"y": "2023", "m": "01", "id": "a-walk"}, ""),
        ),
        ("{base**}/comment-page-{page#}", "http://b.example/a/b/comment-page-2/", ("/", {"base": "a/b"}, "2")),
        (
            "index.php?threads/[*.]{id#}[/page-{page#}]",
            "http://b.example/index.php?threads/a.12/page-3",
            ("/", {"id": "12"}, "3"),
        ),
        ("index.php?/topic/{id#}-*", "http://b.example/f/index.php?/topic/4-a-walk/", ("/f/", {"id": "4"}, "")),
        ("showthread.php?{id#}-*", "http://b.example/showthread.php?81-A-walk", ("/", {"id": "81"}, "")),
        ("index.php", "http://b.example/index.php?threads/a.12/", None),
        ("index.php", "http://b.example/index.php?x=1", ("/", {}, "")),
        ("tags/**", "http://b.example/tags", ("/", {}, "")),
        ("tags/**", "http://b.example/tags/one/page/2", ("/", {}, "")),
        ("topic/{id#}-*[?page={page#}]", "http://b.example/topic/4-a-b?page=2", ("/", {"id": "4"}, "2")),
        ("doku.php?!id", "http://b.example/doku.php", ("/", {}, "")),
        ("doku.php?!id", "http://b.example/doku.php?id=start", None),
        ("wiki?id={id**}", "http://b.example/wiki?id=a%3Ab/c", ("/", {"id": "a:b/c"}, "")),
    ],
)
def test_a_form_finds_place_names_and_page(form: str, url: str, expected: object) -> None:
    assert match(form, url) == expected


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ("topic.php?t={id#", "not understood"),
        ("topic/[{id#}", "not closed"),
        ("topic/{id#}/{id}", "twice"),
        ("topic/{id#}?t={id}", "twice"),
        ("a[b[c]]", "inside each other"),
        ("topic.php?t={ID}", "not understood"),
    ],
)
def test_a_form_that_cannot_be_read_is_explained(form: str, word: str) -> None:
    with pytest.raises(FormError) as error:
        parse_form(form)

    assert word in error.value.sentence


def test_a_hostile_address_costs_little_time() -> None:
    form = parse_form("*-*-*-t{id#}[-{page#}].html")

    assert form.match("/" + "a-" * 900 + "x", {}) is None


def test_addresses_of_one_page_have_one_identity() -> None:
    urls = knowledge(thread="topic.php?t={id#}[&start={page#}]")

    first = urls.read("http://b.example/topic.php?t=7&f=3")

    assert first.identity == urls.read("http://b.example/topic.php?start=0&t=7").identity
    assert first.identity != urls.read("http://b.example/topic.php?t=7&start=10").identity
    assert first.thing == "http://b.example/topic.php?t=7"
    assert urls.read("http://b.example/topic.php?t=7&start=10").thing == first.thing
    assert urls.read("http://b.example/topic.php?t=7&start=10").page == 10


def test_a_further_page_belongs_to_the_address_it_continues() -> None:
    urls = knowledge(comments="{base**}/comment-page-{page#}", post="{y#}/{m#}/{id}")

    post = urls.read("http://b.example/2023/01/a-walk/")

    assert urls.read("http://b.example/2023/01/a-walk/comment-page-2/").thing == post.thing
    assert urls.read("http://b.example/2023/01/a-walk/comment-page-1/").identity == post.identity


def test_a_number_that_can_be_no_year_or_month_is_none() -> None:
    urls = knowledge(date=["{y#}", "{y#}/{m#}"], post="{id#}")

    assert urls.read("http://b.example/2023/").role == "date"
    assert urls.read("http://b.example/2023/12/").role == "date"
    assert urls.read("http://b.example/412/").role == "post"
    assert urls.read("http://b.example/2023/31/").role != "date"


def test_a_form_that_any_address_has_needs_a_known_folder() -> None:
    urls = knowledge(index="**?idx={ns}", article="{id**}?!*")

    assert urls.read("http://b.example/wiki/river:ferry").role == ""
    assert urls.read("http://b.example/wiki/river:ferry", "http://b.example/wiki/").role == "article"
    assert urls.read("http://b.example/wiki/river:ferry?rev=7", "http://b.example/wiki/").role == ""
    assert urls.read("http://b.example/wiki/river:ferry?idx=river").role == "index"


def test_addresses_that_the_server_does_not_rewrite_mean_the_same() -> None:
    urls = replace(
        knowledge(reply="threads/*/reply", thread="threads/*.{id#}[/page-{page#}]", home="index.php"),
        front=frozenset({"index.php"}),
    )

    plain = urls.read("http://b.example/f/threads/a.12/page-3")

    assert plain.role == "thread"
    assert urls.read("http://b.example/f/index.php?threads/a.12/page-3&order=new") == plain
    assert urls.read("http://b.example/f/index.php?/threads/a.12/page-3") == plain
    assert urls.read("http://b.example/f/index.php/threads/a.12/page-3") == plain
    assert urls.read("http://b.example/f/index.php?threads/a.12/reply").role == "reply"
    assert urls.read("http://b.example/f/index.php").role == "home"


def test_the_first_form_that_matches_decides() -> None:
    urls = knowledge(print="topic.php?view=print", thread="topic.php?t={id#}")

    assert urls.read("http://b.example/topic.php?t=7&view=print").role == "print"
    assert urls.read("http://b.example/topic.php?t=7").role == "thread"
    assert urls.read("http://b.example/other.php?t=7").role == ""


def test_a_form_without_a_path_is_the_folder_of_the_application_and_no_other() -> None:
    urls = knowledge(home="")

    assert urls.read("http://b.example/board/", "http://b.example/board/").role == "home"
    assert urls.read("http://b.example/board/index.php", "http://b.example/board/").role == "home"
    assert urls.read("http://b.example/board/adm/", "http://b.example/board/").role == ""
    assert urls.read("http://b.example/board/").role == ""


def test_parameters_that_do_not_matter_do_not_make_another_page() -> None:
    urls = knowledge(thread="topic.php?t={id#}")

    assert urls.read("http://b.example/x?a=1&sid=9").identity == urls.read("http://b.example/x?hilit=b&a=1").identity


def test_several_forms_of_a_role_name_the_same_thing() -> None:
    urls = knowledge(thread=["topic.php?t={id#}", "*-t{id#}.html"])

    assert urls.read("http://b.example/a-walk-t7.html").thing == urls.read("http://b.example/topic.php?t=7").thing


def test_pages_may_be_counted_from_zero() -> None:
    urls = knowledge(listing="list[?page={page0#}]", comments="{base**}?page={page0#}")

    assert urls.read("http://b.example/list?page=0").identity == urls.read("http://b.example/list").identity
    assert urls.read("http://b.example/list?page=1").identity != urls.read("http://b.example/list").identity
    assert urls.read("http://b.example/list?page=1").page == 2
    assert urls.read("http://b.example/node/5?page=1").thing == urls.read("http://b.example/node/5").thing


def test_pages_may_begin_at_multiples_of_their_size_only() -> None:
    urls = knowledge(thread=["talk.pl?num={id#}", "talk.pl?num={id#}/{page#15}"])

    assert urls.read("http://b.example/talk.pl?num=7/30").thing == urls.read("http://b.example/talk.pl?num=7").thing
    assert (
        urls.read("http://b.example/talk.pl?num=7/0").identity == urls.read("http://b.example/talk.pl?num=7").identity
    )
    assert urls.read("http://b.example/talk.pl?num=7/3").role == ""
    with pytest.raises(FormError, match="size"):
        parse_form("topic/{id#15}")


def test_anything_at_the_beginning_does_not_reach_above_the_folder_of_the_application() -> None:
    urls = knowledge(feed="**/feed", comments="{base**}/comment-page-{page#}")

    assert urls.read("http://b.example/blog/a/feed/", "http://b.example/blog/").role == "feed"
    later = urls.read("http://b.example/blog/a/comment-page-2/", "http://b.example/blog/")
    assert later.thing == urls.read("http://b.example/blog/a/", "http://b.example/blog/").thing
    assert urls.read("http://b.example/other/a/feed/", "http://b.example/blog/").role == ""


def test_lists_of_one_role_are_different_lists_and_the_front_page_is_one() -> None:
    urls = knowledge(listing=["newest", "ask[?p={page#}]"], home=["index.php", ""])

    assert urls.read("http://b.example/newest").identity != urls.read("http://b.example/ask").identity
    root = "http://b.example/"
    assert urls.read("http://b.example/index.php", root).identity == urls.read("http://b.example/", root).identity


def test_a_name_that_may_be_missing_is_no_trouble() -> None:
    urls = knowledge(listing="latest[?from={n#}]")

    assert urls.read("http://b.example/latest").role == "listing"
    assert urls.read("http://b.example/latest").identity != urls.read("http://b.example/latest?from=3").identity


def test_a_date_in_the_address_is_read() -> None:
    urls = knowledge(post="{y#}/{m#}/{d#}/{id}")

    assert urls.read("http://b.example/2023/01/17/a-walk/").date == "2023-01-17"
    assert urls.read("http://b.example/2023/13/17/a-walk/").date == ""


def test_an_address_whose_form_names_nothing_is_a_page_of_its_own() -> None:
    urls = knowledge(tag="topics/**", article="{id}")
    one, two = (urls.read(f"http://b.example/topics/{name}/?sid=1") for name in ("bees", "wasps"))
    assert (one.role, one.identity) == ("tag", "http://b.example/topics/bees")
    assert one.thing != two.thing


def test_what_a_followed_role_gives_no_name_to_makes_no_difference() -> None:
    urls = replace(knowledge(index="doku.php?id=*&do=index"), followed=frozenset({"index"}))
    one, two = (urls.read(f"http://b.example/doku.php?id={name}&do=index") for name in ("bees", "wasps"))
    assert one.identity == two.identity


def test_a_parameter_that_counts_pages_is_no_part_of_the_thing() -> None:
    urls = knowledge(comments="?p={id#}&cpage={page#}", permalink="?p={id#}")
    post, further = (urls.read(f"http://b.example/?p=7{more}", "http://b.example/") for more in ("", "&cpage=2"))
    assert (further.role, further.page, further.thing) == ("comments", 2, post.thing)


def test_further_pages_of_the_front_page_are_pages_of_it() -> None:
    urls = knowledge(listing="?page={page#}", home="")
    front, first, second = (
        urls.read(f"http://b.example/{more}", "http://b.example/") for more in ("", "?page=1", "?page=2")
    )
    assert front.thing == first.thing == second.thing
    assert front.identity == first.identity != second.identity


def test_a_path_in_the_query_is_read_like_a_path() -> None:
    known = knowledge(post=["index.php?archives/{id#}-*&!*"], list=["index.php?archives/P{page#}.html&!*"])

    assert known.read("http://b.example/index.php?/archives/5-a-walk.html").role == "post"
    assert known.read("http://b.example/index.php?/archives/P2.html").page == 2
    assert known.read("http://b.example/index.php?/archives/5-a-walk.html&view=print").role == ""
    assert known.read("http://b.example/archives/5-a-walk.html").role == ""
