"""Two invented sites of one invented forum software, and a site of another: pages to compare."""

from tests.support.pages import page_of
from thresher.learn.induce import Example

PEOPLE = ("anna", "bert", "carla", "dieter", "emil")
NOUNS = ("sieve", "pump", "kettle", "ladder", "window", "handle", "copper", "valve", "spring", "lemon", "cellar")
A, B, OTHER = "http://a.example", "http://b.example/forum", "http://c.example"


def words(seed: int, count: int = 40) -> str:
    """Words that differ from seed to seed."""
    return " ".join(NOUNS[(seed * 7 + number * (3 + seed % 5)) % len(NOUNS)] + str(seed) for number in range(count))


def title(topic: int) -> str:
    return f"About the {NOUNS[topic % len(NOUNS)]} of {PEOPLE[topic % 5]} {topic}"


def _page(base: str, name: str, body: str, site: str) -> str:
    return f"""<html><head><title>{name} - {site}</title>
      <script src="{base}/fish/fishboard.js?v=3"></script><script>var fishBoardToken = 'x';</script></head>
      <body><div id="header"><a href="{base}/">{site}</a> <a href="{base}/login">Log in</a></div>
      <div id="fishtank">{body}</div>
      <div id="footer">Powered by <a href="http://www.fishboard.example/">Fishboard</a></div></body></html>"""


def topic(base: str, number: int, posts: int = 4, site: str = "The harbour") -> str:
    rows = "".join(
        f"""<div class="catch" id="catch{number * 10 + post}">
        <a class="angler" href="{base}/angler/{(number + post) % 5}">{PEOPLE[(number + post) % 5]}</a>
        <span class="landed">2021-03-{10 + post} 1{post}:2{post}</span>
        <div class="tale">{words(number * 10 + post)}</div></div>"""
        for post in range(posts)
    )
    return _page(base, title(number), f"<h2 class='bait'>{title(number)}</h2>{rows}", site)


def board(base: str, number: int, site: str = "The harbour") -> str:
    rows = "".join(
        f"""<tr class="shoal"><td><a class="hook" href="{base}/topic/{one}">{title(one)}</a></td>
        <td>{one % 7}</td><td><a href="{base}/angler/{one % 5}">{PEOPLE[one % 5]}</a></td></tr>"""
        for one in range(number * 20, number * 20 + 15)
    )
    return _page(base, f"Board {number}", f"<table class='shoals'>{rows}</table>", site)


def plain(number: int) -> str:
    """A page of other software."""
    rows = "".join(f"<li><b>{PEOPLE[n]}</b> <i>2020-01-{10 + n}</i><p>{words(n + number)}</p></li>" for n in range(4))
    return (
        f"<html><head><title>Chat {number}</title></head><body><div id='plainchat'><ul>{rows}</ul></div></body></html>"
    )


def markup() -> dict[str, str]:
    """Addresses and pages: three topics and a board of each of the two sites."""
    pages: dict[str, str] = {}
    for base, site, first in ((A, "The harbour", 21), (B, "Trout and friends", 42)):
        pages |= {f"{base}/topic/{one}": topic(base, one, 3 + one % 3, site) for one in range(first, first + 3)}
        pages[f"{base}/board/{first // 20}"] = board(base, first // 20, site)
    return pages


def example(url: str, text: str) -> Example:
    return Example(*page_of(url, text))


def examples() -> list[Example]:
    return [example(url, text) for url, text in markup().items()]
