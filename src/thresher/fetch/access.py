"""What opens doors: cookies, credentials, extra headers; and keeping them out of the records."""

import base64
import http.cookiejar
import urllib.request
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from thresher.model.errors import UsageError

SECRET_HEADERS = frozenset({"authorization", "cookie", "proxy-authorization"})


class Access:
    """The headers that let a request in.

    Credentials, extra headers and the cookies of a browser's `cookies.txt` go only to the hosts of the seeds: such
    a file often holds every login of its owner. Cookies that servers set themselves go back to those servers.
    """

    def __init__(
        self,
        seed_hosts: Iterable[str],
        *,
        cookies_file: str | None = None,
        auth: str | None = None,
        headers: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._seed_hosts = frozenset(seed_hosts)
        self._policy = http.cookiejar.DefaultCookiePolicy()
        self._jar = http.cookiejar.CookieJar(self._policy)
        self._given = [
            cookie for cookie in (_read_cookies(cookies_file) if cookies_file else []) if self._is_for_seeds(cookie)
        ]
        for cookie in self._given:
            self._jar.set_cookie(cookie)
        self._domains = {_domain(cookie) for cookie in self._given}
        self._auth = _basic(auth) if auth else None
        self._headers = tuple(headers)
        self.secret_names = SECRET_HEADERS | {name.lower() for name, _ in self._headers}

    @property
    def is_given(self) -> bool:
        """Whether the user gave anything that could be a login."""
        return (
            bool(self._given)
            or self._auth is not None
            or any(name.lower() in SECRET_HEADERS for name, _ in self._headers)
        )

    def _is_for_seeds(self, cookie: http.cookiejar.Cookie) -> bool:
        return any(_is_within(host.partition(":")[0], _domain(cookie)) for host in self._seed_hosts)

    def headers_for(self, url: str, host: str) -> list[tuple[str, str]]:
        """Cookie, Authorization and extra headers for a request to `url`."""
        found: list[tuple[str, str]] = []
        if self._has_cookies_for(host):
            request = urllib.request.Request(url)  # noqa: S310 -- never opened, the jar wants its form
            self._jar.add_cookie_header(request)
            if cookie := request.get_header("Cookie"):
                found.append(("Cookie", cookie))
        if host in self._seed_hosts:
            if self._auth:
                found.append(("Authorization", self._auth))
            found.extend(self._headers)
        return found

    def _has_cookies_for(self, host: str) -> bool:
        """Whether the jar, which takes its time, is worth asking."""
        name = host.partition(":")[0]
        return any(_is_within(name, domain) for domain in self._domains)

    def learn(self, url: str, headers: Sequence[tuple[str, str]]) -> None:
        """Take over the cookies that an answer sets."""
        if not any(name.lower() == "set-cookie" for name, _ in headers):
            return
        request = urllib.request.Request(url)  # noqa: S310 -- never opened, the jar wants its form
        for cookie in self._jar.make_cookies(_Answer(headers), request):  # type: ignore[arg-type]
            if self._policy.set_ok(cookie, request):
                self._jar.set_cookie(cookie)
                self._domains.add(_domain(cookie))


def _domain(cookie: http.cookiejar.Cookie) -> str:
    # The jar calls hosts without a dot "name.local".
    return cookie.domain.lstrip(".").lower().removesuffix(".local")


def _is_within(host: str, domain: str) -> bool:
    return host == domain or host.endswith("." + domain)


class _Answer:
    """As much of a response as the cookie jar looks at."""

    def __init__(self, headers: Sequence[tuple[str, str]]) -> None:
        self._headers = headers

    def info(self) -> "_Answer":
        return self

    def get_all(self, name: str, default: list[str] | None = None) -> list[str]:
        return [value for key, value in self._headers if key.lower() == name.lower()] or default or []


def redacted(request: bytes, secret_names: frozenset[str] | set[str]) -> bytes:
    """The request without the header lines that carry secrets."""
    head, separator, rest = request.partition(b"\r\n\r\n")
    lines = [
        line
        for line in head.split(b"\r\n")
        if line.partition(b":")[0].strip().lower().decode("latin-1") not in secret_names
    ]
    return b"\r\n".join(lines) + separator + rest


def _basic(auth: str) -> str:
    if ":" not in auth:
        raise UsageError("Credentials have the form USER:PASSWORD.", "For example --auth reader:secret")
    return "Basic " + base64.b64encode(auth.encode("utf-8")).decode("ascii")


def proxy_authorization(proxy: str) -> str | None:
    """The header value for a proxy URL with user and password in it."""
    parts = urlsplit(proxy)
    if parts.username is None:
        return None
    return _basic(f"{unquote(parts.username)}:{unquote(parts.password or '')}")


def _read_cookies(path: str) -> list[http.cookiejar.Cookie]:
    """The cookies of a Netscape cookies.txt; sessions cookies (expiry 0) included, `#HttpOnly_` lines too."""
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"The cookie file {path} cannot be read ({error.strerror}).") from error
    cookies = []
    for line in text.splitlines():
        fields = line.removeprefix("#HttpOnly_").rstrip("\r\n").split("\t")
        if len(fields) == 7 and not fields[0].startswith("#"):
            cookies.append(_cookie(fields))
    if not cookies:
        raise UsageError(
            f"There is no cookie in {path}.",
            "It must be a cookies.txt in Netscape's format: seven fields a line, separated by tabs.",
        )
    return cookies


def _cookie(fields: Sequence[str]) -> http.cookiejar.Cookie:
    domain, _, path, secure, expires, name, value = fields
    # The field in the file is not used: a domain with a leading dot is meant for sub-domains, whatever it says.
    stamp = int(float(expires)) if expires.strip().replace(".", "", 1).isdigit() else 0
    return http.cookiejar.Cookie(
        version=0, name=name, value=value, port=None, port_specified=False,
        domain=domain, domain_specified=domain.startswith("."), domain_initial_dot=domain.startswith("."),
        path=path, path_specified=True, secure=secure.upper() == "TRUE", expires=stamp or None,
        discard=stamp == 0, comment=None, comment_url=None, rest={},
    )  # fmt: skip
