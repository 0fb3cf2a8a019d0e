"""The generic rung: decisions on links, redirects, sitemaps, and what it learns."""

from dataclasses import replace
from typing import Any

import pytest

from thresher.guide import GenericGuide, PlainMemory, ScopeCheck
from thresher.guide.brake import Brake
from thresher.guide.novelty import Novelty
from thresher.model import CrawlSettings, Entry, Kind, Link, Offer, Page, Resources, Skip, SkipReason
from thresher.page import Sitemap

HOME = "http://site.example/"
ENTRY = Entry(HOME + "here", Kind.PAGE, depth=1, via=HOME)


def guide_for(memory: PlainMemory | None = None, **options: Any) -> GenericGuide:
    settings = CrawlSettings(**{"seeds": (HOME,), **options})
    return GenericGuide(settings, ScopeCheck(settings), memory or PlainMemory())


def page_with(*links: Link, **fields: Any) -> Page:
    return Page(**{"url": ENTRY.url, "title": "", "links": links, "resources": (), **fields})


def link(path: str, tag: str = "a", **fields: Any) -> Link:
    return Link(path if ":" in path else HOME + path, tag, **fields)


def test_every_link_is_followed_or_skipped_exactly_once() -> None:
    links = (
        link("a"), link("b?sid=0123456789abcdef0123456789abcdef"), link("login"), link("http://other.example/"),
        link("x/x/x"), link("doc.pdf"), link("a?utm_source=q"), link("c", rel=frozenset({"nofollow"})),
    )  # fmt: skip

    guidance = guide_for().guide(page_with(*links), ENTRY)

    followed, skipped = [offer.url for offer in guidance.follow], [skip.url for skip in guidance.skip]
    assert all((url in followed) + skipped.count(url) == 1 for url in (each.url for each in links))
    assert HOME + "b" in followed
    assert {skip.reason.name for skip in guidance.skip} == {"SESSION", "ACTION", "OUT_OF_SCOPE", "REPEATING_PATH"}


def test_guiding_changes_nothing() -> None:
    guide, page = guide_for(), page_with(link("a"), link("b?replytocom=1"))

    assert guide.guide(page, ENTRY) == guide.guide(page, ENTRY)


def test_offers_know_where_they_come_from() -> None:
    (offer,) = guide_for().guide(page_with(link("news/a-story")), ENTRY).follow

    assert (offer.kind, offer.depth, offer.via, offer.shape) == (Kind.PAGE, 2, ENTRY.url, "site.example/news/*")


def test_doubtful_links_come_late() -> None:
    page = page_with(link("a"), link("b", rel=frozenset({"nofollow"})), link("n?page=2", rel=frozenset({"next"})))

    offers = {offer.url.removeprefix(HOME): offer for offer in guide_for().guide(page, ENTRY).follow}

    assert max(offers["a"].priority, offers["n?page=2"].priority) < offers["b"].priority
    assert offers["b"].is_suspect
    all_doubtful = guide_for().guide(replace(page, is_nofollow=True), ENTRY).follow
    assert all(offer.is_suspect for offer in all_doubtful)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (Resources.NONE, set()),
        (Resources.PAGE, {"s.css", "http://cdn.example/i.png", "f.zip"}),
        (Resources.ALL, {"s.css", "http://cdn.example/i.png", "f.zip", "http://other.example/g.zip"}),
    ],
)
def test_resources_are_offered_as_asked(wanted: Resources, expected: set[str]) -> None:
    page = page_with(
        link("f.zip"),
        link("http://other.example/g.zip"),
        resources=(link("s.css", "link"), link("http://cdn.example/i.png", "img")),
    )

    guidance = guide_for(resources=wanted).guide(page, ENTRY)

    assert {offer.url.removeprefix(HOME) for offer in guidance.follow} == expected
    assert all(offer.kind is Kind.RESOURCE and offer.priority >= 3000 for offer in guidance.follow)
    assert len(guidance.skip) == 2 - len(expected & {"f.zip", "http://other.example/g.zip"})


def test_outlinks_are_content_links_one_hop_outside() -> None:
    page = page_with(link("http://o.example/a"), link("http://o.example/b", is_content=False))
    guide = guide_for(outlinks=True, resources=Resources.NONE)

    guidance = guide.guide(page, ENTRY)

    assert [(offer.url, offer.kind) for offer in guidance.follow] == [("http://o.example/a", Kind.OUTLINK)]
    assert guide.guide(page, replace(ENTRY, kind=Kind.OUTLINK)).follow == ()


def test_the_depth_limit_is_a_reason() -> None:
    guide = guide_for(max_depth=1)

    assert guide.guide(page_with(link("a")), ENTRY).skip[0].reason is SkipReason.TOO_DEEP
    refusal = guide.admit(replace(ENTRY, depth=2))
    assert refusal is not None
    assert refusal.reason is SkipReason.TOO_DEEP


def test_a_page_that_names_another_address_offers_it() -> None:
    guidance = guide_for().guide(page_with(canonical=HOME + "real", refresh=HOME + "next"), ENTRY)

    assert [offer.url for offer in guidance.follow] == [HOME + "real", HOME + "next"]


def test_parameters_a_site_calls_idle_are_dropped_after_three_pages() -> None:
    guide = guide_for()

    for i in range(3):
        url = f"{HOME}show.php?n={i}&look={i}7"
        page = page_with(url=url, canonical=f"{HOME}show.php?n={i}")
        guide.observe(page, Entry(url, Kind.PAGE, 1, HOME), 200, ())
    guidance = guide.guide(page_with(link("show.php?n=9&look=97")), ENTRY)

    assert [offer.url for offer in guidance.follow] == [HOME + "show.php?n=9"]
    assert guidance.skip[0].reason is SkipReason.CANONICAL


def test_pages_that_show_something_else_are_not_called_duplicates() -> None:
    guide = guide_for()

    for i in range(4):
        url = f"{HOME}show.php?n={i}&part=27"
        lines = (f"{'abcd'[i]}lpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron",)
        guide.observe(
            page_with(url=url, canonical=f"{HOME}show.php?n={i}", lines=lines), Entry(url, Kind.PAGE, 1, HOME), 200, ()
        )

    assert [offer.url for offer in guide.guide(page_with(link("show.php?n=9&part=27")), ENTRY).follow] == [
        HOME + "show.php?n=9&part=27"
    ]


def test_a_redirected_seed_takes_the_crawl_along_for_good() -> None:
    memory = PlainMemory()
    moved = guide_for(memory).redirect(Entry(HOME, Kind.PAGE), "https://www.site.example/")

    resumed = guide_for(memory).guide(page_with(link("http://www.site.example/a")), ENTRY)

    assert isinstance(moved, Offer)
    assert [offer.url for offer in resumed.follow] == ["https://www.site.example/a"]


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("http://other.example/", SkipReason.OUT_OF_SCOPE),
        (HOME + "login", SkipReason.ACTION),
        ("file:///etc", SkipReason.NOT_WEB),
    ],
)
def test_redirects_of_pages_are_judged_like_links(target: str, reason: SkipReason) -> None:
    decided = guide_for().redirect(ENTRY, target)

    assert isinstance(decided, Skip)
    assert decided.reason is reason


def test_a_redirect_to_itself_with_a_session_is_followed_once_more() -> None:
    decided = guide_for().redirect(ENTRY, ENTRY.url + "?PHPSESSID=abcdef")

    assert isinstance(decided, Offer)
    assert (decided.url, decided.redirects) == (ENTRY.url + "?PHPSESSID=abcdef", 1)


def test_sitemaps_are_decided_like_links() -> None:
    sitemap = Sitemap(
        (HOME + "a", HOME + "wp-login.php", "http://o.example/"), (HOME + "s2.xml", "http://o.example/s.xml")
    )

    guidance = guide_for().sitemap_offers(sitemap, Entry(HOME + "s.xml", Kind.SITEMAP))

    assert [(offer.url.removeprefix(HOME), offer.kind) for offer in guidance.follow] == [
        ("a", Kind.PAGE),
        ("s2.xml", Kind.SITEMAP),
    ]
    assert len(guidance.skip) == 3


def test_seeds_are_canonical_and_come_once() -> None:
    offers = guide_for(seeds=("HTTP://Site.example", HOME, "nonsense")).seeds()

    assert [offer.url for offer in offers] == [HOME]


def test_a_shape_that_gives_nothing_is_only_probed_until_it_gives_again() -> None:
    brake = Brake(PlainMemory())
    shape, urls = "site.example/tag/*", [f"{HOME}tag/{i}" for i in range(200)]

    for _ in range(10):
        brake.note(shape, 0, is_suspect=False)
    probed = [url for url in urls if brake.holds(url, shape, is_suspect=False) is None]
    assert 20 < len(probed) < 80

    for _ in range(8):
        brake.note(shape, 0, is_suspect=False)
    assert len([url for url in urls if brake.holds(url, shape, is_suspect=False) is None]) < len(probed) / 4

    brake.note(shape, 1000, is_suspect=False)
    assert all(brake.holds(url, shape, is_suspect=False) is None for url in urls)


def test_suspects_are_given_up_after_three() -> None:
    brake = Brake(PlainMemory())

    for _ in range(3):
        brake.note("site.example/members/*", 0, is_suspect=True)

    held = [brake.holds(f"{HOME}members/{i}", "site.example/members/*", is_suspect=True) for i in range(50)]
    assert held.count("site.example/members/*") > 30
    assert brake.holds(HOME + "members/1", "site.example/members/*", is_suspect=False) is None


def test_the_brake_remembers_across_restarts() -> None:
    memory = PlainMemory()
    first = Brake(memory)
    for _ in range(12):
        first.note("site.example/tag/*", 0, is_suspect=False)

    assert Brake(memory).record("site.example/tag/*") == first.record("site.example/tag/*")


def test_errors_and_known_redirects_are_barren_and_files_are_not() -> None:
    guide, entries = guide_for(), [Entry(f"{HOME}get/{i}", Kind.PAGE, 3, HOME, "site.example/get/*") for i in range(60)]

    for entry in entries[:20]:
        guide.observe(None, entry, 200, ())
    assert all(guide.admit(entry) is None for entry in entries)

    for entry in entries[:10]:
        guide.observe(None, entry, 404, ())
    assert any(guide.admit(entry) is not None for entry in entries)


def test_doubtful_addresses_that_give_files_only_are_given_up() -> None:
    guide = guide_for()
    urls = [f"{HOME}mail/{i}/raw" for i in range(60)]
    offers = guide.guide(page_with(*(Link(url, "a") for url in urls)), Entry(HOME, Kind.PAGE, 3)).follow
    entries = [Entry(one.url, Kind.PAGE, 4, HOME, one.shape, is_suspect=one.is_suspect) for one in offers]

    for entry in entries[:4]:
        guide.observe(None, entry, 200, ())

    assert sum(guide.admit(entry) is not None for entry in entries) > 30


def test_files_behind_doubtful_links_are_not_given_up() -> None:
    guide = guide_for()
    links = [link(f"attachment.php?aid={i}", rel=frozenset({"nofollow"})) for i in range(60)]
    offers = guide.guide(page_with(*links), Entry(HOME, Kind.PAGE, 3)).follow
    entries = [Entry(one.url, Kind.PAGE, 4, HOME, one.shape, is_suspect=one.is_suspect) for one in offers]

    for entry in entries[:20]:
        guide.observe(None, entry, 200, ())

    assert len(entries) == 60
    assert all(guide.admit(entry) is None for entry in entries)


def test_only_words_that_are_no_echo_count_as_news() -> None:
    novelty = Novelty(PlainMemory())
    text = "You are looking at the page called {} which is the page you asked for"

    first = novelty.weigh(page_with(url=HOME + "echo/harbour", lines=(text.format("harbour"),)))
    second = novelty.weigh(page_with(url=HOME + "echo/lantern", lines=(text.format("lantern"),)))
    dated = novelty.weigh(page_with(url=HOME + "c", lines=("Seen 17 times on 3.4.2021", "Seen 18 times on 5.6.2022")))

    assert first > 10
    assert second == 0
    assert dated == 3


def test_what_is_news_does_not_depend_on_a_restart() -> None:
    line = "harbour lantern river copper meadow"
    masking = page_with(url=HOME + "harbour/lantern/river/copper/meadow", lines=(line,))
    partly = page_with(url=HOME + "harbour/lantern", lines=("harbour lantern river copper",))
    again = page_with(url=HOME + "copper", lines=("harbour lantern river copper",))
    pages = (masking, page_with(lines=(line,)), partly, again, page_with(lines=("harbour lantern river",)))

    memory = PlainMemory()
    kept = Novelty(memory)
    in_one_run = [kept.weigh(page) for page in pages]
    memory = PlainMemory()
    restarted = [Novelty(memory).weigh(page) for page in pages]

    assert in_one_run == restarted
    assert in_one_run == [0, 5, 2, 0, 3]
