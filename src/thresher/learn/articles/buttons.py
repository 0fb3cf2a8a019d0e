"""What comments have in common: links to answer, forms, marks to vote. No part of what people wrote."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from lxml import etree

from thresher.learn.articles.naming import first_by, is_pattern, own_names
from thresher.page import words_of

LEAST_SHARE = 0.5
"""Of the records that must have a part, and of those that must say the same in it."""
MAX_WORDS = 200
MAX_RECORDS = 300
"""Records that are compared with each other."""
MAX_PARTS = 12
LEAST_PLACES = 3
"""Texts that must be compared: two people may say the same."""
MAX_LABEL = 40
"""Characters of what is written on a button."""


def buttons(records: Sequence[etree._Element]) -> tuple[str, ...]:
    """Patterns for the parts of the records that say the same in most of them, the outermost, wherever they stand.

    A name stands for a part only if all that it selects are such parts: not every link is a button.
    """
    some = [_Named(record) for record in records[:MAX_RECORDS]]
    texts: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    homes: Counter[str] = Counter()
    for record in some:
        for part, names in record.names.items():
            words = tuple(words_of(" ".join(map(str, part.itertext()))))
            for name in names:
                texts[name].append(words)
        homes.update({name for names in record.names.values() for name in names})
    enough = LEAST_SHARE * len(some)
    same = {name for name, said in texts.items() if homes[name] >= enough and is_pattern(name)}
    same = {name for name in same if _is_button(texts[name], enough)}
    chosen: dict[str, None] = {}
    for record in some[:MAX_PARTS]:
        for names in record.outermost(same):
            if not any(name in chosen for name in names):
                chosen[next(name for name in names if name in same)] = None
    return tuple(chosen)[:MAX_PARTS]


def buttons_in(text: str, records: Sequence[etree._Element]) -> tuple[str, ...]:
    """Patterns for links that say the same in most records, inside the element of the text, which a pattern selects."""
    return same_links([place[0] for record in records if (place := first_by(text, record)) is not None])


def same_links(texts: Sequence[etree._Element]) -> tuple[str, ...]:
    """Patterns for links that say the same in most of some texts."""
    labels = same_labels(texts)
    return tuple(f"xpath:.//{tag}[normalize-space()='{words}']" for tag, words in labels)


def same_labels(places: Sequence[etree._Element]) -> list[tuple[str, str]]:
    """Tag and words of links that say the same in most of some places."""
    some = places[:MAX_RECORDS]
    if len(some) < LEAST_PLACES:
        return []
    said = Counter(
        label
        for place in some
        for label in {(str(link.tag), _label(link)) for link in place.iter("a", "button") if _label(link)}
    )
    return [label for label, count in said.items() if count >= LEAST_SHARE * len(some)][:MAX_PARTS]


class _Named:
    """A record, and the names of its parts: by what they say of themselves; its first children by their place, links by
    their words, too."""

    def __init__(self, record: etree._Element) -> None:
        parts = (part for part in record.iterdescendants() if isinstance(part.tag, str))
        self._record = record
        self.names = {part: own_names(part) for part in parts}
        places: Counter[str] = Counter()
        for part in record.iterdescendants("a", "button"):
            self.names[part] += _by_words(part)
        for child in record:
            if child in self.names:
                places[child.tag] += 1
                if places[child.tag] <= MAX_PARTS:
                    self.names[child].append(f"/{child.tag}[{places[child.tag]}]")

    def outermost(self, same: set[str]) -> Iterator[list[str]]:
        """The names of the parts that have one of `same`, without those inside such parts."""
        open_ = [*reversed(self._record)]
        while open_:
            part = open_.pop()
            names = self.names.get(part, [])
            if any(name in same for name in names):
                yield names
            else:
                open_ += reversed(part)


def _by_words(part: etree._Element) -> list[str]:
    """A link as one with just these words: many have no name, or share it with the names of people."""
    words = _label(part)
    return [f"xpath:.//{part.tag}[normalize-space()='{words}']"] if words else []


def _label(part: etree._Element) -> str:
    """The words of a button, as far as they can be written in a pattern; empty if they are none."""
    words = " ".join("".join(map(str, part.itertext())).split())
    return words if len(words) <= MAX_LABEL and not {"'", '"'} & {*words} else ""


def _is_button(said: Sequence[tuple[str, ...]], enough: float) -> bool:
    """Whether one text is in most records, and the others come again, too: 'Reply', and 'Reply to this'."""
    counts = Counter(words for words in said if words)
    most = max(counts.values(), default=0)
    return most >= enough and all(count > 1 and len(words) <= MAX_WORDS for words, count in counts.items())
