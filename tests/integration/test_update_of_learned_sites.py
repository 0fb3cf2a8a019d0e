"""A plain update of a site that nobody has described: it goes by what the first visit has learned."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.integration.test_update_of_what_is_due import (
    TALKS,
    Row,
    Visited,
    counts,
    forum,
    grown,
    with_counts,
    with_dates,
)
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.small_forum import ROOT, Said, Talk, talk

from thresher.crawl.update import settings_of, update
from thresher.evaluate.replay import served
from thresher.model import Strategy


@contextmanager
def learned(folder: Path, answers: dict[str, bytes]) -> Iterator[Visited]:
    now = dict(answers)
    with served(lambda key, _: now.get(key)) as site:
        settings = crawl_settings(ROOT, strategy=Strategy.LEARNED, proxy=site.proxy)
        assert run_crawl(folder, settings).exit_code == 0
        yield Visited(folder, site, now)


def paged(talks: Sequence[Talk], row: Row) -> dict[str, bytes]:
    """A forum whose list goes on under its own address."""
    pages = forum(talks, row)
    return {key.replace("list.php", ""): _rewritten(page, {"/list.php": "/"}) for key, page in pages.items()}


def _rewritten(page: bytes, pairs: dict[str, str]) -> bytes:
    head, _, body = page.partition(b"\r\n\r\n")
    for one, other in pairs.items():
        body = body.replace(one.encode(), other.encode())
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"content-length")]
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body)]) + b"\r\n\r\n" + body


@pytest.mark.parametrize("row", [with_dates, with_counts])
def test_nothing_is_learned_again_where_nothing_has_changed(tmp_path: Path, row: Row) -> None:
    with learned(tmp_path, paged(TALKS, row)) as site:
        found = site.update()

    assert site.asked == ["/"]
    assert (counts(found)["new"], counts(found)["deleted"], found.ended) == (0, 0, "complete")


@pytest.mark.parametrize("row", [with_dates, with_counts])
def test_new_and_grown_threads_are_found_on_the_learned_lists(tmp_path: Path, row: Row) -> None:
    new = tuple(replace(talk(number), said=_later(talk(number).said)) for number in range(53, 40, -1))
    with learned(tmp_path, paged(TALKS, row)) as site:
        site.becomes(paged((*new, grown(TALKS[3]), *TALKS[:3], *TALKS[4:]), row))
        found = site.update()

    assert counts(found)["new"] == sum(len(one.said) for one in new) + 1
    assert len(site.asked) <= 3 + len(new) + 1


def _later(said: Sequence[Said]) -> tuple[Said, ...]:
    return tuple(replace(one, time=one.time + timedelta(days=300)) for one in said)


def test_what_an_earlier_visit_has_learned_serves_the_third_visit_too(tmp_path: Path) -> None:
    with learned(tmp_path, paged(TALKS, with_dates)) as site:
        site.update()
        site.becomes(paged((grown(TALKS[3]), *TALKS[:3], *TALKS[4:]), with_dates))
        found = site.update()

    assert counts(found)["new"] == 1
    assert len(site.asked) == 2


def test_an_update_that_was_cut_off_goes_on_by_what_was_learned(tmp_path: Path) -> None:
    later = tuple(map(grown, TALKS[:6]))
    with learned(tmp_path, paged(TALKS, with_dates)) as site:
        site.becomes(paged((*later, *TALKS[6:]), with_dates))
        site.site.asked.clear()
        cut = update(tmp_path, replace(settings_of(tmp_path, proxy=site.site.proxy), max_requests=3), is_all=False)
        found = update(tmp_path, settings_of(tmp_path, proxy=site.site.proxy), is_all=False)

    assert cut.ended != "complete"
    assert counts(found)["new"] == len(later)
    assert len(site.asked) == len(set(site.asked)) == 1 + len(later)


def test_posts_of_another_template_are_learned_again(tmp_path: Path) -> None:
    later = tuple(map(grown, TALKS[:9]))
    with learned(tmp_path, paged(TALKS, with_dates)) as site:
        pages = paged((*later, *TALKS[9:]), with_dates)
        site.becomes({key: _in_other_words(page) if "thread" in key else page for key, page in pages.items()})
        found = site.update()

    assert counts(found)["new"] == len(later)


def _in_other_words(page: bytes) -> bytes:
    """A thread with other tags and classes."""
    pairs = {
        "class='post'": "class='entry box'",
        "class='text'": "class='said'",
        "<b ": "<strong ",
        "</b>": "</strong>",
    }
    return _rewritten(page, pairs | {"class='who'": "class='person'", "class='when'": "class='moment'"})


def test_a_site_that_is_another_one_since_is_learned_again(tmp_path: Path) -> None:
    with learned(tmp_path, paged(TALKS, with_dates)) as site:
        others = paged(tuple(map(talk, range(140, 100, -1))), with_dates)
        pairs = {"thread.php?id=": "talk/", "/?page=": "/all/"}
        site.becomes({_replaced(key, pairs): _rewritten(page, pairs) for key, page in others.items()})
        found = site.update()

    assert counts(found)["new"] == sum(len(talk(number).said) for number in range(101, 141))


def _replaced(text: str, pairs: dict[str, str]) -> str:
    for one, other in pairs.items():
        text = text.replace(one, other)
    return text
