"""A plain update of threads that go over several pages: read on where something can have come."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import yaml
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html
from tests.support.small_forum import ROOT, TYPE, Said, Talk, old
from tests.unit.learn.articles.blogs import PEOPLE, prose

from thresher.crawl.update import UpdateSummary, settings_of, update
from thresher.evaluate.recording import key_of
from thresher.evaluate.replay import Site, served
from thresher.model import Strategy

PER_PAGE = 3
LENGTHS = (7, 3, 2, 6, 4, 5)
LONG = {
    **TYPE,
    "urls": {"roles": {"thread": ["thread.php?id={id#}&page={page#}", "thread.php?id={id#}"]}},
    "levels": [
        TYPE["levels"][0],
        {
            **TYPE["levels"][1],  # type: ignore[dict-item]
            "follow": [{"to": "thread", "role": "thread", "at": "p[@class='pages']//a/@href"}],
        },
    ],
}


def said(number: int) -> Said:
    time = datetime(2023, 4, 3, 9, 5, tzinfo=UTC) + timedelta(hours=7 * number)
    return Said(number, PEOPLE[number % len(PEOPLE)], time, prose(f"long {number}", 1 + number % 3))


def threads() -> dict[int, list[int]]:
    """Numbers of the posts of each thread, without a gap."""
    ends = [sum(LENGTHS[: at + 1]) for at in range(len(LENGTHS))]
    return {
        at: list(range(end - length + 1, end + 1)) for at, (length, end) in enumerate(zip(LENGTHS, ends, strict=True))
    }


def forum(posts: dict[int, list[int]], plain: str = "") -> dict[str, bytes]:
    pages: dict[str, str] = {}
    rows = []
    for at, numbers in sorted(posts.items(), key=lambda one: -max(one[1])):
        parts = [numbers[start : start + PER_PAGE] for start in range(0, len(numbers), PER_PAGE)]
        urls = [f"/thread.php?id={at}" + (f"&page={page}" if page > 1 else "") for page in range(1, len(parts) + 1)]
        links = "".join(f"<a href='{url}'>{page}</a> " for page, url in enumerate(urls, start=1))
        for url, part in zip(urls, parts, strict=True):
            text = old(Talk(at, f"Matter {at}", tuple(map(said, part)))).replace("id='p", f"id='p{plain}")
            pages[ROOT.rstrip("/") + url] = text.replace("</h1>", f"</h1><p class='pages'>{links}</p>")
        when = f"{max(said(number).time for number in numbers):%Y-%m-%d %H:%M}"
        rows.append(f"<li><a href='{urls[0]}'>Matter</a> {links}<b>{len(numbers) - 1} replies</b> <i>{when}</i></li>")
    pages[ROOT] = f"<div id='forum'><h1>All</h1><ul class='threads'>{''.join(rows)}</ul></div>"
    return {key_of(url): html(text) for url, text in pages.items()}


@contextmanager
def crawled(folder: Path, before: dict[str, bytes], after: dict[str, bytes]) -> Iterator[tuple[Site, UpdateSummary]]:
    """A forum that was crawled, became another one, and was visited again."""
    types = folder / "types"
    types.mkdir()
    (types / "smallforum.yaml").write_text(yaml.safe_dump(LONG, sort_keys=False))
    now = dict(before)
    with served(lambda key, _: now.get(key)) as site:
        settings = crawl_settings(ROOT, strategy=Strategy.KNOWN, knowledge=(str(types),), proxy=site.proxy)
        assert run_crawl(folder / "c", settings).exit_code == 0
        now.clear()
        now.update(after)
        site.asked.clear()
        yield site, update(folder / "c", settings_of(folder / "c", proxy=site.proxy), is_all=False)


def asked(site: Site) -> set[str]:
    return {one.partition("thread.php?")[2] for one in site.asked if "thread" in one}


LAST = sum(LENGTHS)


def test_a_thread_whose_last_page_was_full_is_read_on_behind_it(tmp_path: Path) -> None:
    posts = threads()
    posts[1] += [LAST + 1, LAST + 4]  # one page, full
    posts[3] += [LAST + 2]  # two pages, full
    posts[4] += [LAST + 3]  # two pages, the last of them not full
    with crawled(tmp_path, forum(threads()), forum(posts)) as (site, found):
        assert asked(site) == {"id=1&page=2", "id=3&page=3", "id=4&page=2"}
        assert (found.objects["BoardPost"]["new"], found.ended) == (4, "complete")


@pytest.mark.parametrize("plain", ["", "x"])
def test_no_post_is_lost_on_a_page_that_was_full_until_one_was_deleted(tmp_path: Path, plain: str) -> None:
    posts = threads()
    posts[3] = [*posts[3][:1], *posts[3][2:], LAST + 1, LAST + 2]  # the first of them stands on the second page now
    with crawled(tmp_path, forum(threads(), plain), forum(posts, plain)) as (site, found):
        assert asked(site) == {"id=3&page=2", "id=3&page=3"}
        assert (found.objects["BoardPost"]["new"], found.ended) == (2, "complete")


def test_without_numbers_for_all_posts_the_full_page_is_asked_for_as_well(tmp_path: Path) -> None:
    posts = threads()
    posts[3] += [LAST + 5]  # those between may stand where nobody may look, or may be gone
    with crawled(tmp_path, forum(threads()), forum(posts)) as (site, found):
        assert asked(site) == {"id=3&page=2", "id=3&page=3"}
        assert found.objects["BoardPost"]["new"] == 1
