"""The blog of the demo site: an invented engine with the habits of the common ones.

Input: a `Request` below `/blog/`. Output: an `Answer`. Seam: `Blog(origin, seed)`.
"""

from thresher.demo.blog.pages import Blog

__all__ = ["Blog"]
