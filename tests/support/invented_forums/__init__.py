"""Forums of software that does not exist: a seed draws the traits of a package, and a whole site is made of them.

Traits are such as real packages have, drawn independently of each other: forms of addresses, layouts, names of classes,
where author and date stand, pagers, languages, noise. So a learner meets combinations that nobody had in mind, and what
fails is a class of sites rather than one of them. Input: a seed. Output: `Forum`, pages by address and the truth about
them; `serving` answers with them on loopback, `scores` compares what a crawl brought home.
"""

from tests.support.invented_forums.site import Forum, invent

__all__ = ["Forum", "invent"]
