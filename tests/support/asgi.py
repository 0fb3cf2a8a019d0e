"""Asking the viewer without a server."""

import asyncio
import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from starlette.types import ASGIApp, Message

from thresher.viewer.app import make_app
from thresher.viewer.desk import Desk
from thresher.viewer.library import Library

HOST = "viewer.test"


@dataclass(frozen=True)
class Answer:
    """What came."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


class Viewer:
    """A viewer of one collection, with its digest made."""

    def __init__(self, root: Path) -> None:
        self.library = Library(root)
        self.library.start()
        assert self.library.wait(30), self.library.trouble
        self._runner = asyncio.Runner()
        self._desk = Desk(self.library, root.name)
        self._app: ASGIApp = make_app(self._desk, [HOST])

    def __enter__(self) -> "Viewer":
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.close()
        self._desk.replay.close()
        self.library.close()

    def get(self, place: str) -> Answer:
        path, _, query = place.partition("?")
        scope = {
            "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": path,
            "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(b"host", HOST.encode())], "server": (HOST, 80), "client": ("127.0.0.1", 1),
        }  # fmt: skip
        return self._runner.run(self._ask(scope))

    async def _ask(self, scope: dict[str, object]) -> Answer:
        sent: list[Message] = []
        asked: list[bool] = []

        async def receive() -> Message:
            if asked:
                await asyncio.Event().wait()  # the browser stays
            asked.append(True)
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Answer(sent[0]["status"], headers, b"".join(one.get("body", b"") for one in sent[1:]))

    def walk(self, most: int = 600) -> dict[str, str]:
        """All pages that links lead to from the first one, by address."""
        waiting, found = ["/"], dict[str, str]()
        while waiting and len(found) < most:
            place = waiting.pop(0)
            answer = self.get(place)
            found[place] = answer.text
            links = [unescape(link).partition("#")[0] for link in re.findall(r'href="(/[^"]*)"', answer.text)]
            links += [answer.headers["location"].partition("#")[0]] if "location" in answer.headers else []
            links = [link for link in dict.fromkeys(links) if not link.startswith("/static/")]
            waiting += [link for link in links if link not in found and link not in waiting]
        return found
