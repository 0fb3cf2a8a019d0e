"""A small club's site that no type describes and that has no feed: some pages, a manual, and a section with lists."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.support.raw import html
from thresher.evaluate.recording import key_of

ROOT = "http://club.test/"
PER_LIST = 10
_SYLLABLES = ["ba", "ker", "lo", "mi", "ren", "tu", "sal", "vor", "ne", "dik", "pa", "gru", "hem", "ol", "fen", "zi"]


def prose(seed: str, words: int = 60) -> str:
    """Words that no other page has, always the same for a `seed`."""
    draw = random.Random(seed)
    made = ("".join(draw.choices(_SYLLABLES, k=draw.randint(2, 4))) for _ in range(words))
    return " ".join(made) + "."


@dataclass
class SmallSite:
    """What the site has; `answers` is how it is served."""

    chapters: int = 24
    reports: Sequence[int] = tuple(range(24, 0, -1))
    """Numbers of those in the section, the latest first."""
    texts: dict[str, str] = field(default_factory=dict)
    """Another text for the page at a path."""
    beside: dict[str, str] = field(default_factory=dict)
    """Something more in the row of the page at a path, where it is listed."""
    on_front: Sequence[str] = ()
    """Further paths that the front page links to."""
    gone: Sequence[str] = ()
    sitemap: dict[str, str] | None = None
    """Paths, and when the sitemap says that they were changed; None if there is no sitemap."""
    feeds: dict[str, Sequence[str]] = field(default_factory=dict)
    """Paths of feeds, and of the pages that they name, of which they say nothing."""
    more: dict[str, bytes] = field(default_factory=dict)
    """Other answers, as they are sent."""

    def paths(self) -> dict[str, str]:
        """Everything that can be asked for, as text of the body."""
        pages = {"/": self._front(), "/about.html": "", "/contact.html": "", "/manual/": self._manual()}
        pages |= dict.fromkeys((*self.on_front, *(path for paths in self.feeds.values() for path in paths)), "")
        pages |= {f"/manual/chapter-{number}.html": self._around(number) for number in range(1, self.chapters + 1)}
        pages |= {f"/reports/{number}.html": "" for number in self.reports}
        pages |= self._lists()
        return {path: text for path, text in pages.items() if path not in self.gone}

    def answers(self) -> dict[str, bytes]:
        pages = {key_of(ROOT[:-1] + path): html(self._page(path, text)) for path, text in self.paths().items()}
        if self.sitemap is not None:
            rows = (
                f"<url><loc>{ROOT[:-1]}{path}</loc><lastmod>{date}</lastmod></url>"
                for path, date in self.sitemap.items()
            )
            pages[key_of(f"{ROOT}sitemap.xml")] = xml(f"<urlset>{''.join(rows)}</urlset>")
        for feed, paths in self.feeds.items():
            items = "".join(f"<item><title>{path}</title><link>{ROOT[:-1]}{path}</link></item>" for path in paths)
            text = f"<rss version='2.0'><channel><title>Notices</title>{items}</channel></rss>"
            pages[key_of(ROOT[:-1] + feed)] = xml(text)
        return pages | {key_of(ROOT[:-1] + path): answer for path, answer in self.more.items()}

    def _page(self, path: str, text: str) -> str:
        menu = "".join(f"<a href='{to}'>{to}</a> " for to in ("/", "/about.html", "/contact.html", "/reports/"))
        own = self.texts.get(path, prose(path))
        named = "".join(f"<link rel='alternate' type='application/rss+xml' href='{feed}'>" for feed in self.feeds)
        body = f"<nav>{menu}</nav><main>{text}<p>{own}</p></main>"
        return f"<html><head><title>{path}</title>{named}</head><body>{body}</body></html>"

    def _front(self) -> str:
        listed = ("/manual/", "/reports/", *(f"/reports/{number}.html" for number in self.reports[:3]), *self.on_front)
        return "".join(f"<p><a href='{path}'>{path}</a></p>" for path in listed)

    def _manual(self) -> str:
        paths = (f"/manual/chapter-{number}.html" for number in range(1, self.chapters + 1))
        return "<ol>" + "".join(f"<li><a href='{path}'>{prose(path, 3)}</a></li>" for path in paths) + "</ol>"

    def _around(self, number: int) -> str:
        others = [other for other in (number - 1, number + 1) if 1 <= other <= self.chapters]
        return "".join(f"<a href='/manual/chapter-{other}.html'>{other}</a> " for other in others)

    def _lists(self) -> dict[str, str]:
        parts = [self.reports[start : start + PER_LIST] for start in range(0, len(self.reports), PER_LIST)]
        return {_place(at): self._list(part, at, len(parts)) for at, part in enumerate(parts, start=1)}

    def _list(self, part: Sequence[int], at: int, last: int) -> str:
        paths = [f"/reports/{number}.html" for number in part]
        rows = "".join(
            f"<li><a href='{path}'>{prose(path, 4)}</a> <i>{self.beside.get(path, '')}</i></li>" for path in paths
        )
        older = f"<a rel='next' href='{_place(at + 1)}'>Older</a>" if at < last else ""
        return f"<ul>{rows}</ul><p class='pager'>{older}</p>"


def xml(text: str) -> bytes:
    """An answer with XML in it."""
    body = f"<?xml version='1.0'?>{text}".encode()
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def _place(number: int) -> str:
    return "/reports/" if number == 1 else f"/reports/page/{number}/"
