"""Which proxy a request goes through."""

import urllib.request
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import urlsplit

from thresher.model.errors import UsageError


def proxy_chooser(given: str | None) -> Callable[[str], str | None]:
    """A function from URL to proxy: the one given, or what http_proxy, https_proxy and no_proxy say."""
    proxies = {"http": given, "https": given} if given else urllib.request.getproxies()
    for proxy in filter(None, (proxies.get("http"), proxies.get("https"))):
        _check(proxy)

    @lru_cache(maxsize=1024)
    def for_place(scheme: str, host: str) -> str | None:
        proxy = proxies.get(scheme) or proxies.get("all")
        if not proxy or (not given and urllib.request.proxy_bypass(host)):
            return None
        return proxy if "://" in proxy else f"http://{proxy}"

    def choose(url: str) -> str | None:
        parts = urlsplit(url)
        return for_place(parts.scheme, parts.hostname or "")

    return choose


def _check(proxy: str) -> None:
    parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    try:
        usable = parts.scheme == "http" and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        shown = proxy.rpartition("@")[2]
        raise UsageError(f"The proxy {shown} cannot be used.", "It must be an HTTP proxy: http://host:port")
