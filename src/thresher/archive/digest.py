"""SHA-1 in base32, as CDX tools match it."""

import base64
import hashlib
from collections.abc import Iterable


def sha1_label(digest: bytes) -> str:
    """`sha1:` and the base32 form of a SHA-1 digest.

    >>> sha1_label(hashlib.sha1(b"", usedforsecurity=False).digest())
    'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ'
    """
    return "sha1:" + base64.b32encode(digest).decode("ascii")


def sha1_of(pieces: Iterable[bytes]) -> bytes:
    """SHA-1 of the pieces, one after the other."""
    state = hashlib.sha1(usedforsecurity=False)
    for piece in pieces:
        state.update(piece)
    return state.digest()
