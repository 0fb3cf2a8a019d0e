"""Lists that show again what the list of all posts has shown."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from thresher.crawl.archives import Archives
from thresher.guide.labels import MARK
from thresher.knowledge import load_base
from thresher.model import Entry, Kind, SkipReason

HOME = "http://b.example/"


@dataclass
class Course:
    """A blog that was learned: what its addresses are."""

    roles: dict[str, str]
    root: str = HOME
    data: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.data = {"urls": {"roles": {role: [] for role in self.roles.values()}}}

    def role_of(self, url: str) -> str:
        return self.roles.get(url, "")


@dataclass
class Learned:
    course: Course

    def course_of(self, url: str) -> Course | None:
        return self.course if url.startswith(self.course.root) else None


def archives(*, has_listing: bool = True) -> Archives:
    roles = {f"{HOME}page/2/": "listing"} if has_listing else {f"{HOME}board/2/": "board"}
    return Archives(load_base(), None, Learned(Course(roles)))  # type: ignore[arg-type]


def entry(path: str, shape: str = "", host: str = HOME) -> Entry:
    return Entry(host + path, Kind.PAGE, 1, HOME, shape)


@pytest.mark.parametrize("path", ["tag/apples/", "category/garden/", "author/hetty/", "2024/05/"])
def test_archives_of_a_blog_whose_list_goes_on_are_left_with_a_reason(path: str) -> None:
    skip = archives().refuses(entry(path))

    assert skip is not None
    assert skip.reason is SkipReason.LISTED_ELSEWHERE


@pytest.mark.parametrize(
    "one",
    [
        entry("page/2/"),
        entry("about/"),
        entry("tag/apples/", f"{MARK}b.example/trial"),
        entry("tag/apples/", host="http://other.example/"),
    ],
    ids=["its own list", "no archive", "a trial", "another site"],
)
def test_others_are_asked_for(one: Entry) -> None:
    assert archives().refuses(one) is None


def test_archives_are_asked_for_where_no_list_of_all_posts_is_known() -> None:
    assert archives(has_listing=False).refuses(entry("tag/apples/")) is None
