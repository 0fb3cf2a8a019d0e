"""Comments where no feed speaks of them: what repeats behind the article, with a date each.

Records of a page are found as on forums (`learn.records`). Without the article and what stands on all pages of the
site, the comments are the dated records that are left.
"""

import copy
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime

from lxml import etree

from thresher.learn.articles.buttons import buttons, buttons_in, same_labels
from thresher.learn.articles.comments import CommentRules, each_of, learn_comments
from thresher.learn.articles.dating import is_marked_date
from thresher.learn.articles.examples import END_RUN, Example, targets_of
from thresher.learn.articles.heads import MAX_ASKED, learn_heads
from thresher.learn.articles.lines import names_in_lines
from thresher.learn.articles.naming import OWN_TEXT, PARAGRAPHS, Chosen, first_by, own_names, pattern_of, plain_name
from thresher.learn.articles.others import is_among, rows_of_others
from thresher.learn.articles.parts import place_of
from thresher.learn.articles.rules import PostRules
from thresher.learn.page_types.records import regions
from thresher.learn.posts.parts import find_published, find_text
from thresher.learn.posts.table import Table
from thresher.model import FeedItem, Page
from thresher.page import DateHabits, Sheet, find_date, words_of

LEAST_RECORDS = 4
FEW_TOLD = 6
"""Fewer comments than this in a feed do not show how others look: by members and by visitors, with an address of theirs
and without.
"""
LEAST_ALIKE = 4
"""Pages that do not all have one comment by chance."""
MAX_LINKED = 0.5
"""Share of the words of a record that may be links; lists of other posts are made of them."""
DATED = 0.85
"""Share of the records of a region that must have a date."""
LEAST_WEIGHT = 0.1
MAX_NAME_WORDS = 6
MAX_DATE_WORDS = 14
MAX_HEAD_WORDS = 20
"""Of the line that says who writes, and when."""
MAX_SAME = 0.8
"""Share of the records that may be by one and the same person; what is in more is a button."""

FLOW = ("/p", "/ul", "/ol", "/blockquote", "/pre")
"""What a text is made of that stands right in its record."""

_PERSON = re.compile(r"author|user|name|\bfn\b|vcard|cite|\bby|person|poster", re.I)


def learn_talks(examples: Sequence[Example], posts: PostRules | None = None) -> CommentRules | None:
    """The rules for comments on these pages; None if nothing behind their articles is like comments. `posts` are the
    rules by which articles are read, where there are some: they know where these end.
    """
    told = zip(examples, targets_of(examples), strict=True)
    texts = [_text_of(one, words_of(target.text), posts) for one, target in told]
    if (headed := learn_heads(examples, texts)) is not None:
        return headed
    pages = [
        (example.sheet, [example.sheet.number_of(element) for element in _records_on(example, words)])
        for example, words in zip(examples, texts, strict=True)
    ]
    if sum(len(numbers) for _, numbers in pages) < LEAST_RECORDS:
        pages = _dated_parts(examples, texts, posts)
    records = [sheet.elements[number] for sheet, numbers in pages for number in numbers]
    if len(pages) >= LEAST_ALIKE and all(len(numbers) == 1 for _, numbers in pages):
        return None  # one on each page: a box about the post, its licence and the day of its last change
    if len(records) < LEAST_RECORDS or sum(map(_is_talk, records)) < DATED * len(records):
        return None
    each, worth = each_of(pages)
    if not each:
        return None
    table = Table(records, [number for number, (_, numbers) in enumerate(pages) for _ in numbers])
    published = find_published(table)
    author = _author(records, examples[0])
    lines = names_in_lines(records, examples[0].language) if not _PERSON.search(author) else ()
    if lines and not _are_alike(author, lines[0], records):
        author = lines[0].pattern
    else:
        lines = ()
    text = find_text(table, published, author)
    if not _is_whole(text, records, each):
        text = _around_text(text, records, each, (author, published))
    if not published or not author:
        return None
    more = FLOW if not text and _has_bare_words(records) else ()
    text = more[0] if more else text
    without = buttons_in(text, records) if text else _without(each, records, (author, published))
    without = tuple(dict.fromkeys((*without, each))) if more else without
    if not text and not _has_texts(records, without):
        return None  # the heads of comments, whose texts stand elsewhere
    return CommentRules(
        each,
        (text or "xpath:.",),
        lines or (Chosen(author, len(records), len(records), 0.0),),
        "",
        (Chosen(published, len(records), len(records), 0.0),),
        without,
        sum(bool(numbers) for _, numbers in pages),
        worth,
        more=more,
    )


def comments_on(
    told: Sequence[tuple[Page, Sequence[FeedItem]]], examples: Sequence[Example], time: datetime, posts: PostRules
) -> CommentRules | None:
    """The rules for comments on what is read by the rules for `posts`: by what feeds have told of them, or where that
    is little, by what the pages show. Some feeds have only texts: then rules of the pages that know who wrote, and
    when, are the better ones.
    """
    is_little = sum(len(items) for _, items in told) < FEW_TOLD
    shown = learn_talks(examples, posts) if is_little else None
    if shown is not None and shown.known == 2:
        return shown
    fed = learn_comments(told, time)
    if fed is not None and (fed.known == 2 or any(item.author for _, items in told for item in items)):
        return fed
    shown = shown if is_little else learn_talks(examples, posts)
    return max(filter(None, (fed, shown)), key=lambda rules: rules.known, default=None)


def _text_of(example: Example, words: list[str], posts: PostRules | None) -> list[str]:
    """The words of an article: what the rules for `posts` select, if that is less than `words`. Where a feed has
    summaries, it is only guessed how a text goes on, and of a short one the guess may go on to the comments.
    """
    patterns = [one.pattern for one in posts.text] if posts is not None else []
    place = next(filter(None, (first_by(one, example.sheet.root) for one in patterns)), None)
    number = example.sheet.number_of(place[0]) if place is not None else -1
    own = example.sheet.words_in(number) if number >= 0 else []
    return own if 0 < len(own) < len(words) else words


def _records_on(example: Example, words: Sequence[str]) -> list[etree._Element]:
    """The dated records behind the article that other pages do not have."""
    sheet = example.sheet
    end = sheet.find(words[-END_RUN:])
    if end < 0:
        return []
    twin = copy.deepcopy(sheet.root)
    originals = dict(zip(twin.iter(), sheet.root.iter(), strict=True))
    copies = {original: one for one, original in originals.items()}
    for number, first, last in sheet.leaves:
        if last <= end + END_RUN or tuple(sheet.words[first:last]) in example.template:
            copies[sheet.elements[number]].text = None
    others = rows_of_others(example)
    dated = [
        region
        for region in regions(twin)
        if region.weight > LEAST_WEIGHT
        and not any(is_among(originals[record.elements[0]], others) for record in region.records)
        and sum(bool(record.times) for record in region.records) >= DATED * len(region.records)
    ]
    best = max(dated, key=lambda region: region.weight, default=None)
    found = [originals[record.elements[0]] for record in best.records] if best is not None else []
    return [one for one in found if (number := sheet.number_of(one)) >= 0 and sheet.first[number] >= end]


def _dated_parts(
    examples: Sequence[Example], texts: Sequence[Sequence[str]], posts: PostRules | None
) -> list[tuple[Sheet, list[int]]]:
    """Behind the articles, the parts of one name that hold one date each: where comments do not stand side by side."""
    own_date = posts.published[0].pattern if posts is not None and posts.published else ""
    found: defaultdict[str, dict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
    for page, (example, words) in enumerate(zip(examples, texts, strict=True)):
        sheet, end = example.sheet, example.sheet.find(words[-END_RUN:])
        habits, asked, others = DateHabits(example.time, example.language), 0, rows_of_others(example)
        place = first_by(own_date, sheet.root) if own_date else None
        others = {*others, place[0]} if place is not None else others
        for number, first, last in sheet.leaves:
            if end < 0 or first < end or not 0 < last - first <= MAX_DATE_WORDS:
                continue
            is_common = tuple(sheet.words[first:last]) in example.template
            is_marked = is_common and is_marked_date(sheet.elements[number], habits)
            if is_common and not is_marked:
                continue
            asked += 1
            if asked > MAX_ASKED:
                break
            if not is_marked and not find_date(" ".join(str(sheet.elements[number].text or "").split()), habits):
                continue
            if is_among(sheet.elements[number], others):
                continue
            known: set[str] = set()
            for up in sheet.around(number):
                if sheet.first[up] < end:
                    break  # what holds the article, too, is no comment on it
                for name in own_names(sheet.elements[up]):
                    if name not in known:  # inside a comment that is answered, the date is the answer's
                        known.add(name)
                        found[name][page, up] += 1

    def worth(name: str) -> tuple[int, int]:
        parts = found[name]
        own = sum(count == 1 for count in parts.values())
        size = sum(examples[page].sheet.size(number) for page, number in parts)
        return (own if own >= DATED * len(parts) else 0, size)

    best = max(found, key=worth, default="")
    chosen = found[best] if best and worth(best)[0] else {}
    return [
        (example.sheet, sorted(number for one, number in chosen if one == page))
        for page, example in enumerate(examples)
    ]


def _is_whole(text: str, records: Sequence[etree._Element], each: str) -> bool:
    """Whether an element holds all of a text: not one paragraph, unless it has a name and is the only one."""
    name, _, rest = text.rpartition("/")[2].partition("[")
    if name not in PARAGRAPHS:
        return True
    return bool(rest) and all(sum(1 for _ in _own(record, name, each)) <= 1 for record in records)


def _around_text(text: str, records: Sequence[etree._Element], each: str, heads: Sequence[str]) -> str:
    """The pattern for a box in each record that holds all its paragraphs, and neither who wrote them nor when; beside
    it may stand bare words, as 'says'. Empty if there is none.
    """
    tag = text.rpartition("/")[2].partition("[")[0]
    first = next(_own(records[0], tag, each), None) if tag else None
    home = first.getparent() if first is not None else None
    if home is None or home is records[0]:
        return ""
    names = [*own_names(home), *([place_of(home)] if home.getparent() is records[0] else [])]
    return next((name for name in names if all(_is_box(name, one, tag, each, heads) for one in records)), "")


def _has_bare_words(records: Sequence[etree._Element]) -> bool:
    """Whether records have their paragraphs right in them, and beside these the same bare words: 'says'."""
    bare = Counter(" ".join(" ".join((one.text or "", *(part.tail or "" for part in one))).split()) for one in records)
    said, count = bare.most_common(1)[0]
    has_words = any(map(str.isalpha, said)) and count >= DATED * len(records)
    return has_words and sum(one.find("p") is not None for one in records) >= DATED * len(records)


def _is_box(name: str, record: etree._Element, tag: str, each: str, heads: Sequence[str]) -> bool:
    box = pattern_of(name).first(record)
    if not isinstance(box, etree._Element):
        return False
    is_all = all(box in part.iterancestors() for part in _own(record, tag, each))
    return is_all and not any(box in node.iterancestors() for node in _nodes(heads, record))


def _nodes(names: Sequence[str], record: etree._Element) -> list[etree._Element]:
    found = (pattern_of(name.partition("/@")[0]).first(record) for name in names)
    return [one for one in found if isinstance(one, etree._Element)]


def _own(record: etree._Element, tag: str, each: str) -> Iterator[etree._Element]:
    """The elements of a tag in a record that are not in another one inside it."""
    inner = {*pattern_of(each).select(record)}
    open_ = [*record]
    while open_:
        part = open_.pop()
        if part not in inner:
            open_ += part
            if part.tag == tag:
                yield part


def _without(each: str, records: Sequence[etree._Element], names: Sequence[str]) -> tuple[str, ...]:
    """Patterns for what is in a record and is no part of its text: who and when, buttons, other records."""
    heads = _heads(records, [name.partition("/@")[0].removesuffix(f"/{OWN_TEXT}") for name in names])
    # Answers may stand inside what they answer, on other pages if not on these.
    return tuple(dict.fromkeys((*heads, *buttons(records), each)))


def _has_texts(records: Sequence[etree._Element], without: Sequence[str]) -> bool:
    """Whether most records say something without some of their parts, and not all the same: 'says', 'wrote on'."""
    left: list[Counter[str]] = []
    for record in records:
        parts = {one for name in without for one in pattern_of(name).select(record) if not isinstance(one, str)}
        outer = [part for part in parts if part is not record and parts.isdisjoint(part.iterancestors())]
        left.append(Counter(words_of(_text(record))) - Counter(word for one in outer for word in words_of(_text(one))))
    said = [words for words in left if words]
    return len(said) >= DATED * len(records) and any(words != said[0] for words in said)


def _heads(records: Sequence[etree._Element], names: Sequence[str]) -> tuple[str, ...]:
    """Patterns for the outermost short parts of the records that hold what `names` select."""
    found: dict[str, None] = {}
    for name in names:
        node = next((one for one in pattern_of(name).select(records[0]) if not isinstance(one, str)), None)
        while node is not None and (above := node.getparent()) is not None and above is not records[0]:
            if len(words_of(_text(above))) > MAX_HEAD_WORDS:
                break
            node = above
        if node is not None:
            found[_name_in(records[0], node)] = None
    return tuple(found)


def _name_in(record: etree._Element, node: etree._Element) -> str:
    """A pattern for a part of a record: its name, or its place in what has a name or is the record."""
    steps: list[str] = []
    for element in (node, *node.iterancestors()):
        if element is record or (names := own_names(element)):
            return ("" if element is record else names[0]) + "".join(reversed(steps))
        steps.append(place_of(element))
    return "".join(reversed(steps))


def _is_talk(record: etree._Element) -> bool:
    words = len(words_of(_text(record)))
    linked = sum(len(words_of(_text(link))) for link in record.iter("a"))
    return words > 0 and linked <= MAX_LINKED * words


def _author(records: Sequence[etree._Element], example: Example) -> str:
    """A short text in all records, no date, not the same in all: what its class calls a person, the shortest."""
    habits = DateHabits(example.time, example.language)
    labels = {words for _, words in same_labels(records)}
    found: list[tuple[bool, int, str]] = []
    for element in records[0].iterdescendants():
        plain = (*own_names(element), element.tag) if isinstance(element.tag, str) else ()
        for name, texts in _texts_by(plain, records):
            counts = Counter(filter(None, texts))
            is_common = counts.total() >= DATED * len(texts) and len(counts) > 1
            # Who has no link would be called 'Reply', where names of others and buttons are links of one name.
            is_button = is_common and (max(counts.values()) > MAX_SAME * len(texts) or not labels.isdisjoint(counts))
            if is_common and not is_button and not any(find_date(text, habits) for text in texts[:5] if text):
                found.append((not _PERSON.search(name), sum(map(len, texts)), name))
    return min(found, key=lambda one: one[:2], default=(True, 0, ""))[2]


def _texts_by(plain: Sequence[str], records: Sequence[etree._Element]) -> Iterator[tuple[str, list[str]]]:
    """What the parts of some names say in each record, and what stands bare in them, where that says less: a name may
    be a link in a few records, and bare in the others.
    """
    for name in plain:
        yield name, [_first_text(name, record) for record in records]
        firsts = [place[0] for record in records if (place := first_by(name, record)) is not None]
        if any(len(one) and "".join((one.text or "", *(part.tail or "" for part in one))).strip() for one in firsts):
            yield f"{name}/{OWN_TEXT}", [_first_text(f"{name}/{OWN_TEXT}", record) for record in records]


def _are_alike(author: str, line: Chosen, records: Sequence[etree._Element]) -> bool:
    """Whether what stands alone at a place is what an expression takes out of a line."""
    if not author:
        return False
    places = [(_first_text(author, record), _short_text(line.pattern, record)) for record in records]
    taken = [(name, found[1] if (found := re.search(line.match, text)) else "") for name, text in places]
    return sum(words_of(name) == words_of(other) for name, other in taken) >= DATED * len(taken)


def _short_text(name: str, record: etree._Element) -> str:
    place = first_by(name, record)
    return " ".join(_text(place[0]).split()) if place is not None else ""


def _first_text(name: str, record: etree._Element) -> str:
    node = next((one for one in pattern_of(name).select(record) if not isinstance(one, str) or one.strip()), None)
    text = "" if node is None else plain_name(node if isinstance(node, str) else _text(node))
    return text if 0 < len(words_of(text)) <= MAX_NAME_WORDS else ""


def _text(element: etree._Element) -> str:
    return " ".join(map(str, element.itertext()))
