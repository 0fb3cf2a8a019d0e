"""The forum of the demo site: an invented engine with the habits of the common ones.

Input: a `Request` below `/forum/`. Output: an `Answer`. Seam: `Forum(origin, seed)`.
"""

from thresher.demo.forum.pages import Forum

__all__ = ["Forum"]
