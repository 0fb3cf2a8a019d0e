"""Who is crawling: the user agent and the warcinfo record."""

from thresher import __version__
from thresher.model import CrawlSettings, Robots


def user_agent_of(settings: CrawlSettings) -> str:
    """An honest name, with the operator's contact where one was given."""
    if settings.user_agent:
        return settings.user_agent
    contact = f"; +{settings.operator}" if settings.operator else ""
    return f"Mozilla/5.0 (compatible; thresher/{__version__}{contact})"


def warcinfo_of(settings: CrawlSettings, collection: str) -> tuple[tuple[str, str], ...]:
    """The fields of the warcinfo record."""
    fields = [
        ("software", f"Thresher/{__version__}"),
        ("format", "WARC File Format 1.1"),
        ("conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"),
        ("isPartOf", collection),
        ("description", "Crawl of " + ", ".join(settings.seeds[:20])),
        ("robots", "obey" if settings.robots is Robots.OBEY else "ignore"),
        ("http-header-user-agent", user_agent_of(settings)),
    ]
    if settings.operator:
        fields.insert(1, ("operator", settings.operator))
    if not settings.keep_secrets:
        fields.append(("thresher-redacted", "Cookie, Authorization and extra request headers are left out"))
    return tuple(fields)
