"""Years of a board and sites with two faces: their tables, and plain data."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from thresher.evaluate.agents import FOUND, RIGHT, AgentFigures, Agreement
from thresher.evaluate.focus_tables import Rows, Table
from thresher.evaluate.versions import Outcome, Shows

GOAL = 0.98
"""Share of the versions on which all topics are to be found."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The versions of one page, visited in one way."""

    how: str
    outcomes: Sequence[Outcome]


@dataclass(frozen=True, slots=True)
class Years:
    """The versions of one page, visited in several ways; and what other programs find on its lists, in percent."""

    replays: Sequence[Replayed]
    peers: dict[str, list[int]]


def version_tables(years: Years) -> list[Table]:
    rows: Rows = []
    for one in years.replays:
        lists, topics = (_of(one.outcomes, kind) for kind in (Shows.LIST, Shows.TOPIC))
        notices = len(_of(one.outcomes, Shows.NOTICE))
        both = [*lists, *topics]
        posts = sum(each.posts for each in topics)
        read = sum(each.posts_found for each in topics)
        rows.append(
            (
                one.how,
                _found(lists),
                _found(topics),
                str(notices),
                _percent(_right(both), len(both)),
                _percent(read, posts),
            )
        )
    rows += [(name, f"{some.count(100)} of {len(some)}", "–", "–", "–", "–") for name, some in years.peers.items()]
    by_year: Rows = [
        (
            year,
            *(
                _found([each for each in one.outcomes if each.time[:4] == year and each.topics])
                for one in years.replays
            ),
        )
        for year in sorted({each.time[:4] for one in years.replays for each in one.outcomes})
    ]
    return [
        Table(
            "Years of one board",
            "Saved versions of one address, replayed as visits: versions on which all topics are found. On a list, "
            "topics are found if the visit asks for each of them; on the page of a topic, if its title is read. What a "
            f"version shows is read without the knowledge base. Notices show no topic. The goal is {GOAL:.0%}. Other "
            "programs were shown the first list, and look for the topics on all others.",
            ("visited", "lists", "topics", "notices", "found", "posts read"),
            rows,
        ),
        Table(
            "Years of one board, by year",
            "Lists and pages of topics on which all is found.",
            ("year", *(one.how for one in years.replays)),
            by_year,
        ),
    ]


def _of(outcomes: Iterable[Outcome], kind: Shows) -> list[Outcome]:
    return [one for one in outcomes if one.shows is kind]


def _right(outcomes: Sequence[Outcome]) -> int:
    return sum(one.is_found for one in outcomes)


def _found(outcomes: Sequence[Outcome]) -> str:
    return f"{_right(outcomes)} of {len(outcomes)}" if outcomes else "–"


def agent_table(figures: Sequence[AgentFigures]) -> Table:
    rows: Rows = []
    for one in figures:
        rows += [(one.name, how, *_cells(found)) for how, found in one.visits.items()]
        for name, score in one.peers.items():
            right = _share(score.right)
            rest = (right, right, right, "–", "yes" if score.is_right else "no")
            rows.append((one.name, name, "", _share(score.found), *rest))
    return Table(
        "Desktop, then phone",
        "A site that serves two templates by user agent: visited as a desktop, then as a phone. Objects of the first "
        f"visit that the second brings ({FOUND:.0%} wanted), texts, authors and days that agree ({RIGHT:.0%}), and "
        "whether it tells as new, edited and deleted what is so. Then the phone's template alone, on a site that was "
        "not visited before, against what all knowledge reads there; and as the next site of that template, which is "
        "to need nothing new. Scrapling: on up to 24 pages that it saw as a desktop; the worst of its fields.",
        ("site", "by", "objects", "found", "text", "author", "date", "changes", "right"),
        rows,
    )


def _cells(found: Agreement) -> tuple[str, ...]:
    told = "as it was" if found.is_told else _words(found)
    figures = map(_share, (found.found, found.text, found.author, found.date))
    return (f"{found.known:,}", *figures, told, "yes" if found.is_right else "no")


def _words(found: Agreement) -> str:
    parts = [f"{count} {name}" for counts in found.changes.values() for name, count in counts.items()]
    return ", ".join(parts) or "none"


def years_data(years: Years) -> dict[str, Any]:
    return {
        "replays": [
            {
                "how": one.how,
                "versions": [
                    {
                        "time": each.time,
                        "shows": each.shows.value,
                        "topics": each.topics,
                        "found": each.found,
                        "posts": each.posts,
                        "posts_found": each.posts_found,
                    }
                    for each in one.outcomes
                ],
            }
            for one in years.replays
        ],
        "peers": years.peers,
    }


def agents_data(figures: Sequence[AgentFigures]) -> list[dict[str, Any]]:
    return [
        {
            "site": one.name,
            "visits": {
                how: {
                    "objects": found.known,
                    "found": round(found.found, 4),
                    "text": round(found.text, 4),
                    "author": round(found.author, 4),
                    "date": round(found.date, 4),
                    "changes": found.changes,
                    "is_told": found.is_told,
                    "is_right": found.is_right,
                }
                for how, found in one.visits.items()
            },
            "peers": {
                name: {"found": round(score.found, 4), "right": round(score.right, 4), "is_right": score.is_right}
                for name, score in one.peers.items()
            },
        }
        for one in figures
    ]


def _share(share: float) -> str:
    return f"{100 * share:.1f} %"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"
