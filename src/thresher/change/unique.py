"""Which captures of a page are versions of their own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from thresher.change.settings import ChangeSettings
from thresher.change.verdict import Verdict, compare
from thresher.change.version import PageVersion


@dataclass(frozen=True, slots=True)
class Mark:
    """A capture among the versions of its page."""

    version: int
    """Number of the version that it shows, from 1; 0 if it could not be read as a page."""
    is_new: bool
    """Whether no capture before it shows that version."""
    verdict: Verdict | None = None
    """Beside the version before it; None for the first."""


def number_versions(
    captures: Iterable[tuple[str, PageVersion | None]], settings: ChangeSettings | None = None
) -> Iterator[Mark]:
    """Number the versions of a page, given its captures in the order of time, each with the digest of its payload.

    Each is compared with the last one that was a new version, as the news scheduler does (§5.1.1): small steps add up.
    A version that comes back is the old one.
    """
    digests: dict[str, int] = {}
    contents: dict[int, int] = {}
    base: PageVersion | None = None
    number, count = 0, 0
    for digest, page in captures:
        if digest in digests:
            is_back = digests[digest] != number
            number = digests[digest]
            base = page if is_back and page is not None else base
            yield Mark(number, False, Verdict.CONTENT if is_back else Verdict.SAME)
            continue
        if page is None:
            yield Mark(0, False)
            continue
        verdict = compare(base, page, settings=settings, is_brief=True).verdict if base is not None else None
        is_new = False
        if verdict is None or verdict.is_new_version:
            content = _content(page)
            is_new = content not in contents or verdict is not Verdict.CONTENT
            count += is_new
            number = count if is_new else contents[content]
            contents.setdefault(content, number)
            base = page
        digests[digest] = number
        yield Mark(number, is_new, verdict)


def _content(page: PageVersion) -> int:
    return hash((tuple(page.passages), page.hidden))
