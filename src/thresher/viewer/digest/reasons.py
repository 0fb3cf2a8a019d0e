"""What speaks for the applications that were recognised: looked up on the first pages of each."""

from pathlib import Path

from thresher.archive import Collection, Keeper
from thresher.catalog import Catalog
from thresher.knowledge import load_base
from thresher.model import CrawlSettings
from thresher.model.errors import ThresherError
from thresher.page import VirtualDocument, read_page
from thresher.recognise import Recogniser

MOST_PAGES = 5
_ABOVE = "\U0010ffff"


class Reasons:
    """Knows all types, so that it can say which signs of one are on a page."""

    def __init__(self, root: Path, catalog: Catalog) -> None:
        place = Collection(root)
        self._catalog = catalog
        self._keeper = Keeper.to_read(place, catalog)
        try:
            self._settings = place.read_settings()
        except ThresherError:
            self._settings = CrawlSettings(seeds=("http://nowhere.invalid/",))
        try:
            self._recogniser = Recogniser(load_base(*(Path(folder) for folder in self._settings.knowledge)))
        except (ThresherError, OSError):  # a folder of types that is not here any more
            self._recogniser = Recogniser(load_base())

    def of(self, root: str, type_name: str) -> list[tuple[str, str]]:
        """Signs of the type on a page below `root`, each with what was seen; none if it was learned, not recognised."""
        rows = self._catalog.execute(
            "SELECT id FROM captures WHERE url >= ? AND url < ? AND kind = 'page' AND status = 200 AND is_revisit = 0 "
            "LIMIT ?",
            (root, root + _ABOVE, MOST_PAGES),
        )
        for (number,) in rows.fetchall():
            row = self._keeper.captures.numbered(number)
            capture = self._keeper.load(row) if row is not None else None
            page = read_page(capture, self._settings) if capture is not None else None
            if capture is None or page is None:
                continue
            found = self._recogniser.application(VirtualDocument.of(page, capture))
            if found is not None and found[0] == type_name:
                return [(one.pattern, one.found) for one in found[1]]
        return []
