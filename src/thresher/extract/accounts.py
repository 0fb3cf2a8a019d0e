"""The accounts of those who wrote what is on a page: name and profile, as the links around their texts tell.

A profile is one where the type's forms give its address the role `profile` or `author`; a link to a commenter's own
web site is none. Profiles are not asked for: what there is to know comes from the pages that are read anyway.
"""

import re
from collections.abc import Iterable, Iterator

from thresher.knowledge import ApplicationType
from thresher.model import ObjectType, WebObject

ROLES = frozenset({"profile", "author"})


def accounts_of(objects: Iterable[WebObject], application: ApplicationType, root: str) -> Iterator[WebObject]:
    """One account for each profile that authors of `objects` have, in the order in which they appear."""
    seen: set[str] = set()
    for one in objects:
        url = one.author_url
        if not url or not one.author or url in seen or not _is_profile(url, application, root):
            continue
        seen.add(url)
        yield WebObject(url, ObjectType.USER_ACCOUNT, url, one.source, one.rule, title=one.author)


def plain_address(url: str, application: ApplicationType) -> str:
    """An address without session and idle parameters: the same wherever it is linked."""
    place, mark, query = url.partition("?")
    idle = application.urls.drop | application.urls.same
    if not mark or not idle:
        return url
    pairs = re.split("([&;])", query)
    kept = [
        (before, pair) for before, pair in zip(["", *pairs[1::2]], pairs[::2], strict=True) if _name(pair) not in idle
    ]
    return f"{place}?{''.join(before + pair for before, pair in kept)[len(kept[0][0]) :]}" if kept else place


def _name(pair: str) -> str:
    return pair.partition("=")[0]


def _is_profile(url: str, application: ApplicationType, root: str) -> bool:
    is_here = url.partition("://")[2].startswith(root.partition("://")[2])
    return is_here and application.urls.read(url, root).role in ROLES
