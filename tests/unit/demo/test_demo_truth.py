"""What the site says of itself: content, reachability and the cost of a blind crawl."""

import re
from html import unescape

import pytest

from thresher.demo import DemoSite, PageKind, Truth, blind_cost, expected
from thresher.demo.blind import links_of


@pytest.fixture(scope="module")
def truth() -> Truth:
    return expected()


def path_of(url: str, site: DemoSite) -> str:
    return url.removeprefix(site.origin)


def test_the_truth_counts_what_was_written(truth: Truth) -> None:
    assert truth.posts == 40
    assert truth.comments > 200
    assert truth.threads == 60
    assert truth.forum_posts > 500
    assert {page.kind for page in truth.pages} == set(PageKind)
    assert len(set(truth.urls)) == len(truth.urls)


def test_every_content_page_is_reachable_by_links_from_the_home_page(
    site: DemoSite, truth: Truth, crawled: dict[str, int]
) -> None:
    missing = [url for url in truth.urls if crawled.get(path_of(url, site)) != 200]

    assert missing == []


def test_content_pages_name_no_other_page_as_canonical(site: DemoSite, truth: Truth) -> None:
    for url in truth.urls:
        page = site.answer(path_of(url, site), cookies=True).text
        named = re.findall(r'<link rel="canonical" href="([^"]+)"', page)

        assert [unescape(found) for found in named] in ([], [url])


def test_everything_written_stands_on_the_page_that_the_truth_names(site: DemoSite, truth: Truth) -> None:
    pages = {url: unescape(site.answer(path_of(url, site), cookies=True).text) for url in truth.urls}

    for entry in truth.written:
        page = pages[entry.url]
        assert entry.author in page
        assert entry.title in page
        assert all(paragraph in page for paragraph in entry.text.split("\n"))


def test_every_link_offered_answers_and_few_are_broken(crawled: dict[str, int]) -> None:
    statuses = set(crawled.values())
    broken = [target for target, status in crawled.items() if status == 404 and "goto=" not in target]

    assert statuses == {200, 301, 302, 404}
    assert sorted(broken) == ["/closed-for-ever.html", "/images/reading-room.jpg"]


def test_a_blind_crawl_does_not_end_but_costs_a_finite_number_with_the_calendar_cut(
    site: DemoSite, truth: Truth, crawled: dict[str, int]
) -> None:
    limit = len(crawled) + 500

    cost = blind_cost(site, limit)

    assert (cost.requests, cost.ended) == (limit, False)
    assert cost.requests_with_calendar_cut == len(crawled)
    assert cost.requests_with_calendar_cut > 20 * len(truth.pages)
    assert cost.bytes_with_calendar_cut > 1_000_000


def test_a_blind_crawl_stops_at_its_limit(site: DemoSite) -> None:
    cost = blind_cost(site, 50)

    assert (cost.requests, cost.ended, cost.requests_with_calendar_cut) == (50, False, 50)


def test_a_blind_crawl_meets_session_ids_on_its_first_forum_page_only(crawled: dict[str, int]) -> None:
    with_session = [target for target in crawled if "sid=" in target]

    assert 10 < len(with_session) < 80


def test_a_blind_crawl_keeps_out_of_what_robots_txt_closes(crawled: dict[str, int]) -> None:
    assert "/robots.txt" in crawled
    assert not any(target.startswith("/private/") for target in crawled)


def test_links_are_found_in_pages_styles_and_redirects_and_only_on_the_own_host(site: DemoSite) -> None:
    def found(target: str) -> set[str]:
        return set(links_of(site.answer(target, cookies=True), target, site.origin))

    post = next(post for post in site.blog.posts if post.has_picture)
    assert {f"{post.picture}.png", f"{post.picture}-640x320.png", "/blog/feed/"} <= found(post.path)
    assert found("/blog/theme/style.css") == {"/blog/theme/paper.svg"}
    assert found(f"/blog/?p={post.id}") == {post.path}
    assert "/forum/members.php" in found("/forum/")
    assert all(link.startswith("/") for link in found(post.path) | found("/forum/"))


def test_shares_are_those_of_pages_and_of_what_was_written(truth: Truth) -> None:
    everything = set(truth.urls)
    first = truth.written[0].url

    assert truth.share_of_pages(everything) == truth.share_of_written(everything) == 1.0
    assert truth.share_of_pages({first}) == 1 / len(truth.pages)
    assert truth.share_of_written(set()) == 0.0


def test_the_truth_follows_origin_and_seed() -> None:
    other = expected("http://127.0.0.1:8", seed=9)

    assert all(url.startswith("http://127.0.0.1:8/") for url in other.urls)
    assert other.written[0].text != expected().written[0].text
