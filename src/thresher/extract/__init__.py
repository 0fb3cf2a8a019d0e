"""Page and rules → objects: posts, comments, articles, with author, date and text.

Input: a `VirtualDocument`, an application and one of its levels. Output: `WebObject` values. Seam: `extract`, or
`extract_in_time`, which says what it had to leave.
"""

from thresher.extract.extract import Extracted, extract, extract_in_time, habits_on
from thresher.extract.settle import article_on, posts_on, settle

__all__ = ["Extracted", "article_on", "extract", "extract_in_time", "habits_on", "posts_on", "settle"]
