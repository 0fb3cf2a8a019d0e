"""What every page of the viewer needs: the library, templates, and a way to answer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from thresher.viewer import shown
from thresher.viewer.library import Library
from thresher.viewer.prepared import Prepared
from thresher.viewer.replay import Replay

T = TypeVar("T")

MENU = (
    ("/", "Overview"),
    ("/talks", "Read"),
    ("/search", "Search"),
    ("/people", "People"),
    ("/tree", "Structure"),
    ("/feeds", "Feeds"),
    ("/plan", "Plan"),
    ("/skipped", "Left alone"),
    ("/knowledge", "Knowledge"),
    ("/query", "SPARQL"),
    ("/live", "Crawl"),
)


class Desk:
    """Where pages are made. What takes long is prepared in the background."""

    def __init__(self, library: Library, title: str) -> None:
        self.library = library
        self.replay = Replay(library.collection.root)
        self.title = title
        self.templates = _environment()
        self._prepared: dict[str, Prepared[Any]] = {}

    def prepared(self, make: "Callable[[Desk], T]", seconds: float = 120) -> Prepared[T]:
        """What `make` gives, kept for so long."""
        return self._prepared.setdefault(make.__name__, Prepared(lambda: make(self), seconds))

    @property
    def root(self) -> Path:
        return self.library.collection.root

    def page(self, request: Request, template: str, status: int = 200, **data: Any) -> HTMLResponse:
        """A template with its data."""
        path = request.url.path
        here = next((link for link, _ in reversed(MENU) if path == link or (link != "/" and path.startswith(link))), "")
        text = self.templates.get_template(template).render(
            menu=MENU, here=here, collection=self.title, trouble=self.library.trouble, request=request, **data
        )
        return HTMLResponse(text, status)


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("thresher.viewer"),
        autoescape=True,
        finalize=shown.plain,  # whatever a template shows, archived or not
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "number": shown.number,
        "when": shown.when,
        "size": shown.size,
        "highlighted": shown.highlighted,
        "place": shown.host_and_path,
    }
    return made
