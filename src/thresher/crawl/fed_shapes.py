"""What addresses of posts look like on a fed site, as the links of its feed say."""

from collections import defaultdict
from collections.abc import Iterable

from thresher.guide.shapes import is_telling, shape_of_post

LEAST_FOLDERS = 3
"""Folders that posts of a feed are in, from which on there are likely to be others: /garden/…, /kitchen/…, /travel/…"""


class Shapes(set[str]):
    """Shapes of posts; where these are in folders by subject, one of a subject that the feed has not is one, too."""

    _folders_of: tuple[int, dict[tuple[str, str], set[str]]] = (0, {})
    """How many shapes there were when the folders were told: each link of a page asks for them."""

    def take(self, urls: Iterable[str]) -> None:
        self.update(map(shape_of_post, urls))

    def fit(self, url: str) -> bool:
        """Whether a page with this address may be a post."""
        shape = shape_of_post(url)
        if shape in self:
            return True
        host, folder, rest = _parted(shape)
        return bool(folder) and len(self._folders().get((host, rest), ())) >= LEAST_FOLDERS

    def _folders(self) -> dict[tuple[str, str], set[str]]:
        """The folders of posts that have the rest of their addresses in common."""
        if self._folders_of[0] != len(self):
            found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
            for host, folder, rest in map(_parted, self):
                if folder:
                    found[host, rest].add(folder)
            self._folders_of = len(self), found
        return self._folders_of[1]


def _parted(shape: str) -> tuple[str, str, str]:
    """Host, folder and the rest of a shape; no folder, if a word for a kind of pages or a number stands for it."""
    host, _, path = shape.partition("/")
    folder, _, rest = path.partition("/")
    is_subject = folder not in ("", "*") and not is_telling(f"{host}/{folder}") and rest.startswith("*")
    return (host, folder, rest) if is_subject and "?" not in rest else (host, "", rest)
