"""Pictures and files of the demo site, drawn in code so that the package carries no binaries."""

import io
import math
import random
import struct
import zipfile
import zlib
from collections.abc import Sequence
from functools import lru_cache

from thresher.demo.markup import escape

Colour = tuple[int, int, int]

_SKIES: tuple[tuple[Colour, Colour], ...] = (
    ((142, 178, 204), (243, 226, 199)),
    ((96, 125, 158), (236, 196, 170)),
    ((176, 202, 196), (250, 240, 214)),
    ((120, 134, 166), (228, 214, 220)),
)
_HILLS: tuple[Colour, ...] = ((140, 160, 140), (104, 132, 108), (70, 98, 80), (46, 66, 58))
_SUN: Colour = (252, 238, 196)
_SKY_STEPS = 48


@lru_cache(maxsize=128)
def landscape(seed: int, width: int, height: int) -> bytes:
    """A PNG of hills under a sky, always the same for the same numbers."""
    dice = random.Random(seed)  # noqa: S311
    ridges = [_ridge(dice, width, height, base / 100) for base in (46, 58, 70, 84)]
    sun_x, sun_y, radius = dice.uniform(0.2, 0.8) * width, dice.uniform(0.15, 0.3) * height, height * 0.07
    sky = bytes(row * _SKY_STEPS // height for row in range(height))
    columns = []
    for x in range(width):
        column = bytearray(sky)
        half = math.sqrt(max(0.0, radius**2 - (x - sun_x) ** 2))
        top, bottom = int(sun_y - half), int(sun_y + half)
        column[top:bottom] = bytes((_SKY_STEPS,)) * (bottom - top)
        for number, ridge in enumerate(ridges):
            column[ridge[x] :] = bytes((_SKY_STEPS + 1 + number,)) * (height - ridge[x])
        columns.append(bytes(column))
    upper, lower = _SKIES[seed % len(_SKIES)]
    palette = [_blend(upper, lower, step / _SKY_STEPS) for step in range(_SKY_STEPS)] + [_SUN, *_HILLS]
    # Columns are cheap to draw; slicing with a step turns them into the rows that PNG wants.
    pixels = b"".join(columns)
    return _png(width, height, [pixels[row::height] for row in range(height)], palette)


def stripes() -> bytes:
    """A PNG of 8 × 8 pixels for backgrounds."""
    rows = [bytes(1 if (x + y) % 8 == 0 else 0 for x in range(8)) for y in range(8)]
    return _png(8, 8, rows, [(246, 244, 238), (236, 232, 222)])


def avatar(name: str) -> str:
    """An SVG disc with the initial of `name` in a colour of its own."""
    hue = zlib.crc32(name.encode("utf-8")) % 360
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">'
        f'<circle cx="32" cy="32" r="32" fill="hsl({hue},32%,62%)"/>'
        '<text x="32" y="42" font-family="Georgia, serif" font-size="30" text-anchor="middle" fill="#fff">'
        f"{escape(name[:1].upper())}</text></svg>\n"
    )


def window_logo() -> str:
    """The library's window as SVG."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="56" height="56" viewBox="0 0 56 56">'
        '<rect x="8" y="6" width="40" height="40" rx="3" fill="#f7efdc" stroke="#5d4a36" stroke-width="3"/>'
        '<path d="M28 6v40M8 26h40" stroke="#5d4a36" stroke-width="3"/>'
        '<path d="M4 49h48" stroke="#5d4a36" stroke-width="5" stroke-linecap="round"/>'
        '<path d="M12 40v-9M16 40v-10M20 40v-8M34 40v-10M38 40v-7" stroke="#a4553c" stroke-width="3"/></svg>\n'
    )


def paper() -> str:
    """A faint pattern as SVG, for the blog's background."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24" fill="#f6f3ec"/>'
        '<path d="M0 23.5h24" stroke="#efeadf"/><path d="M23.5 0v24" stroke="#f2ede3"/></svg>\n'
    )


def pdf(title: str) -> bytes:
    """A PDF of one page with a line of text; the cross-reference table is right, so viewers open it."""
    letters = "".join(letter for letter in title if letter.isascii() and letter not in "()\\")
    stream = f"BT /F1 18 Tf 60 760 Td ({letters}) Tj ET".encode("ascii")
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + (
        b"xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (table, len(out))
    )


def archive(name: str, text: str) -> bytes:
    """A zip file with one text file in it, dated so that its bytes never change."""
    entry = zipfile.ZipInfo(name, date_time=(2024, 1, 1, 12, 0, 0))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        target.writestr(entry, text)
    return buffer.getvalue()


def _ridge(dice: random.Random, width: int, height: int, base: float) -> list[int]:
    waves = [(dice.uniform(1, 4), dice.uniform(0, 6.3), dice.uniform(0.01, 0.06)) for _ in range(3)]
    return [
        max(0, min(height, int(height * (base + sum(_wave(wave, x / width) for wave in waves))))) for x in range(width)
    ]


def _wave(wave: tuple[float, float, float], where: float) -> float:
    turns, phase, size = wave
    return size * math.sin(turns * where * 6.3 + phase)


def _blend(first: Colour, second: Colour, share: float) -> Colour:
    red, green, blue = (int(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def _png(width: int, height: int, rows: Sequence[bytes], palette: Sequence[Colour]) -> bytes:
    raw = b"".join(b"\0" + row for row in rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = b"".join(bytes(colour) for colour in palette)
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", zlib.compress(raw, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
