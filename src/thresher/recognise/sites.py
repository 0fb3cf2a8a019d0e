"""Which applications live where: what was recognised once need not be recognised on every page."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Site:
    """An application at a place."""

    root: str
    """Address of its folder, ending in a slash."""
    type_name: str


class Sites:
    """Remembers; `find` changes nothing, `observe` returns nothing."""

    def __init__(self) -> None:
        self._by_place: defaultdict[str, dict[str, Counter[str]]] = defaultdict(dict)

    def find(self, url: str) -> Site | None:
        """The application whose folder `url` is in; the innermost if several are. http and https are one place."""
        here = self._by_place.get(_place(origin_in(url)))
        if not here:
            return None
        path = _place(url)
        roots = [root for root in here if path.startswith(_place(root))]
        if not roots:
            return None
        root = max(roots, key=lambda one: len(_place(one)))
        return Site(root, here[root].most_common(1)[0][0])

    def all(self) -> Iterator[tuple[Site, int]]:
        """Every application at every place, and how many pages spoke for it."""
        for here in self._by_place.values():
            for root, counts in here.items():
                yield from ((Site(root, name), count) for name, count in counts.items())

    def observe(self, root: str, type_name: str, pages: int = 1) -> None:
        """Pages below `root` were recognised as `type_name`. The scheme it was met with first stays that of a root."""
        here = self._by_place[_place(origin_in(root))]
        twin = next((one for one in here if _place(one) == _place(root)), root)
        here.setdefault(twin, Counter())[type_name] += pages


def _place(url: str) -> str:
    """The address without its scheme; with it where a port belongs to one of the two."""
    scheme, mark, rest = url.partition("://")
    return f"{scheme}{mark}{rest}" if ":" in rest.partition("/")[0] else rest


def is_one_origin(one: str, other: str) -> bool:
    """Whether two addresses are on one host, http or https."""
    return _place(origin_in(one)) == _place(origin_in(other))


def origin_in(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
