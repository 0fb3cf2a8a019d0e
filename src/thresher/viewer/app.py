"""The application: which address shows which page."""

from importlib.resources import files
from threading import Thread

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from thresher.viewer.desk import Desk, desk_of
from thresher.viewer.guard import Guard
from thresher.viewer.library import Library
from thresher.viewer.pages import (
    captures,
    copies,
    feeds,
    knowledge,
    live,
    objects,
    overview,
    people,
    plan,
    query,
    replay,
    search,
    skipped,
    talks,
    tree,
)
from thresher.viewer.pages.missing import missing

ROUTES = [
    Route("/", overview.overview),
    Route("/sites/{number}", overview.site),
    Route("/talks", talks.talks),
    Route("/talks/{number}", talks.talk),
    *(Route(f"/talks/{{number}}/copy.{form}", copies.copy, name=form) for form in ("html", "md", "epub")),
    Route("/objects/{number}", objects.one_object),
    Route("/people", people.people),
    Route("/people/{number}", people.person),
    Route("/search", search.search),
    Route("/captures", captures.captures),
    Route("/replay", replay.set_up, methods=["POST"]),
    Route("/replay/{number}", replay.replay),
    Route("/tree", tree.tree),
    Route("/feeds", feeds.feeds),
    Route("/reconstruction", feeds.reconstruction),
    Route("/plan", plan.plan),
    Route("/skipped", skipped.skipped),
    Route("/knowledge", knowledge.knowledge),
    Route("/query", query.query),
    Route("/live", live.live),
    Route("/live", live.tell_crawl, methods=["POST"]),
    Route("/live/state", live.live_state),
]


def make_app(desk: Desk, hosts: list[str], token: str = "") -> ASGIApp:
    """The viewer of one collection, which answers to these hosts."""
    static = StaticFiles(directory=str(files("thresher.viewer") / "static"))
    app = Starlette(
        routes=[
            *ROUTES,
            Route("/readiness", readiness),
            Route("/plotly.js", plotly_script),
            Mount("/static", static),
            Route("/{rest:path}", _nothing_here, methods=["GET", "HEAD", "POST"]),
        ],
        middleware=[Middleware(Guard, hosts=hosts, token=token), Middleware(_Waiting, library=desk.library)],
        exception_handlers={500: _trouble},
    )
    app.state.desk = desk
    return app


def prepare(desk: Desk) -> None:
    """Begin, in the background, with what pages would have to wait for."""

    def begin() -> None:
        if desk.library.wait():
            desk.prepared(tree.timeline_of).get(wait=0)
            desk.prepared(feeds.rhythms_in).get(wait=0)

    Thread(target=begin, daemon=True).start()


class _Waiting:
    """Until the first digest is made, every page says how far it is."""

    def __init__(self, app: ASGIApp, library: Library) -> None:
        self._app = app
        self._library = library

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_page = scope["type"] == "http" and not scope["path"].startswith(("/static/", "/readiness"))
        if is_page and self._library.progress is not None:
            request = Request(scope)
            page = scope["app"].state.desk.page(request, "waiting.html", 202, progress=self._library.progress)
            page.headers["Refresh"] = "2"
            await page(scope, receive, send)
            return
        await self._app(scope, receive, send)


def readiness(request: Request) -> Response:
    """For programs: whether pages can be shown."""
    library = desk_of(request).library
    return JSONResponse({"is_ready": library.progress is None, "trouble": library.trouble})


def plotly_script(request: Request) -> Response:
    """The script that the Python package of Plotly carries."""
    from plotly.offline import get_plotlyjs  # type: ignore[import-untyped]

    headers = {"Cache-Control": "max-age=86400"}
    return Response(get_plotlyjs(), media_type="text/javascript", headers=headers)


def _nothing_here(request: Request) -> Response:
    return missing(request, "There is no such page.")


def _trouble(request: Request, error: Exception) -> Response:
    return desk_of(request).page(request, "trouble.html", 500, sentence=f"{type(error).__name__}: {error}")
