"""Addresses of the further pages of a post: more of its text, or of its comments."""

import re
from collections.abc import Iterator

# Further pages of a post: /comment-page-2/, /2/, ?cpage=2, ?page=3.
_FURTHER = re.compile(
    r"(?P<before>/?(?:[a-z]+-)?(?:page|seite|pagina|p)?[-/]?)(?P<number>[1-9]\d{0,3})/?|"
    r"\?(?P<name>c?page|paged|cpaged|comments?_?page|p|seite|start|offset)=(?P<value>\d{1,5})",
    re.I,
)


def beginnings(url: str) -> Iterator[tuple[str, str]]:
    """Ways to cut a further page's address into that of the post and the rest."""
    plain, mark, query = url.partition("?")
    if mark:
        yield plain, mark + query
        return
    parts = plain.rstrip("/").split("/")
    for count in (1, 2):
        head = "/".join(parts[:-count])
        if len(parts) - count > 3:
            rest = url[len(head) :]
            yield head, rest
            yield head + "/", rest[1:]


def rest_of(url: str, post: str) -> str:
    """What a further page's address has behind that of its post: '/comment-page-2/', '?cpage=2'."""
    rest = url[len(post.rstrip("/")) :]
    return rest[1:] if rest.startswith("/?") else rest


def number_in(rest: str) -> int:
    found = _FURTHER.fullmatch(rest)
    return int(found["number"] or found["value"]) if found is not None else 0


def form_of_rest(rest: str) -> str:
    """The form of further pages: '/comment-page-2/' → '{base**}/comment-page-{page#}'."""
    found = _FURTHER.fullmatch(rest)
    if found is None:
        return ""
    if found["name"]:
        return f"{{base**}}?{found['name']}={{page#}}"
    return "{base**}/" + found["before"].lstrip("/") + "{page#}"


def is_further(rest: str) -> bool:
    """Whether what stands behind the address of a post makes a further page of it."""
    return _FURTHER.fullmatch(rest) is not None
