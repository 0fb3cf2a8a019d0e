"""The best looking of relaxed places: for records on pages, and for fields within records."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from lxml import etree

from thresher.knowledge import Place
from thresher.learn.mending.ground import Ground
from thresher.learn.mending.plausible import NO, Named, Verdict, judge_authors, judge_dates, judge_texts, judge_titles
from thresher.learn.mending.relax import Preferred, RelaxedPlace, speaks_of
from thresher.pattern import Pattern

EFFORT = 0.03
"""What a further change costs, in parts of a verdict: of two that look about as right, the one nearer to what people
wrote."""
GOOD = 0.75
"""A verdict, less what it cost, after which no further changes are tried: the paper takes the first that will do."""
RUNNERS_UP = 5
"""Candidates that are proved on other pages before it is given up."""
MAX_VALUE = 400

Elements = Sequence[Sequence[etree._Element]]
"""Records, those of each page together; a page as a whole is a record of its own."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Pages of a level, and the records on each of them that something is looked for in."""

    pages: Sequence[Ground]
    records: Elements

    @property
    def some(self) -> list[etree._Element]:
        """Records of all pages, one page's after the other's, at most four of each: enough to be like the others."""
        return [record for records in self.records for record in records[:4]]


def best(
    candidates: Iterable[RelaxedPlace], judge: Callable[[RelaxedPlace], Verdict], good: float = GOOD
) -> list[tuple[RelaxedPlace, Verdict]]:
    """The candidates that look right, best first: how right they look less what they cost."""
    found: list[tuple[float, int, RelaxedPlace, Verdict]] = []
    for number, one in enumerate(candidates):
        price = EFFORT * (one.effort[1] + one.effort[0])
        # Nothing that costs more can be better, or hardly.
        if found and found[0][0] <= max(price - 1, -good) and one.effort > found[0][2].effort:
            break
        verdict = judge(one)
        if verdict.is_right:
            found.append((price - verdict.score, number, one, verdict))
            found.sort(key=lambda entry: entry[:2])
            del found[RUNNERS_UP:]
    return [(one, verdict) for _, _, one, verdict in found]


def judge_field(name: str, bench: Bench, places: Sequence[Place], preferred: Preferred) -> Verdict:
    """How right what `places` find in the records looks for the field called `name`."""
    if name == "text":
        return judge_texts(_bodies(bench, places), bench.records, bench.pages)
    if name == "published":
        lines = [[_line(places, record) for record in records] for records in bench.records]
        return judge_dates(lines, bench.pages)
    others = {record for records in bench.records for record in records}
    found = [[_named(places, record, others) for record in records] for records in bench.records]
    if name == "author":
        is_told = any(speaks_of(place.at, name, preferred) for place in places)
        return judge_authors(found, bench.pages, is_told)
    if name == "title" and all(len(some) == 1 for some in found):
        return judge_titles([some[0].text for some in found], [some[0].count for some in found], bench.pages)
    return NO


def _bodies(bench: Bench, places: Sequence[Place]) -> list[list[etree._Element | None]]:
    return [[_element(places, record) for record in records] for records in bench.records]


def _element(places: Sequence[Place], record: etree._Element) -> etree._Element | None:
    for place in places:
        node = place.at.first(record)
        if node is not None:
            return None if isinstance(node, str) else node
    return None


def _line(places: Sequence[Place], record: etree._Element) -> str:
    """The first line that may hold a date."""
    for place in places:
        node = place.at.first(record)
        text = node if isinstance(node, str) else "" if node is None else node.get("datetime") or text_of(node)
        if text:
            return text[:MAX_VALUE]
    return ""


def _named(places: Sequence[Place], record: etree._Element, others: Collection[etree._Element]) -> Named:
    """The first text there; what stands in another record inside this one does not count."""
    for place in places:
        nodes = [node for node in place.at.select(record) if isinstance(node, str) or _home(node, others) is record]
        for node in nodes:
            text = " ".join(node.split()) if isinstance(node, str) else text_of(node)
            if text:
                return Named(text[:MAX_VALUE], "" if isinstance(node, str) else _target(node), len(nodes))
    return Named()


def _home(node: etree._Element, records: Collection[etree._Element]) -> etree._Element | None:
    return next((above for above in node.iterancestors() if above in records), None)


def _target(node: etree._Element) -> str:
    links = [node] if node.tag == "a" else list(node.iter("a"))
    return links[0].get("href") or "" if len(links) == 1 else ""


def text_of(node: etree._Element) -> str:
    return " ".join(" ".join(map(str, node.itertext())).split())


def elements_at(patterns: Iterable[Pattern], root: etree._Element) -> list[etree._Element]:
    """The elements of the first pattern that finds any."""
    for pattern in patterns:
        if found := [node for node in pattern.select(root) if not isinstance(node, str)]:
            return found
    return []
