"""Page and rules → objects: posts, comments, articles, with author, date and text.

Input: a `VirtualDocument`, an application and one of its levels. Output: `WebObject` values. Seam: `extract`.
"""

from thresher.extract.extract import extract

__all__ = ["extract"]
