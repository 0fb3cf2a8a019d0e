"""A forum that serves phones another template than desktops: the second visit, as a phone, extracts the same."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from tests.integration.test_mending import POSTS, SAME, counts_of, mends_of
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html
from tests.support.small_blog import objects_of
from tests.support.small_forum import ROOT, TALKS, TYPE, Talk, index, old, table

from thresher.crawl.update import UpdateSummary, settings_of, update
from thresher.evaluate.agents import PHONE
from thresher.evaluate.recording import key_of
from thresher.evaluate.replay import Answer, Site, served
from thresher.model import ObjectType, Strategy

VARY = "Vary: User-Agent\r\n"


def pages(template: Callable[[Talk], str], root: str = ROOT) -> dict[str, bytes]:
    """The forum in one template, at one place."""
    found = {ROOT: index(), **{one.url: template(one) for one in TALKS}}
    return {key_of(url.replace(ROOT, root)): html(text.replace(ROOT, root), extra=VARY) for url, text in found.items()}


def by_agent(desktop: dict[str, bytes], phone: dict[str, bytes]) -> Answer:
    return lambda key, agent: (phone if "Mobile" in agent else desktop).get(key)


def leading(place: str) -> dict[str, bytes]:
    """What sends phones elsewhere: each address to the same one at `place`."""
    return {
        key: f"HTTP/1.1 302 Found\r\n{VARY}Location: http://{key.replace(key_of(ROOT), key_of(place))}\r\n\r\n".encode()
        for key in pages(old)
    }


@contextmanager
def visited(folder: Path, answer: Answer, **changes: object) -> Iterator[Site]:
    """A forum that was visited as a desktop, with a type for the template that desktops get."""
    types = folder / "types"
    types.mkdir()
    (types / "smallforum.yaml").write_text(yaml.safe_dump(TYPE, sort_keys=False))
    with served(answer) as site:
        settings = crawl_settings(ROOT, strategy=Strategy.KNOWN, knowledge=(str(types),), proxy=site.proxy, **changes)
        assert run_crawl(folder / "c", settings).exit_code == 0
        site.asked.clear()
        yield site


def as_phone(folder: Path, site: Site, **changes: object) -> UpdateSummary:
    return update(folder / "c", settings_of(folder / "c", user_agent=PHONE, proxy=site.proxy, **changes))


def what_is_kept(folder: Path) -> dict[str, tuple[str, ...]]:
    return {one.id: (one.text, one.author, one.title, one.published) for one in objects_of(folder / "c")}


def test_a_phone_gets_another_template_at_the_same_addresses_and_the_same_is_extracted(tmp_path: Path) -> None:
    with visited(tmp_path, by_agent(pages(old), pages(table))) as site:
        before = what_is_kept(tmp_path)
        found = as_phone(tmp_path, site)

    assert len([one for one in objects_of(tmp_path / "c") if one.type is ObjectType.BOARD_POST]) == POSTS
    assert counts_of(found) == SAME
    assert found.unseen == {}
    assert what_is_kept(tmp_path) == before
    assert mends_of(tmp_path / "c")


def test_what_was_mended_for_phones_leaves_the_desktop_as_it_was(tmp_path: Path) -> None:
    with visited(tmp_path, by_agent(pages(old), pages(table))) as site:
        before = what_is_kept(tmp_path)
        as_phone(tmp_path, site)
        desktop = update(tmp_path / "c", settings_of(tmp_path / "c", proxy=site.proxy))
        phone = as_phone(tmp_path, site)

    assert counts_of(desktop) == counts_of(phone) == SAME
    assert what_is_kept(tmp_path) == before
    assert len(mends_of(tmp_path / "c")) == 1


def test_without_mending_the_template_of_the_phone_is_not_read(tmp_path: Path) -> None:
    with visited(tmp_path, by_agent(pages(old), pages(table))) as site:
        found = as_phone(tmp_path, site, adapts=False)

    assert found.objects["BoardPost"]["unchanged"] == 0


def test_what_came_and_went_between_desktop_and_phone_is_told_and_nothing_else(tmp_path: Path) -> None:
    first, *rest = TALKS
    shorter = replace(first, said=first.said[:-1])
    phone = {**pages(table), key_of(first.url): html(table(shorter), extra=VARY)}
    with visited(tmp_path, by_agent(pages(old), phone)) as site:
        found = as_phone(tmp_path, site)

    assert counts_of(found)["BoardPost"] == (0, 0, 1, POSTS - 1)
    assert rest


@pytest.mark.parametrize("place", ["http://m.f.example/", f"{ROOT}mobile/"], ids=["another host", "a folder"])
def test_posts_that_a_phone_finds_elsewhere_are_neither_new_nor_deleted(tmp_path: Path, place: str) -> None:
    phone = {**leading(place), **pages(table, place)}
    with visited(tmp_path, by_agent(pages(old), phone)) as site:
        found = as_phone(tmp_path, site)

    assert counts_of(found)["BoardPost"] == (0, 0, 0, POSTS)
    assert counts_of(found)["Thread"][:3] == (0, 0, 0)
    assert sum(found.objects["Thread"].values()) + found.unseen.get("Thread", 0) == len(TALKS)


@pytest.mark.parametrize("place", ["http://m.f.example/", f"{ROOT}mobile/"], ids=["another host", "a folder"])
def test_threads_that_have_moved_are_neither_new_nor_deleted(tmp_path: Path, place: str) -> None:
    with visited(tmp_path, by_agent(pages(old), {**leading(place), **pages(old, place)})) as site:
        found = as_phone(tmp_path, site)
        again = as_phone(tmp_path, site)

    assert counts_of(found) == counts_of(again) == SAME
    assert found.unseen == again.unseen == {}
