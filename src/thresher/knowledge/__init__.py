"""Application types as YAML in a tree: category, application, version or single site.

Input: files that people wrote. Output: `KnowledgeBase`, and from it `ApplicationType` values with parsed patterns.
Seam: `load_base(*folders)`; whoever adds a file adds a type.
"""

from thresher.knowledge.base import ADAPTED, KnowledgeBase, check, load_base, read_folders
from thresher.knowledge.expressions import MAX_MATCHED
from thresher.knowledge.source import Finding, KnowledgeError
from thresher.knowledge.values import (
    Address,
    ApplicationType,
    Dates,
    Extraction,
    Field,
    Follow,
    Level,
    LevelKind,
    Place,
    UrlKnowledge,
)

__all__ = [
    "ADAPTED",
    "MAX_MATCHED",
    "Address",
    "ApplicationType",
    "Dates",
    "Extraction",
    "Field",
    "Finding",
    "Follow",
    "KnowledgeBase",
    "KnowledgeError",
    "Level",
    "LevelKind",
    "Place",
    "UrlKnowledge",
    "check",
    "load_base",
    "read_folders",
]
