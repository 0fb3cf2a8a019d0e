"""Knowledge that no longer fits the pages → knowledge that does (AAH section 6).

Input: a level of an application type, and pages of which it is known what people wrote on them. Output: what to lay
over the level, proved. Seams: `Witness`, `mend`.
"""

from thresher.learn.mending.agreement import ENOUGH, Agreement, agreement
from thresher.learn.mending.mend import LEAST_SHARE, Mend, mend
from thresher.learn.mending.witness import Witness

__all__ = ["ENOUGH", "LEAST_SHARE", "Agreement", "Mend", "Witness", "agreement", "mend"]
