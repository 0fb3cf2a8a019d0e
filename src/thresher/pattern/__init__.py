"""The pattern language: text → Pattern; a page and its HTTP data → what patterns find in it.

Input: patterns as people write them (AAH figure 2), and a `Document`. Output: `Pattern`, whose steps can be edited;
elements and strings; the hits of thousands of patterns at once. Seam: the protocol `Document`; errors are
`PatternError`, and only reading a pattern raises them.
"""

from thresher.pattern.document import METADATA_ATTRIBUTES, Document
from thresher.pattern.errors import PatternError
from thresher.pattern.index import DetectionIndex, Hit, try_all
from thresher.pattern.pattern import Pattern, parse
from thresher.pattern.syntax import (
    ANY,
    Axis,
    Contains,
    Equals,
    Exists,
    HasToken,
    Kind,
    Last,
    NodeTest,
    Not,
    Path,
    Position,
    Predicate,
    Step,
    Value,
)

__all__ = [
    "ANY",
    "METADATA_ATTRIBUTES",
    "Axis",
    "Contains",
    "DetectionIndex",
    "Document",
    "Equals",
    "Exists",
    "HasToken",
    "Hit",
    "Kind",
    "Last",
    "NodeTest",
    "Not",
    "Path",
    "Pattern",
    "PatternError",
    "Position",
    "Predicate",
    "Step",
    "Value",
    "parse",
    "try_all",
]
