"""kill -9 at any moment: the same command goes on, nothing is lost, nothing is there twice."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.crawling import captures_of, warcio_check
from tests.support.shared import mirror, mirror_requests, needs_shared

from thresher.archive import Collection, verify
from thresher.catalog import open_catalog
from thresher.demo import DemoServer

KILLS = 20


def start(seed: str, root: Path, **environment: str) -> "subprocess.Popen[str]":
    command = [
        sys.executable,
        "-m",
        "thresher",
        "crawl",
        seed,
        "-o",
        str(root),
        "--delay",
        "0",
        "--resources",
        "none",
        "-q",
    ]
    return subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}, start_new_session=True
    )


def crawl_undisturbed(seed: str, root: Path, **environment: str) -> None:
    process = start(seed, root, **environment)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors


def crawl_with_kills(seed: str, root: Path, answered: Callable[[], int], total: int, **environment: str) -> int:
    """Kill the crawl whenever a random number of further requests was answered; how often it was killed."""
    chance = random.Random(20)
    kills = 0
    while True:
        process = start(seed, root, **environment)
        limit = answered() + chance.randint(1, max(2, total // KILLS)) if kills < KILLS else 1 << 60
        while process.poll() is None and answered() < limit:
            time.sleep(chance.random() * 0.01)
        if process.poll() is not None:
            _, errors = process.communicate()
            assert process.returncode == 0, errors
            return kills
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        kills += 1


def check_same(whole: Path, killed: Path) -> None:
    undisturbed, resumed = captures_of(whole), captures_of(killed)
    assert {(row.url, row.status) for row in resumed} == {(row.url, row.status) for row in undisturbed}
    twice = [url for url, count in Counter(row.url for row in resumed).items() if count > 1]
    assert twice == []
    records = Counter(row.record_id for row in resumed)
    assert max(records.values()) == 1
    assert warcio_check(killed) == ""
    catalog = open_catalog(killed / "catalog.db", read_only=True)
    result = verify(Collection(killed), catalog)
    catalog.close()
    assert result.problems == ()


def test_twenty_kills_leave_the_same_captures_as_none(tmp_path: Path) -> None:
    with DemoServer() as server:
        crawl_undisturbed(server.url, tmp_path / "whole")
        total = server.requests

        kills = crawl_with_kills(server.url, tmp_path / "killed", lambda: server.requests, total)

    assert kills == KILLS
    check_same(tmp_path / "whole", tmp_path / "killed")


@needs_shared
def test_twenty_kills_on_a_recorded_forum(tmp_path: Path) -> None:
    seed = "http://fluxbb.test/"
    with mirror("fluxbb") as proxy:
        crawl_undisturbed(seed, tmp_path / "whole", http_proxy=proxy)
        total = mirror_requests(proxy)

        kills = crawl_with_kills(seed, tmp_path / "killed", lambda: mirror_requests(proxy), total, http_proxy=proxy)

    assert kills == KILLS
    check_same(tmp_path / "whole", tmp_path / "killed")


@pytest.mark.parametrize("signals", [1, 2])
def test_an_interrupted_crawl_ends_with_its_exit_code_and_goes_on_later(tmp_path: Path, signals: int) -> None:
    with DemoServer() as server:
        crawl_undisturbed(server.url, tmp_path / "whole")
        before = server.requests
        process = start(server.url, tmp_path / "stopped")
        while server.requests < before + 40:
            time.sleep(0.01)
        for _ in range(signals):
            process.send_signal(signal.SIGINT)
            time.sleep(0.02)
        process.communicate(timeout=30)
        kept_then = len(captures_of(tmp_path / "stopped"))

        crawl_undisturbed(server.url, tmp_path / "stopped")

    assert process.returncode == 11
    assert 30 <= kept_then < len(captures_of(tmp_path / "whole"))
    check_same(tmp_path / "whole", tmp_path / "stopped")


def test_a_second_process_on_the_same_collection_is_refused(tmp_path: Path) -> None:
    with DemoServer() as server:
        first = start(server.url, tmp_path / "c")
        while server.requests < 20:
            time.sleep(0.01)
        second = start(server.url, tmp_path / "c")
        _, errors = second.communicate(timeout=30)
        first.communicate(timeout=120)

    assert second.returncode == 4
    assert f"Another Thresher (process {first.pid})" in errors
    assert "Traceback" not in errors
    assert first.returncode == 0
