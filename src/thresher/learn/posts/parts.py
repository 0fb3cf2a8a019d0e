"""Records of posts → which part of them is the text, which the author, which the date: by comparing them."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import ge, le

from lxml import etree

from thresher.knowledge.noise import without_parameters
from thresher.learn.posts.bare import SELF
from thresher.learn.posts.limits import LATEST, MAX_DATE, MAX_NAME, MOST
from thresher.learn.posts.names import is_telling, own_names, string_of
from thresher.learn.posts.no_names import are_initials, are_numbered, hold_initials
from thresher.learn.posts.own_elements import own_elements
from thresher.learn.posts.table import Table
from thresher.page import DateHabits, find_date, order_in
from thresher.pattern import parse

Column = dict[int, etree._Element]
"""What stands under one name, by the number of the record."""
OWN = "text()"
"""What stands right in an element, beside others in it."""
LAST = "text()[last()]"
"""What an element ends with, behind others in it."""
FIRST = "text()[1]"
"""What an element begins with, before others in it."""
_BARE = (OWN, LAST, FIRST)
_PARTS = {"": "", "title": "/@title"} | {part: f"/{part}" for part in _BARE}
_NUMBER = re.compile(r"[-+\u2212\u2013]?[0-9][0-9.,]*")
WORDS_OF_NUMBERS = 4
"""So many texts for each that is left without its number, if they are numbers: names have hardly two."""
# Names of classes are English in most software, whatever its pages speak.
_CALLED_AUTHOR = re.compile(r"author|user|nick|member|poster|byline|vcard|creator|commenter|'fn'", re.I)

DAY = len("2024-05-03")
_RECENT = str(LATEST.year - 1)
"""From here on dates are ages: two years ago."""
ADDRESSES = 1.5
"""Addresses for each person, the mean, where the board is part of them."""

_STANDING = r"\s*[(\[][-+]?[0-9][0-9.,]*k?[)\]]"
_WITH_STANDING = re.compile(rf"\S{_STANDING}$")
WITHOUT_STANDING = rf"^(.*?\S)(?:{_STANDING})?$"
"""Takes the name where what others think of its bearer stands behind it: 'Anna (120)'. The number changes, the name
stays; guests have none.
"""


def standing_in(names: Collection[str]) -> str:
    """The expression that takes the name, where all `names` have a number behind them; empty if some have none."""
    return WITHOUT_STANDING if names and all(map(_WITH_STANDING.search, names)) else ""


def find_text(table: Table, published: str, author: str) -> str:
    """The longest part of the records that holds neither their date nor their author, and is no remark on them."""
    remarks = _remarks(table, published)
    # Quoted passages may be dated as posts are.
    best = _longest(table, published, author, remarks) or (_longest(table, published, author, ()) if remarks else "")
    return _said_once(table, best) if best else ""


def _said_once(table: Table, name: str) -> str:
    """What stands under a name, or the first part of it that says all: software may keep what somebody typed beside
    what is made of it, for those who want to change it.
    """
    outer = table.columns[name]
    number, first = next(iter(outer.items()))
    places = {element: place for place, element in enumerate(first.iter(etree.Element)) if place}
    # Of two names for the same elements the first, which is the more telling.
    common = reversed(table.common.items())
    inner = {places[one]: part for part, column in common if (one := column.get(number)) in places}
    for part in (inner[place] for place in sorted(inner)):
        column = table.common[part]
        told = sum(number in column and _says_twice(box, column[number]) for number, box in outer.items())
        if told >= MOST * len(outer) and table.is_true(part):
            return part
    return name


def _says_twice(box: etree._Element, part: etree._Element) -> bool:
    """Whether a box has hardly a word beside a part of it that the part has not, and about as many of them."""
    said = Counter(string_of(part).split())
    rest = Counter(string_of(box).split()) - said
    return 2 * rest.total() >= said.total() > 0 and 0.9 * rest.total() <= sum((rest & said).values())


def _longest(table: Table, published: str, author: str, remarks: Collection[etree._Element]) -> str:
    heads = [(selected(table, name), not name.endswith(OWN)) for name in (published, author)]
    best, most = "", (0, False, False)
    for name, column in table.common.items():
        held = sum(
            1
            for number, element in column.items()
            if element in remarks or any(_is_of_head(element, some.get(number), is_apart) for some, is_apart in heads)
        )
        if held > 0.2 * len(column):
            continue
        # Of a row and what fills it, what has a name; of two names for the same elements one that nothing else in a
        # record has, else the first, which tells more.
        is_named = is_telling(name)
        own = sum(table.own_characters(element) for element in column.values())
        rank = own, is_named, is_named and name not in table.shared
        if own and rank > most and table.is_true(name):
            best, most = name, rank
    return best


def _is_of_head(element: etree._Element, head: etree._Element | None, is_apart: bool) -> bool:
    """Whether an element holds what says who wrote, or when, or stands in that, if it `is_apart` from the text: what
    stands bare in a box has the text beside it.
    """
    return head is not None and (_holds(element, head) or (is_apart and _holds(head, element)))


def _remarks(table: Table, published: str) -> set[etree._Element]:
    """What stands in boxes with further dates, made as those of the records are, and without the record's own; several
    of some record, since one may tell when it was edited.
    """
    attribute = published.partition("/@")[2]
    # The place of the date may tell it from others that are made as it is.
    called = Counter(name for date in selected(table, published).values() for name in own_names(date)[:1])
    if published.endswith(OWN) or not called:
        return set()
    records = frozenset(table.records)
    habits, pattern = DateHabits(LATEST), parse(called.most_common(1)[0][0])
    found: set[etree._Element] = set()
    most = 0
    # A cell of the same class may have a date among much else: since when somebody is a member.
    longest = max(len(date_text(date, attribute)) for date in selected(table, published).values())
    for number, date in selected(table, published).items():
        around = _around(date)
        own = set(own_elements(table.records[number], records))
        further = own.intersection(pattern.select(table.records[number])) - around
        said = ((one, date_text(one, attribute)) for one in further)
        dates = [one for one, text in said if len(text) <= longest and find_date(text, habits)]
        most = max(most, len(dates))
        for one in dates:
            found.update(_outermost(one, around).iter(etree.Element))
    return found if most > 1 else set()


def _outermost(element: etree._Element, around: Collection[etree._Element]) -> etree._Element:
    """The largest box of an element that is none of those `around` something else."""
    while (outer := element.getparent()) is not None and outer not in around:
        element = outer
    return element


def _around(element: etree._Element) -> set[etree._Element]:
    return {element, *element.iterancestors()}


def _holds(element: etree._Element, inner: etree._Element | None) -> bool:
    return inner is not None and (inner is element or any(above is element for above in inner.iterancestors()))


def _is_dated(element: etree._Element, date: etree._Element | None) -> bool:
    """Whether an element holds the date, or stands there and is one; a name may stand before it."""
    if date is None or _holds(element, date):
        return date is not None
    return _holds(date, element) and bool(find_date(string_of(element), DateHabits(LATEST)))


def selected(table: Table, name: str) -> dict[int, etree._Element]:
    plain = name.removesuffix("/@title").removesuffix("/@datetime")
    for part in _BARE:
        plain = plain.removesuffix(f"/{part}")
    return table.columns.get(plain, {})


def find_published(table: Table, until: Sequence[str] = ()) -> str:
    """What is a date in nearly all records: the one with the most different ones, in order, in the fewest words; none
    that is later than `until`, where that is known for a record.
    """
    best, score = "", (0.0, 0.0, False, False, 0.0)
    for name, column in table.common.items():
        # The first of several may be when the post was edited.
        is_alone = name not in table.shared
        for attribute in ("", "title"):
            distinct, fine, is_told, brevity = _dated(name, [date_text(one, attribute) for one in column.values()])
            value = (distinct, fine, is_alone, is_told, brevity)
            if distinct and value > score and table.is_true(name) and not _is_late(column, attribute, until):
                best, score = name + _PARTS[attribute], value
    # A title may stand before the date or behind it, in an element of its own; or it is bare, and a picture parts them.
    for name, column, part in ((*one, part) for one in table.common.items() for part in _BARE):
        distinct, *_ = _dated(name, [date_text(element, part) for element in column.values()])
        if distinct > score[0] and table.is_true(name) and not _is_late(column, part, until):
            best, score = name + _PARTS[part], (distinct, *score[1:])
    return best


def _is_late(column: Column, attribute: str, until: Sequence[str]) -> bool:
    """Whether some days are later than they may be: what was last changed was not written then. Clocks may differ."""
    texts = {number: date_text(one, attribute) for number, one in column.items() if until and until[number]}
    habits = DateHabits(LATEST, "", order_in(list(texts.values())))
    late = [number for number, text in texts.items() if until[number][:DAY] < find_date(text, habits)[:DAY] < _RECENT]
    return len(late) > (1 - MOST) * len(texts)


def bare_date(records: Sequence[etree._Element]) -> str:
    """What stands right in records, beside the elements in them, if that is the date of nearly all; or the records, if
    they are lines with a date; else nothing.
    """
    if _dated("", [date_text(one, OWN) for one in records])[0]:
        return f"/{OWN}"
    return SELF if _dated("", [date_text(one, "") for one in records])[0] else ""


def _dated(name: str, texts: list[str]) -> tuple[float, float, bool, float]:
    """How well texts of one name do as dates of posts; zero if they are none. Different ones and fine ones count,
    then whether the name tells something, then brevity.
    """
    # Of a few, the line may go on: "(last modified yesterday by Anna)".
    if sum(len(text) < MAX_DATE for text in texts) < MOST * len(texts):
        return 0.0, 0.0, False, 0.0
    habits = DateHabits(LATEST, "", order_in(texts))
    known = [moment for text in texts if text and (moment := find_date(text, habits))]
    if len(known) < MOST * len(texts):
        return 0.0, 0.0, False, 0.0
    # The newest post may come first. Since when somebody is a member goes neither up nor down.
    rising, falling = (sum(map(order, known, known[1:])) / max(1, len(known) - 1) for order in (le, ge))
    fine = sum(len(moment) > 10 for moment in known) / len(known)
    distinct = round(len(set(known)) / len(known) + 0.5 * max(rising, falling) + fine, 1)
    return distinct, fine, is_telling(name), -sum(map(len, texts)) / len(texts)


def date_text(element: etree._Element, attribute: str) -> str:
    if attribute == OWN:
        return " ".join(filter(None, (" ".join((child.tail or "").split()) for child in element)))
    if attribute == LAST:
        return " ".join((element[-1].tail or "").split()) if len(element) else ""
    if attribute == FIRST:
        return " ".join((element.text or "").split()) if len(element) else ""
    if attribute:
        return element.get(attribute) or ""
    return element.get("datetime") or string_of(element)[: MAX_DATE + 1]


def find_author(table: Table, published: str) -> tuple[str, str]:
    """Short texts that come back, one address each if they are links; those of most different people."""
    dates = selected(table, published)
    columns = table.common | table.by_class | bare_texts(table)
    names = {
        name: column
        for name, column in columns.items()
        if _may_be_names(table, column, dates) and table.is_true(name.removesuffix(f"/{OWN}"))
    }
    names = {
        name: column
        for name, column in names.items()
        if not are_initials(column, names.values()) and not are_numbered(column, names.values())
    }
    faced = {name: column for name, column in names.items() if hold_initials(column, names.values())}
    names = {name: column for name, column in names.items() if name not in faced}
    varied = {name for name, column in names.items() if _is_varied(list(map(string_of, column.values())))}
    others = _with_others(table, names)
    # Below an article each comment is by somebody else; then what the element is called must say that it is a name.
    best = (
        _most_people(table, columns, names.keys() - varied - others)
        or _most_people(table, columns, filter(is_called_author, varied))
        or _most_people(table, columns, others - varied)
    )
    if not best:
        return "", ""
    # Those who have an address, where some have none: guests are told beside them (`learn/posts/guests.py`).
    best = linked if (linked := f"a{best[1:]}") in table.columns and best.startswith("*[") else best
    elements = (columns.get(best) or table.columns[best]).values()
    if all(element.get("href") for element in elements):
        return best, f"{best}/@href"
    if all(_address_of(element) for element in elements):
        return best, f"{best}//a/@href"
    links = (name for name, column in faced.items() if all(one.get("href") for one in column.values()))
    around = next((name for name in links if all(map(_holds, faced[name].values(), elements))), "")
    return best, f"{around}/@href" if around else ""


def bare_texts(table: Table) -> dict[str, Column]:
    """What stands right in elements beside others in them, the first of it, as if it had an element of its own:
    <h5>Anna <i>3 May</i></h5>, <h5><a>#3</a> Anna <i>3 May</i></h5>.
    """
    found: dict[str, Column] = {}
    for name, column in table.common.items():
        bare = {number: _bare_in(one) for number, one in column.items() if len(one)}
        if len(bare) == len(column) and all(0 < len(text) <= MAX_NAME for text in bare.values()):
            found[f"{name}/{OWN}"] = {number: _element_of(text) for number, text in bare.items()}
    return found


def _bare_in(element: etree._Element) -> str:
    texts = (element.text, *(child.tail for child in element))
    return next((folded for text in texts if text and (folded := " ".join(text.split()))), "")


def _element_of(text: str) -> etree._Element:
    made = etree.Element("text")
    made.text = text
    return made


def is_called_author(name: str) -> bool:
    """Whether what stands under a name is somebody by what the software calls it."""
    return _CALLED_AUTHOR.search(name) is not None


def _may_be_names(table: Table, column: dict[int, etree._Element], dates: dict[int, etree._Element]) -> bool:
    """Whether these are several short texts of letters, which neither hold dates nor speak of the page as a whole."""
    values = {number: string_of(element) for number, element in column.items()}
    if len(set(values.values())) < 2 or any(not value or len(value) > MAX_NAME for value in values.values()):
        return False
    if sum(any(map(str.isalpha, value)) for value in values.values()) < MOST * len(values):
        return False
    if sum(_is_dated(element, dates.get(number)) for number, element in column.items()) > 1:
        return False
    return not _is_of_page(values, table.homes) and not _is_number(values.values()) and not _say_when(values.values())


def _say_when(values: Collection[str]) -> bool:
    """Whether texts hold dates: some pages say twice when a post was written, once for telephones."""
    habits = DateHabits(LATEST)
    return sum(bool(find_date(value, habits)) for value in values) >= MOST * len(values)


def _is_varied(values: Sequence[str]) -> bool:
    """Whether hardly any of several texts comes back."""
    different = len(set(values))
    return different == len(values) > 6 or different > 0.9 * len(values) > 12


def _with_others(table: Table, names: dict[str, dict[int, etree._Element]]) -> set[str]:
    """Names for what is a title or a button in some records at least, where somebody has no link: a few titles may come
    back, but each leads to its own post; buttons say the same in all, but for a number."""
    titles = [column for name, column in names.items() if _lead_apart(table, column) and not is_called_author(name)]
    linked = [column for column in table.common.values() if all(one.get("href") for one in column.values())]
    buttons = [column for column in linked if _is_number(list(map(string_of, column.values())))]
    others = {element for column in (*titles, *buttons) for element in column.values()}
    return {name for name, column in names.items() if not others.isdisjoint(column.values())}


def _lead_apart(table: Table, column: dict[int, etree._Element]) -> bool:
    """Whether all of these are links, hardly two of them to one address."""
    addresses = [without_parameters(_address_of(one), table.sessions) for one in column.values()]
    return all(addresses) and _is_varied(addresses)


def _most_people(table: Table, columns: Mapping[str, Column], names: Iterable[str]) -> str:
    """The name for the texts that most different people go by, one that tells something before one that does not."""
    nobody = (0.0, 0.0, False, "")
    found = {True: nobody, False: nobody}
    called: list[tuple[float, float, bool, str]] = []
    for name in names:
        # A link that is called something before the first link in something: that may be a button where one is missing.
        is_called = is_telling(name.rpartition("/")[2])
        people = (*_people_in(table, columns[name]), is_called, name)
        found[is_telling(name)] = max(found[is_telling(name)], people)
        called += [people] if is_called else []
    telling, plain = found[True], found[False]
    best = telling if telling[0] >= 0.8 * plain[0] else plain
    # The first of its kind in a box may be something else there, as the title is in the box of an opening post.
    same = [one for one in called if not best[2] and _agree(columns[one[3]], columns[best[3]])] if best[3] else []
    return max(same, default=best)[3]


def _agree(one: Column, other: Column) -> bool:
    """Whether two names stand for the same element in most records."""
    return sum(other.get(number) is element for number, element in one.items()) >= MOST * len(one)


def _people_in(table: Table, column: dict[int, etree._Element]) -> tuple[float, float]:
    """How many people these texts name, twice as many if each has an address; and how short they are.

    The link of a picture says less than one that is the name: in a box about somebody, rank and number of posts stand
    beside both.
    """
    values = {number: string_of(element) for number, element in column.items()}
    addresses = {number: without_parameters(_address_of(one), table.sessions) for number, one in column.items()}
    different, pairs = len(set(values.values())), {(values[number], one) for number, one in addresses.items()}
    # Who writes on two boards may have an address on each.
    apart = len(set(addresses.values()))
    is_person = all(addresses.values()) and different <= len(pairs) == apart <= ADDRESSES * different
    is_named = is_person and all(map(_is_named_by_link, column.values()))
    return different * (2.0 if is_named else 1.5 if is_person else 1.0), -sum(map(len, values.values())) / len(values)


def _is_of_page(values: dict[int, str], homes: Sequence[int]) -> bool:
    """Whether a text says the same in all records of a page: the title of the thread, not who writes in it."""
    by_page: defaultdict[int, list[str]] = defaultdict(list)
    for number, value in values.items():
        by_page[homes[number]].append(value)
    several = [some for some in by_page.values() if len(some) > 2]
    return bool(several) and 2 * sum(len(set(some)) == 1 for some in several) > len(several)


def _is_number(values: Collection[str]) -> bool:
    """Whether texts differ in little but a number: those of posts, whatever word stands before them; '1 point',
    '-3 points' and 'no points' have a few words between them for many numbers.
    """
    words = {_NUMBER.sub("", value) for value in values}
    return len(words) == 1 or WORDS_OF_NUMBERS * len(words) <= len(set(values))


def _is_named_by_link(element: etree._Element) -> bool:
    """Whether an element is a link, or what the only link in it says is some of its text."""
    return bool(element.get("href")) or any(string_of(link) for link in element.iter("a"))


def _address_of(element: etree._Element) -> str:
    """Where an element leads: as a link, or by the only link in it."""
    href = element.get("href")
    if href:
        return href
    inner = [link.get("href") or "" for link in element.iter("a")]
    return inner[0] if len(inner) == 1 else ""
