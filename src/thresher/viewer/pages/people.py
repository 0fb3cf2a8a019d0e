"""Who wrote: everybody, and what one of them has written."""

from starlette.requests import Request
from starlette.responses import Response

from thresher.viewer.asking import PAGE_SIZE, number_in, page_in, path_number, text_in, turns
from thresher.viewer.desk import desk_of
from thresher.viewer.pages.missing import missing
from thresher.viewer.withheld import as_shown, withheld_of


def people(request: Request) -> Response:
    """Everybody, who wrote most first; or those whose names begin with what was asked for."""
    desk = desk_of(request)
    name, site, page = (
        text_in(request, "name", 100),
        number_in(request, "site"),
        page_in(request),
    )
    parts, values = ["p.count > 0"], []
    if name:
        # A range, not LIKE: so the index on names answers.
        parts.append("p.name >= ? COLLATE NOCASE AND p.name < ? COLLATE NOCASE")
        values += [name, name + "\U0010ffff"]
    if site:
        parts.append("p.site = ?")
        values.append(str(site))
    rows = desk.library.rows(
        "SELECT p.*, s.name AS site_name FROM people p JOIN sites s ON s.number = p.site "  # noqa: S608
        f"WHERE {' AND '.join(parts)} ORDER BY p.count DESC, p.number LIMIT ? OFFSET ?",
        (*values, PAGE_SIZE + 1, (page - 1) * PAGE_SIZE),
    )
    return desk.page(
        request,
        "people.html",
        people=rows[:PAGE_SIZE],
        name=name,
        **turns(request, page, len(rows) > PAGE_SIZE),
    )


def person(request: Request) -> Response:
    """What one of them has written, the newest first."""
    desk = desk_of(request)
    ask, number = desk.library, path_number(request)
    row = ask.row(
        "SELECT p.*, s.name AS site_name FROM people p JOIN sites s ON s.number = p.site WHERE p.number = ?", (number,)
    )
    if row is None:
        return missing(request, "There is nobody of that number in this collection.")
    page = page_in(request)
    written = ask.rows(
        "SELECT t.number, t.type, t.published, o.version, o.container, o.container_title, v.title, "
        "substr(v.text, 1, 280) AS opening FROM "
        "(SELECT number, type, published FROM things WHERE person = ? AND person > 0 "
        "ORDER BY published DESC LIMIT ? OFFSET ?) t JOIN catalog.objects o ON o.number = t.number "
        "JOIN catalog.object_versions v ON v.number = o.current ORDER BY t.published DESC",
        (number, PAGE_SIZE + 1, (page - 1) * PAGE_SIZE),
    )
    hidden = withheld_of(desk)
    shown = [as_shown(one, hidden) for one in written[:PAGE_SIZE] if one["number"] not in hidden.objects]
    if not shown and page == 1:
        return missing(request, "There is nobody of that number in this collection.")
    return desk.page(
        request,
        "person.html",
        person=row,
        written=[{**one, "title": one["title"] or one["container_title"]} for one in shown],
        **turns(request, page, len(written) > PAGE_SIZE),
    )
