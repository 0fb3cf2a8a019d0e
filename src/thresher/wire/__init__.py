"""HTTP/1.1 messages as bytes: heads read without changing them, chunked framing followed and taken off.

Input: bytes as they came. Output: values. Seam: none; `fetch` reads sockets with it, `archive` reads records.
"""

from thresher.wire.chunks import ChunkFollower, dechunked
from thresher.wire.head import Head, find_head_end, read_head

__all__ = ["ChunkFollower", "Head", "dechunked", "find_head_end", "read_head"]
