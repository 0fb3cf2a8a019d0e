"""Knowledge that does not fit the pages → knowledge that does (AAH section 6).

Input: a level of an application type, and pages of it; of which it is known what people wrote on them (`mend`), or not
(`served_by`, `relaxed`). Output: what to lay over the level, proved. Seams: `Witness`, `mend`, `relaxed`.
"""

from thresher.learn.mending.agreement import ENOUGH, Agreement, agreement
from thresher.learn.mending.lacking import lacks
from thresher.learn.mending.lessons import leaves_alone, served_by
from thresher.learn.mending.mend import LEAST_SHARE, Mend, mend
from thresher.learn.mending.relax import parts_in_use, siblings
from thresher.learn.mending.relaxed import relaxed
from thresher.learn.mending.talk import find_talk, is_whole, served_talk, talk_rule
from thresher.learn.mending.told import is_as_told, mend_as_told, posts_level
from thresher.learn.mending.untold import holds_texts, tell_level
from thresher.learn.mending.witness import Witness

__all__ = [
    "ENOUGH",
    "LEAST_SHARE",
    "Agreement",
    "Mend",
    "Witness",
    "agreement",
    "find_talk",
    "holds_texts",
    "is_as_told",
    "is_whole",
    "lacks",
    "leaves_alone",
    "mend",
    "mend_as_told",
    "parts_in_use",
    "posts_level",
    "relaxed",
    "served_by",
    "served_talk",
    "siblings",
    "talk_rule",
    "tell_level",
]
