"""Addresses that say more than those of threads: single posts, print views and forms have the thread's and a bit."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from thresher.knowledge.forms import path_in_query, path_of, query_of
from thresher.knowledge.noise import judge

MAX_MORE = 2
"""Parameters, or pieces of a path in the query, that another view has beyond the thread's."""
MAX_PARAMETERS = 8


def shortened(url: str) -> Iterator[str]:
    """What is left of an address without one or two of its parameters, or of the last pieces of a path in its query.

    >>> list(shortened("http://f.example/read.php?1,12,13,quote=1"))
    ['http://f.example/read.php?1,12,13', 'http://f.example/read.php?1,12']
    >>> list(shortened("http://f.example/topic.php?t=5&view=print"))
    ['http://f.example/topic.php?t=5', 'http://f.example/topic.php?view=print']
    """
    place, _, query = url.partition("#")[0].partition("?")
    pairs = query.replace(";", "&").split("&")
    inner = path_in_query(url)
    if len(pairs) == 1 and inner:
        for _ in range(MAX_MORE):
            inner = inner[: max(inner.rfind(","), inner.rfind("/"), 0)]
            if inner.strip("/,"):
                yield f"{place}?{inner}"
    elif len(pairs) <= MAX_PARAMETERS:
        for more in range(1, min(MAX_MORE, len(pairs) - 1) + 1):
            for kept in combinations(pairs, len(pairs) - more):
                yield f"{place}?{'&'.join(kept)}"


def is_view(url: str, role_of: Callable[[str], str]) -> bool:
    """Whether an address shows a thread or board otherwise, by parameters that nobody needs."""
    path, mark, _ = url.partition("?")
    if not mark or role_of(url):
        return False
    return role_of(path) in ("thread", "board") or "thread" in map(role_of, shortened(url))


def other_halves(urls: Iterable[str], lists: Iterable[str]) -> list[str]:
    """Those of `urls` that are the address of a list but for one word of its query: state=closed beside state=open.

    They list other things, while what has a word where a list has none lists fewer of the same.
    """
    queries: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for url in lists:
        if (query := query_of(url)) and query not in queries[path_of(url)]:
            queries[path_of(url)].append(query)
    return [url for url in sorted(urls) if any(_is_half(url, query) for query in queries.get(path_of(url), ()))]


def unseen_among(urls: Sequence[str], lists: Iterable[str]) -> list[str]:
    """Those of `urls` that no list seen shows in another order: it has their path, and some of their parameters. All of
    them, if there are none.

    >>> unseen_among(["http://f.example/b?f=4", "http://f.example/b?f=5"], ["http://f.example/b?f=4&sort=r"])
    ['http://f.example/b?f=5']
    """
    queries: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for url in lists:
        queries[path_of(url)].append(query_of(url))
    pairs = [(url, query_of(url).items()) for url in urls]
    unseen = [url for url, own in pairs if not any(own & query.items() for query in queries.get(path_of(url), ()))]
    return unseen or list(urls)


def _is_half(url: str, query: dict[str, str]) -> bool:
    own = query_of(url)
    other = [name for name, value in own.items() if query.get(name) != value]
    if len(other) != 1 or not own.keys() <= query.keys():
        return False
    name, value = other[0], own[other[0]]
    # An order has the same in it.
    return (
        value.isalpha() and query[name].isalpha() and judge(f"{url.partition('?')[0]}?{name}={value}").verdict == "keep"
    )
