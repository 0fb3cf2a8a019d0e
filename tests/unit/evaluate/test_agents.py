"""A small forum with two faces, measured; and how two visits are compared."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from tests.support.objects import post
from tests.support.small_forum import ROOT, TYPE, index, old, table, talk

from thresher.cli.evaluate_visits import visit
from thresher.evaluate.agents import (
    CUT,
    FULL,
    NEW,
    NEXT,
    PHONE,
    STATIC,
    Pair,
    agreement_of,
    faces,
    load_pairs,
    measure_pair,
)
from thresher.evaluate.recording import Recording, key_of
from thresher.evaluate.visits_report import agent_table, agents_data
from thresher.knowledge import load_base
from thresher.model.errors import UsageError

TALKS = tuple(map(talk, range(1, 13)))
POSTS = sum(len(one.said) for one in TALKS)
ELSEWHERE = "http://phone.example/"


def answer(markup: str) -> bytes:
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    return f"{head}<html><body>{markup}</body></html>".encode()


@pytest.fixture
def pair() -> Pair:
    """The desktop's pages, and those for phones, which were recorded under another name."""
    desktop = {ROOT: index(TALKS), **{one.url: old(one) for one in TALKS}}
    phone = {ROOT: index(TALKS), **{one.url: table(one) for one in TALKS}}
    return Pair(
        Recording("desktop", ROOT, {key_of(url): answer(text) for url, text in desktop.items()}),
        Recording(
            "phone",
            ELSEWHERE,
            {
                key_of(url.replace(ROOT, ELSEWHERE)): answer(text.replace(ROOT, ELSEWHERE))
                for url, text in phone.items()
            },
        ),
        ("phone.example", "f.example"),
        {"BoardPost": {"new": 0, "edited": 0, "deleted": 0}},
    )


def test_each_agent_gets_its_template_at_the_same_address(pair: Pair) -> None:
    answer_to = faces(pair)
    key = key_of(TALKS[0].url)

    desktop, phone = answer_to(key, "thresher/1"), answer_to(key, PHONE)

    assert desktop is not None
    assert phone is not None
    assert b"class='post'" in desktop
    assert b"class='talk'" in phone
    assert b"phone.example" not in phone
    assert b"Vary: User-Agent" in desktop
    assert answer_to("f.example/elsewhere", PHONE) is None


def test_both_visits_agree_and_without_mending_they_do_not(tmp_path: Path, pair: Pair) -> None:
    types = tmp_path / "types"
    types.mkdir()
    (types / "smallforum.yaml").write_text(yaml.safe_dump({**TYPE, "extends": "forum"}))

    found = measure_pair(pair, load_base(types), tmp_path, visit, knowledge=(str(types),))

    assert list(found.visits) == [FULL, CUT, STATIC, NEW, NEXT]
    assert found.visits[CUT].is_right
    assert found.visits[CUT].known == POSTS
    assert not found.visits[STATIC].is_right
    rows = agent_table([found]).rows
    assert [row[-1] for row in rows[1:]] == ["yes", "no", "yes", "yes"]
    assert agents_data([found])[0]["visits"][CUT]["found"] == 1.0


def test_what_differs_between_two_visits_is_counted() -> None:
    first = [post(number) for number in range(1, 6)]
    second = [
        first[0],
        replace(first[1], author="Bob"),
        replace(first[2], published="2026-04-03T10:00:00+01:00"),
        replace(first[3], text="Something else altogether was written here"),
    ]
    told = {"BoardPost": {"new": 0, "edited": 1, "deleted": 1, "unchanged": 3}}

    found = agreement_of(first, second, told, {"BoardPost": {"edited": 1, "deleted": 1}})

    assert (found.known, found.found, found.text, found.author, found.date) == (4, 1.0, 0.75, 0.75, 0.75)
    assert found.is_told
    assert not found.is_right
    assert not agreement_of(first, second, told, {"BoardPost": {"deleted": 1}}).is_told


def test_a_list_of_pairs_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pairs.json").write_text('{"before": "a"}')

    with pytest.raises(UsageError, match="list of pairs"):
        list(load_pairs(tmp_path / "pairs.json"))
