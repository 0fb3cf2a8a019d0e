"""The generic rung beside another one that has read what people wrote: what only repeats that is soon left alone."""

from collections.abc import Iterable
from typing import Any

import pytest

from thresher.guide import GenericGuide, PlainMemory, ScopeCheck
from thresher.guide.shapes import is_telling, kin_of, shape_of
from thresher.model import CrawlSettings, Entry, Kind, Link, Offer, Page, Skip
from thresher.page import Sitemap

HOME = "http://site.example/"
STORY = "We went down to the harbour and saw three ships come in with barley and copper for the market"
CHAPTER = "Before you begin to take the engine apart write down where each of the small screws belongs {}"


def guide_that_has_read(memory: PlainMemory | None = None) -> GenericGuide:
    settings = CrawlSettings(seeds=(HOME,))
    guide = GenericGuide(settings, ScopeCheck(settings), memory or PlainMemory())
    guide.remember(page("2020/05/ships/", STORY))
    return guide


def page(path: str, *lines: str, **fields: Any) -> Page:
    return Page(**{"url": HOME + path, "title": "", "links": (), "resources": (), "lines": lines, **fields})


def entry(path: str) -> Entry:
    return Entry(HOME + path, Kind.PAGE, 3, HOME, shape_of(HOME + path))


def offer(path: str) -> Offer:
    return Offer(HOME + path, Kind.PAGE, 0, 4, HOME, shape_of(HOME + path))


def show(guide: GenericGuide, path: str, *lines: str, fresh: Iterable[str] = (), **fields: Any) -> None:
    guide.observe(page(path, *lines, **fields), entry(path), 200, [offer(one) for one in fresh])


def held(guide: GenericGuide, form: str, count: int = 40) -> int:
    return sum(guide.admit(entry(form.format(f"name-{i}"))) is not None for i in range(count))


def test_two_pages_that_repeat_what_was_read_tell_of_their_kind() -> None:
    guide = guide_that_has_read()

    show(guide, "tag/a-tag/", STORY)
    assert held(guide, "tag/{}/") == 0
    show(guide, "tag/b-tag/", STORY)

    assert 25 < held(guide, "tag/{}/") < 40  # a few are probed


def test_one_page_tells_if_another_rung_knew_all_that_it_lists() -> None:
    memory = PlainMemory()
    guide = guide_that_has_read(memory)
    second = Entry(f"{HOME}tag/a-tag/page/2", Kind.PAGE, 3, f"{HOME}tag/a-tag/", shape_of(f"{HOME}tag/a-tag/page/2"))
    assert guide.admit(second) is None

    guide.repeat(f"{HOME}tag/a-tag/")
    show(guide, "tag/a-tag/", STORY)

    assert 25 < held(guide, "tag/{}/") < 40
    assert isinstance(guide_that_has_read(memory).admit(second), Skip)


def test_a_page_with_news_does_not_repeat_others_whatever_it_lists() -> None:
    guide = guide_that_has_read()

    guide.repeat(f"{HOME}tag/a-tag/")
    show(guide, "tag/a-tag/", CHAPTER.format("one"))

    assert held(guide, "tag/{}/") == 0


def test_where_nobody_has_read_the_site_it_takes_more_of_them() -> None:
    settings = CrawlSettings(seeds=(HOME,))
    guide = GenericGuide(settings, ScopeCheck(settings), PlainMemory())

    for i in range(9):
        show(guide, f"tag/tag-{i}/", STORY if i else "")

    assert held(guide, "tag/{}/") == 0


def test_what_was_found_idle_is_known_after_a_restart() -> None:
    memory = PlainMemory()
    guide = guide_that_has_read(memory)
    for path in ("tag/a-tag/", "tag/b-tag/"):
        show(guide, path, STORY)

    assert held(guide_that_has_read(memory), "tag/{}/") == held(guide, "tag/{}/") > 0


def test_probes_of_idle_kinds_become_rare() -> None:
    guide = guide_that_has_read()
    asked = 0
    for i in range(2000):
        if guide.admit(entry(f"tag/name-{i}/")) is None:
            show(guide, f"tag/name-{i}/", STORY)
            asked += 1

    assert 3 <= asked <= 10


def test_a_kind_that_had_news_once_is_not_given_up_for_two_pages_without() -> None:
    guide = guide_that_has_read()

    show(guide, "category/a-part/", CHAPTER.format("one"))
    for i in range(5):
        show(guide, f"category/part-{i}/", STORY)

    assert held(guide, "category/{}/") == 0


def test_new_words_of_one_page_do_not_speak_for_many_without_any() -> None:
    guide = guide_that_has_read()

    show(guide, "category/a-part/", CHAPTER.format("one"))
    for name in "bcdefghijkl":
        show(guide, f"category/{name}-piece/", STORY)
    assert held(guide, "category/{}-piece/") == 0

    for name in "mnopqrstuvwxyz":
        show(guide, f"category/{name}-piece/", STORY)
    assert held(guide, "category/{}-piece/") > 0


def test_days_weeks_and_months_that_lead_only_to_each_other_are_idle() -> None:
    guide = guide_that_has_read()

    for i in range(12):
        show(guide, f"2019/week/{i}/", STORY, fresh=[f"2019/05/{i}/"])
        show(guide, f"2019/05/{i}/", STORY, fresh=[f"2019/week/{i + 20}/"])

    assert held(guide, "2018/week/{}/") > 0
    assert held(guide, "2018/05/{}/") > 0


def test_addresses_that_say_nothing_of_their_pages_are_not_given_up_so_soon() -> None:
    guide = guide_that_has_read()

    for i in range(6):
        show(guide, f"name-of-a-tag-{'abcdef'[i]}/", STORY)

    assert held(guide, "{}/") == 0


def test_pages_with_new_pictures_are_not_idle() -> None:
    guide = guide_that_has_read()

    for i in range(6):
        show(guide, f"gallery/{i}.html", resources=(Link(f"{HOME}full/{i}.jpg", "img"),))

    assert held(guide, "gallery/{}.html") == 0


def test_pages_that_lead_to_what_nobody_has_seen_are_not_idle() -> None:
    guide = guide_that_has_read()

    for i in range(4):
        show(guide, f"docs/part-{i}/", fresh=[f"docs/part-{i}/chapter-{name}.html" for name in ("one", "two")])

    assert held(guide, "docs/{}/") == 0


def test_a_kind_that_led_to_a_new_post_is_not_given_up_for_two_pages_that_did_not() -> None:
    guide = guide_that_has_read()
    post = Offer(HOME + "2019/01/plums/", Kind.PAGE, 0, 4, HOME, "=fed-site.example/post")

    guide.observe(page("tag/a-tag/", STORY), entry("tag/a-tag/"), 200, [post])
    for i in range(5):
        show(guide, f"tag/tag-{i}/", STORY)

    assert held(guide, "tag/{}/") == 0


def test_further_pages_of_a_list_are_no_promise() -> None:
    guide = guide_that_has_read()

    show(guide, "author/anna/", STORY, fresh=["author/anna/page/2/"])
    show(guide, "author/bertram/", STORY, fresh=["author/bertram/page/2/"])

    assert held(guide, "author/{}/") > 25


def test_lists_of_what_is_known_are_not_held_against_another_folder() -> None:
    guide = guide_that_has_read()

    for i in range(60):
        show(guide, f"plugin/tag/name-{i}", STORY)

    assert held(guide, "manual/engine/{}.html") == 0


def test_names_that_look_like_kinds_of_pages_are_kin_of_the_others() -> None:
    guide = guide_that_has_read()

    for name in ("print", "list", "wiki"):
        show(guide, f"plugin/tag/{name}", STORY)

    others = [guide.admit(entry(f"plugin/tag/{name}")) for name in ("index", "forum", "about", "people", "history")]
    assert {one.detail for one in others if one is not None} == {kin_of(shape_of(HOME + "plugin/tag/index"))}


def test_redirects_to_idle_kinds_are_idle() -> None:
    guide = guide_that_has_read()
    for i in range(2):
        show(guide, f"topic/{i}?page=1", STORY)

    for i in range(2):
        guide.observe(None, entry(f"post/{i}"), 302, [offer(f"topic/{i}?page=2")])
    assert held_numbers(guide, "post/{}") > 25

    for i in range(9):
        guide.observe(None, entry(f"go/{i}"), 302, [offer(f"story/{i}")])
    assert held_numbers(guide, "go/{}") == 0


def held_numbers(guide: GenericGuide, form: str) -> int:
    return sum(guide.admit(entry(form.format(i))) is not None for i in range(100, 140))


def refuse(guide: GenericGuide, count: int, status: int = 404) -> None:
    for i in range(count):
        guide.observe(None, entry(f"pdf/{i}"), status, ())


def test_pages_that_are_refused_tell_no_more_than_elsewhere() -> None:
    guide = guide_that_has_read()

    refuse(guide, 9)
    assert held_numbers(guide, "pdf/{}") == 0
    refuse(guide, 1)
    assert held_numbers(guide, "pdf/{}") > 25


def test_a_refusal_does_not_make_pages_idle_that_link_to_its_kind() -> None:
    guide = guide_that_has_read()

    refuse(guide, 1)
    for i in range(4):
        show(guide, f"docs/{i}/", fresh=[f"pdf/{i + 50}"])

    assert held_numbers(guide, "docs/{}/") == 0


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_in_trouble_says_nothing_about_its_pages(status: int) -> None:
    guide = guide_that_has_read()

    refuse(guide, 30, status)

    assert held_numbers(guide, "pdf/{}") == 0


@pytest.mark.parametrize(
    ("path", "is_clear"),
    [("tag/rain/", True), ("2020/05/", True), ("index.php?cat=5", True), ("archive-3.html", True),
     ("rain/", False), ("a-walk.html", False), ("manual/engine/screws.html", False)],
)  # fmt: skip
def test_some_addresses_say_what_their_pages_are(path: str, is_clear: bool) -> None:
    assert is_telling(shape_of(HOME + path)) == is_clear


def sitemap_entry(path: str) -> Entry:
    return Entry(HOME + path, Kind.SITEMAP, 2, HOME + "sitemapindex.xml")


def test_an_index_of_sitemaps_that_names_all_feeds_is_not_read_to_its_end() -> None:
    guide = guide_that_has_read()
    full, feed = Sitemap(pages=(HOME + "a",)), Sitemap(is_other=True)

    guide.observe_sitemap(full, sitemap_entry("sitemap-1.xml"))
    for i in range(3):
        assert guide.admit(sitemap_entry(f"tags/tag-{i}.xml")) is None
        for _ in range(2):  # read again, after a crash
            guide.observe_sitemap(feed, sitemap_entry(f"tags/tag-{i}.xml"))

    assert isinstance(guide.admit(sitemap_entry("tags/wiki.xml")), Skip)
    assert guide.admit(sitemap_entry("sitemap-2.xml")) is None


def test_sitemaps_that_list_nothing_do_not_close_their_folder() -> None:
    guide = guide_that_has_read()

    for name in ("authors", "tags", "topics"):
        guide.observe_sitemap(Sitemap(), sitemap_entry(f"sitemaps/{name}.xml"))

    assert guide.admit(sitemap_entry("sitemaps/posts-1.xml")) is None


def test_a_file_that_has_become_a_sitemap_speaks_for_its_kind() -> None:
    guide = guide_that_has_read()

    for sitemap in (Sitemap(is_other=True), Sitemap(pages=(HOME + "a",))):
        for i in range(3):
            guide.observe_sitemap(sitemap, sitemap_entry(f"maps/part-{i}.xml"))

    assert guide.admit(sitemap_entry("maps/others.xml")) is None


def marked(path: str) -> Offer:
    return Offer(HOME + path, Kind.PAGE, 0, 4, HOME, "=forum/thread")


def lead_on(guide: GenericGuide, count: int, line: str) -> None:
    """Pages that say nothing new, each with a link to one that another rung reads, which says `line`."""
    for i in range(count):
        path = f"info/{i}-of-all"
        guide.observe(page(path, STORY), entry(path), 200, [marked(f"post/{path}")])
        guide.remember(page(f"post/{path}", line.format(chr(97 + i // 26) + chr(97 + i % 26))), "=forum/thread")


def test_pages_that_lead_to_what_another_rung_reads_are_fruitful_as_long_as_that_is_new() -> None:
    guide = guide_that_has_read()

    lead_on(guide, 60, CHAPTER)

    assert held(guide, "info/{}-of-all") == 0


def test_pages_that_lead_to_what_another_rung_has_read_at_other_addresses_are_soon_left_alone() -> None:
    # A forum may show the whole thread at the address of each post, and list those addresses in a hundred ways.
    guide = guide_that_has_read()

    lead_on(guide, 60, STORY)

    assert held(guide, "info/{}-of-all") > 25


def test_what_an_earlier_visit_has_read_does_not_speak_against_pages_that_lead_there() -> None:
    settings = CrawlSettings(seeds=(HOME,))
    guide = GenericGuide(settings, ScopeCheck(settings), PlainMemory(), has_seen=lambda url: "/post/" in url)
    guide.remember(page("2020/05/ships/", STORY))

    lead_on(guide, 60, STORY)

    assert held(guide, "info/{}-of-all") == 0
