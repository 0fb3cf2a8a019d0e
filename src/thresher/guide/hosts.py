"""The one name and scheme under which a site is asked: http or https, with or without `www.`.

http and https of a host are one place, unless a port belongs to one of them. `a.example` and `www.a.example` are
two places until a redirect leads from an address of one to the same address of the other.
"""

from thresher.guide.memory import Memory

_WWW = "www."


class Hosts:
    """Remembers other names of hosts; the memory holds them."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def home(self, url: str, root: str) -> str:
        """`url` with the scheme and host of `root`, if it is below that; else `url` as it is.

        >>> from thresher.guide.memory import PlainMemory
        >>> Hosts(PlainMemory()).home("http://a.example/b/c", "https://a.example/b/")
        'https://a.example/b/c'
        """
        if url.startswith(root):
            return url
        scheme, _, place = root.partition("://")
        host, _, folder = place.partition("/")
        rest = url.partition("://")[2]
        name, slash, path = rest.partition("/")
        if ":" in name or not path.startswith(folder) or not (name == host or self._leads(name, host)):
            return url
        return f"{scheme}://{host}{slash}{path}"

    def observe(self, url: str, target: str) -> None:
        """Take in a redirect."""
        name, _, path = url.partition("://")[2].partition("/")
        host, _, other = target.partition("://")[2].partition("/")
        if path == other and is_www_twin(name, host) and not self._leads(host, name):
            self._memory.save(f"host {name} is {host}", (1,))

    def _leads(self, name: str, host: str) -> bool:
        return is_www_twin(name, host) and self._memory.load(f"host {name} is {host}") is not None


def is_www_twin(one: str, other: str) -> bool:
    """Whether two hosts differ only by `www.`."""
    return one == _WWW + other or other == _WWW + one
