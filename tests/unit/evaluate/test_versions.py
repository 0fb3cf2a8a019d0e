"""A small phpBB board that goes from version 2 to 3 in some years: what its saved pages show, and what visits find."""

import json
import tarfile
from io import BytesIO
from pathlib import Path

import pytest
from tests.unit.learn.articles.blogs import PEOPLE, prose
from typer.testing import CliRunner

from thresher.cli import app_for
from thresher.cli.evaluate_visits import visit
from thresher.evaluate.cut import alone, write_type
from thresher.evaluate.versions import (
    Outcome,
    Shows,
    Version,
    as_a_site,
    as_one_page,
    load_versions,
    path_to_topics,
    read_version,
    replay,
    spread,
    topic_of,
    type_of,
)
from thresher.evaluate.versions_peers import WRAPPER, lists_found
from thresher.evaluate.visits_report import Replayed, Years, version_tables, years_data
from thresher.knowledge import load_base
from thresher.model.errors import UsageError

ADDRESS = "http://board.example/forum/viewforum.php?f=1"
NUMBERS = range(11, 19)


def title(number: int) -> str:
    return f"About the {number}. record"


def list2(numbers: range = NUMBERS) -> bytes:
    rows = "".join(
        f"<tr><td class='row1'><span class='topictitle'><a href='viewtopic.php?t={number}&amp;sid=a{number}' "
        f"class='topictitle'>{title(number)}</a></span></td><td><a href='viewtopic.php?p={number}0#{number}0'>"
        f"<img src='templates/subSilver/images/icon_latest_reply.gif'></a></td></tr>"
        for number in numbers
    )
    return (
        f"<html><head><title>board :: View Forum - Music</title></head><body><table>{rows}</table>"
        "<a class='copyright' href='http://www.phpbb.com/'>phpBB</a></body></html>"
    ).encode()


def list3(numbers: range = NUMBERS) -> bytes:
    rows = "".join(
        f"<tr><td class='row1'><a href='./viewtopic.php?f=1&amp;t={number}&amp;sid=b{number}' class='topictitle'>"
        f"{title(number)}</a><p>[ <a href='./viewtopic.php?f=1&amp;t={number}&amp;start=10'>2</a> ]</p></td></tr>"
        for number in numbers
    )
    return (
        "<html><head><title>board • View forum - Music</title><link rel='stylesheet' "
        "href='./styles/subsilver2/theme/stylesheet.css'></head><body>"
        f"<table class='tablebg'>{rows}</table></body></html>"
    ).encode()


def topic3(number: int) -> bytes:
    posts = "".join(
        f"<table class='tablebg'><tr><td><a name='p{number}{place}'></a><b class='postauthor'>{PEOPLE[place]}</b></td>"
        f"<td class='gensmall'><b>Posted:</b> Tue Mar 0{place + 1}, 2016 10:1{place} am</td></tr>"
        f"<tr><td><div class='postbody'>{prose(f'{number} {place}', 2)}</div>"
        "<span class='postbody'><br>_________<br>my signature</span></td></tr></table>"
        for place in range(3)
    )
    return (
        f"<html><head><title>board • View topic - {title(number)}</title><link rel='stylesheet' "
        "href='./styles/subsilver2/theme/stylesheet.css'></head><body><div id='pageheader'><h2><a class='titles' "
        f"href='./viewtopic.php?f=1&amp;t={number}&amp;sid=c&amp;start=0'>{title(number)}</a></h2></div>{posts}</body></html>"
    ).encode()


NOTICE = (
    b"<html><head><title>board - Information</title></head><body>You are not authorised to read this.</body></html>"
)
SAVED = {
    "2009-01-01T000000Z": list2(),
    "2010-01-01T000000Z": list2(range(12, 20)),
    "2012-01-01T000000Z": list3(range(13, 21)),
    "2013-01-01T000000Z": topic3(14),
    "2013-02-01T000000Z": topic3(15),
    "2014-01-01T000000Z": NOTICE,
    "2015-01-01T000000Z": list3(range(14, 22)),
}


@pytest.fixture(scope="module")
def versions() -> list[Version]:
    return [read_version(time, payload, ADDRESS) for time, payload in SAVED.items()]


def test_what_a_version_shows_is_read_without_the_knowledge_base(versions: list[Version]) -> None:
    first, _, third, topic, _, notice, _ = versions

    assert first.shows is third.shows is Shows.LIST
    assert first.topics == {str(number): title(number) for number in NUMBERS}
    assert list(third.topics) == [str(number) for number in range(13, 21)]
    assert (topic.shows, topic.title, len(topic.posts)) == (Shows.TOPIC, title(14), 3)
    assert topic.address == "http://board.example/forum/viewtopic.php?f=1&t=14"
    assert (notice.shows, notice.topics) == (Shows.NOTICE, {})


def test_only_first_pages_are_topics() -> None:
    assert topic_of("viewtopic.php?f=1&t=5") == topic_of("http://b.example/viewtopic.php?t=5&start=0") == "5"
    assert not any(
        map(topic_of, ("viewtopic.php?t=5&start=15", "viewtopic.php?p=7", "viewtopic.php?t=5&view=next", "?t=5"))
    )


def test_a_sample_is_of_all_years_and_kinds(versions: list[Version]) -> None:
    many = [version for version in versions for _ in range(10)]

    some = spread(many, 8)

    assert len(some) == 8
    assert {one.time[:4] for one in some} == {time[:4] for time in SAVED}
    assert some[0].time == versions[0].time


def test_versions_come_out_of_an_archive_in_their_order(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "v.tar.xz", "w:xz") as archive:
        for time, payload in reversed(SAVED.items()):
            info = tarfile.TarInfo(f"v/{time}.html")
            info.size = len(payload)
            archive.addfile(info, BytesIO(payload))

    assert [one.time for one in load_versions(tmp_path / "v.tar.xz", ADDRESS)] == list(SAVED)
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="lists topics"):
        load_versions(tmp_path / "empty", ADDRESS)


def test_topics_are_found_on_all_versions_though_the_software_changed(tmp_path: Path, versions: list[Version]) -> None:
    found = replay(as_one_page(versions, ADDRESS), ADDRESS, tmp_path / "c", visit)

    assert [one.shows for one in found] == [one.shows for one in versions]
    assert all(one.is_found for one in found)
    assert [(one.posts_found, one.posts) for one in found if one.shows is Shows.TOPIC] == [(3, 3)] * 2


def test_pages_of_topics_are_visited_where_the_list_leads(tmp_path: Path, versions: list[Version]) -> None:
    moments = as_a_site(versions, ADDRESS)
    types = write_type(alone(load_base(), type_of(versions[0], ADDRESS, load_base())), tmp_path / "types")

    found = replay(moments, ADDRESS, tmp_path / "c", visit)
    static = replay(moments, ADDRESS, tmp_path / "s", visit, knowledge=(types,), adapts=False)

    assert len(moments) == 4
    assert all(one.is_found for one in found)
    assert sum(one.posts_found for one in found) == 6
    assert sum(one.posts_found for one in static) == 0


def test_a_path_that_was_right_once_finds_nothing_in_another_template(tmp_path: Path, versions: list[Version]) -> None:
    assert path_to_topics(versions[0]).endswith("span[@class='topictitle']/a[@class='topictitle']")
    assert lists_found(versions, ADDRESS, tmp_path, peers=False) == {WRAPPER: [100, 100, 0, 0]}


def test_the_tables_count_versions_on_which_all_was_found() -> None:
    outcomes = [
        Outcome("2009-01", Shows.LIST, 8, 8),
        Outcome("2010-01", Shows.LIST, 8, 7),
        Outcome("2010-02", Shows.TOPIC, 1, 1, 4, 2),
        Outcome("2010-03", Shows.NOTICE, 0, 0),
    ]
    years = Years([Replayed("one page", outcomes)], {"a path": [100, 0]})

    whole, by_year = version_tables(years)

    assert whole.rows[0] == ("one page", "1 of 2", "1 of 1", "1", "66.7 %", "50.0 %")
    assert whole.rows[1][:2] == ("a path", "1 of 2")
    assert by_year.rows == [("2009", "1 of 1"), ("2010", "1 of 2")]
    assert years_data(years)["replays"][0]["versions"][1]["found"] == 7


def test_the_command_replays_versions(tmp_path: Path) -> None:
    for time, payload in SAVED.items():
        (tmp_path / f"{time}.html").write_bytes(payload)
    report = tmp_path / "report.html"
    command = ["evaluate", "adaptation", "--versions", str(tmp_path), "--address", ADDRESS, "--no-peers", "--json"]

    done = CliRunner().invoke(app_for(), [*command, "-o", str(report)])

    assert done.exit_code == 0, done.output
    replays = json.loads(done.stdout)["years"]["replays"]
    assert all(one["found"] == one["topics"] for one in replays[0]["versions"])
    assert "Years of one board" in report.read_text()
    without = CliRunner().invoke(app_for(), ["evaluate", "adaptation", "--versions", str(tmp_path), "-o", str(report)])
    assert without.exit_code != 0
