"""Two forums of a software that nobody has described are learned; a review notices that they are alike."""

import json
from contextlib import ExitStack
from pathlib import Path

from tests.support.command import thresher
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.fishboard import board, topic
from tests.support.raw import html, raw_server

from thresher.model import Strategy

OTHER_NAMES = {
    "catch": "pebble", "angler": "walker", "landed": "seen", "tale": "footnote", "bait": "path", "shoal": "gravel",
    "hook": "trail", "fishtank": "meadow", "fishBoardToken": "mossGateKey", "Fishboard": "Mossgate",
    "fishboard": "mossgate", "/fish/": "/moss/",
}  # fmt: skip
"""What makes of its pages those of another software."""


def fishboard(site: str) -> dict[str, str]:
    pages = {f"/topic/{one}": topic("", one, 3 + one % 3, site) for one in range(15)}
    return {"/": board("", 0, site), **pages}


def mossgate(site: str) -> dict[str, str]:
    pages = fishboard(site)
    for name, other in OTHER_NAMES.items():
        pages = {url: text.replace(name, other) for url, text in pages.items()}
    return pages


def test_a_type_that_nobody_named_is_noticed_and_drafted(tmp_path: Path) -> None:
    sites = (fishboard("The harbour"), mossgate("A hill"), fishboard("Trout and friends"))
    folders = [str(tmp_path / str(number)) for number in range(len(sites))]
    with ExitStack() as stack:  # all at once: sites are told apart by their ports
        servers = [stack.enter_context(raw_server({url: html(text) for url, text in one.items()})) for one in sites]
        for folder, server in zip(folders, servers, strict=True):
            run_crawl(Path(folder), crawl_settings(server.url + "/", strategy=Strategy.LEARNED))
            assert list(Path(folder, "knowledge").glob("learned-*.yaml"))

    told = thresher("kb", "review", *folders)
    done = thresher("kb", "review", *folders, "--write", str(tmp_path / "mine"), "--json")

    assert "A forum that no type describes, on 2 sites" in told.stdout, told.stdout + told.stderr
    assert "thresher kb add --name like-" in told.stdout
    (line,) = map(json.loads, done.stdout.splitlines())
    alike = [f"127.0.0.1-{server.url.rpartition(':')[2]}" for server in (servers[0], servers[2])]
    assert (line["category"], line["sites"]) == ("forum", alike)
    assert Path(line["written"]).exists()
    checked = thresher("kb", "check", str(tmp_path / "mine"))
    assert checked.returncode == 0, checked.stdout
