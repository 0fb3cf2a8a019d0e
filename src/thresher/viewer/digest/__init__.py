"""A digest of the catalog: which sites, people, threads and captures there are, counted once and not for each page.

`indexes/view.db` is derived: it can be deleted at any time, and is made again. `Digest.catch_up` reads what has changed
since, `reading` answers pages.
"""

from thresher.viewer.digest.digest import Digest, Progress, key_of

__all__ = ["Digest", "Progress", "key_of"]
