"""Two recorded sites at one host: a blog beside the wiki or the forum of the same people."""

import re
from urllib.parse import urljoin

from thresher.evaluate.recording import Recording, key_of
from thresher.wire import dechunked, find_head_end, read_head

ENTRANCE = "?beside"
"""Where the front page of the second site stands if both have one at the same address."""
MAX_HOPS = 5

_FRAMING = re.compile(rb"(?im)^(?:transfer-encoding|content-length):[^\n]*\n")
_BODY = re.compile(rb"(?i)<body[^>]*>|\Z")


def joined(blog: Recording, other: Recording) -> Recording:
    """`other` at the host of `blog`, reachable by a link at the top of the blog's front page, as menus have it.

    Where both have an answer, the blog's counts; only the front page of `other` moves to an address of its own.
    """
    host, beside = _host(blog.seed), _host(other.seed)
    moved = {
        host + key.removeprefix(beside): _renamed(answer, beside, host)
        for key, answer in other.answers.items()
        if _host(f"http://{key}") == beside
    }
    entrance = host + key_of(other.seed).removeprefix(beside)
    if entrance in blog.answers and entrance in moved:
        # In the same folder, so that what the page links to stays where it is.
        free = key_of(urljoin(f"http://{entrance}", ENTRANCE))
        moved[free] = moved.pop(entrance)
        entrance = free
    answers = {**moved, **blog.answers}
    front = front_of(blog)
    answers[front] = _with_link(answers.get(front, b""), f"http://{entrance}")
    return Recording(f"{blog.name} + {other.name}", blog.seed, answers)


def front_of(recording: Recording) -> str:
    """The key of the page that readers see who ask for the seed."""
    url = recording.seed
    for _ in range(MAX_HOPS):
        if key_of(url) not in recording.answers:
            break
        capture = recording.capture(key_of(url))
        if not (300 <= capture.status < 400 and (location := capture.header("location"))):
            break
        url = urljoin(url, location)
    return key_of(url)


def _host(url: str) -> str:
    return key_of(url).partition("/")[0]


def _renamed(answer: bytes, old: str, new: str) -> bytes:
    """An answer that speaks of another host, its body plain: what it says of its length no longer holds."""
    end = find_head_end(answer)
    head = read_head(answer[:end])
    body = dechunked(answer[end:]) if head is not None and head.is_chunked else answer[end:]
    return (_FRAMING.sub(b"", answer[:end]) + body).replace(old.encode(), new.encode())


def _with_link(answer: bytes, url: str) -> bytes:
    end = find_head_end(answer)
    head = read_head(answer[:end])
    body = dechunked(answer[end:]) if head is not None and head.is_chunked else answer[end:]
    link = b'<p><a href="%s">beside</a></p>' % url.encode()
    return _FRAMING.sub(b"", answer[:end]) + _BODY.sub(lambda found: found[0] + link, body, count=1)
