"""A plain update where lists link to threads by other addresses than those that are asked for."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import yaml
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html
from tests.support.small_forum import ROOT, TALKS, TYPE, Said, Talk, old

from thresher.crawl.update import settings_of, update
from thresher.evaluate.recording import key_of
from thresher.evaluate.replay import served
from thresher.model import Strategy

WHOLE = {
    **TYPE,
    "urls": {"roles": {"thread": ["thread.php?id={id#}&all"], "view": ["thread.php?id=#"]}},
    "levels": [
        {
            **TYPE["levels"][0],  # type: ignore[dict-item]
            "follow": [
                {
                    "to": "thread",
                    "role": "thread",
                    "at": "ul[@class='threads']//a/@href",
                    "rewrite": {"match": "$", "with": "&all"},
                }
            ],
        },
        TYPE["levels"][1],
    ],
}


def forum(talks: tuple[Talk, ...]) -> dict[str, bytes]:
    """Threads that have their replies only at an address that nothing links to."""
    rows = "".join(
        f"<li><a href='{one.url}'>{one.title}</a> <b>{len(one.said) - 1} replies</b> "
        f"<i>{one.said[-1].time:%Y-%m-%d %H:%M}</i></li>"
        for one in talks
    )
    pages = {ROOT: f"<div id='forum'><h1>All</h1><ul class='threads'>{rows}</ul></div>"}
    pages |= {f"{one.url}&all": old(one) for one in talks}
    return {key_of(url): html(text) for url, text in pages.items()}


def test_a_thread_that_has_grown_is_asked_for_by_the_address_it_was_read_at(tmp_path: Path) -> None:
    last = max(said.time for one in TALKS for said in one.said)
    new = Said(999, "Ann", last + timedelta(days=2), "One more word on this matter.")
    after = (replace(TALKS[0], said=(*TALKS[0].said, new)), *TALKS[1:])
    types = tmp_path / "types"
    types.mkdir()
    (types / "smallforum.yaml").write_text(yaml.safe_dump(WHOLE, sort_keys=False))
    now = forum(TALKS)
    with served(lambda key, _: now.get(key)) as site:
        settings = crawl_settings(ROOT, strategy=Strategy.KNOWN, knowledge=(str(types),), proxy=site.proxy)
        assert run_crawl(tmp_path / "c", settings).exit_code == 0
        now.update(forum(after))
        site.asked.clear()

        found = update(tmp_path / "c", settings_of(tmp_path / "c", proxy=site.proxy), is_all=False)

        assert [one for one in site.asked if "thread.php" in one] == [key_of(f"{TALKS[0].url}&all")]
        assert found.objects["BoardPost"]["new"] == 1
