"""Invented blogs on loopback: a proxy that answers for their hosts and notes what it was asked for."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tests.support.invented_blogs.site import Answer, InventedBlog

_WORDS = {200: "OK", 301: "Moved Permanently", 404: "Not Found"}


@dataclass
class Serving:
    """A proxy that is up; `asked` has address and status of each request."""

    proxy: str = ""
    asked: list[tuple[str, int]] = field(default_factory=list)


@contextmanager
def serve(blog: InventedBlog) -> Iterator[Serving]:
    """Serve a blog until the block ends."""
    serving = Serving()
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(
        asyncio.start_server(lambda reader, writer: _talk(blog, serving, reader, writer), "127.0.0.1", 0)
    )
    serving.proxy = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield serving
    finally:
        asyncio.run_coroutine_threadsafe(_close(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _close(server: asyncio.Server) -> None:
    server.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


async def _talk(
    blog: InventedBlog, serving: Serving, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
        while line := await reader.readline():
            while (await reader.readline()).strip():
                pass
            method, url, _ = line.decode("latin-1").split(" ", 2)
            answer = blog.answer(url)
            serving.asked.append((url, answer.status))
            writer.write(_bytes(answer, has_body=method != "HEAD"))
            await writer.drain()
    writer.close()


def _bytes(answer: Answer, *, has_body: bool) -> bytes:
    body = b"" if answer.status == 301 else answer.text.encode()
    place = f"Location: {answer.text}\r\n" if answer.status == 301 else ""
    head = (
        f"HTTP/1.1 {answer.status} {_WORDS[answer.status]}\r\nContent-Type: {answer.kind}; charset=utf-8\r\n{place}"
        f"Content-Length: {len(body)}\r\nConnection: keep-alive\r\n\r\n"
    )
    return head.encode() + (body if has_body else b"")
