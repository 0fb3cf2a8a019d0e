"""A forum of a known type where neither marks on pages, nor addresses, nor links tell what its pages are."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.support.crawling import crawl_settings, mends_of, run_crawl
from tests.support.raw import html, raw_server
from tests.support.small_blog import objects_of
from tests.support.small_forum import TALKS, TYPE, Talk, old, retagged

from thresher.model import ObjectType

UNTOLD: dict[str, Any] = {**TYPE, "urls": {}, "levels": [{**level, "follow": []} for level in TYPE["levels"]]}
"""The type, without a word of addresses and links."""
TRUE = {(said.author, said.text) for one in TALKS for said in one.said}


def renamed(one: Talk) -> str:
    return old(one).replace("class='post'", "class='posting'")


def index() -> str:
    links = "".join(f"<p><a href='/talks/{one.number}'>{one.title}</a></p>" for one in TALKS)
    return f"<div id='forum'><h1>All talks</h1>{links}</div>"


def about() -> str:
    return "<div id='forum'><h1>Rules</h1><div class='rules'><p>Be kind, and stay on the subject.</p></div></div>"


def crawl(folder: Path, pages: dict[str, str], *, adapts: bool = True) -> list[str]:
    """What was mended."""
    types = folder / "types"
    types.mkdir()
    (types / "smallforum.yaml").write_text(yaml.safe_dump(UNTOLD, sort_keys=False))
    with raw_server({path: html(text) for path, text in pages.items()}) as server:
        settings = crawl_settings(server.url + "/", knowledge=(str(types),), adapts=adapts)
        assert run_crawl(folder / "c", settings).exit_code == 0
    return mends_of(folder / "c")


def posts_in(root: Path) -> set[tuple[str, str]]:
    return {(one.author, one.text) for one in objects_of(root) if one.type is ObjectType.BOARD_POST}


def site(template: Any, talks: tuple[Talk, ...] = TALKS) -> dict[str, str]:
    return {"/": index(), "/rules": about(), **{f"/talks/{one.number}": template(one) for one in talks}}


@pytest.mark.parametrize("template", [renamed, retagged], ids=["another name", "another tag and name"])
def test_a_relaxed_pattern_tells_the_level_and_then_its_rules_are_relaxed(tmp_path: Path, template: Any) -> None:
    mended = crawl(tmp_path, site(template))

    assert posts_in(tmp_path / "c") == TRUE
    assert mended == ["detect, BoardPost.each"]


def test_without_adaptation_no_level_is_told(tmp_path: Path) -> None:
    assert crawl(tmp_path, site(renamed), adapts=False) == []
    assert posts_in(tmp_path / "c") == set()


def test_pages_that_hold_no_posts_are_not_taken_for_threads(tmp_path: Path) -> None:
    pages = {
        f"/talks/{number}": f"<div id='forum'><h1>Photo {number}</h1><div class='posting' id='p{number}'>"
        f"<img src='/photo.png'></div><p>Photo {number} of 8</p></div>"
        for number in range(1, 9)
    }

    assert crawl(tmp_path, {"/": index(), "/rules": about(), **pages}) == []
    assert posts_in(tmp_path / "c") == set()
