"""What people ask for in addresses, read with patience: nonsense counts as nothing asked."""

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

PAGE_SIZE = 50


def number_in(request: Request, name: str, default: int = 0, most: int = 1 << 53) -> int:
    """A whole number from 0 on."""
    text = request.query_params.get(name, "")
    return min(int(text), most) if text.isascii() and text.isdigit() and len(text) < 18 else default


def text_in(request: Request, name: str, most: int = 500) -> str:
    return request.query_params.get(name, "").strip()[:most]


def path_number(request: Request) -> int:
    """The number at the end of the path; 0 if there is none that could be one."""
    text = str(request.path_params.get("number", ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0


def page_in(request: Request, most: int = 2000) -> int:
    """Which page of a list, from 1 on."""
    return number_in(request, "page", 1, most) or 1


def turns(request: Request, page: int, has_more: bool) -> dict[str, Any]:
    """The pages before and behind one of a list, as `parts.pager` needs them."""
    return {
        "page": page,
        "earlier": with_changes(request, page=page - 1 if page > 2 else None) if page > 1 else "",
        "later": with_changes(request, page=page + 1) if has_more else "",
    }


def with_changes(request: Request, **changes: str | int | None) -> str:
    """The address of the page with other parameters; one that is None is left out."""
    given = dict(request.query_params)
    given |= {name: str(value) for name, value in changes.items() if value is not None}
    for name in (name for name, value in changes.items() if value is None):
        given.pop(name, None)
    return f"{request.url.path}?{urlencode(given)}" if given else request.url.path
