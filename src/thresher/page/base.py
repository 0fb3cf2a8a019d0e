"""The address that references on a page start from."""

from lxml import etree

from thresher.page.address import join


def base_of(root: etree._Element | None, url: str) -> str:
    """What `<base href>` says, or the page's own `url`."""
    element = next(root.iter("base"), None) if root is not None else None
    href = element.get("href") if element is not None else None
    return (join(url, href) if href else None) or url
