"""Thread pages → rules that read posts off them: what holds one post, and in it the text, the author and the date.

Found by comparing the records of all pages with each other: the text is the part without author and date that says most
of what no other record says; authors come back, and their names go with their addresses; dates differ and go up; what
repeats inside the text, word by word, is a signature or a button.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from lxml import etree

from thresher.learn.page_types.records import Region
from thresher.learn.posts.bare import SELF, head_in, is_bare, parts_aside
from thresher.learn.posts.date_lines import beside_date
from thresher.learn.posts.depths import find_answered, find_depth
from thresher.learn.posts.guests import unlinked
from thresher.learn.posts.letterheads import Head
from thresher.learn.posts.marks import marked_names
from thresher.learn.posts.names import names_of, own_names, string_of
from thresher.learn.posts.nesting import nested_posts
from thresher.learn.posts.notes import bare_notes_in, repeated_in, titles_in
from thresher.learn.posts.parts import (
    bare_date,
    bare_texts,
    date_text,
    find_author,
    find_published,
    find_text,
    is_called_author,
    selected,
    standing_in,
)
from thresher.learn.posts.quote_lines import quote_lines_in
from thresher.learn.posts.quoting import heads_in, quotes_in
from thresher.learn.posts.regions import Found, boxed, dated_posts, scattered_posts, undated_posts
from thresher.learn.posts.rows import behind, lead_names
from thresher.learn.posts.rule import PostRule
from thresher.learn.posts.spread import gathered
from thresher.learn.posts.table import Table
from thresher.learn.sight import Sight
from thresher.page import order_in
from thresher.page.own_part import around, own_part
from thresher.pattern import Pattern, parse

MAX_RECORDS = 60
"""Of one page that are compared."""
_SAYING = frozenset({"article", "section", "dt", "fieldset"})
"""Tags that tell posts where nothing else does: others are used for anything."""
_WORD = re.compile(r"[A-Za-z_-]+")


def learn_posts(sights: Sequence[Sight]) -> PostRule | None:
    """The rule that fits the posts on these pages; None if they have none in common."""
    # A page that was seen under two addresses would make all its texts look repeated.
    different = list({sight.lines: sight for sight in reversed(sights)}.values())[::-1]
    return next((rule for some, is_dated in _found(different) if (rule := _rule_of(some, is_dated))), None)


def _found(sights: Sequence[Sight]) -> Iterator[tuple[Sequence[Found], bool]]:
    """What may be the posts, the likeliest first, and whether they have dates."""
    dated = dated_posts(sights) or scattered_posts(sights)
    nested = nested_posts(sights, dated)
    yield nested, True
    # Names that only say how something looks may be those of boxes at many depths, and of posts by chance. Remarks may
    # be numbered with the posts that they stand in, and be made otherwise: then nothing is read that all of them have.
    if nested != dated:
        yield dated, True
    if not nested:
        yield undated_posts(sights), False


def _rule_of(found: Sequence[Found], is_dated: bool) -> PostRule | None:
    """The rule that fits these posts; None if they are none."""
    # Boxes around posts, if anything tells them; else posts by their first part.
    pages, each = next(((some, each) for some in (boxed(found), found) if (each := _each(some))), ([], ""))
    if not each:
        return None
    table = _table_of(pages)
    records = table.records
    published = find_published(table) or (bare_date(records) if is_dated else "")
    author, author_url = find_author(table, published)
    beside = ("", "", "") if author else beside_date(table)
    text = find_text(table, published, author)
    is_one = not any(table.further) and is_bare(records)
    if is_one and (bare := _bare_rule(each, table, published, (author, author_url))) is not None:
        return bare
    # Without dates, only those who write them tell posts from a list of anything else: they have an address, or are
    # called what people are; labels of products come back as well. Dates somewhere in the records, but at no place
    # that they have in common, are mentioned in the text.
    is_told = bool(published or author) if is_dated else bool(author_url) or is_called_author(author)
    if not text or not is_told:
        return None
    spread = gathered(records, text, selected(table, published), selected(table, author), table.own_characters)
    text = spread.text
    # Where the text is the box, what is left out of it tells such boxes from others.
    left = spread.without if text == SELF else ()
    each = _widened(each, pages, [text, author, published, *left])
    bodies = _bodies(records, text)
    named = table.columns.get(author) or bare_texts(table).get(author, {})
    people = {string_of(element) for element in named.values()}
    # What stands beside the text is left out there alone: somebody may be mentioned in it as authors are named.
    quotes = quotes_in(bodies)
    repeated = (name for name in repeated_in(bodies, people, quotes) if f"/{name}" not in spread.without)
    guest, guest_match = unlinked(table.columns, author)
    depth, depth_match = find_depth(table)
    return PostRule(
        each, text, author or beside[0], author_url, published, (*spread.without, *repeated, *titles_in(bodies)),
        beside[2] or standing_in(people), author_else=guest, else_match=guest_match, quotes=quotes,
        quote_heads=heads_in(bodies, people, quotes), quote_lines=quote_lines_in(bodies, people, quotes),
        until=bare_notes_in(bodies),
        date_order=_order_of(selected(table, published).values()),
        depth=depth, depth_match=depth_match, reply_to="" if depth else find_answered(table),
        key=_key(table),
    )  # fmt: skip


def _bodies(records: Sequence[etree._Element], text: str) -> list[etree._Element]:
    """The elements of texts, without other posts in them."""
    pattern, holders = parse(text), around(records)
    posts = frozenset(records)
    found = [body for one in records if isinstance(body := pattern.first(one), etree._Element)]
    return [own_part(body, posts, holders) for body in found]


def _key(table: Table) -> str:
    """By what records are known again: their id, or that of the box behind a line."""
    first = [row for some in table.further for place, row in some if place == 1]
    is_led = len(first) == len(table.records) and not any(one.get("id") for one in table.records)
    return "xpath:following-sibling::*[1]/@id" if is_led and all(one.get("id") for one in first) else "/@id"


def _order_of(dates: Collection[etree._Element]) -> str:
    """Which comes first in dates of numbers; what is stated for machines says nothing of what is shown."""
    return order_in([date_text(element, "") for element in dates]) or order_in(list(map(string_of, dates)))


def _table_of(pages: Sequence[tuple[Sight, Region]]) -> Table:
    """The records of all pages, no more than `MAX_RECORDS` of each."""
    found = [(number, one) for number, (_, region) in enumerate(pages) for one in region.records[:MAX_RECORDS]]
    sessions = frozenset().union(*(sight.sessions for sight, _ in pages))
    records, homes = [one.elements[0] for _, one in found], [number for number, _ in found]
    return Table(records, homes, sessions, [behind(one) for _, one in found])


def _bare_rule(each: str, table: Table, published: str, author: tuple[str, str]) -> PostRule | None:
    """The rule for posts whose text is all of their box but the author and the date; None if they have no author."""
    head = head_in(table.records) if not (author[0] and published) else Head()
    name, match = (author[0], "") if author[0] else (head.author, head.author_match)
    published = published or head.published
    without = (*parts_aside([name, published]), *repeated_in(table.records))
    return PostRule(each, SELF, name, author[1], published, without, match) if name and published else None


def _each(pages: Sequence[tuple[Sight, Region]]) -> str:
    """The pattern that selects exactly the records, on most pages."""
    best, score = _best_name(pages, _record_names)
    # What all records hold tells those that say nothing of themselves, and those whose stripes have other names.
    inner, other = _best_name(pages, _names_within) if score < 1 else ("", 0.0)
    best, score = (inner, other) if other > score + 0.01 else (best, score)
    return best if score > 0.6 else ""


def _best_name(pages: Sequence[tuple[Sight, Region]], naming: Callable[[Region], Iterable[str]]) -> tuple[str, float]:
    """The name that fits the records best, and how well it does: 1 if it selects them and nothing else."""
    names = Counter(name for _, region in pages for name in dict.fromkeys(naming(region)))
    best, score = "", 0.0
    for name, _ in names.most_common(20):
        pattern = parse(name)
        right = wrong = missed = 0
        for sight, region in pages:
            chosen = set(pattern.select(sight.page.tree))
            records = {record.elements[0] for record in region.records}
            right += len(chosen & records)
            wrong += len(chosen - records)
            missed += len(records - chosen)
        value = 2 * right / max(1, 2 * right + wrong + missed)
        if value > score + 0.01:
            best, score = name, value
    return best, score


def _widened(each: str, pages: Sequence[tuple[Sight, Region]], parts: Sequence[str]) -> str:
    """The pattern that selects most posts, all of which have the same `parts`, the text first; `each` is one.

    An opening post may look a bit different from the replies, and replies to replies may stand further in.
    """
    inner = [parse(part.partition("/@")[0]) for part in parts if part]
    trees = [sight.page.tree for sight, _ in pages]
    best, (texts, lacking) = each, _texts_of(parse(each), inner, trees)
    for name in dict.fromkeys(name for _, region in pages for name in _record_names(region)):
        found, missed = _texts_of(parse(name), inner, trees)
        # Somebody may be gone, and have no name; of what is no post, more would lack something.
        if len(found) > len(texts) and texts <= found and missed <= lacking:
            best, texts = name, found
    return best


def _texts_of(
    each: Pattern, parts: Sequence[Pattern], trees: Iterable[etree._Element]
) -> tuple[set[etree._Element], int]:
    """The texts in what a pattern selects, as far as all parts are there; and how many lack some."""
    found: set[etree._Element] = set()
    lacking = 0
    boxes = dict.fromkeys(one for tree in trees for one in each.select(tree) if isinstance(one, etree._Element))
    for element in boxes:
        text, *others = [part.first(element) for part in parts]
        # What is around the whole thread has parts of its posts, and none of its own.
        holders = (text, *text.iterancestors()) if isinstance(text, etree._Element) else ()
        nearest = next((one for one in holders if one in boxes), element)
        if holders and None not in others and element not in nearest.iterancestors():
            found.add(holders[0])
        else:
            lacking += 1
    return found, lacking


def _record_names(region: Region) -> Iterable[str]:
    for record in region.records[:10]:
        element = record.elements[0]
        ident = _WORD.match(element.get("id") or "")
        named = [f"{element.tag}[contains(@id, '{ident[0]}')]"] if ident else []
        # A letter with a number is in other ids as well, so any other name comes first.
        yield from named if ident and len(ident[0]) > 1 else ()
        yield from (name for name in names_of(element) if name != element.tag or name in _SAYING)
        yield from named
        if len(record.elements) > 1:
            yield from lead_names(record)


def _names_within(region: Region) -> Iterable[str]:
    yield from _names_below(region)
    for record in region.records[:10]:
        yield from _names_inside(record.elements[0])
        yield from marked_names(record.elements[0])
        # A tag that they hold says too little: it would fit rows of any table.
        yield from (name for name in lead_names(record) if "@" in name)


def _names_below(region: Region) -> Iterable[str]:
    """Records at several depths, by the element that holds them all: the post that they answer may have their name."""
    first, last = region.records[0].elements[0], region.records[-1].elements[0]
    around = set(last.iterancestors())
    above = next((one for one in first.iterancestors() if one in around), None)
    for outer in _chain(above):
        for name in _record_names(region):
            if not name.startswith("xpath:"):
                yield f"{outer}//{name}"


def _chain(element: etree._Element | None) -> list[str]:
    """The nearest element that says what it is, this one or one around it."""
    around = (element, *element.iterancestors()) if element is not None else ()
    return next((names for one in around if (names := _lasting(one))), [])


def _lasting(element: etree._Element) -> list[str]:
    ident = element.get("id") or ""
    return [f"{element.tag}[@id='{ident}']"] if _WORD.fullmatch(ident) else own_names(element)[:1]


def _names_inside(element: etree._Element) -> Iterable[str]:
    """Records that say nothing of themselves, by the way to them from the nearest element that has a name of its own:
    `form[@id='posts']/div`.
    """
    way = str(element.tag)
    for above in element.iterancestors():
        name = above.get("id") or ""
        if len(name) > 1 and _WORD.fullmatch(name):
            yield f"{above.tag}[@id='{name}']/{way}"
            return
        way = f"{above.tag}/{way}"
