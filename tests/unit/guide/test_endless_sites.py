"""Sites with infinitely many URLs: the crawl ends, and every ordinary page is read, whatever the mix."""

import random
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

PROSE = (
    "harbour lantern river copper meadow signal thunder orchard velvet marble compass winter saddle pepper garden "
    "engine mirror candle bridge forest anchor basket canyon desert falcon glacier hammer island jungle kettle ladder "
    "magnet needle ocean pencil quarry rocket silver tunnel umbrella valley window yellow zebra acorn beacon cactus"
)
WORDS = PROSE.split()
ALLOWED_PER_TRAP = 300

Trap = Callable[[str, random.Random], str | None]
"""Path with query → HTML of the page, or None if the path is not in the trap."""


def prose(seed: str, words: int = 60) -> str:
    draw = random.Random(seed)
    return " ".join(draw.choice(WORDS) for _ in range(words))


def links(*hrefs: str) -> str:
    return " ".join(f'<a href="{href}">{href.rpartition("/")[2] or "here"}</a>' for href in hrefs)


def name(draw: random.Random) -> str:
    return "".join(draw.choice("bcdfghklmnprst") + draw.choice("aeiou") for _ in range(4))


def calendar(path: str, draw: random.Random) -> str | None:
    found = re.fullmatch(r"/diary\?year=(\d+)&month=(\d+)", path)
    if not found:
        return None
    year, month = int(found[1]), int(found[2])
    after, before = (year + month // 12, month % 12 + 1), (year - (month == 1), (month - 2) % 12 + 1)
    cells = "".join(f"<td>{day}</td>" for day in range(1, 31))
    turns = [f"/diary?year={y}&month={m}" for y, m in (after, before)]
    return f"<h1>What is on in month {month} of {year}</h1><table><tr>{cells}</table>{links(*turns)}"


def path_calendar(path: str, draw: random.Random) -> str | None:
    found = re.fullmatch(r"/whatson/(\d+)/(\d+)/(\d+)/", path)
    if not found:
        return None
    year, month, day = map(int, found.groups())
    turns = [f"/whatson/{year}/{month}/{day + 1}/", f"/whatson/{year}/{month + 1}/1/", f"/whatson/{year + 1}/1/1/"]
    return f"<h1>Nothing is planned for {day}.{month}.{year} so far</h1>{links(*turns)}"


def growing_path(path: str, draw: random.Random) -> str | None:
    return "<p>Round and round</p>" + links("a/", "b/", "c/") if path.startswith("/loop/") else None


def concatenation(path: str, draw: random.Random) -> str | None:
    return "<p>A broken relative link</p>" + links("x/") if path.startswith("/x/") else None


def facets(path: str, draw: random.Random) -> str | None:
    if not path.startswith("/shop?") and path != "/shop":
        return None
    chosen = {key: value[0] for key, value in parse_qs(urlsplit(path).query).items()}
    options = {"color": ("red", "green", "blue"), "size": ("s", "m", "l"), "brand": ("acme", "bolt", "core"),
               "page": tuple("23456789")}  # fmt: skip
    hrefs = [f"/product/{draw.randrange(20)}" for _ in range(6)]
    for key, values in options.items():
        for value in values:
            query = "&".join(f"{k}={v}" for k, v in sorted({**chosen, key: value}.items()))
            hrefs.append(f"/shop?{query}")
    return "<h1>Our products, sorted as you like them</h1>" + links(*hrefs)


def session_path(path: str, draw: random.Random) -> str | None:
    found = re.fullmatch(r"/v/(\w+)/(\w*)", path)
    if not found:
        return None
    token = f"{draw.getrandbits(64):016x}"
    body = prose("session " + found[2]) if found[2] else "<p>Pages of this section</p>"
    return f"<p>{body}</p>" + links(*(f"/v/{token}/{other}" for other in ("", "one", "two", "three")))


def maze(path: str, draw: random.Random) -> str | None:
    if not path.startswith("/maze/"):
        return None
    doors = [name(draw) for _ in range(10)]
    text = f"You stand in room {path[6:]}. The doors lead to {', '.join(doors)}. It is dark and you hear water."
    return f"<h1>Room {path[6:]}</h1><p>{text}</p>" + links(*(f"/maze/{door}" for door in doors))


def two_mazes(path: str, draw: random.Random) -> str | None:
    if path.startswith("/rooms/"):
        return "<p>A room with many doors in all of its walls</p>" + links(*(f"/doors/{name(draw)}" for _ in range(8)))
    if path.startswith("/doors/"):
        return "<p>A door that leads to a room you never saw</p>" + links(*(f"/rooms/{name(draw)}" for _ in range(8)))
    return None


def echo(path: str, draw: random.Random) -> str | None:
    if not path.startswith("/echo"):
        return None
    more = [f"{path}{'&' if '?' in path else '?'}{name(draw)}={name(draw)}" for _ in range(4)]
    return f"<p>You asked for {path} and that is what you get from this page</p>" + links(*more)


def no_last_page(path: str, draw: random.Random) -> str | None:
    found = re.fullmatch(r"/letters(?:\?page=(\d+))?", path)
    if not found:
        return None
    number = int(found[1] or 1)
    listed = [f"/letter/{i}" for i in range(min(number, 4) * 5 - 5, min(number, 4) * 5)]
    return f"<h1>Letters to us, page {number}</h1>" + links(*listed, f"/letters?page={number + 1}")


def scattered(path: str, draw: random.Random) -> str | None:
    if not re.fullmatch(r"/z[a-z]+/[a-z]+\.html", path):
        return None
    hrefs = [f"/z{name(draw)}/{name(draw)}.html" for _ in range(5)]
    return "<p>This domain is parked, see what others searched for today</p>" + links(*hrefs)


def sort_orders(path: str, draw: random.Random) -> str | None:
    if not path.startswith("/table"):
        return None
    hrefs = [f"/table?sort={a}&dir={b}&view={c}&group={d}&depth={draw.randrange(10**6)}"
             for a in ("name", "date") for b in ("asc", "desc") for c in ("list", "grid") for d in "abc"]  # fmt: skip
    return "<p>One table, in all the ways that you can look at a table</p>" + links(*hrefs)


TRAPS: dict[str, tuple[Trap, str]] = {
    "calendar": (calendar, "/diary?year=2026&month=5"),
    "path calendar": (path_calendar, "/whatson/2026/5/1/"),
    "growing path": (growing_path, "/loop/"),
    "concatenation": (concatenation, "/x/"),
    "facets": (facets, "/shop"),
    "session path": (session_path, "/v/0011223344556677/"),
    "maze": (maze, "/maze/start"),
    "two mazes": (two_mazes, "/rooms/first"),
    "echo": (echo, "/echo"),
    "no last page": (no_last_page, "/letters"),
    "scattered": (scattered, "/zero/one.html"),
    "sort orders": (sort_orders, "/table"),
}
ARTICLES = [f"/articles/{prose(f'slug {i}', 3).replace(' ', '-')}-{i}" for i in range(60)]
ORDINARY = {
    "/": "", **dict.fromkeys(ARTICLES, ""), **{f"/product/{i}": "" for i in range(20)},
    **{f"/letter/{i}": "" for i in range(20)}, "/about": "", "/contact": "", "/guide/intro": "", "/guide/setup": "",
}  # fmt: skip


def ordinary_page(path: str, doors: list[str]) -> str | None:
    if path == "/":
        listing = [f"/articles?page={n}" for n in range(1, 7)]
        products, letters = [f"/product/{i}" for i in range(10)], [f"/letter/{i}" for i in range(20)]
        return "<h1>Home of ordinary things</h1>" + links(
            *listing, *products, *letters, "/about", "/guide/intro", *doors
        )
    found = re.fullmatch(r"/articles\?page=(\d)", path)
    if found:
        first = (int(found[1]) - 1) * 10
        return "<h1>Articles</h1>" + links(*ARTICLES[first : first + 10])
    if path not in ORDINARY:
        return None
    next_product = [f"/product/{(int(path[9:]) + 1) % 20}"] if path.startswith("/product/") else []
    return f"<h1>{prose('title ' + path, 4)}</h1><p>{prose(path)}</p>" + links(
        "/", "/about", "/contact", "/guide/setup", *next_product
    )


def site_with(names: list[str], seed: int) -> Callable[[str], tuple[int, str]]:
    draw = random.Random(seed)
    doors = [TRAPS[trap][1] for trap in names]

    def answer(url: str) -> tuple[int, str]:
        path = url.removeprefix("http://site.example")
        html = ordinary_page(path, doors)
        for trap in names:
            html = html or TRAPS[trap][0](path, draw)
        frame = "<html><body><nav><a href='/'>Home</a></nav>{}<footer>All rights reserved by us</footer>"
        return (200, frame.format(html)) if html else (404, "<p>There is no such page here</p>")

    return answer


def missing(asked: list[str]) -> set[str]:
    return {path for path in ORDINARY if "http://site.example" + path not in asked}


@pytest.mark.parametrize("trap", TRAPS)
def test_one_trap_costs_a_bounded_number_of_requests(trap: str, crawl: Any) -> None:
    done = crawl(site_with([trap], seed=1), limit=2000)

    assert not missing(done.asked)
    assert len(done.asked) <= len(ORDINARY) + 6 + ALLOWED_PER_TRAP


@pytest.mark.parametrize("seed", range(3))
def test_all_traps_at_once_leave_every_ordinary_page_read(seed: int, crawl: Any) -> None:
    names = random.Random(seed).sample(list(TRAPS), len(TRAPS))

    done = crawl(site_with(names, seed), limit=8000)

    assert not missing(done.asked)
    assert len(done.asked) <= len(ORDINARY) + 6 + ALLOWED_PER_TRAP * len(TRAPS)


def test_what_is_not_probed_says_which_shape_went_barren(crawl: Any) -> None:
    done = crawl(site_with(["maze"], seed=2), limit=2000)

    barren = {skip.detail for skip in done.skipped if skip.reason.name == "BARREN"}
    assert barren == {"site.example/maze/*"}


def turning_calendar(path: str, draw: random.Random) -> str | None:
    """Months that say what comes next, with views of each and a page for each day: The Events Calendar and kin."""
    month = re.fullmatch(r"/events/(\d+)-(\d+)/(?:\?(?:view=list|ical=1))?", path)
    day = re.fullmatch(r"/events/(\d+)-(\d+)-(\d+)/(?:\?(?:view=list|ical=1))?", path)
    if day:
        here = f"/events/{day[1]}-{day[2]}-{day[3]}/"
        up = f"/events/{day[1]}-{day[2]}/"
        return f"<h1>Events on {day[3]}.{day[2]}.{day[1]}</h1><p>There are no events on this day.</p>" + links(
            up, here + "?view=list", here + "?ical=1"
        )
    if not month:
        return None
    year, number = int(month[1]), int(month[2])
    here = f"/events/{year}-{number:02}/"
    later = f"/events/{year + number // 12}-{number % 12 + 1:02}/"
    sooner = f"/events/{year - (number == 1)}-{(number - 2) % 12 + 1:02}/"
    days = [f"/events/{year}-{number:02}-{each:02}/" for each in range(1, 29)]
    head = f"<link rel=next href='{later}'><link rel=prev href='{sooner}'>"
    turns = f"<a rel=next href='{later}'>Next month</a> <a rel=prev href='{sooner}'>Previous month</a>"
    return f"{head}<h1>Events in {number}/{year}</h1>{turns}" + links(*days, here + "?view=list", here + "?ical=1")


def test_a_calendar_that_says_what_comes_next_does_not_starve_the_rest(crawl: Any) -> None:
    notes = [f"/notes/{prose(f'note {i}', 2).replace(' ', '-')}-{i}" for i in range(30)]

    def answer(url: str) -> tuple[int, str]:
        path = url.removeprefix("http://site.example")
        html = turning_calendar(path, random.Random(1))
        if path == "/":
            html = "<h1>A club with a calendar</h1>" + links("/events/2026-05/", "/archive?page=1")
        elif found := re.fullmatch(r"/archive\?page=([123])", path):
            page = int(found[1])
            html = "<h1>Older notes</h1>" + links(*notes[page * 10 - 10 : page * 10], f"/archive?page={page + 1}")
        elif path in notes:
            html = f"<h1>{prose('title ' + path, 4)}</h1><p>{prose(path)}</p>" + links("/")
        return (200, f"<html><body>{html}") if html else (404, "<p>There is no such page here</p>")

    done = crawl(answer, limit=2000)

    assert {"http://site.example" + note for note in notes} <= set(done.asked)
    assert len(done.asked) <= 1 + 3 + len(notes) + ALLOWED_PER_TRAP
