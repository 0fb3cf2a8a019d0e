"""A plain update: which of the known pages there is a reason to ask for again.

What is new has an address that was not asked for before. Of what is known, lists tell what has grown: the row of a
thread has a date later than everything that was kept of the site, or its number of replies is no longer that of the
posts that were kept. A feed tells what was edited. Lists are read on as long as they bring something.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain

from thresher.crawl.going_round import NO_SIGN, GoingRound
from thresher.crawl.kept_before import Kept, KeptBefore
from thresher.crawl.missing import AGAIN, AGAIN_PRIORITY
from thresher.crawl.samples import Sample
from thresher.crawl.signs import end_of, exceptions, grown, has_only_lost, outgrown, quiet
from thresher.crawl.view import View
from thresher.describe.changes import folded
from thresher.extract import habits_on
from thresher.guide import Known
from thresher.guide.known import TERMINAL
from thresher.guide.labels import MARK, label_of, read_address
from thresher.guide.rows import Row, rows_on
from thresher.guide.targets import rewritten_on
from thresher.knowledge import Level, LevelKind
from thresher.learn.mending import posts_level
from thresher.model import Entry, FeedItem, Guidance, Kind, Offer, Page, Skip, SkipReason
from thresher.page import DateHabits, base_of, host_of, join, text_of_fragment

FULL = "it was full when it was last seen"
"""Why the last known page of a thread is left, unless it is `in_doubt` in the end."""


class ComingBack:
    """Decides what a plain update asks for. `look` at pages and `hear` feeds, then `sift` what follows from them."""

    def __init__(self, kept: KeptBefore, earlier: Callable[[str], Sample | None], rounds: GoingRound) -> None:
        """`earlier` gives a page as the visit before has it; `rounds` decides on what is the generic rung's."""
        self._kept = kept
        self.met = kept.met
        self._earlier = earlier
        self.rounds = rounds
        self._due: set[str] = set()
        self._lists: set[str] = set()
        """Further pages of lists that were looked at."""
        self._quiet: set[str] = set()
        """Lists to which nothing came."""
        self._full: set[str] = set()
        """Last known pages of threads that were full, and have another behind them now."""
        self._because_of: dict[str, frozenset[str]] = {}
        """Further pages of lists that are due, and the news on the page before them."""
        self._told: set[str] = set()
        """Posts that feeds name."""
        self._learned: set[str] = set()
        """Folders of sites that earlier visits have learned."""
        self._levels: dict[str, Level] = {}
        """Of known applications, by how links to their pages are labelled."""
        self._posts_a_page: dict[str, int] = {}
        """By the folder of an application: the most on one page of a thread with another behind it."""
        self._unchanged: set[str] = set()
        """Pages that came as they were before."""

    def was_asked(self, url: str) -> bool:
        """Whether an earlier visit has asked for a page, and there was one."""
        return self._kept.was_asked(url)

    def note_unchanged(self, url: str) -> None:
        """A page came as it was before: so will its files, as far as they are there."""
        self._unchanged.add(url)

    def look(self, one: Sample, view: View, guidance: Guidance, plain: Callable[[str], str]) -> Guidance:
        """Read a list: further pages that are due. `plain` is an address as it is asked for."""
        page, known = one.page, view.known
        if known.application.is_own:
            self._learned.add(known.root)
        self._levels |= {label_of(known.application, level.name): level for level in known.application.levels}
        if known.level is None or known.level.kind is not LevelKind.INTERMEDIATE:
            return Guidance((), ())
        label = label_of(known.application, known.level.name)
        offers = {one.url: one for one in guidance.follow if one.kind is Kind.PAGE and one.shape.startswith(MARK)}
        if page.tree is None or not offers:
            return Guidance((), ())
        base = base_of(page.tree, page.url)
        habits = habits_on(view.document, known.application, one.capture.time)
        alike = {url for url, offer in offers.items() if offer.shape == label and not self._kept.holds(url)}
        maybe = [url for url in offers if url not in alike or not _may_continue(url, page.url, known)]
        instead = rewritten_on(known.level, page, view.document)

        def asked(url: str) -> str:
            return own if (own := plain(url)) in offers else plain(instead.get(url, url))

        rows = rows_on(page.tree, lambda href: _target(base, href, asked), maybe, habits)
        # Boards below a board have rows that say when somebody wrote there last; parts of an index do not.
        further = [url for url in offers if url in alike and not (url in rows and rows[url].latest)]
        rows = {url: row for url, row in rows.items() if url not in further}
        listed = [url for url in offers if url not in further]
        latest = self._kept.latest(host_of(page.url))
        kept = {url: found for url in rows if (found := self._kept.at(url)) is not None}
        due = self._grown(page.url, listed, {url: rows[url] for url in kept}, kept, latest, habits, asked)
        lists = {url: row for url, row in rows.items() if url not in kept}
        self._quiet.update(self._quiet_lists(page.url, lists, latest, known, plain))
        news = {*due, *(url for url in listed if not self._kept.was_asked(url))}
        threads = [url for url in rows if self._is_last(offers[url])] or list(rows)
        end = threads[-end_of([rows[url] for url in threads]) :]
        self._further(further, news, news.intersection(end))
        return self._asked_for(due, kept, offers, one, known, plain)

    def _is_last(self, offer: Offer) -> bool:
        level = self._levels.get(offer.shape)
        return level is not None and level.kind is LevelKind.TERMINAL

    def _grown(
        self,
        place: str,
        listed: Sequence[str],
        rows: Mapping[str, Row],
        kept: Mapping[str, Kept],
        latest: datetime | None,
        habits: DateHabits,
        plain: Callable[[str], str],
    ) -> list[str]:
        """Addresses of which the rows of a list say that something was added."""
        if place in self._unchanged:
            return []
        later, others = grown(rows, kept, latest)
        before = self._rows_before(place, listed, habits, plain) if rows else {}
        known = {url: row for url, row in rows.items() if url not in later and url not in others}
        others += outgrown(known, before, kept)
        told = [url for url in (*later, *others) if before.get(url) != rows[url]]
        lost = [url for url in others if has_only_lost(rows[url], before.get(url), kept[url], self._kept.last_date)]
        return [url for url in told if url not in lost]

    def _asked_for(
        self,
        due: Sequence[str],
        kept: Mapping[str, Kept],
        offers: Mapping[str, Offer],
        one: Sample,
        known: Known,
        plain: Callable[[str], str],
    ) -> Guidance:
        """Where to read on: a thread from the last page that is known of it, or behind that if it was full."""
        most = max((found.most_on_others for found in kept.values()), default=0)
        size = self._posts_a_page[known.root] = max(most, self._posts_a_page.get(known.root, 0))
        full = [url for url in due if kept[url].is_thread and 0 < size <= kept[url].on_last_page]
        later = self._later_pages(one.page, known, plain) if full else {}
        follow: list[Offer] = []
        skip: list[Skip] = []
        for url in due:
            start = kept[url].last_page if kept[url].is_thread else url
            if url in full:
                own = read_address(start, known.application, known.root)[1]
                behind = next((other for page, other in later.get(own.thing, ()) if page > own.page), "")
                if behind:
                    self._full.add(start)
                    skip.append(Skip(start, SkipReason.NOT_DUE, FULL, one.page.url))
                start = behind or start
            self._due.add(start)
            if start not in offers:
                follow.append(Offer(start, Kind.PAGE, TERMINAL, one.entry.depth + 1, one.page.url, offers[url].shape))
        return Guidance(tuple(follow), tuple(skip))

    def _later_pages(self, page: Page, known: Known, plain: Callable[[str], str]) -> dict[str, list[tuple[int, str]]]:
        """Further pages that a list links to and nobody has asked for: by what they are of, in their order."""
        found: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        for url in dict.fromkeys(map(plain, _links(page))):
            at = read_address(url, known.application, known.root)[1]
            if at.page and not self._kept.was_asked(url):
                found[at.thing].append((at.page, url))
        return {thing: sorted(pages) for thing, pages in found.items()}

    def in_doubt(self) -> Iterator[Offer]:
        """Pages that were left because they were full. If an earlier post was deleted, a new one may stand at their
        end: only where no number is missing among the posts that came is that out of the question."""
        left = self._kept.ends_passed_over()
        doubtful = {host for host in {host_of(url) for url in left} if not self._kept.has_every_number(host)}
        for url in left:
            if host_of(url) in doubtful:
                yield Offer(url, Kind.PAGE, AGAIN_PRIORITY, 1, "", AGAIN)

    def _rows_before(
        self, url: str, wanted: Sequence[str], habits: DateHabits, plain: Callable[[str], str]
    ) -> dict[str, Row]:
        """Rows as a list had them in the visit before: what was there then is no sign of a change."""
        one = self._earlier(url)
        if one is None or one.page.tree is None:
            return {}
        base = base_of(one.page.tree, url)
        then = replace(habits, now=one.capture.written)
        return rows_on(one.page.tree, lambda href: _target(base, href, plain), wanted, then)

    def _further(self, further: Sequence[str], news: set[str], telling: set[str]) -> None:
        """Which further page of a list is due: the next, if there is news where this one tells of what is behind it."""
        self._lists.update(further)
        following = next((url for url in further if url not in self._due), None)
        if telling and following is not None:
            self._due.add(following)
            self._because_of[following] = frozenset(news)

    def admit(self, entry: Entry) -> Skip | None:
        """Asked when the turn of `entry` comes: a list need not be read on if a feed names what is new in it."""
        why = self._because_of.get(entry.url)
        if why is None or not why <= self._told:
            return None
        return Skip(entry.url, SkipReason.NOT_DUE, "the feed names what is new", entry.via)

    def _quiet_lists(
        self, place: str, rows: Mapping[str, Row], latest: datetime | None, known: Known, plain: Callable[[str], str]
    ) -> list[str]:
        """Those of the lists in `rows` to which nothing came: as their dates say, or since they have none and others at
        this `place` lead to the same."""
        lists = [url for url in rows if self._kept.was_asked(url)]
        dated = {url for url in lists if rows[url].latest and not rows[url].is_silent}
        if not dated:
            return []
        double = [
            url for url in lists if url not in dated and self._is_double(url, dated, {*rows, place}, known, plain)
        ]
        return [*double, *quiet(rows, [url for url in lists if url not in double], latest)]

    def _is_double(self, url: str, dated: set[str], named: set[str], known: Known, plain: Callable[[str], str]) -> bool:
        """Whether a list led only to lists that are `named`, some of them `dated`, and to what these led to as well: a
        category, perhaps with what is new in its boards."""
        role = read_address(url, known.application, known.root)[1].role
        targets = self._targets_before(url, plain)
        inner = {one for one in targets if read_address(one, known.application, known.root)[1].role == role} - {url}
        if not inner & dated or any(self._kept.was_asked(one) for one in inner - named):
            return False
        held = {one for one in targets - inner if self._kept.holds(one)}
        for one in inner & named:
            held -= self._targets_before(one, plain) if held else set()
        return not held

    def _targets_before(self, url: str, plain: Callable[[str], str]) -> set[str]:
        """Where the links of a page led in the visit before."""
        one = self._earlier(url)
        return {plain(link) for link in _links(one.page)} if one is not None else set()

    def hear(self, items: Mapping[str, FeedItem], known: Known, via: Entry) -> Guidance:
        """Posts whose words, or whose number of comments, are others in a feed now; by the addresses they are asked for
        under. `via` is the page that names the feed."""
        self._told.update(items)
        level = posts_level(known.application.levels)
        if level is None:
            return Guidance((), ())
        shape = label_of(known.application, level.name)
        texts = {url: text for url in items if (text := self._kept.text(url)) is not None}
        told = {url: folded(text_of_fragment(items[url].html)) for url in texts if items[url].html}
        same_text = {url: words == folded(texts[url]) for url, words in told.items()}
        same_count = {
            url: kept.parts == items[url].comment_count
            for url in texts
            if items[url].comment_count is not None and (kept := self._kept.at(url)) is not None
        }
        changed = dict.fromkeys(chain(exceptions(same_text), exceptions(same_count)))
        self._due.update(changed)
        return Guidance(tuple(Offer(url, Kind.PAGE, TERMINAL, via.depth + 1, via.url, shape) for url in changed), ())

    def sift(self, guidance: Guidance) -> Guidance:
        """Without what there is no reason to ask for again."""
        follow: list[Offer] = []
        skip = list(guidance.skip)
        for offer in guidance.follow:
            if why := self._refusal(offer):
                skip.append(Skip(offer.url, SkipReason.NOT_DUE, why, offer.via))
            else:
                follow.append(offer)
        return Guidance(tuple(follow), tuple(skip))

    def _refusal(self, offer: Offer) -> str:
        """Why an offer is not due; empty if it is."""
        level = self._levels.get(offer.shape)
        if not offer.depth or offer.url in self._due:
            return ""
        if offer.kind in (Kind.RESOURCE, Kind.OUTLINK):
            return NO_SIGN if offer.via in self._unchanged and self._kept.was_asked(offer.url) else ""
        if not offer.shape.startswith(MARK):
            is_met = self._is_beside(offer.url) and offer.url in self._kept.met
            return NO_SIGN if offer.kind is Kind.PAGE and is_met else self.rounds.refusal(offer)
        if offer.kind is not Kind.PAGE or level is None:
            return ""
        if offer.url in self._full:
            return FULL
        if self._kept.holds(offer.url) or (level.kind is LevelKind.TERMINAL and self._kept.was_asked(offer.url)):
            return NO_SIGN
        if offer.url in self._quiet:
            return "nothing came to this list"
        return "the list before it has nothing new at its end" if offer.url in self._lists else ""

    def _is_beside(self, url: str) -> bool:
        """Whether an address is of a site that was learned, whose lists tell what is new."""
        return any(map(url.startswith, self._learned))


def _may_continue(url: str, place: str, known: Known) -> bool:
    """Whether an address may be of a further page of the list at `place`: boards below a board are lists of their own,
    as far as addresses tell."""
    one, other = (read_address(address, known.application, known.root)[1] for address in (url, place))
    return not one.role or one.role != other.role or one.thing == other.thing


def _links(page: Page) -> list[str]:
    return [link.url for link in page.links]


def _target(base: str, href: str, plain: Callable[[str], str]) -> str | None:
    url = join(base, href) if href else None
    return plain(url) if url else None
