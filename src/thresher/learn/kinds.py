"""What a sampled page is: its layout says most, and what it leads to, was led to by and shares with others the rest."""

from collections.abc import Generator

from thresher.knowledge.noise import judge
from thresher.learn.drawing import is_noise
from thresher.learn.lesson import Lesson
from thresher.learn.links import LONG_TITLE, LinkGroup
from thresher.learn.page_types import PageType
from thresher.learn.people import authors_on
from thresher.learn.proof import Look
from thresher.learn.shapes import is_like, names_thing, shape_in, skeleton
from thresher.learn.sifting import DATED, MIN_LISTED
from thresher.learn.sight import Sight
from thresher.learn.wholes import shows_threads
from thresher.learn.written import states_date
from thresher.model import Page
from thresher.page import origin_of

MAX_TRIED = 2
"""Groups of links of a page that are asked whether they lead to lists."""

Asking = Generator[str, Page | None, None]


class Kinds:
    """Judges pages; `lists` and `talks` are those that look like something else."""

    def __init__(self, lesson: Lesson, *, tries_all: bool) -> None:
        self._lesson = lesson
        self._tries_all = tries_all
        self.lists: set[str] = set()
        """Pages that look like threads, and are lists."""
        self.talks: set[str] = set()
        """Pages that look like lists, and are threads."""
        self._in_vain: set[str] = set()

    def of(self, sight: Sight) -> PageType:
        """The type of a page; what has no text of its own is no thread, whatever it looks like."""
        if sight.url in self.lists:
            return PageType.INDEX
        if sight.url in self.talks:
            return PageType.THREAD
        kind = sight.kind
        if kind is not PageType.THREAD:
            return kind
        # A list may show all that a post says; that is no reason to take the post for a list.
        sights = self._lesson.sights.values()
        others = [
            other
            for other in sights
            if not _is_view(other.url, sight.url) and other.kind is not PageType.INDEX and other.lines != sight.lines
        ]
        if len(others) < 2 or any(all(line not in other.lines for other in others) for line in sight.lines):
            return kind
        shapes = {shape for shape, _ in self._lesson.threads}
        is_leading = any(shape_in(url, shapes) for url in sight.urls - self._lesson.linked_by_all)
        return PageType.INDEX if is_leading else PageType.OTHER

    def meet(self, first: Sight, look: Look) -> Asking:
        """Judge the page that was begun at, which nothing has led to."""
        is_named = len(first.page.title) >= 2 * first.lead_length and not first.lists_texts
        is_turned = first.is_turned and is_named
        if first.is_talk or first.is_letter or (is_turned and names_thing(skeleton(first.url))):
            self.talks.add(first.url)
        yield from self.check_front(first, look)
        yield from self._check_category(first, look)
        yield from self._check_wholes(first, look)

    def check_list(self, sight: Sight, look: Look) -> Asking:
        """Lists that show whole posts look like threads; but the title in them leads to a page of the post alone."""
        yield from self.check_front(sight, look)
        yield from self._check_wholes(sight, look)
        if self.of(sight) is not PageType.THREAD or skeleton(sight.title_link) in ("", skeleton(sight.url)):
            return
        # To answer is a link of several words as well.
        if judge(sight.title_link).verdict != "keep" or self._names_author(sight):
            return
        post = yield from look(sight.title_link)
        # What a heading leads to may be all that its author wrote: a list.
        is_alone = post is not None and post.kind is not PageType.INDEX and not post.title_link
        # What all pages say, such as who made the software, is no text that a list shows and a post has.
        if post is not None and is_alone and (post.lines & sight.lines) - self._lesson.said_by_all:
            self.lists.add(sight.url)

    def _check_wholes(self, sight: Sight, look: Look) -> Asking:
        """Lists may show threads with their newest answers; the address of a board has one word, and names no thing."""
        # All that it says may be known from its threads, so the layout counts.
        is_told = sight.kind is not PageType.THREAD or sight.url in self.lists or names_thing(skeleton(sight.url))
        if not is_told and (yield from shows_threads(sight, self._lesson.linked_by_all, self._in_vain, look)):
            self.lists.add(sight.url)

    def _names_author(self, sight: Sight) -> bool:
        """Whether what stands above the first text is who wrote it: names are shorter than titles."""
        group = next((group for group in sight.groups if sight.title_link in group.titles), None)
        if group is None or group.characters >= LONG_TITLE * len(group.titles):
            return False
        shape = skeleton(sight.title_link)
        return shape in self._lesson.people or shape in authors_on([sight])

    def check_front(self, sight: Sight, look: Look) -> Asking:
        """A few boards, each with a description and its last post, look like a thread; but their names lead to lists,
        and the address names nothing: it is that of a folder.
        """
        if sight.kind is not PageType.THREAD or sight.url in self.lists or names_thing(skeleton(sight.url)):
            return
        # A site around it puts its own news beside every page; what a folder lists is in it, mostly.
        groups = sorted(self._leading(sight), key=lambda group: not _is_below(sight, group))
        yield from self._check_groups(sight, groups, look)

    def _check_category(self, sight: Sight, look: Look) -> Asking:
        """The same for a page with the address of one thing and without prose: what has a date leads to a list each."""
        if sight.kind is not PageType.THREAD or sight.url in self.lists or not sight.is_terse:
            return
        groups = [group for group in self._leading(sight) if sight.leads_to_each(group.titles.keys())]
        yield from self._check_groups(sight, groups, look)

    def _check_groups(self, sight: Sight, groups: list[LinkGroup], look: Look) -> Asking:
        """Take a page for a list if one of the first `groups` leads to lists."""
        for group in groups[:MAX_TRIED]:
            below = yield from look(_most_titled(group))
            if below is not None and below.kind is PageType.INDEX and self._lists_others(below, group, sight):
                self.lists.add(sight.url)
                return

    def _leading(self, sight: Sight) -> list[LinkGroup]:
        common = self._lesson.linked_by_all
        groups = (group for group in sight.groups if len(group.titles) >= MIN_LISTED and not is_noise(group))
        own = [group for group in groups if not common.issuperset(group.titles)]
        return sorted(own, key=lambda group: not group.is_heading)

    def _lists_others(self, below: Sight, group: LinkGroup, above: Sight) -> bool:
        """Whether a page lists what neither it nor the page above is: pages about people lead back to threads."""
        known = {group.shape, skeleton(above.url), skeleton(below.url)}
        return any(one.shape not in known and not above.urls.issuperset(one.titles) for one in self._leading(below))

    def check_talk(self, sight: Sight, group: LinkGroup) -> None:
        """Threads with the newest post first look like lists; but what they are called says more than links in them.
        So do short texts beside a long menu; but all pages have that.
        """
        is_talk = sight.is_talk and group.characters >= sight.lead_length * len(group.titles)
        is_turned = sight.is_turned and group.characters >= 2 * sight.lead_length * len(group.titles)
        is_short = self._tries_all and group.lists_texts and sight.lists_nothing_but(self._lesson.linked_by_all)
        if sight.is_letter or is_talk or is_turned or is_short:
            self.talks.add(sight.url)

    def check_texts(self, sights: list[Sight], group: LinkGroup) -> bool:
        """Whether pages that look like nothing are threads: a list leads to each by the title that is its heading, and
        data on it says when something was written. They are remembered.
        """
        titles = {sight.url: group.titles.get(sight.asked) or group.titles.get(sight.url, "") for sight in sights}
        are_headed = group.lists_texts and all(titles[sight.url] in sight.headings for sight in sights)
        are_texts = are_headed and all(states_date(sight) for sight in sights)
        self.talks |= {sight.url for sight in sights} if are_texts else set()
        return are_texts

    def lists_its_like(self, sight: Sight, group: LinkGroup) -> bool:
        """Whether it is a short thread beside a list of similar ones, which looks like a list: what it lists is of its
        own kind, of which others are threads. It is remembered.
        """
        if self.of(sight) is not PageType.INDEX or not names_thing(group.shape):
            return False
        common = self._lesson.linked_by_all
        longest = next((one for one in sight.groups if not common.issuperset(one.titles)), None)
        if longest is None or not is_like(longest.shape, group.shape):
            return False
        self.talks.add(sight.url)
        return True


def is_list_by_date(sight: Sight) -> bool:
    """Whether the address of a page is a day, a month or a year, and texts have theirs below it: what is shown there
    may be one whole post, but has a page of its own.
    """
    folder = sight.url.rstrip("/") + "/"
    if "?" in sight.url or DATED.search(sight.url) is None:
        return False
    names = (url.removeprefix(folder) for group in sight.groups for url in group.titles if url.startswith(folder))
    return any("*" in skeleton(f"{origin_of(sight.url)}/{name}").partition("?")[0] for name in names)


def _is_view(url: str, other: str) -> bool:
    """Whether one of two addresses shows what the other does, in another way: a view to print has the same text."""
    short, long = sorted((url, other), key=len)
    return url == other or long.startswith((f"{short}?", f"{short}&"))


def _is_below(sight: Sight, group: LinkGroup) -> bool:
    """Whether links lead to what is in the folder of a page."""
    folder = sight.url.partition("?")[0].rpartition("/")[0]
    return all(url.startswith(f"{folder}/") for url in group.titles)


def _most_titled(group: LinkGroup) -> str:
    """The link that says most, of those that are not to log in or to search."""
    titles = {url: title for url, title in group.titles.items() if judge(url).verdict != "skip"}
    return max(titles or group.titles, key=lambda url: len(group.titles[url]))
