"""What a site says about its own duplicates, learned from `rel=canonical`.

A page at `…?a=1&b=2` that names `…?a=1` as its address says that `b` does not change what is shown. Three of
one shape that say so, and none that says otherwise, and links of that shape are followed without `b`.
"""

from thresher.guide.memory import Memory
from thresher.knowledge.noise import without_parameters
from thresher.model import Page

SUPPORT = 3

# Many sites name the first page of a list as the address of all the others, which is a mistake: the later
# pages show other things. What counts pages is never learned.
_PAGING = frozenset(
    {"page", "p", "pg", "paged", "start", "offset", "st", "from", "seite", "pagina", "strona", "pn", "limitstart",
     "first", "begin", "skip", "pageno", "page_no", "pagenum", "currentpage", "cpage", "cursor", "after", "before",
     "max-results", "updated-max", "pageindex", "comment_page"}
)  # fmt: skip


class Lessons:
    """Counts what canonical addresses say; the memory holds the counts."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._counts: dict[str, tuple[int, int]] = {}

    def reduced(self, url: str, shape: str) -> str:
        """`url` without the parameters that its shape has proved idle; `url` itself where nothing is known."""
        if "?" not in url:
            return url
        idle = [name for name in _names(url) if self._is_idle(shape, name)]
        return without_parameters(url, idle) if idle else url

    def observe(self, page: Page, shape: str, has_news: bool) -> bool:
        """Take in what `page` says; True if a lesson changed by it.

        A page with new words on it contradicts: what it shows is not what the other address shows.
        """
        if page.canonical is None or "?" not in page.url:
            return False
        changed = False
        for name in _names(page.url):
            if name in _PAGING:
                continue
            was_idle = self._is_idle(shape, name)
            says_idle = name not in _names(page.canonical) and _place(page.canonical) == _place(page.url)
            self._count(shape, name, says_idle and not has_news)
            changed = changed or self._is_idle(shape, name) != was_idle
        return changed

    def _count(self, shape: str, name: str, is_support: bool) -> None:
        support, against = self._load(shape, name)
        counts = (support + is_support, against + (not is_support))
        self._counts[f"{shape} {name}"] = counts
        self._memory.save(f"lesson {shape} {name}", counts)

    def _is_idle(self, shape: str, name: str) -> bool:
        support, against = self._load(shape, name)
        return support >= SUPPORT and against == 0

    def _load(self, shape: str, name: str) -> tuple[int, int]:
        key = f"{shape} {name}"
        if key not in self._counts:
            numbers = self._memory.load("lesson " + key)
            if len(self._counts) > 50_000:
                self._counts.clear()
            self._counts[key] = (numbers[0], numbers[1]) if numbers else (0, 0)
        return self._counts[key]


def _names(url: str) -> list[str]:
    query = url.partition("?")[2].replace(";", "&")
    return [pair.partition("=")[0].lower() for pair in query.split("&") if pair]


def _place(url: str) -> str:
    return url.partition("?")[0]
