"""Boards below boards, where folders say what is below what: /forum/engines/archive/5-a-walk.

Few boards have others below them, so that those that were sampled may have none, and a single link to one is no group
that would be tried early. What such a board lists has the address of the board and what known threads have behind that
of theirs; so it is told as soon as a page of the crawl lists it.
"""

from thresher.learn.lesson import Lesson
from thresher.learn.shapes import shape_in, skeleton
from thresher.learn.sight import Sight


def meet_deeper(lesson: Lesson, sight: Sight) -> bool:
    """Take a page in the folder of a known board for a board, if it lists in its own folder what is called as threads
    of known boards are; and these for threads. Whether it is one.
    """
    own = sight.url.rstrip("/")
    above = own.rpartition("/")[0]
    boards = {shape for shape, _ in lesson.boards}
    if "?" in own or not shape_in(above, boards) or shape_in(own, {shape for shape, _ in lesson.threads}):
        return False
    known = {shape for shape, _ in lesson.threads}
    inside = {
        url for url in sight.urls - lesson.common if _is_below(url, own) and "#" in skeleton(url).rpartition("/")[2]
    }
    # A name alone says too little: that of a board below may be any.
    alike = {url: [shape for shape in known if shape_in(above + url.removeprefix(own), {shape})] for url in inside}
    threads = {url: shapes[0] for url, shapes in alike.items() if shapes and not shape_in(url, known)}
    if not threads:
        return False
    lesson.boards.setdefault((f"{next(one for one in boards if shape_in(above, {one}))}/*", ""), set()).add(sight.url)
    for url, shape in threads.items():
        folder, _, name = shape.rpartition("/")
        lesson.threads.setdefault((f"{folder}/*/{name}", ""), set()).add(url)
    return True


def _is_below(url: str, folder: str) -> bool:
    """Whether an address is right in a folder."""
    name = url.removeprefix(f"{folder}/").rstrip("/")
    return name != url and "/" not in name and "?" not in name
