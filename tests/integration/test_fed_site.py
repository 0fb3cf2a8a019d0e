"""A small blog, crawled and read by its feed, interrupted too; and feeds that teach nothing, or lie."""

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.support.command import thresher
from tests.support.crawling import captures_of, crawl_settings, outcomes_of, run_crawl
from tests.support.objects import open_store
from tests.support.raw import RawServer, html, raw_server
from tests.support.small_blog import (
    TAGS,
    Blog,
    Entry,
    Remark,
    entries,
    objects_of,
    plain,
    redirect,
    remark,
    rss,
    shown_comments,
    shown_posts,
    true_comments,
    true_posts,
    xml,
)

from thresher.archive import Collection
from thresher.catalog import open_catalog
from thresher.crawl.fed_site import FedNote, FedPhase
from thresher.crawl.notebook import notebooks
from thresher.describe import read_objects
from thresher.model import ObjectType, Source, Strategy, WebObject

BLOG = Blog()
FEEDS = 2
BOTH = pytest.mark.parametrize("strategy", [Strategy.FED, Strategy.AUTO], ids=["fed", "auto"])
NOT_FOUND = html("<title>Not found</title><h1>Not found</h1><p>There is nothing here that we know of; go back.</p>")


@contextmanager
def blog_server(blog: Blog = BLOG) -> Iterator[RawServer]:
    with raw_server({}) as server:
        server.answers.update(blog.answers(server.url))
        yield server


def note_of(root: Path) -> FedNote:
    """What is noted of the one site of a crawl."""
    catalog = open_catalog(Collection(root).catalog, read_only=True)
    try:
        (note,) = notebooks(catalog)[1].read()
        return note
    finally:
        catalog.close()


def check_whole(root: Path, server: RawServer, blog: Blog) -> None:
    """Every post and comment is there and right, once, and nothing else was taken for one."""
    objects = objects_of(root)
    assert shown_posts(objects, server.url) == true_posts(blog)
    assert shown_comments(objects, server.url) == true_comments(blog)
    assert {one.type for one in objects} == {ObjectType.BLOG_POST, ObjectType.COMMENT}
    assert max(Counter(server.paths).values()) == 1
    assert not [url for url, (_, detail) in outcomes_of(root).items() if "could not be understood" in detail]


def least_of(blog: Blog) -> int:
    return len(blog.post_paths | blog.talk_paths | blog.list_paths) + FEEDS


@BOTH
@pytest.mark.parametrize("feed", ["full", "summary"])
def test_every_post_is_reached_and_read_right(tmp_path: Path, strategy: Strategy, feed: str) -> None:
    blog = replace(BLOG, feed=feed)
    with blog_server(blog) as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=strategy))

    check_whole(tmp_path, server, blog)
    assert summary.applications == {server.url + "/": f"fed-{server.url[7:].replace(':', '-')}"}
    assert all(one.confidence == 1.0 for one in objects_of(tmp_path))
    if strategy is Strategy.FED:
        assert len(server.paths) <= 1.25 * least_of(blog)
    else:
        # The rest of the site follows when all posts have been asked for.
        last = max(server.paths.index(path) for path in blog.post_paths)
        assert last < 1.25 * least_of(blog)


@pytest.mark.parametrize("start", ["/page/3/", "/about/", "/tag/tools/", BLOG.entries[0].path, BLOG.entries[20].path])
def test_the_blog_is_whole_from_whatever_page_it_begins_with(tmp_path: Path, start: str) -> None:
    with blog_server() as server:
        run_crawl(tmp_path, crawl_settings(server.url + start, strategy=Strategy.FED))

    check_whole(tmp_path, server, BLOG)
    assert len(server.paths) <= 1.25 * least_of(BLOG) + 5


def test_posts_that_nothing_else_leads_to_are_found_by_older_pages_of_the_feed(tmp_path: Path) -> None:
    blog = replace(BLOG, has_lists=False, has_sitemap=False)
    with blog_server(blog) as server:
        for page in (2, 3):
            older = replace(blog, entries=blog.entries[10 * (page - 1) : 10 * page])
            server.answers[f"/feed/?paged={page}"] = xml(older.feed_text(server.url))
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.FED))

    check_whole(tmp_path, server, blog)
    assert "/feed/?paged=4" in server.paths
    assert "/feed/?paged=5" not in server.paths


@BOTH
def test_posts_that_no_list_leads_to_are_found_by_the_sitemap(tmp_path: Path, strategy: Strategy) -> None:
    blog = replace(BLOG, has_lists=False, has_sitemap=True)
    with blog_server(blog) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=strategy))

    check_whole(tmp_path, server, blog)
    assert len(server.paths) <= 1.25 * least_of(blog)


def test_comments_are_found_without_a_feed_of_their_own(tmp_path: Path) -> None:
    blog = replace(BLOG, has_comment_feed=False)
    with blog_server(blog) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.FED))

    check_whole(tmp_path, server, blog)


def test_what_a_feed_has_taught_is_knowledge_for_other_crawls(tmp_path: Path) -> None:
    with blog_server() as server:
        run_crawl(tmp_path / "first", crawl_settings(server.url + "/", strategy=Strategy.FED))
        folder = tmp_path / "first/knowledge"
        checked = thresher("kb", "check", str(folder))
        server.requests.clear()
        settings = crawl_settings(server.url + "/", strategy=Strategy.KNOWN, knowledge=(str(folder),))
        run_crawl(tmp_path / "second", settings)

    assert [path.name for path in folder.iterdir()] == [f"fed-{server.url[7:].replace(':', '-')}.yaml"]
    assert checked.returncode == 0, checked.stdout + checked.stderr
    check_whole(tmp_path / "second", server, BLOG)
    assert len(server.paths) <= least_of(BLOG)


@BOTH
@pytest.mark.parametrize("requests", [1, 2, 3, 4, 5, 9, 14, 15, 16, 17, 18, 22, 31, 40])
def test_a_crawl_that_was_stopped_ends_as_if_it_had_not_been(tmp_path: Path, requests: int, strategy: Strategy) -> None:
    blog = replace(BLOG, has_sitemap=requests % 2 == 1)
    with blog_server(blog) as server:
        whole = crawl_settings(server.url + "/", strategy=strategy)
        run_crawl(tmp_path / "whole", whole)
        server.requests.clear()
        run_crawl(tmp_path / "parts", crawl_settings(server.url + "/", strategy=strategy, max_requests=requests))
        run_crawl(tmp_path / "parts", whole)

    check_same(tmp_path, server)


def check_same(root: Path, server: RawServer) -> None:
    """The collection `parts` holds what `whole` does, and no request was repeated for it."""
    whole, parts = captures_of(root / "whole"), captures_of(root / "parts")
    assert sorted((row.url, row.status) for row in parts) == sorted((row.url, row.status) for row in whole)
    assert without_sources(objects_of(root / "parts")) == without_sources(objects_of(root / "whole"))
    assert max(Counter(server.paths).values()) == 1


def without_sources(objects: list[WebObject]) -> list[WebObject]:
    nowhere = Source("", 0, "", datetime(2026, 3, 1, tzinfo=UTC))
    return [replace(one, source=nowhere) for one in objects]


def test_a_crawl_that_is_killed_again_and_again_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    with blog_server() as server:
        crawl_with_kills(server, tmp_path / "whole", ())
        server.requests.clear()
        crawl_with_kills(server, tmp_path / "parts", (4, 12, 17, 24))

    whole, parts = captures_of(tmp_path / "whole"), captures_of(tmp_path / "parts")
    assert {(row.url, row.status) for row in parts} == {(row.url, row.status) for row in whole}
    assert max(Counter(row.url for row in parts).values()) == 1
    assert without_sources(objects_of(tmp_path / "parts")) == without_sources(objects_of(tmp_path / "whole"))


def crawl_with_kills(server: RawServer, root: Path, kills: tuple[int, ...]) -> None:
    """Crawl in a process that is killed when so many requests were answered, and started again."""
    command = [sys.executable, "-m", "thresher", "crawl", server.url + "/", "-o", str(root), "--strategy", "fed"]
    for limit in (*kills, 1 << 30):
        process = subprocess.Popen(
            [*command, "--delay", "0", "--resources", "none", "-q"], stderr=subprocess.PIPE, text=True
        )
        while process.poll() is None and len(server.requests) < limit:
            time.sleep(0.001)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        _, errors = process.communicate(timeout=60)
        assert process.returncode in (0, -signal.SIGKILL), errors


def feed_items_as(server: RawServer, pattern: str, new: str) -> None:
    """Change the items of the feed."""
    server.answers["/feed/"] = xml(re.sub(pattern, new, BLOG.feed_text(server.url)))


def spoil(server: RawServer, how: str) -> str:
    """Make the feed useless; what the note has to say."""
    link = r"<link>[^<]*/\d{4}/[^<]*</link>"
    match how:
        case "no feed":
            server.answers.update(replace(BLOG, feed="none").answers(server.url))
            del server.answers["/feed/"], server.answers["/comments/feed/"]
            return "is no feed"
        case "an empty feed":
            server.answers["/feed/"] = xml(rss("A small blog", server.url, ""))
            return "has no items"
        case "not found with status 200":
            server.answers["/feed/"] = NOT_FOUND
            return "is no feed"
        case "a feed of another site":
            server.answers["/feed/"] = xml(BLOG.feed_text("http://other.example"))
            return "lead to another site"
        case "items without link":
            feed_items_as(server, f"{link}|<guid>.*?</guid>", "")
            return "have no page of their own"
        case "items that share a page":
            feed_items_as(server, link, f"<link>{server.url}/news/#item</link>")
            return "have no page of their own"
        case "pages that all say not found":
            server.answers.update({one.path: NOT_FOUND for one in BLOG.entries[:10]})
            return "do not show what the feed says"
        case "pages that are gone":
            server.answers.update({one.path: html("gone", "410 Gone") for one in BLOG.entries[:10]})
            return "do not show what the feed says"
        case "robots.txt forbids it":
            server.answers["/robots.txt"] = plain("User-agent: *\nDisallow: /feed/\nDisallow: /comments/\n")
            return "robots.txt forbids it"
        case "redirects without end":
            server.answers |= {"/feed/": redirect("/feed/again/"), "/feed/again/": redirect("/feed/")}
            return "could not be had"
    raise AssertionError(how)


@BOTH
@pytest.mark.parametrize(
    "how",
    ["no feed", "an empty feed", "not found with status 200", "a feed of another site", "items without link",
     "items that share a page", "pages that all say not found", "pages that are gone", "robots.txt forbids it",
     "redirects without end"],
)  # fmt: skip
def test_where_a_feed_teaches_nothing_the_next_rung_takes_over(tmp_path: Path, how: str, strategy: Strategy) -> None:
    with blog_server() as server:
        expected = spoil(server, how)
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=strategy))

    note = note_of(tmp_path)
    assert note.phase is FedPhase.NOTHING
    # Only who asks for feeds alone has them looked for where no page names one.
    guesses = strategy is Strategy.FED or how != "no feed"
    assert (expected if guesses else "no feed was found") in " | ".join(note.notes)
    assert set(server.paths) >= BLOG.post_paths
    assert max(Counter(server.paths).values()) == 1
    assert not [name for name in summary.applications.values() if name.startswith("fed-")]
    assert not [one for one in objects_of(tmp_path) if one.rule.startswith("fed")]
    assert not [url for url, (_, detail) in outcomes_of(tmp_path).items() if "could not be understood" in detail]
    if strategy is Strategy.AUTO and "pages" not in how:
        assert [name for name in summary.applications.values() if name.startswith("learned-")]
        # They are posts with comments all the same.
        assert {one.type for one in objects_of(tmp_path)} == {ObjectType.BLOG_POST, ObjectType.COMMENT}


@BOTH
def test_a_feed_behind_a_redirect_teaches_as_well(tmp_path: Path, strategy: Strategy) -> None:
    with blog_server() as server:
        server.answers |= {"/feed/": redirect("/news/posts.xml"), "/news/posts.xml": xml(BLOG.feed_text(server.url))}
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=strategy))

    check_whole(tmp_path, server, BLOG)


def test_a_feed_that_no_page_names_is_found_where_feeds_usually_are(tmp_path: Path) -> None:
    with blog_server() as server:
        feed = server.answers["/feed/"]
        server.answers |= replace(BLOG, feed="none").answers(server.url) | {"/feed/": feed}
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.FED))

    assert shown_posts(objects_of(tmp_path), server.url) == true_posts(BLOG)
    assert note_of(tmp_path).phase is FedPhase.FED


@BOTH
def test_a_feed_that_another_host_delivers_teaches_as_well(tmp_path: Path, strategy: Strategy) -> None:
    with raw_server({}) as service, blog_server(replace(BLOG, feed_path=f"{service.url}/garden")) as server:
        counted = rf"<link>{service.url}/~r/garden/\1</link><feedburner:origLink>\1</feedburner:origLink>"
        feed = re.sub(r"<link>([^<]*/\d{4}/[^<]*)</link>", counted, BLOG.feed_text(server.url))
        named = '<rss xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0" '
        service.answers["/garden"] = xml(feed.replace("<rss ", named))
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=strategy))

    assert shown_posts(objects_of(tmp_path), server.url) == true_posts(BLOG)
    assert note_of(tmp_path).feeds[0] == f"{service.url}/garden"
    assert set(service.paths) == {"/garden", "/robots.txt"}


def test_a_feed_outside_of_what_may_be_asked_for_is_named(tmp_path: Path) -> None:
    with blog_server() as server:
        settings = crawl_settings(server.url + "/", strategy=Strategy.FED, exclude=("/feed/", r"\.xml$"))
        run_crawl(tmp_path, settings)

    assert f"{server.url}/feed/ is outside of what this crawl may ask for" in note_of(tmp_path).notes
    assert "/feed/" not in server.paths


@pytest.mark.parametrize("requests", [0, 5, 9, 20, 30])
@pytest.mark.parametrize("how", ["numbers", "no slash"])
def test_links_of_items_that_lead_on_teach_as_well(tmp_path: Path, how: str, requests: int) -> None:
    with blog_server() as server:
        if how == "numbers":
            feed_items_as(server, r"<link>[^<]*/\d{4}/[^<]*</link>(.*?)<guid>(.*?)</guid>", r"<link>\2</link>\1")
            server.answers |= {f"/?p={one.number}": redirect(one.path) for one in BLOG.entries}
        else:
            feed_items_as(server, r"<link>([^<]*/\d{4}/[^<]*)/</link>", r"<link>\1</link>")
            server.answers |= {one.path.rstrip("/"): redirect(one.path) for one in BLOG.entries}
        if requests:
            settings = crawl_settings(server.url + "/", strategy=Strategy.FED, max_requests=requests)
            run_crawl(tmp_path, settings)
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.FED))

    check_whole(tmp_path, server, BLOG)
    assert len(server.paths) <= 1.25 * (least_of(BLOG) + 10)


def test_posts_that_are_gone_and_lead_to_the_front_page_are_no_posts(tmp_path: Path) -> None:
    gone = [one.path for one in BLOG.entries[:4]]
    with blog_server() as server:
        server.answers.update(dict.fromkeys(gone, redirect("/")))
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.FED))

    blog = replace(BLOG, entries=BLOG.entries[4:])
    assert shown_posts(objects_of(tmp_path), server.url) == true_posts(blog)


def test_two_posts_with_equal_text_are_two(tmp_path: Path) -> None:
    blog = BLOG.changed(30, paragraphs=BLOG.entries[1].paragraphs).changed(3, paragraphs=BLOG.entries[1].paragraphs)
    with blog_server(blog) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.FED))

    check_whole(tmp_path, server, blog)


def test_where_feed_and_page_disagree_the_page_is_believed_and_the_object_is_less_sure(tmp_path: Path) -> None:
    """The feed calls three posts by other names."""
    with blog_server() as server:
        text = BLOG.feed_text(server.url)
        for one in BLOG.entries[:3]:
            text = text.replace(f"<title>{one.title}</title>", "<title>Something else entirely</title>")
        server.answers["/feed/"] = xml(text)
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.FED))

    check_whole(tmp_path, server, BLOG)
    sure = {one.url.removeprefix(server.url): one.confidence for one in objects_of(tmp_path)}
    assert all(sure[one.path] < 1.0 for one in BLOG.entries[:3])
    assert all(sure[one.path] == 1.0 for one in BLOG.entries[3:])


def test_a_feed_that_lies_about_dates_is_not_believed(tmp_path: Path) -> None:
    with blog_server() as server:
        feed_items_as(server, "<pubDate>.*?</pubDate>", "<pubDate>Thu, 01 Jan 2037 00:00:00 +0000</pubDate>")
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.FED))

    objects = objects_of(tmp_path)
    assert not [one for one in objects if one.published.startswith("2037")]
    assert shown_comments(objects, server.url) == true_comments(BLOG)
    posts = {one.url.removeprefix(server.url): one for one in objects if one.type is ObjectType.BLOG_POST}
    assert {one.path: one.text for one in BLOG.entries} == {path: one.text for path, one in posts.items()}
    assert all(posts[one.path].confidence < 1.0 for one in BLOG.entries[:10])


def versions(root: Path, looks: list[list[WebObject]]) -> dict[str, int]:
    """How many versions there are of each object after looks that are a week apart."""
    catalog, store = open_store(root)
    for week, look in enumerate(looks):
        moment = datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(weeks=week)
        store.keep(replace(one, source=replace(one.source, time=moment)) for one in look)
    catalog.commit()
    counts = Counter(one.web.id for one in read_objects(catalog, history=True))
    catalog.close()
    return dict(counts)


def looks_at(root: Path, *blogs: Blog) -> tuple[str, list[list[WebObject]]]:
    """The objects of a blog, crawled in each of these states, and where it was."""
    looks = []
    with blog_server() as server:
        for number, blog in enumerate(blogs):
            server.answers.clear()
            server.answers.update(blog.answers(server.url))
            run_crawl(root / str(number), crawl_settings(server.url + "/", strategy=Strategy.FED))
            looks.append(objects_of(root / str(number)))
    return server.url, looks


def test_what_stands_around_a_post_makes_no_version_of_it(tmp_path: Path) -> None:
    """A banner, a comment, and a date of change that is that of the last build."""
    built = datetime(2026, 3, 7, tzinfo=UTC)
    after = replace(BLOG, banner="Closed on Monday: we are at the fair, all of us")
    for one in after.entries:
        after = after.changed(one.number, updated=built)
    said = Remark(7777, "Gerd Voss", "A late word on this, which nobody has said before.", built)
    after = after.changed(30, remarks=(*BLOG.entries[0].remarks, said))

    origin, looks = looks_at(tmp_path, BLOG, after)
    counts = versions(tmp_path, looks)

    assert set(counts.values()) == {1}
    assert len(counts) == len(looks[0]) + 1
    assert shown_comments(looks[1], origin) == true_comments(after)


def test_an_edited_sentence_or_link_makes_a_version_and_comments_are_objects_of_their_own(tmp_path: Path) -> None:
    one, two = BLOG.entries[0], BLOG.entries[20]
    words = "That was not all, as we came to know when winter was over."
    after = BLOG.changed(one.number, paragraphs=(*one.paragraphs, words)).changed(two.number, link="/contact/")
    more = tuple(remark(two.number, place, two.time) for place in range(len(two.remarks) + 2))
    after = after.changed(two.number, remarks=more)

    origin, looks = looks_at(tmp_path, BLOG, after)
    counts = versions(tmp_path, looks)

    changed = {identity for identity, count in counts.items() if count > 1}
    assert changed == {origin + one.path.rstrip("/"), origin + two.path.rstrip("/")}
    assert len(counts) == len(looks[0]) + 2


def test_where_nothing_can_be_learned_a_list_of_posts_stands_in_for_a_feed(tmp_path: Path) -> None:
    """Lists beside each post, with dates and words: its page looks like a list itself."""
    with raw_server(crowded_blog(30)) as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert [name.partition("-")[0] for name in summary.applications.values()] == ["fed"]
    found = objects_of(tmp_path)
    posts = {one.title: one for one in found if one.type is ObjectType.BLOG_POST}
    assert posts.keys() == {one.title for one in entries(30)}
    for one in entries(30):
        assert (posts[one.title].text, posts[one.title].author) == (one.text, one.author)
        assert posts[one.title].published[:10] == f"{one.time:%Y-%m-%d}"
    talk = sorted(one.text for one in found if one.type is ObjectType.COMMENT)
    assert talk == sorted(each.text for one in entries(30) for each in one.remarks)


def crowded_blog(count: int) -> dict[str, bytes]:
    """A blog without a feed, with comments in a list of definitions, and with what is new beside everything."""
    some = entries(count)
    recent = "".join(f"<li><a href='{one.path}'>{one.title}</a></li>" for one in some[:5])
    heard = "".join(
        f"<li>{each.author} on <a href='{one.path}#c'>{one.title}</a>: {each.text[:50]}...</li>"
        for one in some
        for each in one.remarks[:1]
    )
    labels = "".join(f"<li><a href='/cat/{tag}/'>{tag}</a></li>" for tag in TAGS)
    lists = "".join(f"<h3>New</h3><ul>{one}</ul>" for one in (recent, heard, labels))
    side = f"<div id=side>{lists}</div>"

    def page(title: str, body: str) -> bytes:
        head = "<div id=top><h1 class=site><a href='/'>A diary</a></h1></div>"
        return html(
            f"<html lang=en><title>{title} - A diary</title><body>{head}<div id=main>{body}</div>{side}</body></html>"
        )

    def shown(one: Entry, title: str) -> str:
        day = f"{one.time:%A %-d %B %Y}"
        label = f"<a href='/cat/{one.tags[0]}/'>{one.tags[0]}</a>"
        line = f"<p class=info>By {one.author} on {day}, {one.time:%H:%M} - {label}</p><ul><li>{label}</li></ul>"
        words = "".join(f"<p>{text}</p>" for text in one.paragraphs)
        return f"<div class=post><p class=day>{day}</p><h2>{title}</h2>{line}<div class=words>{words}</div></div>"

    def talk(one: Entry) -> str:
        said = "".join(
            f"<dt>{place}. On {each.time:%A %-d %B %Y, %H:%M} by {each.author}</dt><dd><p>{each.text}</p></dd>"
            for place, each in enumerate(one.remarks, 1)
        )
        return f"<div id=said><h3>Comments</h3><dl>{said}</dl></div>" if said else ""

    pages = {one.path: page(one.title, shown(one, one.title) + talk(one)) for one in some}
    for tag in TAGS:
        own = "".join(f"<p><a href='{one.path}'>{one.title}</a></p>" for one in some if tag in one.tags)
        pages[f"/cat/{tag}/"] = page(tag, own)
    for number in range(1, 2 + (count - 1) // 10):
        rows = "".join(
            shown(one, f"<a href='{one.path}'>{one.title}</a>") for one in some[10 * number - 10 : 10 * number]
        )
        older = f"<p><a href='/page/{number + 1}/'>older entries</a></p>" if 10 * number < count else ""
        pages["/" if number == 1 else f"/page/{number}/"] = page("Home", rows + older)
    return pages
