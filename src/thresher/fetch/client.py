"""Fetching one URL: resolve, connect (through a proxy if there is one), ask, read, hand over."""

import asyncio
import contextlib
import socket
import ssl
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from urllib.parse import urlsplit

from thresher.fetch.access import Access, proxy_authorization, redacted
from thresher.fetch.connection import Answer, Connection, Limits
from thresher.fetch.guard import AddressGuard
from thresher.fetch.trouble import FetchFailed, Trouble, TroubleKind
from thresher.model import Exchange

IDLE_SECONDS = 10.0
"""A kept connection older than this is not used again: many servers close after 5 to 15 s."""

ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@dataclass(frozen=True, slots=True)
class Ask:
    """What to send. Plain GET with our own headers unless the caller brings a whole set."""

    url: str
    referer: str = ""
    method: str = "GET"
    headers: tuple[tuple[str, str], ...] | None = None
    body: bytes = b""
    proxy: str | None = None
    """Instead of the one the client would choose."""
    conditions: tuple[tuple[str, str], ...] = ()
    """If-None-Match and its like: what was had before, and need not come again."""


@dataclass(frozen=True, slots=True)
class Target:
    """A URL taken apart for asking."""

    url: str
    scheme: str
    host: str
    port: int
    authority: str
    """host:port as it stands in the URL."""
    path: str

    @classmethod
    def of(cls, url: str) -> "Target":
        parts = urlsplit(url)
        default = 443 if parts.scheme == "https" else 80
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return cls(url, parts.scheme, parts.hostname or "", parts.port or default, parts.netloc, path)


class HttpClient:
    """HTTP/1.1 with kept connections. One `fetch` at a time and server unless the caller decides otherwise."""

    def __init__(
        self,
        *,
        user_agent: str,
        access: Access,
        guard: AddressGuard,
        proxy_for: Callable[[str], str | None] = lambda _: None,
        connect_seconds: float = 15.0,
        insecure: bool = False,
        keep_secrets: bool = False,
    ) -> None:
        self.access = access
        self._user_agent = user_agent
        self._guard = guard
        self._proxy_for = proxy_for
        self._connect_seconds = connect_seconds
        self._keep_secrets = keep_secrets
        self._insecure = insecure
        self._idle: defaultdict[tuple[str, str, int, str], list[Connection]] = defaultdict(list)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        # Made when a site needs it: to read the certificates of the system takes 30 ms.
        context = ssl.create_default_context()
        if self._insecure:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context

    async def resolve(self, url: str) -> str | Trouble | None:
        """The address a request to `url` will go to; None through a proxy."""
        target = Target.of(url)
        if self._proxy_for(url):
            return self._checked_literal(target)
        try:
            return (await self._addresses(target.host, target.port, check=target.host))[0]
        except FetchFailed as failed:
            return Trouble(failed.kind, failed.detail)

    async def fetch(self, ask: Ask, limits: Limits) -> Exchange | Trouble:
        """Send one request and read the answer. Whatever goes wrong comes back as a value."""
        started = time.monotonic()
        try:
            return await self._fetch(ask, limits, datetime.now(UTC), started)
        except FetchFailed as failed:
            return Trouble(failed.kind, failed.detail, seconds=time.monotonic() - started)

    async def close(self) -> None:
        for connections in self._idle.values():
            for connection in connections:
                connection.abort()
        self._idle.clear()

    async def _fetch(self, ask: Ask, limits: Limits, moment: datetime, started: float) -> Exchange | Trouble:
        target = Target.of(ask.url)
        proxy = ask.proxy or self._proxy_for(target.url)
        request = self._request(ask, target, proxy)
        key = (target.scheme, target.host, target.port, proxy or "")
        while True:
            connection = self._kept(key) or await self._connect(target, proxy)
            was_kept = connection.answers > 0
            try:
                answer = await connection.exchange(request, limits, has_body=ask.method != "HEAD")
                break
            except FetchFailed as failed:
                connection.abort()
                if not (was_kept and failed.kind is TroubleKind.CLOSED):
                    raise
            except BaseException:
                connection.abort()
                raise
        if connection.is_reusable:
            self._idle[key].append(connection)
        else:
            connection.abort()
        exchange = self._exchange(target, request, answer, moment, started, None if proxy else connection.ip)
        self.access.learn(target.url, answer.head.headers)
        if answer.fault is not None:
            return Trouble(answer.fault, f"after {answer.length:,} bytes", exchange, exchange.seconds)
        return exchange

    def _exchange(
        self, target: Target, request: bytes, answer: Answer, moment: datetime, started: float, ip: str | None
    ) -> Exchange:
        kept_request = request if self._keep_secrets else redacted(request, self.access.secret_names)
        truncated = answer.truncated or ("disconnect" if answer.fault else None)
        answer.body.seek(0)
        return Exchange(
            url=target.url,
            started=moment,
            request=kept_request,
            head=answer.head.raw,
            body=answer.body,
            body_length=answer.length,
            status=answer.head.status,
            headers=answer.head.headers,
            ip=ip,
            is_chunked=answer.head.is_chunked,
            truncated=truncated,
            seconds=time.monotonic() - started,
        )

    def _request(self, ask: Ask, target: Target, proxy: str | None) -> bytes:
        through = proxy is not None and target.scheme == "http"
        lines = [f"{ask.method} {target.url if through else target.path} HTTP/1.1", f"Host: {target.authority}"]
        headers = list(ask.headers) if ask.headers is not None else self._own_headers(ask, target)
        if through and proxy and (word := proxy_authorization(proxy)):
            headers.append(("Proxy-Authorization", word))
        if ask.body or ask.method in ("POST", "PUT", "PATCH"):
            headers.append(("Content-Length", str(len(ask.body))))
        headers.append(("Connection", "keep-alive"))
        lines.extend(f"{name}: {value}" for name, value in headers)
        return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape") + ask.body

    def _own_headers(self, ask: Ask, target: Target) -> list[tuple[str, str]]:
        headers = [
            ("User-Agent", self._user_agent),
            ("Accept", ACCEPT),
            ("Accept-Encoding", "gzip, deflate, br"),
            ("Accept-Language", "*"),
        ]
        if ask.referer and not (ask.referer.startswith("https:") and target.scheme == "http"):
            headers.append(("Referer", ask.referer))
        headers.extend(ask.conditions)
        given = self.access.headers_for(target.url, target.authority)
        overridden = {name.lower() for name, _ in given}
        return [(name, value) for name, value in headers if name.lower() not in overridden] + given

    def _kept(self, key: tuple[str, str, int, str]) -> Connection | None:
        connections = self._idle[key]
        while connections:
            connection = connections.pop()
            if connection.looks_alive and time.monotonic() - connection.last_used < IDLE_SECONDS:
                return connection
            connection.abort()
        return None

    async def _connect(self, target: Target, proxy: str | None) -> Connection:
        if proxy is None:
            tls = self._tls if target.scheme == "https" else None
            return await self._open_first(await self._addresses(target.host, target.port, target.host), target, tls)
        if isinstance(trouble := self._checked_literal(target), Trouble):
            raise FetchFailed(trouble.kind, trouble.detail)
        parts = urlsplit(proxy)
        host, port = parts.hostname or "", parts.port or 80
        ip = (await self._addresses(host, port, check=None))[0]
        if target.scheme == "http":
            return await self._open(ip, port, None, host)
        return await self._tunnel(ip, port, target, proxy)

    async def _tunnel(self, ip: str, port: int, target: Target, proxy: str) -> Connection:
        """TLS through a proxy: CONNECT, then the handshake inside."""
        reader, writer = await self._streams(ip, port, None, "")
        name = f"[{target.host}]" if ":" in target.host else target.host
        place = f"{name}:{target.port}"
        word = proxy_authorization(proxy)
        extra = f"Proxy-Authorization: {word}\r\n" if word else ""
        writer.write(f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n{extra}\r\n".encode())
        try:
            async with asyncio.timeout(self._connect_seconds):
                head = await reader.readuntil(b"\r\n\r\n")
                if head.split(b" ", 2)[1:2] != [b"200"]:
                    raise FetchFailed(TroubleKind.PROXY, head.split(b"\r\n", 1)[0].decode("latin-1"))
                await writer.start_tls(self._tls, server_hostname=target.host)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            writer.transport.abort()
            raise _connect_failure(error) from error
        return Connection(reader, writer, None)

    async def _open_first(self, addresses: list[str], target: Target, tls: ssl.SSLContext | None) -> Connection:
        """A connection to the first address that takes one: many hosts name an IPv6 address they do not serve."""
        for ip in addresses[:-1]:
            with contextlib.suppress(FetchFailed):
                return await self._open(ip, target.port, tls, target.host)
        return await self._open(addresses[-1], target.port, tls, target.host)

    async def _open(self, ip: str, port: int, tls: ssl.SSLContext | None, name: str) -> Connection:
        reader, writer = await self._streams(ip, port, tls, name)
        return Connection(reader, writer, ip)

    async def _streams(
        self, ip: str, port: int, tls: ssl.SSLContext | None, name: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        try:
            async with asyncio.timeout(self._connect_seconds):
                return await asyncio.open_connection(
                    ip, port, ssl=tls, server_hostname=name if tls else None, limit=256 * 1024
                )
        except (OSError, TimeoutError) as error:
            raise _connect_failure(error) from error

    async def _addresses(self, host: str, port: int, check: str | None) -> list[str]:
        """The addresses of `host` that may be asked; at least one."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._connect_seconds):
                found = await loop.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
        except (OSError, TimeoutError, UnicodeError) as error:
            raise FetchFailed(TroubleKind.UNKNOWN_HOST, host) from error
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        allowed = [ip for ip in addresses if check is None or self._guard.allows(check, ip)]
        if not allowed:
            raise FetchFailed(TroubleKind.BLOCKED, f"{host} is {addresses[0] if addresses else 'nowhere'}")
        return allowed

    def _checked_literal(self, target: Target) -> Trouble | None:
        """Through a proxy only addresses written as numbers can be checked."""
        if self._guard.allows(target.host, target.host):
            return None
        return Trouble(TroubleKind.BLOCKED, target.host)


def _connect_failure(error: Exception) -> FetchFailed:
    if isinstance(error, ssl.SSLCertVerificationError):
        return FetchFailed(TroubleKind.CERTIFICATE, error.verify_message)
    if isinstance(error, ConnectionRefusedError):
        return FetchFailed(TroubleKind.REFUSED)
    return FetchFailed(TroubleKind.CONNECT, str(error) or "time-out")
