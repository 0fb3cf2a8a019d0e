"""robots.txt: what each origin allows, kept in the catalog so that a resumed crawl need not ask again."""

from dataclasses import dataclass
from enum import StrEnum

from protego import Protego

from thresher.catalog import Catalog
from thresher.page import origin_of

SCHEMA = """
CREATE TABLE IF NOT EXISTS robots(
    origin TEXT PRIMARY KEY,
    standing TEXT NOT NULL,
    text TEXT NOT NULL,
    detail TEXT NOT NULL
);
"""

MAX_BYTES = 512 * 1024
"""RFC 9309 asks for at least 500 KiB."""

PRODUCT = "thresher"
"""The name that robots.txt files can address."""


class Standing(StrEnum):
    RULES = "rules"
    OPEN = "open"
    """No robots.txt (4xx): everything is allowed (RFC 9309, 2.3.1.3)."""
    CLOSED = "closed"
    """robots.txt cannot be read (5xx): nothing is allowed (2.3.1.4)."""
    DEAD = "dead"
    """The server cannot be reached at all."""


FAILURES = frozenset({Standing.CLOSED, Standing.DEAD})


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """What one origin's robots.txt says."""

    standing: Standing
    detail: str
    crawl_delay: float | None
    sitemaps: tuple[str, ...]
    parsed: Protego | None

    def allows(self, url: str) -> bool:
        if self.standing is Standing.RULES and self.parsed is not None:
            return bool(self.parsed.can_fetch(url, PRODUCT))
        return self.standing is Standing.OPEN


class RobotsBook:
    """The rules of every origin met so far."""

    def __init__(self, catalog: Catalog, *, obey: bool) -> None:
        self._catalog = catalog
        self._obey = obey
        self._rules: dict[str, RobotsRules] = {}
        for origin, standing, text, detail in catalog.execute("SELECT origin, standing, text, detail FROM robots"):
            self._rules[origin] = _rules(Standing(standing), text, detail)

    def forget_failures(self) -> None:
        """Ask again for each robots.txt that could not be read: that spoke of the moment, not of the site."""
        self._catalog.execute(
            "DELETE FROM robots WHERE standing IN (?, ?)", (Standing.CLOSED.value, Standing.DEAD.value)
        )
        self._rules = {origin: rules for origin, rules in self._rules.items() if rules.standing not in FAILURES}

    def crawl_delays(self) -> list[tuple[str, float]]:
        """Origins that ask for a delay, and how long."""
        return [(origin, rules.crawl_delay) for origin, rules in self._rules.items() if rules.crawl_delay]

    def get(self, url: str) -> RobotsRules | None:
        """The rules of the origin of `url`; None if its robots.txt has not been asked for yet."""
        return self._rules.get(origin_of(url))

    def allows(self, url: str) -> bool:
        """Whether `url` may be asked for; unreachable servers and unknown origins do not forbid anything here."""
        rules = self.get(url)
        return not self._obey or rules is None or rules.standing is Standing.DEAD or rules.allows(url)

    def learn(self, url: str, status: int, text: str) -> RobotsRules:
        """Take in the answer to a request for robots.txt; it speaks for the origin of `url`."""
        if status < 300:
            return self._note(url, Standing.RULES, text[:MAX_BYTES], "")
        if status >= 500 or status == 429:
            return self._note(url, Standing.CLOSED, "", f"robots.txt answered {status}")
        return self._note(url, Standing.OPEN, "", f"robots.txt answered {status}")

    def learn_failure(self, url: str, detail: str, *, unreachable: bool) -> RobotsRules:
        return self._note(url, Standing.DEAD if unreachable else Standing.CLOSED, "", detail)

    def _note(self, url: str, standing: Standing, text: str, detail: str) -> RobotsRules:
        rules = self._rules[origin_of(url)] = _rules(standing, text, detail)
        self._catalog.execute(
            "INSERT OR REPLACE INTO robots(origin, standing, text, detail) VALUES (?, ?, ?, ?)",
            (origin_of(url), standing.value, text, detail),
        )
        return rules


def _rules(standing: Standing, text: str, detail: str) -> RobotsRules:
    if standing is not Standing.RULES:
        return RobotsRules(standing, detail, None, (), None)
    parsed = Protego.parse(text)
    delay = parsed.crawl_delay(PRODUCT)
    return RobotsRules(standing, detail, delay, tuple(parsed.sitemaps), parsed)
