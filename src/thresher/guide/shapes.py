"""The shape of a URL: what is left when the names and numbers of one page are taken out.

Pages of one shape are made by one template, so what is learned of a few holds for the rest. Numbers, dates,
slugs and hashes go; words that name a kind of page (`tag`, `topic`, `page`) and parameter names stay; so do
short words as values (`mode=reply`), because they choose the view.
"""

import re
from functools import lru_cache
from urllib.parse import unquote

from thresher.knowledge.forms import is_path

_PARTS = re.compile(r"https?://([^/?]+)([^?]*)\??(.*)", re.DOTALL)
_SCRIPT = re.compile(r"[a-z0-9_.\-]+\.(?:php\d?|aspx?|jspx?|cgi|pl|py|do|cfm|dll|action|exe|fcgi|mv|ghtml|shtml)", re.I)
_EXTENSION = re.compile(r"\.[a-z][a-z0-9]{1,4}$", re.I)
_DIGITS = re.compile(r"\d+")
_ENUM = re.compile(r"[a-z][a-z_]{0,14}")
# A counting word and a number in one segment: page-2, comment-page-1, index3, p4. Not peter99.
_NUMBERED = re.compile(
    r"((?:[a-z]{1,12}[-_])?(?:page|p|pg|index|part|chapter|archive|seite|pagina|strona|teil|partie|vol|volume|no|nr|issue"
    r"|week|day|year)[-_.]?)\d+",
    re.I,
)

# Words that name a kind of page in common software; whatever else stands in a path is the page's own name.
_KIND_WORDS = (
    "tag tags category categories author authors archive archives page pages topic topics thread "
    "threads forum forums board boards post posts blog blogs article articles news wiki user users "
    "member members profile comment comments feed rss atom search login register question questions "
    "answer answers discussion discussions label labels date year month day gallery album albums "
    "photo photos image images file files attachment attachments download downloads event events "
    "calendar product products shop store section sections topic-tag group groups community "
    "communities story stories docs doc help faq about print edit history reply quote report index "
    "list lists latest new recent t d f c p q u r s a e v view show item items node taxonomy term "
    "content category-list series issue issues volume entry entries journal media video videos "
    "podcast episode recipe recipes review reviews book books people team job jobs project projects "
    "api json amp m mobile en de fr es it pt nl pl ru ja zh ko"
)
_KINDS = frozenset(_KIND_WORDS.split())
# Behind the name of a page, these show it otherwise or ask for a change, in whatever folder it stands; an underscore
# begins what software keeps for itself: /garden/apples/history, /garden/apples/_source/.
_VIEW_WORDS = (
    "history revisions diff backlinks blame raw source edit rename delete move attachments reply quote report print "
    "create permissions subscribe watch"
)
_VIEW = re.compile(rf"{'|'.join(_VIEW_WORDS.split())}|_[a-z]{{2,20}}", re.I)
# Parameters that name a thing; their values are names even where they are short words.
_NAMING = frozenset(
    {"id", "title", "name", "ns", "idx", "tag", "cat", "category", "user", "topic", "author", "q", "s", "u", "forum",
     "board", "username", "slug", "label", "term", "search", "query", "keyword"}
)  # fmt: skip
ANY_PAGE = "**"
KIN = "kin of "
"""First words of the name of a family within one folder."""
_CONTAINER = re.compile(r"[a-z]{1,20}(?:[-_][a-z]{1,20})?", re.I)


@lru_cache(maxsize=1 << 14)
def shape_of(url: str) -> str:
    """The family of pages `url` belongs to.

    >>> shape_of("http://b.example/viewtopic.php?f=3&t=99"), shape_of("http://b.example/2019/05/why-we-sow/")
    ('b.example/viewtopic.php?f&t', 'b.example/N/N/*/')
    """
    return _shape(url, has_views=True)


@lru_cache(maxsize=1 << 14)
def shape_of_post(url: str) -> str:
    """The same for what is a page of its own, whatever it is called: among posts, /2019/05/move/ is one more.

    >>> shape_of("http://b.example/2019/05/move/"), shape_of_post("http://b.example/2019/05/move/")
    ('b.example/**/move/', 'b.example/N/N/*/')
    """
    return _shape(url, has_views=False)


def _shape(url: str, has_views: bool) -> str:
    found = _PARTS.match(url)
    if not found:
        return url
    host, path, query = found[1], found[2], found[3]
    first, _, rest = query.partition("&")
    if first and is_path(first):
        # Where the server does not rewrite addresses, the path may stand in the query: index.php?/archives/5.
        path, query = f"{path}/../{first.lstrip('/')}", rest
    segments = path.split("/")
    view = _view_in(segments) if has_views else []
    kept = ["", ANY_PAGE, *view] if view else [_segment(segment) for segment in segments]
    # The first of several segments is a folder of the site, and tells sections apart: /maze/… from /guide/…
    if not view and len(segments) > 2 and segments[2] and _CONTAINER.fullmatch(segments[1]):
        kept[1] = segments[1]
    shape = host + "/".join(kept)
    return f"{shape}?{_parameters(query)}" if query else shape


def _view_in(segments: list[str]) -> list[str]:
    """What a path has from the first word for a view on, where a name stands before it; else nothing.

    So views are judged together: with a record for each folder, they would be tried in all of them. Behind the word for
    a kind of pages, it is a name itself: /tag/history.
    """
    for place in range(2, len(segments)):
        if _VIEW.fullmatch(segments[place]) and segments[place - 1].lower() not in _KINDS:
            return [one if _VIEW.fullmatch(one) else _segment(one) for one in segments[place:]]
    return []


@lru_cache(maxsize=1 << 12)
def family_of(shape: str) -> str:
    """A coarser shape: values of parameters forgotten, every segment but the first one open.

    Spaces of views are products (colour × size × brand): each shape in them has few pages, the family many.
    """
    place, _, query = shape.partition("?")
    host, _, path = place.partition("/")
    segments = path.split("/")
    is_named = len(segments) == 1 or segments[0] == ANY_PAGE or segments[0].lower() in _KINDS
    first = segments[0] if is_named else ""
    last = segments[-1] if _SCRIPT.fullmatch(segments[-1]) else ""
    names = "&".join(sorted({pair.partition("=")[0] for pair in query.split("&")})) if query else ""
    return f"{host}/{first}+{len(segments)}{last}?{names}"


@lru_cache(maxsize=1 << 12)
def kin_of(shape: str) -> str:
    """A family within one folder of the site: `/plugin/tag/list` is kin of `/plugin/tag/*`, not of `/guide/*/*`."""
    place, _, query = shape.partition("?")
    host, _, path = place.partition("/")
    segments = path.split("/")
    return f"{KIN}{host}/{segments[0]}+{len(segments)}?{query}"


@lru_cache(maxsize=1 << 12)
def is_telling(shape: str) -> bool:
    """Whether a shape says what its pages are: by a word, a number or a parameter. `/*/` may be a tag or a story."""
    place, _, query = shape.partition("?")
    words = (_stem(segment)[0] for segment in place.split("/")[1:])
    is_view = place.partition("/")[2].startswith(ANY_PAGE)
    return bool(query) or is_view or any(word == "N" or word.endswith("N") or word.lower() in _KINDS for word in words)


def _segment(segment: str) -> str:
    low = segment.lower()
    if low in _KINDS or not segment:
        return segment
    if segment.isdigit():
        return "N"
    if _SCRIPT.fullmatch(segment):
        return _DIGITS.sub("N", segment)
    stem, extension = _stem(low)
    if stem in _KINDS:
        return low
    numbered = _NUMBERED.fullmatch(stem)
    return (numbered[1] + "N" if numbered else "N" if stem.isdigit() else "*") + extension


def _stem(segment: str) -> tuple[str, str]:
    found = _EXTENSION.search(segment)
    return (segment[: found.start()], found[0]) if found else (segment, "")


def _parameters(query: str) -> str:
    pairs = [pair.partition("=") for pair in query.replace(";", "&").split("&") if pair]
    return "&".join(sorted({_parameter(name, value) for name, _, value in pairs}))


def _parameter(name: str, value: str) -> str:
    name = _DIGITS.sub("N", unquote(name).lower()) if "%" in name or not name.isalpha() else name.lower()
    return f"{name}={value}" if name not in _NAMING and _ENUM.fullmatch(value) else name
