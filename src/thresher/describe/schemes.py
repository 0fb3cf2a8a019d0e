"""One scheme for the ids of a host: http and https show the same objects, whichever a page was asked for with.

The scheme under which the first object of a host was kept stays that of all its ids. Hosts with a port of their
own are left as they are: a port speaks one of the two.
"""

from dataclasses import replace

from thresher.catalog import Catalog
from thresher.model import WebObject

_SCHEMES = ("http", "https")


class Schemes:
    """Remembers the scheme of each host; asks the catalog once for each."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._of_host: dict[str, str] = {}

    def settled(self, found: WebObject) -> WebObject:
        """The object with its ids, its own, those it names and its author's, in the scheme of their host."""
        ids = (found.id, found.container, found.reply_to, found.author_url)
        settled = tuple(map(self.of, ids))
        if settled == ids:
            return found
        return replace(found, id=settled[0], container=settled[1], reply_to=settled[2], author_url=settled[3])

    def of(self, identity: str) -> str:
        """An id in the scheme of its host."""
        scheme, mark, rest = identity.partition("://")
        host = rest.partition("/")[0]
        if not mark or scheme not in _SCHEMES or ":" in host:
            return identity
        known = self._of_host.get(host)
        if known is None:
            known = self._of_host[host] = self._kept(host) or scheme
        return identity if known == scheme else f"{known}://{rest}"

    def _kept(self, host: str) -> str:
        """The scheme of the first object of `host` in the catalog; empty if there is none."""
        first = {}
        for scheme in _SCHEMES:
            start = f"{scheme}://{host}/"
            sql = "SELECT min(number) FROM objects WHERE id >= ? AND id < ?"
            number = self._catalog.execute(sql, (start, start + "\U0010ffff")).fetchone()[0]
            if number is not None:
                first[number] = scheme
        return first[min(first)] if first else ""
