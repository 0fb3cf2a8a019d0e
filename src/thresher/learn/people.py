"""Who writes: pages about people, told by what the authors of posts link to."""

from collections import Counter
from collections.abc import Sequence

from lxml import etree

from thresher.knowledge.noise import without_parameters
from thresher.learn.flipping import step_between
from thresher.learn.lesson import Lesson
from thresher.learn.posts.menus import led_to_by_author
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.rule import PostRule
from thresher.learn.shapes import folder_of, is_alike, is_like, skeleton
from thresher.learn.sight import Sight
from thresher.page import join
from thresher.pattern import parse


def meet_people(lesson: Lesson, pages: list[Sight]) -> None:
    """What the authors of posts link to are pages about people, however much these look like lists or threads."""
    lesson.people |= people_on(pages)
    for key in [*lesson.boards, *lesson.threads]:
        if key[0] in lesson.people:
            lesson.boards.pop(key, None)
            lesson.threads.pop(key, None)
            lesson.others.add(key)
    lesson.pages = [url for url in lesson.pages if skeleton(url) not in lesson.people]


def people_on(pages: list[Sight]) -> frozenset[str]:
    """Shapes of addresses that the authors of posts on thread pages link to."""
    shapes: Counter[str] = Counter()
    for some in _of_one_kind(pages):
        # Those who are named on pages about people are no authors of threads.
        if not all(skeleton(sight.url) in shapes for sight in some):
            firsts = [one for one in pages if any(step_between(one.url, sight.url) for sight in some)]
            shapes += authors_on(some, firsts)
    # A name may look like a word: /user/anna is one of /user/*.
    folders = {shape.rpartition("/")[0] for shape in shapes if "/" in shape and "?" not in shape}
    own = {skeleton(sight.url) for sight in pages}
    return frozenset({*shapes, *(f"{folder}/*" for folder in folders if f"{folder}/*" not in own)})


def _of_one_kind(pages: list[Sight]) -> list[list[Sight]]:
    """Pages that are written alike, those with the most text first. Where one script shows everything, the words that
    addresses begin with say nothing: threads and people may both be at index.php, and differ in their parameters.
    """
    found: list[list[Sight]] = []
    for sight in pages:
        folder = folder_of(sight.url)
        kinds = (some for some in found if folder_of(some[0].url) == folder and is_alike(some[0].url, sight.url))
        some = next(kinds, None)
        if some is None:
            found.append([sight])
        else:
            some.append(sight)
    return sorted(found, key=lambda some: -sum(len(line) for sight in some for line in sight.lines))


def authors_on(pages: list[Sight], firsts: Sequence[Sight] = ()) -> Counter[str]:
    """Shapes of the addresses that authors of the posts on these pages link to; `firsts` are the first pages of those
    that are further ones.
    """
    rule = learn_posts(pages)
    shapes: Counter[str] = Counter()
    own = {skeleton(sight.url) for sight in (*pages, *firsts)}
    own |= {skeleton(url) for sight in pages for url in sight.urls if step_between(url, sight.url) is not None}
    if rule is not None and rule.author:
        for sight in pages:
            hrefs = _addresses_in(sight, rule)
            addresses = [address for href in hrefs if (address := join(sight.page.url, href))]
            plain = (without_parameters(address, sight.sessions) for address in addresses)
            shapes.update(map(skeleton, plain))
        shapes = shapes or led_to_by_author(pages, rule)
    # The name of a post may be a link, too, and so may the titles of similar threads.
    return Counter({shape: count for shape, count in shapes.items() if not any(is_like(shape, one) for one in own)})


def _addresses_in(sight: Sight, rule: PostRule) -> list[str]:
    """Where the names of authors lead; of guests, who have no address, there may be too many for a rule."""
    posts = [post for post in parse(rule.each).select(sight.page.tree) if not isinstance(post, str)]
    if rule.author_url:
        pattern = parse(rule.author_url)
        return [node for post in posts for node in pattern.select(post) if isinstance(node, str)]
    pattern = parse(rule.author)
    named = [name for post in posts for name in pattern.select(post)[:1] if isinstance(name, etree._Element)]
    links = [list(name.iter("a")) for name in named]
    return [some[0].get("href") or "" for some in links if len(some) == 1]
