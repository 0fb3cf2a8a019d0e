"""Links to posts that lack the slash which the feed of a site has at the end of their addresses.

Asked for as they stand, each of them would be answered by a redirect, and none has the shape of a post. Where it is the
feed that lacks the slash, its items lead on to addresses that have it, and these are what links are.
"""

from dataclasses import replace

from thresher.crawl.fed_site import FedSite
from thresher.model import Page


def spelled(site: FedSite, page: Page) -> Page:
    """The page with its links to posts as the feed has them. A post of the feed proves that links lack the slash."""
    site.is_slash_left_out |= any(with_slash(link.url) in site.items for link in page.links)
    if not site.is_slash_left_out:
        return page
    return replace(page, links=tuple(replace(link, url=spelling_of(site, link.url)) for link in page.links))


def spelling_of(site: FedSite, url: str) -> str:
    """The address of a post as the feed spells it; any other as it stands."""
    is_other = site.is_slash_left_out and not site.role_of(url) and site.role_of(with_slash(url)) == "post"
    return with_slash(url) if is_other else url


def with_slash(url: str) -> str:
    """The address with a slash at the end of its path; empty if it has one.

    >>> with_slash("http://b.example/2024/pears?draft=1"), with_slash("http://b.example/2024/pears/")
    ('http://b.example/2024/pears/?draft=1', '')
    """
    plain, mark, query = url.partition("?")
    return "" if plain.endswith("/") else f"{plain}/{mark}{query}"
