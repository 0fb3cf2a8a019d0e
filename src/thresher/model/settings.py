"""Everything that can be set about a crawl, with the reason for each default."""

from dataclasses import dataclass
from enum import StrEnum

MB = 1024 * 1024


class Scope(StrEnum):
    """How far links are followed from the seeds."""

    PAGE = "page"
    PREFIX = "prefix"
    HOST = "host"
    DOMAIN = "domain"


class Resources(StrEnum):
    """Which style sheets, scripts, images, media and attachments are kept."""

    NONE = "none"
    PAGE = "page"
    ALL = "all"


class Strategy(StrEnum):
    """Which rung of the ladder leads through a site."""

    AUTO = "auto"
    """The best that can speak for each page."""
    KNOWN = "known"
    """Only the knowledge base: pages of no known application are kept and lead nowhere."""
    FED = "fed"
    """No application type: the site's feed teaches which pages are posts, and how they are read."""
    LEARNED = "learned"
    """No application type: the site's own pages teach how it is to be crawled."""
    GENERIC = "generic"
    """Sitemaps and links, minus traps, whatever the application is."""


class Robots(StrEnum):
    OBEY = "obey"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """One crawl's settings; the command line and programs end up here, `thresher.yaml` tells them afterwards."""

    seeds: tuple[str, ...]
    scope: Scope = Scope.HOST
    include: tuple[str, ...] = ()
    """Regular expressions; where given, a URL must match one of them."""
    exclude: tuple[str, ...] = ()
    resources: Resources = Resources.PAGE
    outlinks: bool = False
    strategy: Strategy = Strategy.AUTO
    learn_only: bool = False
    """End when the sites have been learned."""
    type: str = ""
    """Application type of all pages, where recognition would be wrong; empty: each page is recognised."""
    knowledge: tuple[str, ...] = ()
    """Folders with application types of one's own; they win over those that come with the program."""
    adapts: bool = True
    """Whether knowledge of an application that no longer fits a site is mended."""

    robots: Robots = Robots.OBEY
    delay: float | None = None
    """Least seconds between two requests to one server; None follows the server's response time."""
    concurrency: int = 1
    """Connections a server. One is what a polite visitor uses."""
    user_agent: str = ""
    operator: str = ""
    """Who runs this crawl: goes into the user agent and the warcinfo record."""

    max_requests: int | None = None
    max_bytes: int | None = None
    max_seconds: float | None = None
    max_depth: int | None = None

    timeout: float = 30.0
    """Seconds without a byte before a connection counts as stalled. Slow forums answer in 10 to 20."""
    fetch_seconds: float = 600.0
    """Seconds for one whole answer: a drip of one byte a second must end."""
    attempts: int = 5
    """A page that broke off is asked for this often; at 11 % of broken answers one in 60,000 is then lost."""
    max_transfer_bytes: int = 64 * MB
    """Bytes of a page as transferred, before an endless one is cut."""
    max_page_bytes: int = 32 * MB
    """Decoded bytes of a page that are parsed. The longest real thread page seen had 6 MB."""
    max_resource_bytes: int = 64 * MB
    """One resource; a film is cut here unless asked for with --max-resource-size."""
    max_head_bytes: int = 256 * 1024
    """Header section. Servers refuse requests above 8 to 16 KB; answers rarely pass 20 KB."""
    max_links: int = 50_000
    """Links read from one page. A site map page of 10,000 is real, one of 200,000 is a trap."""
    max_redirects: int = 20
    """In a row, as browsers have it."""

    cookies_file: str | None = None
    auth: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    proxy: str | None = None
    insecure: bool = False
    """Accept certificates that are not valid."""
    keep_secrets: bool = False
    """Leave cookies and credentials in the WARC request records."""

    warc_bytes: int = 1_000_000_000
    """Roll-over size, the custom of the field."""
    prefix: str = "thresher"
