"""Example pages of several sites → the draft of an application type for the software that made them.

Input: pages that a person says are of one software, pages that are not, and the knowledge base. Output: a `Draft`: YAML
that a person can read and correct, with what each part rests on. Seam: `induce`; nothing here asks the network.
"""

from collections.abc import Sequence

from thresher.knowledge import KnowledgeBase
from thresher.learn.induce.draft import Draft, draft_of
from thresher.learn.induce.examples import UNKNOWN, Example
from thresher.learn.induce.findings import findings_of
from thresher.page import VirtualDocument

__all__ = ["UNKNOWN", "Draft", "Example", "induce"]


def induce(
    examples: Sequence[Example], name: str, category: str, base: KnowledgeBase, unlike: Sequence[VirtualDocument] = ()
) -> Draft:
    """The draft of a type called `name`, below a category of `base`; `examples` has one page at least.

    Signs that pages in `unlike` have are left out.
    """
    return draft_of(findings_of(examples, name, category, base, unlike))
