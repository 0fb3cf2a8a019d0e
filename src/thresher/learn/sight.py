"""What was seen on one sampled page."""

import re
from collections import Counter, defaultdict
from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property
from math import expm1, log1p

from lxml import etree

from thresher.knowledge.noise import judge, without_parameters
from thresher.learn.excerpts import shows_several
from thresher.learn.flipping import Flips, flips_on, step_between
from thresher.learn.links import LONG_TITLE, MAX_TEXT, LinkGroup, Spot, groups_of, letters_in, spots_of
from thresher.learn.page_types import PageGuess, PageType, guess_of
from thresher.learn.page_types.layout import Layout, layout_of, leads_back, repeats_its_links
from thresher.learn.page_types.records import Region, regions
from thresher.learn.posts.limits import LATEST
from thresher.learn.shapes import is_view_of, skeleton
from thresher.model import Page
from thresher.page import HEADINGS, DateHabits, find_date, origin_of

_TOKEN = re.compile(r"[?&;]([A-Za-z_][\w.-]*)=([0-9A-Za-z,_-]{12,})(?=[&;#]|$)")
SESSION_SHARE = 0.3
"""Of the links of a page, how many must carry the same long value before it is taken for a session."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5"})
LONG_TEXT = 80
"""Characters from which on a text is prose."""
FEW = 3
"""Links of one kind that are a list."""
MAX_NEIGHBOURS = 4
"""Links to what is before and behind, by date and by thread."""
MAX_DAY_AND_TIME = 40
"""Characters of a date and a time."""
LONG_LINE = 40
"""Characters from which on a line of text is likely to be on one page only."""
NEARLY_ALL = 0.85
"""Share of the records of a page."""
MOST_BODIED = 0.5
"""Share of undated records with prose in posts; answers may be a word."""
SAME_LENGTH = log1p(1)
"""Lengths that deviate by a character: `#9` and `#10` are alike."""


@dataclass(frozen=True)
class Sight:
    """A page that was asked for, read once and asked many things."""

    page: Page
    sessions: frozenset[str] = frozenset()
    """Parameters that carry a session: links are seen without them."""
    asked: str = ""
    """The address that was asked for; a redirect may have led on."""

    @property
    def url(self) -> str:
        return without_parameters(self.page.url, self.sessions) if self.sessions else self.page.url

    @cached_property
    def spots(self) -> list[Spot]:
        spots = spots_of(self.page.tree, self.page.url)
        if not self.sessions:
            return spots
        clean = ((spot, without_parameters(spot.url, self.sessions)) for spot in spots)
        return [Spot(url, spot.text, spot.place, spot.element, spot.rel) for spot, url in clean]

    @cached_property
    def groups(self) -> list[LinkGroup]:
        return groups_of([spot for spot in self.spots if spot.url != self.url])

    @cached_property
    def flips(self) -> list[Flips]:
        return flips_on(self.url, self.spots)

    @cached_property
    def guess(self) -> PageGuess:
        return guess_of(self._layout)

    @cached_property
    def urls(self) -> frozenset[str]:
        return frozenset(spot.url for spot in self.spots)

    @cached_property
    def marked(self) -> frozenset[str]:
        """Addresses that are linked by nothing but links to a mark with their own number (`learn/singles.py`)."""
        return self.urls - {spot.url for spot in self.spots if not spot.is_marked}

    @cached_property
    def _urls_at(self) -> dict[str, set[str]]:
        """Where links lead, by the place that they stand at."""
        places: defaultdict[str, set[str]] = defaultdict(set)
        for spot in self.spots:
            places[spot.place].add(spot.url)
        return places

    def has_at(self, place: str, url: str) -> bool:
        """Whether there is a link to `url` at a place."""
        return url in self._urls_at.get(place, ())

    def beside(self, other: "Sight") -> set[str]:
        """Links at a place that has the same ones on another page: the newest threads, beside any list."""
        return {url for place, urls in self._urls_at.items() if other._urls_at.get(place) == urls for url in urls}

    def is_view(self, url: str) -> bool:
        """Whether an address shows this page in another way."""
        return is_view_of(url, self.url, is_one_for_all=self._is_one_for_all)

    @cached_property
    def _is_one_for_all(self) -> bool:
        """Whether one program makes all pages of the site, as far as its links tell."""
        own = self.url.partition("?")[0]
        count = sum(url.partition("?")[0] == own for url in self.urls)
        return len(self.urls) >= FEW and count >= NEARLY_ALL * len(self.urls)

    @cached_property
    def links_to_alike(self) -> dict[etree._Element, str]:
        """Links to other pages with an address like its own, and these."""
        own = skeleton(self.url)
        return {one.element: one.url for one in self.spots if skeleton(one.url) == own and one.url != self.url}

    @cached_property
    def title_link(self) -> str:
        """Where the heading of the first long text leads; empty if it is no link, or one to the page itself.

        The title of an article on its own page leads nowhere else; in a list, it leads to the article. What flips pages
        is no title.
        """
        heading = ""
        further = {url for flips in self.flips if flips.sign for url in flips.urls}
        by_element = {spot.element: spot.url for spot in self.spots if spot.url not in further}
        for element in self.page.tree.iter(
            "h1", "h2", "h3", "h4", "h5", "p", "div", "li", "td", "blockquote", "section"
        ):
            is_heading = str(element.tag) in _HEADINGS
            if is_heading or _is_titled(element):
                inside = [by_element[link] for link in element.iter("a") if link in by_element]
                # What only looks like a heading may be a button: to answer, to log in.
                if is_heading or (inside and judge(inside[0]).verdict == "keep"):
                    heading = inside[0] if inside else ""
            elif len(" ".join((element.text or "").split())) >= LONG_TEXT:
                break
        else:
            return ""
        is_own = self.is_view(heading) or step_between(heading, self.url) is not None
        return "" if not heading or is_own else heading

    @cached_property
    def has_prose(self) -> bool:
        """Whether there is any longer text that is not the title of a link."""
        titles = {spot.text for spot in self.spots}
        return any(line[:MAX_TEXT] not in titles for line in self.lines)

    @cached_property
    def kind(self) -> PageType:
        """What the layout says; but titles alone make no thread, however they are laid out, nor do those of pages in
        its own folder, nor posts of several threads.
        """
        kind = self.guess.type
        if kind is PageType.THREAD and (self._is_folder or self.shows_several):
            return PageType.INDEX
        if kind is not PageType.THREAD or self.has_prose:
            return kind
        most = self.groups[0] if self.groups else None
        letters = sum(group.characters for group in self.groups)
        is_list = most is not None and len(most.titles) >= FEW and 2 * most.characters > letters
        return PageType.INDEX if is_list else PageType.OTHER

    @cached_property
    def shows_several(self) -> bool:
        """Whether it has posts of several threads, each of which says where it belongs."""
        return shows_several(self.page.tree, self.url, self.spots)

    @property
    def _is_folder(self) -> bool:
        """Whether it lists texts that are below its address: nothing of a thread is a page in it with a title."""
        own = self.url.partition("?")[0].rstrip("/")
        if own == origin_of(self.url):
            return False
        named = (group for group in self.groups if group.lists_texts and not group.says_when)
        below = (group for group in named if "?" not in group.shape)
        return any(all(url.startswith(f"{own}/") for url in group.titles) for group in below)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """What repeats on the page, the main part first."""
        return regions(self.page.tree)

    def leads_to_each(self, urls: Set[str]) -> bool:
        """Whether something repeats on the page that has a date and leads to one of `urls`, to another in each; tags of
        a thread have no dates.
        """
        by_element = {spot.element: spot.url for spot in self.spots}
        for region in self.regions:
            led = [{by_element.get(link.element, "") for link in one.links} & urls for one in region.records]
            is_dated = all(one.times for one in region.records)
            if is_dated and all(led) and len(set().union(*led)) >= len(led):
                return True
        return False

    @property
    def is_terse(self) -> bool:
        """Whether no paragraph of it is prose."""
        return not self._layout.prose

    @cached_property
    def _layout(self) -> Layout:
        return layout_of(self.page.tree, self.page.url)

    @cached_property
    def is_talk(self) -> bool:
        """Whether it looks like a list only by its dates, by their order or for want of any: prose with nothing in it
        for a title.

        Titles differ in length, and each stands in one record; numbers of posts are as long, and commands come back, as
        do people where nothing has a date.
        """
        if self.kind is not PageType.INDEX or self.shows_several:
            return False
        layout = self._layout
        if not layout.timed and not layout.headlined:
            return layout.bodied > MOST_BODIED and layout.led >= NEARLY_ALL and leads_back(self.page.tree)
        is_prose = layout.timed >= NEARLY_ALL and layout.bodied >= NEARLY_ALL
        if not is_prose or layout.headlined:
            return False
        return layout.lead_spread < SAME_LENGTH or repeats_its_links(self.page.tree)

    @cached_property
    def is_turned(self) -> bool:
        """Whether it would look like a thread if its dates were in the other order, and no heading in it leads away.

        Where nothing in it is as long as a post may be, it has none: rows of a list by their last posts.
        """
        layout = self._layout
        if self.kind is not PageType.INDEX or layout.rising >= 0 or layout.headlined or not layout.bodied:
            return False
        if self.shows_several:
            return False
        return guess_of(layout._replace(rising=-layout.rising)).type is PageType.THREAD

    @property
    def lists_texts(self) -> bool:
        """Whether it has a link for every other record at least that is called what texts are, to pages unlike it."""
        most = next((group for group in self.groups if group.shape != skeleton(self.url)), None)
        return most is not None and most.lists_texts and 2 * len(most.titles) >= expm1(self._layout.records)

    @cached_property
    def is_letter(self) -> bool:
        """Whether it looks like a list only by the titles of its neighbours: prose, and few links to pages like it."""
        if self.kind is not PageType.INDEX or not self.has_prose or not self.groups:
            return False
        most = self.groups[0]
        return most.shape == skeleton(self.url) and len(most.titles) <= MAX_NEIGHBOURS

    def lists_nothing_but(self, common: frozenset[str]) -> bool:
        """Whether it has prose, and no list of anything but what is `common` to all pages and other views of itself."""
        if self.kind is not PageType.INDEX or not common or not self.has_prose:
            return False
        spots = [one for one in self.spots if one.url not in common and not self.is_view(one.url)]
        return all(len(group.titles) < FEW for group in groups_of(spots))

    @property
    def lead_length(self) -> float:
        """Characters of the links in its records: the mean of those that are the longest."""
        return expm1(self._layout.lead_length)

    @cached_property
    def headings(self) -> frozenset[str]:
        """What its headings say."""
        return frozenset(" ".join("".join(map(str, one.itertext())).split()) for one in self.page.tree.iter(*HEADINGS))

    @property
    def names(self) -> frozenset[str]:
        """What its headings say, if that is as long as titles are."""
        return frozenset(name for name in self.headings if letters_in(name) >= LONG_TITLE)

    @cached_property
    def lines(self) -> frozenset[str]:
        """Longer lines of its text, to tell whether two addresses show the same."""
        return frozenset(line for line in self.page.lines if len(line) >= LONG_LINE)


def _is_titled(element: etree._Element) -> bool:
    """Whether an element is nothing but a link of several words, as a heading may be that is not called so."""
    if len(element) != 1 or element[0].tag != "a" or (element.text or "").strip() or (element[0].tail or "").strip():
        return False
    said = " ".join("".join(map(str, element[0].itertext())).split())
    return element.tag in ("p", "div") and " " in said and not _is_date(said)


def _is_date(text: str) -> bool:
    """Whether a link says when a post was written: it leads to the post, mostly. Titles say more before a date."""
    date = find_date(text, DateHabits(LATEST)) if len(text) <= MAX_DAY_AND_TIME else None
    return date is not None and find_date(text.partition(" ")[2], DateHabits(LATEST)) != date


def sessions_on(page: Page) -> frozenset[str]:
    """Parameters that give one long value to a good part of the page's links: who carries that is told apart by it."""
    links = [link.url for link in page.links]
    counts = Counter(found for url in links for found in set(_TOKEN.findall(url)))
    names = Counter(name for name, _ in counts)
    enough = max(3, SESSION_SHARE * len(links))
    return frozenset(
        name
        for (name, value), count in counts.items()
        if count >= enough and names[name] == 1 and any(map(str.isdigit, value)) and value not in page.url
    )
