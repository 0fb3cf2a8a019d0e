"""Where the pages of an invented blog are: the address that links have, and the one that the server answers."""

from dataclasses import dataclass

from tests.support.invented_blogs.story import Post, slug_of
from tests.support.invented_blogs.traits import Traits

_BARE = frozenset({"number-slug", "number"})
"""Forms of addresses that end without a slash where the server has no opinion."""


@dataclass(frozen=True, slots=True)
class Places:
    """Paths are made with a last slash; `linked` and `real` say what becomes of it."""

    traits: Traits
    name: str

    @property
    def host(self) -> str:
        return f"www.{self.name}.test" if self.traits.has_www else f"{self.name}.test"

    @property
    def origin(self) -> str:
        return f"http://{self.host}"

    @property
    def seed(self) -> str:
        """Where a crawl begins."""
        return f"http://{self.name}.test/"

    @property
    def base(self) -> str:
        """The folder of the blog."""
        return "/journal/" if self.traits.is_in_folder else "/"

    def linked(self, path: str) -> str:
        """The path as links have it; a whole address where the theme has these."""
        bare = self._spelled(path, self.traits.slash == "removed")
        return f"{self.origin}{bare}" if self.traits.has_absolute_links else bare

    def real(self, path: str) -> str:
        """The path that the server answers with a page."""
        return self._spelled(path, self.traits.slash == "added")

    def url(self, path: str) -> str:
        return self.origin + self.real(path)

    def _spelled(self, path: str, has_slash: bool) -> str:
        if self.traits.slash == "as linked":
            has_slash = self.traits.addresses not in _BARE
        main, mark, query = path.partition("?")
        if main == "/" or not main.endswith("/"):
            return path
        return (main if has_slash else main.rstrip("/")) + mark + query

    def post(self, post: Post) -> str:
        slug, day = post.slug, post.time
        match self.traits.addresses:
            case "dated":
                place = f"{day:%Y/%m}/{slug}/"
            case "day and slug":
                place = f"{day:%Y/%m/%d}/{slug}/"
            case "slug":
                place = f"{slug}/"
            case "html":
                place = f"posts/{slug}.html"
            case "query":
                place = f"?p={post.number + 40}"
            case "script query":
                place = f"view.php?id={post.number + 40}"
            case "number-slug":
                place = f"entries/{post.number + 40}-{slug}/"
            case "number":
                place = f"entry/{post.number + 40}/"
            case "category/slug":
                place = f"{post.category}/{slug}/"
            case "day":
                place = f"{day:%Y/%m/%d}/"
        return self.base + place

    def talk_page(self, post: Post, page: int) -> str:
        """A further page of comments."""
        path = self.post(post)
        if page == 1:
            return path
        return with_query(path, f"cpage={page}") if "?" in path or "." in path else f"{path}comment-page-{page}/"

    def list_page(self, first: str, page: int) -> str:
        """Page `page` of the list whose first page is at `first`."""
        if page == 1:
            return first
        match self.traits.pager_address:
            case "page/2":
                return f"{first}page/{page}/"
            case "?page=2":
                return with_query(first, f"page={page}")
            case "index2.html":
                return f"{first}index{page}.html"
            case "?start=10":
                return with_query(first, f"start={(page - 1) * self.traits.per_list}")
            case "/2":
                return f"{first}{page}/"

    def month(self, post: Post) -> str:
        return f"{self.base}archive/{post.time:%Y/%m}/"

    def year(self, year: int) -> str:
        return f"{self.base}archive/{year}/"

    def day(self, post: Post) -> str:
        return f"{self.base}archive/{post.time:%Y/%m/%d}/"

    @property
    def all_posts(self) -> str:
        return f"{self.base}archive/"

    def topic(self, kind: str, name: str) -> str:
        """The list of a category, a tag or an author."""
        return f"{self.base}{kind}/{slug_of(name)}/"


def with_query(path: str, more: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{more}"
