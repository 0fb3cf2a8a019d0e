"""Talks to take along: as a page, as Markdown, as a book."""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from thresher.catalog import open_catalog
from thresher.describe import Chosen, read_talks
from thresher.reading import Copy, copy_bytes, file_name, title_of
from thresher.viewer.asking import path_number
from thresher.viewer.desk import desk_of
from thresher.viewer.pages.missing import missing


def copy(request: Request) -> Response:
    """One talk as a file to be saved."""
    desk, number = desk_of(request), path_number(request)
    form = Copy(request.url.path.rpartition(".")[2])
    if not desk.library.has_table("objects") or not desk.library.value(
        "SELECT number FROM catalog.objects WHERE number = ?", (number,)
    ):
        return missing(request, "There is nothing of that number in this collection.")
    catalog = open_catalog(desk.library.collection.catalog, read_only=True)
    try:
        talks = list(read_talks(catalog, Chosen(number=number)))
    finally:
        catalog.close()
    title = title_of(talks[0])
    name = file_name(title, form.value, set())
    plain = name if name.isascii() else f"talk-{number}.{form.value}"
    return Response(
        copy_bytes(form, title, talks),
        media_type=form.media_type,
        headers={"Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"},
    )
