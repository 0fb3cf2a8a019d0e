"""The blog: posts, comments, duplicates, feeds and the calendar."""

import json
import re
from datetime import date
from xml.etree import ElementTree

import pytest

from thresher.demo import DemoSite
from thresher.demo.blog.events import Month, parse_month
from thresher.demo.blog.posts import Post
from thresher.demo.pictures import landscape

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def crowded(site: DemoSite) -> Post:
    """A post with several comment pages."""
    return max(site.blog.posts, key=lambda post: post.comment_pages)


def test_forty_posts_by_three_authors_over_three_years(site: DemoSite) -> None:
    posts = site.blog.posts

    assert len(posts) == 40
    assert len({post.path for post in posts}) == 40
    assert len({post.author for post in posts}) == 3
    assert {post.published.year for post in posts} == {2023, 2024, 2025}


def test_no_post_says_a_sentence_twice_and_no_two_posts_are_alike(site: DemoSite) -> None:
    texts = [set(re.split(r"(?<=[.?!]) ", " ".join(post.paragraphs[1:]))) for post in site.blog.posts]

    for number, text in enumerate(texts):
        assert len(text) >= 8
        for other in texts[:number]:
            # Jaccard similarity; near-duplicate filters cut at 0.8 and more.
            assert len(text & other) / len(text | other) < 0.3


def test_comments_nest_and_go_over_several_pages(site: DemoSite, crowded: Post) -> None:
    shown: list[str] = []
    for page in range(1, crowded.comment_pages + 1):
        shown += re.findall(r'<li id="comment-(\d+)"', site.answer(crowded.comment_page_path(page)).text)

    assert crowded.comment_pages > 2
    assert [int(number) for number in shown] == [comment.id for comment in crowded.comments]
    assert any(comment.answers for comment in crowded.threads)


def test_markup_in_a_comment_is_shown_and_not_run(site: DemoSite) -> None:
    post = next(post for post in site.blog.posts for comment in post.comments if "<script>" in comment.text)

    page = site.answer(post.path).text

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_markup_in_a_title_is_shown_and_does_not_break_the_data_for_machines(site: DemoSite) -> None:
    post = next(post for post in site.blog.posts if "<" in post.title)

    page = site.answer(post.path).text
    described = re.search(r'<script type="application/ld\+json">(.*?)</script>', page)

    assert "&lt;Notes&gt; for whoever waters &quot;my&quot; beds &amp; pots</h1>" in page
    assert described is not None
    assert json.loads(described[1])["headline"] == post.title


@pytest.mark.parametrize("ending", ["", "?print=1", "?replytocom=7000", "comment-page-1/", "?utm_source=sidebar"])
def test_every_duplicate_of_a_post_names_the_post_as_canonical(site: DemoSite, crowded: Post, ending: str) -> None:
    page = site.answer(crowded.path + ending).text

    assert f'<link rel="canonical" href="{site.origin}{crowded.path}">' in page


def test_short_links_trackbacks_and_missing_slashes_redirect(site: DemoSite, crowded: Post) -> None:
    url = site.origin + crowded.path

    answers = [
        site.answer(target)
        for target in (f"/blog/?p={crowded.id}", f"{crowded.path}trackback/", crowded.path.rstrip("/"))
    ]

    assert [(answer.status, answer.header("location")) for answer in answers] == [(301, url), (302, url), (301, url)]


def test_front_page_is_paged_and_ends(site: DemoSite) -> None:
    paths = [f"/blog/page/{number}/" for number in range(2, 9)]
    shown = [found for path in ("/blog/", *paths) for found in re.findall(r'id="post-(\d+)"', site.answer(path).text)]

    assert [int(number) for number in shown] == [post.id for post in reversed(site.blog.posts)]
    assert site.answer("/blog/page/9/").status == 404


@pytest.mark.parametrize("path", ["/blog/feed/", "/blog/comments/feed/", "/blog/tag/soil/feed/"])
def test_feeds_are_well_formed_and_lead_to_pages(site: DemoSite, path: str) -> None:
    tree = ElementTree.fromstring(site.answer(path).body)
    links = [link.attrib["href"] for link in tree.findall(f"{ATOM}entry/{ATOM}link[@rel='alternate']")]

    assert links
    assert {site.answer(link.removeprefix(site.origin)).status for link in links} == {200}


def test_search_finds_posts_and_shows_the_words_escaped(site: DemoSite) -> None:
    found = site.answer("/blog/?s=kettle").text
    hostile = site.answer('/blog/?s="><img src=x>').text

    assert found.count('<article class="post hentry">') > 1
    assert "<img src=x>" not in hostile


def test_the_calendar_is_endless_in_both_directions(site: DemoSite) -> None:
    for month in ("1000-01", "2025-12", "12345-06", "-0450-03", "999999-11"):
        page = site.answer(f"/blog/events/{month}/")
        links = re.findall(r'<a href="(/blog/events/[^"]+)" rel="(?:prev|next)"', page.text)

        assert page.status == 200
        own = parse_month(month)
        assert own is not None
        assert {own.next(-1).path, own.next().path} <= set(links)


def test_the_calendar_knows_the_weekdays() -> None:
    for year in (1999, 2000, 2023, 2024, 2100):
        for number in range(12):
            month = Month(year * 12 + number)
            following = date(year + (number == 11), (number + 1) % 12 + 1, 1)

            assert month.first_weekday == date(year, number + 1, 1).weekday()
            assert month.days == (following - date(year, number + 1, 1)).days


def test_pictures_and_the_background_of_the_style_sheet_are_there(site: DemoSite) -> None:
    post = next(post for post in site.blog.posts if post.has_picture)
    sheet = site.answer("/blog/theme/style.css?ver=3.2.1")

    assert site.answer(f"{post.picture}-640x320.png").body.startswith(b"\x89PNG")
    assert 'url("paper.svg")' in sheet.text
    assert site.answer("/blog/theme/paper.svg").media_type == "image/svg+xml"


def test_landscapes_have_the_size_they_say() -> None:
    picture = landscape(3, 64, 32)

    assert picture[16:24] == (64).to_bytes(4, "big") + (32).to_bytes(4, "big")
