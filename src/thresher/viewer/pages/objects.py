"""One object: its versions, what changed between two of them, and what it was read from."""

from starlette.requests import Request
from starlette.responses import Response

from thresher.change.text_diff import text_diff
from thresher.viewer.asking import number_in, path_number
from thresher.viewer.desk import desk_of
from thresher.viewer.pages.missing import missing
from thresher.viewer.pages.talks import captures_of

FIELDS = (("title", "Title"), ("author", "Author"), ("published", "Published"), ("modified", "Changed, as it says"))


def one_object(request: Request) -> Response:
    """The page of an object."""
    desk = desk_of(request)
    ask, number = desk.library, path_number(request)
    row = ask.row(
        "SELECT o.*, t.site, t.person, t.container AS container_number, s.name AS site_name FROM catalog.objects o "
        "JOIN things t ON t.number = o.number JOIN sites s ON s.number = t.site WHERE o.number = ?",
        (number,),
    )
    if row is None:
        return missing(request, "There is nothing of that number in this collection.")
    versions = ask.rows("SELECT * FROM catalog.object_versions WHERE object = ? ORDER BY version", (number,))
    newest = len(versions) - 1
    right = min(number_in(request, "to", newest + 1), newest + 1) or 1
    left = min(number_in(request, "from", max(1, right - 1)), newest + 1) or 1
    before, now = versions[left - 1], versions[right - 1]
    return desk.page(
        request,
        "object.html",
        object=row,
        versions=versions,
        now=now,
        left=left,
        right=right,
        changed=[(label, before[name], now[name]) for name, label in FIELDS if before[name] != now[name]],
        lines=list(text_diff(before["text"].splitlines(), now["text"].splitlines(), 3)) if left != right else [],
        captures=captures_of(desk, row["source_url"]),
    )
