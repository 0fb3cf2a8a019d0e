"""Exchanges and keepers for tests of the archive."""

import io
from datetime import UTC, datetime
from pathlib import Path

from thresher.archive import SCHEMA, Collection, Keeper, WarcWriter
from thresher.catalog import Catalog, open_catalog
from thresher.model import Exchange
from thresher.wire import read_head

MOMENT = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


def exchange(
    url: str, body: bytes, head: bytes = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", **more: object
) -> Exchange:
    parsed = read_head(head)
    assert parsed is not None
    return Exchange(
        url=url,
        started=MOMENT,
        request=b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n",
        head=head,
        body=io.BytesIO(body),
        body_length=len(body),
        status=parsed.status,
        headers=parsed.headers,
        is_chunked=parsed.is_chunked,
        **more,  # type: ignore[arg-type]
    )


class OpenCollection:
    """A collection that is being written to, as a crawl would."""

    def __init__(self, root: Path, *, roll_bytes: int = 10**9) -> None:
        self.collection = Collection(root)
        self.collection.open_for_writing()
        self.catalog: Catalog = open_catalog(self.collection.catalog, (SCHEMA,))
        self.writer = WarcWriter(
            self.collection.archive, prefix="test", warcinfo=(("software", "test"),), roll_bytes=roll_bytes
        )
        self.keeper = Keeper(self.collection, self.catalog, self.writer)

    def crash(self) -> None:
        """What kill -9 leaves: nothing is committed any more, what was written stays written."""
        self.writer.close()
        self.catalog.abandon()
        self.collection.close()

    def close(self) -> None:
        from thresher.archive import write_cdxj

        self.keeper.commit()
        write_cdxj(self.collection.index, self.keeper.captures.for_index())
        self.keeper.close()
        self.catalog.close()
        self.collection.close()
