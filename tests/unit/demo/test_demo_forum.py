"""The forum: boards, threads, session ids and the noise around them."""

import io
import re
import zipfile
from html import escape, unescape
from xml.etree import ElementTree

import pytest

from thresher.demo import DemoSite
from thresher.demo.forum.threads import BOARDS, Thread

SID = re.compile(r"sid=([0-9a-f]{32})")


@pytest.fixture
def longest(site: DemoSite) -> Thread:
    return max(site.forum.threads, key=lambda thread: len(thread.posts))


def test_four_boards_one_of_them_nested_and_sixty_threads(site: DemoSite) -> None:
    assert len(BOARDS) == 4
    assert sum(board.parent is not None for board in BOARDS) == 1
    assert len(site.forum.threads) == 60
    assert {thread.board for thread in site.forum.threads} == set(BOARDS)


def test_a_long_thread_goes_over_several_pages_with_every_post_once(site: DemoSite, longest: Thread) -> None:
    shown: list[str] = []
    for start in longest.starts:
        page = site.answer(f"/forum/topic.php?t={longest.id}&start={start}", cookies=True)
        shown += re.findall(r'<div id="p(\d+)"', page.text)

    assert len(longest.starts) > 3
    assert [int(number) for number in shown] == [post.id for post in longest.posts]
    assert site.answer(f"/forum/topic.php?t={longest.id}&start=500").status == 404


def test_a_post_permalink_shows_the_page_that_holds_the_post(site: DemoSite, longest: Thread) -> None:
    post = longest.posts[25]

    page = site.answer(f"/forum/topic.php?p={post.id}", cookies=True).text

    assert f'<div id="p{post.id}"' in page
    assert f'<link rel="canonical" href="{site.origin}/forum/topic.php?t={longest.id}&amp;start=20">' in page


def test_post_ids_rise_with_time_over_the_whole_forum(site: DemoSite) -> None:
    posts = sorted((post for thread in site.forum.threads for post in thread.posts), key=lambda post: post.id)

    assert len({post.id for post in posts}) == len(posts)
    assert [post.written for post in posts] == sorted(post.written for post in posts)


def test_without_cookie_every_link_carries_a_session_id_that_stays_when_it_is_sent_back(site: DemoSite) -> None:
    first = site.answer("/forum/")
    sid = SID.findall(first.text)[0]

    again = site.answer(f"/forum/board.php?b=1&sid={sid}")
    elsewhere = site.answer("/forum/board.php?b=1")

    assert f"oak_sid={sid}" in first.header("set-cookie")
    assert set(SID.findall(again.text)) == {sid}
    assert set(SID.findall(elsewhere.text)) != {sid}
    internal = re.findall(r'<a [^>]*href="(\./[^"]+)"', first.text)
    assert all("sid=" in link for link in internal)


def test_with_cookie_no_link_carries_a_session_id(site: DemoSite) -> None:
    answer = site.answer(f"/forum/?sid={'a' * 32}", cookies=True)

    assert not SID.search(answer.text)
    assert answer.header("set-cookie") == ""


def test_quotes_repeat_an_earlier_post_of_the_thread(site: DemoSite, longest: Thread) -> None:
    quoting = [
        (place, post.quoted)
        for thread in site.forum.threads
        for place, post in enumerate(thread.posts)
        if post.quoted is not None
    ]
    post = next(post for post in longest.posts if post.quoted is not None)
    assert post.quoted is not None

    page = site.answer(f"/forum/topic.php?p={post.id}", cookies=True).text
    quote = page.split(f'<div id="p{post.id}"')[1].split("<blockquote>")[1].split("</blockquote>")[0]

    assert len(quoting) > 50
    assert all(quoted < place for place, quoted in quoting)
    assert escape(longest.posts[post.quoted].paragraphs[0]) in quote


def test_sort_orders_show_the_same_threads_in_another_order(site: DemoSite) -> None:
    def titles(query: str) -> list[str]:
        return re.findall(r'class="topictitle">([^<]+)<', site.answer(f"/forum/board.php?b=3{query}", True).text)

    usual, sorted_ones = titles(""), titles("&sort=title&dir=a")

    assert set(usual) == set(sorted_ones)
    assert sorted_ones == sorted(sorted_ones, key=str.lower)
    assert usual != sorted_ones


def test_goto_links_lead_to_the_neighbours_in_the_board(site: DemoSite) -> None:
    own = [thread for thread in site.forum.threads if thread.board is BOARDS[3]]

    onward = site.answer(f"/forum/topic.php?t={own[0].id}&goto=next", cookies=True)
    before = site.answer(f"/forum/topic.php?t={own[0].id}&goto=previous", cookies=True)

    assert (onward.status, onward.header("location")) == (302, f"./topic.php?t={own[1].id}")
    assert before.status == 404


def test_attachments_are_files_that_open(site: DemoSite) -> None:
    files = [file for thread in site.forum.threads for post in thread.posts for file in post.attachments]
    by_kind = {file.kind: site.answer(f"/forum/download.php?id={file.id}") for file in files}

    assert by_kind.keys() == {"pdf", "zip", "png"}
    assert by_kind["pdf"].body.startswith(b"%PDF-1.4")
    assert by_kind["png"].body.startswith(b"\x89PNG")
    with zipfile.ZipFile(io.BytesIO(by_kind["zip"].body)) as opened:
        assert opened.testzip() is None
    assert all("attachment" in answer.header("content-disposition") for answer in by_kind.values())


def test_the_pdf_finds_its_own_parts(site: DemoSite) -> None:
    files = [file for thread in site.forum.threads for post in thread.posts for file in post.attachments]
    body = site.answer(f"/forum/download.php?id={next(file.id for file in files if file.kind == 'pdf')}").body
    table = int(body.split(b"startxref\n")[1].split(b"\n")[0])

    places = [int(line.split()[0]) for line in body[table:].split(b"\n") if line.endswith(b" n ")]

    assert body[table:].startswith(b"xref\n")
    assert [body[place:].startswith(b"%d 0 obj" % number) for number, place in enumerate(places, 1)] == [True] * 5


def test_a_member_name_with_markup_is_escaped_everywhere(site: DemoSite, crawled: dict[str, int]) -> None:
    pages = [site.answer(target, cookies=True).text for target in crawled if target.startswith("/forum/member")]

    assert any("&lt;pip&gt;" in page for page in pages)
    assert not any("<pip>" in page for page in pages)


@pytest.mark.parametrize("query", ["", "?t=40", "?b=2"])
def test_feeds_are_well_formed_and_newest_first(site: DemoSite, query: str) -> None:
    tree = ElementTree.fromstring(site.answer(f"/forum/feed.php{query}").body)
    numbers = [int((link.text or "").rpartition("#p")[2]) for link in tree.findall("channel/item/link")]

    assert numbers
    assert numbers == sorted(numbers, reverse=True)


def test_guests_see_a_login_form_instead_of_reply_quote_and_report(site: DemoSite) -> None:
    for target in ("post.php?mode=reply&b=2&t=40", "post.php?mode=quote&b=2&p=1001", "report.php?b=2&p=1001"):
        page = unescape(site.answer(f"/forum/{target}", cookies=True).text)

        assert 'type="password"' in page
