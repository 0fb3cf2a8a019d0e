"""Decides on an address by itself: scope, traps, noise, lessons. No page, no priority, nothing remembered."""

import re
from dataclasses import dataclass
from datetime import date

from thresher.guide.brake import draw
from thresher.guide.lessons import Lessons
from thresher.guide.scope import ScopeCheck
from thresher.guide.shapes import shape_of
from thresher.guide.traps import MAX_CHARACTERS, trap_in
from thresher.knowledge.noise import judge
from thresher.model import SkipReason
from thresher.page import canonical

KEPT_DECISIONS = 1 << 16
SAMPLE_OF = 8
"""One in eight links into a shape of which little is known comes sooner, so that there is evidence before
all its kin at the same depth have been read, and a shape is not praised for links nobody has tried."""

_PATH = re.compile(r"https?://[^/?]+([^?]*)")
# What is loaded rather than read. A colon in the name ('File:Map.png') is a wiki's page about the file.
_FILE = re.compile(
    r"/[^/:]*\.(?:pdf|ps|djvu|epub|mobi|zip|gz|tgz|bz2|xz|7z|rar|tar|zst|jpe?g|png|gif|webp|svg|ico|bmp|tiff?|avif|heic"
    r"|mp[34]|m4[av]|og[gva]|opus|flac|wav|webm|mkv|mov|avi|wmv|swf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|tsv|txt|xml|json"
    r"|exe|msi|dmg|iso|apk|deb|rpm|jar|torrent|ics|vcf|patch|diff|css|js|mjs|map|woff2?|ttf|otf|eot|tex|bib|gpx|kml)",
    re.I,
)
# A list of addresses or of news at the top of a site: small, and somebody will want it.
_WANTED_DATA = re.compile(r"/(?:feed|rss|rss2|atom|index|sitemap|news)\.(?:xml|rss|atom|rdf|json)", re.I)


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to happen with an address, whoever links to it."""

    target: str
    """The address to follow; empty if none."""
    shape: str = ""
    reason: SkipReason | None = None
    """Why the address itself is left alone, even where a shorter `target` is followed in its place."""
    detail: str = ""
    is_suspect: bool = False
    is_file: bool = False
    is_sample: bool = False
    """One of those that are tried first where little is known of a shape."""


class Addresses:
    """Decisions, cached by URL: a site's pages show each other's links again and again."""

    def __init__(self, scope: ScopeCheck, lessons: Lessons, today: date | None = None) -> None:
        self._scope = scope
        self._lessons = lessons
        self._today = today
        self._decisions: dict[str, Decision] = {}

    def decide(self, url: str) -> Decision:
        """The decision on a canonical `url`."""
        found = self._decisions.get(url)
        if found is None:
            found = self._decided(url)
            if len(self._decisions) >= KEPT_DECISIONS:
                self._decisions.clear()
            if len(url) <= MAX_CHARACTERS:  # longer ones are refused at once, and would fill the memory
                self._decisions[url] = found
        return found

    def forget(self) -> None:
        """Decide anew from now on: scope or lessons have changed."""
        self._decisions.clear()

    def _decided(self, url: str) -> Decision:
        secure = self._scope.preferred(url)
        if secure != url:
            return self._instead(secure, SkipReason.CANONICAL, "https")
        refused = self._scope.refuses(url)
        if refused:
            return Decision("", "", refused.reason, refused.detail, is_file=is_file(url))
        trap = trap_in(url, self._today)
        if trap:
            return Decision("", "", trap[0], trap[1])
        judgement = judge(url)
        if judgement.verdict == "skip":
            return Decision("", "", judgement.reason, judgement.detail)
        if judgement.verdict == "strip":
            return self._instead(canonical(judgement.url), judgement.reason, judgement.detail)
        if is_file(url):
            return Decision(url, is_file=True)
        return self._read(url, judgement.verdict == "suspect")

    def _read(self, url: str, is_suspect: bool) -> Decision:
        shape = shape_of(url)
        shorter = self._lessons.reduced(url, shape)
        if shorter != url:
            sample = _is_sample(shorter)
            return Decision(shorter, shape_of(shorter), SkipReason.CANONICAL, "learned here", is_suspect, False, sample)
        return Decision(url, shape, is_suspect=is_suspect, is_sample=_is_sample(url))

    def _instead(self, other: str | None, reason: SkipReason, detail: str) -> Decision:
        """Follow `other`, if that may be followed; the address itself is skipped either way."""
        found = self.decide(other) if other else Decision("")
        return Decision(found.target, found.shape, reason, detail, found.is_suspect, found.is_file, found.is_sample)


def _is_sample(url: str) -> bool:
    return draw(url) % SAMPLE_OF == 0


def is_file(url: str) -> bool:
    """Whether the address names a file to load rather than a page to read."""
    path = _PATH.match(url)
    if not path or "." not in path[1]:
        return False
    last = path[1][path[1].rfind("/") :]
    return bool(_FILE.fullmatch(last)) and not _WANTED_DATA.fullmatch(path[1])
