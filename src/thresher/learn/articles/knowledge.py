"""What a feed has taught → an application type, in the same form as all knowledge."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from thresher.learn.addresses import forms_of
from thresher.learn.articles.comments import CommentRules
from thresher.learn.articles.rules import PostRules

# A segment of any name or number, without a name in the form.
_OPEN = re.compile(r"(?<![^/])[#*](?![^/?])")


@dataclass(frozen=True, slots=True)
class Taught:
    """What is known of a site from its feed: plain values that outlast the process."""

    posts: tuple[str, ...]
    """Addresses of posts, enough to tell what those of others look like."""
    root: str
    rules: PostRules | None = None
    comments: CommentRules | None = None
    further: tuple[str, ...] = ()
    """Forms of the further pages of a post: `{base**}/comment-page-{page#}`."""
    lists: tuple[str, ...] = ()
    """Addresses of pages that list posts."""


def type_of(taught: Taught, name: str) -> dict[str, Any]:
    """The application type, as the data of a knowledge file."""
    host = taught.root.split("/")[2]
    extract = [taught.rules.as_data()] if taught.rules is not None else []
    extract += [taught.comments.as_data()] if extract and taught.comments is not None else []
    roles: dict[str, Any] = {}
    if taught.further:
        roles["comments"] = list(taught.further)
    listings = _forms([url for url in taught.lists if url != taught.root], taught.root)
    # /index2.html has the form of posts, too, where these are /a-walk.html: what has a number goes before.
    roles["listing"] = ["?!*", *(form for form in listings if "#" in form)]
    if forms := _forms(taught.posts, taught.root):
        roles["post"] = forms
    if others := [form for form in listings if "#" not in form and form not in forms]:
        roles["archive"] = others
    onward = [{"to": "post", "role": "post"}] if forms else []
    further = [{"to": "post", "role": "comments", "further": True}] if taught.further else []
    lists = [{"to": "list", "role": role} for role in ("listing", "archive") if role in roles]
    data: dict[str, Any] = {
        "type": name,
        "title": f"{host} (from its feed)",
        "source": "fed",
        "detect": [f"url[@host='{host.partition(':')[0]}']"],
        "levels": [
            {"name": "post", "kind": "terminal", "detect": [], "follow": [*further, *lists], "extract": extract},
            {"name": "list", "kind": "intermediate", "detect": [], "follow": [*onward, *map(dict, lists)]},
        ],
        "urls": {"roles": roles},
    }
    rules = taught.rules
    dates = {"order": rules.date_order, "clock": rules.zone} if rules is not None else {}
    if any(dates.values()):
        data["dates"] = {key: value for key, value in dates.items() if value}
    return data


def _forms(urls: Sequence[str], root: str) -> list[str]:
    named = (_named(form.text) for form in forms_of(urls, root))
    return list(dict.fromkeys(f"{form}{'&' if '?' in form else '?'}!*" for form in named))


def _named(form: str) -> str:
    """The form with names for all its segments: /2021/03/part-1 and /2021/04/part-1 are two posts."""
    letters = iter(ascii_lowercase)
    return _OPEN.sub(lambda found: f"{{part_{next(letters)}{found[0].strip('*')}}}", form)
