"""A plain update of sites of several parts: a forum that is known or was learned, and pages that nobody knows."""

from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from tests.integration.test_update_of_generic_sites import HANDFUL
from tests.integration.test_update_of_learned_sites import _rewritten, paged
from tests.integration.test_update_of_what_is_due import PAGED, TALKS, counts, forum, grown, with_dates
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html
from tests.support.small_forum import Talk
from tests.support.small_site import ROOT, SmallSite, prose

from thresher.crawl.update import UpdateSummary, settings_of, update
from thresher.evaluate.recording import key_of
from thresher.evaluate.replay import served
from thresher.model import Resources, Strategy

FORUM_LINKS = {"'/thread.php": "'/forum/thread.php", "'/list.php": "'/forum/list.php"}


def mixed(talks: Sequence[Talk], site: SmallSite) -> dict[str, bytes]:
    """A club's site with a forum in a folder of it."""
    pages = {key.replace("f.example/", "club.test/forum/"): page for key, page in forum(talks, with_dates).items()}
    return {**site.answers(), **{key: _rewritten(page, FORUM_LINKS) for key, page in pages.items()}}


@dataclass
class Visited:
    folder: Path
    answers: dict[str, bytes]
    asked: list[str]
    proxy: str

    def becomes(self, answers: dict[str, bytes]) -> None:
        self.answers.clear()
        self.answers.update(answers)

    def update(self, **changes: object) -> UpdateSummary:
        self.asked.clear()
        return update(self.folder, settings_of(self.folder, proxy=self.proxy, **changes), is_all=False)


@contextmanager
def crawled(folder: Path, answers: dict[str, bytes], *seeds: str, **changes: object):
    now = dict(answers)
    with served(lambda key, _: now.get(key)) as site:
        settings = crawl_settings(*(seeds or (ROOT,)), proxy=site.proxy, **changes)
        assert run_crawl(folder / "c", settings).exit_code == 0
        yield Visited(folder / "c", now, site.asked, site.proxy)


@pytest.fixture
def types(tmp_path: Path) -> str:
    place = tmp_path / "types"
    place.mkdir()
    (place / "smallforum.yaml").write_text(yaml.safe_dump(PAGED, sort_keys=False))
    return str(place)


def test_a_known_forum_beside_unknown_pages_is_found_again(tmp_path: Path, types: str) -> None:
    pages = SmallSite(on_front=["/forum/"])
    with crawled(tmp_path, mixed(TALKS, pages), knowledge=(types,)) as site:
        first = len(site.asked)
        unchanged = site.update()
        quiet = len(site.asked)
        later = SmallSite(on_front=["/forum/"], chapters=26)
        site.becomes(mixed((grown(TALKS[3]), *TALKS[:3], *TALKS[4:]), later))
        found = site.update()

    assert first > 90
    assert counts(unchanged)["unchanged"] + unchanged.unseen["BoardPost"] == sum(len(one.said) for one in TALKS)
    assert quiet <= HANDFUL + 1
    assert counts(found)["new"] == 1
    assert counts(found)["deleted"] == 0
    assert "club.test/manual/chapter-26.html" in site.asked
    assert len(site.asked) <= HANDFUL + 4


def around(talks: Sequence[Talk], site: SmallSite) -> dict[str, bytes]:
    """A forum whose front page leads to other pages, too."""
    pages = {key.replace("f.example/", "club.test/"): page for key, page in paged(talks, with_dates).items()}
    links = {"<h1>All</h1>": "<h1>All</h1><p><a href='/manual/'>Manual</a> <a href='/reports/'>Reports</a></p>"}
    return {**site.answers(), **{key: _rewritten(page, links) for key, page in pages.items()}}


def test_a_learned_forum_and_its_rest_are_both_kept_up_to_date(tmp_path: Path) -> None:
    with crawled(tmp_path, around(TALKS, SmallSite()), strategy=Strategy.AUTO) as site:
        assert len(site.asked) > 90
        unchanged = site.update()
        quiet = len(site.asked)
        site.becomes(around((grown(TALKS[3]), *TALKS[:3], *TALKS[4:]), SmallSite(chapters=26)))
        found = site.update()

    assert unchanged.objects["BoardPost"]["deleted"] == 0
    assert quiet <= HANDFUL + 3
    assert found.objects["BoardPost"]["new"] == 1
    assert "club.test/manual/chapter-26.html" in site.asked


def test_two_sites_that_are_visited_in_turn_are_both_known(tmp_path: Path) -> None:
    """As `watch` does: each visit is to one of them."""
    other = {key.replace("club.test", "team.test"): _rewritten(page, {}) for key, page in SmallSite().answers().items()}
    seeds = (ROOT, "http://team.test/")
    with crawled(tmp_path, {**SmallSite().answers(), **other}, *seeds) as site:
        for seed in (*seeds, *seeds):
            site.update(seeds=(seed,))

            assert {key.partition("/")[0] for key in site.asked} == {seed.split("/")[2]}
            assert len(site.asked) <= HANDFUL


def test_files_of_pages_that_are_as_they_were_are_not_asked_for_again(tmp_path: Path) -> None:
    style = b"HTTP/1.1 200 OK\r\nContent-Type: text/css\r\nContent-Length: 6\r\n\r\np { } "

    def pages(text: str) -> dict[str, bytes]:
        head = "<html><head><link rel='stylesheet' href='/style.css'></head>"
        front = html(f"{head}<body><p>{prose(text)}</p><a href='/about.html'>About</a></body></html>")
        about = html(f"{head}<body><p>{prose('about')}</p></body></html>")
        return {
            key_of(ROOT): front,
            key_of(f"{ROOT}about.html"): about,
            key_of(f"{ROOT}style.css"): style,
        }

    with crawled(tmp_path, pages("one"), resources=Resources.PAGE, strategy=Strategy.GENERIC) as site:
        assert "club.test/style.css" in site.asked
        site.update()
        assert "club.test/style.css" not in site.asked
        site.becomes(pages("two"))
        site.update()
        assert "club.test/style.css" in site.asked
