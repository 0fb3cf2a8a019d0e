"""Status line and header section, read tolerantly and never rewritten."""

import re
from dataclasses import dataclass

STATUS_LINE = re.compile(rb"HTTP/(\d(?:\.\d)?)[ \t]+(\d{3})(?:[ \t]|\r?\n|\r?$)")


@dataclass(frozen=True, slots=True)
class Head:
    """What a response head says; `raw` is the head as it came, with the empty line at its end."""

    raw: bytes
    version: str
    status: int
    headers: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str | None:
        """The first header called `name` (given in lower case)."""
        return next((value for key, value in self.headers if key.lower() == name), None)

    @property
    def is_chunked(self) -> bool:
        codings = ",".join(value for key, value in self.headers if key.lower() == "transfer-encoding")
        return codings.rsplit(",", 1)[-1].strip().lower() == "chunked"

    @property
    def body_length(self) -> int | None:
        """What Content-Length announces; None if it says nothing that makes sense."""
        value = self.get("content-length")
        if value is None:
            return None
        first = value.partition(",")[0].strip()
        return int(first) if first.isascii() and first.isdigit() and len(first) < 19 else None

    @property
    def has_body(self) -> bool:
        return self.status >= 200 and self.status not in (204, 304)

    @property
    def keeps_alive(self) -> bool:
        word = (self.get("connection") or "").lower()
        return "close" not in word and (self.version != "1.0" or "keep-alive" in word)


def find_head_end(data: bytes | bytearray, start: int = 0) -> int:
    """Position after the empty line that ends the head, or -1; servers that send bare line feeds are understood."""
    strict = data.find(b"\r\n\r\n", start)
    loose = data.find(b"\n\n", start, strict if strict >= 0 else len(data))
    if loose >= 0:
        return loose + 2
    return strict + 4 if strict >= 0 else -1


def read_head(raw: bytes) -> Head | None:
    """The head in `raw`, or None if it does not begin with a status line.

    >>> read_head(b"HTTP/1.1 200 Fine by me\\r\\nX-a: 1\\r\\nx-A: 2\\r\\n\\r\\n").headers
    (('X-a', '1'), ('x-A', '2'))
    """
    match = STATUS_LINE.match(raw)
    if match is None:
        return None
    headers: list[tuple[str, str]] = []
    for line in raw.decode("latin-1").replace("\r\n", "\n").split("\n")[1:]:
        if line[:1] in (" ", "\t") and headers:  # folded lines, as old servers still send them
            name, value = headers[-1]
            headers[-1] = (name, f"{value} {line.strip()}")
        elif ":" in line:
            name, _, value = line.partition(":")
            headers.append((name.strip(), value.strip()))
    return Head(raw, match[1].decode(), int(match[2]), tuple(headers))
