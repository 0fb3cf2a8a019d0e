"""One object: its versions, what changed between two of them, and what it was read from."""

from starlette.requests import Request
from starlette.responses import Response

from thresher.change.text_diff import text_diff
from thresher.viewer.asking import number_in, path_number
from thresher.viewer.desk import desk_of
from thresher.viewer.pages.missing import missing
from thresher.viewer.pages.talks import captures_of
from thresher.viewer.withheld import as_shown, withheld_of

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
    hidden = withheld_of(desk)
    if number in hidden.objects:
        return desk.page(request, "withheld.html", what=row["type"], reason=hidden.objects[number])
    rows = ask.rows("SELECT * FROM catalog.object_versions WHERE object = ? ORDER BY version", (number,))
    versions = [
        one
        for one in rows
        if one["number"] == row["current"] or not hidden.hides_version(one["source_url"], one["source_time"])
    ]
    numbers = [one["version"] for one in versions]
    right = _place(numbers, number_in(request, "to"), len(numbers) - 1)
    left = _place(numbers, number_in(request, "from"), max(0, right - 1))
    before, now = versions[left], versions[right]
    return desk.page(
        request,
        "object.html",
        object=as_shown(row, hidden),
        versions=versions,
        now=now,
        left=numbers[left],
        right=numbers[right],
        changed=[(label, before[name], now[name]) for name, label in FIELDS if before[name] != now[name]],
        lines=list(text_diff(before["text"].splitlines(), now["text"].splitlines(), 3)) if left != right else [],
        captures=captures_of(desk, row["source_url"]),
    )


def _place(numbers: list[int], wanted: int, otherwise: int) -> int:
    """Where in the list of versions the wanted one is."""
    return numbers.index(wanted) if wanted in numbers else otherwise
