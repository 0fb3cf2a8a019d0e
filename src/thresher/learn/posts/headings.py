"""Thread pages, and the titles that lists give them → where pages have their title."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import reduce
from itertools import takewhile
from typing import Any

from lxml import etree

from thresher.learn.links import LONG_TITLE, letters_in
from thresher.learn.posts.limits import LATEST, MAX_DATE, MOST
from thresher.learn.posts.names import is_telling, names_of, string_of
from thresher.learn.sight import Sight
from thresher.page import HEADINGS, DateHabits, find_date
from thresher.pattern import parse

MAX_MORE = 20
"""Characters that a heading may have beside the title."""
MIN_TITLES = 2
"""Pages that tell what all titles have before and behind."""
MAX_WORDS = 6
"""Of a date that begins with a number: '2 months, 3 weeks ago'."""
MIN_LETTERS, MAX_INNER = 5, 4
"""Characters of a heading that is known by the title of the page alone, and elements in it."""
_DOTS = ".… "
_ADDED = re.compile(r" (?:[-–—|·•»]|::) .*")
_LED = re.compile(r".*(?: (?:[-–—|·•»]|::)|:) ")
_NO_HEADING = frozenset({"a", "title", "head"})


def learn_heading(sights: Sequence[Sight], titles: Mapping[str, str]) -> str:
    """Where thread pages have the title that lists give them; empty if that is nowhere."""
    # Beside a title may stand the numbers of its pages, with addresses like its own.
    named = [(sight, titles.get(sight.url, "")) for sight in sights]
    known = [(sight, title) for sight, title in named if any(map(str.isalpha, title)) and not is_date(title)]
    if not known or _are_called_otherwise(known):
        return _as_pages_say(sights) or (_heading(known) if known else "")
    return _heading(known) or _heading(_completed(known)) or _as_pages_say(sights)


def _are_called_otherwise(known: Sequence[tuple[Sight, str]]) -> bool:
    """Whether pages have titles of their own, which lists do not give them: links to threads may say '12 comments', or
    hold the first words of what was written; titles may lead to what is talked of.
    """
    names = [(" ".join(sight.page.title.split()), title.rstrip(_DOTS)) for sight, title in known]
    are_own = len({name for name, _ in names}) == len({sight.url for sight, _ in known}) >= MIN_TITLES
    return are_own and 2 * sum(title in name for name, title in names) < len(names)


def _as_pages_say(sights: Sequence[Sight]) -> str:
    """Where pages have what their own titles begin or end with, each something else; else these without their common
    end.
    """
    names = {sight: " ".join(sight.page.title.split()) for sight in sights}
    if len(set(names.values())) < MIN_TITLES:
        return ""
    found = Counter(
        name
        for sight, whole in names.items()
        for element in sight.page.tree.iter(etree.Element)
        if element.tag not in ("title", "head") and len(element) < MAX_INNER and _is_edge(whole, string_of(element))
        for name in dict.fromkeys(names_of(element))
        if is_telling(name) or element.tag in HEADINGS
    )
    ranks = {}
    for name, _ in found.most_common(12):
        texts = [(whole, _first(name, sight)) for sight, whole in names.items()]
        right = [text for whole, text in texts if _is_edge(whole, text)]
        if len(right) >= MOST * len(names) and 2 * len(set(right)) > len(set(names.values())):
            ranks[name] = (sum(map(len, right)), name.split("[")[0] in HEADINGS)
    best = max(ranks, key=lambda name: ranks[name], default="")
    return best or _part_of_title(_completed(list(names.items()), is_whole=True))


def _is_edge(whole: str, text: str) -> bool:
    """Whether a title begins or ends with a text: the name of the site may stand on either side."""
    return len(text) >= MIN_LETTERS and (whole.startswith(text) or whole.endswith(text))


def lacking_titles(titles: Mapping[str, str], pages: Collection[str], seen: Collection[str]) -> list[str]:
    """Threads to look at, so that two at least are such as lists call by a title: the page that was begun at may be a
    further one, which lists call by the date of its last post. `pages` are those of threads, of all that were seen.
    """
    titled = [url for url, title in titles.items() if letters_in(title) >= LONG_TITLE and not is_date(title)]
    lacking = MIN_TITLES - sum(url in pages for url in titled)
    fresh = sorted((url for url in titled if url not in seen), key=lambda url: (-len(titles[url]), url))
    return fresh[: max(0, lacking)]


def is_date(title: str) -> bool:
    """Whether lists call a page by nothing but a date: that of its last post, which leads to its last page.

    >>> is_date("November 05, 2024, 05:57 AM"), is_date("2 months, 3 weeks ago"), is_date("The winter of 2024")
    (True, True, False)
    """
    digits = sum(map(str.isdigit, title))
    # A title that mentions a day has more words than that.
    is_bare = 2 * digits >= sum(map(str.isalpha, title)) or (title[:1].isdigit() and len(title.split()) <= MAX_WORDS)
    return bool(digits) and len(title) <= MAX_DATE and is_bare and bool(find_date(title, DateHabits(LATEST)))


def _heading(known: Sequence[tuple[Sight, str]]) -> str:
    plain = _element_with(known, lambda element: element.tag not in _NO_HEADING)
    # A link to the page itself may be its heading; it has to say so, for others have the same text.
    found = plain or _longer_heading(known) or _element_with(known, _is_named_link)
    return _without_labels(found, known) if found else _part_of_title(known)


def _completed(known: Sequence[tuple[Sight, str]], *, is_whole: bool = False) -> list[tuple[Sight, str]]:
    """The same with titles that lists cut short as the pages have them, without what all pages have before and behind
    theirs; with `is_whole`, all of them so.
    """
    names = [" ".join(sight.page.title.split()) for sight, _ in known]
    several = names if len(set(names)) >= MIN_TITLES else [""]
    # Titles may end alike themselves, and begin so: what is added to all begins with a dash or the like, or ends so.
    added, led = _ADDED.search(reduce(_common_end, several)), _LED.match(reduce(_common_start, several))
    plain = [name.removesuffix(added[0]) if added else name for name in names]
    # The second page of a thread begins with the title of the first.
    if led and all(name.startswith(led[0]) for name in plain):
        plain = [name.removeprefix(led[0]) for name in plain]
    return [
        (sight, whole if is_whole or whole.startswith(title.rstrip(_DOTS)) else title)
        for (sight, title), whole in zip(known, plain, strict=True)
    ]


def _common_start(one: str, other: str) -> str:
    return _common_end(one[::-1], other[::-1])[::-1]


def _common_end(one: str, other: str) -> str:
    pairs = zip(reversed(one), reversed(other), strict=False)
    return one[len(one) - sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)) :]


def _without_labels(name: str, known: Sequence[tuple[Sight, str]]) -> str:
    """`name`, or what stands right in the elements of this name, if that is the title as often: some threads have a
    label before it, in an element of its own, and those that were seen need not. Titles with marked words in them are
    far fewer; where one was seen, it is against this.
    """
    return f"{name}/text()" if _right_within(name, known) >= max(_right(name, known), 1) else name


def _right(name: str, known: Sequence[tuple[Sight, str]]) -> int:
    """On how many pages the first element of a name says the title and nothing else."""
    pattern = parse(name)
    return sum(_is_titled(pattern.first(sight.page.tree), title) for sight, title in known)


def _right_within(name: str, known: Sequence[tuple[Sight, str]]) -> int:
    """The same for the text that stands right in such elements."""
    pattern = parse(f"{name}/text()")
    return sum(_first_text(pattern.select(sight.page.tree)) == title for sight, title in known)


def _first_text(nodes: Sequence[Any]) -> str:
    texts = (" ".join(node.split()) for node in nodes if isinstance(node, str))
    return next(filter(None, texts), "")


def _element_with(known: Sequence[tuple[Sight, str]], may_be: Callable[[etree._Element], bool]) -> str:
    """The pattern for the elements that say the title and nothing else."""
    names = Counter(
        name
        for sight, title in known
        for element in sight.page.tree.iter(etree.Element)
        if may_be(element) and _string_is(element, title)
        for name in dict.fromkeys(names_of(element))
    )
    # Of a heading and the boxes around it, which say the same, the heading: the title stands right in it.
    ranks = {name: (_right(name, known), _right_within(name, known)) for name, _ in names.most_common(12)}
    best = max(ranks, key=lambda name: ranks[name], default="")
    return best if best and ranks[best][0] >= MOST * len(known) else ""


def _is_named_link(element: etree._Element) -> bool:
    return element.tag == "a" and bool(element.get("class"))


def _part_of_title(known: Sequence[tuple[Sight, str]]) -> str:
    """The title of a page without what stands before and behind on all pages: 'My board :: View topic - A walk'."""
    found: Counter[tuple[str, str]] = Counter()
    for sight, title in known:
        before, mark, behind = " ".join(sight.page.title.split()).partition(title)
        found.update([(before, behind)] if mark else [])
    (before, behind), count = found.most_common(1)[0] if found else (("", ""), 0)
    if count < MOST * len(known) or count < MIN_TITLES or "'" in before + behind:
        return ""
    if not before + behind:
        return "title"
    own = "normalize-space(.)"
    begins = f"[starts-with({own}, '{before}')]" if before else ""
    ends = f"[substring({own}, string-length({own}) - {len(behind) - 1})='{behind}']" if behind else ""
    text = f"normalize-space((//title)[1]{begins}{ends})"
    return f"xpath:substring({text}, {len(before) + 1}, string-length({text}) - {len(before + behind)})"


def _longer_heading(known: Sequence[tuple[Sight, str]]) -> str:
    """The same where a heading says a word more than the title: 'Q: Which grease?'. What stands on a page several times
    is the title of its answers: 'Re: Which grease?'.
    """
    names: Counter[str] = Counter()
    repeated: set[str] = set()
    for sight, title in known:
        texts = [(one, string_of(one)) for one in sight.page.tree.iter(*HEADINGS)]
        headings = [one for one, text in texts if title in text and len(text) <= len(title) + MAX_MORE]
        found = Counter(name for one in headings for name in dict.fromkeys(names_of(one)))
        names.update(found.keys())
        repeated.update(name for name, count in found.items() if count > 1)
    right = {name: sum(title in _first(name, sight) for sight, title in known) for name in names.keys() - repeated}
    best = max(right, key=lambda name: (right[name], _right_within(name, known), is_telling(name)), default="")
    return best if best and right[best] >= MOST * len(known) else ""


def _first(name: str, sight: Sight) -> str:
    node = parse(name).first(sight.page.tree)
    return "" if node is None or isinstance(node, str) else string_of(node)


def _string_is(element: etree._Element, title: str) -> bool:
    return len(element) < MAX_INNER and string_of(element) == title


def _is_titled(node: Any, title: str) -> bool:
    return node is not None and not isinstance(node, str) and string_of(node) == title
