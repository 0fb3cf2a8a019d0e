"""Who may ask what: the machine's own browser, for pages of this viewer, and nobody on behalf of another page."""

import hmac
import secrets
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "thresher-token"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_READING = frozenset({"GET", "HEAD"})

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""No script but the viewer's own, no inline one, nothing from other hosts."""
CHART_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
"""Where Plotly draws: it sets styles on what it draws."""


class Guard:
    """Stands before the application: refuses, and adds what browsers are to hold to."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], token: str = "") -> None:
        """`hosts` are the values of `Host` that are meant for this viewer; with a `token`, who comes must know it."""
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        if refused is not None:
            await refused(scope, receive, _with_policy(send))
            return
        await self._app(scope, receive, _with_policy(send))

    def _refused(self, scope: Scope, headers: Headers) -> PlainTextResponse | RedirectResponse | None:
        host = headers.get("host", "").lower()
        if host not in self._hosts:
            # Another name that leads here may be that of a page which wants to read along (DNS rebinding).
            return PlainTextResponse("This viewer does not answer to that name.\n", 421)
        if scope["method"] not in _READING and not _is_own(headers, host):
            return PlainTextResponse("Only pages of this viewer may change anything.\n", 403)
        return self._without_token(scope, headers) if self._token else None

    def _without_token(self, scope: Scope, headers: Headers) -> PlainTextResponse | RedirectResponse | None:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        given = query.pop("token", [""])[0]
        if given and hmac.compare_digest(given.encode(), self._token.encode()):
            rest = f"?{urlencode(query, doseq=True)}" if query else ""
            answer = RedirectResponse(scope["path"] + rest, 303)
            answer.set_cookie(COOKIE, self._token, httponly=True, samesite="strict")
            return answer
        if hmac.compare_digest(_cookie(headers).encode(), self._token.encode()):
            return None
        return PlainTextResponse(
            "This viewer asks for a token: open the address that `thresher view` has printed.\n", 401
        )


def new_token() -> str:
    return secrets.token_urlsafe(24)


def _is_own(headers: Headers, host: str) -> bool:
    """Whether a page of the viewer itself asks; browsers always say where a form came from."""
    origin = headers.get("origin", "")
    return origin.partition("://")[2].lower() == host and headers.get("sec-fetch-site", "same-origin") == "same-origin"


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def _with_policy(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Content-Security-Policy", POLICY)
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "same-origin"  # with none at all, browsers hide where a form comes from
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
            headers["Cross-Origin-Resource-Policy"] = "same-origin"
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sent
