"""What addresses are used for: judged by whole words only."""

import pytest

from thresher.guide.shapes import family_of, shape_of
from thresher.guide.traps import trap_in
from thresher.knowledge.noise import judge, without_parameters
from thresher.model import SkipReason

HOST = "http://site.example"


@pytest.mark.parametrize(
    "path",
    ["/calendar-of-saints", "/search-for-meaning/", "/login-systems-explained", "/2019/05/", "/viewtopic.php?id=5&p=2",
     "/viewtopic.php?f=2&t=7&start=20", "/index.php?topic=12.0", "/index.php?board=3.20", "/showthread.php?t=5&page=2",
     "/article.php?sid=1234", "/view.php?idx=77", "/post.php?id=3", "/detail.php?id=4", "/wiki/Printing",
     "/a?sort=4711", "/a?dir=docs", "/a?order=12", "/a?direction=north", "/a?mode=mailbox", "/a?mode=messages-of-old",
     "/forum.php?mod=viewthread&tid=5", "/index.php?title=Main_Page", "/t/how-to-log-in/55", "/questions/12/reply-all",
     "/tag/editing/", "/wiki/Special_relativity", "/", "/index.php/topic,12.0.html", "/feed/"],
)  # fmt: skip
def test_ordinary_pages_are_kept(path: str) -> None:
    assert judge(HOST + path).verdict == "keep"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/posting.php?mode=reply&f=2&t=7", SkipReason.ACTION),
        ("/ucp.php?mode=login", SkipReason.ACTION),
        ("/index.php?action=post;topic=12.0", SkipReason.ACTION),
        ("/newreply.php?do=newreply&p=3", SkipReason.ACTION),
        ("/index.php?title=X&action=edit&section=2", SkipReason.ACTION),
        ("/doku.php?id=start&do=edit", SkipReason.ACTION),
        ("/wp-login.php", SkipReason.ACTION),
        *(
            (f"/a.php?mode={word}&id=7", SkipReason.ACTION)
            for word in ("mail", "email", "message", "compose", "report")
        ),
        ("/auth/login", SkipReason.ACTION),
        ("/_login", SkipReason.ACTION),
        ("/garden/apples?edit", SkipReason.ACTION),
        ("/benutzer/anmelden", SkipReason.ACTION),
        ("/%D0%B2%D0%BE%D0%B9%D1%82%D0%B8", SkipReason.ACTION),
        ("/post.php?tid=3", SkipReason.ACTION),
        ("/viewtopic.php?p=99", SkipReason.OTHER_VIEW),
        ("/viewtopic.php?pid=99", SkipReason.OTHER_VIEW),
        ("/index.php?topic=12.msg345", SkipReason.OTHER_VIEW),
        ("/showthread.php?t=5&goto=nextnewest", SkipReason.OTHER_VIEW),
        ("/index.php?title=X&oldid=12", SkipReason.OTHER_VIEW),
        ("/doku.php?id=start&do=revisions", SkipReason.OTHER_VIEW),
        ("/wiki/Special:RecentChanges", SkipReason.OTHER_VIEW),
        ("/wiki/Sp%C3%A9cial:Pages_li%C3%A9es/X", SkipReason.OTHER_VIEW),
        ("/printthread.php?t=5", SkipReason.PRINT_VIEW),
        ("/search.php?author=peter", SkipReason.SEARCH),
        ("/@@search?Subject%3Alist=boats", SkipReason.SEARCH),
        ("/search_rss?Creator=anna", SkipReason.SEARCH),
        ("/index.php?action=search2", SkipReason.SEARCH),
        ("/wp-json/wp/v2/posts", SkipReason.DATA),
        ("/2018/01/a-post/feed/", SkipReason.DATA),
        ("/extern.php?action=feed&tid=5&type=atom", SkipReason.DATA),
    ],
)
def test_noise_is_skipped_with_a_reason(path: str, reason: SkipReason) -> None:
    judgement = judge(HOST + path)

    assert judgement.verdict == "skip"
    assert judgement.reason is reason


@pytest.mark.parametrize(
    ("path", "shorter", "reason"),
    [
        ("/t.php?t=5&sid=0123456789abcdef0123456789abcdef", "/t.php?t=5", SkipReason.SESSION),
        ("/index.php?PHPSESSID=x9&topic=4.0", "/index.php?topic=4.0", SkipReason.SESSION),
        ("/a;jsessionid=12AB?x=1", "/a?x=1", SkipReason.SESSION),
        ("/(S(4hqa0555fwsecu455xqckv45))/a.aspx", "/a.aspx", SkipReason.SESSION),
        ("/a?utm_source=x&utm_medium=y", "/a", SkipReason.SESSION),
        ("/viewtopic.php?t=5&postdays=0&postorder=asc&start=15", "/viewtopic.php?t=5&start=15", SkipReason.SORT_ORDER),
        ("/list?sort=date&dir=desc&page=2", "/list?page=2", SkipReason.SORT_ORDER),
        ("/members?sort=name&dir=a", "/members", SkipReason.SORT_ORDER),
        ("/members?sk=c&sd=d&start=20", "/members?start=20", SkipReason.SORT_ORDER),
        ("/list?order=d&page=2", "/list?page=2", SkipReason.SORT_ORDER),
        ("/list?order=asc", "/list", SkipReason.SORT_ORDER),
        ("/list?sortdir=x&direction=a", "/list", SkipReason.SORT_ORDER),
        ("/list?direction=down", "/list", SkipReason.SORT_ORDER),
        ("/pub/?C=N;O=D", "/pub/", SkipReason.SORT_ORDER),
        ("/a-post/?replytocom=7", "/a-post/", SkipReason.OTHER_VIEW),
        ("/viewtopic.php?t=5&hilit=word", "/viewtopic.php?t=5", SkipReason.OTHER_VIEW),
    ],
)
def test_idle_parameters_are_taken_off(path: str, shorter: str, reason: SkipReason) -> None:
    judgement = judge(HOST + path)

    assert (judgement.verdict, judgement.url, judgement.reason) == ("strip", HOST + shorter, reason)


@pytest.mark.parametrize(
    "path", ["/search/label/x", "/calendar", "/members/peter", "/a?q=b", "/item/5/edit", "/service/print"]
)
def test_ambiguous_words_only_make_suspect(path: str) -> None:
    assert judge(HOST + path).verdict == "suspect"


def test_separators_survive_when_parameters_go() -> None:
    assert without_parameters("http://e.example/?a=1;b=2&c=3", {"b"}) == "http://e.example/?a=1&c=3"
    assert without_parameters("http://e.example/?b=2", {"b"}) == "http://e.example/"


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/viewtopic.php?t=9&f=3", "/viewtopic.php?f&t"),
        ("/posting.php?mode=reply&t=9", "/posting.php?mode=reply&t"),
        ("/2019/05/why-we-sow/", "/N/N/*/"),
        ("/2019/05/why-we-sow/comment-page-2/", "/N/N/*/comment-page-N/"),
        ("/tag/python/", "/tag/*/"),
        ("/user/peter99", "/user/*"),
        ("/user/_peter", "/user/*"),
        ("/tag/source", "/tag/*"),
        ("/index2.html", "/indexN.html"),
        ("/maze/xkqj", "/maze/*"),
        ("/index.php?action=profile;u=3", "/index.php?action=profile&u"),
    ],
)
def test_shapes_forget_names_and_numbers(path: str, shape: str) -> None:
    assert shape_of(HOST + path) == "site.example" + shape


def test_families_forget_values_and_sections() -> None:
    one, other = (family_of(shape_of(HOST + path)) for path in ("/shop?color=red&size=s", "/shop?color=blue&size=m"))

    assert one == other
    assert family_of(shape_of(HOST + "/zaba/b.html")) == family_of(shape_of(HOST + "/zodu/e.html"))


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/x/x/x", SkipReason.REPEATING_PATH),
        ("/a/b/a/b/", SkipReason.REPEATING_PATH),
        ("/a/b/c/a/b/c", SkipReason.REPEATING_PATH),
        ("/a/1/a/2/a/3/a/4", SkipReason.REPEATING_PATH),
        ("/" + "/".join(map(str, range(30))), SkipReason.REPEATING_PATH),
        ("/?x=1&x=1", SkipReason.REPEATING_PATH),
        ("/" + "y" * 2000, SkipReason.TOO_LONG),
        ("/?" + "&".join(f"a{i}=1" for i in range(30)), SkipReason.TOO_LONG),
        ("/cal?year=2150&month=3", SkipReason.CALENDAR),
        ("/cal?date=1850-01-01", SkipReason.CALENDAR),
    ],
)
def test_traps_are_seen_in_the_address(path: str, reason: SkipReason) -> None:
    found = trap_in(HOST + path)

    assert found is not None
    assert found[0] is reason


@pytest.mark.parametrize(
    "path", ["/2012/12/12/", "/12/12/12/", "/docs/en/docs/", "/cal?year=2026", "/a/a/b", "/?tag=a&tag=b"]
)
def test_honest_addresses_are_no_traps(path: str) -> None:
    assert trap_in(HOST + path) is None


@pytest.mark.parametrize("path", ["/garden/apples/_history/", "/garden/apples/rename", "/garden/_source/"])
def test_what_a_wiki_offers_for_each_page_is_doubtful(path: str) -> None:
    assert judge(HOST + path).verdict == "suspect"


@pytest.mark.parametrize(
    ("path", "other"),
    [("/garden/apples/_source/", "/tools/rake/_source/"), ("/garden/apples/rename", "/tools/iron/rake/rename")],
)
def test_views_of_pages_have_one_shape_in_all_folders_and_none_with_pages(path: str, other: str) -> None:
    shape = shape_of(HOST + path)
    assert shape == shape_of(HOST + other)
    assert shape != shape_of(f"{HOST}/garden/apples/red/")
    assert family_of(shape) != family_of(shape_of(f"{HOST}/garden/apples/"))


def test_behind_the_word_for_a_kind_of_pages_the_word_for_a_view_is_a_name() -> None:
    assert shape_of(f"{HOST}/blog/tag/history") == f"{HOST.removeprefix('http://')}/blog/tag/history"
