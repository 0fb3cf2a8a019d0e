"""Invented forums without a server: pages as the learner asks for them."""

from tests.support.invented_forums.serving import without_session
from tests.support.pages import page_of
from tests.support.whole_forum import WholeForum
from thresher.learn import Learner, Lesson, Sight
from thresher.model import Page


def page_at(forum: WholeForum, url: str) -> Page | None:
    """The page at an address, redirects followed; None if there is none."""
    url = without_session(url)
    url = forum.redirects.get(url, url).partition("#")[0]
    markup = forum.pages.get(url) or forum.pages.get(url.partition("?")[0] if "=" in url else "")
    return page_of(url, markup.replace("@SESSION@", "1" * 32))[0] if markup else None


def sight_at(forum: WholeForum, url: str) -> Sight:
    page = page_at(forum, url)
    assert page is not None
    return Sight(page)


def learn(forum: WholeForum, start: str = "") -> Lesson:
    """What the learner makes of a forum, from its entry page or from `start`."""
    learner = Learner(start or forum.entry)
    asking = learner.run()
    url = next(asking)
    while True:
        try:
            url = asking.send(page_at(forum, url))
        except StopIteration as ended:
            lesson: Lesson = ended.value
            return lesson
