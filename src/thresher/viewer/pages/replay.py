"""The way from a capture to its replay."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from thresher.viewer.asking import path_number
from thresher.viewer.desk import desk_of
from thresher.viewer.pages.missing import missing
from thresher.viewer.replay import State
from thresher.viewer.withheld import withheld_of

LISTS = ("timemap", "cdx")
"""Forms in which pywb lists all captures of an address."""


def replay(request: Request) -> Response:
    """Lead to a capture as it was; or say how far pywb is."""
    desk = desk_of(request)
    row = desk.library.row("SELECT id, url, date FROM catalog.captures WHERE id = ?", (path_number(request),))
    if row is None:
        return missing(request, "There is no such capture.")
    hidden, pywb = withheld_of(desk), desk.replay
    if reason := hidden.why_not_shown(row["url"], row["date"]):
        return desk.page(request, "withheld.html", 403, what="capture", reason=reason)
    # Of a page that is withheld as it was at one moment, no capture is replayed: pywb knows addresses.
    pywb.keep_out([*(url for url, _ in hidden.captures), *hidden.pages])
    if pywb.state is State.STARTING:
        pywb.start()
        pywb.wait()
    if pywb.state is State.READY:
        host, form = request.headers.get("host", ""), request.query_params.get("as", "")
        if form in LISTS:
            return RedirectResponse(pywb.list_address(row["url"], form, host), 303)
        return RedirectResponse(pywb.address(row["url"], row["date"], host), 303)
    return desk.page(request, "replay.html", 202, capture=row, state=pywb.state.value, trouble_of_pywb=pywb.trouble)


async def set_up(request: Request) -> Response:
    """Install pywb, once."""
    desk = desk_of(request)
    form = await request.form(max_files=0, max_fields=4)
    desk.replay.set_up()
    back = str(form.get("capture", ""))
    return RedirectResponse(f"/replay/{back}" if back.isdigit() else "/", 303)
