"""A plain update of a wiki: its list of recent changes tells which articles were edited."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html

from thresher.crawl.update import settings_of, update
from thresher.evaluate.recording import key_of
from thresher.evaluate.replay import served
from thresher.model import Strategy

ROOT = "http://wiki.example/"
MADE = datetime(2026, 3, 5, 9, 30)
A_PAGE = 20
"""Changes on one page of the list."""
Edits = dict[int, datetime]
"""When each article was last edited."""


def dokuwiki(edits: Edits) -> dict[str, bytes]:
    def link(number: int) -> str:
        return f"<a href='/doku.php?id=a{number}' class='wikilink1'>a{number}</a>"

    tools = (
        "<ul><li class='action recent'><a href='/doku.php?id=start&amp;do=recent'>Recent Changes</a></li>"
        "<li class='action index'><a href='/doku.php?id=start&amp;do=index'>Sitemap</a></li></ul>"
    )
    head = "<meta name=generator content=DokuWiki><div id='dokuwiki__site'>"
    pages = {
        "": f"{head}{tools}<div id='dokuwiki__content'><div class='page group'>Welcome to the notes.</div></div></div>",
        "doku.php?id=start&do=index": f"{head}{tools}<ul id='index__tree'>{''.join(map(link, edits))}</ul></div>",
    }
    for number, time in edits.items():
        pages[f"doku.php?id=a{number}"] = (
            f"{head}{tools}<div id='dokuwiki__content'><div class='page group'><h1>Note {number}</h1>"
            f"<p>What {number} is about, written at {time:%H %M} of day {time:%d}, in a sentence of its own.</p></div>"
            f"<div class='docInfo'>a{number}.txt Last modified: {time:%Y/%m/%d %H:%M} by <bdi>anna</bdi></div></div>"
        )
    latest = sorted(edits, key=lambda number: edits[number], reverse=True)
    for start in range(0, len(latest), A_PAGE):
        rows = "".join(
            f"<li><span class='date'>{edits[number]:%Y/%m/%d %H:%M}</span> {link(number)}</li>"
            for number in latest[start : start + A_PAGE]
        )
        more = f"<button name='first[{start + A_PAGE}]'>less recent</button>"
        place = f"doku.php?do=recent&first={start}" if start else "doku.php?id=start&do=recent"
        pages[place] = f"{head}{tools}<form id='dw__recent'><ul>{rows}</ul>{more}</form></div>"
    return {key_of(ROOT + path): html(text) for path, text in pages.items()}


def mediawiki(edits: Edits) -> dict[str, bytes]:
    def link(number: int) -> str:
        return f"<a href='/index.php/Note_{number}'>Note {number}</a>"

    head = "<meta name=generator content='MediaWiki 1.39'>"
    tools = "<ul><li id='t-specialpages'><a href='/index.php/Spezial:Spezialseiten'>Spezialseiten</a></li></ul>"
    pages = {
        "index.php/Special:AllPages": f"{head}{tools}<ul class='mw-allpages-body'>{''.join(map(link, edits))}</ul>",
        "": f"{head}<body class='mediawiki page-Main_Page'>{tools}<div id='mw-content-text'>Welcome</div>",
    }
    for number, time in edits.items():
        pages[f"index.php/Note_{number}"] = (
            f"{head}<body class='mediawiki ns-0 action-view'><h1 id='firstHeading'>Note {number}</h1>{tools}"
            f"<div class='mw-parser-output'><p>What {number} is about, written at {time:%H %M} of day {time:%d}, in a "
            f"sentence.</p></div><p id='footer-info-lastmod'>Last edited on {time:%d %B %Y}, at {time:%H:%M}.</p>"
        )
    rows, day = "", ""
    for number in sorted(edits, key=lambda number: edits[number], reverse=True):
        time = edits[number]
        rows += "" if day == f"{time:%d %B %Y}" else f"<h4>{time:%d %B %Y}</h4>"
        day = f"{time:%d %B %Y}"
        rows += (
            f"<table class='mw-changeslist-line'><tr><td>&nbsp;{time:%H:%M}&nbsp;</td><td>{link(number)}</td></table>"
        )
    changes = f"{head}<body class='mediawiki mw-special-Recentchanges'>{tools}<div class='mw-changeslist'>{rows}</div>"
    pages["index.php/Special:RecentChanges?limit=500&days=90"] = changes
    return {key_of(ROOT + path): html(text) for path, text in pages.items()}


@pytest.mark.parametrize("wiki", [dokuwiki, mediawiki])
@pytest.mark.parametrize("edited", [0, 3, 27])
def test_articles_that_were_edited_are_told_by_the_recent_changes(
    tmp_path: Path, wiki: Callable[[Edits], dict[str, bytes]], edited: int
) -> None:
    before = {number: MADE - timedelta(hours=7 * number) for number in range(40)}
    after = before | {number: MADE + timedelta(minutes=5 + 50 * number) for number in range(5, 5 + edited)}
    now = wiki(before)
    with served(lambda key, _: now.get(key)) as site:
        settings = crawl_settings(ROOT, strategy=Strategy.KNOWN, proxy=site.proxy)
        assert run_crawl(tmp_path / "c", settings).exit_code == 0
        first = list(site.asked)
        site.asked.clear()
        now.update(wiki(after))

        found = update(tmp_path / "c", settings_of(tmp_path / "c", proxy=site.proxy), is_all=False)

    assert not any("ecent" in key for key in first)
    counts = found.objects["WikiArticle"]
    assert (counts["new"], counts["edited"], counts["deleted"]) == (0, edited, 0)
    assert len(site.asked) <= edited + 6  # robots.txt, the front page, the index, and lists of changes
