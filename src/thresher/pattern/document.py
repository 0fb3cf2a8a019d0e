"""The seam to the room `page`: what a pattern is searched in."""

from typing import Any, Protocol

from lxml import etree


class Document(Protocol):
    """A page with its HTTP data; `page.VirtualDocument` is the one that crawls use."""

    @property
    def root(self) -> Any:
        """The root element of the page's lxml HTML tree; None if there is none."""

    @property
    def metadata(self) -> Any:
        """An lxml element whose children are `url`, `status`, `header`, `cookie`; None where nothing is known.

        Elements in it have attributes and no text.
        """

    @property
    def metadata_values(self) -> bytes:
        """Bytes in which every attribute value of `metadata` occurs, in UTF-8; ASCII letters in either case."""

    @property
    def source(self) -> bytes:
        """The UTF-8 bytes that `root` was parsed from, nothing changed in between; empty if they are not at hand."""

    @property
    def text(self) -> bytes:
        """The string value of the tree, that of the siblings of `root` included, in UTF-8."""


def top_elements(root: etree._Element) -> list[etree._Element]:
    """`root` and its siblings: what stands behind `</html>` is put by libxml2 into html elements of its own."""
    return [root, *root.itersiblings("*")]


METADATA_ATTRIBUTES: dict[str, frozenset[str]] = {
    "url": frozenset({"href", "scheme", "host", "port", "path", "query", "fragment"}),
    "param": frozenset({"name", "value"}),
    "header": frozenset({"name", "value"}),
    "cookie": frozenset({"name", "value"}),
    "status": frozenset({"code"}),
}
"""Every element that `metadata` can have, and the attributes it can have."""
