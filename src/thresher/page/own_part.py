"""An element without others that stand in it: one post of a conversation in which answers are in the box of what they
answer.
"""

import copy
from collections.abc import Collection

from lxml import etree


def around(posts: Collection[etree._Element]) -> frozenset[etree._Element]:
    """All elements that hold one of `posts`."""
    return frozenset(above for post in posts for above in post.iterancestors())


def own_part(
    element: etree._Element, posts: Collection[etree._Element], holders: Collection[etree._Element]
) -> etree._Element:
    """A copy of `element` in which an empty element stands for each of the `posts` in it, so that places are counted as
    before; the element itself if there are none. `holders` are all elements `around` posts.
    """
    if element not in holders:
        return element
    twin = _empty(element)
    waiting = [(element, twin)]
    while waiting:
        one, made = waiting.pop()
        for child in one:
            if child in posts:
                made.append(etree.Element(child.tag))
            elif child in holders:
                made.append(_empty(child))
                waiting.append((child, made[-1]))
            else:
                made.append(copy.deepcopy(child))
            made[-1].tail = child.tail
    return twin


def _empty(element: etree._Element) -> etree._Element:
    """The element without what is in it, but for the text that it begins with."""
    made = etree.Element(element.tag)
    for name, value in element.attrib.items():
        made.set(name, value)
    made.text = element.text
    return made
