"""Versions of pages and sites → what changed: object, content, style, structure, the tree of addresses.

Input: two `PageVersion`s, made of `Page`s, and what became of their objects; or captures of a site at two moments.
Output: a `Comparison` with its verdict and what it rests on; a `TreeComparison`. Seam: `compare`, `number_versions`
and `compare_trees`; nothing here reads an archive or keeps state.
"""

from thresher.change.moments import Moment, nearest, read_moment
from thresher.change.settings import ChangeSettings
from thresher.change.site_tree import SiteTree, Visit, ancestor_rows, path_of
from thresher.change.structure import Structure, compare_structure
from thresher.change.text_diff import Side, text_diff
from thresher.change.tree_changes import Branch, Fate, PageFate, TreeComparison, compare_trees
from thresher.change.unique import Mark, number_versions
from thresher.change.verdict import Comparison, ObjectChange, ObjectChanges, Verdict, compare
from thresher.change.version import PageVersion

__all__ = [
    "Branch",
    "ChangeSettings",
    "Comparison",
    "Fate",
    "Mark",
    "Moment",
    "ObjectChange",
    "ObjectChanges",
    "PageFate",
    "PageVersion",
    "Side",
    "SiteTree",
    "Structure",
    "TreeComparison",
    "Verdict",
    "Visit",
    "ancestor_rows",
    "compare",
    "compare_structure",
    "compare_trees",
    "nearest",
    "number_versions",
    "path_of",
    "read_moment",
    "text_diff",
]
