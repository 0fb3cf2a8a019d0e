"""The ladder: a known application decides, and does not silence the generic rung where it leads nowhere."""

from tests.support.pages import capture_of

from thresher.crawl.ladder import Ladder
from thresher.crawl.rungs import ladder_for
from thresher.guide import PlainMemory, ScopeCheck
from thresher.model import CrawlSettings, Entry, Kind, Resources
from thresher.page import read_page

HOME = "http://b.example/"
WORDPRESS = '<link rel="https://api.w.org/" href="/wp-json/">'
LISTING = (
    f'{WORDPRESS}<body class="home blog"><h2 class="entry-title"><a href="/a-walk/">A walk</a></h2>'
    '<a href="/tag/x/">x</a><a href="/forum/">Forum</a><a href="/else/">Else</a></body>'
)


def ladder() -> Ladder:
    settings = CrawlSettings(seeds=(HOME,), resources=Resources.NONE)
    return ladder_for(settings, ScopeCheck(settings), PlainMemory())


def followed(rungs: Ladder, url: str, markup: str, depth: int = 1) -> set[str]:
    settings = CrawlSettings(seeds=(HOME,), resources=Resources.NONE)
    capture = capture_of(url, markup)
    page = read_page(capture, settings)
    assert page is not None
    entry = Entry(url, Kind.PAGE, depth)
    guidance = rungs.guide(page, entry, rungs.look(page, capture), lambda _: False)
    return {offer.url.removeprefix(HOME) for offer in guidance.follow}


def test_pages_of_documentation_made_with_a_blog_engine_lead_on() -> None:
    markup = (
        '<meta name="generator" content="Hugo 0.111"><meta property="og:type" content="article">'
        '<article><h1>Manual</h1></article><a href="/docs/one/">1</a><a href="/docs/two/">2</a><a href="/tags/x/">x</a>'
    )

    assert followed(ladder(), HOME, markup, depth=0) == {"docs/one/", "docs/two/"}
    assert followed(ladder(), HOME + "docs/", markup) == {"docs/one/", "docs/two/"}


def test_a_blog_begun_at_a_post_finds_its_front_page() -> None:
    markup = f'{WORDPRESS}<body class="single single-post"><a href="/">Home</a><a href="/b-walk/">next</a></body>'

    assert followed(ladder(), HOME + "a-walk/", markup, depth=0) == {"", "b-walk/"}


def test_on_the_page_that_the_user_named_other_folders_are_looked_into() -> None:
    assert followed(ladder(), HOME, LISTING, depth=0) == {"a-walk/", "forum/", "else/"}


def test_an_application_that_leads_to_content_decides_alone() -> None:
    rungs = ladder()
    followed(rungs, HOME, LISTING, depth=0)

    assert followed(rungs, HOME + "page/2/", LISTING) == {"a-walk/"}


def test_sitemaps_are_left_alone_once_lists_lead_to_content() -> None:
    rungs = ladder()
    sitemap = Entry(HOME + "sitemap.xml", Kind.SITEMAP, 1)
    assert rungs.admit(sitemap) is None

    followed(rungs, HOME, LISTING, depth=0)

    assert rungs.admit(sitemap) is not None


def test_another_application_in_a_folder_is_recognised_for_what_it_is() -> None:
    rungs = ladder()
    followed(rungs, HOME, LISTING, depth=0)
    board = (
        '<meta property="og:type" content="article"><body id="phpbb"><h2 class="topic-title">A walk</h2>'
        '<div class="post" id="p1"><div class="postbody"><div class="content">Hello.</div></div></div>'
    )
    capture = capture_of(HOME + "forum/viewtopic.php?t=1", board)
    page = read_page(capture, CrawlSettings(seeds=(HOME,)))
    assert page is not None

    view = rungs.look(page, capture)

    assert view is not None
    assert view.recognition.application.name == "phpbb3"
    assert view.recognition.root == HOME + "forum/"
