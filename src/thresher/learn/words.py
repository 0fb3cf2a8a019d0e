"""Names that are single words in the folder that an address begins with: /tools/topic/5, /garden/topic/7.

Elsewhere in an address a few words at one place of a page are enough to take them for names. The first word says what
all behind it is, mostly: so what was found there must be threads, or lists, of three words at least.
"""

from collections import defaultdict

from thresher.learn.lesson import Key, Lesson
from thresher.learn.links import is_telling
from thresher.learn.shapes import is_name, skeleton
from thresher.learn.sifting import MIN_LISTED

Families = dict[str, dict[str, list[Key]]]
"""Shapes without their first word → those words → what is known of each."""


def join_words(lesson: Lesson) -> None:
    """Threads and lists that differ in nothing but the first word of their address are of one kind, as are lists in
    folders that have such threads, and threads in folders that are lists by any name.
    """
    # Where nothing but names is left, they say nothing (`sifting.join_folders`).
    threads = {rest: some for rest, some in _families(lesson.threads).items() if is_telling(f"*/{rest}")}
    lists = {_first_word(url) for (shape, _), urls in lesson.boards.items() if shape.startswith("*/") for url in urls}
    named = {
        rest: some
        for rest, some in threads.items()
        if len(some) >= MIN_LISTED or lists & some.keys() or _is_known(lesson.threads, rest)
    }
    words = {word for some in named.values() for word in some}
    boards = {
        rest: some
        for rest, some in _families(lesson.boards).items()
        if len(words & some.keys()) >= MIN_LISTED or _is_known(lesson.boards, rest)
    }
    _join(lesson.threads, named)
    _join(lesson.boards, boards)


def _families(known: dict[Key, set[str]]) -> Families:
    found: Families = defaultdict(lambda: defaultdict(list))
    for shape, place in known:
        word, mark, rest = shape.partition("/")
        if mark and is_name(word):
            found[rest][word].append((shape, place))
    return found


def _first_word(url: str) -> str:
    return skeleton(url).partition("/")[0]


def _is_known(known: dict[Key, set[str]], rest: str) -> bool:
    """Whether the first word was taken for a name where links were grouped."""
    return any(shape == f"*/{rest}" for shape, _ in known)


def _join(known: dict[Key, set[str]], families: Families) -> None:
    for rest, words in families.items():
        wide = next((key for key in known if key[0] == f"*/{rest}"), (f"*/{rest}", ""))
        for key in [key for keys in words.values() for key in keys]:
            known.setdefault(wide, set()).update(known.pop(key))
