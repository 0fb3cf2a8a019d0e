"""Which application is behind a page, and which level of it the page is.

Input: a `VirtualDocument` and its address. Output: `Recognition` with evidence, or None. Seam: `Recogniser`.
"""

from thresher.recognise.recogniser import Recogniser, level_of
from thresher.recognise.recognition import Evidence, Recognition

__all__ = ["Evidence", "Recogniser", "Recognition", "level_of"]
