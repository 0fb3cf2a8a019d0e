"""An HTTP client as the settings want it."""

from urllib.parse import urlsplit

from thresher.crawl.identity import user_agent_of
from thresher.crawl.proxies import proxy_chooser
from thresher.fetch import Access, AddressGuard, HttpClient
from thresher.model import CrawlSettings
from thresher.page import host_of


def client_for(settings: CrawlSettings, *, is_inside: bool = False) -> tuple[HttpClient, Access]:
    """The client, and what it was given to open doors with; `is_inside` trusts addresses of the private network."""
    access = Access(
        (host_of(seed) for seed in settings.seeds),
        cookies_file=settings.cookies_file,
        auth=settings.auth,
        headers=settings.headers,
    )
    client = HttpClient(
        user_agent=user_agent_of(settings),
        access=access,
        guard=AddressGuard((urlsplit(seed).hostname or "" for seed in settings.seeds), is_inside=is_inside),
        proxy_for=proxy_chooser(settings.proxy),
        insecure=settings.insecure,
        keep_secrets=settings.keep_secrets,
    )
    return client, access
