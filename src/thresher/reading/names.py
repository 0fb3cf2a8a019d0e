"""What talks are called, in headings and as files."""

import re
import unicodedata

from thresher.model import Talk
from thresher.page.unseen import spelled_out

MAX_BYTES = 100
"""Of a file's name without its ending: file systems allow 255, and archives of copies add folders."""
MAX_WORDS = 12
"""Of a text that has to serve as its title."""

_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_NO_WORD = re.compile(r"[^\w]+")


def title_of(talk: Talk) -> str:
    """In one line; words of the text where there is no title."""
    opening = talk.opening
    if opening.withheld:
        return "Withheld"
    web = opening.web
    if web.title.strip():
        return one_line(web.title)
    words = next((said.web.text for said in (opening, *talk.replies) if said.web.text.strip()), "").split()
    if not words:
        return "Without a title"
    return one_line(" ".join(words[:MAX_WORDS])) + (" …" if len(words) > MAX_WORDS else "")


def one_line(text: str) -> str:
    """
    >>> one_line("a\\n  b")
    'a b'
    """
    return spelled_out(" ".join(text.split()))


def file_name(title: str, ending: str, taken: set[str]) -> str:
    """A name that is safe on every system, and that none of `taken` has; it is added to them.

    >>> file_name("../a/b: <script>", "md", set())
    'a-b-script.md'
    """
    plain = unicodedata.normalize("NFKC", title).replace("⟨", " ").replace("⟩", " ")
    stem = _NO_WORD.sub("-", plain).strip("-_").encode()[:MAX_BYTES].decode("utf-8", "ignore").strip("-_")
    stem = f"{stem}-" if _RESERVED.fullmatch(stem) else stem or "untitled"
    name, number = f"{stem}.{ending}", 1
    while name.lower() in taken:
        number += 1
        name = f"{stem}-{number}.{ending}"
    taken.add(name.lower())
    return name
