"""Which URLs belong to what is being archived."""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from thresher.model import CrawlSettings, Scope, Skip, SkipReason
from thresher.model.errors import UsageError
from thresher.page import canonical, host_of

if TYPE_CHECKING:
    from tldextract import TLDExtract


class ScopeCheck:
    """Decides by the settings' scope and patterns. http and https of a host are one place."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._scope = settings.scope
        self._seeds = tuple(filter(None, map(canonical, settings.seeds)))
        self._pages = frozenset(map(_place, self._seeds))
        self._prefixes = tuple(sorted(set(map(_folder, self._seeds))))
        self._tops = frozenset(map(_top, self._seeds))
        self._hosts = {host_of(seed) for seed in self._seeds}
        self._domains = set(map(_domain, self._hosts)) if self._scope is Scope.DOMAIN else set()
        self._secure = {host_of(seed) for seed in self._seeds if seed.startswith("https:")}
        self._include = _compiled(settings.include)
        self._exclude = _compiled(settings.exclude)

    def refuses(self, url: str, via: str = "") -> Skip | None:
        """Why `url` is not archived; None if it is."""
        if not self._holds(url):
            return Skip(url, SkipReason.OUT_OF_SCOPE, self._scope.value, via)
        return self._barred(url, via)

    def refuses_feed(self, url: str) -> Skip | None:
        """Why the feed at `url` is not asked for; None if it may be. It may be delivered by another host."""
        return self.refuses(url) if self.is_home(url) else self._barred(url)

    def _barred(self, url: str, via: str = "") -> Skip | None:
        for pattern in self._exclude:
            if pattern.search(url):
                return Skip(url, SkipReason.EXCLUDED, pattern.pattern, via)
        if self._include and not any(pattern.search(url) for pattern in self._include):
            return Skip(url, SkipReason.EXCLUDED, "matches no --include", via)
        return None

    def is_home(self, url: str) -> bool:
        """Whether the host of `url` is one that is being archived, at least in part."""
        host = host_of(url)
        return host in self._hosts or (self._scope is Scope.DOMAIN and _domain(host) in self._domains)

    def admit_host(self, url: str) -> None:
        """Take in the place of `url`, with its scheme: a seed was redirected there, so it is what was meant."""
        host = host_of(url)
        self._hosts.add(host)
        if self._scope is Scope.DOMAIN:
            self._domains.add(_domain(host))
        self._pages |= {_place(url)}
        self._prefixes = tuple(sorted({*self._prefixes, _folder(url)}))
        self._tops |= {_top(url)}
        (self._secure.add if url.startswith("https:") else self._secure.discard)(host)

    def preferred(self, url: str) -> str:
        """`url` with https where its host is known to use it: old links say http, and lead to the same page."""
        if self._secure and url.startswith("http:") and host_of(url) in self._secure:
            return "https" + url[4:]
        return url

    def _holds(self, url: str) -> bool:
        if self._scope is Scope.HOST:
            return host_of(url) in self._hosts
        if self._scope is Scope.DOMAIN:
            return _domain(host_of(url)) in self._domains
        if self._scope is Scope.PREFIX:
            return _place(url).startswith(self._prefixes) or _top(url) in self._tops
        return _place(url) in self._pages


def _place(url: str) -> str:
    """The URL without its scheme."""
    return url.partition("://")[2]


def _top(url: str) -> str:
    """Host and path."""
    return _place(url).partition("?")[0]


def _folder(url: str) -> str:
    """Host and folder that `url` names as a place to archive; a last name without a dot is a folder.

    >>> _folder("http://example.com/blog/index.html"), _folder("http://example.com/blog")
    ('example.com/blog/', 'example.com/blog/')
    """
    folder, _, name = _top(url).rpartition("/")
    return f"{folder}/{name}/" if name and "." not in name else folder + "/"


@lru_cache(maxsize=1 << 12)
def _domain(host: str) -> str:
    """The domain somebody registered; the host itself for addresses and single names.

    >>> _domain("forum.example.co.uk:8080")
    'example.co.uk'
    """
    name = host if host.startswith("[") else host.partition(":")[0]
    return str(_suffixes()(name).top_domain_under_public_suffix) or name


@cache
def _suffixes() -> "TLDExtract":
    """The list inside the package: a crawl must not depend on a download, nor tell anybody about itself."""
    from tldextract import TLDExtract  # a tenth of a second, for the few crawls that want a whole domain

    return TLDExtract(suffix_list_urls=(), cache_dir=None)


def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    try:
        return tuple(re.compile(pattern) for pattern in patterns)
    except re.error as error:
        pattern = error.pattern if isinstance(error.pattern, str) else "?"
        raise UsageError(
            f"The pattern {pattern!r} is not a regular expression: {error.msg}.",
            hint="Escape the characters . ? + * ( ) [ ] with a backslash where they stand for themselves.",
        ) from error
