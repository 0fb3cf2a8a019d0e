"""What a site's feed says, and what follows from it for addresses."""

import pytest
from tests.support.pages import capture_of
from tests.support.pages import page_of as read

from thresher.crawl.fed_lists import Lists
from thresher.crawl.fed_part import page_of
from thresher.crawl.fed_site import FedPhase, FedSite
from thresher.crawl.fed_spelling import spelled
from thresher.crawl.samples import Sample
from thresher.guide.shapes import shape_of
from thresher.model import Entry, Feed, FeedItem, Kind

ROOT = "http://b.example/"
POSTS = tuple(f"{ROOT}2024/0{month}/post-about-{name}/" for month, name in ((5, "pumps"), (4, "sieves"), (3, "pears")))


def feed_of(*links: str, link: str = ROOT) -> Feed:
    items = tuple(FeedItem(each, title=f"Post {number}") for number, each in enumerate(links))
    return Feed(f"{ROOT}feed/", "rss20", items, link=link)


def fed(start: str = ROOT) -> FedSite:
    site = FedSite(start)
    assert site.take_feed(feed_of(*POSTS))
    return site


def test_a_feed_says_what_addresses_of_posts_look_like() -> None:
    site = fed()

    assert site.phase is FedPhase.SAMPLING
    assert site.role_of(POSTS[0]) == "post"
    assert site.role_of(f"{ROOT}2011/12/post-about-ladders/") == "post"
    assert site.role_of(f"{ROOT}2011/12/move/") == "post"
    assert site.role_of(ROOT) == "list"
    assert site.role_of(f"{ROOT}about/") == ""


def test_posts_in_folders_by_subject_may_be_in_other_folders_too() -> None:
    subjects = [f"{ROOT}{folder}/post-about-{folder}-things/" for folder in ("garden", "kitchen", "travel")]
    other = f"{ROOT}tools/how-to-mend-a-saw/"

    few, many = FedSite(ROOT), FedSite(ROOT)
    assert few.take_feed(feed_of(*subjects[:2]))
    assert many.take_feed(feed_of(*subjects))

    assert (few.role_of(other), many.role_of(other)) == ("", "post")
    assert many.role_of(f"{ROOT}tag/old-and-new-things/") == ""
    assert many.role_of(f"{ROOT}tools/") == ""
    assert many.role_of(f"{ROOT}2024/how-to-mend-a-saw/") == ""


@pytest.mark.parametrize(
    ("links", "why"),
    [
        ((), "has no items"),
        (("http://other.example/a/", "http://other.example/b/"), "lead to another site"),
        (("", ""), "have no page of their own"),
        ((f"{ROOT}news#a", f"{ROOT}news#b", f"{ROOT}news#c"), "have no page of their own"),
        ((POSTS[0], POSTS[1], *[f"{POSTS[1]}#{n}" for n in range(3)]), "share a page with others"),
    ],
)
def test_a_feed_that_teaches_nothing_is_refused_with_a_reason(links: tuple[str, ...], why: str) -> None:
    site = FedSite(ROOT)

    assert not site.take_feed(feed_of(*links))
    assert why in site.notes[0]
    assert (site.phase, site.posts, site.shapes) == (FedPhase.SEEKING, {}, set())


WELCOME = "<a href='/2024/'>Blog</a> <a href='/about/'>About</a> <a href='/login?to=/'>Log in</a>"


@pytest.mark.parametrize(
    ("markup", "is_taught"),
    [
        (WELCOME, True),
        (WELCOME + "<a href='/forum/'>Forum</a>", False),
        (WELCOME + "<a href='/docs/install/first-steps'>Manual</a>", False),
        ("<a href='/about/'>About</a>", False),
    ],
)
def test_a_feed_of_a_folder_speaks_for_a_site_that_is_hardly_more(markup: str, is_taught: bool) -> None:
    first, _ = read(ROOT, f"<html><p>Welcome to my place.</p>{markup}</html>")
    site = FedSite(ROOT)
    site.early = [Sample(first, Entry(ROOT, Kind.PAGE), capture_of(ROOT, markup))]

    assert site.take_feed(feed_of(*POSTS, link=f"{ROOT}2024/"), is_part=True) is is_taught
    assert site.root == ROOT


def test_posts_are_all_known_by_a_list_that_was_walked_or_a_sitemap() -> None:
    lists = Lists()
    assert not lists.has_all(10)

    assert Lists(mapped=9).has_all(10)
    assert not Lists(mapped=9).has_all(40)
    assert Lists(proved={"b.example/page/N": True}).has_all(40)
    assert not Lists(proved={"b.example/N/N": False}).has_all(40)
    assert Lists.of(Lists(mapped=9).state).has_all(10)


@pytest.mark.parametrize("rest", ["comment-page-2/", "2/", "page/2/", "?cpage=2"])
def test_further_pages_of_a_post_belong_to_it(rest: str) -> None:
    site = fed()

    assert site.role_of(POSTS[0] + rest) == "further"
    assert site.post_of(POSTS[0] + rest) == POSTS[0]
    assert site.is_wanted_further(POSTS[0] + rest)


@pytest.mark.parametrize("url", [f"{POSTS[0]}feed/", f"{POSTS[0]}print", f"{ROOT}2024/", f"{ROOT}page/2/"])
def test_other_addresses_are_no_further_pages(url: str) -> None:
    assert fed().post_of(url) == ""


def test_nothing_is_learned_while_samples_are_gathered() -> None:
    site = fed()

    with site.gathering():
        with site.gathering():
            pass
        assert not site.is_sampled()
    assert site.is_sampled()


def test_an_item_is_known_by_the_address_that_its_link_leads_to() -> None:
    site = FedSite(ROOT)
    site.take_feed(feed_of(f"{ROOT}?p=1", f"{ROOT}?p=2"))

    site.move(f"{ROOT}?p=1", POSTS[0])
    site.move(f"{ROOT}?p=2", ROOT)

    assert site.items[POSTS[0]].title == "Post 0"
    assert site.role_of(ROOT) == "list"


def test_pages_that_turn_out_to_be_posts_wait_no_longer() -> None:
    site = FedSite(ROOT)
    site.take_feed(feed_of(f"{ROOT}?p=1", f"{ROOT}?p=2"))
    site.waiting.add(POSTS[1], ROOT, 1)
    site.waiting.add(f"{ROOT}about/", ROOT, 1)
    site.shapes |= fed().shapes

    assert site.promoted() == [(POSTS[1], ROOT, 1)]
    assert site.promoted() == []
    assert POSTS[1] in site.posts
    assert site.waiting.take(lambda _: True) == [(f"{ROOT}about/", ROOT, 1)]


def test_a_kind_of_page_that_brought_no_new_post_is_not_tried_again() -> None:
    site = fed()
    for name in ("pumps", "sieves", "pears"):
        site.waiting.add(f"{ROOT}tag/{name}/", ROOT, 1)

    first = site.waiting.next_trial()
    assert first is not None
    site.failed(first[0])

    assert site.waiting.next_trial() is None


@pytest.mark.parametrize("link", ["", "not an address", "javascript:x", "mailto:a@b.example", "http://[", "\x00"])
def test_links_that_lead_nowhere_have_no_page(link: str) -> None:
    assert page_of(link) == ""


def test_a_feed_may_name_the_site_with_another_scheme_or_without_www() -> None:
    site = FedSite("https://www.blog.example/")
    items = tuple(FeedItem(f"http://blog.example/2024/{name}/", title=name) for name in ("rain", "snow"))

    assert site.take_feed(Feed("https://www.blog.example/feed/", "rss20", items))

    assert list(site.items) == ["https://www.blog.example/2024/rain/", "https://www.blog.example/2024/snow/"]


def test_a_list_that_has_moved_is_a_list() -> None:
    site = FedSite(ROOT)
    site.lists.add(f"{ROOT}page/2")
    site.lists.proving[f"{ROOT}page/2"] = ("shape", frozenset())

    site.move_list(f"{ROOT}page/2", f"{ROOT}page/2/")

    assert list(site.lists) == [f"{ROOT}page/2/"]
    assert list(site.lists.proving) == [f"{ROOT}page/2/"]
    assert site.waiting.vain == 0


def pager(*pages: tuple[str, str]) -> str:
    links = "".join(f"<li class='pager__item'><a href='{place}'>{text}</a></li>" for place, text in pages)
    rows = "".join(f"<h2><a href='{each}'>Post</a></h2>" for each in POSTS)
    return f"<html><body>{rows}<nav class='pager'><ul><li>1</li>{links}</ul></nav></body></html>"


def test_where_pages_are_counted_from_zero_page_one_is_the_second() -> None:
    site = fed()
    counted = ((f"?page={number - 1}", f"<span>Page</span> {number}") for number in (2, 3, 4))

    page, _ = read(ROOT, pager(*counted))
    site.further_lists(page, ROOT)
    site.lists.proved |= dict.fromkeys(site.lists.proved or {shape_of(f"{ROOT}?page=2"): True}, True)

    assert f"{ROOT}?page=1" in site.further_lists(page, ROOT)
    assert site.lists.is_first(f"{ROOT}?page=0")
    assert not site.lists.is_first(f"{ROOT}?page=1")


def test_links_to_posts_are_spelled_as_the_feed_has_them() -> None:
    site = fed()
    html = "".join(f"<a href='{url[:-1]}'>x</a>" for url in (POSTS[0], f"{ROOT}2011/12/ladders/", f"{ROOT}tags/rope/"))

    page = spelled(site, read(ROOT, html)[0])

    assert [link.url for link in page.links] == [POSTS[0], f"{ROOT}2011/12/ladders/", f"{ROOT}tags/rope"]


def test_without_a_post_of_the_feed_that_proves_it_links_stay_as_they_are() -> None:
    site = fed()

    page = spelled(site, read(ROOT, f"<a href='{ROOT}2011/12/ladders'>x</a>")[0])

    assert [link.url for link in page.links] == [f"{ROOT}2011/12/ladders"]


def test_a_list_is_read_on_where_older_posts_are_called_the_previous_ones() -> None:
    site = fed()
    first, _ = read(ROOT, "<a href='/index1.html' rel='prev'>« Previous</a>")
    second, _ = read(
        f"{ROOT}index1.html",
        f"<a href='{ROOT}2011/12/ladders/'>x</a><a href='index2.html'>« Previous</a><a href='/'>Next »</a>",
    )

    assert site.further_lists(first, ROOT) == [f"{ROOT}index1.html"]
    assert site.further_lists(second, second.url) == [f"{ROOT}index2.html"]
