"""Asking servers: URL → Exchange, byte for byte as it went over the wire.

Input: a URL and limits. Output: an `Exchange`, or a `Trouble` that says what went wrong. Seam: `HttpClient.fetch`.
"""

from thresher.fetch.access import Access
from thresher.fetch.client import Ask, HttpClient
from thresher.fetch.connection import Limits
from thresher.fetch.guard import AddressGuard
from thresher.fetch.trouble import Trouble, TroubleKind

__all__ = ["Access", "AddressGuard", "Ask", "HttpClient", "Limits", "Trouble", "TroubleKind"]
