"""Which links to follow: Page → Guidance.

Input: a `model.Page` and the `model.Entry` it came from; answers to earlier requests (`observe`). Output:
`model.Guidance` — every link as an `Offer` or as a `Skip` with its reason. Seam: `Memory`, where all that is
learned of a site is kept.
"""

from thresher.guide.generic import GenericGuide
from thresher.guide.known import KnownGuide
from thresher.guide.labels import Known
from thresher.guide.memory import Memory, PlainMemory
from thresher.guide.scope import ScopeCheck
from thresher.guide.shapes import shape_of

__all__ = ["GenericGuide", "Known", "KnownGuide", "Memory", "PlainMemory", "ScopeCheck", "shape_of"]
