"""Elements of a post → patterns that name them in all posts."""

import re

from lxml import etree

from thresher.learn.page_types.outline import is_hook, token_of

MAX_CELLS = 8
"""Of a row; more of a kind are a list."""
_CELLS = frozenset({"td", "th", "li", "dd", "div", "span"})
_PLACE = re.compile(r"\[[0-9]+\]")
_PLAIN = re.compile(r"[\w:.-]+")
_COUNTED = re.compile(r"^[^0-9]*[0-9]+$|[-_][0-9]+[-_]")
# Two numbers at least, or seconds since 1970: somebody may be called dora42.
_FULL = re.compile(r"[0-9]\D+[0-9]|[0-9]{9}")
_NUMBERED = re.compile(r"([A-Za-z][A-Za-z_-]{2,})[0-9]")


def names_of(element: etree._Element, outer: etree._Element | None = None) -> list[str]:
    """Patterns for one element, the more telling first: by its class, by what it is, by where it stands.

    Those that speak of `outer` or what is above it are left out.
    """
    tag = element.tag
    if not isinstance(tag, str):
        return []
    own = own_names(element)
    above = element.getparent()
    if above is not None and above is not outer and isinstance(above.tag, str):
        own += [f"{name}/{tag}" for name in own_names(above)[:1]]
        further = above.getparent()
        if further is not None and further is not outer and isinstance(further.tag, str):
            own += [f"{name}/{above.tag}/{tag}" for name in own_names(further)[:1]]
    return [*own, tag]


def own_names(element: etree._Element) -> list[str]:
    """Patterns of what an element says of itself."""
    tokens = _tokens(element)
    found = [f"{element.tag}[@class~='{token}']" for token in lasting_tokens(element)]
    # What is numbered is one of its kind in each post: post_message_7.
    if numbered := _NUMBERED.match(element.get("id") or ""):
        found.append(f"{element.tag}[contains(@id, '{numbered[1]}')]")
    if has_stated_date(element):
        found.append(f"{element.tag}[@title]")
    for name in ("itemprop", "data-role", "role"):
        value = element.get(name) or ""
        if _PLAIN.fullmatch(value):
            found.append(f"{element.tag}[@{name}='{value}']")
    if len(tokens) > 1 and element.get("class") == " ".join(tokens):
        # Classes that say how something looks (`flex p-4`) are those of many elements; all of them, of few.
        found.append(f"{element.tag}[@class='{element.get('class')}']")
    return found


def has_stated_date(element: etree._Element) -> bool:
    """Whether its title may be a date in full, where the text says how long ago that was."""
    return _FULL.search(element.get("title") or "") is not None


def lasting_tokens(element: etree._Element) -> list[str]:
    """Its classes that other elements of its kind have, too; those that people gave come first."""
    # What ends with a number may count posts or stripes; names that a program drew have letters behind the digits.
    lasting = [token for token in _tokens(element) if not _COUNTED.search(token) and token_of(token, "")]
    return sorted((one for one in lasting if not is_hook(one)), key=_has_digit) or lasting


def _tokens(element: etree._Element) -> list[str]:
    return [token for token in (element.get("class") or "").split()[:4] if _PLAIN.fullmatch(token)]


def _has_digit(token: str) -> bool:
    return any(map(str.isdigit, token))


def placed_names(element: etree._Element) -> list[str]:
    """A name for one of a few that nothing but their place tells apart: the second cell of a row."""
    above = element.getparent()
    if element.tag not in _CELLS or above is None or len(above) > MAX_CELLS:
        return []
    name = next(iter(own_names(element)), str(element.tag))
    # A pattern counts all that it fits: those of a tag, whatever else they say of themselves.
    alike = [one for one in above if one.tag == element.tag and (name == one.tag or name in own_names(one))]
    return [f"{name}[{alike.index(element) + 1}]"] if len(alike) > 1 else []


def is_telling(name: str) -> bool:
    """Whether a pattern says more than a tag, or a tag's place, which would also fit elsewhere."""
    return "[" in _PLACE.sub("", name.rpartition("::")[2])


def string_of(element: etree._Element) -> str:
    """The text in an element, on one line."""
    return " ".join(" ".join(map(str, element.itertext())).split())
