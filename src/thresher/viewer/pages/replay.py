"""The way from a capture to its replay."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from thresher.viewer.asking import path_number
from thresher.viewer.desk import desk_of
from thresher.viewer.pages.missing import missing
from thresher.viewer.replay import State


def replay(request: Request) -> Response:
    """Lead to a capture as it was; or say how far pywb is."""
    desk = desk_of(request)
    row = desk.library.row("SELECT id, url, date FROM catalog.captures WHERE id = ?", (path_number(request),))
    if row is None:
        return missing(request, "There is no such capture.")
    pywb = desk.replay
    if pywb.state is State.STARTING:
        pywb.start()
        pywb.wait()
    if pywb.state is State.READY:
        return RedirectResponse(pywb.address(row["url"], row["date"], request.headers.get("host", "")), 303)
    return desk.page(request, "replay.html", 503, capture=row, state=pywb.state.value, trouble_of_pywb=pywb.trouble)


async def set_up(request: Request) -> Response:
    """Install pywb, once."""
    desk = desk_of(request)
    form = await request.form(max_files=0, max_fields=4)
    desk.replay.set_up()
    back = str(form.get("capture", ""))
    return RedirectResponse(f"/replay/{back}" if back.isdigit() else "/", 303)
