"""Coming back at the planned times, on a clock that runs a month in a minute."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
import yaml
from tests.support.command import thresher
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html
from tests.support.small_blog import objects_of
from tests.support.small_forum import ROOT, TYPE, Said, Talk, index, old

from thresher.archive import Collection
from thresher.catalog import open_catalog
from thresher.crawl.appointments import history
from thresher.crawl.update import UpdateSummary, settings_of, update
from thresher.crawl.watch import Watch
from thresher.evaluate.recording import key_of
from thresher.evaluate.replay import Site, served
from thresher.model import CrawlSettings, ObjectType, Strategy
from thresher.plan import Budget

START = datetime(2026, 3, 2, 0, 0, tzinfo=UTC)
OTHER = "http://g.example/"
PER_DAY = 2.0
DAYS = 30


class World:
    """Two forums and a clock. On the first a thread is begun every day at nine; the second is ill for a week."""

    def __init__(self, ill: tuple[int, int] = (10, 17)) -> None:
        self.ill = ill
        """Days between which the second does not answer."""
        self.now = START
        self.slept = 0

    def clock(self) -> datetime:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.slept += 1
        self.now += timedelta(seconds=seconds)

    def talks(self) -> list[Talk]:
        days = -3
        found = []
        while (time := START + timedelta(days=days, hours=9)) <= self.now:
            number = days + 10
            found.append(
                Talk(number, f"Day {number}", (Said(100 * number, "Anna Berg", time, f"What day {number} brought."),))
            )
            days += 1
        return found

    def answer(self, key: str, _: str) -> bytes | None:
        root = OTHER if key.startswith(key_of(OTHER)) else ROOT
        begin, end = (START + timedelta(days=days) for days in self.ill)
        if root == OTHER and begin < self.now < end:
            return None
        talks = self.talks() if root == ROOT else self.talks()[:4]
        pages = {ROOT: index(tuple(talks)), **{one.url: old(one) for one in talks}}
        found = {key_of(url.replace(ROOT, root)): html(text.replace(ROOT, root)) for url, text in pages.items()}
        return found.get(key)


@contextmanager
def crawled(folder: Path, world: World) -> Iterator[Site]:
    types = folder / "types"
    types.mkdir()
    (types / "smallforum.yaml").write_text(yaml.safe_dump(TYPE, sort_keys=False))
    with served(world.answer) as site:
        settings = crawl_settings(ROOT, OTHER, strategy=Strategy.KNOWN, knowledge=(str(types),), proxy=site.proxy)
        assert run_crawl(folder / "c", settings).exit_code == 0
        set_began(folder / "c", START)
        yield site


def set_began(root: Path, moment: datetime) -> None:
    """The first crawl was made when the month began, not today."""
    catalog = open_catalog(Collection(root).catalog)
    catalog.execute("UPDATE visits SET began = ? WHERE number = 1", (moment.isoformat(),))
    catalog.close()


def appointments_of(root: Path) -> list[tuple[str, datetime, int | None, int, int]]:
    catalog = open_catalog(Collection(root).catalog, read_only=True)
    rows = catalog.execute("SELECT site, moment, visit, new_items, failed FROM appointments ORDER BY number").fetchall()
    catalog.close()
    return [(site, datetime.fromisoformat(moment), *rest) for site, moment, *rest in rows]


def dates_known_of(root: Path) -> list[datetime]:
    """When, as planners are told, what visits to the first forum have brought was written."""
    catalog = open_catalog(Collection(root).catalog, read_only=True)
    try:
        return [date for visit, was_made in history(catalog, [ROOT]) if was_made for date in visit.dates]
    finally:
        catalog.close()


class Killed(Exception):
    pass


def test_a_month_with_restarts_loses_no_appointment_and_keeps_none_twice(tmp_path: Path) -> None:
    world, chance = World(), random.Random(4)
    root = tmp_path / "c"
    end = START + timedelta(days=DAYS)
    runs = kills = 0

    def visit(root: Path, settings: CrawlSettings) -> UpdateSummary:
        nonlocal kills
        fate = chance.random()
        if fate < 0.1:
            kills += 1
            raise Killed  # before anything was asked for
        if fate < 0.2:
            kills += 1
            return update(root, replace(settings, max_requests=1), is_all=False)  # in the middle
        done = update(root, settings, is_all=False)
        if fate < 0.3:
            kills += 1
            raise Killed  # when all was done, and nobody knew
        return done

    with crawled(tmp_path, world) as site:
        settings = settings_of(root, proxy=site.proxy)
        while world.now < end:
            runs += 1
            with suppress(Killed):
                for _ in Watch(root, settings, Budget(PER_DAY), "rhythm", world.clock, visit).run(end, world.sleep):
                    pass
        # What was left open when the month ended.
        Watch(root, settings, Budget(PER_DAY), "rhythm", world.clock, partial(update, is_all=False)).keep_due()

    made = appointments_of(root)
    assert kills >= 5
    assert runs > kills / 2
    assert world.slept > DAYS
    assert all(number is not None for _, _, number, _, _ in made)
    assert len({(site, moment) for site, moment, *_ in made}) == len(made)
    assert len(made) <= PER_DAY * (DAYS + 1) + 1
    assert len(made) >= PER_DAY * DAYS / 2
    days = [(moment - START).days for _, moment, *_ in made]
    assert all(days.count(day) <= 2 * PER_DAY + 1 for day in set(days))
    ill = [failed for site, moment, _, _, failed in made if site == OTHER and 10 < (moment - START).days < 17]
    assert all(ill)
    posts = {one.url.partition("#")[0] for one in objects_of(root) if one.type is ObjectType.BOARD_POST}
    last = max(moment for site, moment, *_ in made if site == ROOT)
    assert {one.url for one in world.talks() if one.said[0].time < last - timedelta(hours=1)} <= posts
    assert sum(new for site, _, _, new, _ in made if site == ROOT) >= DAYS - 3
    told = dates_known_of(root)
    assert len(told) >= DAYS - 3
    assert {date.hour for date in told} == {9}


def test_the_commands_show_the_plan_and_keep_it(tmp_path: Path) -> None:
    world = World()
    with crawled(tmp_path, world) as site:
        world.now += timedelta(days=2)
        plan = thresher("plan", str(tmp_path / "c"), "--plot", str(tmp_path / "plan.html"))
        no_place = thresher("plan", str(tmp_path / "c"), "--plot", str(tmp_path / "none" / "plan.html"))
        as_json = thresher("plan", str(tmp_path / "c"), "--json", "--hours", "24")
        kept = thresher("watch", str(tmp_path / "c"), "--once", "--json", "--proxy", site.proxy)
        wrong = thresher("plan", str(tmp_path / "c"), "--method", "astrology")
        nowhere = thresher("watch", str(tmp_path / "none"))

    assert plan.returncode == 0, plan.stderr
    assert ROOT in plan.stdout
    assert "next visit" in plan.stdout
    drawn = (tmp_path / "plan.html").read_text()
    assert drawn.count("<svg") == 4, "two sites: the coming hours and the usual day of each"
    assert ROOT in drawn
    assert no_place.returncode == 2
    assert "The plot cannot be written" in no_place.stderr
    told = json.loads(as_json.stdout)
    assert not told["sites"][ROOT]["gone"]
    assert len(told["sites"][ROOT]["per_hour"]) == 24
    assert len(told["sites"][ROOT]["by_hour_of_day"]) == 24
    assert told["appointments"][0]["reason"]
    assert kept.returncode == 0, kept.stderr
    lines = [json.loads(line) for line in kept.stdout.splitlines()]
    assert lines[0]["objects"]["BoardPost"]["new"] == 3
    assert (wrong.returncode, nowhere.returncode) == (2, 3)
    assert "rhythm" in wrong.stderr
    assert "Traceback" not in wrong.stderr + nowhere.stderr


@pytest.mark.parametrize("leap", [timedelta(days=400), timedelta(days=-400)])
def test_a_clock_that_jumps_stays_within_the_budget(tmp_path: Path, leap: timedelta) -> None:
    world = World()
    with crawled(tmp_path, world) as site:
        settings = settings_of(tmp_path / "c", proxy=site.proxy)
        watch = partial(Watch, tmp_path / "c", settings, Budget(PER_DAY), "rhythm", world.clock)
        for _ in watch().run(START + timedelta(days=1), world.sleep):
            pass
        before = len(appointments_of(tmp_path / "c"))
        world.now += leap
        for _ in watch().run(world.now + timedelta(days=1), world.sleep):
            pass

    assert len(appointments_of(tmp_path / "c")) - before <= 2 * PER_DAY + 1


def test_a_visit_that_a_clock_ahead_of_time_has_noted_does_not_stop_the_others(tmp_path: Path) -> None:
    world = World()
    with crawled(tmp_path, world) as site:
        root = tmp_path / "c"
        keeper = Watch(root, settings_of(root, proxy=site.proxy), Budget(PER_DAY), "rhythm", world.clock)
        world.now = START + timedelta(days=900)
        assert keeper.keep_due() is not None
        world.now = START + timedelta(days=1)
        list(keeper.run(START + timedelta(days=15), world.sleep))

        plan = thresher("plan", str(root), "--json")
    made = [moment for place, moment, *_ in appointments_of(root) if place == ROOT and moment < world.now]
    assert len(made) >= 7
    assert "the clock has jumped" in json.loads(plan.stdout)["budget"]


def test_a_site_that_is_gone_gets_no_more_visits_until_one_by_hand_is_answered(tmp_path: Path) -> None:
    world = World(ill=(3, 40))
    root = tmp_path / "c"
    plans = []
    with crawled(tmp_path, world) as site:
        settings = settings_of(root, proxy=site.proxy)
        watch = Watch(root, settings, Budget(PER_DAY), "rhythm", world.clock)
        for day in (12, 20, 28, 36):
            world.now = START + timedelta(days=day)
            watch.keep_due()
            plans.append(thresher("plan", str(root)).stdout)
        world.now = START + timedelta(days=41)
        assert update(root, settings).is_over
        plans.append(thresher("plan", str(root)).stdout)

    tried = [(moment - START).days for name, moment, *_ in appointments_of(root) if name == OTHER]
    assert tried == [12, 20, 28], "for two weeks it may be an accident"
    assert ["gone and no longer visited: 1" in plan for plan in plans] == [False, False, True, True, False]
    assert f"{OTHER}\n  gone" in plans[3]
