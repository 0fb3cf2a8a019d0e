"""Copies of talks for people who read, not for programs: HTML, Markdown, EPUB, mail.

Input: a title and `Talk`s, one after the other. Output: a file at a path, or its bytes. Seam: `write_copy`, and
`Copy`, one of the four forms. All archived text is escaped, and unseen characters are spelled out.
"""

from thresher.reading.copies import Copy, copy_bytes, write_copy
from thresher.reading.names import file_name, title_of

__all__ = ["Copy", "copy_bytes", "file_name", "title_of", "write_copy"]
