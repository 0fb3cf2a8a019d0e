"""The known rung: the links that a known application's knowledge leads along, and a reason for every other one."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from thresher.guide.addresses import is_file
from thresher.guide.chains import Chain, Chains, chain_of, mark_of
from thresher.guide.generic import DEPTH_STEPS, RESOURCE
from thresher.guide.hosts import Hosts
from thresher.guide.labels import (
    MARK,
    Known,
    as_asked,
    is_last,
    is_offered_as_last,
    is_terminal,
    label_of,
    last_rule,
    meant,
    read_address,
    reason_for,
)
from thresher.guide.left import Closed, Left, LeftLinks
from thresher.guide.memory import Memory, PlainMemory
from thresher.guide.other_views import OtherViews
from thresher.guide.scope import ScopeCheck
from thresher.guide.shapes import shape_of_post
from thresher.guide.shown_page import as_shown, shown_page
from thresher.guide.targets import rules_for, targets_of
from thresher.knowledge import Address, ApplicationType, Follow, LevelKind
from thresher.model import (
    CrawlSettings,
    Entry,
    Guidance,
    Kind,
    Link,
    Offer,
    Page,
    Resources,
    Skip,
    SkipReason,
    WebObject,
)
from thresher.page import VirtualDocument, base_of

# Smaller is sooner: what people wrote before the lists that lead to more of it.
TERMINAL, INTERMEDIATE = 100, 150
_SHOWN = "shown "
_ATTACHMENT = "attachment"
"""The role of files that an application hands out itself, mostly by number: `download.php?id=7`."""
_FILES = frozenset({"", "attachment", "media", "data"})
"""Roles that pictures and documents may have; a feed is a file, too, and not one of them."""


NOTHING = Guidance((), ())


class KnownGuide:
    """Remembers which pages were offered under which address, so that none is asked for under two."""

    def __init__(
        self,
        settings: CrawlSettings,
        scope: ScopeCheck,
        offered: Callable[[str], Iterable[str]],
        memory: Memory | None = None,
        left: Left = lambda *_: (),
        closed: Closed = lambda _: (),
        *,
        is_update: bool = False,
    ) -> None:
        """`offered` gives the addresses below a folder that the frontier has, for a crawl that is resumed; `left` those
        that were left, `closed` those that were asked for and could not be had, each with what they were offered as.
        Rules for updates of what is due hold only if it `is_update`.
        """
        self._is_update = is_update
        self._settings = settings
        self._scope = scope
        self._offered = offered
        self._has_files = settings.resources is not Resources.NONE
        self._memory = memory = memory or PlainMemory()
        self.left = LeftLinks(memory, left, closed, self.may_ask)
        """Links that were left, and turn out to be wanted."""
        self._chains = Chains(memory)
        self.views = OtherViews(memory)
        """Of learned sites: what each page has shown, and which kinds of pages lead to the same again."""
        self._hosts = Hosts(memory)
        self._taken: dict[str, dict[int, int]] = {}
        self._latest: tuple[Page, ApplicationType, dict[str, Follow]] | None = None

    def guide(
        self,
        page: Page,
        document: VirtualDocument,
        known: Known,
        entry: Entry,
        is_settled: Callable[[str], bool],
        *,
        is_leading: bool = True,
    ) -> tuple[Guidance, list[Link]]:
        """The links inside the application, decided; and those that are not its business: that lead out of it, files,
        and, unless it `is_leading` to content, whatever it has no word for.

        Links that are not wanted and `is_settled` are passed over: their reason is known already.
        """
        wanted = dict(self._wanted(page, document, known))
        own, shown = self._shown(page, document, known)
        follow: dict[str, Offer] = {}
        skip: list[Skip] = []
        outside: list[Link] = []
        for link in page.links:
            if not self._hosts.home(link.url, known.root).startswith(known.root):
                outside.append(link)
                continue
            url, address = self._read(link.url, known.application, known.root)
            address = as_shown(address, own, shown) if shown else address
            if url == page.url:
                wanted.pop(url, None)
                continue
            if refused := self._scope.refuses(url, entry.url):
                skip.append(refused)
            elif rule := wanted.pop(url, None) or self._proved_rule(url, address, known):
                self._offer(url, address, rule, known, entry, follow, skip)
            elif address.role == _ATTACHMENT and self._has_files:
                follow.setdefault(url, Offer(url, Kind.RESOURCE, RESOURCE, entry.depth + 1, entry.url))
            elif (address.role in _FILES and is_file(link.url)) or (not is_leading and address.role in ("", "home")):
                outside.append(link)
            elif url not in follow and not is_settled(link.url):
                skip.append(Skip(link.url, *reason_for(address, known.application), entry.url))
        for url, rule in wanted.items():  # named by something that is no link: rel=next in the head
            is_inside = self._hosts.home(url, known.root).startswith(known.root)
            if is_inside and not self._scope.refuses(url):
                address = self._read(url, known.application, known.root)[1]
                self._offer(url, address, rule, known, entry, follow, skip)
        return Guidance(tuple(follow.values()), tuple(skip)), outside

    def _shown(self, page: Page, document: VirtualDocument, known: Known) -> tuple[Address, int]:
        """What a page is, and which page of itself it shows where that is not the first."""

        def read(url: str) -> Address:
            return self._read(url, known.application, known.root)[1]

        own = read(page.url)
        if known.level is None or not is_last(known.level) or document.root is None:
            return own, 0
        plain = read(own.thing)
        if plain.role != own.role:  # a page of comments: what its post shows was seen on the post
            return plain, (self._memory.load(_SHOWN + plain.identity) or (0,))[0]
        if own.page or not any(
            (address := read(link.url)).thing == own.thing and address.role != own.role for link in page.links
        ):
            return own, 0
        shown = shown_page(document.root, base_of(document.root, page.url), own, read)
        if shown:  # under its number it need not be asked for again
            identity = f"{own.identity} {shown}"
            self._identities(known.root, known.application)[hash(identity)] = hash(page.url)
        if (shown,) != (self._memory.load(_SHOWN + own.identity) or (0,)):
            self._memory.save(_SHOWN + own.identity, (shown,))
        return own, shown

    def may_ask(self, url: str, depth: int) -> bool:
        """Whether the limits of the crawl let a page be asked for that is no file."""
        return self.is_within(url, depth) and not is_file(url)

    def is_within(self, url: str, depth: int) -> bool:
        """Whether an address is within the limits of the crawl."""
        return self._scope.refuses(url) is None and self._is_near(depth)

    def may_ask_feed(self, url: str, depth: int) -> bool:
        """Whether the limits of the crawl let a feed be asked for, even from another host."""
        return self._scope.refuses_feed(url) is None and self._is_near(depth)

    def _is_near(self, depth: int) -> bool:
        limit = self._settings.max_depth
        return limit is None or depth <= limit

    def refuses(self, url: str, application: ApplicationType, root: str) -> tuple[SkipReason, str] | None:
        """Why an address that others offered (a sitemap, a page outside) is not worth asking for; None if it may be."""
        _, address = self._read(url, application, root)
        if address.role == _ATTACHMENT and self._has_files:
            return None
        if not address.role or address.role in application.urls.followed or address.role in ("home", "page"):
            other = self._other(address, as_asked(url, application), application, root)
            return (SkipReason.OTHER_VIEW, "the same page as another") if other else None
        return reason_for(address, application)

    def admit(self, entry: Entry, application: ApplicationType, root: str) -> Skip | None:
        """Asked when the turn of what this guide offered comes: None lets it go."""
        if (
            application.is_learned
            and self.views.refuses(entry.url, entry.via)
            and is_offered_as_last(entry, application)
        ):
            return Skip(entry.url, SkipReason.OTHER_VIEW, "pages like the one before lead to what was seen", entry.via)
        part_of = self._chain(entry, application, root)
        barren = self._chains.barren(part_of, entry) if part_of is not None else 0
        if not barren:
            return None
        label = entry.shape.removeprefix(MARK)
        return Skip(entry.url, SkipReason.BARREN, f"{label}: {barren} pages in a row brought nothing new", entry.via)

    def observe(
        self, page: Page, document: VirtualDocument, known: Known, entry: Entry, objects: Iterable[WebObject]
    ) -> None:
        """Learn from a page that this guide offered: whether the chain it is part of still brings something."""
        application, root = known.application, known.root
        part_of = self._chain(entry, application, root)
        if part_of is None:
            return
        links = {}
        for url, rule in chain(self._wanted(page, document, known).items(), self._proved(page, known)):
            address = self._read(url, application, root)[1]
            if not part_of.holds(address, url, label_of(application, rule.to)):
                links[address.identity] = is_terminal(application, rule.to)
        texts = [mark_of(one) for one in objects if one.container]
        is_telling = bool(texts) or any(links.values())
        self._chains.observe(page, entry, part_of, [*links, *texts], is_telling=is_telling)

    def prove(self, url: str, known: Known, objects: Iterable[WebObject]) -> Guidance:
        """A page was read. Where the type says nothing of addresses, those of posts that were found tell those of
        others: themes hide the links to them in all kinds of places. What follows: links of that shape that were left.
        """
        level, root = known.level, known.root
        is_post = any(one.text and not one.container and one.url == url for one in objects)
        if level is None or not is_post or self._read(url, known.application, root)[1].role:
            return NOTHING
        if not self.left.is_proof(url, root):
            return NOTHING
        return self.left.of_shapes(root, {shape_of_post(url)}, label_of(known.application, level.name), TERMINAL)

    def is_like_posts(self, url: str, root: str) -> bool:
        """Whether an address is like those of posts that were found."""
        return self.left.is_like_posts(url, root)

    def proved_posts(self, root: str, application: ApplicationType) -> Guidance:
        """Links that were left and have addresses like those of posts that were found."""
        shapes, rule = self.left.post_shapes(root), last_rule(application)
        if rule is None or not shapes:
            return NOTHING
        return self.left.of_shapes(root, shapes, label_of(application, rule.to), TERMINAL)

    def further_named(self, urls: Iterable[str], known: Known, entry: Entry) -> Guidance:
        """Pages that seem to be further ones of the list at `entry` and of which no rule speaks."""
        follow: dict[str, Offer] = {}
        for url in urls:
            clean, address = self._read(url, known.application, known.root)
            is_open = not address.role and clean.startswith(known.root) and self.may_ask(clean, entry.depth + 1)
            if is_open and known.level is not None:
                self._offer(clean, address, Follow(known.level.name), known, entry, follow, [])
        return Guidance(tuple(follow.values()), ())

    def other_lists(self, root: str, application: ApplicationType) -> Guidance:
        """Where a list could not be had, or robots.txt forbids it: others that lead to the same."""
        lists = {label_of(application, one.name) for one in application.levels if not is_last(one)}

        return self.left.other_lists(root, lists, lambda url: self.role_of(url, application, root), INTERMEDIATE)

    def role_of(self, url: str, application: ApplicationType, root: str) -> str:
        """What an address is by its form; empty if no form says so."""
        return self._read(url, application, root)[1].role

    def plain(self, url: str, known: Known) -> str:
        """An address as it is asked for: without a session, under the host's usual name."""
        return self._read(url, known.application, known.root)[0]

    def posts_named(self, urls: Iterable[str], known: Known, entry: Entry) -> Guidance:
        """Those of the posts that a feed names that were not offered yet, as if `entry` had linked them."""
        rule = last_rule(known.application)
        follow: dict[str, Offer] = {}
        skip: list[Skip] = []
        taken = self._identities(known.root, known.application)
        for url in urls:
            clean, address = self._read(url, known.application, known.root)
            is_inside = clean.startswith(known.root) and self.may_ask(clean, entry.depth + 1)
            if rule is not None and is_inside and hash(address.identity) not in taken:
                self._offer(clean, address, rule, known, entry, follow, skip)
        return Guidance(tuple(follow.values()), tuple(skip))

    def _proved(self, page: Page, known: Known) -> Iterator[tuple[str, Follow]]:
        """Links of a list that no rule finds, and that have addresses like those of posts that were found."""
        for link in page.links:
            url, address = self._read(link.url, known.application, known.root)
            if url.startswith(known.root) and (rule := self._proved_rule(url, address, known)):
                yield url, rule

    def _proved_rule(self, url: str, address: Address, known: Known) -> Follow | None:
        """The rule for a link on a list whose address is like those of posts that were found."""
        if address.role or known.level is None or known.level.kind is not LevelKind.INTERMEDIATE or is_file(url):
            return None
        if not self.is_like_posts(url, known.root):
            return None
        return last_rule(known.application)

    def renew(self) -> None:
        """More is known of an application than before: what its addresses mean may have changed."""
        self._latest = None

    def note(self, url: str, application: ApplicationType, root: str) -> None:
        """An address was asked for that this guide did not offer: the seed."""
        _, address = self._read(url, application, root)
        self._identities(root, application).setdefault(hash(address.identity), hash(as_asked(url, application)))

    def learn_host(self, url: str, target: str) -> None:
        """A redirect led from `url` to `target`: which may say that a host is to be asked under another name."""
        self._hosts.observe(url, target)

    def moved(self, url: str, target: str, application: ApplicationType, root: str) -> bool:
        """A redirect led from `url` to `target`: whether that is a page nobody has asked for yet."""
        _, old = self._read(url, application, root)
        _, new = self._read(target, application, root)
        clean = as_asked(target, application)
        taken = self._identities(root, application)
        if new.identity == old.identity or hash(new.identity) not in taken:
            taken[hash(new.identity)] = hash(clean)
            return True
        return taken[hash(new.identity)] == hash(clean)

    def _offer(
        self,
        url: str,
        address: Address,
        rule: Follow,
        known: Known,
        entry: Entry,
        follow: dict[str, Offer],
        skip: list[Skip],
    ) -> None:
        if self._other(address, url, known.application, known.root):
            skip.append(Skip(url, SkipReason.OTHER_VIEW, "the same page as another", entry.url))
            return
        limit = self._settings.max_depth
        if limit is not None and entry.depth >= limit:
            skip.append(Skip(url, SkipReason.TOO_DEEP, str(limit), entry.url))
            return
        grade = TERMINAL if is_terminal(known.application, rule.to) else INTERMEDIATE
        shape = label_of(known.application, rule.to)
        follow[url] = Offer(
            url, Kind.PAGE, grade + min(entry.depth, DEPTH_STEPS) // 4, entry.depth + 1, entry.url, shape
        )
        self._identities(known.root, known.application)[hash(address.identity)] = hash(url)

    def _other(self, address: Address, url: str, application: ApplicationType, root: str) -> bool:
        """Whether this page was offered under another address."""
        return self._identities(root, application).get(hash(address.identity), hash(url)) != hash(url)

    def _identities(self, root: str, application: ApplicationType) -> dict[int, int]:
        """Identities of pages below `root` and the address each was offered under, as hashes: 100 bytes a page."""
        place = root.partition("://")[2]
        found = self._taken.get(place)
        if found is None:
            found = self._taken[place] = {}
            for url in chain(self._offered(f"http://{place}"), self._offered(f"https://{place}")):
                _, address = self._read(url, application, root)
                found.setdefault(hash(address.identity), hash(as_asked(url, application)))
        return found

    def _read(self, url: str, application: ApplicationType, root: str) -> tuple[str, Address]:
        """The address to ask for, without its session, and what it is."""
        clean, address = read_address(self._hosts.home(url, root), application, root)
        return self._scope.preferred(clean), address

    def _chain(self, entry: Entry, application: ApplicationType, root: str) -> Chain | None:
        here, via = (self._read(url, application, root)[1] for url in (entry.url, entry.via))
        return chain_of(entry, here, via)

    def _wanted(self, page: Page, document: VirtualDocument, known: Known) -> dict[str, Follow]:
        """Addresses to follow, each with the rule that says so. Kept for one page: it is guided, then observed."""
        if self._latest is not None and self._latest[0] is page and self._latest[1] is known.application:
            return self._latest[2]
        wanted: dict[str, Follow] = {}
        plainest: dict[str, str] = {}
        own = self._read(page.url, known.application, known.root)[1]
        for rule in rules_for(known.application, known.level):
            if rule.is_for_updates and not self._is_update:
                continue
            found = [self._read(url, known.application, known.root) for url in targets_of(rule, page, document)]
            for clean, address in meant(rule, found, known.application):
                if rule.is_further and address.thing != own.thing:
                    continue
                # Later pages are reached from the first one: a board's links to the last page of a thread would
                # only be another way.
                is_elsewhere = known.level is not None and rule.to != known.level.name
                if rule.role and address.page and is_elsewhere:
                    continue
                # Of /topic/5/?page=1 and /topic/5/, which are one page, the plain one.
                plain = plainest.setdefault(address.identity, clean)
                if plain != clean and plain.startswith(clean):
                    wanted.pop(plain, None)
                    plain = plainest[address.identity] = clean
                if plain == clean or not clean.startswith(plain):
                    wanted.setdefault(clean, rule)
        self._latest = (page, known.application, wanted)
        return wanted
