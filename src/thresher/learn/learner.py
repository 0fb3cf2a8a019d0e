"""Learning a site: which few pages to look at, and what follows from them (FoCUS, sections 4.2 to 4.5).

`learning` is a generator: it yields the addresses it wants to see, one after the other, and is sent what came. So it
works the same in a crawl, from an archive and in a test, and never asks for anything itself.
"""

import re
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field

from thresher.knowledge.noise import judge, without_parameters
from thresher.learn.addresses import names_thing, parts_of, skeleton
from thresher.learn.flipping import Flips, Sign, Step, step_between
from thresher.learn.links import LinkGroup, Spot
from thresher.learn.page_types import PageType
from thresher.learn.posts import PostRule, learn_heading, learn_posts
from thresher.learn.sight import LONG_TEXT, Sight, sessions_on
from thresher.model import Page
from thresher.page import join
from thresher.pattern import parse

MAX_SAMPLES = 60
VOTES = 3
"""Destinations that say what a group of links leads to."""
SURE_SHARE = 0.5
"""The same once threads were found: what is shorter is left for the end of the crawl."""
LEAST_SHARE = 0.1
"""Of the longest group's letters, what another must have to be worth a look."""
MAX_INDEXES = 14
"""Index pages that are looked at."""

NEWS_SHARE = 0.1
"""Of the lines of a further page, what the page before must not have."""
MAX_CRUMBS = 4
"""Steps upwards along what stands before the text, and links that are tried for each."""
MIN_LISTED = 3
"""Threads on the entry page that make it a list of threads."""
MAX_FLIPS = 3
"""Ways of flipping pages that are tried for lists and for threads."""

_FILE = re.compile(r"/[^/?]*\.(?!html?|php\d?|aspx?|jspx?|cgi|pl|do|cfm)[a-z0-9]{2,5}$", re.I)

Asking = Generator[str, Page | None, "Lesson"]
Key = tuple[str, str]
"""Shape and place of a group of links."""
StepKey = tuple[str, tuple[str, str, str]]
"""Shape of the address of a page, and how that of a further page is made from it."""


@dataclass
class Lesson:
    """What was learned of a site, and from what."""

    entry: str
    sights: dict[str, Sight]
    """The pages that were looked at, by address."""
    sessions: frozenset[str]
    boards: dict[Key, set[str]] = field(default_factory=dict)
    """Groups of links that lead to index pages, with their addresses."""
    threads: dict[Key, set[str]] = field(default_factory=dict)
    parts: dict[Key, set[str]] = field(default_factory=dict)
    """The same for index pages that list parts of what the entry page lists."""
    others: set[Key] = field(default_factory=set)
    """Groups that lead to neither."""
    indexes: list[str] = field(default_factory=list)
    """Index pages that were seen, threads that were seen."""
    pages: list[str] = field(default_factory=list)
    asked: int = 0
    notes: list[str] = field(default_factory=list)
    common: frozenset[str] = frozenset()
    """Addresses that every page links to."""
    posts: PostRule | None = None
    """How posts are read off thread pages; None until enough of them were seen."""
    people: frozenset[str] = frozenset()
    """Shapes of addresses that authors link to."""
    heading: str = ""
    """Where a thread page has its title."""
    index_steps: dict[StepKey, Step] = field(default_factory=dict)
    """How addresses of further pages of index pages are made, and of threads."""
    thread_steps: dict[StepKey, Step] = field(default_factory=dict)


class Learner:
    """The state of one learning; `run` is the generator."""

    def __init__(self, start: str, max_samples: int = MAX_SAMPLES, *, tries_front: bool = True) -> None:
        """With `tries_front` the front page of the host is looked at even if nothing links there, if all else fails."""
        self._tries_front = tries_front
        self._start = start
        self._left = max_samples
        self._titles: dict[str, str] = {}
        self._lists: set[str] = set()
        self._missing: set[str] = set()
        self.lesson = Lesson(start, {}, frozenset())

    def run(self) -> Asking:
        lesson = self.lesson
        first = yield from self._look(self._start)
        if first is None:
            lesson.notes.append("the first page could not be read")
            return lesson
        entry = yield from self._upwards(first)
        if first.kind is PageType.THREAD:
            self._meet_people([first])
        queue = [entry] + ([first] if first is not entry and first.kind is PageType.INDEX else [])
        yield from self._downwards(queue)
        if not lesson.threads and self._tries_front:  # perhaps from the front page, though nothing here leads there
            front = yield from self._look("/".join(self._start.split("/", 3)[:3]) + "/")
            if front is not None and front.url not in lesson.indexes:
                yield from self._downwards([front])
        lesson.entry = self._entry(entry)
        yield from self._flipping([lesson.entry], lesson.index_steps)
        self._leave_subsets()
        parts = set().union(*lesson.parts.values()) if lesson.parts else set()
        yield from self._flipping([url for url in lesson.indexes if url not in parts], lesson.index_steps)
        yield from self._flipping(lesson.pages, lesson.thread_steps)
        pages = [lesson.sights[url] for url in lesson.pages]
        self._meet_people(pages)
        lesson.heading = learn_heading(pages, self._titles)
        return lesson

    def _leave_subsets(self) -> None:
        """Where the entry page is itself a list of all threads, page after page, other lists are parts of it.

        They are not forgotten: one of each is tried at the end of the crawl, and followed if it has anything new.
        """
        lesson = self.lesson
        sight = lesson.sights[lesson.entry]
        threads = set().union(*lesson.threads.values()) if lesson.threads else set()
        own = threads & sight.urls - lesson.common
        if len(own) < MIN_LISTED or not any(shape == skeleton(sight.url) for shape, _ in lesson.index_steps):
            return
        lesson.parts = {key: lesson.boards.pop(key) for key in list(lesson.boards)}

    def _look(self, url: str) -> Generator[str, Page | None, Sight | None]:
        """The page at `url`, asked for unless it was before."""
        lesson = self.lesson
        url = without_parameters(url, lesson.sessions) if lesson.sessions else url
        if url in lesson.sights:
            return lesson.sights[url]
        if self._left <= 0 or url in self._missing:
            return None
        self._left -= 1
        lesson.asked += 1
        page = yield url
        if page is None or page.tree is None:
            self._missing.add(url)
            return None
        fresh = sessions_on(page) - lesson.sessions
        if fresh:
            lesson.sessions |= fresh
        sight = Sight(page, lesson.sessions, url)
        lesson.sights[url] = lesson.sights[sight.url] = sight
        return sight

    def _upwards(self, first: Sight) -> Generator[str, Page | None, Sight]:
        """The page that everything hangs below, as far as addresses tell: the outermost folder that is an index."""
        best = first
        for url in _above(first)[:3]:
            sight = yield from self._look(url)
            if sight is None or sight.kind is not PageType.INDEX:
                continue
            if best is first or self._is_above(sight, best):
                best = sight
        if best is first and first.kind is PageType.THREAD:
            best = yield from self._by_crumbs(first)
        return best

    def _by_crumbs(self, first: Sight) -> Generator[str, Page | None, Sight]:
        """Where no address above a thread is a list: what stands before its text may name the list that it is in.

        The nearest link first; a list of threads is told by having others with an address like this one.
        """
        best, shape = first, skeleton(first.url.partition("?")[0] if "?" not in skeleton(first.url) else first.url)
        for _ in range(MAX_CRUMBS):
            for url in _crumbs(best)[:MAX_CRUMBS]:
                sight = yield from self._look(url)
                if sight is None or sight.kind is not PageType.INDEX or sight is best:
                    continue
                if sum(_shape_in(link, {shape}) for link in sight.urls) >= MIN_LISTED:
                    best, shape = sight, skeleton(sight.url)
                    break
            else:
                return best
        return best

    def _is_above(self, upper: Sight, lower: Sight) -> bool:
        """Whether `upper` lists `lower` as one of several, or as much as `lower` does."""
        shape = skeleton(lower.url)
        if sum(skeleton(url) == shape for url in upper.urls) > 1:
            return True
        top = lower.groups[0].shape if lower.groups else ""
        return any(group.shape == top for group in upper.groups[:3])

    def _downwards(self, start: list[Sight]) -> Generator[str, Page | None, None]:
        """Look where groups of links lead, the longest first, until the ways to threads are known."""
        lesson = self.lesson
        verdicts: dict[Key, PageType] = {}
        waiting: list[tuple[float, Sight, LinkGroup]] = []
        seen: set[str] = set()
        has_listing = False

        def meet(sight: Sight) -> None:
            if sight.url not in seen and len(seen) < MAX_INDEXES:
                seen.add(sight.url)
                lesson.indexes.append(sight.url)
                waiting.extend((share, sight, group) for share, group in self._worthy(sight))

        for sight in start:
            meet(sight)
        while waiting:
            waiting.sort(key=lambda one: -one[0])
            share, sight, group = waiting.pop(0)
            key = (group.shape, group.place)
            is_free = bool(self._voters(group))
            if key not in verdicts and not is_free:
                if lesson.threads and (share < SURE_SHARE or self._common().issuperset(group.titles)):
                    continue
                if has_listing:
                    continue  # the way is known; what else there is, is tried when all is done
            if key not in verdicts:
                verdicts[key], found = yield from self._typed(group, sight)
                if verdicts[key] is PageType.INDEX:
                    for one in found:
                        meet(one)
                elif verdicts[key] is PageType.THREAD:
                    lesson.pages += [one.url for one in found]
                    if len(group.titles) >= MIN_LISTED and any(flips.sign for flips in sight.flips):
                        has_listing = True
            self._note(key, verdicts[key], group)
        lesson.common = self._common()
        self._leave_views()
        self._tell_lists()
        self._keep_what_leads()

    def _leave_views(self) -> None:
        """Addresses of threads with parameters, where they also come without: those show one post, or another order."""
        lesson = self.lesson
        shapes = {shape for shape, _ in lesson.threads}
        for key in list(lesson.threads):
            path, mark, _ = key[0].partition("?")
            if mark and path in shapes and names_thing(path):
                del lesson.threads[key]
                lesson.others.add(key)

    def _tell_lists(self) -> None:
        """Lists that show whole posts look like threads; but the titles in them lead to the posts."""
        lesson = self.lesson
        shapes = {shape for shape, _ in lesson.threads}
        for key in list(lesson.threads):
            pages = [lesson.sights[url] for url in lesson.pages if url in lesson.threads[key]]
            links = [sight.title_link for sight in pages if sight.title_link]
            elsewhere = [url for url in links if _shape_in(url, shapes - {key[0]})]
            if pages and 2 * len(elsewhere) > len(pages):
                lesson.boards[key] = lesson.threads.pop(key)
                lesson.pages = [url for url in lesson.pages if url not in lesson.boards[key]]
                lesson.indexes += [sight.url for sight in pages]

    def _meet_people(self, pages: list[Sight]) -> None:
        """What the authors of posts link to are pages about people, however much these look like lists or threads."""
        lesson = self.lesson
        rule = learn_posts(pages)
        if rule is None or not rule.author_url:
            return
        pattern = parse(f"{rule.each}//{rule.author_url}")
        shapes: Counter[str] = Counter()
        for sight in pages:
            hrefs = [node for node in pattern.select(sight.page.tree) if isinstance(node, str)]
            shapes.update(skeleton(address) for href in hrefs if (address := join(sight.page.url, href)))
        for sight in pages:  # the name of a post may be a link, too
            shapes.pop(skeleton(sight.url), None)
        folders = {shape.rpartition("/")[0] for shape in shapes if "/" in shape}
        lesson.people |= {*shapes, *(f"{folder}/*" for folder in folders)}
        for key in [*lesson.boards, *lesson.threads]:
            if key[0] in lesson.people:
                lesson.boards.pop(key, None)
                lesson.threads.pop(key, None)
                lesson.others.add(key)

    def _keep_what_leads(self) -> None:
        """Boards are what leads to threads, or to boards that do; a list of members is an index of something else."""
        lesson = self.lesson
        goals = set().union(*lesson.threads.values()) if lesson.threads else set()
        kept: dict[Key, set[str]] = {}
        rest = dict(lesson.boards)
        while True:
            leading = [
                key
                for key, urls in rest.items()
                if any((lesson.sights[url].urls - lesson.common) & goals for url in urls if url in lesson.sights)
            ]
            if not leading:
                break
            for key in leading:
                kept[key] = rest.pop(key)
                goals |= kept[key]
        lesson.others |= set(rest)
        lesson.boards = kept

    def _note(self, key: Key, kind: PageType, group: LinkGroup) -> None:
        lesson = self.lesson
        if kind is PageType.OTHER:
            lesson.others.add(key)
            return
        sets = lesson.boards if kind is PageType.INDEX else lesson.threads
        sets.setdefault(key, set()).update(group.titles)
        if kind is PageType.THREAD:
            self._titles |= group.titles

    def _worthy(self, sight: Sight) -> list[tuple[float, LinkGroup]]:
        """The groups of a page that may lead on, each with its letters as a share of those of the longest."""
        common = self._common()
        shapes = {group.shape for group in sight.groups}
        groups = [
            group
            for group in sight.groups
            if not (_is_noise(group) or _is_view(group, shapes) or self._is_flip(group, sight))
            and group.shape not in self.lesson.people
        ]
        own = [group for group in groups if not common.issuperset(group.titles)]
        longest = max((group.characters for group in own), default=0)
        shares = (
            [(group.characters / longest * (2 if group.is_heading else 1), group) for group in own] if longest else []
        )
        return [(share, group) for share, group in shares if share > LEAST_SHARE]

    def _is_flip(self, group: LinkGroup, sight: Sight) -> bool:
        """Whether the group leads to further pages of the page itself."""
        flips = {url for one in sight.flips if one.sign for url in one.urls}
        return bool(flips) and flips.issuperset(group.titles)

    def _common(self) -> frozenset[str]:
        """What all pages seen so far link to; nothing while there are fewer than three."""
        sights = {sight.url: sight for sight in self.lesson.sights.values()}
        if len(sights) < 3:
            return frozenset()
        counts = Counter(url for sight in sights.values() for url in sight.urls)
        return frozenset(url for url, count in counts.items() if count >= 0.8 * len(sights))

    def _typed(self, group: LinkGroup, source: Sight) -> Generator[str, Page | None, tuple[PageType, list[Sight]]]:
        """What a group leads to, by the vote of a few of its destinations; and these."""
        votes: Counter[PageType] = Counter()
        found: list[Sight] = []
        for url in (self._voters(group) or _drawn(group, source))[:VOTES]:
            sight = yield from self._look(url)
            if sight is None:
                votes[PageType.OTHER] += 1
            elif skeleton(sight.url) != skeleton(url):
                return PageType.OTHER, []  # shortcuts to pages that have another address
            else:
                yield from self._check_list(sight)
                votes[self._kind_of(sight)] += 1
                found.append(sight)
            kind, most = votes.most_common(1)[0]
            if most * 2 > VOTES or (kind is PageType.OTHER and most > 1):
                break
        # An empty board looks like nothing; that others of its kind are lists is what counts.
        if votes[PageType.INDEX] and not votes[PageType.THREAD]:
            kind = PageType.INDEX
        else:
            kind = votes.most_common(1)[0][0] if votes else PageType.OTHER
        return kind, [sight for sight in found if self._kind_of(sight) is kind]

    def _voters(self, group: LinkGroup) -> list[str]:
        """Destinations that were seen already and can say what the group is; an empty board cannot."""
        if group.place:
            return []
        seen = [url for url in group.titles if url in self.lesson.sights]
        return [url for url in seen if self._kind_of(self.lesson.sights[url]) is not PageType.OTHER]

    def _check_list(self, sight: Sight) -> Generator[str, Page | None, None]:
        """Lists that show whole posts look like threads; but the title in them leads to a page of the post alone."""
        if sight.kind is not PageType.THREAD or skeleton(sight.title_link) in ("", skeleton(sight.url)):
            return
        post = yield from self._look(sight.title_link)
        if post is not None and not post.title_link and post.lines & sight.lines:
            self._lists.add(sight.url)

    def _kind_of(self, sight: Sight) -> PageType:
        """The type of a page; what has no text of its own is no thread, whatever it looks like."""
        if sight.url in self._lists:
            return PageType.INDEX
        kind = sight.kind
        if kind is not PageType.THREAD:
            return kind
        # A list may show all that a post says; that is no reason to take the post for a list.
        sights = self.lesson.sights.values()
        others = [other for other in sights if other.url != sight.url and other.kind is not PageType.INDEX]
        if len(others) < 2 or any(all(line not in other.lines for other in others) for line in sight.lines):
            return kind
        shapes = {shape for shape, _ in self.lesson.threads}
        is_leading = any(_shape_in(url, shapes) for url in sight.urls - self._common())
        return PageType.INDEX if is_leading else PageType.OTHER

    def _flipping(self, urls: list[str], steps: dict[StepKey, Step]) -> Generator[str, Page | None, None]:
        """How further pages of some pages are addressed, each way proved by one of them."""
        lesson = self.lesson
        refuted: set[StepKey] = set()
        for url in dict.fromkeys(urls):
            sight = lesson.sights[url]
            for flips in sight.flips:
                key = (skeleton(url), flips.step.key)
                if key in steps or key in refuted or len(refuted) >= MAX_FLIPS or not self._may_flip(flips, url):
                    continue
                further = yield from self._look(flips.first)
                if further is not None and flips_to(flips, sight, further):
                    steps[key] = flips.step
                    if steps is lesson.thread_steps:
                        lesson.pages.append(further.url)
                else:
                    refuted.add(key)

    def _may_flip(self, flips: Flips, url: str) -> bool:
        """Whether it is worth a look: not where the number names another thing (/topic/5 and /topic/6), and, where
        nothing but the address speaks for it, only a link that stands alone.
        """
        if flips.sign is Sign.COUNTED:
            return True
        lesson = self.lesson
        things = set().union(*lesson.boards.values(), *lesson.threads.values())
        if things.intersection(flips.urls) or (flips.step.old and url in things):
            return False
        return bool(flips.sign) or (len(set(flips.urls)) == 1 and flips.urls[0] not in lesson.common)

    def _entry(self, guess: Sight) -> str:
        """The index page that lists most boards; without boards, the one we came to from above."""
        boards = set().union(*self.lesson.boards.values()) if self.lesson.boards else set()
        best = max(
            (self.lesson.sights[url] for url in [guess.url, *self.lesson.indexes]),
            key=lambda sight: (len(boards & sight.urls), -len(sight.url)),
        )
        return best.url if len(boards & best.urls) > 1 else guess.url


def _shape_in(url: str, shapes: set[str]) -> bool:
    shape = skeleton(url)
    return shape in shapes or f"{shape.rpartition('/')[0]}/*" in shapes


def flips_to(flips: Flips, sight: Sight, further: Sight) -> bool:
    """Whether links that look so do flip pages, by the page that one of them led to.

    A further page has the layout of the first and other content; a day of a calendar shows what its month does.
    """
    if sight.kind is not further.kind and flips.sign is not Sign.COUNTED:
        return False
    if not _is_news(sight, further):
        return False
    if flips.sign:
        return True
    # One link, and only its address speaks for it: on the further page it has the same text and leads on.
    return any(spot.text in flips.texts and spot.url not in (*flips.urls, sight.url) for spot in further.spots)


def _is_news(sight: Sight, further: Sight) -> bool:
    """Whether most of what `further` has to say is not on the page that led to it: its list, and its text."""
    before = {(group.shape, group.place): set(group.titles) for group in sight.groups}
    lists = [group for group in further.groups if (group.shape, group.place) in before and group.characters]
    if lists:
        main = lists[0]
        fresh = [url for url in main.titles if url not in before[main.shape, main.place]]
        if 2 * len(fresh) > len(main.titles):
            return True
    # Further comments stand below the same article; a day of a calendar has nothing that its month has not.
    return len(further.lines - sight.lines) > NEWS_SHARE * len(further.lines)


def _above(sight: Sight) -> list[str]:
    """Addresses above that of a page, which it links to; nearest first, the root last."""
    origin = "/".join(sight.url.split("/", 3)[:3]) + "/"
    segments = parts_of(sight.url).segments
    folders = ["/".join(segments[:count]) for count in range(len(segments), -1, -1)]
    found: list[str] = []
    for folder in folders:
        place = origin + (folder + "/" if folder else "")
        named = [url for url in sight.urls if url.rstrip("/") == place.rstrip("/") or _is_front(url, place)]
        found += sorted(named, key=len)[:1]
    return [url for url in found if url != sight.url and not _is_front(url, sight.url)]


def _crumbs(sight: Sight) -> list[str]:
    """Links before the first long text or the main list of a page, the nearest first; no other views of it."""
    before: list[str] = []
    by_element = {spot.element: spot.url for spot in sight.spots}
    main = {spot.element for group in sight.groups[:1] for spot in group.spots}
    for element in sight.page.tree.iter("a", "p", "div", "td", "li", "blockquote", "pre"):
        is_list = element in main and sight.kind is PageType.INDEX
        if is_list or len(" ".join((element.text or "").split())) >= LONG_TEXT:
            break
        if element in by_element:
            before.append(by_element[element])
    own = sight.url.partition("?")[0]
    pages = [url for url in reversed(before) if url.partition("?")[0] != own and not _FILE.search(url)]
    return [url for url in dict.fromkeys(pages) if judge(url).verdict != "skip"]


def _is_front(url: str, folder: str) -> bool:
    """Whether `url` is the front page of a folder: /forum/index.php."""
    name = url.removeprefix(folder)
    return (
        url.startswith(folder) and "/" not in name and "?" not in name and name.partition(".")[0] in ("index", "home")
    )


def _is_noise(group: LinkGroup) -> bool:
    """Whether the web in general has such addresses for something else: to log in, to search, to print."""
    urls = list(group.titles)[:5]
    return 2 * sum(judge(url).verdict == "skip" for url in urls) > len(urls)


def _is_view(group: LinkGroup, shapes: set[str]) -> bool:
    """Whether the same addresses are linked without their parameters: those show one post, or another order."""
    path, mark, _ = group.shape.partition("?")
    return bool(mark) and path in shapes and names_thing(path)


def _drawn(group: LinkGroup, source: Sight) -> list[str]:
    """Destinations to look at: what seems to be the longest thread of the list first, then from all over the list."""
    urls = list(group.titles)
    steps = dict.fromkeys(urls, 0)
    for other in source.urls - set(urls):
        for url in urls:
            if other.startswith(url[: len(url) - 6]) and step_between(url, other):
                steps[url] += 1
    longest = max(urls, key=lambda url: steps[url])
    order = [longest] if steps[longest] else _busiest(group)
    spread = [urls[len(urls) * number // VOTES] for number in range(VOTES)]
    return list(dict.fromkeys([*order, *spread]))[:VOTES]


def _busiest(group: LinkGroup) -> list[str]:
    """The link whose record has the greatest numbers: answers and views, whatever they are called."""
    records = {spot.url: _numbers_in(spot, group) for spot in group.spots}
    widths = Counter(map(len, records.values()))
    width = widths.most_common(1)[0][0]
    rows = {url: numbers for url, numbers in records.items() if len(numbers) == width}
    if not width or len(rows) < 3:
        return []
    ranks: Counter[str] = Counter()
    for column in range(width):
        for rank, url in enumerate(sorted(rows, key=lambda url: rows[url][column])):
            ranks[url] += rank
    return [ranks.most_common(1)[0][0]]


def _numbers_in(spot: Spot, group: LinkGroup) -> list[int]:
    """Numbers that stand alone in the record of a link: its widest surroundings without another link of the group."""
    others = {other.element for other in group.spots if other.url != spot.url}
    record = spot.element
    for above in spot.element.iterancestors():
        if any(inner in others for inner in above.iter("a")):
            break
        record = above
    texts = (" ".join(str(text).split()).replace(",", "") for text in record.itertext())
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 9]
