"""Parts of inducing a type: kinds of pages, signs, posts in tables without names."""

from tests.support.fishboard import PEOPLE, A, board, example, topic, words

from thresher.knowledge import load_base
from thresher.learn import PageType
from thresher.learn.induce.examples import Example, kinds_of
from thresher.learn.induce.reading import read_posts
from thresher.learn.induce.signs import find_signs

BASE = load_base()


def table_thread(number: int, posts: int) -> Example:
    """Posts in rows of a table that have neither class nor id; only the text has a name."""
    rows = "".join(
        f"""<tr><td><b>{PEOPLE[(number + post) % 5]}</b></td><td><table>
        <tr><td>Posted: 2021-04-{10 + post} 10:1{post}</td>
        </tr><tr><td><span class="postbody">{words(number * 10 + post)}</span></td></tr></table></td></tr>
        <tr><td colspan="2"></td></tr>"""
        for post in range(posts)
    )
    page = f"<html><head><title>T{number}</title></head><body><table>{rows}</table></body></html>"
    return example(f"{A}/viewtopic.php?t={number}", page)


def linking(site: str, number: int, program: str) -> Example:
    text = f"<html><body><p>{words(number)}</p><a href='{program}?t=1'>one</a></body></html>"
    return example(f"http://{site}/{number}", text)


def test_pages_with_addresses_of_one_shape_are_of_one_kind_on_all_sites() -> None:
    pages = [example(f"{A}/topic/{one}", topic(A, one, 5)) for one in (1, 2, 3)]
    # One post says little; its address is that of the others.
    lone = example("http://b.example/forum/topic/9", topic("http://b.example/forum", 9, 1))
    lists = [example(f"{A}/board/{one}", board(A, one)) for one in (1, 2)]

    kinds = kinds_of([*pages, lone, *lists])

    assert kinds == [PageType.THREAD] * 4 + [PageType.INDEX] * 2


def test_rows_without_a_name_are_found_by_the_text_in_them() -> None:
    pages = [table_thread(1, 3), table_thread(2, 4), table_thread(3, 2)]

    found = read_posts(pages, [example(f"{A}/viewforum.php?f=1", board(A, 1))])

    assert found is not None
    assert found.records == 9
    assert found.fields["text"] == ("span[@class~='postbody']",)


def test_programs_that_known_types_have_are_a_sign_only_where_there_is_no_other() -> None:
    pages = [linking(site, number, "viewtopic.php") for site in ("a.example", "b.example") for number in (1, 2)]
    own = [linking(site, number, "fishcatch.php") for site in ("a.example", "b.example") for number in (1, 2)]

    assert [sign.where for sign in find_signs(pages, [], BASE)] == ["links to programs that other software has, too"]
    assert [sign.where for sign in find_signs(own, [], BASE)] == ["links to its programs"]


def test_folders_of_styles_and_cookies_are_signs() -> None:
    pages = [
        Example(
            one.page, type(one.document)(one.document.root, one.document.url, 200, (("set-cookie", "fishtin_8=x"),))
        )
        for site in ("a.example", "b.example")
        for one in [
            example(
                f"http://{site}/1", f"<html><link rel='stylesheet' href='/fish-parts/{site}/x.css'><p>{site}</html>"
            )
        ]
    ]

    assert [sign.pattern for sign in find_signs(pages, [], BASE)] == [
        "cookie[@name='fishtin_8']",
        "link[contains(@href, 'fish-parts/')]",
    ]
