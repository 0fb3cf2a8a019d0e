"""When there is nothing to show."""

from starlette.requests import Request
from starlette.responses import Response

from thresher.viewer.desk import desk_of


def missing(request: Request, sentence: str) -> Response:
    """A page that says so, with a way back."""
    return desk_of(request).page(request, "missing.html", 404, sentence=sentence)
