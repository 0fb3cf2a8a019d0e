"""Which network addresses may be asked at all.

A public page can point to `http://169.254.169.254/` or to a printer next door; following it would let a stranger
reach into the network the crawl runs in.
"""

import ipaddress
from collections.abc import Iterable

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class AddressGuard:
    """Lets every public address pass; others only for hosts that the user named, or beside such hosts.

    `seed_hosts` are the hosts of the seeds. Once one of them turned out to be on this machine or in a private
    network, other hosts there are fine too (a site and its image server); link-local addresses never are,
    unless they are the seed itself.
    """

    def __init__(self, seed_hosts: Iterable[str], *, is_inside: bool = False) -> None:
        self._seed_hosts = frozenset(seed_hosts)
        self._is_inside = is_inside

    def allows(self, host: str, ip: str) -> bool:
        """Whether `host`, which resolved to `ip`, may be asked."""
        address = as_address(ip)
        if address is None:
            return True
        if host in self._seed_hosts:
            self._is_inside = self._is_inside or not address.is_global
            return True
        if address.is_link_local or address.is_multicast or address.is_unspecified:
            return False
        return address.is_global or self._is_inside


def as_address(text: str) -> Address | None:
    """The IP address in `text` (brackets and zone allowed), or None for a name."""
    try:
        address = ipaddress.ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        return address.ipv4_mapped
    return address
