"""Objects that several rules read off one page → each of them once.

What was learned in one folder of a site may fit the pages of another, too, by another pattern.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from thresher.model import WebObject


def once(read: Sequence[Sequence[WebObject]]) -> list[WebObject]:
    """The objects of a page, by rule: of those that several rules read, the one that says most; the first, if alike.

    What answers one that is left out answers the one that is kept. One rule may well read the same words twice:
    somebody said them twice.
    """
    kept: dict[tuple[str, str], WebObject] = {}
    same: dict[str, str] = {}
    for some in read:
        fresh: dict[tuple[str, str], WebObject] = {}
        for one in (one for one in some if one.text):
            words = (one.author, one.text)
            known = kept.get(words)
            if known is not None and _may_be_one(known, one):
                fuller, other = (one, known) if _said(one) > _said(known) else (known, one)
                same[other.id] = fuller.id
                kept[words] = fuller
            else:
                fresh.setdefault(words, one)
        kept |= {words: one for words, one in fresh.items() if words not in kept}
    return [_answering(one, same) for some in read for one in some if one.id not in same]


def _may_be_one(one: WebObject, other: WebObject) -> bool:
    return one.id != other.id and (one.published == other.published or not (one.published and other.published))


def _said(one: WebObject) -> int:
    return sum(map(bool, (one.published, one.author_url, one.reply_to, one.title)))


def _answering(one: WebObject, same: Mapping[str, str]) -> WebObject:
    return replace(one, reply_to=_kept(one.reply_to, same)) if one.reply_to in same else one


def _kept(id_: str, same: Mapping[str, str]) -> str:
    seen: set[str] = set()
    while id_ in same and id_ not in seen:
        seen.add(id_)
        id_ = same[id_]
    return id_
