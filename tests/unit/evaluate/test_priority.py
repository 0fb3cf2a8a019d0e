"""A blog and a wiki at one host, crawled in several orders."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from thresher.cli import app_for
from thresher.evaluate import Recording, load_recording
from thresher.evaluate.joined import front_of, joined
from thresher.evaluate.orders import BreadthFirst, DepthFirst, FirstEstimate, NearestNeighbour, Order, Random
from thresher.evaluate.priority import BREADTH, DEPTH, OURS, RANDOM, Blog, Traversal, load_blog, measure_priority
from thresher.evaluate.priority_report import as_data, as_html, as_text
from thresher.model.errors import UsageError

POSTS, PER_PAGE, WORDS = 40, 4, 60
BLOG, WIKI = "http://blog.example", "http://wiki.example"


def answer(body: str, kind: str = "text/html", status: str = "200 OK", header: str = "") -> bytes:
    data = body.encode()
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{header}Content-Length: {len(data)}\r\n\r\n".encode() + data


def page(*urls: str) -> bytes:
    links = "".join(f'<li><a href="{url}">{url}</a></li>' for url in urls)
    return answer(f"<!DOCTYPE html><html><body class=plain><ul>{links}</ul></body></html>")


def post_url(number: int) -> str:
    return f"{BLOG}/2024/{1 + number % 12:02}/a-walk-{number}/"


def blog_pages() -> Iterator[tuple[str, bytes]]:
    """Front page and further pages of a list, each with four posts and a link to the next one only."""
    last = POSTS // PER_PAGE
    for number in range(1, last + 1):
        url = f"{BLOG}/page/{number}/" if number > 1 else f"{BLOG}/"
        posts = [post_url(one) for one in range((number - 1) * PER_PAGE, number * PER_PAGE)]
        yield url, page(*posts, *([f"{BLOG}/page/{number + 1}/"] if number < last else []))
    for number in range(POSTS):
        next_post = [post_url(number + 1)] if number + 1 < POSTS else []
        yield post_url(number), page(f"{BLOG}/", *next_post, f"{BLOG}/print?p={number}")
        yield f"{BLOG}/print?p={number}", page(f"{BLOG}/")
    items = "".join(f"<item><title>a</title><link>{post_url(number)}</link></item>" for number in range(5))
    yield f"{BLOG}/feed/", answer(f'<rss version="2.0"><channel>{items}</channel></rss>', "application/rss+xml")


def wiki_pages() -> Iterator[tuple[str, bytes]]:
    """Words that lead to each other, each with four views."""
    views = ("edit", "history", "links", "print")
    words = [f"{WIKI}/wiki/word-{number}" for number in range(WORDS)]
    yield f"{WIKI}/", page(*(f"/wiki/word-{number}" for number in range(WORDS)))
    for number, url in enumerate(words):
        yield url, page(f"{WIKI}/", *words[number - 3 : number + 3], *(f"{url}?do={view}" for view in views))
        yield from ((f"{url}?do={view}", page(url)) for view in views)


def warc(pages: Iterator[tuple[str, bytes]]) -> bytes:
    def record(url: str, block: bytes) -> bytes:
        head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(block)}\r\n\r\n"
        return gzip.compress(head.encode() + block + b"\r\n\r\n")

    return b"".join(record(url, block) for url, block in pages)


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    blog, wiki = tmp_path / "blog", tmp_path / "wiki"
    truth = {
        "entry_url": f"{BLOG}/",
        "feed_urls": [f"{BLOG}/no-such-feed/", f"{BLOG}/feed/"],
        "posts": [{"url": post_url(number)} for number in range(POSTS)],
    }
    for place, pages in ((blog, blog_pages()), (wiki, wiki_pages())):
        place.mkdir()
        (place / "mirror.warc.gz").write_bytes(warc(pages))
    (blog / "truth.json").write_text(json.dumps(truth))
    return blog, wiki


def requests(traversals: tuple[Traversal, ...], share: float = 0.95) -> dict[str, float]:
    return {one.name: one.requests(share) or 0.0 for one in traversals}


def test_two_sites_come_to_stand_at_one_host(places: tuple[Path, Path]) -> None:
    blog, wiki = map(load_recording, places)

    both = joined(blog, wiki)

    assert both.seed == blog.seed
    assert {key.partition("/")[0] for key in both.answers} == {"blog.example"}
    assert len(both.answers) == len(blog.answers) + len(wiki.answers)
    assert b'<body class=plain><p><a href="http://blog.example/?beside">' in both.answers["blog.example/"]
    assert b"wiki.example" not in both.answers["blog.example/wiki/word-7"]
    assert b"/wiki/word-7" in both.answers["blog.example/?beside"]


def test_where_the_front_page_is_a_redirect_the_link_is_on_the_page_behind_it() -> None:
    moved = answer("", status="302 Found", header="Location: /blog/\r\n")
    blog = Recording("blog", f"{BLOG}/", {"blog.example/": moved, "blog.example/blog/": page()})
    wiki = Recording("wiki", f"{WIKI}/start", {"wiki.example/start": page()})

    both = joined(blog, wiki)

    assert front_of(blog) == "blog.example/blog/"
    assert both.answers["blog.example/"] == moved
    assert b'href="http://blog.example/start"' in both.answers["blog.example/blog/"]


def test_chunked_answers_are_plain_when_hosts_are_renamed() -> None:
    body = b"<a href=http://wiki.example/a>a</a>"
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    blog = Recording("blog", f"{BLOG}/", {"blog.example/": page()})

    both = joined(blog, Recording("wiki", f"{WIKI}/a", {"wiki.example/a": chunked}))

    assert both.answers["blog.example/a"] == b"HTTP/1.1 200 OK\r\n\r\n<a href=http://blog.example/a>a</a>"


def test_posts_are_told_by_the_form_of_the_addresses_in_the_feed(places: tuple[Path, Path]) -> None:
    blog = load_blog(places[0])

    assert blog.shapes == {"blog.example/N/N/*/"}
    assert len(blog.posts) == POSTS


def test_nearest_neighbours_reach_the_posts_first(places: tuple[Path, Path]) -> None:
    measured = measure_priority(load_blog(places[0]), load_recording(places[1]))

    found = requests(measured.unlinked)
    assert found[OURS] == min(found.values())
    assert 2 * found[OURS] < max(found.values())
    assert found[OURS] < found[BREADTH]
    assert found[OURS] < 0.95 * POSTS + POSTS / PER_PAGE + 8  # posts, lists, a look at what else there is


def test_where_posts_lead_to_posts_all_orders_are_alike(places: tuple[Path, Path]) -> None:
    measured = measure_priority(load_blog(places[0]), load_recording(places[1]))

    assert set(requests(measured.linked, 1.0).values()) == {POSTS + 1}


def test_the_same_crawls_give_the_same_numbers(places: tuple[Path, Path]) -> None:
    blog, wiki = load_blog(places[0]), load_recording(places[1])

    assert measure_priority(blog, wiki) == measure_priority(blog, wiki)


def test_a_share_that_was_never_reached_has_no_number() -> None:
    one = Traversal("any", 4, ((1, 2, 5), (2, 4, 6, 8)))

    assert one.requests(0.5) == 3
    assert one.worst(0.5) == 4
    assert one.requests(1.0) is one.worst(1.0) is None


@pytest.mark.parametrize(
    ("order", "taken"),
    [(BreadthFirst(), ["a", "b", "c", "d"]), (DepthFirst(), ["a", "c", "d", "b"])],
)
def test_what_is_next_by_age_and_by_depth(order: Order, taken: list[str]) -> None:
    order.put(["a", "b"])
    found = [order.take()]

    order.put(["c", "d"])
    found += [order.take() for _ in range(3)]

    assert found == taken


@pytest.mark.parametrize("order", [BreadthFirst(), DepthFirst(), Random(1), NearestNeighbour(), FirstEstimate()])
def test_each_order_gives_all_that_was_put_in_once(order: Order) -> None:
    urls = [f"{BLOG}/{word}/{number}" for word in ("page", "tag", "x?y") for number in range(5)]

    order.put(urls)
    order.observe(f"{BLOG}/tag/9", 3)

    assert sorted(str(order.take()) for _ in urls) == sorted(urls)
    assert order.take() is None


def test_what_is_observed_later_changes_the_order_of_what_waits() -> None:
    order, once = NearestNeighbour(), FirstEstimate()
    for one in (order, once):
        one.put([f"{BLOG}/wiki/a-b?do=edit", f"{BLOG}/page/2/"])
        one.observe(f"{BLOG}/page/1/", 9)

    assert order.take() == f"{BLOG}/page/2/"
    assert once.take() == f"{BLOG}/wiki/a-b?do=edit"


@pytest.mark.parametrize("truth", ["{}", "[]", "no json", '{"posts": [{}]}', '{"posts": 3, "feed_urls": []}'])
def test_a_blog_of_which_nothing_is_known_is_refused_in_a_sentence(places: tuple[Path, Path], truth: str) -> None:
    (places[0] / "truth.json").write_text(truth)

    with pytest.raises(UsageError):
        load_blog(places[0])


def test_the_report_has_every_order(places: tuple[Path, Path]) -> None:
    measured = measure_priority(load_blog(places[0]), load_recording(places[1]))

    text, html, data = as_text(measured), as_html(measured, 1.0), as_data(measured, 1.0)

    for name in (OURS, BREADTH, DEPTH, RANDOM):
        assert name in text
        assert name in html
    assert html.count("<svg") == 2
    assert [row["order"] for row in data["unlinked"]] == [row["order"] for row in data["linked"]]
    assert data["unlinked"][0]["requests"].keys() == {"50%", "80%", "95%", "100%"}


def test_posts_that_nothing_leads_to_are_never_reached(places: tuple[Path, Path]) -> None:
    blog = load_blog(places[0])
    hidden = Blog(blog.recording, blog.posts | {"blog.example/2024/01/hidden/"}, blog.shapes)

    measured = measure_priority(hidden, load_recording(places[1]))

    assert "never" in as_text(measured)
    assert as_data(measured, 1.0)["linked"][0]["requests"]["100%"] is None


def test_the_command_prints_figures_and_writes_the_report(places: tuple[Path, Path], tmp_path: Path) -> None:
    report = tmp_path / "report.html"

    ran = CliRunner().invoke(app_for(), ["evaluate", "priority", *map(str, places), "-o", str(report), "--json"])

    assert ran.exit_code == 0, ran.output
    assert json.loads(ran.stdout)["posts"] == POSTS
    assert "posts reached" in report.read_text(encoding="utf-8")
