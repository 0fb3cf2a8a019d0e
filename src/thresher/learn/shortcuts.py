"""Links whose address is not that of the page they lead to: /question/5 becomes /question/5/why-is-the-sky-blue."""

from dataclasses import dataclass

from thresher.learn.flipping import step_between
from thresher.learn.lesson import Key, Lesson
from thresher.learn.links import LinkGroup
from thresher.learn.shapes import skeleton
from thresher.learn.sight import Sight


@dataclass(frozen=True, slots=True)
class Shortcut:
    """Links that a redirect answers, the page they stand on, and where one of them led."""

    source: Sight
    group: LinkGroup
    target: Sight

    @property
    def key(self) -> Key:
        return self.group.shape, self.group.place


def is_only_way(one: Shortcut, lesson: Lesson) -> bool:
    """Whether no page seen so far has another link to where a shortcut leads, nor to pages with such an address.

    Lists have links to the last post of each thread beside those to the thread; these are not needed.
    """
    shape = skeleton(one.target.url)
    others = {sight.url: sight for sight in lesson.sights.values()}
    # A page may well link to itself by the address it has.
    links = {url for sight in others.values() for url in sight.urls - {sight.url}}
    # A link to the last post may lead to a further page: then one to the first page will do.
    return not any(skeleton(url) == shape or step_between(url, one.target.url) is not None for url in links)
