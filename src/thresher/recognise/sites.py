"""Which applications live where: what was recognised once need not be recognised on every page."""

from collections import Counter, defaultdict
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
        self._by_origin: defaultdict[str, dict[str, Counter[str]]] = defaultdict(dict)

    def find(self, url: str) -> Site | None:
        """The application whose folder `url` is in; the innermost if several are."""
        origin = origin_in(url)
        if origin not in self._by_origin:
            return None
        roots = [root for root in self._by_origin[origin] if url.startswith(root)]
        if not roots:
            return None
        root = max(roots, key=len)
        return Site(root, self._by_origin[origin][root].most_common(1)[0][0])

    def observe(self, root: str, type_name: str) -> None:
        """A page below `root` was recognised as `type_name`."""
        self._by_origin[origin_in(root)].setdefault(root, Counter())[type_name] += 1


def origin_in(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
