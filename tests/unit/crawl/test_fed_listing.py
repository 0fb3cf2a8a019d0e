"""A list of posts that stands in for a feed."""

from tests.support.pages import TIME, page_of
from tests.unit.learn.articles.blogs import Post, posts

from thresher.crawl.fed_listing import dates_on, feed_on
from thresher.crawl.fed_site import FedSite
from thresher.model import Feed, FeedItem

HOME = "http://b.example/"


def row(one: Post) -> str:
    return (
        f"<div class=row><h2><a href='{one.url}'>{one.title}</a></h2><p>{one.published:%d %B %Y}, {one.author}</p>"
        f"<p>{one.paragraphs[0]} <a href='{one.url}#more'>Read on</a></p></div>"
    )


def listed(body: str) -> Feed | None:
    side = "<ul>" + "".join(f"<li><a href='/tag/{name}/'>{name}</a></li>" for name in "abcdefgh") + "</ul>"
    return feed_on(page_of(HOME, f"<html><h1><a href='/'>A blog</a></h1>{body}{side}</html>")[0], TIME)


def test_rows_with_title_date_and_prose_are_items() -> None:
    some = posts(6)

    feed = listed("".join(map(row, some)))

    assert feed is not None
    assert feed.link == HOME
    assert [(item.link, item.title, item.published) for item in feed.items] == [
        (one.url, one.title, f"{one.published:%Y-%m-%d}") for one in some
    ]
    assert all(one.paragraphs[0] in item.html for one, item in zip(some, feed.items, strict=True))
    assert not any("Read on" in item.html for item in feed.items)


def test_some_posts_may_begin_with_a_short_sentence() -> None:
    some = posts(6)
    short = "<p>It was <em>late</em> by then, and cold.</p>"
    rows = [row(one) for one in some[:4]]
    rows += [row(one).replace(f"<p>{one.paragraphs[0]} ", f"{short}<p>") for one in some[4:]]

    feed = listed("".join(rows))

    assert feed is not None
    assert [item.html for item in feed.items[4:]] == ["It was late by then, and cold."] * 2


def test_few_rows_are_no_list() -> None:
    assert listed("".join(map(row, posts(4)))) is None


def test_rows_without_dates_say_too_little() -> None:
    assert listed("".join(row(one).replace(f"{one.published:%d %B %Y}", "") for one in posts(8))) is None


def test_rows_of_threads_have_no_prose() -> None:
    rows = (
        f"<tr><td><h3><a href='{one.url}'>{one.title}</a></h3></td><td>{one.author}</td><td>14</td>"
        f"<td>{one.published:%d %B %Y}</td></tr>"
        for one in posts(12)
    )

    assert listed(f"<table>{''.join(rows)}</table>") is None


def test_a_list_tells_when_posts_were_written_that_do_not_say_so() -> None:
    some = posts(5)
    page, _ = page_of(HOME, f"<html>{''.join(map(row, some))}<a href='/about/'>1 May 2020</a></html>")
    site = FedSite(HOME, items={some[0].url: FeedItem(some[0].url, published="2019-01-01")})

    site.dates = dates_on(page, TIME, lambda url: "post-" in url)

    assert site.dates == {one.url: f"{one.published:%Y-%m-%d}" for one in some}
    told = [site.told(one.url) for one in some]
    assert [one.published for one in told if one] == ["2019-01-01", *(f"{one.published:%Y-%m-%d}" for one in some[1:])]
    assert site.told(HOME) is None
