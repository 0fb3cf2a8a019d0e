"""What a crawl without knowledge would ask the demo site for: every link of every page, as `wget -r` does."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import urljoin

from thresher.demo.blog.events import FIRST_MONTH, year_of
from thresher.demo.exchange import Answer
from thresher.demo.site import DemoSite

CALENDAR_YEARS = 10
"""How much of the endless calendar counts in the finite figure: from five years before the newest post on."""

_ATTRIBUTE = re.compile(r"""\s(href|src|srcset)="([^"]*)\"""")
_CSS_URL = re.compile(r"""url\(["']?([^"')]+)["']?\)""")
_REFUSED = "/private/"  # wget reads robots.txt too


@dataclass(frozen=True, slots=True)
class BlindCost:
    """The cost of a blind crawl: how many addresses it asks for, redirects and errors included, each once.

    Measured against the server with the calendar cut: wget 1.21 made 5,040 requests with `--max-redirect=0`, the same
    number as here, and 5,235 without, since it asks again for what a redirect leads to.
    """

    requests: int
    """Asked for when nothing was left, or when the limit was reached."""
    ended: bool
    """False if the limit ended it, which is what the calendar leads to."""
    requests_with_calendar_cut: int
    """What the same crawl costs if the calendar ends after ten years."""
    bytes_with_calendar_cut: int
    """Bodies of these requests together."""


def blind_cost(site: DemoSite, limit: int = 20_000) -> BlindCost:
    """Crawls breadth first without HTTP until nothing is left or `limit` requests are made.

    The calendar outside its ten years is looked at last, so one run gives both figures. If already the limit ends
    the finite part, its figures are lower bounds.
    """
    crawl = BlindCrawl(site)
    crawl.run(limit, is_far_in_calendar)
    finite_requests, finite_bytes = len(crawl.asked), crawl.size
    crawl.resume(limit)
    return BlindCost(len(crawl.asked), not crawl.waiting, finite_requests, finite_bytes)


def links_of(answer: Answer, target: str, origin: str) -> Iterator[str]:
    """Targets on the same host that an answer to `target` leads to, in document order, maybe repeated."""
    folder = target.partition("?")[0].rpartition("/")[0]
    for reference in _references(answer):
        address = reference.partition("#")[0]
        # The two forms that the site writes most are joined by hand: that halves the time of a blind crawl.
        if address.startswith("/") and not address.startswith("//"):
            yield address
        elif address.startswith("./"):
            yield folder + address[1:]
        elif address:
            url = urljoin(origin + target, address)
            if url.startswith(origin + "/"):
                yield url[len(origin) :]


class BlindCrawl:
    """A crawl in progress, breadth first; it keeps the forum's cookie, as wget does."""

    def __init__(self, site: DemoSite) -> None:
        self.asked: dict[str, int] = {}
        """Status of each answer by what was asked for."""
        self.size = 0
        self.waiting: deque[str] = deque()
        self._site = site
        self._put_off: list[str] = []
        self._has_cookie = False
        self._found = {"/", "/robots.txt"}
        self.waiting.extend(("/robots.txt", "/"))

    def run(self, limit: int, is_put_off: Callable[[str], bool]) -> None:
        """Asks for what waits; what `is_put_off` says yes to is kept for `resume`."""
        while self.waiting and len(self.asked) < limit:
            target = self.waiting.popleft()
            if is_put_off(target):
                self._put_off.append(target)
            else:
                self._ask(target)

    def resume(self, limit: int) -> None:
        """Goes on with what waits and what was put off."""
        self.waiting.extend(self._put_off)
        self._put_off.clear()
        self.run(limit, lambda target: False)

    def _ask(self, target: str) -> None:
        answer = self._site.answer(target, self._has_cookie)
        self.asked[target] = answer.status
        self.size += len(answer.body)
        # The cookie is sent below /forum/ only, but nothing outside looks at it.
        self._has_cookie = self._has_cookie or bool(answer.header("set-cookie"))
        for link in links_of(answer, target, self._site.origin):
            if link not in self._found and not link.startswith(_REFUSED):
                self._found.add(link)
                self.waiting.append(link)


def _references(answer: Answer) -> Iterator[str]:
    if location := answer.header("location"):
        yield location
    elif answer.media_type == "text/css":
        yield from _CSS_URL.findall(answer.text)
    elif answer.media_type == "text/html":
        for name, value in _ATTRIBUTE.findall(answer.text):
            if name == "srcset":
                yield from (part.split()[0] for part in value.split(",") if part.strip())
            else:
                yield unescape(value) if "&" in value else value


def is_far_in_calendar(target: str) -> bool:
    """Whether an address is one of the calendar outside its ten years."""
    year = year_of(target)
    half = CALENDAR_YEARS // 2
    return year is not None and not -half <= year - FIRST_MONTH // 12 < half
