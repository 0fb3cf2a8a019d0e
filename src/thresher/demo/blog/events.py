"""The events calendar of the blog: one page a month and one a story hour, for ever in both directions.

This is the trap of the demo site. A crawler that follows "next month" never ends, and learns nothing.
"""

import re
from dataclasses import dataclass

from thresher.demo.markup import MONTHS, anchor, escape

FIRST_MONTH = 2025 * 12 + 6
"""July 2025, the month of the newest post: the widget begins here, since the site has no clock."""

_MONTH = re.compile(r"(-?[0-9]{1,6})-(0[1-9]|1[0-2])", re.ASCII)
_DAY = re.compile(r"(-?[0-9]{1,6}-[0-9]{2})-([0-3][0-9])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Month:
    """A month, counted from January of the year 0; any whole number is a month."""

    index: int

    @property
    def year(self) -> int:
        return self.index // 12

    @property
    def key(self) -> str:
        return f"{self.year:04d}-{self.index % 12 + 1:02d}"

    @property
    def name(self) -> str:
        return f"{MONTHS[self.index % 12]} {self.year}"

    @property
    def path(self) -> str:
        return f"/blog/events/{self.key}/"

    @property
    def days(self) -> int:
        number = self.index % 12
        if number == 1:
            return 29 if self.year % 4 == 0 and (self.year % 100 != 0 or self.year % 400 == 0) else 28
        return 30 if number in (3, 5, 8, 10) else 31

    @property
    def first_weekday(self) -> int:
        """0 for a Monday; Sakamoto's method, which knows no last year as `datetime` does."""
        shift = (0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4)[self.index % 12]
        year = self.year - (self.index % 12 < 2)
        return (year + year // 4 - year // 100 + year // 400 + shift + 1 + 6) % 7

    def next(self, step: int = 1) -> "Month":
        return Month(self.index + step)

    def story_days(self) -> tuple[int, ...]:
        """Every Tuesday there is a story hour, and there always will be."""
        return tuple(day for day in range(1, self.days + 1) if (self.first_weekday + day - 1) % 7 == 1)


def parse_month(key: str) -> Month | None:
    """`2025-07` as a month, or None."""
    match = _MONTH.fullmatch(key)
    return Month(int(match[1]) * 12 + int(match[2]) - 1) if match else None


def year_of(path: str) -> int | None:
    """The year that an address of the calendar is about; None for any other address."""
    match = re.match(r"/blog/events/(-?[0-9]{1,6})-[0-9]{2}[-/]", path)
    return int(match[1]) if match else None


def widget(month: Month) -> str:
    """The month as a table with links to its story hours and to the months beside it."""
    cells = [""] * month.first_weekday + [_cell(month, day) for day in range(1, month.days + 1)]
    weeks = (cells[start : start + 7] for start in range(0, len(cells), 7))
    rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in week) + "</tr>" for week in weeks)
    days = "".join(f'<th scope="col">{letter}</th>' for letter in "MTWTFSS")
    return f"""<table class="calendar"><caption>{month.name}</caption>
<thead><tr>{days}</tr></thead><tbody>{rows}</tbody></table>
<nav class="calendar-nav">{anchor(month.next(-1).path, "« " + MONTHS[(month.index - 1) % 12][:3], rel="prev")}
{anchor(month.path, "this month")}
{anchor(month.next().path, MONTHS[(month.index + 1) % 12][:3] + " »", rel="next")}</nav>"""


def month_page(month: Month, view: str) -> str:
    """The main part of a month's page, as a table or as a list."""
    hours = "".join(f"<li>{anchor(_day_path(month, day), _day_name(month, day))}</li>" for day in month.story_days())
    body = f'<ul class="events">{hours}</ul>' if view == "list" else widget(month)
    return f"""<header class="page-header"><h1>Events in {escape(month.name)}</h1></header>
<p class="views">{anchor(month.path, "Month")} · {anchor(month.path + "?view=list", "List")} ·
{anchor(month.path + "?ical=1", "Export to calendar")}</p>
{body}
<nav class="pager">{anchor(month.next(-1).path, "« " + month.next(-1).name, rel="prev")}
{anchor(month.next().path, month.next().name + " »", rel="next")}</nav>"""


def day_page(key: str) -> tuple[str, str] | None:
    """Title and main part of a day's page; None if that is no day with a story hour."""
    match = _DAY.fullmatch(key)
    month = parse_month(match[1]) if match else None
    if match is None or month is None or int(match[2]) not in month.story_days():
        return None
    title = f"Story hour, {int(match[2])} {month.name}"
    return (
        title,
        f"""<header class="page-header"><h1>{escape(title)}</h1></header>
<p>Every Tuesday at four, in the corner with the low chairs. No need to ask, no need to read well.</p>
<p>{anchor(month.path, "Back to " + month.name)}</p>""",
    )


def ical(month: Month) -> str:
    """The month for calendar programs."""
    key = month.key.replace("-", "")
    events = "".join(
        f"BEGIN:VEVENT\r\nUID:{key}{day:02d}@story\r\nDTSTART:{key}{day:02d}T160000Z\r\n"
        "SUMMARY:Story hour\r\nEND:VEVENT\r\n"
        for day in month.story_days()
    )
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//marlpress//events\r\n{events}END:VCALENDAR\r\n"


def _cell(month: Month, day: int) -> str:
    is_story_day = (month.first_weekday + day - 1) % 7 == 1
    return anchor(_day_path(month, day), str(day)) if is_story_day else str(day)


def _day_path(month: Month, day: int) -> str:
    return f"/blog/events/{month.key}-{day:02d}/"


def _day_name(month: Month, day: int) -> str:
    return f"Story hour, {day} {month.name}"
