"""One file of HTML that needs nothing else: no script, no picture, no other file."""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain

from thresher.model import Talk
from thresher.reading.names import one_line, title_of
from thresher.reading.pages import style, talk_markup

# Whatever might be left in an archived text: nothing is fetched, nothing runs.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
ORIGIN = "A reading copy, made by Thresher from an archive."


def html_parts(title: str, talks: Iterable[Talk]) -> Iterator[str]:
    """The file, piece by piece; the contents come last, since talks are not gathered before."""
    rest = iter(talks)
    first, second = next(rest, None), next(rest, None)
    yield _head(escape(one_line(title)))
    if first is not None and second is None:
        yield "<main>\n"
        yield from talk_markup(first, "t1", is_alone=True)
        yield f'</main>\n<footer><p class="about">{ORIGIN}</p></footer>\n</body>\n</html>\n'
        return
    yield f"<header>\n<h1><bdi>{escape(one_line(title))}</bdi></h1>\n"
    yield f'<p class="about">{ORIGIN} <a href="#contents">Contents</a></p>\n</header>\n<main>\n'
    titles = []
    for number, talk in enumerate((talk for talk in chain([first, second], rest) if talk is not None), start=1):
        titles.append(title_of(talk))
        yield from talk_markup(talk, f"t{number}")
    entries = "".join(
        f'<li><a href="#t{number}"><bdi>{escape(name)}</bdi></a></li>\n' for number, name in enumerate(titles, start=1)
    )
    yield f'</main>\n<nav id="contents" aria-label="Contents">\n<h3>Contents</h3>\n<ol>\n{entries}</ol>\n</nav>\n'
    yield "</body>\n</html>\n"


def _head(title: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="und">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>\n'
        '<meta name="referrer" content="no-referrer"/>\n'
        f"<title>{title}</title>\n<style>\n{style('copy.css')}</style>\n</head>\n<body>\n"
    )
