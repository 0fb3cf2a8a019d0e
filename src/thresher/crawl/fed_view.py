"""A page of a fed site as the rules see it that its feed has taught."""

from thresher.crawl.fed_part import page_of
from thresher.crawl.fed_site import FedPhase, FedSite
from thresher.crawl.view import View
from thresher.knowledge.build import build_type
from thresher.learn.articles import Taught, type_of
from thresher.model import Capture, Page
from thresher.page import VirtualDocument
from thresher.recognise import Recognition


def view_of(site: FedSite, page: Page, capture: Capture) -> View | None:
    """What is known of a page; None as long as the feed has taught nothing."""
    if site.phase is not FedPhase.FED or site.application is None:
        return None
    role = site.role_of(page.url)
    is_post = role in ("post", "further") and reads_as_post(site, page)
    level = site.application.levels[0] if is_post else None
    document = VirtualDocument.of(page, capture)
    recognition = Recognition(site.application, level, site.root)
    rules = site.taught.rules if site.taught is not None else None
    trust = rules.trust if rules is not None else 0.0
    return View(document, recognition, site.told(page.url), trust=trust)


def late_view(site: FedSite, page: Page, capture: Capture) -> View | None:
    """A page that came before it was known how posts are read; None if it has none."""
    if site.phase is FedPhase.NOTHING:
        return _shared_view(site, page, capture)
    view = view_of(site, page, capture)
    return view if view is not None and view.recognition.level is not None else None


def _shared_view(site: FedSite, page: Page, capture: Capture) -> View | None:
    """The page that all items of a feed lead to; None if it is another. Items on several pages are of threads."""
    items = site.shared.get(page_of(page.url)) if len(site.shared) == 1 else None
    if not items:
        return None
    application = build_type(type_of(Taught((), site.root), site.name), (site.name, "blog"))
    recognition = Recognition(application, None, site.root)
    return View(VirtualDocument.of(page, capture), recognition, items=tuple(items))


def reads_as_post(site: FedSite, page: Page) -> bool:
    """Whether a page with the address of a post is one: the text is there, and once, not in a list of them."""
    rules = site.taught.rules if site.taught is not None else None
    if rules is None:
        return page_of(page.url) in site.items
    count = rules.texts_on(page.tree)
    if not count:
        return page_of(page.url) in site.items
    return count <= max(1, rules.bodies)
