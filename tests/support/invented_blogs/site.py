"""An invented blog as a whole: every answer of its server, and the truth beside it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlsplit

from tests.support.invented_blogs import feeds
from tests.support.invented_blogs.frame import STATIC, comment_feed_path, feed_path, static_path, whole
from tests.support.invented_blogs.lists import ListPage, list_markup, list_pages
from tests.support.invented_blogs.names import Naming
from tests.support.invented_blogs.places import Places, with_query
from tests.support.invented_blogs.post_page import body_markup, post_markup
from tests.support.invented_blogs.story import Post, tell
from tests.support.invented_blogs.talk import talk_pages
from tests.support.invented_blogs.theme import Theme
from tests.support.invented_blogs.traits import Traits, draw

_CUT = frozenset({"months", "years", "one page"})
"""Ways to older posts that are no pager: the front page has the newest posts and no second page."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server says to one address."""

    status: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class InventedBlog:
    """A site, by address: pages that exist, and what is true of them."""

    traits: Traits
    theme: Theme
    answers: dict[str, Answer]
    """By the address without scheme."""
    posts: dict[str, Post]
    """By the address of their page."""
    talk_urls: frozenset[str]
    """Further pages of posts."""
    list_urls: frozenset[str]
    """Lists that lead to all posts, the front page and feeds among them."""

    @property
    def seed(self) -> str:
        return self.theme.places.seed

    @property
    def least(self) -> int:
        """Requests that reach everything, without waste."""
        return len(self.posts) + len(self.talk_urls) + len(self.list_urls)

    def inner(self) -> str:
        """A post from the middle of the blog."""
        return list(self.posts)[len(self.posts) // 2]

    def answer(self, url: str) -> Answer:
        """What the server says; a path with the wrong end leads to the right one, as most servers have it."""
        parts = urlsplit(url)
        key = key_of(url)
        if (found := self.answers.get(key)) is not None:
            return found
        if parts.netloc != self.theme.places.host:
            return _moved(f"{self.theme.places.origin}{parts.path}{'?' + parts.query if parts.query else ''}")
        path = parts.path.rstrip("/") if parts.path.endswith("/") else parts.path + "/"
        other = f"http://{parts.netloc}{path}{'?' + parts.query if parts.query else ''}"
        if key_of(other) in self.answers:
            return _moved(other)
        return Answer(404, "text/html", "<html><head><title>404</title></head><body><p>Nothing here.</p></body></html>")


def key_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.netloc}{parts.path or '/'}" + (f"?{parts.query}" if parts.query else "")


def invent(seed: int) -> InventedBlog:
    """The blog of a seed."""
    traits = draw(seed)
    theme = Theme(traits, tell(seed, traits), Places(traits, f"blog{seed}"), Naming(traits.names, seed))
    return _Building(theme).finished()


def _moved(url: str) -> Answer:
    return Answer(301, "text/html", url)


class _Building:
    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.places = theme.places
        self.answers: dict[str, Answer] = {}
        self.posts: dict[str, Post] = {}
        self.talk_urls: set[str] = set()
        self.list_urls: set[str] = set()

    def finished(self) -> InventedBlog:
        self._lists()
        for post in self.theme.story.posts:
            self._post(post)
        self._static()
        self._for_programs()
        return InventedBlog(
            self.theme.traits,
            self.theme,
            self.answers,
            self.posts,
            frozenset(self.talk_urls),
            frozenset(self.list_urls),
        )

    def _put(self, path: str, title: str, content: str, post: Post | None = None) -> str:
        url = self.places.url(path)
        self.answers[key_of(url)] = Answer(200, "text/html", whole(self.theme, title, content, path, post))
        return url

    def _lists(self) -> None:
        for page, is_wanted in self._all_lists():
            url = self._put(self.places.list_page(page.first, page.number), page.title, list_markup(self.theme, page))
            if is_wanted:
                self.list_urls.add(url)
        if self.theme.traits.is_in_folder:
            self.list_urls.add(self._put("/", "", self._welcome()))

    def _all_lists(self) -> Iterator[tuple[ListPage, bool]]:
        """Every page of every list, and whether it is on the way to the posts or another view of them."""
        traits, places, posts = self.theme.traits, self.places, self.theme.story.posts
        front = list_pages(self.theme, places.base, "", posts)
        if traits.pager in _CUT:
            front = [ListPage(places.base, "", front[0].posts)]
        yield from ((page, True) for page in front)
        yield from self._by_time(posts)
        for kind, names in self._topics().items():
            for name, found in names.items():
                first = places.topic(kind, name)
                yield from ((page, False) for page in list_pages(self.theme, first, name, found))

    def _by_time(self, posts: Sequence[Post]) -> Iterator[tuple[ListPage, bool]]:
        traits, places = self.theme.traits, self.places
        months, years = defaultdict(list), defaultdict(list)
        for post in posts:
            months[places.month(post)].append(post)
            years[places.year(post.time.year)].append(post)
        if traits.has_months or traits.pager == "months":
            for path, found in months.items():
                yield ListPage(path, f"{found[0].time:%m/%Y}", found), traits.pager == "months"
        if traits.pager == "years":
            for path, found in years.items():
                yield ListPage(path, str(found[0].time.year), found), True
        if traits.pager == "one page":
            yield ListPage(places.all_posts, self.theme.story.label("archive"), posts), True
        if traits.has_calendar:
            for post in posts:
                yield ListPage(places.day(post), f"{post.time:%d/%m/%Y}", [post]), False

    def _topics(self) -> dict[str, dict[str, list[Post]]]:
        traits, posts = self.theme.traits, self.theme.story.posts
        found: dict[str, dict[str, list[Post]]] = defaultdict(lambda: defaultdict(list))
        for post in posts:
            if traits.has_categories:
                found["category"][post.category].append(post)
            if traits.has_author_pages:
                found["author"][post.author].append(post)
            for tag in post.tags if traits.has_tags else ():
                found["tag"][tag].append(post)
        return found

    def _post(self, post: Post) -> None:
        path, theme = self.places.post(post), self.theme
        self.posts[self._put(path, post.title, post_markup(theme, post), post)] = post
        for page in range(2, talk_pages(theme, post) + 1):
            place = self.places.talk_page(post, page)
            self.talk_urls.add(self._put(place, post.title, post_markup(theme, post, page), post))
        if theme.traits.has_print_views:
            self._put(with_query(path, "print=1"), post.title, body_markup(theme, post), post)
        for one in post.remarks if theme.traits.has_reply_links else ():
            self._put(with_query(path, f"replytocom={one.number}"), post.title, post_markup(theme, post), post)

    def _welcome(self) -> str:
        name = escape(self.theme.story.name)
        words = self.theme.story.posts[-1].blocks[0].lines[0]
        return f"<h1>{self.theme.label('welcome')}</h1><p>{name}. {escape(words)}</p>"

    def _static(self) -> None:
        for number, key in enumerate(STATIC[: self.theme.traits.static_pages]):
            words = " ".join(reversed(self.theme.story.posts[number + 3].text.split()))
            label = self.theme.story.label(key)
            self._put(static_path(key), label, f"<h1>{escape(label)}</h1><p>{escape(words)}</p>")
        if self.theme.traits.has_login:
            form = "<form method='post'><input name='user'><input type='password' name='word'></form>"
            self._put("/login", self.theme.story.label("login"), form)
            for path in [self.places.real(urlsplit(url).path) for url in self.posts]:
                self._put(f"/login?to={path}", self.theme.story.label("login"), form)

    def _for_programs(self) -> None:
        traits, origin = self.theme.traits, self.places.origin
        if traits.feed != "none":
            self._file(feed_path(self.theme), *feeds.feed_of(self.theme))
            if traits.has_comment_feed and traits.comments != "none":
                self._file(comment_feed_path(self.theme), "application/rss+xml", feeds.comment_feed(self.theme))
        if traits.has_sitemap:
            pages = [origin + "/", *self.posts]
            self.answers[key_of(f"{origin}/sitemap.xml")] = Answer(200, "application/xml", feeds.sitemap(pages))
            robots = Answer(200, "text/plain", f"User-agent: *\nDisallow: /admin/\nSitemap: {origin}/sitemap.xml\n")
            self.answers[key_of(f"{origin}/robots.txt")] = robots

    def _file(self, path: str, kind: str, text: str) -> None:
        url = self.places.origin + path
        self.answers[key_of(url)] = Answer(200, kind, text)
        self.list_urls.add(url)
