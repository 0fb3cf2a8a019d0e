"""The value that everybody else holds: a pattern that was read, and can be searched for."""

from dataclasses import dataclass, field

from thresher.pattern.foreign import PREFIX, read_xpath
from thresher.pattern.grammar import read_paths
from thresher.pattern.matcher import Matcher, Place, Selected
from thresher.pattern.syntax import Path


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern: its alternatives, or else an XPath expression.

    `select`, `first` and `matches` take a document, or an element that the pattern is then relative to: `a` is any
    link inside it, `/a` a child of it, `/@id` its own attribute. Elements come as lxml has them, attributes and texts
    as plain strings; in document order, the page before its metadata. None of them raises on any document.

    >>> from lxml import etree
    >>> page = etree.HTML("<p id='a'>one</p><p id='b'>two</p>")
    >>> parse("p[contains(., 'w')]/@id").select(page)
    ('b',)
    """

    paths: tuple[Path, ...] = ()
    xpath: str = ""
    """The expression of an `xpath:` pattern; such a one has no paths and cannot be relaxed."""
    _matchers: list[Matcher] = field(default_factory=list, init=False, repr=False, compare=False)
    """What it was compiled to, once it has been used."""

    def __str__(self) -> str:
        return PREFIX + self.xpath if self.xpath else " | ".join(map(str, self.paths))

    def __reduce__(self) -> tuple[type["Pattern"], tuple[tuple[Path, ...], str]]:
        return Pattern, (self.paths, self.xpath)

    @property
    def matcher(self) -> Matcher:
        """The pattern, compiled; made at first use and kept."""
        if not self._matchers:
            self._matchers.append(Matcher(self.paths, self.xpath))
        return self._matchers[0]

    def select(self, place: Place) -> tuple[Selected, ...]:
        """All that the pattern leads to, each once."""
        return tuple(self.matcher.selected(place))

    def first(self, place: Place) -> Selected | None:
        """The first of what `select` would give, found without looking for the others; None if there is nothing."""
        return next(self.matcher.selected(place), None)

    def matches(self, place: Place) -> bool:
        """Whether there is anything to select."""
        return self.first(place) is not None


def parse(text: str) -> Pattern:
    """The pattern written in `text`; PatternError, which says where and why, if there is none.

    `str` of it is the canonical form, which reads as the same pattern.

    >>> str(parse('//div [contains(@class,"post")] //a'))
    "div[contains(@class, 'post')]//a"
    """
    if text.lstrip().startswith(PREFIX):
        return Pattern(xpath=read_xpath(text))
    return Pattern(read_paths(text))
